//! Base64: inputs of every length, every byte in place of a symbol, every end, and white space around the borders of
//! vectors.

use crate::case::{File, Group};
use crate::operation::Operation;
use crate::parameters::Parameters;
use crate::placement::Ids;
use stringmill_profile::{Base64Alphabet, Base64Padding, TrailingBits, WhiteSpace};
use stringmill_reference::base64_encode;

/// The strict options, of which a sweep changes one.
const STRICT: (Base64Padding, TrailingBits, WhiteSpace) =
    (Base64Padding::Required, TrailingBits::Refuse, WhiteSpace::Refuse);

/// Bytes whose base64 text has every symbol.
fn bytes(len: usize) -> Vec<u8> {
    (0..len).map(|at| (at * 151 + at / 7 * 29) as u8).collect()
}

/// Text of `len` symbols, without padding.
fn text(alphabet: Base64Alphabet, len: usize) -> Vec<u8> {
    let mut text = base64_encode(alphabet, false, &bytes(len / 4 * 3 + 3));
    text.truncate(len);
    text
}

/// `base64_encode_sweeps.json`: ids 112000 to 113999.
pub(crate) fn encode() -> Result<File, String> {
    let mut groups = Vec::new();
    let mut ids = Ids::block(112_000, 2_000);
    for &alphabet in Base64Alphabet::ALL {
        for padding in [Base64Padding::Required, Base64Padding::Forbidden] {
            let mut group = Group::new(Parameters::Base64Encode { alphabet, padding });
            for len in (0..=100).chain(142..=146).chain(190..=194) {
                group.add(ids.next()?, format!("{len} bytes"), bytes(len), None)?;
            }
            let all = (0..=u8::MAX).collect::<Vec<_>>();
            group.add(ids.next()?, "every byte", all.clone(), None)?;
            group.add(ids.next()?, "every byte, at other places of its group", [vec![0], all].concat(), None)?;
            group.add(ids.next()?, "zeros", vec![0; 70], None)?;
            group.add(ids.next()?, "ones", vec![0xFF; 70], None)?;
            groups.push(group);
        }
    }
    Ok(File {
        name: "base64_encode_sweeps",
        operation: Operation::Base64Encode,
        about: "Every byte, and inputs of every length up to two blocks.".into(),
        groups,
    })
}

/// `base64_decode_sweeps.json`: ids 114000 to 129999.
pub(crate) fn decode() -> Result<File, String> {
    let mut groups = Vec::new();
    for (first, &alphabet) in (114_000..).step_by(1_000).zip(Base64Alphabet::ALL) {
        groups.push(each_byte(alphabet, first)?);
    }
    let mut ids = Ids::block(116_000, 8_000);
    for &padding in Base64Padding::ALL {
        for &trailing_bits in TrailingBits::ALL {
            for &white_space in WhiteSpace::ALL {
                let rules = (padding, trailing_bits, white_space);
                groups.push(ends(rules, &mut ids)?);
            }
        }
    }
    for (first, &white_space) in (124_000..).step_by(1_000).zip(WhiteSpace::ALL) {
        groups.push(spaces(white_space, first)?);
    }
    Ok(File {
        name: "base64_decode_sweeps",
        operation: Operation::Base64Decode,
        about: "Every byte in place of a symbol, every end under all rules, white space at the borders of vectors."
            .into(),
        groups,
    })
}

fn group(alphabet: Base64Alphabet, rules: (Base64Padding, TrailingBits, WhiteSpace)) -> Group {
    let (padding, trailing_bits, white_space) = rules;
    Group::new(Parameters::Base64Decode { alphabet, padding, trailing_bits, white_space })
}

/// Each byte in place of a symbol, and texts of every length.
fn each_byte(alphabet: Base64Alphabet, first: u32) -> Result<Group, String> {
    let mut group = group(alphabet, STRICT);
    let mut ids = Ids::block(first, 1_000);
    for byte in 0..=u8::MAX {
        // As many places as bytes, so that each byte has another place.
        let place = byte as usize % 131;
        let mut input = text(alphabet, 200);
        input[place] = byte;
        group.add(ids.next()?, format!("byte {byte:02x} at place {place}"), input, Some(place..place + 1))?;
    }
    for len in (0..=140).chain(254..=260) {
        group.add(ids.next()?, format!("{len} bytes"), base64_encode(alphabet, true, &bytes(len)), None)?;
    }
    Ok(group)
}

