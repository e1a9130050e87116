//! Version markers, local symbol tables, and symbols that are written as their IDs.

use crate::quoted::{self, Care};
use stringmill_random::Random;

const MARKERS: &[&str] = &[
    "$ion_1_0",
    "$ion_1_0",
    "'$ion_1_0'",
    "$2",
    "$ion_1_1",
    "'$ion_1_1'",
    "$ion_2_0",
    "'$ion_2_0'",
    "a::$ion_1_0",
    "a::$ion_1_1",
    "'$ion_\\x31_0'",
    "'$ion_\\\n1_0'",
    "$ion_1_0::a",
    "$ion_1_1::a",
    "$ion_1",
    "$ion_1_",
    "$ion_1_0x",
    "$ion_01_00",
    "$ion_10_10",
    "$ion_1_0_0",
    "'''$ion_1_0'''",
    "\"$ion_1_0\"",
    "($ion_1_0 $ion_1_1)",
    "[$ion_1_0, '$ion_1_1']",
    "$ion_1234567890123_1",
];
const TABLE_NAMES: &[&str] = &[
    "$ion_symbol_table",
    "$ion_symbol_table",
    "$ion_symbol_table",
    "$ion_symbol_table",
    "$3",
    "'$ion_symbol_table'",
    "'$ion_\\x73ymbol_table'",
    "$ion_symbol_table::a",
    "a::$ion_symbol_table",
    "$ion_shared_symbol_table",
    "'''$ion_symbol_table'''",
    "$03",
    "$10",
    "'$3'",
];
const FIELDS: &[&str] = &[
    "symbols",
    "symbols",
    "symbols",
    "imports",
    "imports",
    "'symbols'",
    "\"symbols\"",
    "'''sym''' '''bols'''",
    "$7",
    "$6",
    "'\\x73ymbols'",
    "name",
    "version",
    "max_id",
    "$0",
    "open",
    "$10",
    "$11",
    "'imports'",
];
const SYMBOLS: &[&str] = &[
    "\"one\"",
    "\"two\"",
    "\"three\"",
    "\"one\"",
    "\"\"",
    "'''lo''' '''ng'''",
    "null",
    "null.string",
    "5",
    "symbol",
    "'quoted'",
    "$4",
    "$0",
    "a::\"noted\"",
    "\"$ion_1_0\"",
    "\"$ion_1_1\"",
    "\"$ion_symbol_table\"",
    "\"symbols\"",
    "\"imports\"",
    "\"name\"",
    "\"\\u00e9\\n\"",
    "\"\u{65E5}\"",
    "[]",
    "[\"in\"]",
    "{a:\"b\"}",
    "(+)",
    "1.5",
    "2007T",
    "{{AAAA}}",
    "{{\"c\"}}",
    "null.list",
    "true",
    "nan",
];
const IMPORT_FIELDS: &[&str] = &[
    "name:\"known\"",
    "name:\"shared\"",
    "name:\"none\"",
    "name:\"known\"",
    "name:\"shared\"",
    "name:'known'",
    "name:\"\"",
    "name:\"$ion\"",
    "name:null",
    "name:5",
    "version:1",
    "version:1",
    "version:2",
    "version:0",
    "version:-1",
    "version:null",
    "version:\"1\"",
    "version:1.",
    "version:0x1",
    "max_id:3",
    "max_id:3",
    "max_id:1",
    "max_id:0",
    "max_id:5",
    "max_id:-1",
    "max_id:null",
    "max_id:null.int",
    "max_id:\"3\"",
    "max_id:0b11",
    "max_id:2e0",
    "max_id:1073741000",
    "max_id:1_0",
    "$4:\"known\"",
    "$5:1",
    "$8:2",
    "'max_id':2",
    "x:[1,{}]",
    "$10:\"known\"",
    "max_id:-0",
];

/// Markers, tables and values that use them.
pub(crate) fn sequence(random: &mut Random, care: Care, text: &mut Vec<u8>) {
    if care == Care::Good {
        text.extend_from_slice(
            b"$ion_symbol_table::{symbols:[\"one\",\"$ion_1_0\",\"$ion_1_1\",\"$ion_symbol_table\",\"symbols\",null]} ",
        );
    }
    for _ in 0..random.within(2, 7) {
        match random.within(0, 8) {
            0 => text.extend_from_slice(random.pick(MARKERS).as_bytes()),
            1..=3 => table(random, care, text),
            _ => uses(random, care, text),
        }
        text.push(b' ');
        quoted::blank(random, care, text);
    }
}

