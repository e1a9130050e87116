//! The promises of base64, on every tier: the reference's answer and progress for every length, place, room, cut and set
//! of rules, and no byte outside the slices.

#![cfg(not(miri))]

use crate::guarded::{Guarded, SIDES};
use crate::oracle::{in_parallel, parts, random_cases, sample_in_turn, tier_names, tiers};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use stringmill_kernels::{
    Base64Decode, Base64Encode, Tier, base64_decode, base64_decode_with, base64_encode, base64_encode_with,
};
use stringmill_outcome::{Chunk, Error, Progress};
use stringmill_profile::{Base64Alphabet, Base64Padding, TrailingBits, WhiteSpace};
use stringmill_reference as reference;

/// Every set of rules there is.
fn all_rules() -> Vec<Base64Decode> {
    let mut all = Vec::new();
    for &alphabet in Base64Alphabet::ALL {
        for &padding in Base64Padding::ALL {
            for &trailing_bits in TrailingBits::ALL {
                for &white_space in WhiteSpace::ALL {
                    all.push(Base64Decode { alphabet, padding, trailing_bits, white_space });
                }
            }
        }
    }
    all
}

const ENCODERS: [Base64Encode; 4] = [
    Base64Encode::STANDARD,
    Base64Encode::URL,
    Base64Encode { alphabet: Base64Alphabet::Standard, padded: false },
    Base64Encode { alphabet: Base64Alphabet::Url, padded: true },
];

/// Bytes whose text holds every symbol.
fn bytes(len: usize) -> Vec<u8> {
    (0..len).map(|at| (at * 151 + at / 7 * 29) as u8).collect()
}

fn encoded(rules: Base64Encode, src: &[u8]) -> Vec<u8> {
    reference::base64_encode(rules.alphabet, rules.padded, src)
}

fn decoded(rules: Base64Decode, src: &[u8]) -> Result<Vec<u8>, Error> {
    let Base64Decode { alphabet, padding, trailing_bits, white_space } = rules;
    reference::base64_decode(alphabet, padding, trailing_bits, white_space, src)
}

/// The progress that decoding must make if `dst` has `cap` bytes, from the reference: whole groups one after another,
/// then the last one, if nothing may follow.
fn progress(rules: Base64Decode, src: &[u8], cap: usize, chunk: Chunk) -> Result<Progress, Error> {
    let lenient = Base64Decode { padding: Base64Padding::Optional, trailing_bits: TrailingBits::Drop, ..rules };
    let mut done = Progress::default();
    loop {
        while done.read < src.len() && rules.white_space.bytes().contains(&src[done.read]) {
            done.read += 1;
        }
        let rest = &src[done.read..];
        if rest.is_empty() {
            return Ok(done);
        }
        let whole = |&len: &usize| decoded(lenient, &rest[..len]).is_ok_and(|bytes| bytes.len() == 3);
        // No group of these tests is drawn out further.
        if let Some(len) = (4..=rest.len().min(400)).find(whole) {
            if cap - done.written < 3 {
                return Ok(done);
            }
            done = Progress { read: done.read + len, written: done.written + 3 };
            continue;
        }
        let follows = |more: &str| decoded(rules, &[rest, more.as_bytes()].concat()).is_ok();
        if chunk == Chunk::More && ["", "=", "==", "A", "AA", "AAA"].into_iter().any(follows) {
            return Ok(done);
        }
        let bytes = decoded(rules, rest).map_err(|error| error.after(done.read as u64))?;
        if bytes.len() > cap - done.written {
            return Ok(done);
        }
        return Ok(Progress { read: src.len(), written: done.written + bytes.len() });
    }
}

