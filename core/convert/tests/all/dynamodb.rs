//! DynamoDB exports into JSON: made-up exports beside the JSON that was written with each of them.

use crate::running::{DOWN, convert, error, in_pieces, random, text};
use stringmill_convert::{Conversion, Loss, OnLoss, Source};
use stringmill_ion::Limits;
use stringmill_kernels::Tier;

const EXPORT: Conversion = Conversion { source: Source::DynamoDb(Limits::DEFAULT), ..DOWN };

#[test]
fn an_item_becomes_an_object_of_its_attributes() {
    let item = "$ion_1_0 {Item:{Authors:$dynamodb_SS::[\"a\",\"b\"],Id:103.,New:false,Pages:6d2,Price:-1.50,None:null,\
                Bytes:{{AAE=}},More:$dynamodb_BS::[{{AA==}}],Few:$dynamodb_NS::[1.,2d3],Map:{'x y':[1.,{}]}}}\n";
    let expected = "{\"Authors\":[\"a\",\"b\"],\"Id\":103,\"New\":false,\"Pages\":6e2,\"Price\":-1.50,\"None\":null,\
                    \"Bytes\":\"AAE=\",\"More\":[\"AA==\"],\"Few\":[1,2e3],\"Map\":{\"x y\":[1,{}]}}\n";
    let (out, losses) = convert(&EXPORT, item.repeat(2).as_bytes()).unwrap();
    assert_eq!(out, expected.repeat(2));
    // Sets and bytes do not come back from JSON; numbers do.
    let counts = [Loss::Annotations, Loss::Blob, Loss::Decimal].map(|loss| losses.count(loss));
    assert_eq!(counts, [6, 4, 0]);
}

#[test]
fn a_change_becomes_an_object_of_keys_metadata_and_images() {
    let record = "Keys:{Id:\"x\"},Metadata:{WriteTimestampMicros:1684374845117899.},OldImage:{Id:\"x\"},\
                  NewImage:{Id:\"x\",N:1.}";
    let expected = "{\"Keys\":{\"Id\":\"x\"},\"Metadata\":{\"WriteTimestampMicros\":1684374845117899},\
                    \"OldImage\":{\"Id\":\"x\"},\"NewImage\":{\"Id\":\"x\",\"N\":1}}\n";
    for input in [format!("$ion_1_0 {{Record:{{{record}}}}}\n"), format!("$ion_1_0 {{{record}}}\n")] {
        assert_eq!(text(&EXPORT, input.as_bytes()), expected);
    }
}

#[test]
fn what_is_no_export_is_refused_at_its_place() {
    for (input, at) in [
        ("1", 0),
        ("[{Item:{}}]", 0),
        ("a::{Item:{}}", 3),
        ("{}", 2),
        ("{Other:{}}", 7),
        ("{Item:1.}", 6),
        ("{Item:a::{}}", 9),
        ("{Item:{},Item:{}}", 14),
        ("{Item:{},Record:{}}", 16),
        ("{Record:{Other:{}}}", 15),
        ("{Record:{Keys:[]}}", 14),
        ("{Keys:{},Item:{}}", 14),
        ("{Item:{a:b}}", 9),
        ("{Item:{a:1e0}}", 9),
        ("{Item:{a:2024T}}", 9),
        ("{Item:{a:{{\"c\"}}}}", 9),
        ("{Item:{a:null.int}}", 9),
        ("{Item:{a:(1.)}}", 9),
        ("{Item:{a:b::1.}}", 12),
        ("{Item:{a:b::[1.]}}", 12),
        ("{Item:{a:$dynamodb_SS::[1.]}}", 24),
        ("{Item:{a:$dynamodb_NS::[\"1\"]}}", 24),
        ("{Item:{a:$dynamodb_BS::[[]]}}", 24),
        ("{Item:{a:$dynamodb_SS::[null]}}", 24),
        ("{Item:{a:$dynamodb_SS::$dynamodb_SS::[]}}", 37),
    ] {
        assert_eq!(error(&EXPORT, input.as_bytes()), ("convert_dynamodb", at), "{input}");
    }
    let strict = Conversion { on_loss: OnLoss::Refuse, ..EXPORT };
    assert_eq!(error(&strict, b"{Item:{n:1.,b:{{AA==}}}}"), ("convert_loss", 14));
}

