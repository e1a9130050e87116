//! `vectors/partial/json_partial.json`: beginnings of texts with the value so far by `core/reference`.

use crate::output::Output;
use crate::spec;
use serde::Deserialize;
use std::fmt::Write;
use stringmill_outcome::Error;
use stringmill_reference::{JsonLimits, PartialAround, PartialRules, PartialState, json_partial, json_partial_finish};
use stringmill_sweeps::{bytes, pieces};

pub(crate) const FILE: &str = "vectors/partial/json_partial.json";

/// The ids that cases may have.
const IDS: std::ops::Range<u32> = 330_000..331_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Seeds {
    about: String,
    group: Vec<SeedGroup>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeedGroup {
    #[serde(default)]
    ended_strings: Vec<String>,
    #[serde(default)]
    unique_names: bool,
    around: Option<String>,
    depth_max: Option<u64>,
    string_max: Option<u64>,
    len_max: Option<u64>,
    case: Vec<Seed>,
}

/// One beginning: `text`, or the hex pieces `in`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Seed {
    id: u32,
    why: String,
    text: Option<String>,
    #[serde(rename = "in")]
    pieces: Option<Vec<String>>,
    #[serde(default)]
    steps: bool,
}

const SEEDS: &str = "tools/gen/seeds/json_partial.toml";

/// Writes or checks the file, and the table in the documentation.
pub(crate) fn generate(output: &mut Output) -> Result<(), String> {
    let seeds: Seeds = spec::read(SEEDS)?;
    output.text(FILE, &text(&seeds)?)?;
    output.part("docs/bytes.md", "<!-- prefixes:", "<!-- end of prefixes", &table(&seeds)?)
}

/// The cases with these ids as a table: the beginnings of the research on which the rules rest.
const SHOWN: std::ops::Range<u32> = 330_000..330_100;

fn table(seeds: &Seeds) -> Result<String, String> {
    let mut out = "\n| beginning | text so far | value so far |\n|---|---|---|\n".to_owned();
    let group = &seeds.group[0];
    let rules = rules(group)?;
    for seed in group.case.iter().filter(|seed| SHOWN.contains(&seed.id)) {
        let src = input(seed)?;
        let state = json_partial(&rules, &src);
        let value = state.value.map_or("none".into(), |value| cell(value.to_string().as_bytes()));
        let done = if state.done { ", done" } else { "" };
        let error = state.error.map(|error| format!("; `{}` at {}", error.code.name(), error.offset));
        let text = if src.is_empty() { "nothing".into() } else { cell(&src) };
        let _ = writeln!(
            out,
            "| {} | {text} | {value}{done}{} |",
            seed.why.replace('\\', "\\\\"),
            error.unwrap_or_default()
        );
    }
    Ok(out + "\n")
}

/// Bytes as code in a cell.
fn cell(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text += &chunk.valid().replace('\n', "⏎").replace('\u{FEFF}', "<BOM>");
        chunk.invalid().iter().for_each(|byte| _ = write!(text, "\\x{byte:02x}"));
    }
    if text.contains('`') { format!("```` {text} ````") } else { format!("`{text}`") }
}

fn text(seeds: &Seeds) -> Result<String, String> {
    let mut out = format!(
        "{{\n\"generated\": \"cargo run -p stringmill-gen -- vectors; do not edit\",\n\"schema\": \"json-partial.v1\",\n\
         \"about\": {},\n\"groups\": [\n",
        json(&seeds.about)
    );
    let mut last = None;
    for (place, group) in seeds.group.iter().enumerate() {
        let rules = rules(group)?;
        let _ = writeln!(out, "{}{{{}, \"cases\": [", if place > 0 { ",\n" } else { "" }, options(group));
        for (place, seed) in group.case.iter().enumerate() {
            if !IDS.contains(&seed.id) || last.is_some_and(|last| last >= seed.id) {
                return Err(format!("{SEEDS}: {}: ids ascend from {} to {}", seed.id, IDS.start, IDS.end - 1));
            }
            last = Some(seed.id);
            let _ = write!(out, "{}{}", if place > 0 { ",\n" } else { "" }, case(&rules, seed)?);
        }
        out += "\n]}";
    }
    out += "\n]\n}\n";
    Ok(out)
}

