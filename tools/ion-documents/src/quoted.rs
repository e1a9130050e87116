//! Strings, symbols, clobs, blobs and comments, with well-formed and ill-formed pieces.

use stringmill_random::Random;

/// Pieces that are valid in most quotes.
const PIECES: &[&[u8]] = &[
    b"a",
    b"some text ",
    b"0123456789abcdef0123456789",
    b"\"",
    b"'",
    b"''",
    b"/",
    b"//",
    b"/*",
    b"*/",
    b"{",
    b"}",
    b"}}",
    b"[",
    b"]",
    b"::",
    b"$10",
    b"=",
    b"\\n",
    b"\\t",
    b"\\0",
    b"\\a",
    b"\\b",
    b"\\f",
    b"\\v",
    b"\\r",
    b"\\\"",
    b"\\'",
    b"\\?",
    b"\\/",
    b"\\\\",
    b"\\x41",
    b"\\xe9",
    b"\\xFF",
    b"\\u00e9",
    b"\\u65E5",
    b"\\U0001F600",
    b"\\uD83D\\uDE00",
    b"\\\n",
    b"\\\r\n",
    b"\\\r",
    b"\t",
    b"\x0B",
    b"\x0C",
    b"\x7F",
    b"\xC3\xA9",
    b"\xE6\x97\xA5",
    b"\xF0\x9F\x98\x80",
    b"\xED\x9F\xBF",
    b"\xEE\x80\x80",
    b"\xF4\x8F\xBF\xBF",
    b"\xC2\x80",
    b"\xE0\xA0\x80",
    b"\xF0\x90\x80\x80",
    b"\xEF\xBB\xBF",
];

/// Pieces that are valid in few or no quotes.
const WRONG: &[&[u8]] = &[
    b"\n",
    b"\r\n",
    b"\r",
    b"\0",
    b"\x01",
    b"\x1F",
    b"\\u",
    b"\\u12",
    b"\\uD83D",
    b"\\uDE00",
    b"\\uD83Da\\uDE00",
    b"\\uD83D\\n",
    b"\\uDE00\\uD83D",
    b"\\uD83D\\uD83D\\uDE00",
    b"\\uD83D\\\n\\uDE00",
    b"\\U0000D83D",
    b"\\U0000D83D\\U0000DE00",
    b"\\uD83D\\U0000DE00",
    b"\\U00110000",
    b"\\U80000041",
    b"\\UFFFFFFFF",
    b"\\U0001F60",
    b"\\xg0",
    b"\\x4",
    b"\\x",
    b"\\8",
    b"\\e",
    b"\\N",
    b"\\",
    b"\\ ",
    b"\\\xC3\xA9",
    b"'''",
    b"\x80",
    b"\xBF",
    b"\xC0\x80",
    b"\xC1\xBF",
    b"\xC3",
    b"\xC3(",
    b"\xE0\x80\x80",
    b"\xE0\x9F\xBF",
    b"\xE6\x97",
    b"\xE6",
    b"\xE6\x97(",
    b"\xED\xA0\x80",
    b"\xED\xBF\xBF",
    b"\xED\xA0\xBD\xED\xB8\x80",
    b"\xF0\x80\x80\x80",
    b"\xF0\x8F\xBF\xBF",
    b"\xF0\x9F\x98",
    b"\xF0\x9F",
    b"\xF0",
    b"\xF4\x90\x80\x80",
    b"\xF5\x80\x80\x80",
    b"\xF8\x88\x80\x80\x80",
    b"\xFE",
    b"\xFF",
    b"\xC3\\n",
    b"\\u00\xC3\xA9",
];

/// Whether pieces may be invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Care {
    Good,
    Some,
}

fn pieces(random: &mut Random, care: Care, text: &mut Vec<u8>) {
    for _ in 0..random.within(0, 5) {
        let wrong = care == Care::Some && random.once_in(8);
        text.extend_from_slice(if wrong { random.pick(WRONG) } else { random.pick(PIECES) });
    }
}

