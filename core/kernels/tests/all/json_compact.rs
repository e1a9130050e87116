//! The promises of `json_compact`: on every tier the bytes that a plain loop keeps, however the text is cut, and
//! nothing read or written out of bounds.

use crate::oracle::{Numbers, random_cases, tier_names, tiers};
use stringmill_kernels::{JsonStringState, Tier, json_compact_with};

/// The bytes to keep, found by a plain loop.
fn expected(lines: bool, src: &[u8]) -> Vec<u8> {
    let (mut in_string, mut escaped, mut kept) = (false, false, Vec::new());
    for &byte in src {
        if in_string || !b" \t\r\n".contains(&byte) || lines && byte == b'\n' {
            kept.push(byte);
        }
        if escaped {
            escaped = false;
        } else if byte == b'"' {
            in_string = !in_string;
        } else {
            escaped = in_string && byte == b'\\';
        }
    }
    kept
}

/// In pieces of `piece` bytes, each into a slice of its length.
fn in_pieces(tier: Tier, lines: bool, src: &[u8], piece: usize) -> Vec<u8> {
    let (mut inside, mut out) = (JsonStringState::BETWEEN, Vec::new());
    for part in src.chunks(piece.max(1)) {
        let mut dst = vec![0xA5; part.len()].into_boxed_slice();
        let part = part.to_vec().into_boxed_slice();
        let len = json_compact_with(tier, &mut inside, lines, &part, &mut dst);
        out.extend_from_slice(&dst[..len]);
    }
    out
}

#[test]
fn compact_agrees_with_a_plain_loop() {
    const PIECES: [&str; 14] = [
        "{",
        "]",
        ",",
        ": ",
        " ",
        "\n",
        "\r\n \t",
        "12.5e3",
        "\"\"",
        "\" a \\\" b\\\\\"",
        "\"\\\\\\\\\\\"\\n \"",
        "true",
        "\"a long string with blanks in it, and more of them than a block has bytes: \u{e9} \u{20ac}\"",
        "    ",
    ];
    let mut numbers = Numbers(7);
    let mut below = |limit: usize| numbers.below(limit);
    let mut runs = 0;
    // Miri takes seconds for a long one, and most for many pieces.
    let cases: Vec<u32> = if cfg!(miri) { vec![4, 14] } else { (0..random_cases(2000)).collect() };
    for case in cases {
        let text: String = (0..case % 60).map(|_| PIECES[below(PIECES.len())]).collect();
        for lines in [false, true] {
            let expected = expected(lines, text.as_bytes());
            for tier in tiers() {
                for piece in [text.len(), 1 + below(70), 64, 128, 1].into_iter().take(if cfg!(miri) { 3 } else { 5 }) {
                    let found = in_pieces(tier, lines, text.as_bytes(), piece);
                    assert_eq!(found, expected, "{tier}, by {piece}: {}", text.escape_debug());
                    runs += 1;
                }
            }
        }
    }
    println!("compact: {runs} runs on {}", tier_names());
}
