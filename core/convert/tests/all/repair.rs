//! Repair of JSON: generated damage whose mended bytes the generator knows, and the properties that every output has.

mod truncated;

use std::convert::Infallible;
use stringmill_convert::repair::{
    Change, Mend, Mends, RecordEnd, RecordStart, Repair, RepairError, RepairRules, RepairSink,
};
use stringmill_json::{JsonCheck, Restrictions, json_check, json_restricted};
use stringmill_kernels::Tier;
use stringmill_outcome::{Chunk, Error, ErrorCode, locate};
use stringmill_profile::IllFormed;
use stringmill_random::{Random, cases};
use stringmill_reference::json_document;

/// A change: mend, code, offset, before, after.
type Changed = (Mend, ErrorCode, u64, Vec<u8>, Vec<u8>);

/// A repaired text and its changes.
#[derive(Debug, Default, PartialEq, Eq)]
struct Out {
    text: Vec<u8>,
    changes: Vec<Changed>,
    places: Vec<(u64, u64)>,
    /// The bytes of the last change, which must come next.
    next: Option<Vec<u8>>,
}

impl RepairSink for Out {
    type Error = Infallible;

    fn put(&mut self, bytes: &[u8]) -> Result<(), Infallible> {
        assert_eq!(self.next.take().as_deref().unwrap_or(bytes), bytes);
        self.text.extend_from_slice(bytes);
        Ok(())
    }

    fn change(&mut self, change: Change<'_>) -> Result<(), Infallible> {
        assert_eq!(self.next.replace(change.after.to_vec()), None);
        self.changes.push((change.mend, change.why, change.offset, change.before.to_vec(), change.after.to_vec()));
        self.places.push((change.position.line, change.position.column));
        Ok(())
    }
}

impl Out {
    /// The output that the changes of `src` describe.
    fn agrees_with_changes(&self, src: &[u8]) {
        let (mut made, mut at) = (Vec::new(), 0);
        for ((_, _, offset, before, after), &place) in self.changes.iter().zip(&self.places) {
            let start = *offset as usize;
            made.extend_from_slice(&src[at..start]);
            made.extend_from_slice(after);
            assert_eq!(&src[start..start + before.len()], before);
            let position = locate(src, start);
            assert_eq!((position.line, position.column), place, "at {offset}");
            at = start + before.len();
        }
        made.extend_from_slice(&src[at..]);
        assert_eq!(made, self.text);
    }

    fn mends(&self) -> Vec<Mend> {
        self.changes.iter().map(|change| change.0).collect()
    }
}

fn text_error(error: RepairError<Infallible>) -> Error {
    match error {
        RepairError::Text(error) | RepairError::Cut(error) => error,
        RepairError::Sink(never) => match never {},
    }
}

fn record(rules: RepairRules, end: RecordEnd, src: &[u8]) -> Result<Out, Error> {
    let (mut stack, mut out) = ([0; 15], Out::default());
    let mut repair = Repair::new(rules, &mut stack);
    let done = repair.record(src, end, RecordStart { offset: 0, line: 1 }, &mut out).map_err(text_error);
    if done.is_err() {
        assert_eq!(out, Out::default(), "nothing is written of a text that cannot be mended");
    }
    done.map(|()| out)
}

/// Repairs a text in parts that end at `cuts`.
fn in_parts(tier: Tier, rules: RepairRules, src: &[u8], cuts: &[usize]) -> Result<Out, Error> {
    let (mut stack, mut out) = ([0; 15], Out::default());
    let mut repair = Repair::with_tier(tier, rules, &mut stack);
    let mut from = 0;
    for (number, &to) in cuts.iter().chain([&src.len()]).enumerate() {
        let chunk = if number == cuts.len() { Chunk::Last } else { Chunk::More };
        let read = repair.step(&src[from..to], chunk, &mut out).map_err(text_error);
        from += read.map_err(|error| error.after(from as u64))?;
    }
    assert_eq!(from, src.len());
    Ok(out)
}

fn every_mend() -> Mends {
    Mend::ALL.into_iter().fold(Mends::NONE, Mends::with)
}

/// Every mend of a text that is not cut.
fn whole_mends() -> Mends {
    every_mend().without(Mend::Truncated).without(Mend::KeepTruncated)
}

const EXACT: JsonCheck = JsonCheck::STRICT;

fn is_json(text: &[u8]) -> Result<(), Error> {
    json_check(EXACT, &mut [0; 15], text)
}

