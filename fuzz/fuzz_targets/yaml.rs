#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| storybeat_fuzz::yaml(text));
