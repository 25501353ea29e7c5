//! Fuzzes `furyhouse_fuzz::playout`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| furyhouse_fuzz::playout(bytes));
