//! Cases and files of vectors, and how they are written.

use super::pieces::{hex, pieces};
use serde_json::{Map, Value, json};
use std::fmt::Write;
use stringmill_outcome::{Error, Repairs};
use stringmill_profile::{
    Base64Alphabet, Base64Padding, FloatShape, IllFormed, IllFormedUtf16, LoneSurrogates, Profile, TrailingBits,
    WhiteSpace,
};
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
    Utf16ToUtf8,
    Latin1ToUtf8,
    JsonEscapeUtf16,
    JsonEscapeLatin1,
    JsonCheck,
    Base64Encode,
    Base64Decode,
    Float64Write,
    Int64Write,
    Uint64Write,
    Utf8ToUtf16,
    JsonUnescapeUtf16,
}

/// Cases that share their parameters.
pub(super) struct Group {
    pub(super) parameters: Parameters,
    pub(super) cases: Vec<Case>,
}

/// The parameters of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Parameters {
    JsonEscape {
        profile: String,
        policy: IllFormed,
    },
    JsonUnescape {
        surrogates: LoneSurrogates,
    },
    Utf8Validate,
    Scan {
        class: reference::Class,
    },
    Utf16ToUtf8 {
        policy: IllFormedUtf16,
    },
    Latin1ToUtf8,
    JsonEscapeUtf16 {
        profile: String,
        policy: IllFormedUtf16,
    },
    JsonEscapeLatin1 {
        profile: String,
    },
    JsonCheck {
        lone_surrogates: bool,
        depth_max: u64,
        string_max: Option<u64>,
        len_max: Option<u64>,
    },
    /// Padding is required or forbidden.
    Base64Encode {
        alphabet: Base64Alphabet,
        padding: Base64Padding,
    },
    Base64Decode {
        alphabet: Base64Alphabet,
        padding: Base64Padding,
        trailing_bits: TrailingBits,
        white_space: WhiteSpace,
    },
    Float64Write {
        shape: FloatShape,
    },
    Int64Write,
    Uint64Write,
    Utf8ToUtf16 {
        policy: IllFormed,
    },
    JsonUnescapeUtf16 {
        surrogates: LoneSurrogates,
    },
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
const FLAGS: [(&str, &str); 4] = [
    ("Border", "the piece of interest stands on both sides of a multiple of 16 bytes"),
    ("IllFormed", "the input is not well-formed UTF-8, so only an interface that takes bytes can run it"),
    ("LoneSurrogate", "half of a surrogate pair stands alone, so only an interface that takes code units can run it"),
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
        flags.extend(self.parameters.ill_formed(&input)?);
        flags.sort_unstable();
        let outcome = self.parameters.outcome(&input)?;
        self.cases.push(Case { id, why: why.into(), flags, input, outcome });
        Ok(())
    }
}

