//! Canonical JSON beside the reference and beside other implementations, with memory for all or for almost nothing.

use serde_json::Value;
use std::convert::Infallible;
use stringmill_convert::canonical::{
    Canonical, CanonicalError, CanonicalLimits, CanonicalVerifier, Form, RepeatedNames, Storage, json_canonical,
    json_canonical_with,
};
use stringmill_kernels::Tier;
use stringmill_outcome::{Chunk, Error, ErrorCode};
use stringmill_random::{Random, cases};

/// Makes `text` canonical in pieces of `size` bytes. Returns also how many bytes were stored.
fn in_pieces(text: &[u8], size: usize, memory_max: usize) -> Result<(Vec<u8>, u64), Error> {
    in_form(Form::Canonical, text, size, memory_max)
}

fn in_form(form: Form, text: &[u8], size: usize, memory_max: usize) -> Result<(Vec<u8>, u64), Error> {
    let error = |error: CanonicalError<Infallible>| match error {
        CanonicalError::Text(error) => error,
        CanonicalError::Storage(never) => match never {},
    };
    let mut stack = [0; 15];
    let limits = CanonicalLimits { memory_max, ..CanonicalLimits::DEFAULT };
    let mut canonical = Canonical::new(limits, &mut stack, Vec::new()).with_form(form);
    let (mut from, mut to) = (0, 0);
    loop {
        let chunk = if to == text.len() { Chunk::Last } else { Chunk::More };
        from += canonical.step(&text[from..to], chunk).map_err(error)?;
        if chunk == Chunk::Last {
            break;
        }
        to = text.len().min(to + size);
    }
    canonical.finish().map_err(error)?;
    let (stored, mut out) = (canonical.stored(), Vec::new());
    let written = canonical.write(|bytes| {
        out.extend_from_slice(bytes);
        Ok(())
    });
    written.map_err(error).map(|()| (out, stored))
}

/// Verifies `text` in pieces of `size` bytes.
fn verify(text: &[u8], size: usize) -> Result<(), Error> {
    let mut stack = [0; 15];
    let mut verifier = CanonicalVerifier::new(CanonicalLimits::DEFAULT, &mut stack);
    let (mut from, mut to) = (0, 0);
    loop {
        let chunk = if to == text.len() { Chunk::Last } else { Chunk::More };
        from += verifier.step(&text[from..to], chunk)?;
        if chunk == Chunk::Last {
            return Ok(());
        }
        to = text.len().min(to + size);
    }
}

/// All tests of one text. Returns its canonical form.
fn agrees(text: &[u8], random: &mut Random) -> Result<Vec<u8>, Error> {
    let shown = || String::from_utf8_lossy(text).into_owned();
    let expected = stringmill_reference::json_canonical(1024, text);
    assert_eq!(json_canonical(text), expected, "{}", shown());
    let size = [1, 3, 17, 100, 1000][random.within(0, 5)];
    assert_eq!(in_pieces(text, size, usize::MAX).map(|(out, _)| out), expected, "{}", shown());
    match (verify(text, usize::MAX), &expected) {
        (Ok(()), _) => assert_eq!(expected.as_deref(), Ok(text), "{}", shown()),
        (Err(found), Ok(canonical)) => {
            assert_ne!(canonical, text, "{found}: {}", shown());
            assert!(found.code as u16 / 10 == 81, "{found}: {}", shown());
        }
        (Err(found), Err(error)) => assert!(found.offset <= error.offset, "{found}, {error}: {}", shown()),
    }
    assert_eq!(verify(text, size), verify(text, usize::MAX), "{}", shown());
    if let Ok(canonical) = &expected {
        assert_eq!((verify(canonical, size), json_canonical(canonical)), (Ok(()), Ok(canonical.clone())));
    }
    expected
}

#[test]
fn generated_documents_agree_with_the_reference() {
    let mut random = Random::new(1);
    let (mut good, mut bad) = (0, 0);
    for number in 0..cases(30_000) {
        match agrees(&stringmill_reference::json_document(number), &mut random) {
            Ok(_) => good += 1,
            Err(_) => bad += 1,
        }
    }
    assert!(good > cases(4000) && bad > cases(5000), "{good} good, {bad} bad");
}

