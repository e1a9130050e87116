//! The files of `vectors/`.

use crate::rules;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use stringmill_capi::Rules;

/// The names of the policies, by number.
const ILL_FORMED: [&str; 8] =
    ["reject", "replace", "replace-java", "replace-php", "ignore-php", "copy", "visible", "reversible"];
const SURROGATES: [&str; 3] = ["reject", "replace", "reversible"];
const CLASSES: [&str; 7] =
    ["white-space-json", "white-space-ion", "identifier", "digits", "hex", "string", "string-ascii"];
/// Operations that the C door does not have yet; `vectors/runners.toml` says why.
const SKIPPED: [&str; 4] = ["utf16_to_utf8", "latin1_to_utf8", "json_escape_utf16", "json_escape_latin1"];

/// An operation with its parameters.
pub(crate) enum Operation {
    JsonEscape(Result<*const Rules, u32>),
    JsonUnescape(u32),
    Utf8Validate,
    Scan(u32),
}

/// Cases with the same parameters.
pub(crate) struct Group {
    pub(crate) operation: Operation,
    pub(crate) cases: Vec<Case>,
}

pub(crate) struct Case {
    pub(crate) id: u64,
    pub(crate) input: Vec<u8>,
    pub(crate) expected: Result<Expected, (String, u64)>,
}

/// What a run must come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Expected {
    pub(crate) output: Vec<u8>,
    pub(crate) read: usize,
    pub(crate) count: u64,
    pub(crate) first: Option<u64>,
}

/// The groups of each operation.
pub(crate) fn load() -> BTreeMap<String, Vec<Group>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors");
    let mut files = BTreeMap::<_, Vec<_>>::new();
    for entry in fs::read_dir(&folder).expect("vectors/") {
        let path = entry.expect("entry").path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let file: Value = serde_json::from_slice(&fs::read(&path).expect("a file")).expect("a file of vectors");
        assert_eq!(file["schema"], "string-op.v1");
        let name = string(&file["operation"]);
        if SKIPPED.contains(&name) {
            continue;
        }
        let groups = array(&file["groups"]).iter().map(|group| Group {
            operation: operation(name, group),
            cases: array(&group["cases"]).iter().map(case).collect(),
        });
        files.entry(name.to_string()).or_default().extend(groups);
    }
    files
}

fn string(value: &Value) -> &str {
    value.as_str().expect("a string")
}

fn array(value: &Value) -> &[Value] {
    value.as_array().expect("an array")
}

fn operation(name: &str, group: &Value) -> Operation {
    let number = |names: &[&str], key: &str| {
        names.iter().position(|name| *name == string(&group[key])).expect("a policy") as u32
    };
    match name {
        "json_escape" => Operation::JsonEscape(rules(string(&group["profile"]), number(&ILL_FORMED, "policy"))),
        "json_unescape" => Operation::JsonUnescape(number(&SURROGATES, "surrogates")),
        "utf8_validate" => Operation::Utf8Validate,
        "scan" => Operation::Scan(number(&CLASSES, "class")),
        _ => panic!("no operation is called {name}"),
    }
}

fn case(case: &Value) -> Case {
    let input = bytes(&case["in"]);
    let expected = match case.get("error") {
        Some(error) => Err((string(&error["code"]).to_string(), error["offset"].as_u64().expect("an offset"))),
        None => Ok(Expected {
            output: case.get("out").map(bytes).unwrap_or_default(),
            read: case
                .get("read")
                .or(case.get("run"))
                .map_or(input.len(), |read| read.as_u64().expect("a length") as usize),
            count: case["repairs"]["count"].as_u64().unwrap_or(0),
            first: case["repairs"]["first"].as_u64(),
        }),
    };
    Case { id: case["id"].as_u64().expect("an id"), input, expected }
}

/// The bytes of hex pieces.
fn bytes(pieces: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    for piece in array(pieces) {
        let (hex, times) = string(piece).split_once('*').unwrap_or((string(piece), "1"));
        let digits = |at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hex digits");
        let unit: Vec<u8> = (0..hex.len()).step_by(2).map(digits).collect();
        bytes.extend(unit.repeat(times.parse().expect("a number")));
    }
    bytes
}
