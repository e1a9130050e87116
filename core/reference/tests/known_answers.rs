//! The reference against the Rust standard library and against answers written down by hand.

use stringmill_outcome::{Error, ErrorCode};
use stringmill_profile::{
    AsciiEscape, Base64Alphabet, Base64Padding, HexCase, IllFormed, IllFormedUtf16, LoneSurrogates, Profile,
    TrailingBits, UnicodeForm, WhiteSpace,
};
use stringmill_reference::{
    base64_decode, base64_encode, json_escape, json_escape_latin1, json_escape_utf16, json_unescape, latin1_to_utf8,
    utf8_validate, utf16_to_utf8,
};

/// A byte or two for each class of table 3-7, its edges included.
const REPRESENTATIVES: &[u8] = &[
    0x00, 0x22, 0x41, 0x5C, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED,
    0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
];

/// Calls `see` with every string of one to `len` representatives.
fn each_string(len: u32, mut see: impl FnMut(&[u8])) {
    let radix = REPRESENTATIVES.len();
    for len in 1..=len {
        for number in 0..radix.pow(len) {
            let text: Vec<u8> = (0..len).map(|place| REPRESENTATIVES[number / radix.pow(place) % radix]).collect();
            see(&text);
        }
    }
}

const LEN: u32 = if cfg!(miri) { 1 } else { 4 };

const ASCII: Profile<'static> = Profile::JSON.named("ascii").with_non_ascii(&[(0x80, 0x10_FFFF)]);

#[test]
fn verdict_and_offset_are_those_of_the_standard_library() {
    each_string(LEN, |text| match std::str::from_utf8(text) {
        Ok(_) => assert_eq!(utf8_validate(text), Ok(()), "{text:02x?}"),
        Err(expected) => {
            let error = utf8_validate(text).expect_err("ill-formed");
            assert_eq!(error.offset, expected.valid_up_to() as u64, "{text:02x?}");
            assert_eq!(error.code == ErrorCode::Utf8Incomplete, expected.error_len().is_none(), "{text:02x?}");
        }
    });
}

#[test]
fn replace_is_that_of_the_standard_library() {
    let plain = Profile::empty("plain");
    each_string(LEN, |text| {
        let (out, repairs) = json_escape(&plain, IllFormed::Replace, text).expect("replaced");
        assert_eq!(out, String::from_utf8_lossy(text).as_bytes(), "{text:02x?}");
        assert_eq!(repairs.first, utf8_validate(text).err().map(|error| error.offset), "{text:02x?}");
        assert_eq!(repairs.count, out.windows(3).filter(|three| *three == b"\xEF\xBF\xBD").count() as u64);
    });
}

#[test]
fn each_kind_of_error() {
    let cases: &[(&[u8], ErrorCode)] = &[
        (b"ab\x80", ErrorCode::Utf8StrayContinuation),
        (b"ab\xF5\x80\x80\x80", ErrorCode::Utf8ImpossibleByte),
        (b"ab\xFF", ErrorCode::Utf8ImpossibleByte),
        (b"ab\xC3A", ErrorCode::Utf8MissingContinuation),
        (b"ab\xE2\x82A", ErrorCode::Utf8MissingContinuation),
        (b"ab\xF0\x9F\x98\xC3", ErrorCode::Utf8MissingContinuation),
        (b"ab\xC0\xAF", ErrorCode::Utf8Overlong),
        (b"ab\xE0\x9F\xBF", ErrorCode::Utf8Overlong),
        (b"ab\xF0\x8F\xBF\xBF", ErrorCode::Utf8Overlong),
        (b"ab\xED\xA0\x80", ErrorCode::Utf8Surrogate),
        (b"ab\xF4\x90\x80\x80", ErrorCode::Utf8AboveMax),
        (b"ab\xC3", ErrorCode::Utf8Incomplete),
        (b"ab\xF0\x9F\x98", ErrorCode::Utf8Incomplete),
    ];
    for &(text, code) in cases {
        assert_eq!(utf8_validate(text), Err(Error::new(code, 2)), "{text:02x?}");
        assert_eq!(json_escape(&Profile::JSON, IllFormed::Reject, text), Err(Error::new(code, 2)), "{text:02x?}");
    }
}

