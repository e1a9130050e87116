//! Any bytes, cut anywhere: the reader of the value so far has the verdict of the checker, and cuts change nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stringmill::Error;
use stringmill::json::{JsonCheck, PartialAround, PartialCount, PartialReader, PartialRules, PartialSink, json_check};

/// The calls of a reader, in which parts of a string are joined.
#[derive(Default, PartialEq, Debug)]
struct Calls(String);

impl PartialSink for Calls {
    fn open(&mut self, is_array: bool) {
        self.0 += if is_array { "[" } else { "{" };
    }

    fn close(&mut self) {
        self.0 += "}";
    }

    fn has(&mut self, name: &str) -> bool {
        name == "a"
    }

    fn name(&mut self, name: &str) {
        self.0 += name;
    }

    fn begin_string(&mut self) {
        self.0 += "<";
    }

    fn text(&mut self, text: &str) {
        self.0 += text;
    }

    fn end_string(&mut self) {
        self.0 += ">";
    }

    fn number(&mut self, text: &str) {
        self.0 += text;
    }

    fn word(&mut self, word: Option<bool>) {
        self.0 += word.map_or("n", |word| if word { "t" } else { "f" });
    }
}

type Outcome = (Calls, Option<Error>, bool, [PartialCount; 2]);

fn outcome(rules: PartialRules, pieces: [&[u8]; 2]) -> Outcome {
    let (mut reader, mut calls) = (PartialReader::new(rules), Calls::default());
    let read = pieces.into_iter().try_for_each(|piece| reader.push(piece, &mut calls));
    let error = read.and_then(|()| reader.finish(&mut calls)).err();
    (calls, error, reader.is_done(), reader.skipped())
}

fuzz_target!(|input: (u8, u8, bool, u8, &[u8])| {
    let (cut, around, unique_names, string_max, src) = input;
    let around = [PartialAround::Refuse, PartialAround::Fence, PartialAround::Text][usize::from(around % 3)];
    let string_max = if string_max == u8::MAX { u64::MAX } else { string_max.into() };
    let rules = PartialRules { around, unique_names, string_max, ..PartialRules::STRICT };
    let whole = outcome(rules, [src, b""]);
    assert_eq!(outcome(rules, src.split_at(src.len().min(cut.into())).into()), whole);
    if around == PartialAround::Refuse && !unique_names {
        let check = JsonCheck { string_max, ..JsonCheck::STRICT };
        assert_eq!(whole.1, json_check(check, &mut [0; 15], src).err());
    }
});
