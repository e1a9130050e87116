//! Ion into JSON by the rules for down-converting.

use crate::running::{DOWN, convert, error, in_pieces, text};
use stringmill_convert::{Conversion, Converter, Layout, Loss, OnLoss, Target, TopLevel};
use stringmill_ion::{Catalog, SharedTable};
use stringmill_kernels::Tier;
use stringmill_outcome::Chunk;

#[test]
fn each_type_becomes_what_the_rules_say() {
    for (ion, json) in [
        ("null", "null"),
        ("null.struct", "null"),
        ("true false", "true\nfalse"),
        ("0 -17 1_000 123456789012345678901234567890", "0\n-17\n1000\n123456789012345678901234567890"),
        ("1.50 -0.0 1. 12d3 1.5D-7 1_0.5_0 0. 1.d2", "1.50\n-0.0\n1\n12e3\n1.5e-7\n10.50\n0\n1e2"),
        ("1e0 -1.5E+10 1.e5 1_0e1", "1e0\n-1.5E+10\n1e5\n10e1"),
        ("nan +inf -inf", "null\nnull\nnull"),
        ("1e400 -1_0.e399 1e308 1.8e308 1e-400", "null\nnull\n1e308\nnull\n1e-400"),
        ("2024T 2024-02-29T12:00:00.10-00:00", "\"2024T\"\n\"2024-02-29T12:00:00.10-00:00\""),
        ("abc 'two words' '\\n'", "\"abc\"\n\"two words\"\n\"\\n\""),
        ("\"a\\x41\\/\\U0001F600\t\"", "\"aA/\u{1F600}\\t\""),
        ("'''one ''' /* and */ '''two\r\n'''", "\"one two\\n\""),
        ("{{aGVsbG8=}} {{ }} {{\"a\\xff\\0\\\"\"}}", "\"aGVsbG8=\"\n\"\"\n\"a\\u00ff\\u0000\\\"\""),
        ("[] [1, [2,],] (a + (b))", "[]\n[1,[2]]\n[\"a\",\"+\",[\"b\"]]"),
        ("{} {a:1, 'b c':{}, \"d\":[], '''e''' '''f''':2}", "{}\n{\"a\":1,\"b c\":{},\"d\":[],\"ef\":2}"),
        ("a::b::{c:d::1}", "{\"c\":1}"),
        ("$ion_1_0 $ion_symbol_table::{symbols:[\"x\"]} $10 {$4:$10}", "\"x\"\n{\"name\":\"x\"}"),
        ("$0 {$0:a}", "\"$0\"\n{\"$0\":\"a\"}"),
        ("'' {'':1}", "\"\"\n{\"\":1}"),
    ] {
        assert_eq!(text(&DOWN, ion.as_bytes()), format!("{json}\n"), "{ion}");
    }
    assert_eq!(text(&DOWN, b" // nothing"), "");
}

#[test]
fn ints_of_other_bases_keep_their_value() {
    for (ion, json) in [
        ("0x0", "0"),
        ("-0x0", "0"),
        ("0xfF", "255"),
        ("-0B1_01", "-5"),
        ("0xFFFFFFFFFFFFFFFF", "18446744073709551615"),
        ("0x8AC7230489E80000", "10000000000000000000"),
        ("-0x1_0000_0000_0000_0000_0000_0000_0000_0000", "-340282366920938463463374607431768211456"),
    ] {
        assert_eq!(text(&DOWN, ion.as_bytes()), format!("{json}\n"), "{ion}");
    }
    // Powers of two, by decimal doubling.
    let mut digits = vec![1u8];
    for power in 0..300 {
        let expected: String = digits.iter().rev().map(|digit| char::from(b'0' + digit)).collect();
        assert_eq!(text(&DOWN, format!("0b1{}", "0".repeat(power)).as_bytes()), format!("{expected}\n"));
        let mut carry = 0;
        for digit in &mut digits {
            let double = *digit * 2 + carry;
            (*digit, carry) = (double % 10, double / 10);
        }
        if carry > 0 {
            digits.push(carry);
        }
    }
    let long = format!("[0x{}]", "1".repeat(200_000));
    let refused = in_pieces(Tier::best(), &DOWN, long.as_bytes(), 1 << 20, usize::MAX).unwrap_err();
    assert_eq!((refused.error.code.name(), refused.error.offset), ("limit_string_len", 1 + 2 + (1 << 15)));
}