#[test]
fn number_of_replacements() {
    // Unicode, Java and PHP, as the documentation of `IllFormed` has them.
    let cases: &[(&[u8], [u64; 3])] = &[
        (b"\xED\xA0\x80", [3, 1, 1]),
        (b"\xED\xA0", [2, 1, 1]),
        (b"\xED\xA0A", [2, 1, 1]),
        (b"\xE0\x80\x80", [3, 3, 1]),
        (b"\xF4\x90\x80\x80", [4, 4, 1]),
        (b"\xF0\x80\x80\xAF", [4, 4, 1]),
        (b"\xC3\xFF", [2, 2, 1]),
        (b"\xC0\xAF", [2, 2, 2]),
        (b"\xF5\x80\x80\x80", [4, 4, 4]),
        (b"\xE2\x82", [1, 1, 1]),
        (b"\xE2\x82(", [1, 1, 1]),
        (b"\xF0\x28\x8C\xBC", [3, 3, 3]),
        (b"\xE2\x82\xE2\x82\xAC", [1, 1, 1]),
    ];
    for &(text, expected) in cases {
        let count = |policy| json_escape(&Profile::JSON, policy, text).expect("replaced").1.count;
        let counts = [IllFormed::Replace, IllFormed::ReplaceJava, IllFormed::ReplacePhp].map(count);
        assert_eq!(counts, expected, "{text:02x?}");
        assert_eq!(count(IllFormed::IgnorePhp), expected[2], "{text:02x?}");
    }
}

#[test]
fn escapes_as_written_down() {
    let escape = |profile: &Profile<'_>, policy, src: &[u8]| {
        String::from_utf8(json_escape(profile, policy, src).expect("escaped").0).expect("text")
    };
    let text = "a\"\\/\u{8}\t\n\u{c}\r\u{0}\u{1f}\u{7f}é€😀";
    assert_eq!(
        escape(&Profile::JSON, IllFormed::Reject, text.as_bytes()),
        "a\\\"\\\\/\\b\\t\\n\\f\\r\\u0000\\u001f\u{7f}é€😀"
    );
    assert_eq!(
        escape(&ASCII, IllFormed::Reject, text.as_bytes()),
        "a\\\"\\\\/\\b\\t\\n\\f\\r\\u0000\\u001f\u{7f}\\u00e9\\u20ac\\ud83d\\ude00"
    );
    let ion = ASCII.with_form(UnicodeForm::Ion).with_hex(HexCase::Upper);
    assert_eq!(escape(&ion, IllFormed::Reject, "é€😀".as_bytes()), "\\xE9\\u20AC\\U0001F600");
    assert_eq!(escape(&Profile::JSON, IllFormed::Replace, b"a\xFFb"), "a\u{FFFD}b");
    assert_eq!(escape(&ASCII, IllFormed::Replace, b"a\xFFb"), "a\\ufffdb");
    let escaped = Profile::JSON.with_replacement_escaped(true);
    assert_eq!(escape(&escaped, IllFormed::Replace, b"a\xFF\xEF\xBF\xBD"), "a\\ufffd\u{FFFD}");
    assert_eq!(escape(&Profile::JSON, IllFormed::IgnorePhp, b"a\xFFb"), "ab");
    assert_eq!(escape(&Profile::JSON, IllFormed::Visible, b"a\xE2\x8Fb"), "a\\\\xE2\\\\x8Fb");
    let entity = AsciiEscape::text(b"&#69;").expect("text");
    let entities = Profile::JSON.with_ascii(b'E', entity);
    assert_eq!(escape(&entities, IllFormed::Visible, b"\xE2"), "\\\\x&#69;2");
    assert_eq!(escape(&Profile::JSON, IllFormed::Reversible, b"a\xE2\x82b"), "a\\udce2\\udc82b");
    assert_eq!(json_escape(&ASCII, IllFormed::Copy, b"\"\xE2\xC3\xA9").expect("copied").0, b"\\\"\xE2\\u00e9");
}

#[test]
fn profiles_that_refuse_surrogates_refuse_marks() {
    let strict = Profile::JSON.with_surrogates_refused(true);
    let refusal = Err(Error::new(ErrorCode::PolicyUnsupported, 0));
    assert_eq!(json_escape(&strict, IllFormed::Reversible, b"plain"), refusal);
    assert!(json_escape(&strict, IllFormed::Replace, b"plain").is_ok());
}

