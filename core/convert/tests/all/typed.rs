//! Ion into typed JSON, and back.

use crate::running::{DOWN_TYPED, UP, UP_TYPED, error, text};
use crate::tree::read_whole;
use stringmill_convert::{Conversion, Layout, Source, Target, TopLevel};
use stringmill_json::JsonCheck;
use stringmill_kernels::Tier;

#[test]
fn each_type_has_its_form() {
    for (ion, json) in [
        ("null", "null"),
        ("true", "true"),
        ("-17", "-17"),
        ("0xfF", "{\"$ion_int\":\"0xfF\"}"),
        ("1.50", "1.50"),
        ("1.", "{\"$ion_decimal\":\"1.\"}"),
        ("1d-3", "{\"$ion_decimal\":\"1d-3\"}"),
        ("1.5e3", "1.5e3"),
        ("nan", "{\"$ion_float\":\"nan\"}"),
        ("-inf", "{\"$ion_float\":\"-inf\"}"),
        ("null.clob", "{\"$ion_null\":\"clob\"}"),
        ("2024-01-01", "{\"$ion_timestamp\":\"2024-01-01\"}"),
        ("'a b'", "{\"$ion_symbol\":\"a b\"}"),
        ("$0", "{\"$ion_symbol\":0}"),
        ("\"text\"", "\"text\""),
        ("{{\"a\\xff\\x7f\"}}", "{\"$ion_clob\":\"a\\u00ff\\u007f\"}"),
        ("1e400", "1e400"),
        ("{{aGVsbG8=}}", "{\"$ion_blob\":\"aGVsbG8=\"}"),
        ("[1,[]]", "[1,[]]"),
        ("(+ 1)", "{\"$ion_sexp\":[{\"$ion_symbol\":\"+\"},1]}"),
        ("{a:1,b:{}}", "{\"a\":1,\"b\":{}}"),
        ("a::'b c'::1", "{\"$ion_annotations\":[\"a\",\"b c\"],\"$ion_value\":1}"),
        (
            "$0::(a::())",
            "{\"$ion_annotations\":[0],\"$ion_value\":{\"$ion_sexp\":[\
             {\"$ion_annotations\":[\"a\"],\"$ion_value\":{\"$ion_sexp\":[]}}]}}",
        ),
        ("{$ion_null:1,'$ion_x':2,$0:3}", "{\"$ion_name:$ion_null\":1,\"$ion_name:$ion_x\":2,\"$ion_id:0\":3}"),
    ] {
        assert_eq!(text(&DOWN_TYPED, ion.as_bytes()), format!("{json}\n"), "{ion}");
        let back = text(&UP_TYPED, json.as_bytes());
        assert_eq!(text(&DOWN_TYPED, back.as_bytes()), format!("{json}\n"), "{ion} came back as {back}");
    }
}

#[test]
fn symbols_without_text_keep_their_table() {
    let ion = b"$ion_symbol_table::{imports:[{name:\"x\",version:2,max_id:5}],symbols:[\"l\"]} [$10, $15, {$14:1}]";
    let json = "{\"$ion_symbol_table\":[{\"name\":\"x\",\"version\":2,\"max_id\":5}]}\n\
                [{\"$ion_symbol\":10},{\"$ion_symbol\":\"l\"},{\"$ion_id:14\":1}]\n";
    assert_eq!(text(&DOWN_TYPED, ion), json);
    let back = text(&UP_TYPED, json.as_bytes());
    assert_eq!(text(&DOWN_TYPED, back.as_bytes()), json);
}