/// Decodes a stream that comes in `parts`, giving again the bytes that each call left unread, without its white space
/// if `squeezed`; offsets are not kept then.
fn decode_fed(tier: Tier, rules: Base64Decode, parts: &[&[u8]], squeezed: bool) -> Result<Vec<u8>, Error> {
    let (mut out, mut pending, mut base) = (Vec::new(), Vec::new(), 0);
    for (number, part) in parts.iter().enumerate() {
        pending.extend_from_slice(part);
        let chunk = if number + 1 == parts.len() { Chunk::Last } else { Chunk::More };
        let from = out.len();
        out.resize(from + rules.bound(pending.len()), 0);
        let done =
            base64_decode_with(tier, rules, &pending, &mut out[from..], chunk).map_err(|error| error.after(base))?;
        out.truncate(from + done.written);
        pending.drain(..done.read);
        base += done.read as u64;
        let mut left = pending.clone();
        let counted = rules.without_white_space(&mut left);
        left.truncate(counted);
        assert!(counted <= if chunk == Chunk::Last { 0 } else { 4 }, "{tier}: left too much");
        if squeezed {
            pending = left;
        }
    }
    Ok(out)
}

/// Encodes a stream that comes in `parts`.
fn encode_fed(tier: Tier, rules: Base64Encode, parts: &[&[u8]]) -> Vec<u8> {
    let (mut out, mut pending) = (Vec::new(), Vec::new());
    for (number, part) in parts.iter().enumerate() {
        pending.extend_from_slice(part);
        let chunk = if number + 1 == parts.len() { Chunk::Last } else { Chunk::More };
        let from = out.len();
        out.resize(from + rules.bound(pending.len()).expect("small"), 0);
        let done = base64_encode_with(tier, rules, &pending, &mut out[from..], chunk);
        out.truncate(from + done.written);
        pending.drain(..done.read);
        assert!(pending.len() <= if chunk == Chunk::Last { 0 } else { 2 }, "{tier}: left too much");
    }
    out
}

#[test]
fn encodes_every_length_into_every_room() {
    const LEN: usize = 3 * 64 + 1;
    let tiers = tiers();
    in_parallel(LEN + 1, |len| {
        let src = bytes(len);
        for rules in ENCODERS {
            let expected = encoded(rules, &src);
            assert_eq!(rules.bound(len), Some(expected.len()));
            for (&tier, chunk) in tiers.iter().flat_map(|tier| [(tier, Chunk::Last), (tier, Chunk::More)]) {
                for cap in 0..=expected.len() + 1 {
                    let mut dst = vec![0; cap];
                    let done = base64_encode_with(tier, rules, &src, &mut dst, chunk);
                    let whole = cap >= expected.len() && chunk == Chunk::Last;
                    let groups = (len / 3).min(cap / 4);
                    let due = if whole { (len, expected.len()) } else { (3 * groups, 4 * groups) };
                    assert_eq!((done.read, done.written), due, "{tier} {rules:?} {chunk:?}: {len} bytes into {cap}");
                    assert_eq!(
                        dst[..done.written],
                        expected[..done.written],
                        "{tier} {rules:?}: {len} bytes into {cap}"
                    );
                }
            }
        }
    });
    println!("base64_encode: every room of every length to {LEN} on {}", tier_names());
}

/// Each delicate byte in place of each byte of each length up to three blocks and a byte, and put in before it.
#[test]
fn decodes_each_byte_at_every_place_of_every_length() {
    const LEN: usize = 3 * 64 + 1;
    const SPECIAL: [u8; 10] = [b' ', b'\n', 0x0B, b'=', b'-', b'+', b'!', 0, 0xC1, b'B'];
    let (rules, tiers) = (all_rules(), tiers());
    in_parallel(LEN + 1, |len| {
        let mut rotation = len;
        let text = &encoded(Base64Encode { padded: len % 2 == 0, ..Base64Encode::STANDARD }, &bytes(LEN))[..len];
        let places = |number| sample_in_turn(len + number, 0..len);
        let cases = SPECIAL.into_iter().enumerate();
        for (byte, place) in cases.flat_map(|(number, byte)| places(number).map(move |place| (byte, place))) {
            rotation += 1;
            let mut src = text.to_vec();
            if rotation % 3 == 0 {
                src.insert(place, byte);
            } else {
                src[place] = byte;
            }
            // Standard rules are the first half.
            let rules = rules[rotation % (rules.len() / 2)];
            let expected = progress(rules, &src, 200, Chunk::Last);
            let out = decoded(rules, &src);
            for &tier in &tiers {
                let mut dst = [0; 200];
                let found = base64_decode_with(tier, rules, &src, &mut dst, Chunk::Last);
                assert_eq!(found, expected, "{tier} {rules:?} {byte:02x} at {place} of {len}");
                assert_eq!(
                    found.map(|done| dst[..done.written].to_vec()),
                    out,
                    "{tier} {rules:?} {byte:02x} at {place}"
                );
            }
        }
    });
    println!("base64_decode: each of 10 bytes at each place of each length to {LEN} on {}", tier_names());
}

