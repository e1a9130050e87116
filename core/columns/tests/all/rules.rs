//! The rules of each type, with the place of each value that does not fit.

use crate::rows::{read, rows};
use stringmill::ErrorCode;
use stringmill::columns::{Column, DataType, Field, Offsets, UnknownMembers, Values};

fn table(fields: &[(&str, DataType)]) -> Field {
    let fields = fields.iter().map(|(name, data_type)| Field::new(*name, data_type.clone(), true)).collect();
    Field::new("", DataType::Struct(fields), false)
}

fn list(item: DataType) -> DataType {
    DataType::List(Box::new(Field::new("item", item, true)))
}

fn map(value: DataType) -> DataType {
    DataType::Map(Box::new(Field::new("value", value, true)))
}

#[test]
fn values_that_do_not_fit_are_rejects_with_their_place() {
    let member = DataType::Struct(vec![Field::new("be", DataType::Boolean, false)]);
    let schema = table(&[
        ("i", DataType::Int8),
        ("u", DataType::UInt64),
        ("f", DataType::Float32),
        ("t", DataType::Utf8),
        ("l", list(DataType::Int16)),
        ("s", member),
        ("m", map(DataType::Int64)),
    ]);
    let cases: &[(&str, usize, &str)] = &[
        ("{\"i\": 128}", 6, "i has the type Int8"),
        ("{\"i\": 1.0}", 6, "i has the type Int8"),
        ("{\"u\": -1}", 6, "u has the type UInt64"),
        ("{\"u\": 18446744073709551616}", 6, "u has the type UInt64"),
        ("{\"f\": 1e39}", 6, "f has the type Float32"),
        ("{\"t\": 5}", 6, "t has the type Utf8"),
        ("{\"l\": [1, [2]]}", 10, "l[] has the type Int16"),
        ("{\"l\": {}}", 6, "l is an array"),
        ("{\"s\": {}}", 6, "s.be has the type Boolean without null"),
        ("{\"s\": {\"be\": null}}", 13, "s.be has the type Boolean without null"),
        ("{\"s\": []}", 6, "s is an object"),
        ("{\"m\": [1]}", 6, "m is an object"),
        ("{\"m\": {\"a\": 1, \"b\": \"2\"}}", 20, "m{} has the type Int64"),
        ("null", 0, "a record is an object without null"),
        ("  [1]", 2, "a record is an object without null"),
    ];
    for (line, at, says) in cases {
        // After each of them the next record is read as if nothing had happened.
        let file = format!("{{\"i\": 1}}\n{line}\n{{\"i\": 3, \"m\": {{\"a\": 2}}}}\n");
        let (batch, block) = read(file.as_bytes(), &schema, UnknownMembers::Ignore);
        assert_eq!(
            rows(&batch.records),
            ["(1,null,null,null,null,null,null,)", "(3,null,null,null,null,null,{\"a\":2,},)"]
        );
        let [reject] = &batch.rejects[..] else { panic!("{line}: {:?}", batch.rejects) };
        let code = if line.contains("e39") { ErrorCode::NumberOverflow } else { ErrorCode::ConvertLoss };
        assert_eq!((reject.error.code, reject.error.offset), (code, *at as u64), "{line}");
        assert_eq!(reject.misfit.as_ref().unwrap().to_string(), *says, "{line}");
        assert_eq!((block.place(reject).line, block.place(reject).start), (2, 9), "{line}");
    }
}

#[test]
fn buffers_have_the_layout_of_arrow() {
    let schema = table(&[
        ("m", map(list(DataType::Utf8))),
        ("l", DataType::LargeList(Box::new(Field::new("item", DataType::Int8, true)))),
    ]);
    let file = b"{\"m\": {\"a\": [\"x\", null], \"b\": null}}\n{\"l\": [1, 2]}\n{\"m\": {}, \"l\": []}\n";
    let (batch, _) = read(file, &schema, UnknownMembers::Refuse);
    let Values::Struct(columns) = &batch.records.values else { panic!("a struct") };
    let Column { validity, values: Values::Map { offsets, keys, values }, .. } = &columns[0] else { panic!("a map") };
    assert_eq!(validity.clone().unwrap().into_bytes(), [0b101]);
    assert_eq!((offsets, keys.len, values.len), (&Offsets::Small(vec![0, 2, 2, 2]), 2, 2));
    let Values::Utf8 { offsets, bytes } = &keys.values else { panic!("strings") };
    assert_eq!((offsets, &bytes[..], &keys.validity), (&Offsets::Small(vec![0, 1, 2]), &b"ab"[..], &None));
    let Values::List { offsets, items } = &values.values else { panic!("lists") };
    assert_eq!(
        (offsets, items.len, values.validity.clone().unwrap().into_bytes()),
        (&Offsets::Small(vec![0, 2, 2]), 2, vec![0b01])
    );
    let Values::List { offsets, items } = &columns[1].values else { panic!("lists") };
    assert_eq!((offsets, &items.values), (&Offsets::Large(vec![0, 0, 2, 2]), &Values::Int8(vec![1, 2])));
    assert_eq!(columns[1].validity.clone().unwrap().into_bytes(), [0b110]);
}

