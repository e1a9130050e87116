//! Texts of random pieces of Ion. Well-formed text is restored from typed JSON with the same values, and is the same in every
//! layout. Other text is refused with the error of the reader. Streams of random values, with the names of the system as
//! annotations, field names and symbols, come back from every chain of formats.

use crate::running::{DOWN, DOWN_TYPED, LINES, UP_TYPED, convert, in_pieces, random};
use crate::tree::read_whole;
use stringmill_convert::{Conversion, Source, Target};
use stringmill_ion::{Limits, Options};
use stringmill_json::json_check;
use stringmill_kernels::Tier;
use stringmill_random::cases;

const PIECES: [&str; 74] = [
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    ",",
    ":",
    "::",
    " ",
    "\n",
    "a",
    "b::",
    "'c d'::",
    "$0",
    "$10",
    "$ion_1_0",
    "'$ion_1_0'",
    "$ion_symbol_table::",
    "'$ion_1_0'::",
    "$ion_symbol_table::{imports:[{name:\"x\",max_id:3}],symbols:[\"y\",1]}",
    "$ion_symbol_table::{symbols:[null,\"y\",'z']}",
    "$ion_symbol_table::{imports:$ion_symbol_table,symbols:[null,\"w\"]}",
    "$11",
    "$12",
    "$13",
    "$14",
    "$12::",
    "$14::",
    "$10:",
    "$14:",
    "1",
    "-17",
    "0x1F",
    "0b1_01",
    "1_000",
    "1.5",
    "1.",
    "-0.",
    "-0",
    "2d3",
    "2.50D-3",
    "1e5",
    "1e400",
    "-1_0.e399",
    "1.e5",
    "nan",
    "+inf",
    "-inf",
    "null",
    "null.int",
    "null.struct",
    "true",
    "false",
    "2024T",
    "2024-02-29T12:00:00.10-00:00",
    "\"s\"",
    "\"\\u00e9\\\"\\\\\"",
    "'''l'''",
    "'''l\r\n''' '''m'''",
    "{{aGVsbG8=}}",
    "{{ \"c\\xff\" }}",
    "+",
    "/",
    "//x\n",
    "/*y*/",
    "a:",
    "'e f':",
    "\"g\":",
    "$ion_null:",
    "$0:",
    "[1,2]",
    "{a:1}",
    "(a+b)",
];

