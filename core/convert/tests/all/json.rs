//! JSON in another layout, and into Ion.

use crate::running::{LINES, UP, UP_TYPED, convert, error, in_pieces, random, text};
use stringmill_convert::{
    Conversion, ConversionError, Converter, Layout, Loss, NumberRules, OnLoss, Source, Target, TopLevel,
};
use stringmill_ion::{Kind, Options};
use stringmill_json::JsonCheck;
use stringmill_kernels::Tier;
use stringmill_outcome::Chunk;

const COMPACT: Conversion = Conversion { target: Target::Json(TopLevel::One, Layout::Compact), ..UP };
const PRETTY: Conversion = Conversion { target: Target::Json(TopLevel::One, Layout::Pretty), ..UP };

#[test]
fn tokens_stay_and_white_space_goes() {
    let json = br#" { "a b" : [ 1 , -2.50E+3 , true, null , "\u00e9\" \\" ] , "c" : { } , "d":[  ] } "#;
    let compact = "{\"a b\":[1,-2.50E+3,true,null,\"\\u00e9\\\" \\\\\"],\"c\":{},\"d\":[]}\n";
    assert_eq!(text(&COMPACT, json), compact);
    let pretty = "{\n  \"a b\": [\n    1,\n    -2.50E+3,\n    true,\n    null,\n    \"\\u00e9\\\" \\\\\"\n  ],\n  \
                  \"c\": {},\n  \"d\": []\n}\n";
    assert_eq!(text(&PRETTY, json), pretty);
    assert_eq!(text(&PRETTY, pretty.as_bytes()), pretty);
    assert_eq!(text(&PRETTY, compact.as_bytes()), pretty);
    assert_eq!(text(&COMPACT, pretty.as_bytes()), compact);
    for scalar in ["1", "-0.5e7", "\"\"", "\"x\"", "true", "null"] {
        assert_eq!(text(&COMPACT, format!(" {scalar} \r\n\t ").as_bytes()), format!("{scalar}\n"));
        assert_eq!(text(&PRETTY, scalar.as_bytes()), format!("{scalar}\n"));
    }
}

#[test]
fn lines_become_lines_or_one_array() {
    let lines = b"{\"a\": 1}\n\n[ 2 ]\r\n\"x\"\n3";
    let from = |top, layout| Conversion { source: Source::Json(LINES), target: Target::Json(top, layout), ..UP };
    assert_eq!(text(&from(TopLevel::Lines, Layout::Compact), lines), "{\"a\":1}\n[2]\n\"x\"\n3\n");
    assert_eq!(text(&from(TopLevel::Array, Layout::Compact), lines), "[{\"a\":1},[2],\"x\",3]\n");
    assert_eq!(text(&from(TopLevel::Array, Layout::Pretty), b"1\n[]\n"), "[\n  1,\n  []\n]\n");
    assert_eq!(error(&from(TopLevel::One, Layout::Compact), lines), ("convert_one_value", 10));
    assert_eq!(error(&from(TopLevel::One, Layout::Compact), b"\n"), ("convert_one_value", 1));
    assert_eq!(error(&COMPACT, b"[1 2]"), ("json_bracket_expected", 3));
}

/// A plain implementation of the indented layout, for JSON without white space.
fn laid_out(compact: &str) -> String {
    let (mut out, mut level, mut in_string, mut escaped) = (String::new(), 0, false, false);
    let line = |out: &mut String, level: usize| *out += &format!("\n{}", "  ".repeat(level));
    let mut before = ' ';
    for character in compact.chars() {
        if !in_string && "[{".contains(before) && !"]}".contains(character) {
            line(&mut out, level);
        }
        if !in_string && "]}".contains(character) {
            level -= 1;
            if !"[{".contains(before) {
                line(&mut out, level);
            }
        }
        out.push(character);
        match character {
            _ if in_string => {}
            '[' | '{' => level += 1,
            ',' => line(&mut out, level),
            ':' => out.push(' '),
            _ => {}
        }
        in_string ^= character == '"' && !escaped;
        escaped = character == '\\' && !escaped;
        before = if in_string { '"' } else { character };
    }
    out + "\n"
}

