//! The files of `vectors/`, and the sweeps.

use crate::rules;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use stringmill_capi::{CanonicalLimits, JsonRules, Rules};

/// The names of the policies, by number.
const ILL_FORMED: [&str; 8] =
    ["reject", "replace", "replace-java", "replace-php", "ignore-php", "copy", "visible", "reversible"];
/// The names of the policies for UTF-16, from this number on.
const UTF16: u32 = 16;
const ILL_FORMED_UTF16: [&str; 5] = ["reject", "replace", "question-mark", "escape", "wtf8"];
const LATIN1: u32 = 32;
const ALPHABETS: [&str; 2] = ["standard", "url"];
const PADDINGS: [&str; 3] = ["required", "optional", "forbidden"];
const TRAILING_BITS: [&str; 2] = ["refuse", "drop"];
const WHITE_SPACE: [&str; 4] = ["refuse", "json", "whatwg", "ion"];
const SURROGATES: [&str; 3] = ["reject", "replace", "reversible"];
const SHAPES: [&str; 5] = ["php", "php-fraction", "ecmascript", "python", "dotnet"];
const CLASSES: [&str; 7] =
    ["white-space-json", "white-space-ion", "identifier", "digits", "hex", "string", "string-ascii"];

/// An operation with its parameters.
pub(crate) enum Operation {
    JsonEscape(Result<*const Rules, u32>),
    JsonUnescape(u32),
    JsonUnescapeUtf16(u32),
    Utf8ToUtf16(u32),
    Utf8Validate,
    Scan(u32),
    Utf16ToUtf8(u32),
    Latin1ToUtf8,
    JsonEscapeUtf16(Result<*const Rules, u32>),
    JsonEscapeLatin1(Result<*const Rules, u32>),
    JsonCheck(JsonRules),
    JsonCanonical(CanonicalLimits),
    Base64Encode(u32),
    Base64Decode(u32),
    Float64Write(u32),
    Int64Write,
    Uint64Write,
}

impl Operation {
    /// Bytes of a unit of its input.
    pub(crate) fn unit(&self) -> usize {
        match self {
            Operation::Utf16ToUtf8(_) | Operation::JsonEscapeUtf16(_) => 2,
            Operation::Float64Write(_) | Operation::Int64Write | Operation::Uint64Write => 8,
            _ => 1,
        }
    }

    /// Whether its input may come in chunks.
    pub(crate) fn streams(&self) -> bool {
        self.unit() != 8 && !matches!(self, Operation::JsonCheck(_) | Operation::JsonCanonical(_))
    }
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

/// The result of a run.
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
    let skipped = skipped(&folder);
    let mut files = BTreeMap::<_, Vec<_>>::new();
    for (_, text) in stringmill_sweeps::texts().unwrap_or_else(|message| panic!("{message}")) {
        let file: Value = serde_json::from_str(&text).expect("a file of vectors");
        assert_eq!(file["schema"], "string-op.v1");
        let name = string(&file["operation"]);
        if skipped.iter().any(|operation| operation == name) {
            continue;
        }
        let groups = array(&file["groups"]).iter().map(|group| {
            let operation = operation(name, group);
            let cases = array(&group["cases"]).iter().map(|value| case(value, operation.unit())).collect();
            Group { operation, cases }
        });
        files.entry(name.to_string()).or_default().extend(groups);
    }
    files
}

/// Operations that the C door does not have; `runners.toml` says why.
fn skipped(folder: &Path) -> Vec<String> {
    let table: toml::Table = fs::read_to_string(folder.join("runners.toml")).expect("a file").parse().expect("TOML");
    let runners = table["runner"].as_array().expect("runners").iter();
    let ours = runners.filter(|runner| runner["language"].as_str() == Some("C door"));
    let skips = ours.flat_map(|runner| runner["skips"].as_array().expect("skips"));
    skips.map(|skip| skip["operation"].as_str().expect("an operation").to_owned()).collect()
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
        "json_unescape_utf16" => Operation::JsonUnescapeUtf16(number(&SURROGATES, "surrogates")),
        "utf8_to_utf16" => Operation::Utf8ToUtf16(number(&ILL_FORMED, "policy")),
        "utf8_validate" => Operation::Utf8Validate,
        "utf16_to_utf8" => Operation::Utf16ToUtf8(UTF16 + number(&ILL_FORMED_UTF16, "policy")),
        "latin1_to_utf8" => Operation::Latin1ToUtf8,
        "json_escape_utf16" => {
            let policy = UTF16 + number(&ILL_FORMED_UTF16, "policy");
            Operation::JsonEscapeUtf16(rules(string(&group["profile"]), policy))
        }
        "json_escape_latin1" => Operation::JsonEscapeLatin1(rules(string(&group["profile"]), LATIN1)),
        "base64_encode" => Operation::Base64Encode(number(&ALPHABETS, "alphabet") | number(&PADDINGS, "padding") << 4),
        "base64_decode" => Operation::Base64Decode(
            number(&ALPHABETS, "alphabet")
                | number(&PADDINGS, "padding") << 4
                | number(&TRAILING_BITS, "trailing_bits") << 8
                | number(&WHITE_SPACE, "white_space") << 12,
        ),
        "json_check" => {
            let limit = |key: &str| group.get(key).map_or(u64::MAX, |limit| limit.as_u64().expect("a number"));
            Operation::JsonCheck(JsonRules {
                depth_max: limit("depth_max"),
                string_max: limit("string_max"),
                len_max: limit("len_max"),
                lines: 0,
                lone_surrogates: group["lone_surrogates"].as_bool().expect("a choice").into(),
            })
        }
        "json_canonical" => Operation::JsonCanonical(CanonicalLimits {
            depth_max: group["depth_max"].as_u64().expect("a number"),
            memory_max: 0,
            rounds_integers: 0,
        }),
        "float64_write" => Operation::Float64Write(number(&SHAPES, "shape")),
        "int64_write" => Operation::Int64Write,
        "uint64_write" => Operation::Uint64Write,
        "scan" => Operation::Scan(number(&CLASSES, "class")),
        _ => panic!("no operation is called {name}"),
    }
}

fn case(case: &Value, unit: usize) -> Case {
    let mut input = bytes(&case["in"]);
    let len = input.len() / unit;
    if unit == 2 {
        // The files have the more significant byte first; the C functions take the order of the machine.
        for pair in input.as_chunks_mut().0 {
            *pair = u16::from_be_bytes(*pair).to_ne_bytes();
        }
    }
    let expected = match case.get("error") {
        Some(error) => Err((string(&error["code"]).to_string(), error["offset"].as_u64().expect("an offset"))),
        None => Ok(Expected {
            output: case.get("out").map(bytes).unwrap_or_default(),
            read: case.get("read").or(case.get("run")).map_or(len, |read| read.as_u64().expect("a length") as usize),
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
