//! The `IonJava` form has the bytes of ion-java, which `tools/run ion-java-bytes` records.

use crate::conformance::files;
use crate::writer::copied;
use stringmill_ion::{Form, Layout, Options, SymbolTables, Writer};

const DOCUMENTS: &str = include_str!("../ion_java/documents.ion");

/// Input, options, and the output or its hash.
const RECORDED: &str = include_str!("../ion_java/recorded.tsv");

/// Its IDs exceed 32 bits. Then ion-java loses the symbols of the table, and the meaning of `$NN`.
const LOSES_SYMBOLS: &str = "good/subfieldVarUInt32bit.ion";

const WAYS: [&str; 6] = ["compact", "pretty", "lines", "ascii", "long", "pretty-long-ascii"];

fn options(way: &str) -> Options {
    Options {
        layout: match way {
            "lines" => Layout::Lines,
            _ if way.starts_with("pretty") => Layout::Pretty,
            _ => Layout::Compact,
        },
        form: Form::IonJava,
        long_string_threshold: way.contains("long").then_some(3),
        ascii: way.contains("ascii"),
        symbol_tables: SymbolTables::Kept,
    }
}

fn recorded() -> impl Iterator<Item = [&'static str; 3]> {
    RECORDED.lines().map(|line| {
        let mut cells = line.splitn(3, '\t');
        [(); 3].map(|()| cells.next().expect("three cells"))
    })
}

#[test]
fn documents() {
    let documents: Vec<_> = DOCUMENTS.lines().collect();
    let mut compared = 0;
    for [what, way, expected] in recorded() {
        let Some(number) = what.strip_prefix("document ") else { continue };
        let document = documents[number.parse::<usize>().unwrap() - 1];
        let written = String::from_utf8(copied(options(way), document.as_bytes()).unwrap()).unwrap();
        let shown = written.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r");
        assert_eq!(shown, expected, "{what}, {way}: {document}");
        compared += 1;
    }
    assert_eq!(compared, WAYS.len() * documents.len());
}

#[test]
#[ignore = "needs the folder of suites; tools/run conformance runs it"]
fn good_files() {
    let files = files("good");
    let (mut same, mut refused) = (0, Vec::new());
    for [name, _, expected] in recorded().filter(|[what, ..]| what.starts_with("good/")) {
        if expected == "fails" {
            refused.push(name);
            continue;
        }
        let hash = WAYS.iter().fold(0, |hash, way| fnv(hash, &copied(options(way), &files[name]).unwrap()));
        let is_same = format!("{hash:x}") == expected;
        assert_eq!(is_same, name != LOSES_SYMBOLS, "{name}");
        same += usize::from(is_same);
    }
    assert_eq!(same + refused.len() + 1, files.len());
    println!("{same} good files written with the bytes of ion-java, {} ways; ion-java refuses {refused:?}", WAYS.len());
}

#[test]
fn random_numbers() {
    let mut seed = 0x9E37_79B9_7F4A_7C15u64;
    let mut next = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    let hash = |hash: u64, write: &dyn Fn(&mut Writer)| {
        let mut writer = Writer::new(options("compact"));
        write(&mut writer);
        fnv(hash, &writer.finish().unwrap())
    };
    let mut floats = 0;
    for i in 0..200_000 {
        let bits = next();
        let value = match i % 4 {
            0 => (bits as i64 >> 40) as f64 / 1000.0,
            1 => f64::from_bits(bits & 0xFFF),
            _ => f64::from_bits(bits),
        };
        floats = hash(floats, &|writer| writer.float(value).unwrap());
    }
    let mut decimals = 0;
    for _ in 0..200_000 {
        let coefficient = next() as i64;
        let coefficient = coefficient >> (next() & 63);
        let scale = (next() & 63) as i64 - 20;
        decimals = hash(decimals, &|writer| writer.decimal(coefficient, -scale).unwrap());
    }
    for [what, _, expected] in recorded() {
        match what {
            "floats" => assert_eq!(format!("{floats:x}"), expected, "floats"),
            "decimals" => assert_eq!(format!("{decimals:x}"), expected, "decimals"),
            _ => {}
        }
    }
}

/// FNV-1a with 64 bits, and a byte for the end.
fn fnv(start: u64, text: &[u8]) -> u64 {
    text.iter().chain(b"\n").fold(start, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}
