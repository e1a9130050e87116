//! `json_unescape` and `json_unescape_utf16` around the borders of vectors: each escape, each error, each end of a string.

use crate::case::{File, Group};
use crate::ill_formed::{AT_BORDERS, in_short};
use crate::operation::Operation;
use crate::parameters::Parameters;
use crate::placement::{Ids, placed, whereabouts};
use stringmill_profile::LoneSurrogates;

/// The order is part of the ids: new units go to the end.
const UNITS: [(&[u8], &str); 27] = [
    (br#"\""#, "escaped quote"),
    (br"\\", "escaped backslash"),
    (br"\/", "escaped slash"),
    (br"\b", "escaped backspace"),
    (br"\f", "escaped form feed"),
    (br"\n", "escaped line feed"),
    (br"\r", "escaped carriage return"),
    (br"\t", "escaped tab"),
    (br"\u0000", "escaped U+0000"),
    (br"\u0041", "escaped U+0041"),
    (br"\u00e9", "escaped U+00E9"),
    (br"\u20AC", "escaped U+20AC, upper case"),
    (br"\ud83D\uDe00", "escaped U+1F600, mixed case"),
    ("é".as_bytes(), "U+00E9"),
    ("€".as_bytes(), "U+20AC"),
    ("😀".as_bytes(), "U+1F600"),
    (b"\x7F", "U+007F"),
    (b"\"", "quote that ends the string"),
    (b"\\\\\"", "escaped backslash, then the quote that ends the string"),
    (b"\x1F", "control character U+001F"),
    (b"\0", "control character U+0000"),
    (br"\x", "unknown escape"),
    (br"\u12g4", "escape with a letter that is no digit"),
    (br"\u 123", "escape with a blank among its digits"),
    (b"\\\xC3\xA9", "backslash before a character"),
    (b"\xFF", "byte FF"),
    (b"\xED\xA0\x80", "surrogate in UTF-8"),
];

/// Escapes and pieces whose meaning changes if the input ends after them.
const CUT: [(&[u8], &str); 11] = [
    (br"\", "cut escape of one byte"),
    (br"\u", "cut escape of two bytes"),
    (br"\u0", "cut escape of three bytes"),
    (br"\u00", "cut escape of four bytes"),
    (br"\u00e", "cut escape of five bytes"),
    (br"\u00z", "cut escape with a letter that is no digit"),
    (br"\ud83d\", "high surrogate and a cut escape of one byte"),
    (br"\ud83d\u", "high surrogate and a cut escape of two bytes"),
    (br"\ud83d\ude0", "high surrogate and a cut escape of five bytes"),
    (b"\xE2\x82", "cut character"),
    (b"\xF0\x9F\x98", "cut character of four bytes"),
];

const LONE: [(&[u8], &str); 10] = [
    (br"\ud800", "lone U+D800"),
    (br"\uDBFF", "lone U+DBFF"),
    (br"\udc00", "lone U+DC00"),
    (br"\udc7f", "lone U+DC7F"),
    (br"\udc80", "lone U+DC80"),
    (br"\uDCFF", "lone U+DCFF"),
    (br"\udd00", "lone U+DD00"),
    (br"\udfff", "lone U+DFFF"),
    (br"\ud83d\u0041", "high surrogate before an escaped letter"),
    (br"\ud83d\ud83d\ude00", "high surrogate before a pair"),
];

fn places() -> impl Iterator<Item = usize> {
    (0..=1).chain(8..=16).chain(22..=32).chain(52..=65).chain(124..=128)
}

/// `json_unescape_sweeps.json`: ids 50000 to 59999.
pub(crate) fn file() -> Result<File, String> {
    let mut groups = Vec::new();
    let mut group = Group::new(Parameters::JsonUnescape { surrogates: LoneSurrogates::Reject });
    let mut ids = Ids::block(50_000, 3_000);
    for (unit, what) in UNITS {
        for place in places() {
            add(&mut group, &mut ids, unit, what, place, 40)?;
        }
    }
    // Two blocks, so that either list can grow.
    for (first, list) in [(53_000, &UNITS[..]), (53_500, &CUT[..])] {
        let mut ids = Ids::block(first, 500);
        for (unit, what) in list {
            for place in [0, 15, 31, 60, 63] {
                add(&mut group, &mut ids, unit, what, place, 0)?;
            }
        }
    }
    let mut ids = Ids::block(54_000, 1_000);
    for (unit, what) in &UNITS[..16] {
        for times in [2, 3, 5, 8, 11, 16, 21, 22, 32, 33, 64, 65] {
            group.add(ids.next()?, format!("{times} times {what} and nothing else"), unit.repeat(times), None)?;
        }
    }
    let mut ids = Ids::block(58_000, 1_000);
    for (unit, what, place) in in_short(&AT_BORDERS) {
        add(&mut group, &mut ids, unit, what, place, 0)?;
    }
    groups.push(group);
    for (first, &surrogates) in (55_000..).step_by(1_000).zip(LoneSurrogates::ALL) {
        let mut group = Group::new(Parameters::JsonUnescape { surrogates });
        let mut ids = Ids::block(first, 1_000);
        for (unit, what) in LONE {
            for (place, tail) in
                [(0, 0), (0, 1), (9, 40), (15, 0), (26, 0), (31, 40), (58, 40), (59, 0), (63, 40), (64, 0)]
            {
                add(&mut group, &mut ids, unit, what, place, tail)?;
            }
        }
        groups.push(group);
    }
    Ok(File {
        name: "json_unescape_sweeps",
        operation: Operation::JsonUnescape,
        about: "Each escape, error and end of a string around the borders of vectors of 16, 32 and 64 bytes.".into(),
        groups,
    })
}

/// `json_unescape_utf16_sweeps.json`: ids 260000 to 269999.
pub(crate) fn utf16() -> Result<File, String> {
    let mut groups = Vec::new();
    let mut group = Group::new(Parameters::JsonUnescapeUtf16 { surrogates: LoneSurrogates::Reject });
    let mut ids = Ids::block(260_000, 1_000);
    for (unit, what) in UNITS {
        for place in [0, 7, 15, 26, 31, 52, 55, 58, 59, 60, 61, 62, 63, 64, 125, 127] {
            add(&mut group, &mut ids, unit, what, place, 40)?;
        }
    }
    for (first, list) in [(261_000, &UNITS[..]), (261_500, &CUT[..])] {
        let mut ids = Ids::block(first, 500);
        for (unit, what) in list {
            for place in [0, 15, 31, 60, 63] {
                add(&mut group, &mut ids, unit, what, place, 0)?;
            }
        }
    }
    let mut ids = Ids::block(262_000, 1_000);
    for (unit, what) in &UNITS[..16] {
        for times in [2, 5, 8, 11, 16, 21, 22, 32, 33, 65] {
            group.add(ids.next()?, format!("{times} times {what} and nothing else"), unit.repeat(times), None)?;
        }
    }
    groups.push(group);
    for (first, &surrogates) in (263_000..).step_by(1_000).zip(LoneSurrogates::ALL) {
        let mut group = Group::new(Parameters::JsonUnescapeUtf16 { surrogates });
        let mut ids = Ids::block(first, 1_000);
        for (unit, what) in LONE {
            for (place, tail) in [(0, 0), (9, 40), (31, 40), (58, 40), (59, 0), (63, 40), (64, 0)] {
                add(&mut group, &mut ids, unit, what, place, tail)?;
            }
        }
        groups.push(group);
    }
    Ok(File {
        name: "json_unescape_utf16_sweeps",
        operation: Operation::JsonUnescapeUtf16,
        about: "Each escape, error and end of a string around the borders of vectors, into UTF-16.".into(),
        groups,
    })
}

fn add(group: &mut Group, ids: &mut Ids, unit: &[u8], what: &str, place: usize, tail: usize) -> Result<(), String> {
    let interest = Some(place..place + unit.len());
    group.add(ids.next()?, whereabouts(what, place, tail), placed(place, unit, tail), interest)
}
