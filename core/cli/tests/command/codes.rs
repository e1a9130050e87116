//! Every error code below 900 is raised: by a vector, or by the command here. Those above are misuse of an interface, and
//! tested where that interface is.

use crate::running::smill;
use std::collections::BTreeSet;
use stringmill::ErrorCode;

/// Code, arguments, input.
const RAISED: [(ErrorCode, &[&str], &str); 6] = [
    (ErrorCode::QuoteMissing, &["unescape"], "text"),
    (ErrorCode::QuoteUnescaped, &["unescape", "--bare"], "a\"b"),
    (ErrorCode::LiteralTrailing, &["unescape"], "\"a\" b"),
    (ErrorCode::JsonObjectExpected, &["unpack"], "[]"),
    (ErrorCode::JsonMemberUnknown, &["unpack"], "{\"path\":\"a\",\"size\":1}"),
    (ErrorCode::LimitNameLen, &["unpack"], ""),
];

#[test]
fn every_code_is_raised() {
    let folder = tempfile::tempdir().unwrap();
    let long = format!("{{\"{}\":\"\"}}", "n".repeat(5000));
    for (code, arguments, input) in RAISED {
        let limit = code == ErrorCode::LimitNameLen;
        let input = if limit { &long } else { input };
        let err = smill(arguments).within(folder.path()).input(input).fails(if limit { 5 } else { 3 });
        assert!(err.starts_with(&format!("error: {}", code.says())), "{}: {err}", code.name());
    }
    let vectors = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors");
    let mut raised: BTreeSet<_> = RAISED.iter().map(|(code, ..)| code.name().to_owned()).collect();
    for entry in std::fs::read_dir(vectors).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let text = std::fs::read_to_string(path).unwrap();
            raised
                .extend(text.split("\"code\":\"").skip(1).filter_map(|rest| rest.split('"').next().map(str::to_owned)));
        }
    }
    let missing = ErrorCode::ALL.iter().filter(|&&code| (code as u16) < 900 && !raised.contains(code.name()));
    assert_eq!(missing.map(|code| code.name()).collect::<Vec<_>>(), Vec::<&str>::new());
}