fn between(random: &mut Random, quotes: &[u8], care: Care, text: &mut Vec<u8>) {
    text.extend_from_slice(quotes);
    let from = text.len();
    pieces(random, care, text);
    if care == Care::Good {
        // Removes quotes that would end it early.
        let mut inner = text.split_off(from);
        let mut escaped = false;
        inner.retain(|&byte| {
            let keep = escaped || byte != quotes[0];
            escaped = byte == b'\\' && !escaped;
            keep
        });
        text.append(&mut inner);
    }
    text.extend_from_slice(quotes);
}

pub(crate) fn string(random: &mut Random, care: Care, text: &mut Vec<u8>) {
    between(random, b"\"", care, text);
}

pub(crate) fn symbol(random: &mut Random, care: Care, text: &mut Vec<u8>) {
    between(random, b"'", care, text);
}

/// Segments with white space and comments between them.
pub(crate) fn long_string(random: &mut Random, care: Care, text: &mut Vec<u8>) {
    for segment in 0..random.within(1, 4) {
        if segment > 0 {
            blank(random, care, text);
        }
        between(random, b"'''", care, text);
    }
}

const BLANKS: &[&[u8]] = &[b"", b" ", b"\n", b"\r\n", b"\r", b"\t", b"\x0B", b"\x0C", b"  ", b"\n\n    "];

/// White space or a comment, or neither.
pub(crate) fn blank(random: &mut Random, care: Care, text: &mut Vec<u8>) {
    match random.within(0, 8) {
        0 => comment(random, care, text),
        _ => text.extend_from_slice(random.pick(BLANKS)),
    }
}

pub(crate) fn comment(random: &mut Random, care: Care, text: &mut Vec<u8>) {
    let line = random.once_in(2);
    text.extend_from_slice(if line { b"//" } else { b"/*" });
    let from = text.len();
    pieces(random, care, text);
    let mut inner = text.split_off(from);
    inner.retain(|byte| !matches!(byte, b'\n' | b'\r' | b'*' | b'/'));
    text.append(&mut inner);
    text.extend_from_slice(match line {
        true => random.pick(&[&b"\n"[..], b"\r\n", b"\r"]),
        false => random.pick(&[&b"*/"[..], b"**/", b"\n*/", b"* /*/"]),
    });
}

const GROUPS: &[&[u8]] = &[
    b"AAAA", b"+/9z", b"QUJD", b"A", b"AA", b"AAA", b"AA==", b"AAA=", b"AAF=", b"AB==", b"=", b"====", b"A===", b"AA=A",
];
const LOB_BLANKS: &[&[u8]] = &[b"", b"", b" ", b"\n", b"\x0B", b"\x0C\t"];

pub(crate) fn lob(random: &mut Random, care: Care, text: &mut Vec<u8>) {
    text.extend_from_slice(b"{{");
    text.extend_from_slice(random.pick(LOB_BLANKS));
    match random.within(0, 4) {
        0 => clob(random, b"\"", care, text),
        1 => {
            for _ in 0..random.within(1, 3) {
                clob(random, b"'''", care, text);
                text.extend_from_slice(random.pick(LOB_BLANKS));
            }
        }
        _ => {
            for _ in 0..random.within(0, 5) {
                let good = care == Care::Good || !random.once_in(6);
                text.extend_from_slice(random.pick(if good { &GROUPS[..3] } else { GROUPS }));
                text.extend_from_slice(random.pick(LOB_BLANKS));
            }
            if random.once_in(2) {
                text.extend_from_slice(random.pick(&[&b"AA=="[..], b"AAA=", b"A A\n= =", b"AAF="]));
            }
        }
    }
    text.extend_from_slice(random.pick(LOB_BLANKS));
    let end: &[u8] = if care == Care::Some && random.once_in(12) {
        random.pick(&[&b"}"[..], b"} }", b"}}}", b"/**/}}", b"'}}", b"\"}}", b",}}"])
    } else {
        b"}}"
    };
    text.extend_from_slice(end);
}

/// Quoted text, usually without characters above U+007F.
fn clob(random: &mut Random, quotes: &[u8], care: Care, text: &mut Vec<u8>) {
    let from = text.len();
    between(random, quotes, care, text);
    if care == Care::Good || random.once_in(2) {
        let mut inner = text.split_off(from);
        inner.retain(u8::is_ascii);
        text.append(&mut inner);
    }
}
