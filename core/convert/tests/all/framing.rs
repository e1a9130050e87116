//! Any number of texts on either side: values after each other, items of arrays, text sequences, several inputs.

use crate::running::{DOWN, LINES, UP, UP_TYPED, convert, error, in_pieces, random, text};
use crate::tree::read_whole;
use stringmill_convert::{
    Conversion, Converter, Indent, Layout, Loss, NumberRules, OnLoss, PrettyLayout, Source, Target, TopLevel,
};
use stringmill_ion::{Kind, Limits, Options};
use stringmill_json::JsonCheck;
use stringmill_kernels::Tier;
use stringmill_outcome::Chunk;

const VALUES: Source = Source::Json(JsonCheck { values: true, ..JsonCheck::STRICT });
const ONE: Source = Source::Json(JsonCheck::STRICT);

fn json(source: Source, each: bool, top: TopLevel, layout: Layout) -> Conversion {
    Conversion { source, each, target: Target::Json(top, layout), ..UP }
}

fn ion(source: Source, each: bool) -> Conversion {
    Conversion { source, each, ..UP }
}

#[test]
fn values_follow_each_other() {
    let values = " {\"a\": 1}{\"b\":[2, \"]}\"]}1\t2 \"x\\\"\"\"y\"[] -0.5e3\n[true]null\"\"false ";
    let lines = "{\"a\":1}\n{\"b\":[2,\"]}\"]}\n1\n2\n\"x\\\"\"\n\"y\"\n[]\n-0.5e3\n[true]\nnull\n\"\"\nfalse\n";
    assert_eq!(text(&json(VALUES, false, TopLevel::Lines, Layout::Compact), values.as_bytes()), lines);
    let array = format!("[{}]\n", lines.trim_end().replace('\n', ","));
    assert_eq!(text(&json(VALUES, false, TopLevel::Array, Layout::Compact), values.as_bytes()), array);
    let sequence: String = lines.lines().map(|line| format!("\u{1E}{line}\n")).collect();
    assert_eq!(text(&json(VALUES, false, TopLevel::Sequence, Layout::Compact), values.as_bytes()), sequence);
    assert_eq!(
        text(&json(Source::Json(LINES), false, TopLevel::Sequence, Layout::Compact), lines.as_bytes()),
        sequence
    );
    let pretty = "\u{1E}{\n  \"a\": 1\n}\n\u{1E}2\n";
    assert_eq!(text(&json(VALUES, false, TopLevel::Sequence, Layout::Pretty), b"{\"a\":1}2"), pretty);
    let expected = "{a:1}\n{b:[2,\"]}\"]}\n1\n2\n\"x\\\"\"\n\"y\"\n[]\n-0.5d3\n[true]\nnull\n\"\"\nfalse\n";
    assert_eq!(text(&ion(VALUES, false), values.as_bytes()), expected);
    let down = Conversion { target: Target::Json(TopLevel::Sequence, Layout::Compact), ..DOWN };
    assert_eq!(text(&down, b"{a:1} 2 [x] {}"), "\u{1E}{\"a\":1}\n\u{1E}2\n\u{1E}[\"x\"]\n\u{1E}{}\n");
    for conversion in [json(VALUES, false, TopLevel::Lines, Layout::Compact), ion(VALUES, false)] {
        assert_eq!(text(&conversion, b" \n"), "");
        assert_eq!(error(&conversion, b"[1] truefalse"), ("json_trailing", 8));
        assert_eq!(error(&conversion, b"[1] {\"a\":1]"), ("json_comma_expected", 10));
    }
    assert_eq!(error(&json(VALUES, false, TopLevel::One, Layout::Compact), b"{} []"), ("convert_one_value", 3));
}

