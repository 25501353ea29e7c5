//! Fuzzes `furyhouse_fuzz::fen`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| furyhouse_fuzz::fen(bytes));
