//! Every error code below 900 is raised, by a vector or by the command here, and shows its remedy. Codes from 900 on are
//! misuse of an interface; the tests of that interface raise them.

use crate::running::smill;
use std::collections::BTreeSet;
use stringmill::ErrorCode;
use stringmill::json::{RecordKind, RecordMember, RecordPlan};

const ION: &[&str] = &["check", "--format", "ion", "-"];

/// Code, arguments, input.
const RAISED: &[(ErrorCode, &[&str], &str)] = &[
    (ErrorCode::QuoteMissing, &["unescape"], "text"),
    (ErrorCode::QuoteUnescaped, &["unescape", "--bare"], "a\"b"),
    (ErrorCode::LiteralTrailing, &["unescape"], "\"a\" b"),
    (ErrorCode::JsonObjectExpected, &["unpack"], "[]"),
    (ErrorCode::JsonMemberMissing, &["unpack"], "{\"path\":\"a\",\"size\":1}"),
    (ErrorCode::LimitNameLen, &["unpack"], ""),
    (ErrorCode::IonByteOrderMark, ION, "\u{FEFF}1"),
    (ErrorCode::IonVersion, ION, "$ion_1_1 1"),
    (ErrorCode::IonValueExpected, ION, "[,]"),
    (ErrorCode::IonCommaExpected, ION, "[1 2]"),
    (ErrorCode::IonBracketMismatched, ION, "[1}"),
    (ErrorCode::IonIncomplete, ION, "[1"),
    (ErrorCode::IonFieldNameExpected, ION, "{1:2}"),
    (ErrorCode::IonColonExpected, ION, "{a 1}"),
    (ErrorCode::IonKeyword, ION, "{true:1}"),
    (ErrorCode::IonNullType, ION, "null.nothing"),
    (ErrorCode::IonNumberEnd, ION, "1a"),
    (ErrorCode::IonLobEndExpected, ION, "{{\"a\" b}}"),
    (ErrorCode::IonClobNonAscii, ION, "{{\"\u{E9}\"}}"),
    (ErrorCode::IonCommentUnterminated, ION, "/* a"),
    (ErrorCode::IonEscapeDigits, ION, "\"\\xg\""),
    (ErrorCode::IonEscapeAboveMax, ION, "\"\\U00110000\""),
    (ErrorCode::IonSymbolId, ION, "$10"),
    (ErrorCode::IonTableFieldRepeated, ION, "$ion_symbol_table::{symbols:[],symbols:[]}"),
    (ErrorCode::IonImportUnknown, ION, "$ion_symbol_table::{imports:[{name:\"x\"}]}"),
    (ErrorCode::TimestampMalformed, ION, "2024-01-01T00Z"),
    (ErrorCode::TimestampRange, ION, "2024-13-01"),
    (ErrorCode::ConvertSystemValue, &["convert", "--each", "--from", "ion", "--to", "ion"], "[$ion_symbol_table::{}]"),
    (ErrorCode::NameRepeated, &["canon"], "{\"a\":1,\"a\":2}"),
    (ErrorCode::NumberOverflow, &["canon"], "[1e400]"),
    (ErrorCode::JsonNoncharacter, &["check", "--format", "json", "--i-json"], "\"\u{FFFE}\""),
    (ErrorCode::JsonNul, &["check", "--format", "json", "--no-nul"], "\"\\u0000\""),
    (ErrorCode::JsonIntegerInexact, &["check", "--format", "json", "--i-json"], "9007199254740992"),
    (ErrorCode::JsonNumberRange, &["check", "--format", "json", "--jsonb"], "1e131072"),
    (ErrorCode::CanonicalWhiteSpace, &["canon", "--verify"], "[1]\n"),
    (ErrorCode::CanonicalString, &["canon", "--verify"], "\"\\/\""),
    (ErrorCode::CanonicalNumber, &["canon", "--verify"], "1.0"),
    (ErrorCode::CanonicalOrder, &["canon", "--verify"], "{\"b\":1,\"a\":2}"),
    (ErrorCode::ConvertLoss, &["convert", "--from", "ion", "--to", "json", "--on-loss", "refuse"], "a::1"),
    (ErrorCode::ConvertOneValue, &["convert", "--from", "ion", "--to", "json"], "1 2"),
    (ErrorCode::ConvertArray, &["convert", "--from", "json", "--each", "--to", "ndjson"], "{\"a\":[]}"),
    (ErrorCode::ConvertSeparator, &["check", "--format", "json-seq", "-"], "1\n"),
    (ErrorCode::ConvertTyped, &["convert", "--from", "json", "--to", "ion", "--typed"], "{\"$ion_int\":1}"),
    (ErrorCode::ConvertDynamodb, &["convert", "--from", "dynamodb-ion", "--to", "ndjson"], "{Item:{a:b}}"),
];