#[test]
fn items_of_arrays_are_values() {
    let array = " [ {\"a\": [1, \"],[\"]} ,\n2,\"x,\" , [ ],[[1]]\t, null ]\n";
    let lines = "{\"a\":[1,\"],[\"]}\n2\n\"x,\"\n[]\n[[1]]\nnull\n";
    assert_eq!(text(&json(ONE, true, TopLevel::Lines, Layout::Compact), array.as_bytes()), lines);
    let back = format!("[{}]\n", lines.trim_end().replace('\n', ","));
    assert_eq!(text(&json(ONE, true, TopLevel::Array, Layout::Compact), array.as_bytes()), back);
    assert_eq!(text(&json(VALUES, true, TopLevel::Lines, Layout::Compact), b"[1][][2,[3]] [4]"), "1\n2\n[3]\n4\n");
    assert_eq!(
        text(&json(Source::Json(LINES), true, TopLevel::Lines, Layout::Compact), b"[1,2]\n\n[]\n[3]\n"),
        "1\n2\n3\n"
    );
    let pretty = "[\n  {\n    \"a\": 1\n  },\n  2\n]\n";
    assert_eq!(text(&json(ONE, true, TopLevel::Array, Layout::Pretty), b"[{\"a\":1},2]"), pretty);
    assert_eq!(text(&ion(ONE, true), array.as_bytes()), "{a:[1,\"],[\"]}\n2\n\"x,\"\n[]\n[[1]]\nnull\n");
    let typed = Conversion { source: ONE, each: true, ..UP_TYPED };
    assert_eq!(text(&typed, b"[{\"$ion_symbol\":\"s\"},{\"a\":1}]"), "s\n{a:1}\n");
    for conversion in [json(ONE, true, TopLevel::Lines, Layout::Compact), ion(ONE, true)] {
        assert_eq!(text(&conversion, b"[ ]"), "");
        assert_eq!(error(&conversion, b" {\"a\":[1]}"), ("convert_array", 1));
        assert_eq!(error(&conversion, b"12"), ("convert_array", 0));
        assert_eq!(error(&conversion, b"\"text\""), ("convert_array", 0));
        assert_eq!(error(&conversion, b"[1,2"), ("json_incomplete", 4));
        assert_eq!(error(&conversion, b"[1 2]"), ("json_bracket_expected", 3));
    }
    assert_eq!(error(&json(ONE, true, TopLevel::One, Layout::Compact), b"[1,2]"), ("convert_one_value", 3));
}

#[test]
fn items_of_lists_are_values() {
    let lists = b"[{a:1}, 'b', [2]] (x (y)) []";
    let (found, losses) = convert(&Conversion { each: true, ..DOWN }, lists).unwrap();
    assert_eq!(found, "{\"a\":1}\n\"b\"\n[2]\n\"x\"\n[\"y\"]\n");
    assert_eq!((losses.count(Loss::Sexp), losses.count(Loss::Annotations)), (1, 0));
    let to_ion = Conversion { each: true, target: Target::Ion(Options::LINES), ..DOWN };
    let (found, losses) = convert(&to_ion, b"a::[b::1, (+)]").unwrap();
    assert_eq!((found.as_str(), losses.first(Loss::Annotations)), ("b::1\n(+)\n", Some(3)));
    for conversion in [Conversion { each: true, ..DOWN }, to_ion] {
        for wrong in ["{a:[1]}", "1", "null.list"] {
            assert_eq!(error(&conversion, wrong.as_bytes()), ("convert_array", 0), "{wrong}");
        }
    }
}

