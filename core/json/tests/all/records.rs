//! Records written and read: known answers, comparison with serde_json, short buffers, and text that does not fit the plan.

use serde_json::{Map, Value};
use stringmill_json::{
    RecordKind, RecordMember, RecordPlan, RecordRules, RecordSlot, RecordSlots, RecordValue, record_read_with,
    record_write_with,
};
use stringmill_kernels::{JsonEscapeUtf16, Tier, json_escape_utf16_with};
use stringmill_numbers::FloatWrite;
use stringmill_outcome::{Chunk, Error, ErrorCode, Progress, Repairs};
use stringmill_profile::{FloatShape, IllFormedUtf16, Profile};

const FLOATS: FloatWrite = FloatWrite::new(&FloatShape::DOTNET);

fn dotnet() -> JsonEscapeUtf16<'static> {
    let profile = Profile::parse("dotnet").expect("a profile");
    JsonEscapeUtf16::new(&profile, IllFormedUtf16::Replace).expect("dotnet takes the policy")
}

fn member<'a>(name: &'a str, kind: RecordKind) -> RecordMember<'a> {
    RecordMember { name: name.as_bytes(), written: name.as_bytes(), kind }
}

/// A member of each kind, and nested objects.
fn plan() -> RecordPlan {
    let umlaut = RecordMember { name: "größe".as_bytes(), written: br"gr\u00F6\u00DFe", kind: RecordKind::Float64 };
    RecordPlan::new(&[
        member("Num", RecordKind::Int64),
        member("Text", RecordKind::String),
        member("Inner", RecordKind::Object),
        member("Flag", RecordKind::Bool),
        member("Empty", RecordKind::Object),
        member("", RecordKind::End),
        member("Big", RecordKind::Uint64),
        member("", RecordKind::End),
        umlaut,
        member("Small", RecordKind::Float32),
        member("List", RecordKind::Raw),
    ])
    .expect("a plan")
}

const SLOTS: usize = 11;

/// Values in memory of their own.
struct Values<'a>(Vec<RecordValue<'a>>);

impl<'a> RecordSlots<'a> for Values<'a> {
    fn value(&self, number: usize, _: RecordKind) -> Result<RecordValue<'a>, ErrorCode> {
        Ok(self.0[number])
    }
}

fn values<'a>(text: &'a [u16]) -> Values<'a> {
    use RecordValue::{Bits, Json, Units};
    Values(vec![
        Bits((-7_i64).cast_unsigned()),
        Units(text),
        Bits(0),
        Bits(1),
        Bits(0),
        Bits(0),
        Bits(u64::MAX),
        Bits(0),
        Bits(1e17_f64.to_bits()),
        Bits(0.1_f32.to_bits().into()),
        Json(b"[1,2]"),
    ])
}

fn write(tier: Tier, values: &Values<'_>, dst: &mut [u8]) -> Result<usize, Error> {
    let strings = dotnet();
    record_write_with(tier, RecordRules { strings: &strings, floats: &FLOATS }, &plan(), values, dst)
}

const WRITTEN: &str = r#"{"Num":-7,"Text":"caf\u00E9 \u0022","Inner":{"Flag":true,"Empty":{},"Big":18446744073709551615},"gr\u00F6\u00DFe":1E+17,"Small":0.1,"List":[1,2]}"#;

#[test]
fn a_record_is_written() {
    let text: Vec<_> = "café \"".encode_utf16().collect();
    for tier in Tier::available() {
        for cap in 0..=WRITTEN.len() + 100 {
            let mut dst = vec![0; cap];
            let found =
                write(tier, &values(&text), &mut dst).map(|len| String::from_utf8_lossy(&dst[..len]).into_owned());
            if cap < WRITTEN.len() {
                assert_eq!(found.map_err(|error| error.code), Err(ErrorCode::RoomShort), "{tier} {cap}");
            } else {
                assert_eq!(found.as_deref(), Ok(WRITTEN), "{tier} {cap}");
            }
        }
    }
}