fn table(random: &mut Random, care: Care, text: &mut Vec<u8>) {
    text.extend_from_slice(random.pick(TABLE_NAMES).as_bytes());
    quoted::blank(random, care, text);
    text.extend_from_slice(b"::");
    if random.once_in(30) {
        text.extend_from_slice(random.pick(&["null.struct", "null", "[]", "(symbols)", "1", "a"]).as_bytes());
        return;
    }
    text.push(b'{');
    if random.once_in(3) {
        text.extend_from_slice(b"imports:$ion_symbol_table,");
    }
    for _ in 0..random.within(0, 3) {
        quoted::blank(random, care, text);
        let field = random.pick(FIELDS);
        text.extend_from_slice(field.as_bytes());
        text.push(b':');
        let is_imports = field.contains("imports") || field == "$6";
        match random.within(0, 10) {
            0 => text.extend_from_slice(random.pick(SYMBOLS).as_bytes()),
            1 => text.extend_from_slice(
                random.pick(&["$ion_symbol_table", "'$ion_symbol_table'", "$3", "null.list", "null.symbol"]).as_bytes(),
            ),
            // Content outside of the table is read too.
            2 => open_content(random, care, text),
            3..=5 if is_imports => text.extend_from_slice(b"$ion_symbol_table"),
            _ if is_imports => imports(random, text),
            _ => symbols(random, care, text),
        }
        text.extend_from_slice(b",");
    }
    text.push(b'}');
}

fn symbols(random: &mut Random, care: Care, text: &mut Vec<u8>) {
    text.push(b'[');
    for _ in 0..random.within(0, 4) {
        if random.once_in(20) {
            open_content(random, care, text);
        } else {
            text.extend_from_slice(random.pick(SYMBOLS).as_bytes());
        }
        text.push(b',');
    }
    text.push(b']');
}

fn imports(random: &mut Random, text: &mut Vec<u8>) {
    text.push(b'[');
    for _ in 0..random.within(0, 3) {
        if random.once_in(10) {
            text.extend_from_slice(
                random
                    .pick(&["null", "1", "null.struct", "[]", "{}", "\"known\"", "a::{name:\"known\",max_id:1}"])
                    .as_bytes(),
            );
        } else {
            text.push(b'{');
            for _ in 0..random.within(1, 5) {
                text.extend_from_slice(random.pick(IMPORT_FIELDS).as_bytes());
                text.push(b',');
            }
            text.push(b'}');
        }
        text.push(b',');
    }
    text.push(b']');
}

fn open_content(random: &mut Random, care: Care, text: &mut Vec<u8>) {
    text.extend_from_slice(random.pick(&["[", "{a:", "("]).as_bytes());
    let close = match text.last() {
        Some(b'[') => b']',
        Some(b'(') => b')',
        _ => b'}',
    };
    match random.within(0, 6) {
        0 => quoted::string(random, care, text),
        1 => quoted::lob(random, care, text),
        2 => quoted::long_string(random, care, text),
        3 => quoted::symbol(random, care, text),
        4 => text.extend_from_slice(crate::scalars::number(random, care).as_bytes()),
        _ => text.extend_from_slice(crate::scalars::timestamp(random, care).as_bytes()),
    }
    text.push(close);
}

/// A symbol as its ID: most are in the tables above.
fn id(random: &mut Random, care: Care) -> String {
    match random.within(0, 12) {
        0 => random.pick(&["$0", "$00", "$1", "$9", "$010"]).to_owned(),
        1 if care == Care::Some => {
            random.pick(&["$100", "$2147483647", "$2147483648", "$99999999999999999999", "$1073741010"]).to_owned()
        }
        _ => format!("${}", random.within(9, if care == Care::Good { 12 } else { 17 })),
    }
}

fn uses(random: &mut Random, care: Care, text: &mut Vec<u8>) {
    let [a, b, c] = [(); 3].map(|()| id(random, care));
    let value = match random.within(0, if care == Care::Good { 6 } else { 7 }) {
        0 => format!("{a}::{b}"),
        1 => format!("{{{a}:{b}::{c}}}"),
        2 => format!("[{a},{b},one]"),
        3 => format!("({a} {b}+{c})"),
        4 => format!("{a}::{{{b}:1}}"),
        5 => a,
        _ => format!("{a}::\"\\q\""),
    };
    text.extend_from_slice(value.as_bytes());
}