/// Texts of every kind for a set of rules.
fn texts(rules: Base64Decode, len: usize) -> Vec<Vec<u8>> {
    let padded = rules.padding != Base64Padding::Forbidden;
    let text = encoded(Base64Encode { alphabet: rules.alphabet, padded }, &bytes(len));
    let white = rules.white_space.bytes();
    let spread = |line: usize| -> Vec<u8> {
        let lines = text.chunks(line).enumerate();
        lines
            .flat_map(|(number, line)| line.iter().chain(white.iter().cycle().skip(number).take(white.len().min(2))))
            .copied()
            .collect()
    };
    vec![text.clone(), spread(1), spread(4), spread(7), spread(76)]
}

#[test]
fn in_bounds() {
    const LEN: usize = 210;
    let (mut src_memory, mut dst_memory) = (Guarded::new(4 * LEN), Guarded::new(2 * LEN));
    let mut runs = 0;
    for rules in all_rules().into_iter().filter(|rules| rules.trailing_bits == TrailingBits::Refuse) {
        for len in 0..=LEN {
            for text in texts(rules, len) {
                for (tier, side) in tiers().into_iter().flat_map(|tier| SIDES.map(|side| (tier, side))) {
                    let src = src_memory.holding(&text, side);
                    dst_memory.filled(len, side, |dst| {
                        let found = base64_decode_with(tier, rules, src, dst, Chunk::Last);
                        assert_eq!(found, Ok(Progress { read: src.len(), written: len }), "{tier} {rules:?} {len}");
                        assert_eq!(dst, bytes(len), "{tier} {rules:?}, length {len}");
                    });
                    runs += 1;
                }
            }
        }
    }
    for (rules, len) in ENCODERS.into_iter().flat_map(|rules| (0..=LEN).map(move |len| (rules, len))) {
        let expected = encoded(rules, &bytes(len));
        for (tier, side) in tiers().into_iter().flat_map(|tier| SIDES.map(|side| (tier, side))) {
            let src = src_memory.holding(&bytes(len), side);
            dst_memory.filled(expected.len(), side, |dst| {
                base64_encode_with(tier, rules, src, dst, Chunk::Last);
                assert_eq!(dst, expected, "{tier} {rules:?}, length {len}");
            });
            runs += 1;
        }
    }
    println!("base64: {runs} runs of lengths 0 to {LEN} between guard pages on {}", tier_names());
}

#[test]
fn in_bounds_with_little_room() {
    let (mut src_memory, mut dst_memory) = (Guarded::new(1000), Guarded::new(1000));
    let mut runs = 0;
    for rules in [Base64Decode::STANDARD, Base64Decode::FORGIVING, Base64Decode::URL] {
        for text in [40, 100, 193].into_iter().flat_map(|len| texts(rules, len)) {
            for (cap, chunk) in (0..194).flat_map(|cap| [(cap, Chunk::Last), (cap, Chunk::More)]) {
                let expected = progress(rules, &text, cap, chunk);
                for (tier, side) in tiers().into_iter().flat_map(|tier| SIDES.map(|side| (tier, side))) {
                    let src = src_memory.holding(&text, side);
                    dst_memory.filled(cap, side, |dst| {
                        let found = base64_decode_with(tier, rules, src, dst, chunk);
                        assert_eq!(found, expected, "{tier} {rules:?} {chunk:?}, {} bytes into {cap}", src.len());
                    });
                    runs += 1;
                }
            }
        }
    }
    println!("base64_decode: {runs} runs with little room between guard pages on {}", tier_names());
}

