//! `utf8_validate` around the borders of vectors: well-formed characters and every kind of ill-formed piece.

use crate::case::{File, Group};
use crate::ill_formed::{FOLLOWERS, KINDS, in_short};
use crate::operation::Operation;
use crate::parameters::Parameters;
use crate::placement::{Ids, placed, whereabouts};

/// The first and the last of each row of table 3-7.
const WELL_FORMED: [(&str, &str); 17] = [
    ("\u{7F}", "U+007F"),
    ("\u{80}", "U+0080"),
    ("\u{7FF}", "U+07FF"),
    ("\u{800}", "U+0800"),
    ("\u{FFF}", "U+0FFF"),
    ("\u{1000}", "U+1000"),
    ("\u{CFFF}", "U+CFFF"),
    ("\u{D000}", "U+D000"),
    ("\u{D7FF}", "U+D7FF"),
    ("\u{E000}", "U+E000"),
    ("\u{FFFF}", "U+FFFF"),
    ("\u{10000}", "U+10000"),
    ("\u{3FFFF}", "U+3FFFF"),
    ("\u{40000}", "U+40000"),
    ("\u{FFFFF}", "U+FFFFF"),
    ("\u{100000}", "U+100000"),
    ("\u{10FFFF}", "U+10FFFF"),
];

/// `utf8_validate_sweeps.json`: ids 60000 to 69999.
pub(crate) fn file() -> Result<File, String> {
    let mut group = Group::new(Parameters::Utf8Validate);
    let mut ids = Ids::block(60_000, 2_000);
    for (unit, what) in WELL_FORMED {
        for place in [0, 13, 14, 15, 16, 30, 31, 32, 61, 62, 63, 64, 125, 127] {
            for tail in [0, 40] {
                add(&mut group, &mut ids, unit.as_bytes(), what, place, tail)?;
            }
        }
    }
    let mut ids = Ids::block(62_000, 4_000);
    let places = || [0].into_iter().chain(13..=16).chain(29..=32).chain(61..=65).chain(125..=128);
    for (unit, what) in KINDS {
        for place in places() {
            for tail in [0, 40] {
                add(&mut group, &mut ids, unit, what, place, tail)?;
            }
        }
    }
    let mut ids = Ids::block(66_000, 1_000);
    for (kind, what) in KINDS {
        for (follower, behind) in FOLLOWERS {
            let input = [kind, follower].concat();
            group.add(ids.next()?, format!("{what}, {behind}"), input, Some(0..kind.len()))?;
        }
    }
    let mut ids = Ids::block(67_000, 3_000);
    let every: Vec<usize> = (0..KINDS.len()).collect();
    for (kind, what, place) in in_short(&every) {
        add(&mut group, &mut ids, kind, what, place, 0)?;
    }
    Ok(File {
        name: "utf8_validate_sweeps",
        operation: Operation::Utf8Validate,
        about: "Well-formed and ill-formed UTF-8 of every kind around the borders of vectors, and at the end of texts of every length up to 64.".into(),
        groups: vec![group],
    })
}

fn add(group: &mut Group, ids: &mut Ids, unit: &[u8], what: &str, place: usize, tail: usize) -> Result<(), String> {
    let interest = Some(place..place + unit.len());
    group.add(ids.next()?, whereabouts(what, place, tail), placed(place, unit, tail), interest)
}
