//! Cases and files of vectors, and how they are written.

use super::pieces::pieces;
use serde_json::{Map, Value, json};
use std::fmt::Write;
use stringmill_outcome::{Error, Repairs};
use stringmill_profile::{IllFormed, LoneSurrogates, Profile};
use stringmill_reference as reference;

/// One file of vectors.
pub(super) struct File {
    /// Its name without `.json`.
    pub(super) name: &'static str,
    pub(super) operation: Operation,
    pub(super) about: String,
    pub(super) groups: Vec<Group>,
}

/// An operation of `spec/operations.toml`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    JsonEscape,
    JsonUnescape,
    Utf8Validate,
    Scan,
}

/// Cases that share their parameters.
pub(super) struct Group {
    pub(super) parameters: Parameters,
    pub(super) cases: Vec<Case>,
}

/// The parameters of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Parameters {
    JsonEscape { profile: String, policy: IllFormed },
    JsonUnescape { surrogates: LoneSurrogates },
    Utf8Validate,
    Scan { class: reference::Class },
}

/// One input and what comes of it.
pub(super) struct Case {
    pub(super) id: u32,
    why: String,
    flags: Vec<&'static str>,
    input: Vec<u8>,
    outcome: Outcome,
}

pub(super) enum Outcome {
    Valid,
    /// How many bytes a run has.
    Run(usize),
    Output {
        bytes: Vec<u8>,
        read: Option<usize>,
        repairs: Repairs,
    },
    Error(Error),
}

/// Flags and what they say.
const FLAGS: [(&str, &str); 3] = [
    ("Border", "the piece of interest stands on both sides of a multiple of 16 bytes"),
    ("IllFormed", "the input is not well-formed UTF-8, so only an interface that takes bytes can run it"),
    ("Tail", "the piece of interest ends the input"),
];

impl Group {
    pub(super) fn new(parameters: Parameters) -> Self {
        Group { parameters, cases: Vec::new() }
    }

    /// Adds a case, with what the reference makes of it. `interest` is where the bytes stand that it is about.
    pub(super) fn add(
        &mut self,
        id: u32,
        why: impl Into<String>,
        input: Vec<u8>,
        interest: Option<std::ops::Range<usize>>,
    ) -> Result<(), String> {
        let mut flags = Vec::new();
        if let Some(interest) = interest.filter(|interest| !interest.is_empty()) {
            if interest.start / 16 != (interest.end - 1) / 16 {
                flags.push("Border");
            }
            if interest.end == input.len() {
                flags.push("Tail");
            }
        }
        if str::from_utf8(&input).is_err() {
            flags.push("IllFormed");
        }
        flags.sort_unstable();
        let outcome = self.parameters.outcome(&input)?;
        self.cases.push(Case { id, why: why.into(), flags, input, outcome });
        Ok(())
    }
}

impl Parameters {
    /// What the reference makes of `input`.
    fn outcome(&self, input: &[u8]) -> Result<Outcome, String> {
        let outcome = match self {
            Parameters::JsonEscape { profile, policy } => {
                let profile = Profile::parse(profile).map_err(|error| error.to_string())?;
                reference::json_escape(&profile, *policy, input).map(|(bytes, repairs)| Outcome::Output {
                    bytes,
                    read: None,
                    repairs,
                })
            }
            Parameters::JsonUnescape { surrogates } => reference::json_unescape(*surrogates, input).map(|done| {
                let read = (done.read < input.len()).then_some(done.read);
                Outcome::Output { bytes: done.text, read, repairs: done.repairs }
            }),
            Parameters::Utf8Validate => reference::utf8_validate(input).map(|()| Outcome::Valid),
            Parameters::Scan { class } => Ok(Outcome::Run(reference::scan(*class, input))),
        };
        Ok(outcome.unwrap_or_else(Outcome::Error))
    }

    fn fields(&self) -> Map<String, Value> {
        let mut fields = Map::new();
        match self {
            Parameters::JsonEscape { profile, policy } => {
                fields.insert("profile".into(), json!(profile));
                fields.insert("policy".into(), json!(policy.name()));
            }
            Parameters::JsonUnescape { surrogates } => {
                fields.insert("surrogates".into(), json!(surrogates.name()));
            }
            Parameters::Utf8Validate => {}
            Parameters::Scan { class } => {
                fields.insert("class".into(), json!(class.name()));
            }
        }
        fields.insert("units".into(), json!(8));
        fields
    }
}

impl Operation {
    pub(super) const ALL: [Operation; 4] =
        [Operation::JsonEscape, Operation::JsonUnescape, Operation::Utf8Validate, Operation::Scan];

    /// Its id in `spec/operations.toml`.
    pub(super) fn id(self) -> &'static str {
        match self {
            Operation::JsonEscape => "json_escape",
            Operation::JsonUnescape => "json_unescape",
            Operation::Utf8Validate => "utf8_validate",
            Operation::Scan => "scan",
        }
    }
}

impl Case {
    fn line(&self) -> String {
        let mut fields = Map::new();
        fields.insert("id".into(), json!(self.id));
        fields.insert("why".into(), json!(self.why));
        if !self.flags.is_empty() {
            fields.insert("flags".into(), json!(self.flags));
        }
        fields.insert("in".into(), json!(pieces(&self.input)));
        match &self.outcome {
            Outcome::Valid => {
                fields.insert("valid".into(), json!(true));
            }
            Outcome::Run(len) => {
                fields.insert("run".into(), json!(len));
            }
            Outcome::Output { bytes, read, repairs } => {
                fields.insert("out".into(), json!(pieces(bytes)));
                if let Some(read) = read {
                    fields.insert("read".into(), json!(read));
                }
                if let Some(first) = repairs.first {
                    fields.insert("repairs".into(), json!({ "count": repairs.count, "first": first }));
                }
            }
            Outcome::Error(error) => {
                fields.insert("error".into(), json!({ "code": error.code.name(), "offset": error.offset }));
            }
        }
        Value::Object(fields).to_string()
    }
}

impl File {
    /// The file as JSON, one case a line, so that a change of one case is a change of one line.
    pub(super) fn text(&self) -> String {
        let used = |flag| self.groups.iter().flat_map(|group| &group.cases).any(|case| case.flags.contains(&flag));
        let flags: Map<_, _> =
            FLAGS.iter().filter(|(flag, _)| used(*flag)).map(|(flag, says)| (flag.to_string(), json!(says))).collect();
        let mut text = String::from("{\n");
        let _ = writeln!(text, "\"generated\": \"cargo run -p stringmill-gen -- vectors; do not edit\",");
        let _ = writeln!(text, "\"schema\": \"string-op.v1\",");
        let _ = writeln!(text, "\"operation\": {},", json!(self.operation.id()));
        let _ = writeln!(text, "\"about\": {},", json!(self.about));
        let _ = writeln!(text, "\"flags\": {},", Value::Object(flags));
        let groups: Vec<_> = self.groups.iter().map(Group::text).collect();
        let _ = write!(text, "\"groups\": [\n{}\n]\n}}\n", groups.join(",\n"));
        text
    }
}

impl Group {
    fn text(&self) -> String {
        let parameters = Value::Object(self.parameters.fields()).to_string();
        let cases: Vec<_> = self.cases.iter().map(Case::line).collect();
        // The object of parameters stays open for the cases.
        format!("{}, \"cases\": [\n{}\n]}}", parameters.trim_end_matches('}'), cases.join(",\n"))
    }
}
