//! The promises of `json_item`: on every tier the end that a plain loop finds, however the text is cut, and nothing read out
//! of bounds.

use crate::oracle::{Numbers, random_cases, tier_names, tiers};
use stringmill_kernels::{JsonItem, Tier, json_item_with};

/// The end of the item, found by a plain loop; `None` if it is not in `src`.
fn expected(commas: bool, src: &[u8]) -> Option<usize> {
    let (mut in_string, mut escaped, mut open) = (false, false, 0);
    for (at, &byte) in src.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'[' | b'{' => open += 1,
            b']' | b'}' if open == 0 => return Some(at),
            b']' | b'}' => open -= 1,
            b',' if open == 0 && commas => return Some(at),
            _ => {}
        }
    }
    None
}

/// The same in pieces of `piece` bytes, each in an allocation of its own.
fn in_pieces(tier: Tier, commas: bool, src: &[u8], piece: usize) -> Option<usize> {
    let (mut item, mut base) = (JsonItem::BEGIN, 0);
    for part in src.chunks(piece.max(1)) {
        let part = part.to_vec().into_boxed_slice();
        let read = json_item_with(tier, &mut item, commas, &part);
        if read < part.len() {
            assert_eq!(item, JsonItem::BEGIN, "{tier}");
            return Some(base + read);
        }
        base += read;
    }
    None
}

#[test]
fn ends_agree_with_a_plain_loop() {
    const PIECES: [&str; 16] = [
        "{",
        "}",
        "[",
        "]",
        "[[{",
        "}]]",
        ", ",
        ",",
        "12.5e3",
        "\"\"",
        "\" [,] \\\" b\\\\\"",
        "\"\\\\\\\\\\\"}\\n \"",
        "true",
        "\n ",
        "\"a long string with commas, and more of them, than a block has bytes: \u{e9} \u{20ac}\"",
        "[1,2]",
    ];
    let mut numbers = Numbers(11);
    let mut below = |limit: usize| numbers.below(limit);
    let (mut runs, mut found) = (0, 0);
    let cases: Vec<u32> = if cfg!(miri) { vec![4, 14] } else { (0..random_cases(3000)).collect() };
    for case in cases {
        // Closing brackets are rarer, so that ends are far away, too.
        let mut piece = || match below(PIECES.len()) {
            at @ (1 | 3 | 5) if below(3) > 0 => PIECES[at - 1],
            at => PIECES[at],
        };
        let mut text: String = (0..case % 60).map(|_| piece()).collect();
        text += &"]}".repeat(below(80));
        for commas in [false, true] {
            let expected = expected(commas, text.as_bytes());
            found += usize::from(expected.is_some());
            for tier in tiers() {
                for piece in [text.len(), 1 + below(70), 64, 128, 1].into_iter().take(if cfg!(miri) { 3 } else { 5 }) {
                    let end = in_pieces(tier, commas, text.as_bytes(), piece);
                    assert_eq!(end, expected, "{tier}, by {piece}, {commas}: {}", text.escape_debug());
                    runs += 1;
                }
            }
        }
    }
    assert!(cfg!(miri) || found > runs / tiers().len() / 10, "{found} ends in {runs} runs");
    println!("item: {runs} runs on {}", tier_names());
}
