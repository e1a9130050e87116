//! Cases that the published files lack: ill-formed UTF-8 in every kind of text, and errors of other Ion readers.

use crate::tree::{Node, Value, read, read_whole};
use stringmill_kernels::Tier;
use stringmill_outcome::{Error, ErrorCode};

/// Reads a text as a whole and by bytes, on every tier, with the same result.
fn outcome(text: &[u8]) -> Result<Vec<Node>, Error> {
    let whole = read_whole(Tier::best(), text);
    for tier in Tier::available() {
        assert_eq!(read_whole(tier, text), whole, "{}", text.escape_ascii());
        assert_eq!(read(tier, text.chunks(1).chain([&[][..]])), whole, "{}", text.escape_ascii());
    }
    whole
}

fn accepted(text: &str) -> Vec<Node> {
    outcome(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refused(text: impl AsRef<[u8]>, code: ErrorCode, offset: u64) {
    let text = text.as_ref();
    assert_eq!(outcome(text), Err(Error::new(code, offset)), "{}", text.escape_ascii());
    // After another value, the short cut of the reader is active, and the check of the first bytes is over.
    if !matches!(code, ErrorCode::IonBinary | ErrorCode::IonEncoding | ErrorCode::IonByteOrderMark) {
        let second = [b"0 ", text].concat();
        assert_eq!(outcome(&second), Err(Error::new(code, offset + 2)), "{}", second.escape_ascii());
    }
}

#[test]
fn ill_formed_utf8_in_every_text() {
    for (bytes, code) in [
        (&b"\xC0\x80"[..], ErrorCode::Utf8Overlong),
        (b"\xC1\xBF", ErrorCode::Utf8Overlong),
        (b"\xE0\x80\xAF", ErrorCode::Utf8Overlong),
        (b"\xF0\x8F\xBF\xBF", ErrorCode::Utf8Overlong),
        (b"\xED\xA0\x80", ErrorCode::Utf8Surrogate),
        (b"\xF4\x90\x80\x80", ErrorCode::Utf8AboveMax),
        (b"\xFF", ErrorCode::Utf8ImpossibleByte),
        (b"\x80", ErrorCode::Utf8StrayContinuation),
        (b"\xE2\x82", ErrorCode::Utf8MissingContinuation),
    ] {
        // Short and long, because short runs are scanned one byte at a time.
        for before in ["", "é", "a", "a text that is longer than a run of bytes and a vector of the widest kind; é"] {
            for (open, close) in [
                ("\"", "\""),
                ("'", "'"),
                ("'", "'::1"),
                ("'''", "'''"),
                ("'''a''' '''", "'''"),
                ("{\"", "\":1}"),
                ("{'", "':1}"),
                ("//", "\n1"),
                ("/*", "*/1"),
                ("/**", "**/1"),
            ] {
                let text = [open.as_bytes(), before.as_bytes(), bytes, close.as_bytes()].concat();
                refused(text, code, (open.len() + before.len()) as u64);
            }
            for (open, close) in [("{{\"", "\"}}"), ("{{'''", "'''}}")] {
                let text = [open.as_bytes(), before.as_bytes(), bytes, close.as_bytes()].concat();
                let first = open.len() + before.bytes().position(|byte| byte > 0x7F).unwrap_or(before.len());
                refused(text, ErrorCode::IonClobNonAscii, first as u64);
            }
        }
    }
    refused(b"\"a\xE2\x82", ErrorCode::Utf8Incomplete, 2);
    refused(b"[\xC3\xA9]", ErrorCode::IonValueExpected, 1);
}

#[test]
fn escapes() {
    refused("\"a\\U00110000\"", ErrorCode::IonEscapeAboveMax, 2);
    refused("\"\\UFFFFFFFF\"", ErrorCode::IonEscapeAboveMax, 1);
    refused("\"\\uD83D\"", ErrorCode::SurrogateLone, 1);
    refused("\"\\uD83Da\\uDE00\"", ErrorCode::SurrogateLone, 1);
    refused("'''\\uD83D''' '''\\uDE00'''", ErrorCode::SurrogateLone, 3);
    refused("\"\\U0000D83D\"", ErrorCode::SurrogateLone, 1);
    refused("\"\\xg0\"", ErrorCode::IonEscapeDigits, 1);
    refused("\"\\8\"", ErrorCode::EscapeUnknown, 1);
    refused("{{\"\\u0041\"}}", ErrorCode::EscapeUnknown, 3);
    refused("\"\\u00", ErrorCode::EscapeIncomplete, 1);
    refused("\"a", ErrorCode::StringUnterminated, 2);
    refused("\"a\nb\"", ErrorCode::ControlUnescaped, 2);
    refused("{{\"\0\"}}", ErrorCode::ControlUnescaped, 3);
    accepted("\"\t\x0B\x0C\x7F\"");
    let Value::String(text) = &accepted("\"\\0000\"")[0].value else { panic!() };
    assert_eq!(text, "\x00000");
}

#[test]
fn blobs() {
    refused("{{AA}}", ErrorCode::Base64PaddingMissing, 4);
    for text in ["{{AA==}}", "{{A A = =}}", "{{AAF=}}", "{{}}", "{{\x0B\x0C}}"] {
        assert_eq!(accepted(text).len(), 1);
    }
    refused("{{AAAA}", ErrorCode::IonIncomplete, 7);
    refused("{{AAAA} }", ErrorCode::IonLobEndExpected, 7);
    refused("{{AA*A}}", ErrorCode::Base64Symbol, 4);
    // Slashes are data there.
    refused("{{AAAA /* no */}}", ErrorCode::Base64Symbol, 8);
    assert_eq!(accepted("{{AAAA // this\n==}}").len(), 1);
    refused("{{\"a\" /* no */}}", ErrorCode::IonLobEndExpected, 6);
}

#[test]
fn where_tokens_end() {
    for (text, count) in [
        ("1\x0B2", 2),
        ("1\x0C2", 2),
        ("1 //c", 1),
        ("1 /*c*/2", 2),
        ("-inf[]+inf", 3),
        ("(nan+1)(+1)(a-1)(a--1)(-infx)(a.b)", 6),
        ("$10a", 1),
        ("nullable truer nan_ null_", 4),
    ] {
        assert_eq!(accepted(text).len(), count, "{text}");
    }
    for (text, count) in [
        ("(nan+1)", 3),
        ("(+1)", 2),
        ("(a-1)", 2),
        ("(a--1)", 3),
        ("(-infx)", 2),
        ("(-inf)", 1),
        ("(-inf-5)", 3),
        ("(+inf+a)", 4),
        ("(-inf/**/)", 2),
        ("(+inf//c\n)", 2),
        ("(-inf'a')", 2),
        ("(a.b)", 3),
        ("(a::.)", 1),
        ("(+//c\n+)", 2),
    ] {
        let Value::Sequence(_, inner) = &accepted(text)[0].value else { panic!("{text}") };
        assert_eq!(inner.len(), count, "{text}");
    }
    refused("1\x002", ErrorCode::IonNumberEnd, 1);
    refused("(1+2)", ErrorCode::IonNumberEnd, 2);
    refused("(1247/bc)", ErrorCode::IonNumberEnd, 5);
    for number in ["1", "-1", "0xA", "0b1", "1.", "1.5", "1e5", "1d5", "2007T", "2007-01-01", "2007-01-01T00:00Z"] {
        for behind in ["//c\n", "/**/", "/", "+", "-"] {
            // Four digits and a minus could begin a timestamp, but do not.
            refused(format!("{number}{behind}"), ErrorCode::IonNumberEnd, number.len() as u64);
            refused(format!("({number}{behind})"), ErrorCode::IonNumberEnd, number.len() as u64 + 1);
        }
    }
    for behind in ["-5", "+5", "/**/", "//c", "a", "."] {
        refused(format!("-inf{behind}"), ErrorCode::IonValueExpected, 0);
        refused(format!("[+inf{behind}]"), ErrorCode::IonValueExpected, 1);
    }
    refused("null.", ErrorCode::IonNullType, 5);
    refused("null.integer", ErrorCode::IonNullType, 5);
    refused("a: :b", ErrorCode::IonValueExpected, 1);
    refused("[a,,b]", ErrorCode::IonValueExpected, 3);
    refused("{,}", ErrorCode::IonFieldNameExpected, 1);
    refused("{true:1}", ErrorCode::IonKeyword, 1);
    refused("{a::1}", ErrorCode::IonValueExpected, 3);
    refused("[1}", ErrorCode::IonBracketMismatched, 2);
    refused("]", ErrorCode::IonValueExpected, 0);
    refused("[1 2]", ErrorCode::IonCommaExpected, 3);
    refused("a::", ErrorCode::IonIncomplete, 3);
    refused("/* a", ErrorCode::IonCommentUnterminated, 4);
}

#[test]
fn numbers() {
    refused("007", ErrorCode::NumberLeadingZero, 1);
    refused("1_", ErrorCode::NumberDigitExpected, 2);
    refused("1__0", ErrorCode::NumberDigitExpected, 2);
    refused("1._0", ErrorCode::IonNumberEnd, 2);
    refused("1e1_0", ErrorCode::IonNumberEnd, 3);
    refused("0x_1", ErrorCode::NumberDigitExpected, 2);
    refused("1e+", ErrorCode::NumberDigitExpected, 3);
    refused("+1", ErrorCode::IonValueExpected, 0);
    refused("-123-1", ErrorCode::IonNumberEnd, 4);
    refused("-1234-01-01", ErrorCode::IonNumberEnd, 5);
    refused("123-1", ErrorCode::IonNumberEnd, 3);
    accepted("1.e5 -0. 0e-0 1d+005 0XaB -0b1");
}

#[test]
fn timestamps() {
    accepted("2000-01-01T00:00:00.12345678901234567890Z 9999-12-31T23:59-00:00 0001-01-01T00:00-00:01");
    // In UTC, these are outside of the years 1 to 9999.
    refused("9999-12-31T23:59:59.999-00:01", ErrorCode::TimestampRange, 23);
    refused("0001-01-01T00:00+00:01", ErrorCode::TimestampRange, 16);
    refused("2001-02-29", ErrorCode::TimestampRange, 8);
    refused("2000-01-01T24:00Z", ErrorCode::TimestampRange, 11);
    refused("2000-01-01T00:00:60Z", ErrorCode::TimestampRange, 17);
    refused("2000-01-01T00:00z", ErrorCode::TimestampMalformed, 16);
    refused("2000-01-01T00Z", ErrorCode::TimestampMalformed, 13);
    refused("2000-01-01T00:00:00.Z", ErrorCode::TimestampMalformed, 20);
}

#[test]
fn what_is_not_this_kind_of_text() {
    refused(b"\xEF\xBB\xBF1", ErrorCode::IonByteOrderMark, 0);
    for text in [&b"\xFE\xFF\x001"[..], b"\xFF\xFE1\0", b"\x001\0 ", b"1\0 \0", b"\0\0\x001", b"1\0\0\0"] {
        refused(text, ErrorCode::IonEncoding, 0);
    }
    refused("$ion_1_1 1", ErrorCode::IonVersion, 0);
    refused("$ion_2_0", ErrorCode::IonVersion, 0);
    assert_eq!(accepted("").len() + accepted(" ").len() + accepted("1").len(), 1);
}

#[test]
fn repeated_fields_are_kept() {
    let Value::Struct(fields) = &accepted("{a:1,a:2,'a':3,\"a\":4,'''a''':5}")[0].value else { panic!() };
    assert_eq!(fields.len(), 5);
}
