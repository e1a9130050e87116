//! The reader of the value so far has the value, the errors and the end of the reference, after each byte and for every
//! cut; also after an error.

use crate::check::Numbers;
use stringmill_json::{PartialAround, PartialReader, PartialRules, PartialSink, json_check};
use stringmill_outcome::{Error, ErrorCode, locate};
use stringmill_reference::{self as reference, JsonLimits, JsonValue, PartialState, json_document};

/// The value of all calls.
#[derive(Default)]
struct Built {
    root: Option<JsonValue>,
    open: Vec<(JsonValue, Option<String>)>,
    string: Option<String>,
    /// Whether strings are absent until they end.
    ended: bool,
}

impl Built {
    fn put(outer: &mut (JsonValue, Option<String>), value: JsonValue) {
        match outer {
            (JsonValue::Array(items), _) => items.push(value),
            (JsonValue::Object(members), Some(name)) => match members.iter_mut().find(|(other, _)| other == name) {
                Some(member) => member.1 = value,
                None => members.push((name.clone(), value)),
            },
            _ => panic!("a member without a name"),
        }
    }

    fn add(&mut self, value: JsonValue) {
        match self.open.last_mut() {
            Some(outer) => Built::put(outer, value),
            None => assert!(self.root.replace(value).is_none(), "two roots"),
        }
    }

    /// The value so far.
    fn value(&self) -> Option<JsonValue> {
        let mut inner = self.string.clone().filter(|_| !self.ended).map(JsonValue::String);
        for outer in self.open.iter().rev() {
            let mut outer = outer.clone();
            if let Some(value) = inner {
                Built::put(&mut outer, value);
            }
            inner = Some(outer.0);
        }
        inner.or_else(|| self.root.clone())
    }
}

impl PartialSink for Built {
    fn open(&mut self, is_array: bool) {
        self.open.push((if is_array { JsonValue::Array(vec![]) } else { JsonValue::Object(vec![]) }, None));
    }

    fn close(&mut self) {
        let (value, _) = self.open.pop().expect("open");
        self.add(value);
    }

    fn has(&mut self, name: &str) -> bool {
        match self.open.last() {
            Some((JsonValue::Object(members), _)) => members.iter().any(|(other, _)| other == name),
            _ => panic!("a name outside of an object"),
        }
    }

    fn name(&mut self, name: &str) {
        self.open.last_mut().expect("open").1 = Some(name.to_owned());
    }

    fn begin_string(&mut self) {
        assert!(self.string.replace(String::new()).is_none());
    }

    fn text(&mut self, text: &str) {
        assert!(!text.is_empty());
        *self.string.as_mut().expect("a string") += text;
    }

    fn end_string(&mut self) {
        let text = self.string.take().expect("a string");
        self.add(JsonValue::String(text));
    }

    fn number(&mut self, text: &str) {
        self.add(JsonValue::Number(text.to_owned()));
    }

    fn word(&mut self, word: Option<bool>) {
        self.add(word.map_or(JsonValue::Null, JsonValue::Bool));
    }
}

const AROUND: [(PartialAround, reference::PartialAround); 3] = [
    (PartialAround::Refuse, reference::PartialAround::Refuse),
    (PartialAround::Fence, reference::PartialAround::Fence),
    (PartialAround::Text, reference::PartialAround::Text),
];

/// The rules of the reference.
fn plain(rules: PartialRules, ended: bool) -> reference::PartialRules {
    let PartialRules { depth_max, string_max, len_max, unique_names, around } = rules;
    reference::PartialRules {
        limits: JsonLimits { depth: depth_max, len: len_max },
        string_max,
        ended_strings: if ended { vec!["**".into()] } else { vec![] },
        unique_names,
        around: AROUND.iter().find(|(ours, _)| *ours == around).expect("known").1,
    }
}

/// A reader with its value.
struct Pair {
    reader: PartialReader,
    built: Built,
}

impl Pair {
    fn new(rules: PartialRules, ended: bool) -> Self {
        Pair { reader: PartialReader::new(rules), built: Built { ended, ..Built::default() } }
    }

