//! `from_slice` makes the values of serde_json, or refuses what it refuses.

use crate::check::{Numbers, text};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Debug;
use stringmill_json::from_slice;
use stringmill_outcome::ErrorCode;

#[derive(Debug, PartialEq, Deserialize)]
struct Record<'a> {
    id: u64,
    #[serde(borrow)]
    name: &'a str,
    #[serde(default)]
    tags: Vec<String>,
    at: Option<(f64, f32)>,
    kind: Kind,
}

#[derive(Debug, PartialEq, Deserialize)]
enum Kind {
    Plain,
    Sized(u8),
    Pair(i8, char),
    Named { on: bool },
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(untagged)]
enum Any {
    Null(()),
    Bool(bool),
    Integer(i64),
    Unsigned(u64),
    Float(f64),
    String(String),
    Array(Vec<Any>),
    Object(BTreeMap<String, Any>),
}

/// The value is that of serde_json, or both refuse it.
fn compare<'a, T: Deserialize<'a> + PartialEq + Debug>(src: &'a str) {
    match (from_slice::<T>(src.as_bytes()), serde_json::from_str::<T>(src)) {
        (Ok(found), Ok(expected)) => assert_eq!(found, expected, "{src}"),
        (Err(_), Err(_)) => {}
        (found, expected) => panic!("{src}: {found:?}, serde_json {expected:?}"),
    }
}

#[test]
fn types_of_all_kinds() {
    let good = r#"{"id": 7, "name": "Ada", "extra": [{"a": [1]}, 2], "tags": ["x", "\u00e9"], "at": [1, -2.5], "kind": "Plain"}"#;
    assert_eq!(from_slice::<Record<'_>>(good.as_bytes()).map(|record| record.id), Ok(7));
    compare::<Record<'_>>(good);
    for kind in [
        r#""Plain""#,
        r#"{"Plain": null}"#,
        r#"{"Sized": 255}"#,
        r#"{"Sized": 256}"#,
        r#"{"Pair": [-1, "é"]}"#,
        r#"{"Pair": [-1]}"#,
        r#"{"Pair": [-1, "a", 2]}"#,
        r#"{"Named": {"on": true, "off": {}}}"#,
        r#"{"Named": {}}"#,
        r#"{"Other": 1}"#,
        r#"{"Plain": 1}"#,
        r#"{"Plain": null, "Sized": 1}"#,
        "{}",
        "1",
        "[]",
        r#""Sized""#,
    ] {
        compare::<Kind>(kind);
        compare::<Option<Kind>>(kind);
        compare::<Record<'_>>(&good.replace(r#""Plain""#, kind));
    }
    for src in
        ["null", "[]", "[1]", "[1, 2]", "[1, 2, 3]", "[[], 2]", "1", "\"a\"", "{}", " [1,\n2] ", "[1,2]]", "[1,2", ""]
    {
        compare::<(u8, u8)>(src);
        compare::<Option<Vec<i64>>>(src);
        compare::<()>(src);
        compare::<String>(src);
        compare::<[f32; 2]>(src);
    }
    for src in [r#"{"1": 2, "-3": 4}"#, r#"{"a": 1}"#, r#"{"1.5": 1}"#, r#"{"": 1}"#, r#"{"\u0031": 1}"#] {
        compare::<BTreeMap<i32, u8>>(src);
        compare::<BTreeMap<String, u8>>(src);
    }
    compare::<BTreeMap<bool, u8>>(r#"{"true": 1}"#);
}

#[test]
fn numbers_of_each_type() {
    for src in
        ["0", "-0", "1.0", "255", "256", "-129", "1e2", "18446744073709551615", "18446744073709551616", "1e400", "0.1"]
    {
        compare::<u8>(src);
        compare::<i8>(src);
        compare::<i64>(src);
        compare::<u64>(src);
        compare::<f64>(src);
        compare::<f32>(src);
        compare::<Option<u16>>(src);
    }
    let error = from_slice::<f64>(b" 1e400").unwrap_err();
    assert_eq!(error.json().map(|error| (error.code, error.offset)), Some((ErrorCode::NumberNotFinite, 1)));
}

#[test]
fn any_document() {
    for run in 0..if cfg!(miri) { 3 } else { 2_000 } {
        let src = text(&mut Numbers(run * 41 + 9), false);
        let (found, expected) = (from_slice::<Any>(&src).ok(), serde_json::from_slice::<Any>(&src).ok());
        assert_eq!(found, expected, "{}", src.escape_ascii());
    }
}

/// The depth is limited, since each level takes a call.
#[test]
fn depth_is_limited() {
    let nested = |depth| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(from_slice::<Any>(nested(128).as_bytes()).is_ok());
    let error = from_slice::<Any>(nested(129).as_bytes()).unwrap_err();
    assert_eq!(error.json().map(|error| error.code), Some(ErrorCode::LimitDepth));
}
