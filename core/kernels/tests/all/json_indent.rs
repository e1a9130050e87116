//! The promises of `json_indent`: on every tier the bytes that a plain loop writes, however the text is cut and whatever
//! room there is, and nothing read or written out of bounds.

use crate::oracle::{Numbers, random_cases, tier_names, tiers};
use stringmill_kernels::{JsonIndent, Tier, json_indent_with};

/// Tokens of JSON, and white space as it comes.
fn value(below: &mut impl FnMut(usize) -> usize, depth: usize, tokens: &mut Vec<String>) {
    let count = match below(6) {
        _ if depth == 0 => 0,
        0 => 0,
        1 => 30,
        _ => 1 + below(4),
    };
    match if depth == 0 { below(5) } else { 5 + below(2) } {
        0 => tokens.push("-12.50e+3".into()),
        1 => tokens.push("1".into()),
        2 => tokens.push(format!("\"{}\"", "long [{,: }] \\\" \u{e9}\\\\".repeat(below(40)))),
        3 => tokens.push("\"\"".into()),
        4 => tokens.push("null".into()),
        kind => {
            tokens.push(["[", "{"][kind - 5].into());
            for member in 0..count {
                if member > 0 {
                    tokens.push(",".into());
                }
                if kind == 6 {
                    tokens.extend([format!("\"a{member}:\""), ":".into()]);
                }
                // One of them is deep, the others are not.
                let within = if member == 0 { depth } else { depth.min(1 + below(2)) };
                value(below, within - 1, tokens);
            }
            tokens.push(["]", "}"][kind - 5].into());
        }
    }
}

/// How they are laid out inside of this many containers.
fn expected(mut level: usize, tokens: &[String]) -> String {
    let (mut out, mut before) = (String::new(), "");
    for token in tokens {
        let (behind_open, closes) = (matches!(before, "[" | "{"), matches!(&**token, "]" | "}"));
        level -= usize::from(closes);
        if before == ":" {
            out.push(' ');
        } else if behind_open != closes || before == "," {
            out += &format!("\n{}", "  ".repeat(level));
        }
        out += token;
        level += usize::from(matches!(&**token, "[" | "{"));
        before = token;
    }
    out
}

/// In pieces of `piece` bytes, each into slices that are longer than necessary by `more`.
fn in_pieces(tier: Tier, level: usize, src: &[u8], piece: usize, mut more: impl FnMut() -> usize) -> String {
    let (mut at, mut out) = (JsonIndent::new(level), Vec::new());
    for part in src.chunks(piece) {
        let part = part.to_vec().into_boxed_slice();
        let mut read = 0;
        while read < part.len() {
            let mut dst = vec![0xA5; at.room() + more()].into_boxed_slice();
            let done = json_indent_with(tier, &mut at, &part[read..], &mut dst);
            assert!(done.read > 0, "{tier}: it does not get on");
            out.extend_from_slice(&dst[..done.written]);
            read += done.read;
        }
    }
    assert_eq!(at, JsonIndent::new(level), "{tier}: a text ends as it began");
    String::from_utf8(out).expect("characters stay whole")
}

#[test]
fn indent_agrees_with_a_plain_loop() {
    let mut numbers = Numbers(7);
    let mut below = |limit: usize| numbers.below(limit);
    let mut runs = 0;
    let cases: Vec<u32> = if cfg!(miri) { vec![3] } else { (0..random_cases(400)).collect() };
    for case in cases {
        let mut tokens = Vec::new();
        value(&mut below, if case % 16 == 15 { 80 } else { case as usize % 24 }, &mut tokens);
        let whites = [&[""][..], &["", " "], &["", "\r\n", "\t  "], &["\n                    ", "", " "]][below(4)];
        let mut text = String::new();
        for token in &tokens {
            text += token;
            text += whites[below(whites.len())];
            if below(200) == 0 {
                text += &" ".repeat(below(1300));
            }
        }
        let level = below(3) * below(10);
        let expected = expected(level, &tokens);
        for tier in tiers() {
            for piece in [text.len(), 1 + below(70), 64, 600, 1].into_iter().take(if cfg!(miri) { 2 } else { 5 }) {
                // Nothing that a single byte becomes fills the most room.
                for most in [1, 3000, 100_000].into_iter().take(if piece == 1 { 2 } else { 3 }) {
                    let found = in_pieces(tier, level, text.as_bytes(), piece, || below(most));
                    let same = found.bytes().zip(expected.bytes()).take_while(|(a, b)| a == b).count();
                    assert!(found == expected, "{tier}, by {piece}: case {case} differs from byte {same} on");
                    runs += 1;
                }
            }
        }
    }
    println!("indent: {runs} runs on {}", tier_names());
}