#[test]
fn unescapes_as_written_down() {
    let src = r#"a\"\\\/\b\f\n\r\t\u00e9\u20AC\ud83d\uDE00é"rest"#;
    let found = json_unescape(LoneSurrogates::Reject, src.as_bytes()).expect("well formed");
    assert_eq!(found.text, "a\"\\/\u{8}\u{c}\n\r\té€😀é".as_bytes());
    assert_eq!(found.read, src.rfind('"').expect("a quote"));
}

#[test]
fn lone_surrogates_by_policy() {
    let lone = |offset| Err(Error::new(ErrorCode::SurrogateLone, offset));
    for (src, offset) in [("a\\ud800", 1), ("\\udc00\\ud800", 0), ("ab\\ud800\\u0041", 2), ("\\ud800\\udb", 0)] {
        assert_eq!(json_unescape(LoneSurrogates::Reject, src.as_bytes()), lone(offset), "{src}");
        assert_eq!(json_unescape(LoneSurrogates::Reversible, src.as_bytes()), lone(offset), "{src}");
    }
    let replaced = json_unescape(LoneSurrogates::Replace, b"a\\ud800\\ud83d\\ude00\\udcff").expect("replaced");
    assert_eq!(replaced.text, "a\u{FFFD}😀\u{FFFD}".as_bytes());
    assert_eq!((replaced.repairs.count, replaced.repairs.first), (2, Some(1)));
    let reversed = json_unescape(LoneSurrogates::Reversible, b"a\\udc80\\udcFF").expect("bytes");
    assert_eq!((reversed.text, reversed.repairs.count), (b"a\x80\xFF".to_vec(), 0));
}

#[test]
fn each_error_of_unescape() {
    let cases: &[(&[u8], ErrorCode, u64)] = &[
        (b"ab\n", ErrorCode::ControlUnescaped, 2),
        (b"ab\\x41", ErrorCode::EscapeUnknown, 2),
        (b"ab\\u12g4", ErrorCode::EscapeHex, 2),
        (b"ab\\u12\"", ErrorCode::EscapeHex, 2),
        (b"ab\\", ErrorCode::EscapeIncomplete, 2),
        (b"ab\\u123", ErrorCode::EscapeIncomplete, 2),
        (b"ab\\ud800\\u123", ErrorCode::SurrogateLone, 2),
        (b"ab\xC3\"", ErrorCode::Utf8MissingContinuation, 2),
        (b"ab\xC3", ErrorCode::Utf8Incomplete, 2),
    ];
    for &(src, code, offset) in cases {
        assert_eq!(json_unescape(LoneSurrogates::Reject, src), Err(Error::new(code, offset)), "{src:02x?}");
    }
    let cut = json_unescape(LoneSurrogates::Replace, b"\\ud800\\u123");
    assert_eq!(cut, Err(Error::new(ErrorCode::EscapeIncomplete, 6)));
}

#[test]
fn utf16_as_the_standard_library_has_it() {
    // A prime step in Miri, which would take hours.
    for code in (0..=0x10FFFF).step_by(if cfg!(miri) { 5003 } else { 1 }).filter_map(char::from_u32) {
        let mut units = [0; 2];
        let found = utf16_to_utf8(IllFormedUtf16::Reject, code.encode_utf16(&mut units)).expect("well formed");
        assert_eq!(found.0, code.to_string().as_bytes());
    }
    for byte in 0..=u8::MAX {
        assert_eq!(latin1_to_utf8(&[byte]), (byte as char).to_string().as_bytes());
    }
}