#[test]
fn null_stands_for_any_value() {
    let mut all = values(&[]);
    all.0.fill(RecordValue::Null);
    let mut dst = [0; 256];
    let tier = Tier::best();
    let len = write(tier, &all, &mut dst).expect("room");
    let expected = r#"{"Num":null,"Text":null,"Inner":null,"gr\u00F6\u00DFe":null,"Small":null,"List":null}"#;
    assert_eq!(String::from_utf8_lossy(&dst[..len]), expected);
    let done = read(tier, expected.as_bytes()).expect("a record");
    let nulls: Vec<_> = done.1.iter().map(|slot| slot.len == RecordSlot::NULL).collect();
    assert_eq!(nulls, [true, true, true, false, false, false, false, false, true, true, true]);
}

#[test]
fn what_cannot_be_written() {
    let mut dst = [0; 256];
    for (number, value, code) in [
        (8, RecordValue::Bits(f64::NAN.to_bits()), ErrorCode::NumberNotFinite),
        (9, RecordValue::Bits(f32::INFINITY.to_bits().into()), ErrorCode::NumberNotFinite),
        (1, RecordValue::Bits(1), ErrorCode::ChoiceUnknown),
        (0, RecordValue::Units(&[]), ErrorCode::ChoiceUnknown),
    ] {
        let mut values = values(&[]);
        values.0[number] = value;
        assert_eq!(write(Tier::best(), &values, &mut dst), Err(Error::new(code, number as u64)));
    }
}