/// Random JSON without white space, up to `depth` levels deep, and the same with white space.
fn random_value(below: &mut impl FnMut(usize) -> usize, depth: usize, compact: &mut String, spaced: &mut String) {
    const SCALARS: [&str; 6] = [
        "1",
        "-12.50e+3",
        "null",
        "\"\"",
        "\"a \\\" \\\\ [{,:}]\"",
        "\"\u{e9}\u{20ac} and more of it than a copy takes\"",
    ];
    let mut put = |token: &str, white: &str| {
        *compact += token;
        *spaced += token;
        *spaced += white;
    };
    let white = ["", "", " ", "\r\n\t        "][below(4)];
    let count = below(8);
    if depth == 0 || below(4) == 0 {
        return put(SCALARS[below(SCALARS.len())], white);
    }
    let is_object = below(2) == 0;
    put(if is_object { "{" } else { "[" }, white);
    for member in 0..count {
        if member > 0 {
            compact.push(',');
            *spaced += ", ";
        }
        if is_object {
            compact.push_str("\"a:\":");
            *spaced += "\"a:\" :\t";
        }
        // The first one is deep.
        random_value(below, if member == 0 { depth - 1 } else { depth.min(2) - 1 }, compact, spaced);
    }
    let end = if is_object { "}" } else { "]" };
    *compact += end;
    *spaced += end;
    *spaced += white;
}

#[test]
fn layout_is_that_of_a_plain_loop() {
    let mut below = random(7);
    let mut longest = 0;
    for case in (0..40).step_by(3) {
        let (mut compact, mut spaced) = (String::from("["), String::from("[\n"));
        for member in 0..case * 4 {
            if member > 0 {
                compact.push(',');
                spaced.push(',');
            }
            random_value(&mut below, 1 + case, &mut compact, &mut spaced);
        }
        compact.push(']');
        spaced.push(']');
        let expected = laid_out(&compact);
        assert_eq!(text(&PRETTY, compact.as_bytes()), expected);
        assert_eq!(text(&PRETTY, spaced.as_bytes()), expected);
        assert_eq!(text(&PRETTY, expected.as_bytes()), expected);
        assert_eq!(text(&COMPACT, expected.as_bytes()), compact + "\n");
        longest = longest.max(expected.len());
    }
    assert!(longest > 40_000, "the longest had {longest} bytes");
}

/// A string after an empty object is no name of it.
#[test]
fn a_string_follows_an_empty_object() {
    for typed in [false, true] {
        let target = Target::Ion(stringmill_ion::Options::LINES);
        let lines = Conversion { source: Source::Json(LINES), target, typed, ..UP };
        assert_eq!(
            text(&lines, b"{}\n\"a\"\n[{}]\n\"b\"\n{\"c\":{}}\n\"d\""),
            "{}\n\"a\"\n[{}]\n\"b\"\n{c:{}}\n\"d\"\n"
        );
    }
}

#[test]
fn json_becomes_ion() {
    for (json, ion) in [
        ("null", "null"),
        ("[true, false, []]", "[true,false,[]]"),
        ("{\"a\": 1, \"b c\": {\"\": \"\"}, \"null\": 2}", "{a:1,'b c':{'':\"\"},'null':2}"),
        ("\"\\u00e9\\ud83d\\ude00\\/\\\"'\"", "\"\u{E9}\u{1F600}/\\\"'\""),
        ("[0, -12, 1.50, 1e5, -1.5E-3]", "[0,-12,1.50,1d5,-1.5d-3]"),
        // An int would lose the sign.
        ("[-0, -0.0]", "[-0.,-0.0]"),
        ("{\"a\":1,\"a\":2}", "{a:1,a:2}"),
    ] {
        assert_eq!(text(&UP, json.as_bytes()), format!("{ion}\n"), "{json}");
    }
}

#[test]
fn numbers_become_what_is_asked_for() {
    let rules = |whole, others| Conversion { numbers: NumberRules { whole, others }, ..UP };
    let json = b"[1, -0, 1.5, 2e3, 0.10]";
    assert_eq!(text(&rules(Kind::Int, Kind::Float), json), "[1,-0.,1.5e0,2e3,0.10e0]\n");
    assert_eq!(text(&rules(Kind::Float, Kind::Float), json), "[1e0,-0e0,1.5e0,2e3,0.10e0]\n");
    assert_eq!(text(&rules(Kind::Decimal, Kind::Decimal), json), "[1.,-0.,1.5,2d3,0.10]\n");
    let floats = rules(Kind::Float, Kind::Float);
    let rounded = |json: &str| convert(&floats, json.as_bytes()).unwrap().1.count(Loss::Rounded);
    for same in ["0", "-0.0", "0.1", "1e22", "1.50", "100", "5e-324", "1.7976931348623157e308", "0e999", "12.5e-1"] {
        assert_eq!(rounded(same), 0, "{same}");
    }
    for other in ["0.1000000000000000055", "9007199254740993", "1e400", "1e-400", "12345678901234567890"] {
        assert_eq!(rounded(other), 1, "{other}");
    }
    let strict = Conversion { on_loss: OnLoss::Refuse, ..floats };
    assert_eq!(error(&strict, b"[0.5, 1e400]"), ("convert_loss", 6));
}

