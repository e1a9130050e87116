//! Each profile, and each of its options: all of ASCII, both sides of each border of its non-ASCII ranges, replacements,
//! and for the rows themselves the kinds of characters around the borders of vectors.

use crate::case::{File, Group};
use crate::operation::Operation;
use crate::parameters::Parameters;
use crate::placement::{Ids, placed, whereabouts};
use std::ops::RangeInclusive;
use stringmill_profile::{IllFormed, Profile};

/// First id of each profile's block of [`BLOCK`]. A new profile takes the next free place, whatever its place in
/// `spec/profiles.toml`; none ever moves.
const BLOCKS: [(u32, &str); 37] = [
    (10_000, "json"),
    (10_500, "jackson"),
    (11_000, "jackson:lower-hex"),
    (11_500, "jackson:slash"),
    (12_000, "jackson:surrogate-pairs"),
    (12_500, "jackson:ascii-only"),
    (13_000, "php"),
    (13_500, "php:unescaped-slashes"),
    (14_000, "php:unescaped-unicode"),
    (14_500, "php:unescaped-unicode,unescaped-line-terminators"),
    (15_000, "php:unescaped-line-terminators"),
    (15_500, "php:hex-tag"),
    (16_000, "php:hex-amp"),
    (16_500, "php:hex-apos"),
    (17_000, "php:hex-quot"),
    (17_500, "php:hex-tag,hex-amp,hex-apos,hex-quot"),
    (18_000, "php:unescaped-slashes,unescaped-unicode"),
    (18_500, "dotnet"),
    (19_000, "dotnet:all-ranges"),
    (19_500, "dotnet-relaxed"),
    (20_000, "newtonsoft"),
    (20_500, "newtonsoft:escape-non-ascii"),
    (21_000, "newtonsoft:escape-html"),
    (21_500, "newtonsoft:escape-non-ascii,escape-html"),
    (22_000, "ion"),
    (22_500, "ion:ascii-only"),
    (23_000, "jcs"),
    (23_500, "ascii"),
    (24_000, "ascii:delete"),
    (24_500, "html"),
    (25_000, "script"),
    (25_500, "js"),
    (26_000, "log"),
    (26_500, "terminal"),
    (27_000, "jackson:lower-hex,slash,surrogate-pairs,ascii-only"),
    (27_500, "dotnet-relaxed:net-core"),
    (28_000, "dotnet-relaxed:net-10"),
];
const BLOCK: u32 = 500;

// Where the parts of a profile's block begin.
const BORDERS: u32 = 1;
const PLACES: u32 = 100;
const POLICIES: u32 = 400;

/// The number of ranges whose borders are in one case.
const RANGES_A_CASE: usize = 16;

/// `json_escape_profiles.json`.
pub(crate) fn file() -> Result<File, String> {
    let mut groups = Vec::new();
    for (first, name) in BLOCKS {
        let profile = Profile::parse(name).map_err(|error| error.to_string())?;
        let parameters = |policy| Parameters::JsonEscape { profile: name.to_string(), policy };
        let mut group = Group::new(parameters(IllFormed::Reject));
        group.add(first, "every ASCII byte", (0..0x80).collect(), None)?;
        add_borders(&mut group, first, &profile)?;
        if !name.contains(':') {
            add_places(&mut group, first)?;
        }
        let mut ids = Ids::block(first + POLICIES, BLOCK - POLICIES);
        add_policy(&mut group, ids.next()?, IllFormed::Reject)?;
        groups.push(group);
        for &policy in &IllFormed::ALL[1..] {
            let mut group = Group::new(parameters(policy));
            add_policy(&mut group, ids.next()?, policy)?;
            groups.push(group);
        }
    }
    Ok(File {
        name: "json_escape_profiles",
        operation: Operation::JsonEscape,
        about: "Every profile and option: ASCII, borders of its ranges, kinds of characters, replacements.".into(),
        groups,
    })
}

/// Both sides of the borders of the profile's ranges, and of the lengths of UTF-8.
fn add_borders(group: &mut Group, first: u32, profile: &Profile<'_>) -> Result<(), String> {
    let mut ids = Ids::block(first + BORDERS, PLACES - BORDERS);
    let lengths: &[RangeInclusive<u32>] = &[0x80..=0x7FF, 0x800..=0xD7FF, 0xE000..=0xFFFF, 0x1_0000..=0x10_FFFF];
    let around = |range: &RangeInclusive<u32>| [range.start() - 1, *range.start(), *range.end(), range.end() + 1];
    group.add(
        ids.next()?,
        "least and greatest character of each length",
        text(lengths.iter().flat_map(around)),
        None,
    )?;
    for ranges in profile.non_ascii().chunks(RANGES_A_CASE) {
        let (low, high) = (ranges[0].0, ranges[ranges.len() - 1].1);
        let codes = ranges.iter().flat_map(|&(first, last)| around(&(first..=last)));
        group.add(
            ids.next()?,
            format!("borders of escaped ranges from U+{low:04X} to U+{high:04X}"),
            text(codes),
            None,
        )?;
    }
    Ok(())
}

/// The scalar values among `codes`, without neighbours that are equal.
fn text(codes: impl Iterator<Item = u32>) -> Vec<u8> {
    let mut scalars: Vec<_> = codes.filter_map(char::from_u32).collect();
    scalars.dedup();
    scalars.into_iter().collect::<String>().into_bytes()
}

fn add_places(group: &mut Group, first: u32) -> Result<(), String> {
    let units: [(&str, &str); 11] = [
        ("\"", "quote"),
        ("\\", "backslash"),
        ("\n", "line feed"),
        ("\u{1}", "U+0001"),
        ("/", "slash"),
        ("<", "less-than sign"),
        ("\u{7F}", "U+007F"),
        ("é", "U+00E9"),
        ("€", "U+20AC"),
        ("😀", "U+1F600"),
        ("\u{2028}", "U+2028"),
    ];
    let mut ids = Ids::block(first + PLACES, POLICIES - PLACES);
    for (unit, what) in units {
        for place in [0, 15, 31, 63] {
            for tail in [0, 70] {
                let input = placed(place, unit.as_bytes(), tail);
                let interest = Some(place..place + unit.len());
                group.add(ids.next()?, whereabouts(what, place, tail), input, interest)?;
            }
        }
    }
    Ok(())
}

/// A genuine U+FFFD, well-formed text and ill-formed pieces under `policy`.
fn add_policy(group: &mut Group, id: u32, policy: IllFormed) -> Result<(), String> {
    let input = b"a\xEF\xBF\xBD\xED\xA0\x80\xC3\xA9\xFFb\xF0\x9F\x98\x80\xE2\x82";
    group.add(id, format!("U+FFFD and ill-formed pieces under {}", policy.name()), input.to_vec(), None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_and_option_has_a_block() {
        for row in Profile::ROWS {
            let name = row.profile.name();
            assert!(BLOCKS.iter().any(|(_, block)| *block == name), "{name}");
            for option in row.options {
                let alone = format!("{name}:{}", option.name);
                assert!(BLOCKS.iter().any(|(_, block)| *block == alone), "{alone}");
            }
        }
        assert!(BLOCKS.windows(2).all(|pair| pair[0].0 + BLOCK == pair[1].0));
    }
}
