//! The values of scalars, and their unchanged text.

use stringmill_ion::{Event, Kind, Precision, Reader};
use stringmill_kernels::Tier;

fn on(text: &str) -> Reader<'_> {
    let mut reader = Reader::new(text.as_bytes());
    assert!(matches!(reader.next(), Ok(Event::Value(_))), "{text}");
    reader
}

#[test]
fn ints() {
    for (text, value) in [
        ("0", 0),
        ("-0", 0),
        ("1_234", 1234),
        ("0xFf", 255),
        ("-0B1_01", -5),
        ("9223372036854775807", i64::MAX),
        ("-9223372036854775808", i64::MIN),
        ("-0x8000000000000000", i64::MIN),
    ] {
        assert_eq!(on(text).int().unwrap().to_i64(), Some(value), "{text}");
    }
    assert_eq!(on("9223372036854775808").int().unwrap().to_i64(), None);
    assert_eq!(on("18446744073709551615").int().unwrap().to_u64(), Some(u64::MAX));
    assert_eq!(on("18446744073709551616").int().unwrap().to_u64(), None);
    assert_eq!(on("-1").int().unwrap().to_u64(), None);
    let mut reader = on("-123_456_789_012_345_678_901_234_567_890");
    let int = reader.int().unwrap();
    assert_eq!((int.negative, int.radix, int.digits), (true, 10, &b"123456789012345678901234567890"[..]));
}

/// Short ones end in the first block, or at the end of the text, or are too long for a block.
#[test]
fn strings_of_every_length() {
    for len in (0..=200).step_by(if cfg!(miri) { 67 } else { 1 }) {
        for (written, meant) in
            [("", ""), ("\\n", "\n"), ("\u{fc}", "\u{fc}"), ("\u{7f}", "\u{7f}"), ("\t", "\t"), ("'", "'")]
        {
            let plain = "a".repeat(len);
            let tails = ["", "\n", " 1", &format!(" 1 {}", "0.5 ".repeat(30))];
            for (tail, tier) in tails.iter().flat_map(|tail| Tier::available().map(move |tier| (tail, tier))) {
                for expected in [format!("{meant}{plain}"), format!("{plain}{meant}")] {
                    let text = format!(
                        "\"{}\"{tail}",
                        if meant.is_empty() { plain.clone() } else { expected.replace(meant, written) }
                    );
                    let mut reader = Reader::new(text.as_bytes()).on_tier(tier);
                    assert_eq!(reader.next(), Ok(Event::Value(Kind::String)), "{tier} {text}");
                    assert_eq!(reader.string(), Some(expected.as_bytes()), "{tier} {text}");
                    let more = if tail.len() > 1 { Event::Value(Kind::Int) } else { Event::End };
                    assert_eq!(reader.next(), Ok(more), "{tier} {text}");
                }
            }
        }
    }
}

#[test]
fn decimals() {
    for (text, negative, coefficient, exponent) in [
        ("0.", false, "0", 0),
        ("-0.0", true, "0", -1),
        ("0.050", false, "50", -3),
        ("-12_3.4_5d+6", true, "12345", 4),
        ("1d-007", false, "1", -7),
        ("42D0", false, "42", 0),
    ] {
        let mut reader = on(text);
        assert_eq!(reader.raw_text(), text.as_bytes());
        let decimal = reader.decimal().unwrap();
        let found = (decimal.negative, std::str::from_utf8(decimal.coefficient).unwrap(), decimal.exponent);
        assert_eq!(found, (negative, coefficient, Some(exponent)), "{text}");
    }
    assert_eq!(on("1d-9223372036854775808").decimal().unwrap().exponent, Some(i64::MIN));
    assert_eq!(on("1.0d-9223372036854775808").decimal().unwrap().exponent, None);
    assert_eq!(on("1d99999999999999999999").decimal().unwrap().exponent, None);
}

#[test]
fn floats_are_the_nearest() {
    for (text, value) in [
        ("0e0", 0.0),
        ("1e400", f64::INFINITY),
        ("-1_0.5e-1", -1.05),
        ("2.2250738585072011e-308", 2.225_073_858_507_201e-308),
        ("9007199254740993e0", 9007199254740992.0),
        ("1.00000000000000011102230246251565404236316680908203126e0", 1.0000000000000002),
        ("+inf", f64::INFINITY),
        ("-inf", f64::NEG_INFINITY),
    ] {
        assert_eq!(on(text).float(), Some(value), "{text}");
    }
    assert!(on("-0e0").float().unwrap().is_sign_negative());
    assert!(on("nan").float().unwrap().is_nan());
}

#[test]
fn timestamps() {
    let reader = on("2024-02-29T23:59:58.01234567890123456789-07:30");
    let t = reader.timestamp().unwrap();
    assert_eq!((t.precision, t.year, t.month, t.day), (Precision::Second, 2024, 2, 29));
    assert_eq!((t.hour, t.minute, t.second), (23, 59, 58));
    assert_eq!((t.fraction, t.offset), (&b"01234567890123456789"[..], Some(-450)));
    for (text, precision, offset) in [
        ("2024T", Precision::Year, None),
        ("2024-02T", Precision::Month, None),
        ("2024-02-01", Precision::Day, None),
        ("2024-02-01T", Precision::Day, None),
        ("2024-02-01T00:00Z", Precision::Minute, Some(0)),
        ("2024-02-01T00:00+00:00", Precision::Minute, Some(0)),
        ("2024-02-01T00:00:00-00:00", Precision::Second, None),
    ] {
        let reader = on(text);
        let t = reader.timestamp().unwrap();
        assert_eq!((t.precision, t.offset), (precision, offset), "{text}");
    }
}

#[test]
fn texts_and_bytes() {
    assert_eq!(
        on(r#""a\u00e9\x80\U0001F600\uD83D\uDE00\
b""#)
        .string(),
        Some("aé\u{80}😀😀b".as_bytes())
    );
    assert_eq!(on("'''a\r\nb''' /* c */ '''\\r\rd'''").string(), Some(&b"a\nb\r\nd"[..]));
    assert_eq!(on("{{'''a\r''' '''\\xff'''}}").bytes(), Some(&b"a\n\xff"[..]));
    assert_eq!(on("{{ S W 9\x0Bu }}").bytes(), Some(&b"Ion"[..]));
    assert_eq!(on("'a\\nb'").symbol().unwrap().text, Some(&b"a\nb"[..]));
}

#[test]
fn plain_strings_are_lent_from_the_text() {
    let text = b"\"stands for itself\"";
    let mut reader = Reader::new(text);
    reader.next().unwrap();
    assert!(text.as_ptr_range().contains(&reader.string().unwrap().as_ptr()));
}

#[test]
fn one_type_is_not_another() {
    let mut reader = on("17");
    assert!(reader.string().is_none() && reader.bytes().is_none() && reader.symbol().is_none());
    assert!(reader.float().is_none() && reader.decimal().is_none() && reader.timestamp().is_none());
    assert_eq!(reader.next(), Ok(Event::End));
    assert!(reader.int().is_none(), "the value is past");
    let mut reader = Reader::new(b"null.int");
    assert_eq!(reader.next(), Ok(Event::Null(Kind::Int)));
    assert!(reader.int().is_none());
}
