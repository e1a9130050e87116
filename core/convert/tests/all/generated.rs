//! Texts of random pieces of Ion. Well-formed text is restored from typed JSON with the same values, and is the same in every
//! layout. Other text is refused with the error of the reader.

use crate::running::{DOWN, DOWN_TYPED, LINES, UP_TYPED, convert, in_pieces, random};
use crate::tree::read_whole;
use stringmill_convert::{Conversion, Target};
use stringmill_ion::Options;
use stringmill_json::json_check;
use stringmill_kernels::Tier;

const PIECES: [&str; 72] = [
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
    for case in 0..40_000 {
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
    assert!(good > 2000 && bad > 2000, "{good} good, {bad} bad");
    println!("{good} texts came back, {bad} were refused");
}