/// A document with many names of each kind, without repeated ones.
fn document(random: &mut Random, depth: usize, out: &mut String) {
    const NAMES: [&str; 12] =
        ["", "a", "b", "\\n", "\\u0080", "\u{20ac}", "\\ud83d\\ude00", "\u{fb33}", "\u{1F600}x", "\\\"", "A\\/", "aa"];
    match random.within(0, if depth == 0 || out.len() > 8000 { 4 } else { 8 }) {
        0 => *out += random.pick(&["1", "-0", "1.50", "1e21", "1E-7", "333333333.33333329", "9007199254740994"]),
        1 => *out += random.pick(&["true", "false", "null", "\"\"", "[]", "{ }"]),
        2 => *out += &format!("\"{}\"", "text \u{e9} ".repeat(random.within(0, 60))),
        3 => *out += &format!("\"{}\"", "\\u20ac\\/\\n ".repeat(random.within(0, 30))),
        4 => array(random, depth - 1, out),
        _ => {
            let count = random.within(0, 40);
            *out += "{";
            let first = random.within(0, 100);
            for index in 0..count {
                let number = (first + index * 37) % 101;
                *out += &format!("{}\"{}{number}\" :", if index == 0 { "" } else { "," }, random.pick(&NAMES));
                document(random, depth - 1, out);
            }
            *out += "}\n";
        }
    }
}

fn array(random: &mut Random, depth: usize, out: &mut String) {
    *out += "[";
    for index in 0..random.within(0, 9) {
        *out += if index == 0 { "" } else { ", " };
        document(random, depth, out);
    }
    *out += "]";
}

#[test]
fn little_memory_gives_the_same_text() {
    let mut random = Random::new(2);
    let (mut spilled, mut limited) = (0, 0);
    for case in 0..1000 {
        let mut text = String::new();
        document(&mut random, 1 + case % 5, &mut text);
        let expected = agrees(text.as_bytes(), &mut random).unwrap();
        for memory in [2_000, 5_000, 20_000] {
            match in_pieces(text.as_bytes(), [7, 100, 5000][case % 3], memory) {
                Ok((out, stored)) => {
                    assert!(out == expected, "{memory}: {text}");
                    spilled += usize::from(stored > 0);
                }
                Err(error) => {
                    assert_eq!(error.code, ErrorCode::LimitMemory, "{memory}: {text}");
                    limited += 1;
                }
            }
        }
    }
    println!("{spilled} spilled, {limited} limited");
    assert!(spilled > 300 && limited < spilled / 2, "{spilled} spilled, {limited} limited");
}

/// More runs than are merged at once, in one object and in nested ones, with strings that are longer than the memory.
#[test]
fn many_runs_are_merged() {
    let mut random = Random::new(3);
    let long = "long text \\u00e9 ".repeat(30_000);
    let mut members: Vec<String> =
        (0..100_000).map(|number| format!("\"name {number}\\n\" : {{\"b\":{number}.0, \"a\":[1 , 2]}}")).collect();
    for at in (1..members.len()).rev() {
        members.swap(at, random.within(0, at + 1));
    }
    let flat = format!("{{{}}}", members.join(","));
    let nested = format!("{{\"z\":{flat},\"y\":[1,{flat},\"{long}\",{{\"d\":2,\"c\":{flat}}}],\"x\":\"{long}\"}}");
    for text in [flat, nested, format!("\"{long}\"")] {
        let expected = json_canonical(text.as_bytes()).unwrap();
        let value: Value = serde_json::from_str(&text).unwrap();
        assert!(expected == serde_json_canonicalizer::to_vec(&value).unwrap());
        let (out, stored) = in_pieces(text.as_bytes(), 4096, 400_000).unwrap();
        assert!(stored > text.len() as u64 / 2 && out == expected);
    }
}

