#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| gridwright_fuzz::call_c(data));