/// Every character up to U+00FF at every place of short texts, and the characters that JSON numbers lack.
#[test]
fn short_texts_of_every_length() {
    let run = |ion: &str| {
        let (json, _) = in_pieces(Tier::best(), &DOWN, ion.as_bytes(), ion.len(), usize::MAX).unwrap();
        String::from_utf8(json).unwrap()
    };
    for len in 1..40 {
        let (mut ion, mut json) = (String::new(), String::new());
        for (at, code) in (0..len).flat_map(|at| (0..=255u8).map(move |code| (at, code))) {
            let letters = |count: usize| "abcdefghijklmnopqrstuvwxyz".chars().cycle().take(count).collect::<String>();
            let written = match code {
                b'"' | b'\\' => format!("\\{}", char::from(code)),
                8 => "\\b".into(),
                9 => "\\t".into(),
                10 => "\\n".into(),
                12 => "\\f".into(),
                13 => "\\r".into(),
                0..0x20 => format!("\\u{code:04x}"),
                _ => char::from(code).to_string(),
            };
            ion += &format!("\"{}\\x{code:02x}{}\" ", letters(at), letters(len - at - 1));
            json += &format!("\"{}{written}{}\"\n", letters(at), letters(len - at - 1));
        }
        assert_eq!(run(&ion), json, "{len}");
        let digits = "1234567890".repeat(4);
        let digits = &digits[..len];
        assert_eq!(run(&format!("{digits} {digits}. {digits}e5 {digits}.e5 {digits}d5")), {
            format!("{digits}\n{digits}\n{digits}e5\n{digits}e5\n{digits}e5\n")
        });
        for at in 1..len {
            let (before, behind) = digits.split_at(at);
            let expected = format!("{digits}\n{before}.{behind}\n{before}.{behind}e1\n");
            assert_eq!(run(&format!("{before}_{behind} {before}.{behind} {before}.{behind}D1")), expected);
        }
    }
}

#[test]
fn pretty_and_arrays() {
    let to = |top, layout| Conversion { target: Target::Json(top, layout), ..DOWN };
    let ion = b"{a:[1,{}], b:()} [] 1";
    let expected = "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": []\n}\n[]\n1\n";
    assert_eq!(text(&to(TopLevel::Lines, Layout::Pretty), ion), expected);
    assert_eq!(text(&to(TopLevel::Array, Layout::Compact), ion), "[{\"a\":[1,{}],\"b\":[]},[],1]\n");
    assert_eq!(text(&to(TopLevel::Array, Layout::Compact), b""), "[]\n");
    assert_eq!(text(&to(TopLevel::Array, Layout::Pretty), b"1 [2]"), "[\n  1,\n  [\n    2\n  ]\n]\n");
    let one = to(TopLevel::One, Layout::Compact);
    assert_eq!(text(&one, b"[1, 2]"), "[1,2]\n");
    assert_eq!(error(&one, b"[1, 2] a::3"), ("convert_one_value", 10));
    assert_eq!(error(&one, b" // none"), ("convert_one_value", 8));
}

#[test]
fn losses_are_counted_with_their_first_places() {
    let ion = b"a::{b:c::d, e:(), f:{{}}, g:{{\"\"}}, h:1.0, i:1e0, j:nan, k:null.int, l:2024T, b:$0, $0:1} x";
    let (_, losses) = convert(&DOWN, ion).unwrap();
    let found = Loss::ALL.map(|loss| {
        let text = losses.first(loss).map(|at| &ion[at as usize..][..3]);
        (loss.name(), losses.count(loss), text.unwrap_or_default())
    });
    let expected: [(_, _, &[u8]); 14] = [
        ("annotations", 2, b"{b:"),
        ("symbol", 2, b"d, "),
        ("unknown_symbol", 2, b"$0,"),
        ("sexp", 1, b"(),"),
        ("clob", 1, b"{{\""),
        ("blob", 1, b"{{}"),
        ("decimal", 1, b"1.0"),
        ("float", 1, b"1e0"),
        ("not_finite", 1, b"nan"),
        ("typed_null", 1, b"nul"),
        ("timestamp", 1, b"202"),
        ("repeated_field", 1, b"$0,"),
        ("rounded", 0, b""),
        ("comments", 0, b""),
    ];
    assert_eq!(found, expected);
    assert!(convert(&DOWN, b"{a: [1, \"x\", null, true, {}], b: 0xFF} [2]").unwrap().1.is_empty());
}