/// The runs of the outermost object are merged while it is written: a long text is in the storage once, beside 33 bytes for each
/// member. Stored values are cut by the borders of buffers at every place.
#[test]
fn an_outermost_object_is_stored_once() {
    let mut random = Random::new(5);
    let value = "text ".repeat(40);
    let mut members: Vec<String> = (0..20_000)
        .map(|number| {
            let long = format!("[{{\"b\":\"{}\",\"a\":1}},2]", "x".repeat(20_000 + number % 97));
            format!("\"name {number}\":{}", if number % 400 == 7 { long } else { format!("\"{value}\"") })
        })
        .collect();
    for at in (1..members.len()).rev() {
        members.swap(at, random.within(0, at + 1));
    }
    let text = format!("{{{}}}", members.join(","));
    let expected = json_canonical(text.as_bytes()).unwrap();
    let len = text.len() as u64;
    for (memory, most) in [(3_000_000, 120), (1_500_000, 120), (250_000, 350)] {
        let (out, stored) = in_pieces(text.as_bytes(), 5000, memory).unwrap();
        assert!(out == expected && stored > len / 2 && stored < len * most / 100, "{memory}: {stored} of {len}");
    }
}

/// Storage that destroys what is released, and counts the bytes that are in use at once.
#[derive(Default)]
struct Released {
    bytes: Vec<u8>,
    released: usize,
    most: usize,
}

impl Storage for &mut Released {
    type Error = Infallible;

    fn append(&mut self, bytes: &[u8]) -> Result<(), Infallible> {
        self.bytes.extend_from_slice(bytes);
        self.most = self.most.max(self.bytes.len() - self.released);
        Ok(())
    }

    fn read(&mut self, at: u64, dst: &mut [u8]) -> Result<(), Infallible> {
        Storage::read(&mut self.bytes, at, dst)
    }

    fn release(&mut self, at: u64, len: u64) -> Result<(), Infallible> {
        self.bytes[at as usize..][..len as usize].fill(b'#');
        self.released += len as usize;
        Ok(())
    }
}

/// Merged runs are released, and nothing is read after that.
#[test]
fn merged_runs_are_released() {
    let mut random = Random::new(6);
    let mut members: Vec<String> = (0..60_000).map(|number| format!("\"name {number}\":[{number}]")).collect();
    for at in (1..members.len()).rev() {
        members.swap(at, random.within(0, at + 1));
    }
    let object = format!("{{{}}}", members.join(","));
    for text in [object.clone(), format!("[{object},{object}]")] {
        let mut storage = Released::default();
        let mut stack = [0; 15];
        let limits = CanonicalLimits { memory_max: 40_000, ..CanonicalLimits::DEFAULT };
        let mut canonical = Canonical::new(limits, &mut stack, &mut storage);
        assert_eq!(canonical.step(text.as_bytes(), Chunk::Last).unwrap(), text.len());
        canonical.finish().unwrap();
        let mut out = Vec::new();
        let put = |bytes: &[u8]| {
            out.extend_from_slice(bytes);
            Ok::<(), CanonicalError<Infallible>>(())
        };
        canonical.write(put).unwrap();
        assert!(out == json_canonical(text.as_bytes()).unwrap());
        let Released { bytes, most, .. } = storage;
        println!("{} bytes of text: {} stored, {most} at once", text.len(), bytes.len());
        // The lengths before a member take 32 bytes, more than these members.
        assert!(most < 3 * text.len() && bytes.len() > 4 * text.len(), "{most} of {}", bytes.len());
    }
}

/// The first repeated name is reported, in memory and from runs, however far apart.
#[test]
fn repeated_names_are_found_in_runs() {
    let members: String = (0..5000).map(|number| format!("\"n{number}\":[{number}],")).collect();
    for again in [0, 2500, 4999] {
        let text = format!("{{\"o\":{{{members}\"x\":0,\"n{again}\":0,\"n1\":1}},\"o\":1}}");
        let offset = text.find(&format!("\"n{again}\":0")).unwrap() as u64;
        let expected = Error::new(ErrorCode::NameRepeated, offset);
        assert_eq!(json_canonical(text.as_bytes()), Err(expected));
        assert_eq!(in_pieces(text.as_bytes(), 1000, 20_000), Err(expected));
        assert_eq!(stringmill_reference::json_canonical(1024, text.as_bytes()), Err(expected));
    }
}

