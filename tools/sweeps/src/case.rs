//! Files of cases, and how they are written: one case a line, so that a changed case is a changed line.

use crate::fields::{Fields, quoted};
use crate::operation::Operation;
use crate::parameters::{Outcome, Parameters};
use crate::pieces::{hex, pieces};
use std::ops::Range;

/// One file of vectors.
pub struct File {
    /// Its name without `.json`.
    pub name: &'static str,
    /// The operation of all its cases.
    pub operation: Operation,
    /// A sentence about the cases.
    pub about: String,
    /// The cases, by their parameters.
    pub groups: Vec<Group>,
}

/// Cases that share their parameters.
pub struct Group {
    parameters: Parameters,
    cases: Vec<Case>,
}

/// One input and its outcome.
struct Case {
    id: u32,
    why: String,
    flags: Vec<&'static str>,
    input: Vec<u8>,
    outcome: Outcome,
}

/// Flags and their meanings.
const FLAGS: [(&str, &str); 4] = [
    ("Border", "the piece of interest stands on both sides of a multiple of 16 bytes"),
    ("IllFormed", "the input is not well-formed UTF-8, so only an interface that takes bytes can run it"),
    ("LoneSurrogate", "half of a surrogate pair stands alone, so only an interface that takes code units can run it"),
    ("Tail", "the piece of interest ends the input"),
];

impl Group {
    /// A group without cases.
    pub fn new(parameters: Parameters) -> Self {
        Group { parameters, cases: Vec::new() }
    }

    /// Adds a case with its outcome by the reference. `interest` is the place of the bytes that the case is about.
    pub fn add(
        &mut self,
        id: u32,
        why: impl Into<String>,
        input: Vec<u8>,
        interest: Option<Range<usize>>,
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
        flags.extend(self.parameters.ill_formed(&input)?);
        flags.sort_unstable();
        let outcome = self.parameters.outcome(&input)?;
        self.cases.push(Case { id, why: why.into(), flags, input, outcome });
        Ok(())
    }

    fn text(&self) -> String {
        let units = self.parameters.units();
        let parameters = self.parameters.fields();
        let cases: Vec<_> = self.cases.iter().map(|case| case.line(units)).collect();
        format!("{{{parameters}, \"cases\": [\n{}\n]}}", cases.join(",\n"))
    }
}

impl Case {
    /// `units` are the bits of a unit of the input; a number is one piece.
    fn line(&self, units: u32) -> String {
        let mut fields = Fields::new();
        fields.raw("id", self.id);
        fields.text("why", &self.why);
        if !self.flags.is_empty() {
            fields.texts("flags", &self.flags);
        }
        fields.texts("in", &if units == 64 { vec![hex(&self.input)] } else { pieces(&self.input) });
        match &self.outcome {
            Outcome::Valid => fields.raw("valid", true),
            Outcome::Run(len) => fields.raw("run", len),
            Outcome::Output { bytes, read, repairs } => {
                fields.texts("out", &pieces(bytes));
                if let Some(read) = read {
                    fields.raw("read", read);
                }
                if let Some(first) = repairs.first {
                    fields.raw("repairs", format!("{{\"count\":{},\"first\":{first}}}", repairs.count));
                }
            }
            Outcome::Error(error) => {
                fields.raw("error", format!("{{\"code\":\"{}\",\"offset\":{}}}", error.code.name(), error.offset));
            }
        }
        format!("{{{fields}}}")
    }
}

impl File {
    /// The ids of its cases.
    pub fn ids(&self) -> impl Iterator<Item = u32> {
        self.groups.iter().flat_map(|group| group.cases.iter().map(|case| case.id))
    }

    /// The file as JSON.
    pub fn text(&self) -> String {
        let used = |flag| self.groups.iter().flat_map(|group| &group.cases).any(|case| case.flags.contains(&flag));
        let mut flags = Fields::new();
        for (flag, meaning) in FLAGS.into_iter().filter(|(flag, _)| used(*flag)) {
            flags.text(flag, meaning);
        }
        let groups: Vec<_> = self.groups.iter().map(Group::text).collect();
        format!(
            "{{\n\"generated\": \"cargo run -p stringmill-gen -- vectors; do not edit\",\n\"schema\": \"string-op.v1\",\n\
             \"operation\": {},\n\"about\": {},\n\"flags\": {{{flags}}},\n\"groups\": [\n{}\n]\n}}\n",
            quoted(self.operation.id()),
            quoted(&self.about),
            groups.join(",\n"),
        )
    }
}
