//! Texts and lines inside which the input ends.

use super::{holds, record, rules};
use stringmill_convert::repair::{Mend, Mends, RecordEnd, RepairRules};
use stringmill_outcome::{Error, ErrorCode};
use stringmill_random::{Random, cases};
use stringmill_reference::{
    JsonLimits, PartialAround, PartialRules, PartialState, json_document, json_partial, json_partial_finish,
};

/// A valid text, and for each of its items where it ends and what closes the text there.
#[derive(Default)]
struct Known {
    text: Vec<u8>,
    open: Vec<u8>,
    /// Where an item ends, the closing brackets, and whether a cut right there may have shortened the item.
    ends: Vec<(usize, Vec<u8>, bool)>,
}

impl Known {
    fn end(&mut self, may_go_on: bool) {
        let closers = self.open.iter().rev().copied().collect();
        self.ends.push((self.text.len(), closers, may_go_on));
    }

    fn value(&mut self, random: &mut Random, depth: usize) {
        match random.within(0, if depth == 0 { 4 } else { 7 }) {
            0 => self.scalar(b"-12.5e3", true),
            1 => self.scalar(b"true", true),
            2 => self.scalar("\"caf\u{e9} \\u20ac\\\"\"".as_bytes(), false),
            3 => self.scalar(b"\"\"", false),
            _ => self.container(random, depth),
        }
    }

    fn scalar(&mut self, text: &[u8], may_go_on: bool) {
        self.text.extend_from_slice(text);
        self.end(may_go_on);
    }

    fn container(&mut self, random: &mut Random, depth: usize) {
        let (open, close) = random.pick(&[(b'{', b'}'), (b'[', b']')]);
        self.text.push(open);
        self.open.push(close);
        self.end(false);
        for number in 0..random.within(0, 4) {
            let comma: &[u8] = if number > 0 { random.pick(&[&b","[..], b" , "]) } else { b"" };
            self.text.extend_from_slice(comma);
            if close == b'}' {
                self.text.extend_from_slice(random.pick(&[&b"\"a\":"[..], b"\"name\" : "]));
            }
            self.value(random, depth - 1);
        }
        self.text.push(close);
        self.open.pop();
        self.end(false);
    }
}

#[test]
fn a_text_cut_at_every_byte_is_closed_after_its_last_whole_item() {
    let mut random = Random::new(7);
    let rules = rules(&[Mend::Truncated]);
    for _ in 0..150 {
        let mut known = Known::default();
        known.container(&mut random, 4);
        for cut in 1..known.text.len() {
            let whole = |&&(end, _, may_go_on): &&(usize, Vec<u8>, bool)| end < cut || end == cut && !may_go_on;
            let (end, closers, _) = known.ends.iter().rev().find(whole).unwrap();
            let tail = &known.text[*end..cut];
            // White space after the last item is no part of the next one.
            let kept = if tail.iter().all(|&byte| byte == b' ') { tail } else { b"" };
            let expected = [&known.text[..*end], closers, kept].concat();
            let out = holds(rules, &known.text[..cut]).unwrap();
            assert_eq!(String::from_utf8(out.text).unwrap(), String::from_utf8(expected).unwrap());
            assert_eq!(out.changes.len(), 1);
            assert_eq!(out.changes[0].0, Mend::Truncated);
        }
    }
}

/// The mended beginning of a text has the value that the reference shows of the beginning.
#[test]
fn a_cut_text_with_its_last_string_is_the_value_so_far() {
    let mut strings = 0;
    let whole = JsonLimits { depth: 960, len: u64::MAX };
    let partial = PartialRules {
        limits: whole,
        string_max: u64::MAX,
        ended_strings: vec![],
        unique_names: false,
        around: PartialAround::Refuse,
    };
    for number in 0..cases(2_000) {
        let text = json_document(number);
        for cut in 0..=text.len().min(300) {
            let text = &text[..cut];
            let state = json_partial(&partial, text);
            let mends = Mends::NONE.with(Mend::KeepTruncated);
            let found = holds(RepairRules { mends, ..RepairRules::SAFE }, text);
            let shown = String::from_utf8_lossy(text);
            match (found, state) {
                (Ok(out), PartialState { value: Some(value), error: None, .. }) => {
                    assert_eq!(json_partial_finish(&partial, &out.text), Ok(value), "{shown}");
                    strings += u64::from(out.text.ends_with(b"\"") || out.changes.len() > 1);
                }
                // Outside of all containers, the end of the input ends a number.
                (Ok(out), PartialState { value: None, error: None, .. }) => assert_eq!(out.text, text),
                // A word has begun, or a character which is wrong there, whichever it is.
                (Err(found), PartialState { value, error: None, .. }) => {
                    let begins = text.get(found.offset as usize).is_some_and(|&byte| byte >= 0x80);
                    assert!(found.offset + 3 >= cut as u64 && (begins || value.is_none()), "{found} {shown}");
                }
                (Err(found), PartialState { error: Some(error), .. }) => assert_eq!(found, error, "{shown}"),
                (found, state) => panic!("{shown}: {found:?}, {state:?}"),
            }
        }
    }
    assert!(strings > 1000, "{strings}");
}

/// A record in the middle ends with a line feed, which cuts no token.
#[test]
fn a_line_is_not_truncated() {
    let rules = RepairRules { blank: true, ..rules(&[Mend::Truncated, Mend::Closers]) };
    let line =
        |text: &str| record(rules, RecordEnd::Line, text.as_bytes()).map(|out| String::from_utf8(out.text).unwrap());
    assert_eq!(line("{\"a\":[1,2"), Ok("{\"a\":[1,2]}".to_owned()));
    assert_eq!(line("{\"a\":\"x"), Err(Error::new(ErrorCode::StringUnterminated, 7)));
    assert_eq!(line("{\"a\":1,"), Err(Error::new(ErrorCode::JsonIncomplete, 7)));
    assert_eq!(line("\t "), Ok("\t ".to_owned()));
    assert_eq!(line(""), Ok(String::new()));
}

#[test]
fn a_truncated_last_line_is_left_out_on_request() {
    let rules = RepairRules { blank: true, ..rules(&[Mend::DropTruncated]) };
    for text in ["{\"a\":1", "{\"a\t\":\"x", "[\"\\u00", "tru"] {
        let out = record(rules, RecordEnd::Input, text.as_bytes()).unwrap();
        assert_eq!((&out.text[..], &out.mends()[..]), (&b""[..], &[Mend::DropTruncated][..]), "{text}");
        out.agrees_with_changes(text.as_bytes());
        record(rules, RecordEnd::Line, text.as_bytes()).expect_err(text);
    }
    record(rules, RecordEnd::Input, b"{\"a\":x").expect_err("it is wrong, not cut");
    record(RepairRules { blank: false, ..rules }, RecordEnd::Input, b"[1").expect_err("one text cannot be empty");
}
