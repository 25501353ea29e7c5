//! Fuzzes `furyhouse_fuzz::move_text`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| furyhouse_fuzz::move_text(bytes));