/// The last value of a name counts; a map keeps the place of the first. Few and many names.
#[test]
fn of_a_repeated_name_the_last_value_counts() {
    let schema = table(&[("a", DataType::Int8), ("m", map(list(DataType::Int8))), ("t", DataType::Utf8)]);
    let many: Vec<String> = (0..40).map(|n| format!("\"k{}\": [{n}]", n % 20)).collect();
    let lines = [
        "{\"a\": 1, \"t\": \"xyz\", \"a\": null, \"t\": \"w\"}".to_owned(),
        "{\"a\": 1, \"\\u0061\": 2, \"m\": {\"x\": [1], \"y\": [2], \"\\u0078\": [3, 4]}}".to_owned(),
        format!("{{\"m\": {{{}}}}}", many.join(",")),
        "{\"m\": {\"z\": []}, \"a\": 5}".to_owned(),
    ];
    let (batch, _) = read(lines.join("\n").as_bytes(), &schema, UnknownMembers::Refuse);
    assert_eq!(batch.rejects, []);
    let mut last: Vec<_> = (20..40).map(|n| format!("\"k{}\":[{n},],", n % 20)).collect();
    last.sort();
    let expected = [
        "(null,null,\"w\",)".to_owned(),
        "(2,{\"x\":[3,4,],\"y\":[2,],},null,)".to_owned(),
        format!("(null,{{{}}},null,)", last.concat()),
        "(5,{\"z\":[],},null,)".to_owned(),
    ];
    assert_eq!(rows(&batch.records), expected);
    let Values::Struct(columns) = &batch.records.values else { panic!("a struct") };
    let Values::Map { keys, .. } = &columns[1].values else { panic!("a map") };
    assert_eq!(rows(keys)[..4], ["\"x\"", "\"y\"", "\"k0\"", "\"k1\""]);
}

/// Names that are a part of another one, or of text around one; members in another order, absent and unknown.
#[test]
fn names_are_compared_as_a_whole() {
    let schema =
        table(&[("a", DataType::Int8), ("ab", DataType::Int8), ("a\":1,\"b", DataType::Int8), ("", DataType::Int8)]);
    let lines = [
        "{\"a\":1,\"ab\":2,\"a\\\":1,\\\"b\":3,\"\":4}",
        "{\"a\":1,\"b\":2}",
        "{\"ab\" : 5 , \"a\" :6}",
        "{\"x\":{\"a\":[\"]\",{\"b\":1}]},\"a\":7,\"y\":\"\\\\\",\"z\":-1.5e3,\"w\":null,\"ab\":8}",
        "{\"x\":0,\"a\":9,\"y\":true,\"z\":false,\"w\":[],\"ab\":10}",
        "{}",
    ];
    let expected = [
        "(1,2,3,4,)",
        "(1,null,null,null,)",
        "(6,5,null,null,)",
        "(7,8,null,null,)",
        "(9,10,null,null,)",
        "(null,null,null,null,)",
    ];
    let (batch, _) = read(lines.join("\n").as_bytes(), &schema, UnknownMembers::Ignore);
    assert_eq!((rows(&batch.records), batch.rejects), (expected.map(str::to_owned).to_vec(), vec![]));
}

