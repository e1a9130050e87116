//! UTF-16 and Latin-1 into UTF-8 and into escaped strings: each kind of unit around the borders of vectors.

use crate::case::{File, Group};
use crate::ill_formed;
use crate::operation::Operation;
use crate::parameters::Parameters;
use crate::placement::{Ids, placed, whereabouts};
use stringmill_profile::{IllFormed, IllFormedUtf16};

/// Kinds of units and their names: the edges of each length of UTF-8, and surrogates alone and in wrong pairs.
const KINDS: [(&[u16], &str); 20] = [
    (&[0x7F], "U+007F"),
    (&[0x80], "U+0080"),
    (&[0x7FF], "U+07FF"),
    (&[0x800], "U+0800"),
    (&[0xD7FF], "U+D7FF"),
    (&[0xE000], "U+E000"),
    (&[0xFFFD], "U+FFFD"),
    (&[0xFFFF], "U+FFFF"),
    (&[0xD800, 0xDC00], "U+10000"),
    (&[0xD83D, 0xDE00], "U+1F600"),
    (&[0xDBFF, 0xDFFF], "U+10FFFF"),
    (&[0x22], "a quote"),
    (&[0x0A], "a line feed"),
    (&[0x00], "NUL"),
    (&[0xD800], "a high surrogate"),
    (&[0xDBFF], "the highest high surrogate"),
    (&[0xDC00], "a low surrogate"),
    (&[0xDFFF], "the highest low surrogate"),
    (&[0xDC00, 0xD800], "a pair the wrong way round"),
    (&[0xD800, 0xD83D, 0xDE00, 0xDC00], "a pair between lone surrogates"),
];

/// The text around them: characters of each length.
const FILLERS: [(&[u16], &str); 4] = [
    (&[0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67], "ASCII"),
    (&[0xE9, 0x436, 0x3B1], "two bytes each"),
    (&[0x6F22, 0x5B57, 0xFF01], "three bytes each"),
    (&[0xD83D, 0xDE00, 0xD83C, 0xDF89], "pairs"),
];

/// Kinds of Latin-1 bytes.
const BYTES: [(u8, &str); 8] = [
    (0x7F, "U+007F"),
    (0x80, "U+0080"),
    (0xA0, "a no-break space"),
    (0xBF, "U+00BF"),
    (0xC0, "U+00C0"),
    (0xFF, "U+00FF"),
    (b'"', "a quote"),
    (0x00, "NUL"),
];

/// Files with the ids 210000 to 259999.
pub(crate) fn files() -> Result<Vec<File>, String> {
    Ok(vec![utf8_to_utf16()?, utf16_to_utf8()?, json_escape_utf16()?, latin1_to_utf8()?, json_escape_latin1()?])
}

/// Characters of each length around the borders, and what is ill-formed under each policy.
fn utf8_to_utf16() -> Result<File, String> {
    let text = |units: &[u16]| String::from_utf16(units).ok();
    let mut groups = Vec::new();
    let mut group = Group::new(Parameters::Utf8ToUtf16 { policy: IllFormed::Reject });
    let mut ids = Ids::block(250_000, 2_000);
    for ((units, what), place) in KINDS.into_iter().flat_map(|kind| PLACES.map(|place| (kind, place))) {
        let Some(piece) = text(units) else { continue };
        let (around, name) = FILLERS[(place + units.len()) % FILLERS.len()];
        let around = text(around).ok_or("fillers are text")?;
        let before: String = around.chars().cycle().take(place).collect();
        let input = [before.as_str(), &piece, &around, &around].concat().into_bytes();
        let why = format!("{what} after {place} characters of {name}");
        group.add(ids.next()?, why, input, Some(before.len()..before.len() + piece.len()))?;
    }
    groups.push(group);
    let policies = IllFormed::ALL.iter().filter(|policy| !matches!(policy, IllFormed::Copy | IllFormed::Visible));
    for (first, &policy) in (252_000..).step_by(1_000).zip(policies) {
        let mut group = Group::new(Parameters::Utf8ToUtf16 { policy });
        let mut ids = Ids::block(first, 1_000);
        for (piece, what) in ill_formed::KINDS {
            for (place, tail) in [(0, 0), (3, 5), (14, 60), (61, 40), (62, 0), (63, 70)] {
                let interest = Some(place..place + piece.len());
                group.add(ids.next()?, whereabouts(what, place, tail), placed(place, piece, tail), interest)?;
            }
        }
        groups.push(group);
    }
    Ok(File {
        name: "utf8_to_utf16_sweeps",
        operation: Operation::Utf8ToUtf16,
        about: "Characters of each length around the borders of vectors, and ill-formed UTF-8 under every policy."
            .into(),
        groups,
    })
}

fn bytes(units: impl IntoIterator<Item = u16>) -> Vec<u8> {
    units.into_iter().flat_map(u16::to_be_bytes).collect()
}