#[test]
fn every_code_is_raised() {
    let folder = tempfile::tempdir().unwrap();
    let long = format!("{{\"{}\":\"\"}}", "n".repeat(5000));
    for &(code, arguments, input) in RAISED {
        let limit = code == ErrorCode::LimitNameLen;
        let input = if limit { &long } else { input };
        let err = smill(arguments).within(folder.path()).input(input).fails(if limit { 5 } else { 3 });
        assert!(err.starts_with(&format!("error: {}", code.says())), "{}: {err}", code.name());
        assert!(err.contains(&format!("= help {}\n", code.remedy())), "{}: {err}", code.name());
    }
    other_formats_and_long_tables(folder.path());
    let err = smill(["canon", "--memory", "1M"]).input(format!("{{\"{}\":1}}", "n".repeat(1 << 20))).fails(5);
    assert!(err.starts_with(&format!("error: {}", ErrorCode::LimitMemory.says())), "{err}");
    errors_of_binary_ion();
    let twice = RecordMember { name: b"a", written: b"a", kind: RecordKind::Bool };
    let unknown = RecordPlan::new(&[twice, twice]).expect_err("one name for two members");
    std::fs::write(folder.path().join("text.10n"), "{a:1}").unwrap();
    let err = smill(["check", "text.10n"]).within(folder.path()).fails(3);
    assert!(err.starts_with(&format!("error: {}\n", ErrorCode::IonBinaryMarker.says())), "{err}");
    let mut raised: BTreeSet<_> = RAISED.iter().map(|(code, ..)| code.name().to_owned()).collect();
    raised.extend(
        [
            ErrorCode::IonBinary,
            ErrorCode::IonBinaryMarker,
            ErrorCode::IonEncoding,
            ErrorCode::LimitSymbols,
            ErrorCode::LimitMemory,
            // Only the sources for Spark raise these; their tests do.
            ErrorCode::ColumnType,
            ErrorCode::RecordSymbols,
            // Only records in .NET raise this; their tests do.
            ErrorCode::JsonMemberType,
            unknown,
        ]
        .map(|code| code.name().to_owned()),
    );
    raised.extend(BINARY.iter().map(|(code, _)| code.name().to_owned()));
    for (_, text) in stringmill_sweeps::texts().unwrap() {
        raised.extend(text.split("\"code\":\"").skip(1).filter_map(|rest| rest.split('"').next().map(str::to_owned)));
    }
    let missing = ErrorCode::ALL.iter().filter(|&&code| (code as u16) < 900 && !raised.contains(code.name()));
    assert_eq!(missing.map(|code| code.name()).collect::<Vec<_>>(), Vec::<&str>::new());
}

/// Errors of binary Ion; the input has a version marker before these bytes.
const BINARY: &[(ErrorCode, &[u8])] = &[
    (ErrorCode::IonBinaryType, b"\xFF"),
    (ErrorCode::IonBinaryLength, b"\xB1\x82ab"),
    (ErrorCode::IonBinaryOverflow, b"\x8E\x02\0\0\0\0\0\0\0\0\x80"),
    (ErrorCode::IonBinaryNegativeZero, b"\x30"),
    (ErrorCode::IonBinaryAnnotations, b"\xE3\x80\x20\x20"),
];

fn errors_of_binary_ion() {
    for (code, bytes) in BINARY {
        let err = smill(ION).input([b"\xE0\x01\x00\xEA", *bytes].concat()).fails(3);
        assert!(err.starts_with(&format!("error: {}\n", code.says())), "{}: {err}", code.name());
        assert!(err.contains(&format!("= help {}\n", code.remedy())), "{}: {err}", code.name());
    }
}

/// Input that is not text, which the command names itself, and a symbol table that is too large.
fn other_formats_and_long_tables(folder: &std::path::Path) {
    const LINES: &[&str] = &["convert", "--from", "ion", "--lines", "--to", "ndjson"];
    for (arguments, input, name) in [(LINES, &b"\xE0\x01\x00\xEA"[..], "binary Ion"), (ION, b"a\0b\0", "UTF-16 text")] {
        let err = smill(arguments).within(folder).input(input).fails(3);
        assert!(err.starts_with(&format!("error: expected UTF-8 text, found {name}\n")), "{err}");
    }
    let long = format!("$ion_symbol_table::{{symbols:[{}]}}", "\"\",".repeat((1 << 20) + 1));
    let err = smill(ION).within(folder).input(long).fails(5);
    assert!(err.starts_with("error: symbol table is larger than the limit\n  --> stdin:1:20 (byte 19)"), "{err}");
}
