#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| gridwright_fuzz::replay_trace(data));