fn rules(group: &SeedGroup) -> Result<PartialRules, String> {
    let around = match group.around.as_deref() {
        None | Some("refuse") => PartialAround::Refuse,
        Some("fence") => PartialAround::Fence,
        Some("text") => PartialAround::Text,
        Some(other) => return Err(format!("around cannot be {other}")),
    };
    Ok(PartialRules {
        limits: JsonLimits { depth: group.depth_max.unwrap_or(1024), len: group.len_max.unwrap_or(u64::MAX) },
        string_max: group.string_max.unwrap_or(u64::MAX),
        ended_strings: group.ended_strings.clone(),
        unique_names: group.unique_names,
        around,
    })
}

/// The options of a group; limits only if there are any.
fn options(group: &SeedGroup) -> String {
    let pointers: Vec<_> = group.ended_strings.iter().map(|pointer| json(pointer)).collect();
    let mut out = format!(
        "\"ended_strings\":[{}],\"unique_names\":{},\"around\":\"{}\",\"depth_max\":{}",
        pointers.join(","),
        group.unique_names,
        group.around.as_deref().unwrap_or("refuse"),
        group.depth_max.unwrap_or(1024)
    );
    for (name, limit) in [("string_max", group.string_max), ("len_max", group.len_max)] {
        if let Some(limit) = limit {
            let _ = write!(out, ",\"{name}\":{limit}");
        }
    }
    out
}

fn input(seed: &Seed) -> Result<Vec<u8>, String> {
    match (&seed.text, &seed.pieces) {
        (Some(text), None) => Ok(text.clone().into_bytes()),
        (None, Some(list)) => bytes(list).map_err(|error| format!("{}: {error}", seed.id)),
        _ => Err(format!("{}: needs either text or in", seed.id)),
    }
}

fn case(rules: &PartialRules, seed: &Seed) -> Result<String, String> {
    let src = input(seed)?;
    let hex: Vec<_> = pieces(&src).iter().map(|piece| json(piece)).collect();
    let mut out = format!("{{\"id\":{},\"why\":{},\"in\":[{}]", seed.id, json(&seed.why), hex.join(","));
    let state = json_partial(rules, &src);
    out += &described(&state);
    if state.error.is_none() {
        let _ = write!(out, ",\"finish\":{{{}}}", finished(rules, &src));
    }
    if seed.steps {
        let _ = write!(out, ",\"steps\":[{}]", steps(rules, &src).join(","));
    }
    out.push('}');
    Ok(out)
}

/// The rules without options.
pub(crate) fn plain_rules(depth: u64) -> PartialRules {
    PartialRules {
        limits: JsonLimits { depth, ..JsonLimits::NONE },
        string_max: u64::MAX,
        ended_strings: Vec::new(),
        unique_names: false,
        around: PartialAround::Refuse,
    }
}

/// The value of the whole text `src`, or its error.
pub(crate) fn finished(rules: &PartialRules, src: &[u8]) -> String {
    match json_partial_finish(rules, src) {
        Ok(value) => format!("\"value\":{value}"),
        Err(error) => failure(error),
    }
}

/// What is known after `src`, each with a comma before it.
pub(crate) fn so_far(rules: &PartialRules, src: &[u8]) -> String {
    described(&json_partial(rules, src))
}

/// The value, if there is one, with all that is known besides.
fn described(state: &PartialState) -> String {
    let mut out = String::new();
    if let Some(value) = &state.value {
        let _ = write!(out, ",\"value\":{value}");
    }
    let _ = write!(out, ",\"done\":{}", state.done);
    if let Some(error) = state.error {
        let _ = write!(out, ",{}", failure(error));
    }
    if state.skipped != [0, 0] {
        let _ = write!(out, ",\"skipped\":{{\"before\":{},\"after\":{}}}", state.skipped[0], state.skipped[1]);
    }
    out
}

fn failure(error: Error) -> String {
    format!("\"error\":{{\"code\":\"{}\",\"offset\":{}}}", error.code.name(), error.offset)
}

/// The values after beginnings of `src`, each with the length of the shortest one that has it.
fn steps(rules: &PartialRules, src: &[u8]) -> Vec<String> {
    let mut before = None;
    let mut steps = Vec::new();
    for len in 0..=src.len() {
        let value = json_partial(rules, &src[..len]).value;
        if value != before {
            steps.extend(value.as_ref().map(|value| format!("{{\"after\":{len},\"value\":{value}}}")));
            before = value;
        }
    }
    steps
}

/// `text` as a string of JSON.
fn json(text: &str) -> String {
    stringmill_reference::JsonValue::String(text.into()).to_string()
}