/// Strings of every length around the words and blocks that find their end, with an escape at every place.
#[test]
fn strings_of_every_length() {
    let schema = table(&[("t", DataType::Utf8)]);
    for len in 0..150 {
        for escape in (0..=len).step_by(7) {
            let text = ["x".repeat(escape), "\"\\é".to_owned(), "y".repeat(len - escape)].concat();
            let plain = "z".repeat(len);
            let quoted = serde_json::to_string(&text).unwrap();
            let file = format!("{{\"t\":{quoted}}}\n{{\"u\":{quoted},\"t\":\"{plain}\"}}");
            let (batch, _) = read(file.as_bytes(), &schema, UnknownMembers::Ignore);
            assert_eq!(rows(&batch.records), [format!("({text:?},)"), format!("(\"{plain}\",)")], "{len} {escape}");
        }
    }
}

#[test]
fn as_many_levels_as_the_check_allows() {
    for (open, end) in [("[", "]"), ("{\"a\":", "}")] {
        let deep = format!("{{\"x\":{}1{},\"n\":1}}", open.repeat(1023), end.repeat(1023));
        let deeper = format!("{}1{}", open.repeat(1025), end.repeat(1025));
        let file = format!("{deep}\n{deeper}\n{{\"n\":2}}\n");
        let (batch, _) = read(file.as_bytes(), &table(&[("n", DataType::Int8)]), UnknownMembers::Ignore);
        assert_eq!(rows(&batch.records), ["(1,)", "(2,)"]);
        assert_eq!((batch.rejects.len(), batch.rejects[0].error.code), (1, ErrorCode::LimitDepth));
    }
}

#[test]
fn numbers_at_the_edges() {
    let schema = table(&[("i", DataType::Int64), ("u", DataType::UInt64), ("f", DataType::Float64)]);
    let numbers = [
        ("-0", "0", None, "-0.0"),
        ("0", "0", Some("0"), "0.0"),
        ("999999999999999999", "999999999999999999", Some("999999999999999999"), "1e18"),
        ("-9223372036854775808", "-9223372036854775808", None, "-9.223372036854775808e18"),
        ("9223372036854775807", "9223372036854775807", Some("9223372036854775807"), "9.223372036854775807e18"),
    ];
    for (text, int, unsigned, float) in numbers {
        let file = format!("{{\"i\":{text}}}\n{{\"u\":{text}}}\n{{\"f\":{text}}}\n");
        let (batch, _) = read(file.as_bytes(), &schema, UnknownMembers::Ignore);
        let mut expected = vec![format!("({int},null,null,)")];
        expected.extend(unsigned.map(|unsigned| format!("(null,{unsigned},null,)")));
        expected.push(format!("(null,null,{:?},)", float.parse::<f64>().unwrap()));
        assert_eq!(rows(&batch.records), expected, "{text}");
    }
}

/// A line that is no JSON has that error, whatever fits before it or does not; and the next record is read.
#[test]
fn text_after_a_record_outweighs_its_row_and_its_misfit() {
    let schema = table(&[("i", DataType::Int8), ("l", list(DataType::Int8)), ("m", map(DataType::Int8))]);
    let cases: &[(&str, u64, ErrorCode)] = &[
        ("{\"i\": 1} x", 9, ErrorCode::JsonTrailing),
        ("{\"i\": 1} {}", 9, ErrorCode::JsonTrailing),
        ("{\"i\": 300} ]", 11, ErrorCode::JsonTrailing),
        ("{\"i\": 300, \"l\": [1,]}", 19, ErrorCode::JsonValueExpected),
        ("{\"l\": [\"a\", 1 2]}", 14, ErrorCode::JsonBracketExpected),
        ("{\"i\": 1, \"l\": [1, 2], \"m\": {\"a\": 1", 34, ErrorCode::JsonIncomplete),
        ("{\"m\": {\"a\": 1, \"a\": \"}", 22, ErrorCode::StringUnterminated),
        ("5 5", 2, ErrorCode::JsonTrailing),
        ("null,", 4, ErrorCode::JsonTrailing),
    ];
    for (line, at, code) in cases {
        let file = format!("{{\"i\": 1}}\n{line}\n{{\"i\": 3, \"l\": [7]}}\n{line}");
        let (batch, _) = read(file.as_bytes(), &schema, UnknownMembers::Ignore);
        assert_eq!(rows(&batch.records), ["(1,null,null,)", "(3,[7,],null,)"], "{line}");
        let found: Vec<_> = batch.rejects.iter().map(|it| (it.line, it.error, it.misfit.is_none())).collect();
        let error = stringmill::Error::new(*code, *at);
        assert_eq!(found, [(2, error, true), (4, error, true)], "{line}");
        assert_eq!(batch.rejects[0].end - batch.rejects[0].start, line.len());
    }
}