/// Ion 1.0, symbols: an ID of a local table without a text is equal to symbol zero.
#[test]
fn gaps_of_local_tables_become_symbol_zero() {
    let ion = b"$ion_symbol_table::{imports:[{name:\"x\",version:1,max_id:2}],symbols:[\"l\",null,7]} \
                [$11, $13, $14, $13::$14::$12, {$13:1,$10:2}]";
    let json = "{\"$ion_symbol_table\":[{\"name\":\"x\",\"version\":1,\"max_id\":2}]}\n\
                [{\"$ion_symbol\":11},{\"$ion_symbol\":0},{\"$ion_symbol\":0},\
                {\"$ion_annotations\":[0,0],\"$ion_value\":{\"$ion_symbol\":\"l\"}},{\"$ion_id:0\":1,\"$ion_id:10\":2}]\n";
    assert_eq!(text(&DOWN_TYPED, ion), json);
    let back = text(&UP_TYPED, json.as_bytes());
    assert_eq!(read_whole(Tier::best(), back.as_bytes()), read_whole(Tier::best(), ion));
}

#[test]
fn pretty_json_comes_back_too() {
    let pretty = Conversion { target: Target::Json(TopLevel::Array, Layout::Pretty), ..DOWN_TYPED };
    let json = text(&pretty, b"a::{b:(c [1]), d:e::[]} f");
    let one = Conversion { source: Source::Json(JsonCheck::STRICT), ..UP_TYPED };
    assert_eq!(text(&one, json.as_bytes()), "[a::{b:(c [1]),d:e::[]},f]\n");
}

#[test]
fn objects_that_say_nothing_are_refused() {
    for (json, at) in [
        ("{\"$ion_int\":1}", 12),
        ("{\"$ion_int\":\"1.0\"}", 12),
        ("{\"$ion_int\":\"1 \"}", 12),
        ("{\"$ion_float\":\"1\"}", 14),
        ("{\"$ion_timestamp\":\"2024\"}", 18),
        ("{\"$ion_int\":\"1\",\"a\":2}", 16),
        ("{\"$ion_null\":\"nothing\"}", 13),
        ("{\"$ion_null\":\"int.int\"}", 13),
        ("{\"$ion_symbol\":1.5}", 15),
        ("{\"$ion_symbol\":null}", 15),
        ("{\"$ion_clob\":\"\u{100}\"}", 13),
        ("{\"$ion_blob\":\"a\"}", 13),
        ("{\"$ion_sexp\":1}", 13),
        ("{\"$ion_annotations\":1}", 20),
        ("{\"$ion_annotations\":[\"a\"]}", 25),
        ("{\"$ion_annotations\":[\"a\"],\"value\":1}", 26),
        ("{\"$ion_annotations\":[null],\"$ion_value\":1}", 21),
        ("{\"$ion_annotations\":[\"a\"],\"$ion_value\":1,\"b\":2}", 41),
        ("{\"a\":{\"$ion_symbol_table\":[]}}", 6),
        ("{\"$ion_symbol_table\":[1]}", 22),
        ("{\"$ion_symbol_table\":[{\"version\":\"2\"}]}", 33),
        ("{\"$ion_id:x\":1}", 1),
    ] {
        assert_eq!(error(&UP_TYPED, json.as_bytes()), ("convert_typed", at), "{json}");
    }
    // Untyped, they are ordinary objects.
    assert_eq!(text(&UP, b"{\"$ion_int\":1}"), "{$ion_int:1}\n");
}

/// An error of the writer has its own code, not that of an object without a type.
#[test]
fn refused_values_say_why() {
    for (json, error_is) in [
        ("{\"$ion_symbol\":10}", ("ion_symbol_id", 15)),
        ("{\"$ion_id:99\":1}", ("ion_symbol_id", 1)),
        ("{\"$ion_annotations\":[10],\"$ion_value\":1}", ("ion_symbol_id", 21)),
        ("{\"$ion_symbol\":\"$ion_1_0\"}", ("convert_system_value", 15)),
        ("{\"$ion_annotations\":[\"$ion_symbol_table\"],\"$ion_value\":{\"a\":1}}", ("convert_system_value", 56)),
    ] {
        assert_eq!(error(&UP_TYPED, json.as_bytes()), error_is, "{json}");
    }
}