/// `kind` after `place` units of a filler and before the same filler up to `len` units.
fn add_units(group: &mut Group, ids: &mut Ids, kind: usize, filler: usize, place: usize) -> Result<(), String> {
    let ((units, what), (around, name)) = (KINDS[kind], FILLERS[filler]);
    // Whole characters before and after it: pairs have two units.
    let filled = |len: usize| around.iter().copied().cycle().take(if filler == 3 { len & !1 } else { len });
    let before = bytes(filled(place));
    let input = [before.clone(), bytes(units.iter().copied()), bytes(filled(40))].concat();
    let interest = before.len()..before.len() + 2 * units.len();
    let why = format!("{what} after {} units of {name}, 40 behind it", before.len() / 2);
    group.add(ids.next()?, why, input, Some(interest))
}

/// Around the borders of registers and blocks.
const PLACES: [usize; 17] = [0, 1, 6, 7, 8, 9, 14, 15, 16, 17, 30, 31, 32, 33, 62, 63, 64];

fn utf16_to_utf8() -> Result<File, String> {
    let mut groups = Vec::new();
    for (first, &policy) in (210_000..).step_by(2_000).zip(IllFormedUtf16::ALL) {
        let mut group = Group::new(Parameters::Utf16ToUtf8 { policy });
        let mut ids = Ids::block(first, 2_000);
        // One of the fillers at each place, and all of them if the kind itself may be refused.
        for (kind, place) in (0..KINDS.len()).flat_map(|kind| PLACES.map(|place| (kind, place))) {
            let one = (kind + place) % FILLERS.len();
            let all = policy == IllFormedUtf16::Reject;
            for filler in (0..FILLERS.len()).filter(|filler| all || *filler == one) {
                add_units(&mut group, &mut ids, kind, filler, place)?;
            }
        }
        groups.push(group);
    }
    Ok(File {
        name: "utf16_to_utf8_sweeps",
        operation: Operation::Utf16ToUtf8,
        about: "Code units of every kind around the borders of vectors, under every policy.".into(),
        groups,
    })
}

fn json_escape_utf16() -> Result<File, String> {
    const PROFILES: [&str; 6] = ["json", "php", "dotnet-relaxed", "ion", "jcs", "ascii"];
    let mut groups = Vec::new();
    let pairs = PROFILES.iter().flat_map(|profile| IllFormedUtf16::ALL.iter().map(move |policy| (profile, *policy)));
    for (first, (profile, policy)) in (220_000..).step_by(300).zip(pairs) {
        let mut group = Group::new(Parameters::JsonEscapeUtf16 { profile: profile.to_string(), policy });
        let mut ids = Ids::block(first, 300);
        for (kind, step) in (0..KINDS.len()).flat_map(|kind| (0..5).map(move |step| (kind, step))) {
            let place = PLACES[(5 * kind + 3 * step) % PLACES.len()];
            add_units(&mut group, &mut ids, kind, (kind + step) % FILLERS.len(), place)?;
        }
        groups.push(group);
    }
    Ok(File {
        name: "json_escape_utf16_sweeps",
        operation: Operation::JsonEscapeUtf16,
        about: "Code units of every kind around the borders of vectors, under profiles that treat them differently."
            .into(),
        groups,
    })
}

/// Each byte among others, and each kind around the borders.
fn add_bytes(group: &mut Group, ids: &mut Ids) -> Result<(), String> {
    for byte in 0..=u8::MAX {
        group.add(ids.next()?, format!("byte {byte:02x} among others"), vec![b'a', byte, 0xE9, byte], None)?;
    }
    for ((byte, what), place) in BYTES.into_iter().flat_map(|kind| PLACES.map(|place| (kind, place))) {
        for (around, name) in [(b'a', "ASCII"), (0xE9, "letters outside ASCII")] {
            let input = [vec![around; 2 * place], vec![byte], vec![around; 40]].concat();
            let why = format!("{what} after {} bytes of {name}, 40 behind it", 2 * place);
            group.add(ids.next()?, why, input, Some(2 * place..2 * place + 1))?;
        }
    }
    Ok(())
}

fn latin1_to_utf8() -> Result<File, String> {
    let mut group = Group::new(Parameters::Latin1ToUtf8);
    add_bytes(&mut group, &mut Ids::block(230_000, 1_000))?;
    Ok(File {
        name: "latin1_to_utf8_sweeps",
        operation: Operation::Latin1ToUtf8,
        about: "Every byte, and kinds of bytes around the borders of vectors.".into(),
        groups: vec![group],
    })
}

fn json_escape_latin1() -> Result<File, String> {
    let mut groups = Vec::new();
    for (first, profile) in (240_000..).step_by(1_000).zip(["json", "php", "dotnet-relaxed", "ion"]) {
        let mut group = Group::new(Parameters::JsonEscapeLatin1 { profile: profile.into() });
        add_bytes(&mut group, &mut Ids::block(first, 1_000))?;
        groups.push(group);
    }
    Ok(File {
        name: "json_escape_latin1_sweeps",
        operation: Operation::JsonEscapeLatin1,
        about:
            "Every byte, and kinds of bytes around the borders of vectors, under profiles that treat them differently."
                .into(),
        groups,
    })
}
