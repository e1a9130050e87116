//! The operations that have vectors, as their files name them.

use serde_json::Value;
use stringmill::convert::canonical::{Canonical, CanonicalError, CanonicalLimits};
use stringmill::json::{JsonCheck, JsonChecker, RestrictedChecker, Restrictions};
use stringmill::{
    Base64Alphabet, Base64Decode, Base64Encode, Base64Padding, ByteClass, Chunk, Error, ErrorCode, FloatShape,
    FloatWrite, IllFormed, IllFormedUtf16, JsonEscape, JsonEscapeLatin1, JsonEscapeUtf16, JsonUnescape, LoneSurrogates,
    Profile, Progress, Repairs, Tier, TrailingBits, Utf8ToUtf16, Utf16ToUtf8, WhiteSpace, base64_decode_with,
    base64_encode_with, float64_write, int64_write, json_escape_latin1_with, json_escape_utf16_with, json_escape_with,
    json_unescape_utf16_with, json_unescape_with, latin1_to_utf8_with, scan_with, uint64_write, utf8_to_utf16_with,
    utf8_validate_with, utf16_to_utf8_with,
};

/// An operation with its parameters. If the parameters are invalid, every input gives their error.
pub(super) enum Operation {
    JsonEscape(Box<Result<JsonEscape<'static>, Error>>),
    JsonEscapeUtf16(Box<Result<JsonEscapeUtf16<'static>, Error>>),
    JsonEscapeLatin1(Box<JsonEscapeLatin1<'static>>),
    JsonUnescape(JsonUnescape),
    JsonUnescapeUtf16(JsonUnescape),
    Utf8ToUtf16(Result<Utf8ToUtf16, Error>),
    Utf8Validate,
    Utf16ToUtf8(Result<Utf16ToUtf8, Error>),
    Latin1ToUtf8,
    Scan(&'static ByteClass),
    JsonCheck(JsonCheck),
    JsonCanonical(CanonicalLimits),
    JsonRestricted(Restrictions),
    Base64Encode(Base64Encode),
    Base64Decode(Base64Decode),
    Float64Write(FloatWrite),
    Int64Write,
    Uint64Write,
}

/// An operation on a stream.
pub(super) enum Running<'o> {
    /// An operation without state.
    Kernel(Tier, &'o Operation),
    Checker(Box<JsonChecker<'o>>),
    Restricted(Box<RestrictedChecker>),
    /// `None` after the end of the text.
    Canonical(Box<Option<Canonical<'o, Vec<u8>>>>),
}

impl Operation {
    /// The operation called `name` with the parameters of `group`.
    pub(super) fn new(name: &str, group: &Value) -> Result<Self, String> {
        let text = |key: &str| group[key].as_str().ok_or_else(|| format!("{name} without {key}"));
        let unknown = |what: &str| format!("{name} with an unknown {what}");
        let profile = || Profile::parse(text("profile")?).map_err(|error| error.to_string());
        let policy = || IllFormed::from_name(text("policy")?).ok_or_else(|| unknown("policy"));
        let alphabet = || Base64Alphabet::from_name(text("alphabet")?).ok_or_else(|| unknown("alphabet"));
        let padding = || Base64Padding::from_name(text("padding")?).ok_or_else(|| unknown("padding"));
        let policy_of_utf16 = || IllFormedUtf16::from_name(text("policy")?).ok_or_else(|| unknown("policy"));
        Ok(match name {
            "json_escape" => Operation::JsonEscape(Box::new(JsonEscape::new(&profile()?, policy()?))),
            "json_escape_utf16" => {
                Operation::JsonEscapeUtf16(Box::new(JsonEscapeUtf16::new(&profile()?, policy_of_utf16()?)))
            }
            "json_escape_latin1" => Operation::JsonEscapeLatin1(Box::new(JsonEscapeLatin1::new(&profile()?))),
            "json_unescape" => {
                let surrogates = LoneSurrogates::from_name(text("surrogates")?).ok_or_else(|| unknown("policy"))?;
                Operation::JsonUnescape(JsonUnescape { surrogates })
            }
            "json_unescape_utf16" => {
                let surrogates = LoneSurrogates::from_name(text("surrogates")?).ok_or_else(|| unknown("policy"))?;
                Operation::JsonUnescapeUtf16(JsonUnescape { surrogates })
            }
            "utf8_to_utf16" => Operation::Utf8ToUtf16(Utf8ToUtf16::new(policy()?)),
            "utf8_validate" => Operation::Utf8Validate,
            "utf16_to_utf8" => Operation::Utf16ToUtf8(Utf16ToUtf8::new(policy_of_utf16()?)),
            "latin1_to_utf8" => Operation::Latin1ToUtf8,
            "scan" => Operation::Scan(class(text("class")?).ok_or_else(|| unknown("class"))?),
            "base64_encode" => {
                let padded = padding()? == Base64Padding::Required;
                Operation::Base64Encode(Base64Encode { alphabet: alphabet()?, padded })
            }
            "base64_decode" => Operation::Base64Decode(Base64Decode {
                alphabet: alphabet()?,
                padding: padding()?,
                trailing_bits: TrailingBits::from_name(text("trailing_bits")?)
                    .ok_or_else(|| unknown("trailing_bits"))?,
                white_space: WhiteSpace::from_name(text("white_space")?).ok_or_else(|| unknown("white_space"))?,
            }),
            "float64_write" => {
                let shape = FloatShape::from_name(text("shape")?).ok_or_else(|| unknown("shape"))?;
                Operation::Float64Write(FloatWrite::new(&shape))
            }
            "int64_write" => Operation::Int64Write,
            "uint64_write" => Operation::Uint64Write,
            "json_check" => {
                let limit = |key: &str| group[key].as_u64().unwrap_or(u64::MAX);
                Operation::JsonCheck(JsonCheck {
                    lone_surrogates: group["lone_surrogates"].as_bool().ok_or_else(|| unknown("policy"))?,
                    depth_max: limit("depth_max"),
                    string_max: limit("string_max"),
                    len_max: limit("len_max"),
                    ..JsonCheck::STRICT
                })
            }
            "json_canonical" => {
                let depth_max = group["depth_max"].as_u64().ok_or_else(|| unknown("depth"))?;
                Operation::JsonCanonical(CanonicalLimits { depth_max, ..CanonicalLimits::DEFAULT })
            }
            "json_restricted" => Operation::JsonRestricted(restrictions(group)?),
            _ => return Err(format!("this build has no operation {name}")),
        })
    }

    /// The memory that the operation borrows.
    pub(super) fn stack(&self) -> Vec<u64> {
        let depth = match self {
            Operation::JsonCheck(rules) => rules.depth_max,
            Operation::JsonCanonical(limits) => limits.depth_max,
            _ => return Vec::new(),
        };
        vec![0; JsonCheck::stack_len(depth.min(JsonCheck::DEPTH_MAX)).unwrap_or(0)]
    }

    pub(super) fn begin<'o>(&'o self, tier: Tier, stack: &'o mut [u64]) -> Running<'o> {
        match self {
            Operation::JsonCheck(rules) => Running::Checker(Box::new(JsonChecker::with_tier(tier, *rules, stack))),
            Operation::JsonRestricted(restrictions) => {
                let checker = RestrictedChecker::with_tier(tier, JsonCheck::STRICT, *restrictions, 0);
                Running::Restricted(Box::new(checker))
            }
            Operation::JsonCanonical(limits) => {
                Running::Canonical(Box::new(Some(Canonical::with_tier(tier, *limits, stack, Vec::new()))))
            }
            _ => Running::Kernel(tier, self),
        }
    }
}

impl Running<'_> {
    /// Whether offsets of errors count from the start of the stream, and not of the piece.
    pub(super) fn counts_from_start(&self) -> bool {
        matches!(self, Running::Canonical(_))
    }

    /// Runs one step of the operation from `src` into `dst`.
    pub(super) fn step(
        &mut self,
        src: &[u8],
        dst: &mut [u8],
        chunk: Chunk,
        repairs: &mut Repairs,
    ) -> Result<Progress, Error> {
        let read_only = |read| Progress { read, written: 0 };
        let (tier, operation) = match self {
            Running::Checker(checker) => return checker.step(src, chunk).map(read_only),
            Running::Restricted(checker) => return checker.step(src, chunk).map(read_only),
            Running::Canonical(canonical) => return canonical_step(canonical, src, dst, chunk),
            Running::Kernel(tier, operation) => (*tier, operation),
        };
        match operation {
            Operation::JsonEscape(rules) => match rules.as_ref() {
                Ok(rules) => json_escape_with(tier, rules, src, dst, chunk, repairs),
                Err(error) => Err(*error),
            },
            Operation::JsonEscapeUtf16(rules) => match rules.as_ref() {
                Ok(rules) => json_escape_utf16_with(tier, rules, &code_units(src), dst, chunk, repairs),
                Err(error) => Err(*error),
            },
            Operation::JsonEscapeLatin1(rules) => Ok(json_escape_latin1_with(tier, rules, src, dst)),
            Operation::JsonUnescape(rules) => json_unescape_with(tier, *rules, src, dst, chunk, repairs),
            Operation::JsonUnescapeUtf16(rules) => {
                into_units(dst, |units| json_unescape_utf16_with(tier, *rules, src, units, chunk, repairs))
            }
            Operation::Utf8ToUtf16(rules) => {
                let rules = (*rules)?;
                into_units(dst, |units| utf8_to_utf16_with(tier, rules, src, units, chunk, repairs))
            }
            Operation::Utf8Validate => utf8_validate_with(tier, src, chunk).map(read_only),
            Operation::Utf16ToUtf8(rules) => {
                rules.and_then(|rules| utf16_to_utf8_with(tier, rules, &code_units(src), dst, chunk, repairs))
            }
            Operation::Latin1ToUtf8 => Ok(latin1_to_utf8_with(tier, src, dst)),
            Operation::Scan(class) => Ok(read_only(scan_with(tier, class, src))),
            Operation::Base64Encode(rules) => Ok(base64_encode_with(tier, *rules, src, dst, chunk)),
            Operation::Base64Decode(rules) => base64_decode_with(tier, *rules, src, dst, chunk),
            Operation::Float64Write(rules) => number(float64_write(rules, f64::from_bits(bits(src)), dst)),
            Operation::Int64Write => number(int64_write(bits(src).cast_signed(), dst)),
            Operation::Uint64Write => number(uint64_write(bits(src), dst)),
            // `begin` makes a checker or a text in progress of these, so no kernel is called for them.
            Operation::JsonCheck(_) | Operation::JsonCanonical(_) | Operation::JsonRestricted(_) => {
                Ok(Progress::default())
            }
        }
    }
}

/// One step of a text that becomes canonical; its last step writes all of it.
fn canonical_step(
    canonical: &mut Option<Canonical<'_, Vec<u8>>>,
    src: &[u8],
    dst: &mut [u8],
    chunk: Chunk,
) -> Result<Progress, Error> {
    let text = |error| match error {
        CanonicalError::Text(error) => error,
        CanonicalError::Storage(never) => match never {},
    };
    let Some(mut running) = canonical.take() else { return Ok(Progress::default()) };
    let read = running.step(src, chunk).map_err(text)?;
    let mut written = 0;
    if chunk == Chunk::Last {
        running.finish().map_err(text)?;
        let short = Error::new(ErrorCode::RoomShort, 0);
        let all = running.write(|bytes| {
            dst.get_mut(written..written + bytes.len()).ok_or(CanonicalError::Text(short))?.copy_from_slice(bytes);
            written += bytes.len();
            Ok(())
        });
        all.map_err(text)?;
    } else {
        *canonical = Some(running);
    }
    Ok(Progress { read, written })
}

/// The progress of a number: it is written whole or not at all.
fn number(written: Result<usize, ErrorCode>) -> Result<Progress, Error> {
    written.map(|written| Progress { read: 1, written }).map_err(|code| Error::new(code, 0))
}

/// The number in `bytes`, big-endian.
fn bits(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |bits, byte| bits << 8 | u64::from(*byte))
}

/// Calls `write` with room for as many units as fit in `dst`; stores them there, big-endian.
fn into_units(dst: &mut [u8], write: impl FnOnce(&mut [u16]) -> Result<Progress, Error>) -> Result<Progress, Error> {
    let mut units = vec![0; dst.len() / 2];
    let Progress { read, written } = write(&mut units)?;
    for (bytes, unit) in dst.as_chunks_mut().0.iter_mut().zip(&units) {
        *bytes = unit.to_be_bytes();
    }
    Ok(Progress { read, written: 2 * written })
}

/// The code units in `bytes`, big-endian.
fn code_units(bytes: &[u8]) -> Vec<u16> {
    bytes.as_chunks().0.iter().map(|unit| u16::from_be_bytes(*unit)).collect()
}

/// The rules of a group of `json_restricted`.
fn restrictions(group: &Value) -> Result<Restrictions, String> {
    let rule = |key: &str| group[key].as_bool().ok_or_else(|| format!("json_restricted without {key}"));
    Ok(Restrictions {
        unique_names: rule("unique_names")?,
        i_json: rule("i_json")?,
        no_nul: rule("no_nul")?,
        jsonb: rule("jsonb")?,
    })
}

fn class(name: &str) -> Option<&'static ByteClass> {
    Some(match name {
        "white-space-json" => &ByteClass::WHITE_SPACE_JSON,
        "white-space-ion" => &ByteClass::WHITE_SPACE_ION,
        "identifier" => &ByteClass::IDENTIFIER,
        "digits" => &ByteClass::DIGITS,
        "hex" => &ByteClass::HEX,
        "string" => &ByteClass::STRING,
        "string-ascii" => &ByteClass::STRING_ASCII,
        _ => return None,
    })
}
