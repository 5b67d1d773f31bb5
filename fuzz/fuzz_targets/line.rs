#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| gridwright_fuzz::read(
    Some(gridwright::formats::Format::Line),
    data
));