#[test]
fn depth_is_limited_and_takes_no_stack() {
    let deep = |depth: usize| [b"[".repeat(depth), b"]".repeat(depth)].concat();
    assert_eq!(error(&UP, &deep(1025)), ("limit_depth", 1024));
    for target in [UP.target, COMPACT.target] {
        let source = Source::Json(JsonCheck { depth_max: 1_000_000, ..JsonCheck::STRICT });
        let mut stack = vec![0; JsonCheck::stack_len(1_000_000).unwrap()];
        let mut converter = Converter::new(&Conversion { source, target, ..UP }, &mut stack);
        let text = deep(1_000_000);
        assert!(converter.step(&text, Chunk::Last, usize::MAX).unwrap().ended);
        assert_eq!(converter.take(|bytes| Ok::<_, ()>(bytes.len())), Ok(text.len() + 1));
    }
}

/// A cut string is written in parts. The output does not depend on the cuts, nor on the amount that is written at once.
#[test]
fn long_strings_come_in_parts() {
    const PIECES: [&str; 9] =
        ["plain words ", "\\n", "\\\"", "\\\\", "\\u00e9", "\\ud83d\\ude00", "\u{e9}", "\u{20ac}", "\u{1F600}"];
    let mut below = random(11);
    let mut long = |len: usize| {
        let mut inside = String::new();
        while inside.len() < len {
            inside += PIECES[below(PIECES.len())];
        }
        inside
    };
    let [one, two, three] = [40_000, 70_000, 200_000].map(&mut long);
    let texts = [
        format!("\"{three}\""),
        format!(" [\"{one}\", 1, \"{two}\",\"\", {{\"a\":\"{three}\",\"{one}\":\"{one}\"}}] "),
    ];
    let annotated = format!(
        "{{\"$ion_annotations\":[\"a\"],\"$ion_value\":\"{two}\"}}\n{{\"$ion_symbol\":\"{one}\"}}\n[\"{three}\"]\n"
    );
    let ascii = Options { ascii: true, ..Options::PRETTY };
    let long_strings = Options { long_string_threshold: Some(100_000), ..Options::LINES };
    let to = |options| Conversion { target: Target::Ion(options), ..UP };
    let cases = texts
        .iter()
        .flat_map(|text| [UP, to(ascii), to(long_strings)].map(|conversion| (conversion, text)))
        .chain([(UP_TYPED, &annotated)]);
    for (conversion, text) in cases {
        let text = text.as_bytes();
        let whole = in_pieces(Tier::best(), &conversion, text, text.len(), usize::MAX).unwrap();
        for (size, most) in [(1000, usize::MAX), (4099, 1), (32 * 1024 + 1, 5000), (100_000, 64 * 1024)] {
            let found = in_pieces(Tier::best(), &conversion, text, size, most).unwrap();
            assert!(found == whole, "{conversion:?}: pieces of {size}, {most} bytes");
        }
    }
    let cut = &texts[0].as_bytes()[..150_000];
    let whole = in_pieces(Tier::best(), &UP, cut, cut.len(), usize::MAX).unwrap_err();
    assert_eq!(in_pieces(Tier::best(), &UP, cut, 10_000, 1000), Err(whole));
}

/// A long string is not buffered: each part is written at once.
#[test]
fn long_strings_are_not_held() {
    let mut stack = [0; 16];
    let mut converter = Converter::new(&UP, &mut stack);
    let piece = "plain words ".repeat(10_000);
    let mut len = 0;
    for at in 0..50 {
        let src = if at == 0 { format!("\"{piece}") } else { piece.clone() };
        let step = converter.step(src.as_bytes(), Chunk::More, usize::MAX).unwrap();
        assert_eq!(step.read, src.len());
        len += converter.take(|bytes| Ok::<_, ConversionError>(bytes.len())).unwrap();
    }
    assert_eq!(len, 1 + 50 * piece.len());
}
