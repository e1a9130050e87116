//! The hand-written cases of `tools/gen/seeds/`.

use crate::spec;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::ops::Range;
use std::str::FromStr;
use stringmill_profile::{
    Base64Alphabet, Base64Padding, FloatShape, IllFormed, IllFormedUtf16, LoneSurrogates, TrailingBits, WhiteSpace,
};
use stringmill_reference::{ByteClass, JsonRestrictions};
use stringmill_sweeps::{File, Group, Operation, Parameters, bytes};
use toml::Value;

/// A file of seeds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Seeds {
    about: String,
    group: Vec<SeedGroup>,
}

/// The parameters of a group by name, and its cases.
#[derive(Deserialize)]
struct SeedGroup {
    case: Vec<Seed>,
    #[serde(flatten)]
    parameters: BTreeMap<String, Value>,
}

/// One seed: its input is either `text`, for a number as people write it, or the hex pieces `in`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Seed {
    id: u32,
    why: String,
    text: Option<String>,
    #[serde(rename = "in")]
    pieces: Option<Vec<String>>,
}

/// One file for each operation, with the ids that its seeds may have.
pub(super) fn files() -> Result<Vec<File>, String> {
    let blocks = [
        1..4_000,
        4_000..7_000,
        7_000..10_000,
        100_000..101_000,
        200_000..201_000,
        201_000..202_000,
        202_000..203_000,
        203_000..204_000,
        300_000..301_000,
        110_000..111_000,
        111_000..112_000,
        400_000..401_000,
        401_000..402_000,
        402_000..403_000,
        204_000..205_000,
        205_000..206_000,
        310_000..311_000,
        320_000..321_000,
    ];
    Operation::ALL.into_iter().zip(blocks).map(|(operation, ids)| file(operation, ids)).collect()
}

fn file(operation: Operation, ids: Range<u32>) -> Result<File, String> {
    let path = format!("tools/gen/seeds/{}.toml", operation.id());
    let seeds: Seeds = spec::read(&path)?;
    let mut groups = Vec::new();
    for seed_group in &seeds.group {
        let mut group = Group::new(parameters(operation, seed_group).map_err(|error| format!("{path}: {error}"))?);
        for seed in &seed_group.case {
            let context = |error: String| format!("{path}: {}: {error}", seed.id);
            if !ids.contains(&seed.id) {
                return Err(context(format!("ids of this file are {} to {}", ids.start, ids.end - 1)));
            }
            group.add(seed.id, &seed.why, input(operation, seed).map_err(context)?, None).map_err(context)?;
        }
        groups.push(group);
    }
    Ok(File { name: operation.id(), operation, about: seeds.about, groups })
}

fn input(operation: Operation, seed: &Seed) -> Result<Vec<u8>, String> {
    match (&seed.text, &seed.pieces) {
        (Some(text), None) => match operation {
            Operation::Utf16ToUtf8 | Operation::JsonEscapeUtf16 => {
                Ok(text.encode_utf16().flat_map(u16::to_be_bytes).collect())
            }
            Operation::Latin1ToUtf8 | Operation::JsonEscapeLatin1 => text
                .chars()
                .map(|character| u8::try_from(character).map_err(|_| format!("'{character}' is not in Latin-1")))
                .collect(),
            Operation::Float64Write => bits(text, |value: f64| value.to_bits()),
            Operation::Int64Write => bits(text, i64::cast_unsigned),
            Operation::Uint64Write => bits(text, |value| value),
            _ => Ok(text.clone().into_bytes()),
        },
        (None, Some(list)) => bytes(list),
        _ => Err("needs either text or in".into()),
    }
}

/// The bits of the number in `text`, big-endian.
fn bits<T: FromStr>(text: &str, bits: fn(T) -> u64) -> Result<Vec<u8>, String> {
    let value = text.parse().map_err(|_| format!("'{text}' is no such number"))?;
    Ok(bits(value).to_be_bytes().into())
}