/// Errors in `written`, the escaped name, at every place.
#[test]
fn names_as_they_are_written() {
    use ErrorCode as E;
    let refusal =
        |name: &[u8], written: &[u8]| RecordPlan::new(&[RecordMember { name, written, kind: RecordKind::Bool }]).err();
    for (written, expected) in [
        (&b"\xFF"[..], E::Utf8ImpossibleByte),
        (b"\xED\xA0\x80", E::Utf8Surrogate),
        (b"\xC3", E::Utf8Incomplete),
        (b"\xC0\x80", E::Utf8Overlong),
        (b"\\u12", E::EscapeIncomplete),
        (b"\\u12x4", E::EscapeHex),
        (b"\\x", E::EscapeUnknown),
        (b"\\", E::EscapeIncomplete),
        (b"\\ud800", E::SurrogateLone),
        (b"\"", E::QuoteUnescaped),
        (b"\"\\x", E::QuoteUnescaped),
        (b"\n", E::ControlUnescaped),
        (b"\0", E::ControlUnescaped),
    ] {
        for before in [0, 1, 31, 63, 64, 65, 200] {
            let written = [&vec![b'a'; before], written].concat();
            assert_eq!(refusal(&written, &written), Some(expected), "{}", written.escape_ascii());
        }
    }
    for (name, written) in [("a", "b"), ("a", ""), ("", "a"), ("ab", "a"), ("a", "ab"), ("\\n", "\\n")] {
        assert_eq!(refusal(name.as_bytes(), written.as_bytes()), Some(E::ChoiceUnknown), "{name} {written}");
    }
    for (name, written) in [("", ""), ("a\"\u{1F600}", r#"\u0061\"\ud83d\ude00"#), ("\0/", r"\u0000\/")] {
        assert_eq!(refusal(name.as_bytes(), written.as_bytes()), None, "{name}");
    }
}

#[test]
fn names_that_come_twice() {
    let inner = [member("o", RecordKind::Object), member("a", RecordKind::Bool), member("", RecordKind::End)];
    let a = [member("a", RecordKind::Int64)];
    let spelled = [RecordMember { name: b"a", written: br"\u0061", kind: RecordKind::Bool }];
    for (members, expected) in [
        ([&a[..], &a].concat(), Some(ErrorCode::JsonMemberUnknown)),
        ([&a[..], &inner, &spelled].concat(), Some(ErrorCode::JsonMemberUnknown)),
        ([&inner[..2], &a, &inner[2..]].concat(), Some(ErrorCode::JsonMemberUnknown)),
        ([&inner[..], &inner].concat(), Some(ErrorCode::JsonMemberUnknown)),
        // Each object has its own names, and an end has none.
        ([&a[..], &inner].concat(), None),
    ] {
        assert_eq!(RecordPlan::new(&members).err(), expected);
    }
}

#[test]
fn plans_that_are_none() {
    for members in [&[member("a", RecordKind::End)][..], &[member("a", RecordKind::Object)]] {
        assert_eq!(RecordPlan::new(members).err(), Some(ErrorCode::ChoiceUnknown));
    }
    let object = |inside: &[RecordMember<'static>]| {
        [&[member("a", RecordKind::Object)], inside, &[member("", RecordKind::End)]].concat()
    };
    // The record is a level, too.
    let deepest = (1..RecordPlan::DEPTH_MAX).fold(Vec::new(), |inside, _| object(&inside));
    assert_eq!(RecordPlan::new(&object(&deepest)).err(), Some(ErrorCode::ChoiceUnknown));
    let plan = RecordPlan::new(&deepest).expect("63 objects in a record");
    let text = [r#"{"a":"#.repeat(63), "{}".into(), "}".repeat(63)].concat();
    let mut slots = [RecordSlot::default(); 126];
    let done = record_read_with(Tier::best(), &plan, text.as_bytes(), &mut slots, &mut []).expect("a record");
    assert_eq!((done.read, plan.slot_count(), plan.text_len()), (text.len(), 126, text.len()));
}

type Found = Result<(Progress, [RecordSlot; SLOTS], Vec<u16>), Error>;

fn read(tier: Tier, src: &[u8]) -> Found {
    let mut slots = [RecordSlot::default(); SLOTS];
    let mut text = vec![0; src.len()];
    let done = record_read_with(tier, &plan(), src, &mut slots, &mut text)?;
    text.truncate(done.written);
    Ok((done, slots, text))
}

/// The values of a record, read by serde_json.
fn as_value(src: &[u8], slots: &[RecordSlot; SLOTS], text: &[u16]) -> Value {
    let of = |number: usize| {
        let RecordSlot { value, len } = slots[number];
        if len == RecordSlot::NULL {
            return Some(Value::Null);
        }
        let (from, end) = (value as usize, value.wrapping_add(len) as usize);
        (len != RecordSlot::MISSING).then(|| match number {
            0 => value.cast_signed().into(),
            1 => String::from_utf16(&text[from..end]).expect("text").into(),
            3 => (value != 0).into(),
            6 => value.into(),
            8 => f64::from_bits(value).into(),
            9 => f32::from_bits(value as u32).into(),
            10 => serde_json::from_slice(&src[from..end]).expect("JSON"),
            _ => Value::Object(Map::new()),
        })
    };
    let mut record = Map::new();
    let mut inner = Map::new();
    for (name, number) in [("Flag", 3), ("Empty", 4), ("Big", 6)] {
        inner.extend(of(number).map(|value| (name.to_owned(), value)));
    }
    for (name, number) in [("Num", 0), ("Text", 1), ("Inner", 2), ("größe", 8), ("Small", 9), ("List", 10)] {
        let value = if number == 2 {
            of(2).map(|found| if found.is_null() { found } else { inner.clone().into() })
        } else {
            of(number)
        };
        record.extend(value.map(|value| (name.to_owned(), value)));
    }
    record.into()
}

/// The members that serde_json reads, without unknown ones.
fn expected(src: &[u8]) -> Option<Value> {
    let mut value: Value = serde_json::from_slice(src).ok()?;
    let keep = |map: &mut Map<String, Value>, names: &[&str]| map.retain(|name, _| names.contains(&name.as_str()));
    let record = value.as_object_mut()?;
    keep(record, &["Num", "Text", "Inner", "größe", "Small", "List"]);
    if let Some(Value::Object(inner)) = record.get_mut("Inner") {
        keep(inner, &["Flag", "Empty", "Big"]);
        if let Some(Value::Object(empty)) = inner.get_mut("Empty") {
            empty.clear();
        }
    }
    if let Some(zero) = record.get_mut("Num").filter(|value| value.as_f64() == Some(0.0)) {
        *zero = 0.into();
    }
    for (name, single) in [("größe", false), ("Small", true)] {
        if let Some(number) = record.get_mut(name).filter(|value| value.is_number()) {
            let float = number.as_f64()?;
            *number = if single { (float as f32).into() } else { float.into() };
        }
    }
    Some(value)
}

const GOOD: &[&str] = &[
    WRITTEN,
    "{}",
    " \n{ \"Text\" : \"\" , \"Num\" : 0 }  ",
    r#"{"Text":"a","List":[],"Num":1}"#,
    r#"{"unknown":[{"a":[1,"x\n",null,{}],"b":-0.5e-7},[],true],"Num":3,"other":"\ud83d\ude00 is skipped","Text":"😀\ud83d\ude00"}"#,
    r#"{"N\u0075m":5,"gr\u00f6\u00dfe":0.25,"Inner":{"Big":1,"x":{},"Flag":false}}"#,
    r#"{"größe":5e-324,"Small":3.4028235e38,"List":{"a":[]}}"#,
    r#"{"Inner":{"Empty":{"x":1}},"Num":-9223372036854775808}"#,
    r#"{"List":null,"Inner":{"Flag":true}}"#,
    r#"{"Small":16777217,"größe":-0}"#,
];

#[test]
fn records_are_read_as_serde_json_reads_them() {
    for tier in Tier::available() {
        for text in GOOD {
            let (done, slots, units) =
                read(tier, text.as_bytes()).unwrap_or_else(|error| panic!("{tier} {text}: {error:?}"));
            assert_eq!(done.read, text.trim_end().len(), "{tier} {text}");
            assert_eq!(Some(as_value(text.as_bytes(), &slots, &units)), expected(text.as_bytes()), "{tier} {text}");
        }
    }
}

#[test]
fn what_is_read_ends_with_the_record() {
    let done = read(Tier::best(), br#"{"Num":1}{"Num":2}"#).expect("a record");
    assert_eq!((done.0.read, done.1[0].value), (9, 1));
}

#[test]
fn what_is_not_expected() {
    for (text, code, offset) in [
        ("", ErrorCode::JsonValueExpected, 0),
        ("\u{FEFF}{}", ErrorCode::JsonByteOrderMark, 0),
        ("nul", ErrorCode::JsonObjectExpected, 0),
        ("x", ErrorCode::JsonValueExpected, 0),
        ("[]", ErrorCode::JsonObjectExpected, 0),
        ("{", ErrorCode::JsonIncomplete, 1),
        (r#"{"Num":1,}"#, ErrorCode::JsonStringExpected, 9),
        (r#"{"Num":1 "Text":""}"#, ErrorCode::JsonCommaExpected, 9),
        (r#"{"Num" 1}"#, ErrorCode::JsonColonExpected, 7),
        (r#"{"Num":"1"}"#, ErrorCode::JsonValueExpected, 7),
        (r#"{"Num":1.0}"#, ErrorCode::JsonValueExpected, 7),
        (r#"{"Num":01}"#, ErrorCode::NumberLeadingZero, 8),
        (r#"{"Num":9223372036854775808}"#, ErrorCode::JsonValueExpected, 7),
        (r#"{"größe":1e999}"#, ErrorCode::JsonValueExpected, 11),
        (r#"{"Text":1}"#, ErrorCode::JsonValueExpected, 8),
        (r#"{"Text":"a\ud800"}"#, ErrorCode::SurrogateLone, 10),
        (r#"{"Text":"a"#, ErrorCode::StringUnterminated, 10),
        ("{\"Text\":\"\n\"}", ErrorCode::ControlUnescaped, 9),
        (r#"{"Inner":[]}"#, ErrorCode::JsonObjectExpected, 9),
        (r#"{"Inner":{},"Inner":{}}"#, ErrorCode::JsonMemberUnknown, 12),
        (r#"{"Num":1,"Num":2}"#, ErrorCode::JsonMemberUnknown, 9),
        (r#"{"Text":null,"Num":1,"Text":""}"#, ErrorCode::JsonMemberUnknown, 21),
        (r#"{"x":tru}"#, ErrorCode::JsonLiteralUnknown, 8),
        (r#"{"Inner":{"Flag":nul}}"#, ErrorCode::JsonLiteralUnknown, 20),
        (r#"{"Num":nul"#, ErrorCode::JsonIncomplete, 10),
        (r#"{"x":"\ud800"}"#, ErrorCode::SurrogateLone, 6),
        (r#"{"\ud800":1}"#, ErrorCode::SurrogateLone, 2),
        (r#"{"x":[1}"#, ErrorCode::JsonBracketExpected, 7),
        (r#"{"x":"\q"}"#, ErrorCode::EscapeUnknown, 6),
        (r#"{"x":{1:2}}"#, ErrorCode::JsonStringExpected, 6),
    ] {
        for tier in Tier::available() {
            assert_eq!(read(tier, text.as_bytes()).err(), Some(Error::new(code, offset)), "{tier} {text}");
        }
    }
    for (text, code, offset) in [
        (&b"{\"Text\":\"\xFF\"}"[..], ErrorCode::Utf8ImpossibleByte, 9),
        (b"{\"x\":\"\xED\xA0\x80\"}", ErrorCode::Utf8Surrogate, 6),
        (b"{\"a\xFF\":1}", ErrorCode::Utf8ImpossibleByte, 3),
        (b"{\"List\":[\"\xFF\"]}", ErrorCode::Utf8ImpossibleByte, 10),
        (b"{\"Num\":1\xC3}", ErrorCode::Utf8MissingContinuation, 8),
    ] {
        for tier in Tier::available() {
            assert_eq!(read(tier, text).err(), Some(Error::new(code, offset)), "{tier} {}", text.escape_ascii());
        }
    }
}

/// The record is the first of 64 levels. The others are in a member that is skipped, raw, or an object.
#[test]
fn levels() {
    for (before, behind, levels) in [
        (r#"{"x":"#, "}", 1),
        (r#"{"List":"#, "}", 1),
        (r#"{"Inner":{"x":"#, "}}", 2),
        (r#"{"Inner":{"Empty":{"x":"#, "}}}", 3),
        (r#"{"Inner":{"Empty":{}},"x":"#, "}", 1),
    ] {
        for tier in Tier::available() {
            let text = |more: usize| [before, &"[".repeat(more), &"]".repeat(more), behind].concat();
            assert!(read(tier, text(64 - levels).as_bytes()).is_ok(), "{tier} {before}");
            let error = Error::new(ErrorCode::LimitDepth, (before.len() + 64 - levels) as u64);
            assert_eq!(read(tier, text(65 - levels).as_bytes()).err(), Some(error), "{tier} {before}");
        }
    }
}

/// Names longer than any buffer, with and without escapes, known and unknown.
#[test]
fn long_names() {
    for len in [63, 64, 65, 255, 256, 257, 1000] {
        let name = "n".repeat(len);
        let plan = RecordPlan::new(&[member(&name, RecordKind::Int64)]).expect("a plan");
        for (written, is_known) in [
            (name.clone(), true),
            (format!(r"\u006e{}", &name[1..]), true),
            (r"\u006E".repeat(len), true),
            (format!(r"{}\u006f", &name[1..]), false),
            (format!(r"{name}\u006e"), false),
            (r"\n".repeat(len), false),
        ] {
            let text = format!(r#"{{"{written}":7}}"#);
            let mut slots = [RecordSlot::default()];
            let found = record_read_with(Tier::best(), &plan, text.as_bytes(), &mut slots, &mut []);
            assert_eq!(found, Ok(Progress { read: text.len(), written: 0 }), "{text}");
            assert_eq!(slots[0].len == 0, is_known, "{text}");
        }
    }
}

/// Each record with a byte removed, doubled, or replaced: the values are those of serde_json.
#[test]
fn damaged_records() {
    let mut accepted = 0;
    for text in GOOD.iter().map(|text| text.as_bytes()) {
        for at in 0..text.len() {
            let without = [&text[..at], &text[at + 1..]].concat();
            let doubled = [&text[..=at], &text[at..]].concat();
            let others = b"\"\\{}[]:,0-e. nx\x00\xFF".iter().map(|&byte| {
                let mut other = text.to_vec();
                other[at] = byte;
                other
            });
            for damaged in others.chain([without, doubled, text[..at].to_vec()]) {
                let Ok((done, slots, units)) = read(Tier::best(), &damaged) else { continue };
                let record = &damaged[..done.read];
                let shown = String::from_utf8_lossy(record);
                accepted += 1;
                let (mut found, mut due) = (as_value(&damaged, &slots, &units), expected(record).expect("a record"));
                // serde_json does not round every float correctly.
                let float = |value: &mut Value| value.as_object_mut().and_then(|record| record.remove("größe"));
                let floats = (
                    float(&mut found).and_then(|value| value.as_f64()),
                    float(&mut due).and_then(|value| value.as_f64()),
                );
                let near = match floats {
                    (Some(one), Some(other)) => (one - other).abs() <= 1e-12 * one.abs(),
                    (one, other) => one == other,
                };
                assert!(near && found == due, "{shown}: {found}, not {due}; {floats:?}");
            }
        }
    }
    assert!(accepted > 1000, "{accepted}");
    println!("{accepted} damaged records were records all the same");
}

#[test]
fn little_room_for_text() {
    let src = r#"{"Text":"caf\u00e9 😀","Num":1}"#.as_bytes();
    for tier in Tier::available() {
        for cap in 0..10 {
            let (mut slots, mut text) = ([RecordSlot::default(); SLOTS], vec![0; cap]);
            let found = record_read_with(tier, &plan(), src, &mut slots, &mut text).map_err(|error| error.code);
            let due = if cap < 7 { Err(ErrorCode::RoomShort) } else { Ok(Progress { read: src.len(), written: 7 }) };
            assert_eq!(found, due, "{tier} {cap}");
        }
        let too_few = &mut [RecordSlot::default(); SLOTS - 1];
        let found = record_read_with(tier, &plan(), src, too_few, &mut [0; 64]);
        assert_eq!(found, Err(Error::new(ErrorCode::RoomShort, 0)));
    }
}

/// Strings of every length around the limit of the short path, with a special character at every place.
#[test]
fn strings_short_and_long() {
    let plan = RecordPlan::new(&[member("T", RecordKind::String)]).expect("a plan");
    let strings = dotnet();
    let rules = RecordRules { strings: &strings, floats: &FLOATS };
    for tier in Tier::available() {
        for len in 0..=40 {
            for (place, unit) in
                (0..=len).flat_map(|place| "\"\\\n\u{7F}é€".encode_utf16().map(move |unit| (place, unit)))
            {
                let mut text = vec![u16::from(b'x'); len];
                // Past the last place there is nothing.
                if let Some(place) = text.get_mut(place) {
                    *place = unit;
                }
                let mut inside = [0; 256];
                let (whole, repairs) = (Chunk::Last, &mut Repairs::default());
                let done = json_escape_utf16_with(tier, &strings, &text, &mut inside, whole, repairs).expect("room");
                let expected = [br#"{"T":""#, &inside[..done.written], br#""}"#].concat();

                let values = Values(vec![RecordValue::Units(&text)]);
                let mut dst = vec![0; expected.len()];
                assert_eq!(record_write_with(tier, rules, &plan, &values, &mut dst), Ok(expected.len()));
                assert!(dst == expected, "{tier} {len} {place} {unit:#x}");
                dst.pop();
                let short = record_write_with(tier, rules, &plan, &values, &mut dst);
                assert_eq!(short.map_err(|error| error.code), Err(ErrorCode::RoomShort));

                let mut slots = [RecordSlot::default()];
                for more in [0, 8, 64] {
                    let mut units = vec![0; len + more];
                    let read = record_read_with(tier, &plan, &expected, &mut slots, &mut units);
                    assert_eq!(read.map(|done| done.written), Ok(len), "{tier} {place} {unit:#x} {more}");
                    assert!(units[..len] == text && slots[0].len == len as u64);
                }
                let raw = [br#"{"T":""#, String::from_utf16_lossy(&text).as_bytes(), br#""}"#].concat();
                let is_plain = place == len || unit >= 0x7F;
                let read = record_read_with(tier, &plan, &raw, &mut slots, &mut vec![0; raw.len()]);
                assert_eq!(read.is_ok(), is_plain, "{tier} {len} {place} {unit:#x}");
                for cut in 1..expected.len() {
                    let cut = record_read_with(tier, &plan, &expected[..cut], &mut slots, &mut vec![0; cut]);
                    assert!(cut.is_err());
                }
            }
        }
    }
}
