//! The hand-written cases of `tools/gen/seeds/`.

use super::case::{File, Group, Operation, Parameters};
use super::pieces;
use crate::spec;
use serde::Deserialize;
use std::ops::Range;
use stringmill_profile::{IllFormed, IllFormedUtf16, LoneSurrogates};
use stringmill_reference::Class;

/// A file of seeds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Seeds {
    about: String,
    group: Vec<SeedGroup>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeedGroup {
    profile: Option<String>,
    policy: Option<String>,
    surrogates: Option<String>,
    class: Option<String>,
    lone_surrogates: Option<bool>,
    depth_max: Option<u64>,
    string_max: Option<u64>,
    len_max: Option<u64>,
    case: Vec<Seed>,
}

/// One seed: its input is either `text` or the hex pieces `in`.
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
            _ => Ok(text.clone().into_bytes()),
        },
        (None, Some(list)) => pieces::bytes(list),
        _ => Err("wants either text or in".into()),
    }
}

fn parameters(operation: Operation, group: &SeedGroup) -> Result<Parameters, String> {
    let unknown = |name: &str| format!("there is no policy {name}");
    match (operation, &group.profile, &group.policy, &group.surrogates, &group.class) {
        (Operation::JsonEscape, Some(profile), Some(policy), None, None) => Ok(Parameters::JsonEscape {
            profile: profile.clone(),
            policy: IllFormed::from_name(policy).ok_or_else(|| unknown(policy))?,
        }),
        (Operation::JsonUnescape, None, None, Some(surrogates), None) => Ok(Parameters::JsonUnescape {
            surrogates: LoneSurrogates::from_name(surrogates).ok_or_else(|| unknown(surrogates))?,
        }),
        (Operation::Utf8Validate, None, None, None, None) => Ok(Parameters::Utf8Validate),
        (Operation::Scan, None, None, None, Some(class)) => {
            Ok(Parameters::Scan { class: Class::from_name(class).ok_or_else(|| format!("there is no class {class}"))? })
        }
        (Operation::Utf16ToUtf8, None, Some(policy), None, None) => {
            Ok(Parameters::Utf16ToUtf8 { policy: IllFormedUtf16::from_name(policy).ok_or_else(|| unknown(policy))? })
        }
        (Operation::Latin1ToUtf8, None, None, None, None) => Ok(Parameters::Latin1ToUtf8),
        (Operation::JsonEscapeUtf16, Some(profile), Some(policy), None, None) => Ok(Parameters::JsonEscapeUtf16 {
            profile: profile.clone(),
            policy: IllFormedUtf16::from_name(policy).ok_or_else(|| unknown(policy))?,
        }),
        (Operation::JsonEscapeLatin1, Some(profile), None, None, None) => {
            Ok(Parameters::JsonEscapeLatin1 { profile: profile.clone() })
        }
        (Operation::JsonCheck, None, None, None, None) => {
            let &SeedGroup { lone_surrogates, depth_max, string_max, len_max, .. } = group;
            let missing = || "json_check wants lone_surrogates and depth_max".to_owned();
            Ok(Parameters::JsonCheck {
                lone_surrogates: lone_surrogates.ok_or_else(missing)?,
                depth_max: depth_max.ok_or_else(missing)?,
                string_max,
                len_max,
            })
        }
        _ => Err(format!("a group has other parameters than {}", operation.id())),
    }
}