#[test]
fn limits_on_memory_and_depth_are_errors() {
    let deep = "{\"name\":".repeat(1000) + "1" + &"}".repeat(1000);
    assert_eq!(in_pieces(deep.as_bytes(), 100, 10_000).unwrap_err().code, ErrorCode::LimitMemory);
    let name = format!("{{\"{}\":1}}", "n".repeat(10_000));
    assert_eq!(in_pieces(name.as_bytes(), 100, 10_000), Err(Error::new(ErrorCode::LimitMemory, 1)));
    let depth = "[".repeat(1025);
    assert_eq!(json_canonical(depth.as_bytes()), Err(Error::new(ErrorCode::LimitDepth, 1024)));
}

/// Another implementation of RFC 8785. It does not refuse repeated names, and serde_json reads numbers.
#[test]
fn agrees_with_serde_json_canonicalizer() {
    let mut random = Random::new(4);
    for case in 0..3000 {
        let mut text = String::new();
        document(&mut random, 1 + case % 4, &mut text);
        let value: Value = serde_json::from_str(&text).unwrap();
        let theirs = serde_json_canonicalizer::to_vec(&value).unwrap();
        assert_eq!(json_canonical(text.as_bytes()), Ok(theirs), "{text}");
    }
}

/// A value of `text` as serde_json writes it for people, with the members of objects in the order of their UTF-16 code units.
fn pretty(value: &Value) -> String {
    fn sorted(value: &Value) -> Value {
        match value {
            Value::Array(elements) => elements.iter().map(sorted).collect(),
            Value::Object(members) => {
                let mut members: Vec<_> = members.iter().collect();
                members.sort_by_key(|(name, _)| name.encode_utf16().collect::<Vec<_>>());
                Value::Object(members.into_iter().map(|(name, value)| (name.clone(), sorted(value))).collect())
            }
            other => other.clone(),
        }
    }
    serde_json::to_string_pretty(&sorted(value)).unwrap() + "\n"
}

/// Beside serde_json, in memory and from runs. Its maps sort by code points, so that the names here have none above U+FFFF, and
/// its texts are compared without the spelling of scalars, which another test has.
#[test]
fn sorted_texts_for_people_agree_with_serde_json() {
    let mut random = Random::new(5);
    let mut spilled = 0;
    for case in 0..200 {
        let mut text = String::new();
        document(&mut random, 1 + case % 4, &mut text);
        let text = text.replace("\\ud83d\\ude00", "x").replace('\u{1F600}', "y");
        for memory in [3_000, usize::MAX] {
            let form = Form::Pretty(RepeatedNames::Refuse);
            let (out, stored) = match in_form(form, text.as_bytes(), [5, 80, 3000][case % 3], memory) {
                Err(error) if error.code == ErrorCode::LimitMemory => continue,
                done => done.unwrap(),
            };
            spilled += usize::from(stored > 0);
            assert_eq!(json_canonical(&out), json_canonical(text.as_bytes()), "{text}");
            let value: Value = serde_json::from_slice(&out).unwrap();
            let lines = |text: &str| text.lines().map(|line| line.len() - line.trim_start().len()).collect::<Vec<_>>();
            assert_eq!(lines(str::from_utf8(&out).unwrap()), lines(&pretty(&value)), "{text}");
        }
    }
    assert!(spilled > 30, "{spilled} spilled");
}

