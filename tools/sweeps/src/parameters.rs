//! The parameters of an operation, and its outcome by `core/reference`.

use crate::fields::Fields;
use stringmill_outcome::{Error, Repairs};
use stringmill_profile::{
    Base64Alphabet, Base64Padding, FloatShape, IllFormed, IllFormedUtf16, LoneSurrogates, Profile, TrailingBits,
    WhiteSpace,
};
use stringmill_reference as reference;

/// The parameters of an operation.
#[expect(missing_docs, reason = "spec/operations.toml explains each")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parameters {
    JsonEscape {
        profile: String,
        policy: IllFormed,
    },
    JsonUnescape {
        surrogates: LoneSurrogates,
    },
    Utf8Validate,
    Scan {
        class: reference::ByteClass,
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
    JsonCanonical {
        depth_max: u64,
    },
    JsonRestricted(reference::JsonRestrictions),
}

/// The outcome of a case, as the reference gives it.
pub(crate) enum Outcome {
    Valid,
    /// The length of a run in bytes.
    Run(usize),
    Output {
        bytes: Vec<u8>,
        read: Option<usize>,
        repairs: Repairs,
    },
    Error(Error),
}

impl Parameters {
    /// The flag of an input that is ill-formed in its encoding.
    pub(crate) fn ill_formed(&self, input: &[u8]) -> Result<Option<&'static str>, String> {
        Ok(match self {
            Parameters::Latin1ToUtf8 | Parameters::JsonEscapeLatin1 { .. } => None,
            Parameters::Float64Write { .. } | Parameters::Int64Write | Parameters::Uint64Write => None,
            Parameters::Utf16ToUtf8 { .. } | Parameters::JsonEscapeUtf16 { .. } => {
                String::from_utf16(&code_units(input)?).is_err().then_some("LoneSurrogate")
            }
            _ => str::from_utf8(input).is_err().then_some("IllFormed"),
        })
    }

    /// The outcome of `input` by the reference.
    pub(crate) fn outcome(&self, input: &[u8]) -> Result<Outcome, String> {
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
            Parameters::JsonCanonical { depth_max } => reference::json_canonical(*depth_max, input).map(plain),
            &Parameters::JsonRestricted(restrictions) => {
                let rules = reference::JsonRules { lines: false, lone_surrogates: false, string_max: u64::MAX };
                let limits = reference::JsonLimits { depth: 1024, ..reference::JsonLimits::NONE };
                let checked = reference::json_check(rules, limits, input);
                reference::json_restricted(rules, restrictions, checked, input).map(|()| Outcome::Valid)
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

    /// The parameters by name.
    pub(crate) fn fields(&self) -> Fields {
        let mut fields = Fields::new();
        match self {
            Parameters::JsonEscape { profile, policy } => {
                fields.text("profile", profile);
                fields.text("policy", policy.name());
            }
            Parameters::JsonEscapeUtf16 { profile, policy } => {
                fields.text("profile", profile);
                fields.text("policy", policy.name());
            }
            Parameters::JsonUnescape { surrogates } | Parameters::JsonUnescapeUtf16 { surrogates } => {
                fields.text("surrogates", surrogates.name());
            }
            Parameters::Utf8Validate | Parameters::Latin1ToUtf8 | Parameters::Int64Write | Parameters::Uint64Write => {}
            Parameters::Float64Write { shape } => fields.text("shape", shape.name),
            Parameters::Scan { class } => fields.text("class", class.name()),
            Parameters::Utf8ToUtf16 { policy } => fields.text("policy", policy.name()),
            Parameters::Utf16ToUtf8 { policy } => fields.text("policy", policy.name()),
            Parameters::JsonEscapeLatin1 { profile } => fields.text("profile", profile),
            Parameters::JsonCheck { lone_surrogates, depth_max, string_max, len_max } => {
                fields.raw("lone_surrogates", lone_surrogates);
                fields.raw("depth_max", depth_max);
                for (name, limit) in [("string_max", string_max), ("len_max", len_max)] {
                    limit.iter().for_each(|limit| fields.raw(name, limit));
                }
            }
            Parameters::JsonCanonical { depth_max } => fields.raw("depth_max", depth_max),
            Parameters::JsonRestricted(rules) => {
                fields.raw("unique_names", rules.unique_names);
                fields.raw("i_json", rules.i_json);
                fields.raw("no_nul", rules.no_nul);
                fields.raw("jsonb", rules.jsonb);
            }
            Parameters::Base64Encode { alphabet, padding } => {
                fields.text("alphabet", alphabet.name());
                fields.text("padding", padding.name());
            }
            Parameters::Base64Decode { alphabet, padding, trailing_bits, white_space } => {
                fields.text("alphabet", alphabet.name());
                fields.text("padding", padding.name());
                fields.text("trailing_bits", trailing_bits.name());
                fields.text("white_space", white_space.name());
            }
        }
        fields.raw("units", self.units());
        fields
    }

    /// Bits of a unit of the input.
    pub(crate) fn units(&self) -> u32 {
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
