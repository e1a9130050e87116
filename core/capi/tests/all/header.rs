//! The header, the list of symbols, the programs that call every function, and `spec/` say the same.

use std::collections::BTreeSet;
use std::path::Path;
use stringmill::{
    Base64Decode, Base64Encode, ErrorCode, FloatShape, IllFormed, IllFormedUtf16, JsonEscape, JsonUnescape,
    LoneSurrogates, NUMBER_ROOM, Tier, Utf16ToUtf8,
};

const HEADER: &str = concat!(
    include_str!("../../include/stringmill_errors.h"),
    include_str!("../../include/stringmill.h"),
    include_str!("../../include/stringmill_json.h"),
    include_str!("../../include/stringmill_records.h"),
);
const SYMBOLS: &str = include_str!("../../symbols.txt");
const C: &str = include_str!("../programs/every_function.c");
const CPP: &str = include_str!("../programs/every_function.cpp");
const EXAMPLE: &str = include_str!("../programs/example.c");

/// The text without comments; strings in these files hold none of their marks.
fn without_comments(text: &str) -> String {
    let mut code = String::new();
    for (number, piece) in text.split("/*").enumerate() {
        code.push_str(if number == 0 { piece } else { piece.split_once("*/").expect("an end").1 });
    }
    code.lines().map(|line| line.split("//").next().unwrap_or("")).collect::<Vec<_>>().join("\n")
}

/// Every name before a parenthesis that a function of ours can have.
fn functions(text: &str) -> BTreeSet<String> {
    let code = without_comments(text);
    let before_parentheses = code.match_indices('(').map(|(at, _)| {
        let name = code[..at].rsplit(|c: char| !(c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'));
        name.into_iter().next().unwrap_or("").to_string()
    });
    before_parentheses.filter(|name| name.starts_with("smill_")).collect()
}

/// The value of a constant, in an enum or a macro.
fn constant(name: &str) -> Option<u64> {
    let code = without_comments(HEADER);
    let value = |line: &str| {
        let line = line.trim().trim_start_matches("#define ").trim_start_matches("enum { ");
        let (first, rest) = line.split_once([' ', ','])?;
        let value = rest.trim_start_matches("= ").trim_end_matches(',').trim_end_matches(" };");
        let value = value.split(',').next().unwrap_or_default();
        let number = match value.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16),
            None => value.parse(),
        };
        (first == name).then(|| number.ok()).flatten()
    };
    code.lines().find_map(value)
}

fn upper(name: &str) -> String {
    name.replace('-', "_").to_uppercase()
}

#[test]
fn the_header_declares_the_exported_symbols() {
    let listed: Vec<_> = SYMBOLS.lines().collect();
    assert!(listed.is_sorted() && listed.len() > 20);
    assert_eq!(functions(HEADER), listed.into_iter().map(str::to_string).collect());
}

#[test]
fn the_manual_names_every_header() {
    let manual = include_str!("../../include/stringmill.h");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
    for file in folder.read_dir().expect("the headers") {
        let name = file.expect("a header").file_name().into_string().expect("a name");
        let about = manual.split("#ifndef STRINGMILL_H").next().expect("a manual");
        assert!(name == "stringmill.h" || about.contains(&name), "the manual does not name {name}");
    }
}

#[test]
fn both_programs_call_every_function() {
    for (language, text) in [("C", C), ("C++", CPP)] {
        let called = functions(text);
        let missing: Vec<_> = SYMBOLS.lines().filter(|name| !called.contains(*name)).collect();
        assert!(missing.is_empty(), "the program in {language} does not call {missing:?}");
    }
}

/// The example of a header, which ends before the line that begins with `end`.
fn example(header: &str, end: &str) -> String {
    let lines = header.lines().skip_while(|line| !line.contains("#include <stdio.h>"));
    let shown: Vec<_> = lines
        .take_while(|line| line.starts_with(" *     ") || *line == " *")
        .map(|line| line.strip_prefix(" *     ").unwrap_or(""))
        .take_while(|line| !line.starts_with(end))
        .collect();
    shown.join("\n").trim_end().to_string()
}

#[test]
fn examples_of_headers_are_the_programs() {
    assert_eq!(example(include_str!("../../include/stringmill.h"), "cc "), EXAMPLE.trim_end());
    let program = include_str!("../programs/example_json.c");
    assert_eq!(example(include_str!("../../include/stringmill_json.h"), "Verdict"), program.trim_end());
}

/// A file of the tree.
fn spec(path: &str) -> toml::Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    std::fs::read_to_string(path).expect("a file").parse().expect("TOML")
}

/// Each operation of the house has its function, or `vectors/runners.toml` says why not.
#[test]
fn every_operation_has_its_function() {
    let runners = spec("vectors/runners.toml");
    let rows = |table: &toml::Table, key: &str| table[key].as_array().expect("rows").clone();
    let ours = rows(&runners, "runner").into_iter().find(|row| row["language"].as_str() == Some("C door"));
    let skipped = ours.expect("a runner called C door")["skips"].as_array().expect("skips").clone();
    let operations = rows(&spec("spec/operations.toml"), "operation");
    assert!(!operations.is_empty());
    for operation in operations {
        let (id, name) = (operation["id"].as_str().expect("an id"), operation["c"].as_str().expect("a name"));
        let excused = skipped.iter().any(|skip| skip["operation"].as_str() == Some(id));
        assert!(
            excused != SYMBOLS.lines().any(|symbol| symbol == name),
            "{id}: {name} is neither there nor skipped, or both"
        );
    }
}