impl Parameters {
    /// The flag of an input that is ill-formed in its encoding.
    fn ill_formed(&self, input: &[u8]) -> Result<Option<&'static str>, String> {
        Ok(match self {
            Parameters::Latin1ToUtf8 | Parameters::JsonEscapeLatin1 { .. } => None,
            Parameters::Float64Write { .. } | Parameters::Int64Write | Parameters::Uint64Write => None,
            Parameters::Utf16ToUtf8 { .. } | Parameters::JsonEscapeUtf16 { .. } => {
                String::from_utf16(&code_units(input)?).is_err().then_some("LoneSurrogate")
            }
            _ => str::from_utf8(input).is_err().then_some("IllFormed"),
        })
    }

    /// What the reference makes of `input`.
    fn outcome(&self, input: &[u8]) -> Result<Outcome, String> {
        let parsed = |profile: &str| Profile::parse(profile).map_err(|error| error.to_string());
        let output = |(bytes, repairs)| Outcome::Output { bytes, read: None, repairs };
        let unrepaired = |bytes| output((bytes, Repairs::default()));
        let outcome = match self {
            Parameters::JsonEscape { profile, policy } => {
                reference::json_escape(&parsed(profile)?, *policy, input).map(output)
            }
            Parameters::Utf16ToUtf8 { policy } => reference::utf16_to_utf8(*policy, &code_units(input)?).map(output),
            Parameters::Latin1ToUtf8 => Ok(unrepaired(reference::latin1_to_utf8(input))),
            Parameters::JsonEscapeUtf16 { profile, policy } => {
                reference::json_escape_utf16(&parsed(profile)?, *policy, &code_units(input)?).map(output)
            }
            Parameters::JsonEscapeLatin1 { profile } => {
                Ok(unrepaired(reference::json_escape_latin1(&parsed(profile)?, input)))
            }
            Parameters::JsonUnescape { surrogates } => reference::json_unescape(*surrogates, input).map(|done| {
                let read = (done.read < input.len()).then_some(done.read);
                Outcome::Output { bytes: done.text, read, repairs: done.repairs }
            }),
            Parameters::Utf8ToUtf16 { policy } => {
                reference::utf8_to_utf16(*policy, input).map(|(units, repairs)| output((bytes_of(&units), repairs)))
            }
            Parameters::JsonUnescapeUtf16 { surrogates } => {
                reference::json_unescape_utf16(*surrogates, input).map(|done| {
                    let read = (done.read < input.len()).then_some(done.read);
                    Outcome::Output { bytes: bytes_of(&done.text), read, repairs: done.repairs }
                })
            }
            Parameters::Utf8Validate => reference::utf8_validate(input).map(|()| Outcome::Valid),
            &Parameters::JsonCheck { lone_surrogates, depth_max, string_max, len_max } => {
                let string_max = string_max.unwrap_or(u64::MAX);
                let rules = reference::JsonRules { lines: false, lone_surrogates, string_max };
                let limits = reference::JsonLimits { depth: depth_max, len: len_max.unwrap_or(u64::MAX) };
                reference::json_check(rules, limits, input).map(|()| Outcome::Valid)
            }
            Parameters::Scan { class } => Ok(Outcome::Run(reference::scan(*class, input))),
            Parameters::Base64Encode { padding: Base64Padding::Optional, .. } => {
                return Err("an encoder writes padding or does not".into());
            }
            Parameters::Base64Encode { alphabet, padding } => {
                Ok(plain(reference::base64_encode(*alphabet, *padding == Base64Padding::Required, input)))
            }
            Parameters::Base64Decode { alphabet, padding, trailing_bits, white_space } => {
                reference::base64_decode(*alphabet, *padding, *trailing_bits, *white_space, input).map(plain)
            }
            Parameters::Float64Write { shape } => {
                reference::float64_write(shape, f64::from_bits(number(input)?)).map(plain)
            }
            Parameters::Int64Write => Ok(plain(reference::int64_write(number(input)?.cast_signed()))),
            Parameters::Uint64Write => Ok(plain(reference::uint64_write(number(input)?))),
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
            Parameters::JsonUnescape { surrogates } | Parameters::JsonUnescapeUtf16 { surrogates } => {
                fields.insert("surrogates".into(), json!(surrogates.name()));
            }
            Parameters::Utf8Validate | Parameters::Latin1ToUtf8 => {}
            Parameters::Int64Write | Parameters::Uint64Write => {}
            Parameters::Float64Write { shape } => {
                fields.insert("shape".into(), json!(shape.name));
            }
            Parameters::Scan { class } => {
                fields.insert("class".into(), json!(class.name()));
            }
            Parameters::Utf8ToUtf16 { policy } => {
                fields.insert("policy".into(), json!(policy.name()));
            }
            Parameters::Utf16ToUtf8 { policy } => {
                fields.insert("policy".into(), json!(policy.name()));
            }
            Parameters::JsonEscapeUtf16 { profile, policy } => {
                fields.insert("profile".into(), json!(profile));
                fields.insert("policy".into(), json!(policy.name()));
            }
            Parameters::JsonEscapeLatin1 { profile } => {
                fields.insert("profile".into(), json!(profile));
            }
            Parameters::JsonCheck { lone_surrogates, depth_max, string_max, len_max } => {
                fields.insert("lone_surrogates".into(), json!(lone_surrogates));
                fields.insert("depth_max".into(), json!(depth_max));
                for (name, limit) in [("string_max", string_max), ("len_max", len_max)] {
                    fields.extend(limit.map(|limit| (name.to_owned(), json!(limit))));
                }
            }
            Parameters::Base64Encode { alphabet, padding } => {
                fields.insert("alphabet".into(), json!(alphabet.name()));
                fields.insert("padding".into(), json!(padding.name()));
            }
            Parameters::Base64Decode { alphabet, padding, trailing_bits, white_space } => {
                fields.insert("alphabet".into(), json!(alphabet.name()));
                fields.insert("padding".into(), json!(padding.name()));
                fields.insert("trailing_bits".into(), json!(trailing_bits.name()));
                fields.insert("white_space".into(), json!(white_space.name()));
            }
        }
        fields.insert("units".into(), json!(self.units()));
        fields
    }

    /// Bits of a unit of the input.
    fn units(&self) -> u32 {
        match self {
            Parameters::Utf16ToUtf8 { .. } | Parameters::JsonEscapeUtf16 { .. } => 16,
            Parameters::Float64Write { .. } | Parameters::Int64Write | Parameters::Uint64Write => 64,
            _ => 8,
        }
    }
}