fn parameters(operation: Operation, group: &SeedGroup) -> Result<Parameters, String> {
    let mut given = Given(group.parameters.clone());
    let parameters = match operation {
        Operation::JsonEscape => Parameters::JsonEscape {
            profile: given.value("profile")?,
            policy: given.one("policy", IllFormed::from_name)?,
        },
        Operation::JsonUnescape => {
            Parameters::JsonUnescape { surrogates: given.one("surrogates", LoneSurrogates::from_name)? }
        }
        Operation::JsonUnescapeUtf16 => {
            Parameters::JsonUnescapeUtf16 { surrogates: given.one("surrogates", LoneSurrogates::from_name)? }
        }
        Operation::Utf8Validate => Parameters::Utf8Validate,
        Operation::Utf8ToUtf16 => Parameters::Utf8ToUtf16 { policy: given.one("policy", IllFormed::from_name)? },
        Operation::Scan => Parameters::Scan { class: given.one("class", ByteClass::from_name)? },
        Operation::Utf16ToUtf8 => Parameters::Utf16ToUtf8 { policy: given.one("policy", IllFormedUtf16::from_name)? },
        Operation::Latin1ToUtf8 => Parameters::Latin1ToUtf8,
        Operation::JsonEscapeUtf16 => Parameters::JsonEscapeUtf16 {
            profile: given.value("profile")?,
            policy: given.one("policy", IllFormedUtf16::from_name)?,
        },
        Operation::JsonEscapeLatin1 => Parameters::JsonEscapeLatin1 { profile: given.value("profile")? },
        Operation::JsonCheck => Parameters::JsonCheck {
            lone_surrogates: given.value("lone_surrogates")?,
            depth_max: given.value("depth_max")?,
            string_max: given.maybe("string_max")?,
            len_max: given.maybe("len_max")?,
        },
        Operation::JsonCanonical => Parameters::JsonCanonical { depth_max: given.value("depth_max")? },
        Operation::JsonRestricted => Parameters::JsonRestricted(JsonRestrictions {
            unique_names: given.value("unique_names")?,
            i_json: given.value("i_json")?,
            no_nul: given.value("no_nul")?,
            jsonb: given.value("jsonb")?,
        }),
        Operation::Base64Encode => Parameters::Base64Encode {
            alphabet: given.one("alphabet", Base64Alphabet::from_name)?,
            padding: given.one("padding", Base64Padding::from_name)?,
        },
        Operation::Base64Decode => Parameters::Base64Decode {
            alphabet: given.one("alphabet", Base64Alphabet::from_name)?,
            padding: given.one("padding", Base64Padding::from_name)?,
            trailing_bits: given.one("trailing_bits", TrailingBits::from_name)?,
            white_space: given.one("white_space", WhiteSpace::from_name)?,
        },
        Operation::Float64Write => Parameters::Float64Write { shape: given.one("shape", FloatShape::from_name)? },
        Operation::Int64Write => Parameters::Int64Write,
        Operation::Uint64Write => Parameters::Uint64Write,
    };
    match given.0.keys().next() {
        Some(name) => Err(format!("{} has no parameter {name}", operation.id())),
        None => Ok(parameters),
    }
}

/// Parameters that were not yet read.
struct Given(BTreeMap<String, Value>);

impl Given {
    /// The value of a parameter, if present.
    fn maybe<T: DeserializeOwned>(&mut self, name: &str) -> Result<Option<T>, String> {
        let value = self.0.remove(name).map(Value::try_into);
        value.transpose().map_err(|error| format!("{name}: {error}"))
    }

    fn value<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, String> {
        self.maybe(name)?.ok_or_else(|| format!("a group needs {name}"))
    }

    fn one<T>(&mut self, name: &str, from_name: fn(&str) -> Option<T>) -> Result<T, String> {
        let value = self.value::<String>(name)?;
        from_name(&value).ok_or_else(|| format!("{name} cannot be {value}"))
    }
}