/// The order is part of the ids: new ends go to the end.
const ENDS: [(&str, &str); 27] = [
    ("", "nothing"),
    ("A", "a single symbol"),
    ("AA", "two symbols"),
    ("AB", "two symbols with trailing bits"),
    ("AAA", "three symbols"),
    ("AAB", "three symbols with trailing bits"),
    ("AA==", "two symbols and their padding"),
    ("AB==", "two symbols with trailing bits, and their padding"),
    ("AAA=", "three symbols and their padding"),
    ("AAB=", "three symbols with trailing bits, and their padding"),
    ("AA=", "half of the padding"),
    ("AA=A", "a symbol in the padding"),
    ("AA=!", "another byte in the padding"),
    ("A=", "padding after one symbol"),
    ("A===", "padding after one symbol, three times"),
    ("=", "padding after no symbol"),
    ("====", "nothing but padding"),
    ("AA===", "three times padding"),
    ("AAA==", "twice padding after three symbols"),
    ("AA==A", "a symbol after the padding"),
    ("AA==!", "another byte after the padding"),
    ("AA== ", "white space after the padding"),
    ("AA == ", "white space before and after the padding"),
    ("AA= =", "white space in the padding"),
    ("AA=\n", "a line that ends in the padding"),
    ("AA==\x0b", "a vertical tab after the padding"),
    ("\n", "a line feed"),
];

/// Each end alone and after whole groups.
fn ends(rules: (Base64Padding, TrailingBits, WhiteSpace), ids: &mut Ids) -> Result<Group, String> {
    let mut group = group(Base64Alphabet::Standard, rules);
    for (end, what) in ENDS {
        for before in [0, 12, 60, 64, 128, 252] {
            let input = [text(Base64Alphabet::Standard, before), end.into()].concat();
            let interest = Some(before..input.len());
            group.add(ids.next()?, format!("{what}, after {before} symbols"), input, interest)?;
        }
    }
    Ok(group)
}

/// White space of each kind at each place that matters, in lines, between groups, and much of it.
fn spaces(white_space: WhiteSpace, first: u32) -> Result<Group, String> {
    let mut group = group(Base64Alphabet::Standard, (STRICT.0, STRICT.1, white_space));
    let mut ids = Ids::block(first, 1_000);
    let symbols = text(Base64Alphabet::Standard, 200);
    for byte in [b' ', b'\t', b'\n', b'\r', 0x0B, 0x0C, 0x08, 0x0E, 0x1F, 0x85, 0xA0] {
        for place in [0, 1, 2, 3, 15, 16, 31, 32, 62, 63, 64, 65, 127, 128, 200] {
            let mut input = symbols.clone();
            input.insert(place, byte);
            group.add(ids.next()?, format!("byte {byte:02x} at place {place}"), input, Some(place..place + 1))?;
        }
    }
    for (line, end) in [(76, "\r\n"), (64, "\n"), (4, " "), (1, " "), (3, "\n\n"), (60, "\t  \r")] {
        for len in [4, 64, 76, 77, 100, 190, 300] {
            let text = base64_encode(Base64Alphabet::Standard, true, &bytes(len));
            let input: Vec<u8> = text.chunks(line).flat_map(|line| [line, end.as_bytes()].concat()).collect();
            group.add(ids.next()?, format!("{len} bytes in lines of {line}"), input, None)?;
        }
    }
    for many in [62, 63, 64, 65, 300] {
        for place in [0, 1, 2, 63, 64, 200] {
            let input = [&symbols[..place], &vec![b' '; many], &symbols[place..]].concat();
            group.add(ids.next()?, format!("{many} blanks at place {place}"), input, Some(place..place + many))?;
        }
    }
    Ok(group)
}