#[test]
fn floats_beyond_doubles_are_not_finite() {
    let (json, losses) = convert(&DOWN, b"1e400 -1.5E+99999999999 nan -inf 1e308 1e-400").unwrap();
    assert_eq!(json, "null\nnull\nnull\nnull\n1e308\n1e-400\n");
    let counts = [Loss::NotFinite, Loss::Float].map(|loss| (losses.count(loss), losses.first(loss)));
    assert_eq!(counts, [(4, Some(0)), (2, Some(33))]);
}

/// Cookbook, "Down-converting to JSON", rule 8.
#[test]
fn each_byte_of_a_clob_is_the_code_point_of_its_number() {
    for byte in 0..=0xFF_u8 {
        let expected = match byte {
            b'\x08' => "\\b".to_owned(),
            b'\t' => "\\t".to_owned(),
            b'\n' => "\\n".to_owned(),
            b'\x0C' => "\\f".to_owned(),
            b'\r' => "\\r".to_owned(),
            b'"' | b'\\' => format!("\\{}", char::from(byte)),
            b' '..=b'~' => char::from(byte).to_string(),
            _ => format!("\\u00{byte:02x}"),
        };
        let ion = format!("{{{{\"\\x{byte:02x}\"}}}}");
        assert_eq!(text(&DOWN, ion.as_bytes()), format!("\"{expected}\"\n"), "{ion}");
    }
}

#[test]
fn losses_are_refused_on_request() {
    let strict = Conversion { on_loss: OnLoss::Refuse, ..DOWN };
    for ion in ["a::1", "a", "$0", "(1)", "{{\"\"}}", "{{}}", "1.", "1e0", "nan", "null.int", "2024T", "{a:1,a:2}"] {
        let refused = convert(&strict, ion.as_bytes()).expect_err(ion);
        assert_eq!((refused.error.code.name(), refused.loss.is_some()), ("convert_loss", true), "{ion}");
    }
    assert_eq!(error(&strict, b"[1, {a: b}]"), ("convert_loss", 8));
    assert_eq!(text(&strict, b"{a:1,b:{a:2},c:{a:3}}"), "{\"a\":1,\"b\":{\"a\":2},\"c\":{\"a\":3}}\n");
}

/// Repeated names are found in small and large structs, nested and adjacent.
#[test]
fn repeated_names_are_found() {
    let count = |ion: &str| {
        let (_, losses) = in_pieces(Tier::best(), &DOWN, ion.as_bytes(), 1000, usize::MAX).unwrap();
        losses.count(Loss::RepeatedField)
    };
    let names = |count: usize| (0..count).map(|at| format!("name{at}:{{name{at}:1}}")).collect::<Vec<_>>().join(",");
    for many in [1, 2, 23, 24, 25, 26, 100, 5000] {
        assert_eq!(count(&format!("[{{{}}},{{{}}}]", names(many), names(many))), 0, "{many}");
        assert_eq!(count(&format!("{{{},{}}}", names(many), names(many))), many as u64, "{many}");
    }
    assert_eq!(count("{a:1, 'a':2, \"a\":3, '''a''':4, ab:5, b:6}"), 3);
}

#[test]
fn what_is_no_ion_is_refused_at_its_place() {
    assert_eq!(error(&DOWN, b"[1, {a:b}}"), ("ion_bracket_mismatched", 9));
    assert_eq!(error(&DOWN, b"{a:\"b"), ("string_unterminated", 5));
    assert_eq!(error(&DOWN, b"{a:1"), ("ion_incomplete", 4));
    assert_eq!(error(&DOWN, b"$ion_symbol_table::{imports:[{name:\"x\"}]} 1"), ("ion_import_unknown", 29));
}

#[test]
fn imports_come_from_the_catalog() {
    let mut catalog = Catalog::EMPTY;
    catalog.add(SharedTable { name: "t".into(), version: 1, symbols: vec![Some("metre".into())] });
    let mut stack = [];
    let mut converter = Converter::with_catalog(Tier::best(), &DOWN, &mut stack, catalog);
    let ion = br#"$ion_symbol_table::{imports:[{name:"t",version:1,max_id:1}]} $10"#;
    assert!(converter.step(ion, Chunk::Last, usize::MAX).unwrap().ended);
    converter.take(|json| (assert_eq!(json, b"\"metre\"\n"), Ok::<_, ()>(())).1).unwrap();
    assert_eq!(converter.losses().count(Loss::UnknownSymbol), 0);
}