/// White space that draws a group out over many blocks is no reason to keep it.
#[test]
fn a_group_drawn_out_by_white_space() {
    let rules = Base64Decode::FORGIVING;
    for tier in tiers() {
        let blank = vec![b' '; 5000];
        let parts: Vec<&[u8]> =
            vec![b"Zm9v Z", &blank, b"m", &blank, &blank, b"9v", &blank, b"Zg=", &blank, b"=", &blank];
        for squeezed in [false, true] {
            assert_eq!(decode_fed(tier, rules, &parts, squeezed).expect("base64"), b"foofoof", "{tier} {squeezed}");
        }
        let mut src = blank.clone();
        src.extend_from_slice(b"Zg");
        let done = base64_decode_with(tier, rules, &src, &mut [], Chunk::More).expect("base64");
        assert_eq!(done, Progress { read: 5000, written: 0 }, "{tier}: white space before a cut group is read");
    }
}

#[test]
fn bounds_at_the_edges() {
    let padded = Base64Encode::STANDARD;
    let plain = Base64Encode::URL;
    let most = usize::MAX / 4 * 3;
    assert_eq!((padded.bound(0), plain.bound(0)), (Some(0), Some(0)));
    assert_eq!((padded.bound(most), plain.bound(most)), (Some(usize::MAX - 3), Some(usize::MAX - 3)));
    assert_eq!((padded.bound(most + 1), plain.bound(most + 1)), (None, Some(usize::MAX - 1)));
    assert_eq!((padded.bound(most + 2), plain.bound(most + 2)), (None, Some(usize::MAX)));
    assert_eq!((padded.bound(most + 3), plain.bound(usize::MAX)), (None, None));
    assert_eq!(Base64Decode::STANDARD.bound(usize::MAX), usize::MAX / 4 * 3 + 2);
    // A number of 32 bits is no limit on 64-bit machines, and the same on 32.
    let wide = |len: u64| (len.div_ceil(3) as u128 * 4, len as u128 * 3 / 4);
    for len in [u32::MAX / 4 * 3, u32::MAX / 4 * 3 + 1, u32::MAX - 1, u32::MAX] {
        let (text, back) = wide(len as u64);
        let fits = usize::try_from(text).ok();
        assert_eq!(padded.bound(len as usize), fits, "{len}");
        assert_eq!(Base64Decode::STANDARD.bound(len as usize) as u128, back, "{len}");
    }
    for len in 0..1000 {
        assert_eq!(padded.bound(len), Some(wide(len as u64).0 as usize));
        assert!(Base64Decode::STANDARD.bound(encoded(plain, &bytes(len)).len()) == len);
    }
}

#[test]
fn without_naming_a_tier() {
    let mut text = [0; 8];
    let done = base64_encode(Base64Encode::STANDARD, b"fooba", &mut text, Chunk::Last);
    assert_eq!((done, &text), (Progress { read: 5, written: 8 }, b"Zm9vYmE="));
    let mut back = [0; 5];
    let done = base64_decode(Base64Decode::STANDARD, &text, &mut back, Chunk::Last);
    assert_eq!((done, &back), (Ok(Progress { read: 8, written: 5 }), b"fooba"));
}