/// Random values, joined and split in every way, are the same lines.
#[test]
fn framings_agree_with_each_other() {
    const VALUES_TEXT: [&str; 13] = [
        "{}",
        "[]",
        "[1,2]",
        "{\"a\":{\"b\":[\"}]\"]}}",
        "\"\"",
        "\"a\\\"b\\\\\"",
        "1",
        "-2.5e-3",
        "true",
        "null",
        "\"caf\u{e9} \\ud83d\\ude00, [\"",
        "[[[[{\"a\":1}],2],\"x\"],3]",
        "\"a long string with brackets [{, and more of it than a block of sixty-four bytes ]}\"",
    ];
    let mut below = random(29);
    for _ in 0..400 {
        let values: Vec<&str> = (0..below(30)).map(|_| VALUES_TEXT[below(VALUES_TEXT.len())]).collect();
        let lines: String = values.iter().map(|value| format!("{value}\n")).collect();
        let mut blank =
            |least: usize| " \t\r\n".chars().cycle().skip(below(4)).take(least + below(3)).collect::<String>();
        let mut array = blank(0) + "[";
        let mut joined = blank(0);
        for (at, value) in values.iter().enumerate() {
            array += &format!("{}{}{value}{}", if at > 0 { "," } else { "" }, blank(0), blank(0));
            // Two scalars need white space between them.
            joined += &(blank(usize::from(at > 0)) + value);
        }
        array += &(blank(0) + "]" + &blank(0));
        let sequence: String = values.iter().map(|value| format!("\u{1E}{value}\n")).collect();
        assert_eq!(text(&json(ONE, true, TopLevel::Lines, Layout::Compact), array.as_bytes()), lines, "{array}");
        assert_eq!(text(&json(VALUES, false, TopLevel::Lines, Layout::Compact), joined.as_bytes()), lines, "{joined}");
        assert_eq!(text(&json(ONE, true, TopLevel::Sequence, Layout::Compact), array.as_bytes()), sequence, "{array}");
        let pretty = text(&json(ONE, false, TopLevel::One, Layout::Pretty), array.as_bytes());
        assert_eq!(text(&json(ONE, true, TopLevel::Array, Layout::Pretty), array.as_bytes()), pretty, "{array}");
        let ions = text(&ion(Source::Json(LINES), false), lines.as_bytes());
        assert_eq!(text(&ion(ONE, true), array.as_bytes()), ions, "{array}");
        assert_eq!(text(&ion(VALUES, false), joined.as_bytes()), ions, "{joined}");
        // Values in pieces of random sizes.
        let size = 1 + below(200);
        let found = in_pieces(
            Tier::best(),
            &json(ONE, true, TopLevel::Array, Layout::Pretty),
            array.as_bytes(),
            size,
            1 + below(300),
        );
        assert_eq!(String::from_utf8(found.unwrap().0).unwrap(), pretty);
    }
}

/// Converts `inputs` one after another.
fn all(conversion: &Conversion, inputs: &[&str]) -> Result<String, (usize, &'static str, u64)> {
    let (mut stack, mut out) = ([0; 16], Vec::new());
    let mut converter = Converter::new(conversion, &mut stack);
    for (at, input) in inputs.iter().enumerate() {
        converter.begin_input(at + 1 == inputs.len()).unwrap();
        let step = converter.step(input.as_bytes(), Chunk::Last, usize::MAX);
        let step = step.map_err(|refused| (at, refused.error.code.name(), refused.error.offset))?;
        assert!(step.ended && step.read == input.len());
        out.extend(converter.take(|bytes| Ok::<_, ()>(bytes.to_vec())).unwrap());
    }
    Ok(String::from_utf8(out).unwrap())
}

#[test]
fn inputs_follow_each_other() {
    let inputs = ["[1]", " 2\n", "{}"];
    assert_eq!(all(&json(ONE, false, TopLevel::Lines, Layout::Compact), &inputs).unwrap(), "[1]\n2\n{}\n");
    assert_eq!(all(&json(VALUES, false, TopLevel::Array, Layout::Compact), &["1 2", "", "3"]).unwrap(), "[1,2,3]\n");
    assert_eq!(all(&json(ONE, true, TopLevel::Array, Layout::Compact), &["[1]", "[]", "[2,3]"]).unwrap(), "[1,2,3]\n");
    assert_eq!(all(&ion(ONE, false), &inputs).unwrap(), "[1]\n2\n{}\n");
    assert_eq!(all(&json(ONE, false, TopLevel::One, Layout::Compact), &["1"]).unwrap(), "1\n");
    for layout in [Layout::Compact, Layout::Pretty] {
        let one = json(ONE, false, TopLevel::One, layout);
        assert_eq!(all(&one, &["1", " 2"]), Err((1, "convert_one_value", 1)));
    }
    for conversion in [json(ONE, false, TopLevel::Lines, Layout::Compact), ion(ONE, false)] {
        assert_eq!(all(&conversion, &["[1]", "[2"]), Err((1, "json_incomplete", 2)));
        assert_eq!(all(&conversion, &["", "[2]"]), Err((0, "json_value_expected", 0)));
    }
    // A symbol table is that of its own stream.
    let streams = ["$ion_symbol_table::{symbols:[\"s\"]} $10", "a", "$ion_symbol_table::{symbols:[\"t\"]} $10"];
    assert_eq!(all(&DOWN, &streams).unwrap(), "\"s\"\n\"a\"\n\"t\"\n");
    assert_eq!(all(&DOWN, &[streams[0], "1 $10"]), Err((1, "ion_symbol_id", 2)));
    let same = Conversion { target: Target::Ion(Options::LINES), ..DOWN };
    assert_eq!(all(&same, &["a b", "c"]).unwrap(), "a\nb\nc\n");
    assert_eq!(all(&same, &["a", "[b"]), Err((1, "ion_incomplete", 2)));
}

