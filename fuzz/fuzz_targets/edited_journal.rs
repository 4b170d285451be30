#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| storybeat_fuzz::edited_journal(bytes));