/// All of the input became these bytes.
fn plain(bytes: Vec<u8>) -> Outcome {
    Outcome::Output { bytes, read: None, repairs: Repairs::default() }
}

impl Operation {
    pub(super) const ALL: [Operation; 16] = [
        Operation::JsonEscape,
        Operation::JsonUnescape,
        Operation::Utf8Validate,
        Operation::Scan,
        Operation::Utf16ToUtf8,
        Operation::Latin1ToUtf8,
        Operation::JsonEscapeUtf16,
        Operation::JsonEscapeLatin1,
        Operation::JsonCheck,
        Operation::Base64Encode,
        Operation::Base64Decode,
        Operation::Float64Write,
        Operation::Int64Write,
        Operation::Uint64Write,
        Operation::Utf8ToUtf16,
        Operation::JsonUnescapeUtf16,
    ];

    /// Its id in `spec/operations.toml`.
    pub(super) fn id(self) -> &'static str {
        match self {
            Operation::JsonEscape => "json_escape",
            Operation::JsonUnescape => "json_unescape",
            Operation::Utf8Validate => "utf8_validate",
            Operation::Scan => "scan",
            Operation::Utf16ToUtf8 => "utf16_to_utf8",
            Operation::Latin1ToUtf8 => "latin1_to_utf8",
            Operation::JsonEscapeUtf16 => "json_escape_utf16",
            Operation::JsonEscapeLatin1 => "json_escape_latin1",
            Operation::JsonCheck => "json_check",
            Operation::Base64Encode => "base64_encode",
            Operation::Base64Decode => "base64_decode",
            Operation::Float64Write => "float64_write",
            Operation::Int64Write => "int64_write",
            Operation::Uint64Write => "uint64_write",
            Operation::Utf8ToUtf16 => "utf8_to_utf16",
            Operation::JsonUnescapeUtf16 => "json_unescape_utf16",
        }
    }
}

/// The code units whose bytes these are, the more significant first.
fn code_units(bytes: &[u8]) -> Result<Vec<u16>, String> {
    match bytes.as_chunks() {
        (units, []) => Ok(units.iter().map(|unit| u16::from_be_bytes(*unit)).collect()),
        _ => Err("the bytes are no whole units of 16 bits".into()),
    }
}

/// The bytes of code units, the more significant first.
fn bytes_of(units: &[u16]) -> Vec<u8> {
    units.iter().copied().flat_map(u16::to_be_bytes).collect()
}

/// The number whose bits these are, the most significant first.
fn number(bytes: &[u8]) -> Result<u64, String> {
    bytes.try_into().map(u64::from_be_bytes).map_err(|_| "the bytes are no number of 64 bits".into())
}

impl Case {
    /// `units` are the bits of a unit of the input; a number is one piece.
    fn line(&self, units: u32) -> String {
        let mut fields = Map::new();
        fields.insert("id".into(), json!(self.id));
        fields.insert("why".into(), json!(self.why));
        if !self.flags.is_empty() {
            fields.insert("flags".into(), json!(self.flags));
        }
        fields.insert("in".into(), json!(if units == 64 { vec![hex(&self.input)] } else { pieces(&self.input) }));
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
        let cases: Vec<_> = self.cases.iter().map(|case| case.line(self.parameters.units())).collect();
        // The object of parameters stays open for the cases.
        format!("{}, \"cases\": [\n{}\n]}}", parameters.trim_end_matches('}'), cases.join(",\n"))
    }
}