    fn push(&mut self, piece: &[u8]) {
        let pushed = self.reader.push(piece, &mut self.built);
        assert_eq!(pushed.err(), self.reader.error().map(|(error, _)| error));
    }

    fn state(&self) -> PartialState {
        let skipped = self.reader.skipped().map(|count| count.bytes);
        let error = self.reader.error().map(|(error, _)| error);
        PartialState { value: self.built.value(), done: self.reader.is_done(), error, skipped }
    }

    fn finish(&mut self) -> Result<JsonValue, Error> {
        self.reader.finish(&mut self.built)?;
        assert!(self.reader.is_done());
        assert_eq!(self.reader.finish(&mut self.built), Ok(()), "again");
        Ok(self.built.value().expect("a whole text has a value"))
    }
}

/// Compares the readers of `src` after it came in `pieces`.
fn compare_at_end(rules: PartialRules, ended: bool, src: &[u8], pieces: &[&[u8]], expected: &PartialState) {
    let seen = || format!("{rules:?} {}: {pieces:?}", src.escape_ascii());
    let mut pair = Pair::new(rules, ended);
    pieces.iter().for_each(|piece| pair.push(piece));
    assert_eq!(pair.state(), *expected, "{}", seen());
    if let Some((error, spot)) = pair.reader.error() {
        let before = &src[..error.offset as usize];
        assert_eq!(spot.position(), locate(src, before.len()), "{}", seen());
        let characters = before.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        assert_eq!(spot.count.characters, characters as u64, "{}", seen());
        // All that follows gets the same error, and changes nothing.
        pair.push(b"1]}\"");
        assert_eq!(pair.state(), *expected, "{}", seen());
    }
    assert_eq!(pair.finish(), reference::json_partial_finish(&plain(rules, ended), src), "{}", seen());
}

/// Compares the readers after each byte of `src`, and for cuts into two.
fn compare(rules: PartialRules, ended: bool, src: &[u8], random: &mut Numbers) -> Option<ErrorCode> {
    let plain = plain(rules, ended);
    let mut by_bytes = Pair::new(rules, ended);
    let each = if src.len() <= 300 { 1 } else { src.len() / 100 };
    for at in 0..src.len() {
        by_bytes.push(&src[at..at + 1]);
        if (at + 1) % each == 0 {
            let expected = reference::json_partial(&plain, &src[..at + 1]);
            assert_eq!(by_bytes.state(), expected, "{rules:?} {}", src[..at + 1].escape_ascii());
        }
    }
    let expected = reference::json_partial(&plain, src);
    let cuts = if src.len() <= 300 { src.len() + 1 } else { 20 };
    for number in 0..cuts {
        let cut = if src.len() <= 300 { number } else { random.below(src.len()) };
        compare_at_end(rules, ended, src, &[&src[..cut], b"", &src[cut..]], &expected);
    }
    let mut pieces = vec![];
    let mut rest = src;
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(random.below(rest.len().min(40)) + 1);
        pieces.push(piece);
        rest = after;
    }
    compare_at_end(rules, ended, src, &pieces, &expected);
    compare_at_end(rules, ended, src, &[src], &expected);
    expected.error.map(|error| error.code)
}

const DEPTH: PartialRules = PartialRules { depth_max: 64, ..PartialRules::STRICT };

/// One in how many of the generated texts is read.
fn one_in() -> u64 {
    std::env::var("STRINGMILL_ONE_IN").map_or(1, |text| text.parse().expect("a number"))
}

#[test]
fn documents_have_the_value_of_the_reference() {
    let mut random = Numbers(48);
    let mut codes = std::collections::BTreeSet::new();
    let mut whole = 0;
    for number in (0..6000).step_by(one_in() as usize) {
        let rules = PartialRules { unique_names: number % 2 == 0, ..DEPTH };
        match compare(rules, number % 3 == 0, &json_document(number), &mut random) {
            Some(code) => _ = codes.insert(code as u16),
            None => whole += 1,
        }
    }
    assert!(codes.len() >= 8 && whole > 6000 / one_in() / 20, "{codes:?} {whole}");
}