/// As [`is_json`]; with the mends of `\u0000` and of repeated names, these are errors, too.
fn is_right(mends: Mends, text: &[u8]) -> Result<(), Error> {
    let unique_names = mends.has(Mend::RepeatedFirst) || mends.has(Mend::RepeatedLast);
    let restrictions = Restrictions { no_nul: mends.has(Mend::NulEscapes), unique_names, ..Restrictions::NONE };
    if restrictions.is_any() { json_restricted(restrictions, 0, text) } else { is_json(text) }
}

/// The properties of every repair, on every tier. Returns the output.
fn holds(rules: RepairRules, src: &[u8]) -> Result<Out, Error> {
    let shown = || String::from_utf8_lossy(src).into_owned();
    let done = record(rules, RecordEnd::Input, src);
    let is_right = |text: &[u8]| is_right(rules.mends, text);
    match (&done, is_right(src)) {
        (Ok(out), Ok(())) => assert_eq!((&out.text[..], &out.mends()[..]), (src, &[][..]), "{}", shown()),
        (Err(error), Ok(())) => panic!("{error} in the valid text {}", shown()),
        (Ok(out), Err(_)) => {
            is_right(&out.text).unwrap_or_else(|error| panic!("{error}: {} gave {:?}", shown(), out));
            assert!(serde_json::from_slice::<serde_json::Value>(&out.text).is_ok() || is_beyond_serde(&out.text));
            assert!(!out.changes.is_empty(), "{}", shown());
            let again = record(rules, RecordEnd::Input, &out.text).expect("valid");
            assert_eq!((&again.text, &again.changes[..]), (&out.text, &[][..]));
        }
        (Err(_), Err(_)) => {}
    }
    if let Ok(out) = &done {
        out.agrees_with_changes(src);
    }
    for tier in Tier::available() {
        assert_eq!(in_parts(tier, rules, src, &[]), done, "{tier} {}", shown());
    }
    done
}

/// serde_json has a limit of 128 levels, and refuses numbers above the range of a double.
fn is_beyond_serde(text: &[u8]) -> bool {
    let error = serde_json::from_slice::<serde_json::Value>(text).unwrap_err().to_string();
    error.contains("recursion limit") || error.contains("number out of range")
}

fn rules(mends: &[Mend]) -> RepairRules {
    RepairRules { mends: mends.iter().fold(Mends::SAFE, |all, &mend| all.with(mend)), ..RepairRules::SAFE }
}

