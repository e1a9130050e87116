//! Whole texts.

use proptest::prelude::*;
use std::borrow::Cow;
use stringmill_outcome::ErrorCode;
use stringmill_text::{escape, escape_into, escaped, unescape, unescape_into, validate};

/// Texts with many escapes, and of several kernels' blocks.
pub(crate) fn text() -> impl Strategy<Value = String> {
    let character = prop_oneof![4 => prop::char::any(), 4 => prop::char::range(' ', '~'), 1 => prop::char::range('\0', '\u{1F}'),
        1 => Just('"'), 1 => Just('\\')];
    prop::collection::vec(character, 0..400).prop_map(|characters| characters.into_iter().collect())
}

proptest! {
    #[test]
    fn escaped_text_is_that_of_serde_json_and_comes_back(text in text()) {
        let json = serde_json::to_string(&text).unwrap();
        prop_assert_eq!(&json[1..json.len() - 1], &*escape(&text));
        prop_assert_eq!(escape(&text), escaped(&text).to_string());
        let escaped = escape(&text);
        prop_assert_eq!(&*unescape(&escaped).unwrap(), &*text);
    }

    #[test]
    fn bytes_are_judged_as_by_the_standard_library(bytes in prop::collection::vec(any::<u8>(), 0..200), text in text()) {
        let bytes = [text.as_bytes(), &bytes].concat();
        match (validate(&bytes), str::from_utf8(&bytes)) {
            (Ok(ours), Ok(theirs)) => prop_assert_eq!(ours, theirs),
            (Err(ours), Err(theirs)) => prop_assert_eq!(ours.offset, theirs.valid_up_to() as u64),
            (ours, theirs) => prop_assert!(false, "{ours:?}, {theirs:?}"),
        }
        let mut into = b"kept".to_vec();
        match escape_into(&bytes, &mut into) {
            Ok(()) => prop_assert_eq!(str::from_utf8(&into[4..]).unwrap(), &*escape(str::from_utf8(&bytes).unwrap())),
            Err(error) => {
                prop_assert_eq!(Some(error), validate(&bytes).err());
                prop_assert_eq!(into, b"kept");
            }
        }
    }

    #[test]
    fn what_serde_json_refuses_is_refused(text in "([a-z\\\\\"]|\\\\[a-z0-9\\\\\"/]|\\\\u[0-9a-dA-D]{2,4}|[\t\u{e9}]){0,30}") {
        let theirs = serde_json::from_str::<String>(&format!("\"{text}\""));
        match (unescape(&text), theirs) {
            (Ok(ours), Ok(theirs)) => prop_assert_eq!(&*ours, &theirs),
            (Err(_), Err(_)) => {}
            (ours, theirs) => prop_assert!(false, "{text}: {ours:?}, {theirs:?}"),
        }
        let mut into = Vec::new();
        let of_bytes = unescape_into(text.as_bytes(), &mut into).map(|()| into);
        prop_assert_eq!(of_bytes, unescape(&text).map(|text| text.into_owned().into_bytes()));
    }
}

#[test]
fn text_without_escapes_is_borrowed() {
    for text in ["", "plain", "naïve café 日本語 😀", &"long ".repeat(1000)] {
        assert!(matches!(escape(text), Cow::Borrowed(same) if std::ptr::eq(same, text)));
        assert!(matches!(unescape(text), Ok(Cow::Borrowed(same)) if std::ptr::eq(same, text)));
    }
    assert!(matches!(escape("a\n"), Cow::Owned(_)));
}

#[test]
fn errors_count_from_the_start_of_the_text() {
    let long = "a\\n".repeat(50_000);
    let cases = [
        ("\"", ErrorCode::QuoteUnescaped),
        ("\t", ErrorCode::ControlUnescaped),
        (r"\x41", ErrorCode::EscapeUnknown),
        (r"\u12", ErrorCode::EscapeHex),
        (r"\ud800", ErrorCode::SurrogateLone),
    ];
    for (wrong, code) in cases {
        let error = unescape(&format!("{long}{wrong} and more")).unwrap_err();
        assert_eq!((error.code, error.offset), (code, long.len() as u64), "{wrong}");
    }
}

#[test]
fn work_grows_with_the_text() {
    // Text that is all escapes needs the most turns of the loop. A count of turns would need a door into it: the bytes that
    // are cleared for them are bounded by the sum of a geometric series, and this ends at once only if they are.
    let quotes = "\"".repeat(8 << 20);
    assert_eq!(escape(&quotes).len(), 2 * quotes.len());
    assert_eq!(unescape(&escape(&quotes)).unwrap(), quotes);
}
