//! `json_escape` around the borders of vectors: each kind of character, and each kind of ill-formed piece.

use crate::case::{File, Group};
use crate::ill_formed::{AT_BORDERS, FOLLOWERS, KINDS, in_short};
use crate::operation::Operation;
use crate::parameters::Parameters;
use crate::placement::{Ids, placed, whereabouts};
use stringmill_profile::IllFormed;

const UNITS: [(&str, &str); 9] = [
    ("\"", "quote"),
    ("\\", "backslash"),
    ("\0", "U+0000"),
    ("\n", "line feed"),
    ("\u{1F}", "U+001F"),
    ("\u{7F}", "U+007F"),
    ("é", "U+00E9"),
    ("€", "U+20AC"),
    ("😀", "U+1F600"),
];

/// `json_escape_places.json`: ids 30000 to 39999.
pub(crate) fn places() -> Result<File, String> {
    let mut group = Group::new(Parameters::JsonEscape { profile: "json".into(), policy: IllFormed::Reject });
    let places = || (0..=66).chain([95, 96, 97, 127, 128, 129, 191, 192, 193]);
    let mut ids = Ids::block(30_000, 5_000);
    for (unit, what) in UNITS {
        for place in places() {
            for tail in [0, 1, 40] {
                let input = placed(place, unit.as_bytes(), tail);
                let interest = Some(place..place + unit.len());
                group.add(ids.next()?, whereabouts(what, place, tail), input, interest)?;
            }
        }
    }
    let mut ids = Ids::block(35_000, 5_000);
    for (unit, what) in UNITS {
        for times in [2, 3, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 200] {
            group.add(
                ids.next()?,
                format!("{times} times {what} and nothing else"),
                unit.repeat(times).into(),
                None,
            )?;
        }
    }
    Ok(File {
        name: "json_escape_places",
        operation: Operation::JsonEscape,
        about: "Each kind of character at each place around the borders of vectors of 16, 32 and 64 bytes.".into(),
        groups: vec![group],
    })
}

/// `json_escape_ill_formed.json`: ids 40000 to 49999, a thousand for each policy.
pub(crate) fn ill_formed() -> Result<File, String> {
    let mut groups = Vec::new();
    for (first, &policy) in (40_000..).step_by(1_000).zip(IllFormed::ALL) {
        let mut group = Group::new(Parameters::JsonEscape { profile: "json".into(), policy });
        let mut ids = Ids::block(first, 500);
        for (kind, what) in KINDS {
            for (follower, behind) in FOLLOWERS {
                let input = [b"a", kind, follower].concat();
                group.add(ids.next()?, format!("{what}, {behind}"), input, Some(1..1 + kind.len()))?;
            }
        }
        let mut ids = Ids::block(first + 500, 500);
        for (kind, what) in AT_BORDERS.map(|kind| KINDS[kind]) {
            for place in [14, 15, 16, 30, 31, 32, 61, 62, 63, 64, 127] {
                let tail = 140 - place;
                let interest = Some(place..place + kind.len());
                group.add(ids.next()?, whereabouts(what, place, tail), placed(place, kind, tail), interest)?;
            }
        }
        groups.push(group);
    }
    Ok(File {
        name: "json_escape_ill_formed",
        operation: Operation::JsonEscape,
        about: "Ill-formed UTF-8 of every kind under every policy, alone and around the borders of vectors.".into(),
        groups,
    })
}

/// `json_escape_short.json`: ids 70000 to 89999, two thousand and a half for each policy.
pub(crate) fn short() -> Result<File, String> {
    let mut groups = Vec::new();
    let every: Vec<usize> = (0..KINDS.len()).collect();
    for (first, &policy) in (70_000..).step_by(2_500).zip(IllFormed::ALL) {
        let mut group = Group::new(Parameters::JsonEscape { profile: "json".into(), policy });
        let mut ids = Ids::block(first, 2_500);
        let kinds = if policy == IllFormed::Reject { &every[..] } else { &AT_BORDERS };
        for (kind, what, place) in in_short(kinds) {
            let interest = Some(place..place + kind.len());
            group.add(ids.next()?, whereabouts(what, place, 0), placed(place, kind, 0), interest)?;
        }
        groups.push(group);
    }
    Ok(File {
        name: "json_escape_short",
        operation: Operation::JsonEscape,
        about: "Ill-formed UTF-8 at the end of texts of every length up to 64 bytes.".into(),
        groups,
    })
}