/// One row for each mend and each border of it.
#[test]
fn each_mend_writes_the_expected_bytes() {
    use Mend as M;
    let rows: &[(&[Mend], &str, &str)] = &[
        (&[M::ControlCharacters], "[\"a\tb\u{1}\u{7f}\r\n\"]", "[\"a\\tb\\u0001\u{7f}\\r\\n\"]"),
        (
            &[M::LoneSurrogates],
            r#"["\ud800","\udc00\ud83d\ude00\uD83Dx"]"#,
            r#"["\ufffd","\ufffd\ud83d\ude00\ufffdx"]"#,
        ),
        (&[M::LoneSurrogates], r#""\ud800\ud800\udc00""#, r#""\ufffd\ud800\udc00""#),
        (&[M::ByteOrderMark], "\u{feff}{}", "{}"),
        (&[M::NulPadding], "\0\0[1]\n\0\0\0", "[1]\n"),
        (&[M::TrailingCommas], "[1 , ]", "[1  ]"),
        (&[M::TrailingCommas], "{\"a\":[],},\n", "{\"a\":[]}\n"),
        (&[M::MissingCommas], "[1 2\n[3][4]{}\"x\" true]", "[1, 2,\n[3],[4],{},\"x\", true]"),
        (&[M::MissingCommas], "{\"a\":1 \"b\":{}\"c\":3}", "{\"a\":1, \"b\":{},\"c\":3}"),
        (&[M::Comments], "// x\n[1,/* , */2 # z\n]//", "\n[1,2 \n]"),
        (&[M::Comments], "[\"//\",1/**/]", "[\"//\",1]"),
        (&[M::Comments, M::TrailingCommas], "[1/*a*/,/*b*/]", "[1]"),
        (&[M::Comments, M::MissingCommas], "[1/*a*/2]", "[1,2]"),
        (&[M::SingleQuotes], r#"{'a':'b"\'c\\','d':"'"}"#, r#"{"a":"b\"'c\\","d":"'"}"#),
        (&[M::Names], "{a:1, $b_2 : 2,true:3}", "{\"a\":1, \"$b_2\" : 2,\"true\":3}"),
        (&[M::Escapes], r#"["\'\x4a\v\0","\v"]"#, r#"["'\u004a\u000b\u0000","\u000b"]"#),
        (&[M::PythonWords], "[None,True, False]", "[null,true, false]"),
        (&[M::NanNull], "[NaN,Infinity,-Infinity]", "[null,null,null]"),
        (&[M::NanString], "[NaN,Infinity,-Infinity]", "[\"NaN\",\"Infinity\",\"-Infinity\"]"),
        (&[M::PlusSigns], "[+1,+0.5e+3]", "[1,0.5e+3]"),
        (&[M::LeadingZeros], "[007,-00,00.5,01e2]", "[7,-0,0.5,1e2]"),
        (&[M::BarePoints], "[.5,-.5,5.,5.e1,1]", "[0.5,-0.5,5.0,5.0e1,1]"),
        (&[M::PlusSigns, M::LeadingZeros, M::BarePoints], "[+.5,+007.]", "[0.5,7.0]"),
        (&[M::HexNumbers], "[0x1F,-0XfF,0x0]", "[31,-255,0]"),
        (&[M::HexNumbers], "0xffffffffffffffffffffffffffffffff", "340282366920938463463374607431768211455"),
        (&[M::Closers], "{\"a\":[1,{\"b\":2]}\n", "{\"a\":[1,{\"b\":2}]}\n"),
        (&[M::Closers], "[[1,2 \n", "[[1,2]] \n"),
        (&[M::Closers, M::TrailingCommas], "{\"a\":[1, \n", "{\"a\":[1]} \n"),
        (&[M::Truncated], "{\"a\":[1,2", "{\"a\":[1]}"),
        (&[M::Truncated], "{\"a\":[1,2 ", "{\"a\":[1,2]} "),
        (&[M::Truncated], "{\"a\":[1,\"x", "{\"a\":[1]}"),
        (&[M::Truncated], "{\"a\":[1,{\"b\":tr", "{\"a\":[1,{}]}"),
        (&[M::Truncated], "{\"a\":1, \"b\"\0\0\0", "{\"a\":1}"),
        (&[M::KeepTruncated], "{\"a\":\"x", "{\"a\":\"x\"}"),
        (&[M::KeepTruncated], "{\"a\":\"x ", "{\"a\":\"x \"}"),
        (&[M::KeepTruncated], "\"", "\"\""),
        (&[M::KeepTruncated], "[\"x\\u00", "[\"x\"]"),
        (&[M::KeepTruncated], "[\"x\\uD83d\\uD\0", "[\"x\"]"),
        (&[M::KeepTruncated], "[\"x\\ud83d\\u0", "[\"x\"]"),
        (&[M::KeepTruncated], "{\"a\":1, \"b", "{\"a\":1}"),
        (&[M::KeepTruncated], "[false, true", "[false, true]"),
        (&[M::KeepTruncated], "[1, 23", "[1]"),
        (&[M::KeepTruncated, M::SingleQuotes], "['\"x", "[\"\\\"x\"]"),
        (&[M::KeepTruncated, M::Escapes], "[\"x\\x4", "[\"x\"]"),
    ];
    for (mends, damaged, expected) in rows {
        let out = holds(rules(mends), damaged.as_bytes()).unwrap_or_else(|error| panic!("{damaged}: {error}"));
        assert_eq!(String::from_utf8(out.text.clone()).unwrap(), *expected, "{damaged}");
        // The reason of the first change is the error of the checker, apart from padding.
        let error = is_right(rules(mends).mends, damaged.trim_end_matches('\0').as_bytes()).err();
        let reason = error.map(|error| error.code);
        assert_eq!(Some(out.changes[0].1).filter(|_| reason.is_some()), reason, "{damaged}");
        let others = |mend: &Mend| !mends.contains(mend) && *mend != Mend::NulPadding;
        assert!(!out.mends().iter().any(others), "{damaged}: {:?}", out.mends());
        // Without one of its mends the same text is refused.
        for mend in *mends {
            let rules = RepairRules { mends: rules(mends).mends.without(*mend), ..RepairRules::SAFE };
            holds(rules, damaged.as_bytes()).expect_err(damaged);
        }
    }
}

/// Unlike other mends, this one is of text that is valid.
#[test]
fn nul_escapes_are_mended_however_they_are_written() {
    let all = rules(&[Mend::NulEscapes, Mend::Escapes, Mend::ControlCharacters]);
    for (damaged, expected) in [
        (r#"{"a\u0000":["\\u0000\u0000\u0001"]}"#, r#"{"a\ufffd":["\\u0000\ufffd\u0001"]}"#),
        (r#"["\0", "\x00", "\x01"]"#, r#"["\ufffd", "\ufffd", "\u0001"]"#),
        ("[\"\0\"]", r#"["\ufffd"]"#),
    ] {
        let out = holds(all, damaged.as_bytes()).unwrap_or_else(|error| panic!("{damaged}: {error}"));
        assert_eq!(String::from_utf8(out.text).unwrap(), expected, "{damaged}");
        let without = RepairRules { mends: all.mends.without(Mend::NulEscapes), ..all };
        assert!(!holds(without, damaged.as_bytes()).expect("other mends").mends().contains(&Mend::NulEscapes));
    }
}

/// Of members with one name the first or the last stays, whatever else is mended.
#[test]
fn repeated_names_are_left_out() {
    use Mend as M;
    let (first, last) = (&[M::RepeatedFirst][..], &[M::RepeatedLast][..]);
    let lenient = [M::Names, M::SingleQuotes, M::Comments, M::TrailingCommas, M::MissingCommas, M::Closers, M::Escapes];
    let also = |mend| [&[mend], &lenient[..]].concat();
    let truncated = |mend| vec![mend, M::Truncated];
    let rows: &[(&[Mend], &str, &str)] = &[
        (first, r#"{"a":1, "b" : 2 , "\u0061": 3}"#, r#"{"a":1, "b" : 2}"#),
        (last, r#"{"a":1, "b" : 2 , "\u0061": 3}"#, r#"{ "b" : 2 , "\u0061": 3}"#),
        (
            first,
            r#"{"a":{"a":1,"a":2},"b":[{"a":3}],"a":{"b":[1,{"b":2,"b":3}]},"c":4}"#,
            r#"{"a":{"a":1},"b":[{"a":3}],"c":4}"#,
        ),
        (
            last,
            r#"{"a":{"a":1,"a":2},"b":[{"a":3}],"a":{"b":[1,{"b":2,"b":3}]},"c":4}"#,
            r#"{"b":[{"a":3}],"a":{"b":[1,{"b":3}]},"c":4}"#,
        ),
        (first, r#"{"a":1,"a":2,"a":3}"#, r#"{"a":1}"#),
        (last, r#"{"a":1,"a":2,"a":3}"#, r#"{"a":3}"#),
        (last, r#"{"a":1,"b":2,"b":3,"a":4}"#, r#"{"b":3,"a":4}"#),
        (last, r#"{"b":1,"a":2,"a":{"c":[],"c":{}},"d":5}"#, r#"{"b":1,"a":{"c":{}},"d":5}"#),
        (first, "[{\"a\":1 ,\n \"a\" :\t[2,\n3 ]\n}, {\"a\":4}]", "[{\"a\":1\n}, {\"a\":4}]"),
        (last, "{ \"a\" : [ ] , \"a\" : { } }", "{ \"a\" : { } }"),
        (first, r#"{"":0,"":1,"\ud83d\ude00":2,"😀":3}"#, r#"{"":0,"\ud83d\ude00":2}"#),
        // Names are compared as they are written into the output.
        (&also(M::RepeatedFirst), r"{a:1, 'a':2, b:3,}", r#"{"a":1, "b":3}"#),
        (&also(M::RepeatedLast), r"{a:1, 'a':2, b:3,}", r#"{ "a":2, "b":3}"#),
        (&also(M::RepeatedLast), r"{/*1*/a:1/*2*/,/*3*/'\x61':2}", r#"{"\u0061":2}"#),
        (&also(M::RepeatedFirst), r#"{"a":[1] "a":[2] "b":3}"#, r#"{"a":[1], "b":3}"#),
        (&also(M::RepeatedLast), r#"{"a":[1] "a":[2] "b":3}"#, r#"{ "a":[2], "b":3}"#),
        (&also(M::RepeatedLast), r#"{"b":3 "a":[1] "a":[2]}"#, r#"{"b":3, "a":[2]}"#),
        // The missing brackets of an omitted member are not added.
        (&also(M::RepeatedFirst), r#"[{"a":1,"a":[2,{"b":3},[4}]"#, r#"[{"a":1}]"#),
        (&also(M::RepeatedFirst), r#"[{"a":1,"a":[2,{"b":3} ]"#, r#"[{"a":1}]"#),
        (&also(M::RepeatedFirst), "[[{\"a\":1,\"a\":[2,{\"b\":3 ", "[[{\"a\":1}]] "),
        (&truncated(M::RepeatedFirst), r#"{"a":1,"a":[2,{"b":3"#, r#"{"a":1}"#),
        (&[M::RepeatedFirst, M::KeepTruncated], r#"{"a":1,"a":"x"#, r#"{"a":1}"#),
        (&[M::RepeatedLast, M::KeepTruncated], r#"{"a":1,"a":"x"#, r#"{"a":"x"}"#),
        (&truncated(M::RepeatedLast), r#"{"a":1,"a":[2,{"b":3"#, r#"{"a":[2,{}]}"#),
        (&truncated(M::RepeatedLast), r#"{"a":1,"a":2"#, r#"{"a":1}"#),
        (&truncated(M::RepeatedLast), r#"{"a":1,"b":{"c":1,"c":2},"a":[ "#, r#"{"b":{"c":2},"a":[]} "#),
        (&[M::RepeatedFirst, M::RepeatedLast], r#"{"a":1,"a":2}"#, r#"{"a":1}"#),
    ];
    for (mends, damaged, expected) in rows {
        let rules = rules(mends);
        let out = holds(rules, damaged.as_bytes()).unwrap_or_else(|error| panic!("{damaged}: {error}"));
        assert_eq!(String::from_utf8(out.text.clone()).unwrap(), *expected, "{damaged}");
        let is_repeated = |change: &&Changed| matches!(change.0, M::RepeatedFirst | M::RepeatedLast);
        assert!(out.changes.iter().filter(is_repeated).all(|change| change.1 == ErrorCode::NameRepeated), "{damaged}");
        for cut in 0..=damaged.len() {
            let parts = in_parts(Tier::best(), rules, damaged.as_bytes(), &[cut]);
            assert_eq!(parts.as_ref(), Ok(&out), "{damaged}, cut at {cut}");
        }
        let all: Vec<_> = (0..damaged.len()).collect();
        assert_eq!(in_parts(Tier::best(), rules, damaged.as_bytes(), &all).as_ref(), Ok(&out), "{damaged}");
    }
}

/// A record after another, good or refused anywhere, is repaired as by a new repair.
#[test]
fn members_of_one_record_do_not_count_in_the_next() {
    let text = r#"{"a":{"a":1,"a":2},"b":[{"a":3}],"a":{"b":[1,{"b":2,"b":3}]},"c":4}"#;
    let record = |repair: &mut Repair<'_>, src: &str| {
        let mut out = Out::default();
        let done = repair.record(src.as_bytes(), RecordEnd::Input, RecordStart { offset: 0, line: 1 }, &mut out);
        done.map(|()| out).map_err(text_error)
    };
    for mend in [Mend::RepeatedFirst, Mend::RepeatedLast] {
        let rules = rules(&[mend]);
        let (mut stack, mut other) = ([0; 15], [0; 15]);
        let mut repair = Repair::new(rules, &mut stack);
        for cut in 0..=text.len() {
            let first = record(&mut repair, &text[..cut]);
            assert_eq!(first.is_ok(), cut == text.len(), "{cut}");
            assert_eq!(record(&mut repair, text), record(&mut Repair::new(rules, &mut other), text), "{cut}");
        }
    }
}

#[test]
fn a_restart_forgets_an_unfinished_text() {
    let mut stack = [0; 15];
    let mut repair = Repair::new(rules(&[]), &mut stack);
    let mut out = Out::default();
    assert!(repair.step(b"[[1, {", Chunk::More, &mut out).unwrap() > 0);
    repair.restart();
    let mut out = Out::default();
    assert_eq!(repair.step(b"{}", Chunk::Last, &mut out).unwrap(), 2);
    assert_eq!(out.text, b"{}");
}

/// Any objects: each name stays once, with its first or last value, in the order of the members that stay.
#[test]
fn members_that_stay_are_those_of_a_plain_map() {
    let mut random = Random::new(46);
    for _ in 0..if cfg!(miri) { 20 } else { cases(20_000) } {
        let (mut text, mut members) = (String::from("{"), Vec::new());
        for number in 0..random.within(0, 90) {
            let name = random.pick(&["a", "b", "c", "d", "e"]);
            let written = if random.once_in(3) { format!("\\u{:04x}", name.as_bytes()[0]) } else { name.to_string() };
            let value = random.pick(&["1", "[]", "{\"a\":[2],\"b\":{}}", "\"a\""]);
            text += &format!("{}\"{written}\":{value}", if number > 0 { "," } else { "" });
            members.push((name, format!("\"{written}\":{value}")));
        }
        text += "}";
        for mend in [Mend::RepeatedFirst, Mend::RepeatedLast] {
            let stays = |&index: &usize| {
                let others = if mend == Mend::RepeatedFirst { &members[..index] } else { &members[index + 1..] };
                others.iter().all(|other| other.0 != members[index].0)
            };
            let kept: Vec<_> = (0..members.len()).filter(stays).map(|index| &members[index].1[..]).collect();
            let out = record(rules(&[mend]), RecordEnd::Line, text.as_bytes()).expect("valid but for names");
            assert_eq!(
                String::from_utf8(out.text.clone()).unwrap(),
                format!("{{{}}}", kept.join(",")),
                "{mend:?} {text}"
            );
            out.agrees_with_changes(text.as_bytes());
        }
    }
}

#[test]
fn nothing_is_guessed() {
    for (text, code, offset) in [
        ("[tru]", ErrorCode::JsonLiteralUnknown, 4),
        ("{\"a\":tru", ErrorCode::JsonIncomplete, 8),
        ("tru", ErrorCode::JsonIncomplete, 3),
        ("[nan]", ErrorCode::JsonLiteralUnknown, 2),
        ("[1.2.3]", ErrorCode::JsonBracketExpected, 4),
        ("[,1]", ErrorCode::JsonValueExpected, 1),
        ("[1,,2]", ErrorCode::JsonValueExpected, 3),
        ("{\"a\" 1}", ErrorCode::JsonColonExpected, 5),
        ("{\"a\":}", ErrorCode::JsonValueExpected, 5),
        ("{\"a\":1]", ErrorCode::JsonCommaExpected, 6),
        ("[\"a\"\"b\"]", ErrorCode::JsonBracketExpected, 4),
        ("{1:2}", ErrorCode::JsonStringExpected, 1),
        ("[\"\\q\"]", ErrorCode::EscapeUnknown, 2),
        ("[\"\\01\"]", ErrorCode::EscapeUnknown, 2),
        ("[\"\\u12\"]", ErrorCode::EscapeHex, 2),
        ("[1] [2]", ErrorCode::JsonTrailing, 4),
        ("[1/]", ErrorCode::JsonBracketExpected, 2),
        ("[0x]", ErrorCode::JsonBracketExpected, 2),
        ("[1, /* x", ErrorCode::JsonIncomplete, 8),
        ("", ErrorCode::JsonValueExpected, 0),
        ("\u{feff}", ErrorCode::JsonValueExpected, 3),
    ] {
        let rules = RepairRules { mends: whole_mends().without(Mend::NanNull), ..RepairRules::SAFE };
        assert_eq!(holds(rules, text.as_bytes()).map(|out| out.text), Err(Error::new(code, offset)), "{text}");
    }
}

/// Without mends, the first error is that of the checker.
#[test]
fn errors_are_those_of_the_checker() {
    let rules = RepairRules { mends: Mends::NONE, ..RepairRules::SAFE };
    for number in 0..20_000 {
        let text = json_document(number);
        let expected = is_json(&text);
        let found = record(rules, RecordEnd::Input, &text).map(drop);
        assert_eq!(found, expected, "{number}: {}", String::from_utf8_lossy(&text));
    }
}

#[test]
fn generated_documents_keep_all_properties() {
    let mut random = Random::new(29);
    for number in 0..cases(20_000) {
        let mut text = json_document(number);
        if random.once_in(2) {
            text.truncate(random.within(0, text.len() + 1));
        }
        let mut mends = Mends::NONE;
        for mend in Mend::ALL {
            mends = if random.once_in(3) { mends } else { mends.with(mend) };
        }
        let ill_formed =
            random.pick(&[IllFormed::Reject, IllFormed::Replace, IllFormed::ReplaceJava, IllFormed::Visible]);
        let rules = RepairRules { mends, ill_formed, ..RepairRules::SAFE };
        let done = holds(rules, &text);
        let cuts = [random.within(0, text.len() + 1), text.len()];
        match (in_parts(Tier::best(), rules, &text, &cuts), &done) {
            (Err(found), Err(expected)) => assert_eq!(found, *expected),
            (found, expected) => assert_eq!(found.as_ref(), expected.as_ref()),
        }
    }
}

/// Small texts, cut at all pairs of places: the same output and the same report.
#[test]
fn every_split_gives_the_same() {
    for text in [
        &b"\xEF\xBB\xBF\0{'a':\"x\ty\xE2\x82\xAC\xF0\x9F\x98\x80\xE2\x82\", b : [+1,.5 0x1f,None,],/*c*/\"\\ud800\\x41\":NaN,}//e\n\0\0"[..],
        b"[1,[2,{\"a\":\"b\\ud83d\\ude00\"}#x\r\n]",
        b"{\"a\":[1,2}, ",
        b"[\"abc\\u00",
        b"\0\0",
        b"{\0",
        b"[\"\\\0\0",
        b"[\0 1]",
    ] {
        for mends in [every_mend(), every_mend().without(Mend::KeepTruncated), whole_mends(), Mends::SAFE] {
            let rules = RepairRules { mends, ..RepairRules::SAFE };
            let expected = holds(rules, text);
            for first in 0..=text.len() {
                for second in first..=text.len() {
                    assert_eq!(in_parts(Tier::best(), rules, text, &[first, second]), expected, "{first} {second}");
                }
            }
            let each: Vec<usize> = (0..text.len()).collect();
            assert_eq!(in_parts(Tier::best(), rules, text, &each), expected);
        }
    }
}

/// Writes damaged text and its mended form side by side.
struct Twins {
    random: Random,
    damaged: Vec<u8>,
    mended: Vec<u8>,
    mends: Vec<Mend>,
}

impl Twins {
    fn both(&mut self, text: &[u8]) {
        self.damaged.extend_from_slice(text);
        self.mended.extend_from_slice(text);
    }

    fn differ(&mut self, mend: Mend, damaged: &[u8], mended: &[u8]) {
        self.damaged.extend_from_slice(damaged);
        self.mended.extend_from_slice(mended);
        self.mends.push(mend);
    }

    fn gap(&mut self) {
        match self.random.within(0, 8) {
            0 => self.differ(Mend::Comments, b"/* , ]} \" */", b""),
            1 => {
                self.differ(Mend::Comments, b"// '[", b"");
                self.both(b"\n");
            }
            2 => self.both(b" \t"),
            _ => {}
        }
    }

    fn string(&mut self) {
        let quote = self.random.once_in(4);
        let differ = |twins: &mut Self| match quote {
            true => twins.differ(Mend::SingleQuotes, b"'", b"\""),
            false => twins.both(b"\""),
        };
        differ(self);
        for _ in 0..self.random.within(0, 5) {
            match self.random.within(0, 8) {
                0 => self.differ(Mend::ControlCharacters, b"\x1f", b"\\u001f"),
                1 => self.differ(Mend::ControlCharacters, b"\n", b"\\n"),
                2 => self.differ(Mend::Utf8, b"\xE2\x82", "\u{fffd}".as_bytes()),
                3 => self.differ(Mend::LoneSurrogates, b"\\udbff", b"\\ufffd"),
                4 => match self.random.once_in(2) {
                    true => self.differ(Mend::Escapes, b"\\x7e", b"\\u007e"),
                    false => self.differ(Mend::NulEscapes, b"\\u0000", b"\\ufffd"),
                },
                5 => self.both("\u{e9}\\n long text without anything special in it, more than a vector".as_bytes()),
                6 if quote => self.differ(Mend::SingleQuotes, b"\"", b"\\\""),
                _ => self.both(b"x"),
            }
        }
        differ(self);
    }

    fn scalar(&mut self) {
        match self.random.within(0, 9) {
            0 => self.differ(Mend::PythonWords, b"None", b"null"),
            1 => self.differ(Mend::NanNull, b"-Infinity", b"null"),
            2 => self.differ(Mend::PlusSigns, b"+7", b"7"),
            3 => self.differ(Mend::LeadingZeros, b"-0017", b"-17"),
            4 => self.differ(Mend::BarePoints, b".25", b"0.25"),
            5 => self.differ(Mend::HexNumbers, b"0xBEEF", b"48879"),
            6 => self.both(b"-1.5E-7"),
            _ => self.string(),
        }
    }

    fn name(&mut self) {
        match self.random.once_in(4) {
            true => {
                self.differ(Mend::Names, b"", b"\"");
                self.both(b"$name_1");
                self.differ(Mend::Names, b"", b"\"");
            }
            false => self.string(),
        }
    }

    fn value(&mut self, depth: usize) {
        if depth == 0 || self.random.once_in(3) {
            return self.scalar();
        }
        let is_object = self.random.once_in(2);
        self.both(if is_object { b"{" } else { b"[" });
        let count = self.random.within(0, 4);
        for number in 0..count {
            if number > 0 {
                match self.random.once_in(6) {
                    true => self.differ(Mend::MissingCommas, b"", b","),
                    false => self.both(b","),
                }
                self.both(b" ");
            }
            self.gap();
            if is_object {
                self.name();
                self.gap();
                self.both(b":");
                self.gap();
            }
            self.value(depth - 1);
            // A comma is missing only right after the value.
            if number + 1 == count {
                self.gap();
                if self.random.once_in(3) {
                    self.differ(Mend::TrailingCommas, b",", b"");
                    self.gap();
                }
            }
        }
        self.both(if is_object { b"}" } else { b"]" });
    }
}

#[test]
fn inserted_faults_are_mended_to_the_expected_bytes() {
    let mut counts = [0; Mend::ALL.len()];
    for seed in 0..4000 {
        let mut twins = Twins { random: Random::new(seed), damaged: vec![], mended: vec![], mends: vec![] };
        twins.value(4);
        let mends = whole_mends().without(Mend::RepeatedFirst).without(Mend::RepeatedLast);
        let out = holds(RepairRules { mends, ..RepairRules::SAFE }, &twins.damaged);
        let shown = String::from_utf8_lossy(&twins.damaged);
        let out = out.unwrap_or_else(|error| panic!("{error}: {shown}"));
        assert_eq!(String::from_utf8_lossy(&out.text), String::from_utf8_lossy(&twins.mended), "{shown}");
        assert_eq!(out.mends(), twins.mends, "{shown}");
        twins.mends.iter().for_each(|&mend| counts[mend as usize] += 1);
    }
    for (mend, count) in Mend::ALL.into_iter().zip(counts) {
        let elsewhere = [
            Mend::ByteOrderMark,
            Mend::NulPadding,
            Mend::Truncated,
            Mend::KeepTruncated,
            Mend::DropTruncated,
            Mend::Closers,
            Mend::NanString,
            Mend::RepeatedFirst,
            Mend::RepeatedLast,
        ];
        assert!(count > 100 || elsewhere.contains(&mend), "{}: {count}", mend.name());
    }
}

/// A bracket of an outer container says which inner ones are not closed.
#[test]
fn missing_closers_are_found_at_every_depth() {
    let rules = rules(&[Mend::Closers]);
    for depth in [1, 2, 3, 62, 63, 64, 65, 66, 127, 128, 129, 200] {
        let inside = "[".repeat(depth);
        let out = holds(rules, format!("{{\"a\":{inside}1}}").as_bytes()).unwrap();
        assert_eq!(out.text, format!("{{\"a\":{inside}1{}}}", "]".repeat(depth)).into_bytes());
        let inside = "{\"a\":".repeat(depth);
        let out = holds(rules, format!("[{inside}1]").as_bytes()).unwrap();
        assert_eq!(out.text, format!("[{inside}1{}]", "}".repeat(depth)).into_bytes());
    }
}

#[test]
fn policies_cut_pieces_as_they_do_elsewhere() {
    let text = b"[\"\xED\xA0\x80 \xE0\x80\x80 \xF4\x90\x80\x80 \xC3\xFF\"]";
    for (policy, expected) in [
        (IllFormed::Replace, "[\"??? ??? ???? ??\"]"),
        (IllFormed::ReplaceJava, "[\"? ??? ???? ??\"]"),
        (IllFormed::ReplacePhp, "[\"? ? ? ?\"]"),
        (IllFormed::IgnorePhp, "[\"   \"]"),
        (IllFormed::Visible, r#"["\\xED\\xA0\\x80 \\xE0\\x80\\x80 \\xF4\\x90\\x80\\x80 \\xC3\\xFF"]"#),
    ] {
        let out = holds(RepairRules { ill_formed: policy, ..RepairRules::SAFE }, text).unwrap();
        assert_eq!(String::from_utf8(out.text).unwrap().replace('\u{fffd}', "?"), expected, "{}", policy.name());
    }
    let rules = RepairRules { ill_formed: IllFormed::Reject, ..RepairRules::SAFE };
    assert_eq!(holds(rules, text).map(drop), Err(Error::new(ErrorCode::Utf8Surrogate, 2)));
}

#[test]
fn limits_hold() {
    let deep = RepairRules { depth_max: 2, ..rules(&[Mend::Truncated]) };
    assert_eq!(record(deep, RecordEnd::Input, b"[[1,").map(|out| out.text), Ok(b"[[1]]".to_vec()));
    assert_eq!(record(deep, RecordEnd::Input, b"[[[").map(drop), Err(Error::new(ErrorCode::LimitDepth, 2)));
    let short = RepairRules { string_max: 3, ..RepairRules::SAFE };
    assert_eq!(
        record(short, RecordEnd::Input, b"[\"abc\",\"abcd\"]").map(drop),
        Err(Error::new(ErrorCode::LimitStringLen, 11))
    );
}

/// More changes than a record keeps: the same output as of fewer, from a second pass.
#[test]
fn a_record_may_have_any_number_of_changes() {
    let rules = rules(&[Mend::Truncated, Mend::TrailingCommas]);
    for count in [60_000, 70_000] {
        for end in ["\",]", "\", 1", "\", \"cut"] {
            let text = format!("[\"{}{end}", "a\u{1}".repeat(count)).into_bytes();
            let out = record(rules, RecordEnd::Input, &text).unwrap();
            assert_eq!(out.changes.len(), count + 1);
            assert_eq!(Ok(out), in_parts(Tier::best(), rules, &text, &[]));
        }
    }
}