/// A random attribute: its Ion and its JSON.
fn attribute(below: &mut impl FnMut(usize) -> usize, depth: usize) -> (String, String) {
    const STRINGS: [(&str, &str); 3] =
        [("\"a\"", "\"a\""), ("\"\\\"\\\\\"", "\"\\\"\\\\\""), ("\"\u{e9}\"", "\"\u{e9}\"")];
    const NUMBERS: [(&str, &str); 5] = [
        ("1.", "1"),
        ("-2.50", "-2.50"),
        ("6d2", "6e2"),
        ("1.5d-10", "1.5e-10"),
        ("12345678901234567890123456789012345678.", "12345678901234567890123456789012345678"),
    ];
    const BYTES: [(&str, &str); 2] = [("{{}}", "\"\""), ("{{AAECAw==}}", "\"AAECAw==\"")];
    let pick = |values: &[(&str, &str)], at: usize| {
        (values[at % values.len()].0.to_owned(), values[at % values.len()].1.to_owned())
    };
    let many = |below: &mut dyn FnMut(usize) -> usize, values: &[(&str, &str)], name: &str| {
        let all: Vec<_> = (0..1 + below(3)).map(|_| pick(values, below(9))).collect();
        let [ion, json] = [|pair: &(String, String)| pair.0.clone(), |pair: &(String, String)| pair.1.clone()]
            .map(|side| all.iter().map(side).collect::<Vec<_>>().join(","));
        (format!("{name}::[{ion}]"), format!("[{json}]"))
    };
    match below(if depth > 3 { 8 } else { 10 }) {
        0 => pick(&STRINGS, below(9)),
        1 | 2 => pick(&NUMBERS, below(10)),
        3 => pick(&BYTES, below(4)),
        4 => pick(&[("true", "true"), ("null", "null")], below(2)),
        5 => many(below, &STRINGS, "$dynamodb_SS"),
        6 => many(below, &NUMBERS, "'$dynamodb_NS'"),
        7 => many(below, &BYTES, "$dynamodb_BS"),
        8 => {
            let all: Vec<_> = (0..below(4)).map(|_| attribute(below, depth + 1)).collect();
            let (ion, json): (Vec<_>, Vec<_>) = all.into_iter().unzip();
            (format!("[{}]", ion.join(", ")), format!("[{}]", json.join(",")))
        }
        _ => attributes(below, depth + 1),
    }
}

/// A random map.
fn attributes(below: &mut impl FnMut(usize) -> usize, depth: usize) -> (String, String) {
    let (mut ion, mut json) = (Vec::new(), Vec::new());
    for at in 0..below(5) {
        let (left, right) = attribute(below, depth);
        ion.push(format!("{}:{left}", [format!("n{at}"), format!("'n{at}'"), format!("\"n{at}\"")][below(3)]));
        json.push(format!("\"n{at}\":{right}"));
    }
    (format!("{{{}}}", ion.join(",")), format!("{{{}}}", json.join(",")))
}

#[test]
fn generated_exports_agree_with_plain_json() {
    let mut below = random(77);
    for case in 0..300 {
        let (mut input, mut expected) = (String::new(), String::new());
        for _ in 0..below(6) {
            let (ion, json) = attributes(&mut below, 0);
            match case % 3 {
                0 => (input, expected) = (format!("{input}$ion_1_0 {{Item:{ion}}}\n"), format!("{expected}{json}\n")),
                1 => {
                    input += &format!("$ion_1_0 {{Record:{{Keys:{{}},NewImage:{ion}}}}}\n");
                    expected += &format!("{{\"Keys\":{{}},\"NewImage\":{json}}}\n");
                }
                _ => {
                    input += &format!("$ion_1_0 {{Keys:{ion},Metadata:{{WriteTimestampMicros:5.}}}}\n");
                    expected += &format!("{{\"Keys\":{json},\"Metadata\":{{\"WriteTimestampMicros\":5}}}}\n");
                }
            }
        }
        let allow = Conversion { on_loss: OnLoss::Allow, ..EXPORT };
        for (size, most) in [(1, 1), (50, 1000), (input.len().max(1), usize::MAX)] {
            let (out, _) = in_pieces(Tier::best(), &allow, input.as_bytes(), size, most).unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), expected, "{input}");
        }
    }
}
