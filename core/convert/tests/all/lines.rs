//! Lines as records: a bad one does not affect others.

use crate::ion::ION;
use crate::running::{DOWN, LINES, UP};
use stringmill_convert::{Conversion, Converter, Layout, Loss, NumberRules, OnLoss, Source, Target, TopLevel};
use stringmill_ion::{Kind, Options};

/// Converts `together` lines at a time. Returns the output, the errors of bad lines, and the number of lost floats.
fn lines(conversion: &Conversion, text: &[u8], together: usize) -> (String, Vec<(&'static str, u64)>, u64) {
    let mut stack = [0; 16];
    let mut converter = Converter::new(conversion, &mut stack).with_line_max(50);
    let (mut out, mut errors, mut at) = (Vec::new(), Vec::new(), 0);
    let all: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').collect();
    let mut put = |converter: &mut Converter<'_>| {
        let taken = converter.take(|bytes| {
            out.extend_from_slice(bytes);
            Ok::<_, ()>(())
        });
        assert_eq!(taken, Ok(()));
    };
    let mut end = 0;
    for stretch in all.chunks(together) {
        end += stretch.concat().len();
        while at < end {
            match converter.lines(&text[at..end], at as u64) {
                Ok(()) => at = end,
                Err(refused) => {
                    let place = refused.error.offset as usize;
                    errors.push((refused.error.code.name(), place as u64));
                    at = text[place..].iter().position(|&byte| byte == b'\n').map_or(end, |feed| place + feed + 1);
                }
            }
            put(&mut converter);
        }
    }
    converter.end_lines(text.len() as u64).unwrap();
    put(&mut converter);
    (String::from_utf8(out).unwrap(), errors, converter.losses().count(Loss::Float))
}

fn expect(conversion: &Conversion, text: &str, out: &str, errors: &[(&'static str, u64)]) {
    for together in [1, 2, 3, 100] {
        let found = lines(conversion, text.as_bytes(), together);
        assert_eq!((found.0.as_str(), &found.1[..]), (out, errors), "{together} lines together");
    }
}

const FROM_JSON: Conversion = Conversion { source: Source::Json(LINES), ..UP };
const IONS: Conversion = Conversion { target: Target::Ion(Options::LINES), ..DOWN };

#[test]
fn good_lines_of_json_go_on() {
    let text = "{\"a\": 1}\n[1,\n\n[2 ]x\n 3\ntru\n\"end\"";
    let errors = [("json_incomplete", 12), ("json_trailing", 18), ("json_incomplete", 26)];
    let to = |target| Conversion { target, ..FROM_JSON };
    expect(&to(Target::Json(TopLevel::Lines, Layout::Compact)), text, "{\"a\":1}\n3\n\"end\"\n", &errors);
    expect(&to(Target::Json(TopLevel::Array, Layout::Compact)), text, "[{\"a\":1},3,\"end\"]\n", &errors);
    expect(&to(Target::Ion(Options::LINES)), text, "{a:1}\n3\n\"end\"\n", &errors);
}

#[test]
fn good_lines_of_ion_go_on() {
    let text = "a::1\n[1,\n'''x\n2 3 // two\n$10\n$ion_symbol_table::{symbols:[\"s\"]}\n$10\n{a:\n$10 }\n$10";
    let errors = [
        ("ion_incomplete", 8),
        ("string_unterminated", 13),
        ("ion_symbol_id", 25),
        ("ion_incomplete", 71),
        ("ion_value_expected", 76),
    ];
    expect(&DOWN, text, "1\n2\n3\n\"s\"\n\"s\"\n", &errors);
    expect(&IONS, text, "a::1\n2\n3\ns\ns\n", &errors);
}

#[test]
fn nothing_of_a_bad_line_is_written_or_counted() {
    let text = "[1e0]\n[2e0, {a: [3e0, x y]}]\n[4e0]\n";
    for together in [1, 3] {
        let (out, errors, floats) = lines(&DOWN, text.as_bytes(), together);
        assert_eq!((out.as_str(), &errors[..], floats), ("[1e0]\n[4e0]\n", &[("ion_comma_expected", 24)][..], 2));
    }
    let strict = Conversion { on_loss: OnLoss::Refuse, ..DOWN };
    expect(&strict, "[1]\n[2, a::3]\n[4]", "[1]\n[4]\n", &[("convert_loss", 11)]);
    let floats = NumberRules { whole: Kind::Float, others: Kind::Float };
    let floats = Conversion { numbers: floats, on_loss: OnLoss::Refuse, ..FROM_JSON };
    expect(&floats, "[1]\n[2, 9007199254740993]\n[4]", "[1e0]\n[4e0]\n", &[("convert_loss", 8)]);
    let typed = Conversion { typed: true, ..FROM_JSON };
    expect(&typed, "[1]\n[2, {\"$ion_int\":3}]\n[4]", "[1]\n[4]\n", &[("convert_typed", 20)]);
}

/// A bad line leaves no trace: not in the separators, and not in the symbol table.
#[test]
fn values_after_a_bad_line_are_separate() {
    let compact = Conversion { target: Target::Ion(Options::COMPACT), ..DOWN };
    expect(&compact, "1\n[\n2 3\n)\n4", "1 2 3 4\n", &[("ion_incomplete", 3), ("ion_value_expected", 8)]);
    let compact = Conversion { target: Target::Ion(Options::COMPACT), ..FROM_JSON };
    expect(&compact, "1\n[\n2", "1 2\n", &[("json_incomplete", 3)]);
    let long = Options { long_string_threshold: Some(1), ..Options::LINES };
    let long = Conversion { target: Target::Ion(long), ..DOWN };
    expect(&long, "\"abc\"\n[\n\"def\"", "'''abc'''\n\"def\"\n", &[("ion_incomplete", 7)]);
    let typed = Conversion { typed: true, ..FROM_JSON };
    let table = "{\"$ion_symbol_table\":[{\"name\":\"t\",\"version\":1,\"max_id\":5}]}\n";
    let (out, errors, _) = lines(
        &typed,
        format!("{table}{{\"$ion_symbol\":10}}\n{{\"$ion_int\":3}}\n{{\"$ion_symbol\":11}}\n").as_bytes(),
        9,
    );
    assert_eq!(errors, [("convert_typed", 91)]);
    assert_eq!(out.lines().skip(1).collect::<Vec<_>>(), ["$10", "$11"]);
}

#[test]
fn long_lines_are_refused() {
    let text = format!("1\n\"{}\"\n2\n", "x".repeat(50));
    expect(&IONS, &text, "1\n2\n", &[("limit_record_len", 52)]);
}

/// Comments of a bad line are not lost, because the caller keeps the line.
#[test]
fn comments_of_bad_lines_are_not_counted() {
    let text = "1 /*a*/\n[/*b*/ 2\n/*c*/ 3 //d\n/*e\n4";
    let mut stack = [0; 16];
    let mut converter = Converter::new(&ION, &mut stack);
    let (mut refused, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        refused += u32::from(converter.lines(line.as_bytes(), at).is_err());
        at += line.len() as u64;
    }
    let losses = converter.losses();
    assert_eq!((refused, losses.count(Loss::Comments), losses.first(Loss::Comments)), (2, 3, Some(2)));
}