#[test]
fn what_is_ion_comes_back() {
    let mut below = random(11);
    let (mut good, mut bad) = (0, 0);
    for case in 0..cases(40_000) as usize {
        let mut text = String::new();
        for _ in 0..below(9) {
            text += PIECES[below(PIECES.len())];
            text += ["", " ", " ", ","][below(4)];
        }
        let text = match case % 4 {
            0 => text,
            1 => format!("[{text}]"),
            2 => format!("({text})"),
            _ => format!("{{{text}}}"),
        };
        let expected = match read_whole(Tier::best(), text.as_bytes()) {
            Ok(expected) => expected,
            Err(error) => {
                let refused = in_pieces(Tier::best(), &DOWN_TYPED, text.as_bytes(), 1 + below(8), 1).unwrap_err();
                assert_eq!(refused.error, error, "{text}");
                bad += 1;
                continue;
            }
        };
        good += 1;
        let (json, _) = convert(&DOWN_TYPED, text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(json_check(LINES, &mut [0; 16], json.as_bytes()), Ok(()), "{text}: {json}");
        let (back, _) = convert(&UP_TYPED, json.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}: {json}"));
        assert_eq!(read_whole(Tier::best(), back.as_bytes()).as_ref(), Ok(&expected), "{text}: {json}: {back}");
        let (plain, _) = convert(&DOWN, text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(json_check(LINES, &mut [0; 16], plain.as_bytes()), Ok(()), "{text}: {plain}");
        let options = [Options::COMPACT, Options::LINES, Options::PRETTY][below(3)];
        let other = Conversion { target: Target::Ion(options), ..DOWN };
        let (ion, _) = convert(&other, text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(read_whole(Tier::best(), ion.as_bytes()).as_ref(), Ok(&expected), "{text}: {ion}");
    }
    assert!(good > cases(2000) && bad > cases(2000), "{good} good, {bad} bad");
    println!("{good} texts came back, {bad} were refused");
}

/// Annotations, field names and symbols that readers interpret in some places.
const WORDS: [&str; 10] = [
    "$ion_symbol_table",
    "$ion_symbol_table",
    "'$ion_1_0'",
    "$ion_shared_symbol_table",
    "$ion_literal",
    "$ion_value",
    "$ion_annotations",
    "$0",
    "a",
    "'b c'",
];
const SCALARS: [&str; 16] = [
    "1",
    "-0",
    "0x1F",
    "1.50",
    "1.",
    "-0e0",
    "nan",
    "2024T",
    "\"s\"",
    "'''l'''",
    "{{aGVs}}",
    "{{\"c\"}}",
    "null",
    "null.struct",
    "null.list",
    "true",
];

/// A well-formed value. A struct at the top level whose first annotation is `$ion_symbol_table` is a table, thus has none.
fn value(below: &mut impl FnMut(usize) -> usize, depth: usize, text: &mut String) {
    let is_struct = below(3) == 0;
    let first = text.len();
    for _ in 0..[0, 0, 1, 1, 2][below(5)] {
        *text += WORDS[below(WORDS.len())];
        *text += "::";
    }
    if depth == 0 && is_struct && text[first..].starts_with("$ion_symbol_table") {
        text.truncate(first);
    }
    match below(if depth < 3 { 4 } else { 2 }) {
        _ if is_struct => container(below, depth, text, "{", "}"),
        // A version marker at the top level, if it is not annotated.
        0 if depth > 0 || text.len() > first => *text += WORDS[below(WORDS.len())],
        0 | 1 => *text += SCALARS[below(SCALARS.len())],
        2 => container(below, depth, text, "[", "]"),
        _ => container(below, depth, text, "(", ")"),
    }
}

fn container(below: &mut impl FnMut(usize) -> usize, depth: usize, text: &mut String, open: &str, close: &str) {
    *text += open;
    for _ in 0..if depth < 3 { below(4) } else { 0 } {
        if open == "{" {
            *text += WORDS[below(WORDS.len())];
            *text += ":";
        }
        value(below, depth + 1, text);
        *text += if open == "(" { " " } else { "," };
    }
    *text += close;
}

#[test]
fn streams_come_back_from_every_chain_of_formats() {
    let mut below = random(23);
    let binary_source = Source::IonBinary(Limits::DEFAULT);
    let to_binary = Conversion { target: Target::IonBinary(1 << 20), ..DOWN };
    let typed_to_binary = Conversion { target: Target::IonBinary(1 << 20), ..UP_TYPED };
    for _ in 0..cases(20_000) {
        let mut stream = String::new();
        for _ in 0..1 + below(5) {
            value(&mut below, 0, &mut stream);
            stream.push(' ');
        }
        let layout = Target::Ion([Options::COMPACT, Options::LINES, Options::PRETTY][below(3)]);
        let to_text = Conversion { target: layout, ..DOWN };
        let chains: [&[Conversion]; 4] = [
            &[DOWN_TYPED, UP_TYPED],
            &[to_text],
            &[to_binary, Conversion { source: binary_source, ..to_text }],
            &[
                to_binary,
                Conversion { source: binary_source, ..DOWN_TYPED },
                typed_to_binary,
                Conversion { source: binary_source, ..to_text },
            ],
        ];
        let expected = read_whole(Tier::best(), stream.as_bytes()).unwrap_or_else(|error| panic!("{error}: {stream}"));
        for chain in chains {
            let mut bytes = stream.clone().into_bytes();
            for conversion in chain {
                let converted = in_pieces(Tier::best(), conversion, &bytes, bytes.len().max(1), usize::MAX);
                bytes = converted.unwrap_or_else(|error| panic!("{error}: {stream}: {conversion:?}")).0;
            }
            let back = read_whole(Tier::best(), &bytes);
            assert_eq!(back.as_ref(), Ok(&expected), "{stream}: {}", String::from_utf8_lossy(&bytes));
        }
    }
}