/// Text made of runs of symbols, white space, padding, and occasional bytes that are no base64.
fn base64_text() -> impl Strategy<Value = Vec<u8>> {
    let alphabets = select(Base64Alphabet::ALL);
    let run = (alphabets, 0..140usize, any::<bool>())
        .prop_map(|(alphabet, len, padded)| encoded(Base64Encode { alphabet, padded }, &bytes(len)));
    let whole = (0..70usize).prop_map(|groups| encoded(Base64Encode::STANDARD, &bytes(3 * groups)));
    let white = vec(select(&b" \t\n\r\x0B\x0C"[..]), 1..80);
    let few = vec(select(&b" \n"[..]), 1..3);
    let symbols = vec(select(&b"ABCabc019+/-_"[..]), 1..8);
    let odd = vec(any::<u8>(), 1..3);
    let ends = select(vec!["=", "==", "AA==", "AAA=", "AB==", "A", "= ="]).prop_map(|end| end.as_bytes().to_vec());
    let piece = prop_oneof![4 => whole, 1 => run, 1 => white, 5 => few, 4 => symbols, 1 => odd];
    (vec(piece, 0..14), prop_oneof![2 => ends, 1 => Just(Vec::new())])
        .prop_map(|(pieces, end)| [pieces.concat(), end].concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: random_cases(3000), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn one_answer(src in base64_text(), rules in select(all_rules()), cuts in vec(any::<Index>(), 0..3)) {
        let expected = decoded(rules, &src);
        for tier in tiers() {
            prop_assert_eq!(&decode_fed(tier, rules, &[&src], false), &expected, "{}", tier);
            prop_assert_eq!(&decode_fed(tier, rules, &parts(&src, &cuts), false), &expected, "{} cut", tier);
            let squeezed = decode_fed(tier, rules, &parts(&src, &cuts), true);
            prop_assert_eq!(squeezed.map_err(|error| error.code), expected.clone().map_err(|error| error.code), "{}", tier);
        }
    }

    #[test]
    fn one_answer_with_little_room(
        src in base64_text(), rules in select(all_rules()), cap in any::<Index>(), more in any::<bool>(),
    ) {
        let cap = cap.index(src.len() + 2);
        let chunk = if more { Chunk::More } else { Chunk::Last };
        let expected = progress(rules, &src, cap, chunk);
        for tier in tiers() {
            let mut dst = vec![0; cap];
            let found = base64_decode_with(tier, rules, &src, &mut dst, chunk);
            prop_assert_eq!(found, expected, "{}, cap {}", tier, cap);
        }
    }

    #[test]
    fn round_trip(src in vec(any::<u8>(), 0..300), encode in select(&ENCODERS[..]), line in 1..100usize, cuts in vec(any::<Index>(), 0..3)) {
        let expected = encoded(encode, &src);
        let rules = Base64Decode { alphabet: encode.alphabet, padding: Base64Padding::Optional, ..Base64Decode::FORGIVING };
        for tier in tiers() {
            prop_assert_eq!(&encode_fed(tier, encode, &parts(&src, &cuts)), &expected, "{}", tier);
            let lines: Vec<u8> = expected.chunks(line).flat_map(|line| [line, b"\r\n"].concat()).collect();
            prop_assert_eq!(&decode_fed(tier, rules, &parts(&lines, &cuts), false).expect("base64"), &src, "{}", tier);
        }
    }

    /// Any bytes, any rules, any room, more to come or not: an answer that makes sense, and nothing beside `dst`.
    #[test]
    fn total(
        src in prop_oneof![base64_text(), vec(any::<u8>(), 0..200)],
        rules in select(all_rules()), encode in select(&ENCODERS[..]), cap in 0..400usize, more in any::<bool>(),
    ) {
        const MARK: u8 = 0xA5;
        let chunk = if more { Chunk::More } else { Chunk::Last };
        for tier in tiers() {
            let mut memory = vec![MARK; cap + 128];
            let dst = &mut memory[64..64 + cap];
            let encoded = base64_encode_with(tier, encode, &src, dst, chunk);
            for found in [Ok(encoded), base64_decode_with(tier, rules, &src, dst, chunk)] {
                match found {
                    Ok(done) => prop_assert!(done.read <= src.len() && done.written <= cap, "{} {:?}", tier, done),
                    Err(error) => prop_assert!(error.offset <= src.len() as u64, "{} {:?}", tier, error),
                }
            }
            let beside = memory[..64].iter().chain(&memory[64 + cap..]);
            prop_assert!(beside.into_iter().all(|&byte| byte == MARK), "{}", tier);
        }
    }
}