/// Converts a sequence, and continues after texts with errors; names and offsets of these.
fn sequence(conversion: &Conversion, src: &str) -> (String, Vec<(&'static str, u64)>) {
    let (mut stack, mut errors) = ([0; 16], Vec::new());
    let mut converter = Converter::new(conversion, &mut stack);
    let mut at = 0;
    while let Err(refused) = converter.sequence(&src.as_bytes()[at..], at as u64) {
        errors.push((refused.error.code.name(), refused.error.offset));
        let error = refused.error.offset as usize;
        at = src[error..].find('\u{1E}').map_or(src.len(), |next| error + next);
    }
    converter.end_lines(src.len() as u64).unwrap();
    let out = converter.take(|bytes| Ok::<_, ()>(bytes.to_vec())).unwrap();
    (String::from_utf8(out).unwrap(), errors)
}

#[test]
fn texts_of_a_sequence_are_records() {
    let src = "\u{1E}{\"a\":\n 1}\n\u{1E}\u{1E}[2]\u{1E}\"x\"\u{1E}12\n\u{1E}12\u{1E}true\u{1E} \n\u{1E}truefalse\n\u{1E}{\"a\":\u{1E}null \u{1E}1 2\n\u{1E}false";
    let errors = [
        ("json_incomplete", 27),
        ("json_incomplete", 32),
        ("json_trailing", 40),
        ("json_incomplete", 52),
        ("json_trailing", 61),
        ("json_incomplete", 69),
    ];
    let lines = "{\"a\":1}\n[2]\n\"x\"\n12\nnull\n";
    assert_eq!(sequence(&json(ONE, false, TopLevel::Lines, Layout::Compact), src), (lines.to_owned(), errors.to_vec()));
    let again: String = lines.lines().map(|line| format!("\u{1E}{line}\n")).collect();
    assert_eq!(sequence(&json(ONE, false, TopLevel::Sequence, Layout::Compact), &again), (again.clone(), Vec::new()));
    assert_eq!(sequence(&ion(ONE, false), src), ("{a:1}\n[2]\n\"x\"\n12\nnull\n".to_owned(), errors.to_vec()));
    let begins = [("", 0), (" \n", 0), ("\u{1E}", 0), (" x", 1), ("1\n\u{1E}2\n", 0)];
    for (src, offset) in begins {
        let expected = if src.contains(['x', '1']) { vec![("convert_separator", offset)] } else { Vec::new() };
        assert_eq!(sequence(&json(ONE, false, TopLevel::Lines, Layout::Compact), src).1, expected, "{src:?}");
    }
    let each = json(ONE, true, TopLevel::Lines, Layout::Compact);
    assert_eq!(
        sequence(&each, "\u{1E}[1,2]\n\u{1E}{}\n\u{1E}[3]\n"),
        ("1\n2\n3\n".to_owned(), vec![("convert_array", 8)])
    );
}

/// The output before an error has all values before it, at any size of the pieces; nothing of the next one that was not
/// taken.
#[test]
fn values_before_an_error_are_whole() {
    let pretty = |target| Conversion {
        pretty: Some(PrettyLayout { indent: Indent::Tab, width: 30, comments: false }),
        target,
        ..json(VALUES, false, TopLevel::Lines, Layout::Compact)
    };
    let (lines, ions) = (Target::Json(TopLevel::Lines, Layout::Compact), Target::Ion(Options::LINES));
    let conversions = [
        (json(VALUES, false, TopLevel::Lines, Layout::Compact), "{\"a\":1}\n\"x\"\n12\n"),
        (json(VALUES, false, TopLevel::Array, Layout::Compact), ""),
        (ion(VALUES, false), "{a:1}\n\"x\"\n12\n"),
        (pretty(lines), "{\"a\": 1}\n\"x\"\n12\n"),
        (pretty(ions), "{a: 1}\n\"x\"\n12\n"),
        (DOWN, "{\"a\":1}\n\"x\"\n12\n"),
        (Conversion { target: ions, ..DOWN }, "{a:1}\n\"x\"\n12\n"),
    ];
    for (conversion, expected) in conversions {
        for bad in ["[1, {\"b\":", "[1, {\"b\":}", "[\"x", "]", "\"x\u{1}\"", "[1, \"x\\y\"]"] {
            let text = format!("{{\"a\": 1}} \"x\" 12 {bad}");
            for size in 1..=text.len() {
                let (mut stack, mut out, mut from, mut to) = ([0; 16], Vec::new(), 0, 0);
                let mut converter = Converter::new(&conversion, &mut stack);
                let whole = loop {
                    let chunk = if to == text.len() { Chunk::Last } else { Chunk::More };
                    let done = converter.step(&text.as_bytes()[from..to], chunk, usize::MAX);
                    let whole = converter.whole();
                    let taken = converter.take(|bytes| Ok::<_, ()>(bytes.to_vec())).unwrap();
                    match done {
                        Ok(step) => {
                            out.extend(taken);
                            from += step.read;
                            to = text.len().min(to + size);
                        }
                        Err(_) => break [&out, &taken[..whole]].concat(),
                    }
                };
                let found = String::from_utf8(whole).unwrap();
                assert!(found.starts_with(expected), "{text}, {size}: {found}");
            }
            // All at once.
            let mut stack = [0; 16];
            let mut converter = Converter::new(&conversion, &mut stack);
            converter.step(text.as_bytes(), Chunk::Last, usize::MAX).unwrap_err();
            let whole = converter.whole();
            let found = converter.take(|bytes| Ok::<_, ()>(bytes[..whole].to_vec())).unwrap();
            assert_eq!(String::from_utf8(found).unwrap(), expected, "{text}");
        }
    }
}

/// The items of lists become binary Ion, and those of binary Ion become lines, as those of text do.
#[test]
fn items_of_binary_ion_are_those_of_text() {
    let src = "[1, {a:b}, (x \"y\")] a::[[c::{{YWI=}}], null.int]  ()\n[2024-01-01, 1.5]";
    let items = Conversion { each: true, target: Target::Ion(Options::LINES), ..DOWN };
    let lines = text(&items, src.as_bytes());
    assert_eq!(lines, "1\n{a:b}\n(x \"y\")\n[c::{{YWI=}}]\nnull.int\n2024-01-01\n1.5\n");
    let whole = |conversion: &Conversion, src: &[u8]| {
        in_pieces(Tier::best(), conversion, src, src.len(), usize::MAX).unwrap().0
    };
    let binary = Target::IonBinary(usize::MAX);
    let from_binary = Source::IonBinary(stringmill_ion::Limits::DEFAULT);
    let back = Conversion { source: from_binary, target: Target::Ion(Options::LINES), ..DOWN };
    assert_eq!(text(&back, &whole(&Conversion { target: binary, ..items }, src.as_bytes())), lines);
    let lists = whole(&Conversion { target: binary, ..DOWN }, src.as_bytes());
    assert_eq!(text(&Conversion { source: from_binary, ..items }, &lists), lines);
    let json = Conversion { target: Target::Json(TopLevel::Lines, Layout::Compact), ..items };
    let from_text = text(&json, src.as_bytes());
    assert_eq!(text(&Conversion { source: from_binary, ..json }, &lists), from_text);
    assert_eq!(error(&Conversion { target: binary, ..items }, b"[1] 2").0, "convert_array");
    let from_json = Conversion { source: ONE, target: binary, each: true, ..UP };
    assert_eq!(text(&back, &whole(&from_json, b"[1, {\"a\":[]}]")), "1\n{a:[]}\n");
}

/// An item may have the text of a version marker or a symbol table; at the top level, readers would interpret it.
#[test]
fn items_that_readers_would_interpret_are_refused() {
    for target in [Target::Ion(Options::LINES), Target::IonBinary(1 << 20)] {
        let items = Conversion { each: true, target, ..DOWN };
        for (list, at) in [("[1, $ion_symbol_table::{symbols:[\"x\"]}, $10]", 23), ("[1, $ion_1_0]", 4)] {
            let mut converter = Converter::new(&items, &mut []);
            let refused = converter.step(list.as_bytes(), Chunk::Last, usize::MAX).unwrap_err();
            assert_eq!((refused.error.code.name(), refused.error.offset), ("convert_system_value", at), "{list}");
            assert_eq!(converter.value_number(), 2, "{list}");
        }
        let good = in_pieces(Tier::best(), &items, b"[$ion_symbol_table::1, {}, a::$ion_1_0]", 1, 1).unwrap().0;
        assert_eq!(read_whole(Tier::best(), &good), read_whole(Tier::best(), b"$ion_symbol_table::1 {} a::$ion_1_0"));
    }
}

/// A refused value is not written, not even if it is a scalar, and is the one that the error names.
#[test]
fn the_refused_value_is_named_and_not_written() {
    let losing =
        ["a", "1.5", "2e0", "nan", "null.int", "2024T", "{{\"c\"}}", "{{aGVs}}", "(1)", "a::1", "$0", "{x:1,x:2}"];
    let pretty = Some(PrettyLayout { indent: Indent::Blanks(2), width: 80, comments: false });
    for (each, layout) in [(false, None), (true, None), (false, pretty), (true, pretty)] {
        let text = Conversion { each, pretty: layout, on_loss: OnLoss::Refuse, ..DOWN };
        let binary = Conversion { source: Source::IonBinary(Limits::DEFAULT), ..text };
        for value in losing {
            let stream = if each { format!("[1, {value}, 10]") } else { format!("1 {value} 10") };
            assert_refused(&text, stream.as_bytes(), value);
            let to_binary = Conversion { target: Target::IonBinary(1 << 20), ..DOWN };
            let bytes = in_pieces(Tier::best(), &to_binary, stream.as_bytes(), stream.len(), usize::MAX).unwrap().0;
            assert_refused(&binary, &bytes, value);
        }
    }
    let floats = NumberRules { whole: Kind::Float, others: Kind::Float };
    for target in [Target::Ion(Options::LINES), Target::IonBinary(1 << 20)] {
        let up = Conversion { source: VALUES, target, numbers: floats, on_loss: OnLoss::Refuse, ..UP };
        assert_refused(&up, b"1 0.10000000000000000001 10", "rounded");
        assert_refused(&Conversion { source: ONE, each: true, ..up }, b"[1, 9007199254740993, 10]", "rounded");
    }
    let comments = Conversion { target: Target::Ion(Options::LINES), ..DOWN };
    assert_refused(&Conversion { on_loss: OnLoss::Refuse, ..comments }, b"1 /*c*/ 2 10", "comment");
}

/// Whether the second value of three is refused, in pieces of every size; the first one alone is written.
fn assert_refused(conversion: &Conversion, text: &[u8], value: &str) {
    let steps = [(text.len(), usize::MAX), (text.len(), 1), (3, usize::MAX), (1, 1)];
    // The part of a container before the refused one inside may be taken early.
    for &(size, most) in &steps[..if value == "{x:1,x:2}" { 1 } else { steps.len() }] {
        let mut stack = [0; 16];
        let mut converter = Converter::new(conversion, &mut stack);
        let (mut from, mut to, mut whole) = (0, 0, Vec::new());
        let refused = loop {
            let step = converter.step(&text[from..to], if to == text.len() { Chunk::Last } else { Chunk::More }, most);
            let len = if step.is_err() { converter.whole() } else { usize::MAX };
            let take = |bytes: &[u8]| {
                whole.extend_from_slice(&bytes[..len.min(bytes.len())]);
                Ok::<_, ()>(())
            };
            converter.take(take).unwrap();
            match step {
                Err(refused) => break refused,
                Ok(step) => {
                    assert!(!step.ended, "{value}: nothing is refused");
                    from += step.read;
                    to = if step.full { to } else { text.len().min(to + size) };
                }
            }
        };
        assert!(refused.loss.is_some(), "{value}: {refused}");
        assert_eq!(converter.value_number(), 2, "{value}: {conversion:?}");
        let one: &[&[u8]] = &[b"1\n", b"1e0\n", b"\xE0\x01\x00\xEA\x21\x01", b"\xE0\x01\x00\xEA\x44\x3F\x80\0\0", b""];
        assert!(one.contains(&&whole[..]), "{value}: {}", whole.escape_ascii());
    }
}