#[test]
fn lone_units_by_policy() {
    let units = [0x61, 0xD83D, 0xD83D, 0xDE00, 0xDE00, 0x3F];
    let plain = |policy| utf16_to_utf8(policy, &units).map(|(out, repairs)| (out, repairs.count, repairs.first));
    assert_eq!(plain(IllFormedUtf16::Reject), Err(Error::new(ErrorCode::Utf16SurrogateLone, 1)));
    assert_eq!(plain(IllFormedUtf16::Replace), Ok(("a\u{FFFD}😀\u{FFFD}?".into(), 2, Some(1))));
    assert_eq!(plain(IllFormedUtf16::QuestionMark), Ok(("a?😀??".into(), 2, Some(1))));
    assert_eq!(plain(IllFormedUtf16::Wtf8), Ok((b"a\xED\xA0\xBD\xF0\x9F\x98\x80\xED\xB8\x80?".to_vec(), 2, Some(1))));
    assert_eq!(plain(IllFormedUtf16::Escape), Err(Error::new(ErrorCode::PolicyUnsupported, 0)));
    let escape = |profile: &Profile<'_>, policy| {
        json_escape_utf16(profile, policy, &units).map(|(out, _)| String::from_utf8(out).expect("text"))
    };
    assert_eq!(escape(&Profile::JSON, IllFormedUtf16::Escape), Ok("a\\ud83d😀\\ude00?".into()));
    assert_eq!(escape(&Profile::JACKSON, IllFormedUtf16::Escape), Ok("a\\uD83D😀\\uDE00?".into()));
    assert_eq!(escape(&ASCII, IllFormedUtf16::Replace), Ok("a\\ufffd\\ud83d\\ude00\\ufffd?".into()));
    let asked = Profile::JSON.with_ascii(b'?', AsciiEscape::short(b'?'));
    assert_eq!(escape(&asked, IllFormedUtf16::QuestionMark), Ok("a\\?😀\\?\\?".into()));
    let refusal = Err(Error::new(ErrorCode::PolicyUnsupported, 0));
    assert_eq!(escape(&Profile::JSON, IllFormedUtf16::Wtf8), refusal);
    assert_eq!(escape(&Profile::JSON.with_surrogates_refused(true), IllFormedUtf16::Escape), refusal);
    assert_eq!(json_escape_latin1(&ASCII, b"\"caf\xE9\""), b"\\\"caf\\u00e9\\\"");
}

#[test]
fn base64_of_the_standard() {
    // RFC 4648, section 10, and the bytes that differ between the alphabets.
    let cases: &[(&[u8], &str)] = &[
        (b"", ""),
        (b"f", "Zg=="),
        (b"fo", "Zm8="),
        (b"foo", "Zm9v"),
        (b"foob", "Zm9vYg=="),
        (b"fooba", "Zm9vYmE="),
        (b"foobar", "Zm9vYmFy"),
        (b"\xFB\xEF\xBE\xFF\xFF\xFF", "++++////"),
    ];
    for &(bytes, text) in cases {
        let decode = |alphabet, padding, text: &str| {
            base64_decode(alphabet, padding, TrailingBits::Refuse, WhiteSpace::Refuse, text.as_bytes())
        };
        assert_eq!(base64_encode(Base64Alphabet::Standard, true, bytes), text.as_bytes());
        assert_eq!(decode(Base64Alphabet::Standard, Base64Padding::Required, text).as_deref(), Ok(bytes));
        let url = text.replace('+', "-").replace('/', "_").replace('=', "");
        assert_eq!(base64_encode(Base64Alphabet::Url, false, bytes), url.as_bytes());
        assert_eq!(decode(Base64Alphabet::Url, Base64Padding::Forbidden, &url).as_deref(), Ok(bytes));
    }
}

#[test]
fn each_error_of_base64() {
    let cases: &[(&str, ErrorCode, u64)] = &[
        ("Zm9v*", ErrorCode::Base64Symbol, 4),
        ("Zm9v Zg==", ErrorCode::Base64WhiteSpace, 4),
        ("Zg", ErrorCode::Base64PaddingMissing, 2),
        ("Zg=", ErrorCode::Base64PaddingMissing, 3),
        ("Zg=A", ErrorCode::Base64PaddingMissing, 3),
        ("Z=", ErrorCode::Base64PaddingUnexpected, 1),
        ("Zm9v=", ErrorCode::Base64PaddingUnexpected, 4),
        ("Zg===", ErrorCode::Base64AfterPadding, 4),
        ("Zg==Zg==", ErrorCode::Base64AfterPadding, 4),
        ("Zh==", ErrorCode::Base64TrailingBits, 1),
        ("Zm9=", ErrorCode::Base64TrailingBits, 2),
        ("Zm9vZ", ErrorCode::Base64Incomplete, 4),
    ];
    for &(text, code, offset) in cases {
        let (alphabet, padding) = (Base64Alphabet::Standard, Base64Padding::Required);
        let found = base64_decode(alphabet, padding, TrailingBits::Refuse, WhiteSpace::Refuse, text.as_bytes());
        assert_eq!(found, Err(Error::new(code, offset)), "{text}");
    }
}
