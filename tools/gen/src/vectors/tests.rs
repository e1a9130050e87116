//! The files of `vectors/`, and the sweeps.

use crate::spec::{read, root};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use stringmill_outcome::ErrorCode;
use stringmill_sweeps::{Operation, texts};

fn load(path: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(root().join(path)).unwrap()).unwrap()
}

fn vector_files() -> Vec<(String, Value)> {
    texts().unwrap().into_iter().map(|(name, text)| (name, serde_json::from_str(&text).unwrap())).collect()
}

fn cases(file: &Value) -> impl Iterator<Item = &Value> {
    file["groups"].as_array().unwrap().iter().flat_map(|group| group["cases"].as_array().unwrap())
}

#[test]
fn every_file_validates() {
    let schema = jsonschema::draft202012::new(&load("vectors/schema/string-op.v1.json")).unwrap();
    for (name, file) in vector_files() {
        if let Some(error) = schema.iter_errors(&file).next() {
            panic!("{name}: {error} at {}", error.instance_path());
        }
    }
}

#[test]
fn the_file_of_the_value_so_far_validates() {
    let schema = jsonschema::draft202012::new(&load("vectors/schema/json-partial.v1.json")).unwrap();
    let mut file = load(super::partial::FILE);
    if let Some(error) = schema.iter_errors(&file).next() {
        panic!("{error} at {}", error.instance_path());
    }
    let codes: BTreeSet<_> = cases(&file)
        .flat_map(|case| [&case["error"]["code"], &case["finish"]["error"]["code"]])
        .filter_map(Value::as_str)
        .collect();
    let known: BTreeSet<_> = ErrorCode::ALL.iter().map(|code| code.name()).collect();
    assert!(codes.is_subset(&known) && codes.len() > 25, "{codes:?}");
    file["groups"][0]["cases"][0].as_object_mut().unwrap().remove("finish");
    assert!(!schema.is_valid(&file));
}

/// A schema that lets everything through would pass the test above.
#[test]
fn the_schema_refuses_what_is_wrong() {
    let schema = jsonschema::draft202012::new(&load("vectors/schema/string-op.v1.json")).unwrap();
    let file = |operation: &str, group: Value| json!({ "schema": "string-op.v1", "operation": operation, "about": "x", "flags": {}, "groups": [group] });
    let unescape = |case: Value| file("json_unescape", json!({ "surrogates": "reject", "units": 8, "cases": [case] }));
    let good = unescape(json!({ "id": 1, "why": "x", "in": ["61*3", "22"], "out": ["61"], "read": 1 }));
    assert!(schema.is_valid(&good));
    for wrong in [
        json!({ "id": 1, "why": "x", "in": ["6"], "out": [] }),
        json!({ "id": 1, "why": "x", "in": ["61"] }),
        json!({ "id": 0, "why": "x", "in": ["61"], "out": [] }),
        json!({ "id": 1, "why": "x", "in": ["61"], "out": [], "error": { "code": "utf8_overlong", "offset": 0 } }),
        json!({ "id": 1, "why": "x", "in": ["61"], "error": { "code": "utf8_overlong" } }),
        json!({ "id": 1, "why": "x", "in": ["61"], "valid": true }),
        json!({ "id": 1, "why": "x", "in": ["61"], "out": [], "unknown": 1 }),
    ] {
        assert!(!schema.is_valid(&unescape(wrong.clone())), "{wrong}");
    }
    let case = json!({ "id": 1, "why": "x", "in": [], "out": [] });
    for group in [
        json!({ "units": 8, "cases": [case] }),
        json!({ "profile": "json", "policy": "never", "units": 8, "cases": [case] }),
        json!({ "profile": "json", "policy": "reject", "units": 8, "cases": [] }),
    ] {
        assert!(!schema.is_valid(&file("json_escape", group.clone())), "{group}");
    }
}

#[test]
fn ids_are_given_once_and_flags_are_explained() {
    let mut ids = BTreeSet::new();
    for (name, file) in vector_files() {
        for case in cases(&file) {
            assert!(ids.insert(case["id"].as_u64().unwrap()), "{name}: {}", case["id"]);
            for flag in case["flags"].as_array().into_iter().flatten() {
                assert!(file["flags"].get(flag.as_str().unwrap()).is_some(), "{name}: {flag}");
            }
        }
    }
}

#[derive(Deserialize)]
struct Operations {
    operation: Vec<OperationRow>,
}

#[derive(Deserialize)]
struct OperationRow {
    id: String,
    raises: Vec<u16>,
}

/// The codes of `spec/operations.toml` are exactly those that the vectors raise.
#[test]
fn every_code_of_an_operation_has_a_vector() {
    let spec: Operations = read("spec/operations.toml").unwrap();
    let files = vector_files();
    for operation in spec.operation {
        let of_it = files.iter().filter(|(_, file)| file["operation"] == operation.id.as_str());
        let errors = of_it.flat_map(|(_, file)| cases(file)).filter_map(|case| case["error"]["code"].as_str());
        let raised: BTreeSet<_> = errors
            .map(|name| ErrorCode::ALL.iter().find(|code| code.name() == name).map(|&code| code as u16).unwrap())
            .collect();
        assert_eq!(raised, operation.raises.into_iter().collect(), "{}", operation.id);
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Runners {
    runner: Vec<Runner>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Runner {
    language: String,
    file: String,
    command: String,
    suite: String,
    operations: Vec<String>,
    paths: Vec<String>,
    partial: Vec<String>,
    skips: Vec<Skip>,
    only: Vec<Part>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Skip {
    operation: String,
    reason: String,
}

/// An operation of which a runner runs the cases of some groups.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Part {
    operation: String,
    groups: String,
    reason: String,
}

/// A runner runs each operation or says why not.
#[test]
fn runners_account_for_every_operation() {
    let runners: Runners = read("vectors/runners.toml").unwrap();
    assert!(!runners.runner.is_empty());
    let suites = fs::read_to_string(root().join("tools/test")).unwrap();
    for runner in runners.runner {
        assert!(root().join(&runner.file).is_file(), "{}", runner.file);
        assert!(
            runner.paths.iter().chain(&runner.partial).all(|path| !path.is_empty() && !path.contains(' ')),
            "{}",
            runner.language
        );
        assert!(runner.suite.is_empty() || suites.contains(&format!("suite {} ", runner.suite)), "{}", runner.language);
        assert!(!runner.command.is_empty() && runner.skips.iter().all(|skip| !skip.reason.is_empty()));
        for part in &runner.only {
            assert!(runner.operations.contains(&part.operation) && !part.reason.is_empty(), "{}", runner.language);
            assert!(!part.groups.is_empty(), "{}", part.operation);
        }
        let skipped = runner.skips.iter().map(|skip| skip.operation.as_str());
        let named: Vec<_> = runner.operations.iter().map(String::as_str).chain(skipped).collect();
        let known: BTreeSet<_> = Operation::ALL.iter().map(|operation| operation.id()).collect();
        assert_eq!(named.len(), known.len(), "{}: an operation is named twice or not at all", runner.language);
        assert_eq!(named.into_iter().collect::<BTreeSet<_>>(), known, "{}", runner.language);
    }
}