#[test]
fn text_around_the_value_is_that_of_the_reference() {
    let mut random = Numbers(49);
    let before =
        ["", " \n", "```json\n", "```\r\n", " ```JSON \t\n", "```js\n", "``", "```jsoN\n", "Here: ", "é\u{FEFF}`"];
    let values = [
        "{\"a\":[1,{\"b\":\"x`y\\u00e9\"}]}",
        "[]",
        "\"a`b\"",
        "12",
        "true",
        "{\"a\":[1}",
        "\u{FEFF}[1]",
        "[\"\\ud83d`",
        "[\"é\\`",
        "{\"a\":1,\"a\":2}",
        "[1}} x",
        "[[\"]\\\"\"]]",
    ];
    let after = [
        "",
        "\n```",
        "```",
        " ``",
        " ``x",
        "```\n",
        "```\n x",
        "``` ```",
        " Hope [it] \"helps",
        "\n\u{FEFF}é",
        "```{}",
    ];
    let mut found = std::collections::BTreeSet::new();
    for (before, value, after) in before
        .iter()
        .flat_map(|before| values.iter().map(move |value| (before, value)))
        .flat_map(|(before, value)| after.iter().map(move |after| (before, value, after)))
    {
        let text = [before.as_bytes(), value.as_bytes(), after.as_bytes()].concat();
        for (around, _) in AROUND {
            let rules = PartialRules { around, unique_names: true, ..DEPTH };
            found.extend(compare(rules, false, &text, &mut random).map(|code| code as u16));
        }
    }
    assert!(found.len() >= 7, "{found:?}");
    // Bytes that are not UTF-8, in all places.
    for text in [&b"\xC3[1]\xFF"[..], b"```json\n[1]\n\xFF```", b"```\xC3\n[]", b"[\"\xE2\x82```\"]", b"\xEF`"] {
        for (around, _) in AROUND {
            compare(PartialRules { around, ..DEPTH }, false, text, &mut random);
        }
    }
}

#[test]
fn limits_are_those_of_the_reference() {
    let mut random = Numbers(50);
    let text = "{\"nom\":\"é\\u00e9\\ud83d\\ude00 café\",\"b\":[[1,[2]],\"12345\"]} ".as_bytes();
    for max in 0..text.len() as u64 + 1 {
        for rules in [
            PartialRules { string_max: max, ..DEPTH },
            PartialRules { len_max: max, ..DEPTH },
            PartialRules { depth_max: max, ..DEPTH },
        ] {
            for (around, _) in AROUND {
                compare(PartialRules { around, ..rules }, false, text, &mut random);
            }
        }
    }
}

#[test]
fn deep_and_long_texts() {
    let deep = [b"[".repeat(1024), b"]".repeat(1024)].concat();
    let mut pair = Pair::new(PartialRules::STRICT, false);
    pair.push(&deep);
    assert!(pair.reader.is_done());
    let mut pair = Pair::new(PartialRules::STRICT, false);
    pair.push(&b"[".repeat(10_000));
    assert_eq!(pair.reader.error().expect("too deep").0, Error::new(ErrorCode::LimitDepth, 1024));
    // A number and a name of a million bytes, in small pieces.
    let text = [&b"{\""[..], &b"n".repeat(1_000_000), b"\":", &b"7".repeat(1_000_000), b"}"].concat();
    let mut pair = Pair::new(PartialRules::STRICT, false);
    text.chunks(7).for_each(|piece| pair.push(piece));
    let JsonValue::Object(members) = pair.finish().expect("whole") else { panic!("no object") };
    assert_eq!(members, [("n".repeat(1_000_000), JsonValue::Number("7".repeat(1_000_000)))]);
    assert_eq!(json_check(stringmill_json::JsonCheck::STRICT, &mut [], &text), Ok(()));
}
