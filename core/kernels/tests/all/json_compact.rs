//! The promises of `json_compact` and `json_structural`: on every tier the bytes that a plain loop keeps or marks, however
//! the text is cut, and nothing read or written out of bounds.

use crate::oracle::{random_cases, tier_names, tiers};
use stringmill_kernels::{JsonInside, Tier, json_compact_with, json_structural_with};

/// What is to be kept, and where structural characters are, found plainly.
fn expected(lines: bool, src: &[u8]) -> (Vec<u8>, Vec<usize>) {
    let (mut in_string, mut escaped, mut kept, mut structural) = (false, false, Vec::new(), Vec::new());
    for (at, &byte) in src.iter().enumerate() {
        if in_string || !b" \t\r\n".contains(&byte) || lines && byte == b'\n' {
            kept.push(byte);
        }
        if !in_string && b"[]{},:".contains(&byte) {
            structural.push(at);
        }
        if escaped {
            escaped = false;
        } else if byte == b'"' {
            in_string = !in_string;
        } else {
            escaped = in_string && byte == b'\\';
        }
    }
    (kept, structural)
}

/// In pieces of `piece` bytes, each into a slice of its length.
fn in_pieces(tier: Tier, lines: bool, src: &[u8], piece: usize) -> Vec<u8> {
    let (mut inside, mut out) = (JsonInside::BETWEEN, Vec::new());
    for part in src.chunks(piece.max(1)) {
        let mut dst = vec![0xA5; part.len()].into_boxed_slice();
        let part = part.to_vec().into_boxed_slice();
        let len = json_compact_with(tier, &mut inside, lines, &part, &mut dst);
        out.extend_from_slice(&dst[..len]);
    }
    out
}

/// Where structural characters are, likewise.
fn structural_in_pieces(tier: Tier, src: &[u8], piece: usize) -> Vec<usize> {
    let (mut inside, mut found) = (JsonInside::BETWEEN, Vec::new());
    for (number, part) in src.chunks(piece.max(1)).enumerate() {
        let mut marks = vec![u64::MAX; part.len().div_ceil(64)].into_boxed_slice();
        let part = part.to_vec().into_boxed_slice();
        json_structural_with(tier, &mut inside, &part, &mut marks);
        let is_marked = |at: &usize| marks[at / 64] >> (at % 64) & 1 == 1;
        found.extend((0..64 * marks.len()).filter(is_marked).map(|at| number * piece + at));
    }
    found
}

#[test]
fn both_agree_with_a_plain_loop() {
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
    let mut random = 7u64;
    let mut below = |limit: usize| {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (random >> 33) as usize % limit
    };
    let mut runs = 0;
    // Miri takes seconds for a long one, and most for many pieces.
    let cases: Vec<u32> = if cfg!(miri) { vec![4, 14] } else { (0..random_cases(2000)).collect() };
    for case in cases {
        let text: String = (0..case % 60).map(|_| PIECES[below(PIECES.len())]).collect();
        for lines in [false, true] {
            let (expected, structural) = expected(lines, text.as_bytes());
            for tier in tiers() {
                for piece in [text.len(), 1 + below(70), 64, 128, 1].into_iter().take(if cfg!(miri) { 3 } else { 5 }) {
                    let found = in_pieces(tier, lines, text.as_bytes(), piece);
                    assert_eq!(found, expected, "{tier}, by {piece}: {}", text.escape_debug());
                    if !lines {
                        let found = structural_in_pieces(tier, text.as_bytes(), piece);
                        assert_eq!(found, structural, "{tier}, by {piece}: {}", text.escape_debug());
                    }
                    runs += 1;
                }
            }
        }
    }
    println!("compact and structural: {runs} runs on {}", tier_names());
}