/// Numbers and escapes stay as they are; names sort by what they mean; repeated names are refused, or stay in their order.
#[test]
fn scalars_for_people_stay_as_they_are_written() {
    let text =
        r#"{"b": [1.50, -0, 1e400, 0.10E+2, "\/\u00e9"], "\u0061": "\t", "B": {}, "\ud83d\ude00": 1, "\ufb33": [ ]}"#;
    let expected = r#"{
  "B": {},
  "\u0061": "\t",
  "b": [
    1.50,
    -0,
    1e400,
    0.10E+2,
    "\/\u00e9"
  ],
  "\ud83d\ude00": 1,
  "\ufb33": []
}
"#;
    let refuse = Form::Pretty(RepeatedNames::Refuse);
    let keep = Form::Pretty(RepeatedNames::Keep);
    for memory in [2_000, usize::MAX] {
        let (out, _) = in_form(refuse, text.as_bytes(), 7, memory).unwrap();
        assert_eq!(str::from_utf8(&out), Ok(expected));
    }
    let twice = r#"{"b": 1, "a": 2, "b": 3, "\u0061": 4, "b": 5}"#;
    let error = Error::new(ErrorCode::NameRepeated, 17);
    let kept = "{\n  \"a\": 2,\n  \"\\u0061\": 4,\n  \"b\": 1,\n  \"b\": 3,\n  \"b\": 5\n}\n";
    assert_eq!(in_form(refuse, twice.as_bytes(), 7, usize::MAX), Err(error));
    assert_eq!(in_form(keep, twice.as_bytes(), 7, usize::MAX), Ok((kept.into(), 0)));
    // More members than the memory holds, each name twice.
    let members: String = (0..4000).map(|number| format!("\"n{}\":{number},", number % 2000)).collect();
    let long = format!("{{{members}\"z\":0}}");
    let (out, stored) = in_form(keep, long.as_bytes(), 100, 20_000).unwrap();
    assert!(stored > 0 && in_form(keep, long.as_bytes(), 100, usize::MAX) == Ok((out, 0)));
}

/// Integers of every length: refused or not as the reference refuses them, and what is written is accepted again.
#[test]
fn integers_that_change_are_refused() {
    let mut random = Random::new(7);
    let (mut good, mut bad) = (0, 0);
    for _ in 0..20_000 {
        let text = match random.within(0, 3) {
            // Exact values of doubles, and their neighbours.
            0 => format!("{:.0}", (1 + random.within(0, 1 << 53)) as f64 * 2f64.powi(random.within(0, 60) as i32)),
            1 => format!("-{}", (1_u64 << 53) + random.within(0, 1000) as u64),
            _ => format!("{}{}", 1 + random.within(0, 9), "0123456789".repeat(3).split_at(random.within(10, 25)).0),
        };
        let expected = stringmill_reference::json_canonical(1024, text.as_bytes());
        assert_eq!(json_canonical(text.as_bytes()), expected, "{text}");
        let rounding = CanonicalLimits { rounds_integers: true, ..CanonicalLimits::DEFAULT };
        let rounded = json_canonical_with(Tier::best(), rounding, text.as_bytes()).unwrap();
        match expected {
            Ok(written) => {
                assert_eq!(json_canonical(&written).as_ref(), Ok(&written), "{text}");
                assert_eq!(written, rounded);
                good += 1;
            }
            Err(error) => {
                assert_eq!(error, Error::new(ErrorCode::CanonicalInteger, 0), "{text}");
                assert_eq!(verify(text.as_bytes(), 1).unwrap_err().code, ErrorCode::CanonicalNumber);
                bad += 1;
            }
        }
    }
    assert!(good > 1000 && bad > 1000, "{good} good, {bad} bad");
}

/// Memory depends on the text, not on the depth that is allowed.
#[test]
fn any_depth_may_be_allowed() {
    for depth_max in [1 << 36, u64::from(u32::MAX), u64::MAX] {
        let limits = CanonicalLimits { depth_max, memory_max: 100_000, ..CanonicalLimits::DEFAULT };
        assert_eq!(json_canonical_with(Tier::best(), limits, b"[]"), Ok(b"[]".to_vec()));
        let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
        assert_eq!(json_canonical_with(Tier::best(), limits, deep.as_bytes()), Ok(deep.clone().into_bytes()));
        let cut = Error::new(ErrorCode::JsonIncomplete, 200);
        assert_eq!(json_canonical_with(Tier::best(), limits, "[".repeat(200).as_bytes()), Err(cut));
    }
}

/// The standard library, and so the reference, counts exponents up to 65,536 only.
#[test]
fn digits_may_cancel_a_large_exponent() {
    for (text, expected) in [
        (format!("[15{}e-70000]", "0".repeat(70_000)), "[15]"),
        (format!("[{}e-1073741822]", "9".repeat(131_000)), "[0]"),
        (format!("[0.{}15e70002]", "0".repeat(70_000)), "[15]"),
    ] {
        assert_eq!(json_canonical(text.as_bytes()).as_deref(), Ok(expected.as_bytes()));
    }
}