#[test]
fn constants_are_those_of_the_library() {
    for (number, policy) in IllFormed::ALL.iter().enumerate() {
        let name = format!("SMILL_ILL_FORMED_{}", upper(policy.name()));
        assert_eq!(constant(&name), Some(number as u64), "{name}");
    }
    for (number, policy) in IllFormedUtf16::ALL.iter().enumerate() {
        let name = format!("SMILL_ILL_FORMED_UTF16_{}", upper(policy.name()));
        assert_eq!(constant(&name), Some(16 + number as u64), "{name}");
    }
    for (number, policy) in LoneSurrogates::ALL.iter().enumerate() {
        let name = format!("SMILL_SURROGATES_{}", upper(policy.name()));
        assert_eq!(constant(&name), Some(number as u64), "{name}");
    }
    let operations = spec("spec/operations.toml");
    let rows = operations["values"].as_array().expect("rows");
    for (id, prefix, place) in [
        ("base64_alphabet", "ALPHABET", 0),
        ("base64_padding", "PADDING", 4),
        ("trailing_bits", "TRAILING_BITS", 8),
        ("white_space", "WHITE_SPACE", 12),
    ] {
        let row = rows.iter().find(|row| row["id"].as_str() == Some(id)).expect(id);
        for (number, choice) in row["names"].as_array().expect("names").iter().enumerate() {
            let name = format!("SMILL_BASE64_{prefix}_{}", upper(choice["name"].as_str().expect("a name")));
            assert_eq!(constant(&name), Some((number as u64) << place), "{name}");
        }
    }
    for (number, shape) in FloatShape::ALL.iter().enumerate() {
        let name = format!("SMILL_FLOAT_SHAPE_{}", upper(shape.name));
        assert_eq!(constant(&name), Some(number as u64), "{name}");
    }
    let classes = operations["values"].as_array().expect("rows").iter();
    let classes = classes.filter(|row| row["id"].as_str() == Some("class")).flat_map(|row| row["names"].as_array());
    for (number, class) in classes.flatten().enumerate() {
        let name = format!("SMILL_CLASS_{}", upper(class["name"].as_str().expect("a name")));
        assert_eq!(constant(&name), Some(number as u64), "{name}");
    }
    for name in Tier::known() {
        let number = constant(&format!("SMILL_TIER_{}", upper(name))).expect(name);
        let found = stringmill_capi::smill_tier_name(number as u32);
        // SAFETY: the header says that a name is static and ends with a zero byte.
        assert_eq!(unsafe { std::ffi::CStr::from_ptr(found) }.to_str(), Ok(name));
    }
    assert_eq!(constant("SMILL_JSON_ESCAPE_UNIT_MAX"), Some(JsonEscape::UNIT_MAX as u64));
    assert_eq!(constant("SMILL_UTF16_TO_UTF8_UNIT_MAX"), Some(Utf16ToUtf8::UNIT_MAX as u64));
    assert_eq!(constant("SMILL_BASE64_ENCODE_UNIT_MAX"), Some(Base64Encode::UNIT_MAX as u64));
    assert_eq!(constant("SMILL_BASE64_DECODE_UNIT_MAX"), Some(Base64Decode::UNIT_MAX as u64));
    assert_eq!(constant("SMILL_NUMBER_ROOM"), Some(NUMBER_ROOM as u64));
    assert_eq!(constant("SMILL_JSON_UNESCAPE_UNIT_MAX"), Some(JsonUnescape::UNIT_MAX as u64));
}

#[test]
fn texts_of_errors_are_those_of_the_core() {
    let text = |text: *const std::ffi::c_char| {
        // SAFETY: the header says that a text is static and ends with a zero byte.
        unsafe { std::ffi::CStr::from_ptr(text) }.to_str().expect("ASCII")
    };
    for &code in ErrorCode::ALL {
        let number = code as u32;
        assert_eq!(text(stringmill_capi::smill_error_name(number)), code.name());
        assert_eq!(text(stringmill_capi::smill_error_says(number)), code.says());
        assert_eq!(text(stringmill_capi::smill_error_remedy(number)), code.remedy());
    }
}

#[test]
fn the_version_is_that_of_the_workspace() {
    let version = ["MAJOR", "MINOR", "PATCH"].map(|part| constant(&format!("SMILL_VERSION_{part}")).expect(part));
    assert_eq!(version.map(|part| part.to_string()).join("."), env!("CARGO_PKG_VERSION"));
    assert!(HEADER.contains(&format!("#define SMILL_VERSION_TEXT \"{}\"\n", env!("CARGO_PKG_VERSION"))));
    assert_eq!(stringmill_capi::smill_version() as u64, version[0] * 1_000_000 + version[1] * 1_000 + version[2]);
}

/// Every error of the manual exists, also if it is named without its first part.
#[test]
fn the_manual_names_errors_that_exist() {
    let known: Vec<_> = stringmill::ErrorCode::ALL.iter().map(|code| upper(code.name())).collect();
    let words = HEADER
        .split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .map(|word| word.trim_start_matches("SMILL_ERROR_"));
    let families = [
        "UTF8_",
        "ESCAPE_",
        "POINTER_",
        "LENGTH_",
        "PROFILE_",
        "TIER_UN",
        "ROOM_",
        "MEMORY_",
        "CHOICE_",
        "RULES_",
        "UTF16_S",
        "QUOTE_",
        "NUMBER_NOT",
    ];
    let named: Vec<_> = words.filter(|word| families.iter().any(|family| word.starts_with(family))).collect();
    assert!(named.len() > 40);
    for word in named {
        assert!(known.iter().any(|code| code == word), "{word}");
    }
}
