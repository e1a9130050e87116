//! Symbol tables, imports and version markers that the corpus lacks.

use crate::tree::{Sym, Value, read_whole, read_with};
use stringmill_ion::{BinaryWriter, Catalog, Event, Reader, SharedTable, SharedTableError};
use stringmill_kernels::Tier;
use stringmill_outcome::{Error, ErrorCode};

fn symbols(catalog: &Catalog, text: &str) -> Result<Vec<Sym>, (ErrorCode, u64)> {
    let mut reader = Reader::new(text.as_bytes()).with_catalog(catalog.clone());
    let nodes = read_with(&mut reader, |_| unreachable!()).map_err(|error| (error.code, error.offset))?;
    let symbol = |value| match value {
        Value::Symbol(symbol) => symbol,
        other => panic!("no symbol: {other:?}"),
    };
    Ok(nodes.into_iter().map(|node| symbol(node.value)).collect())
}

fn text(text: &str) -> Sym {
    Sym::Text(text.into())
}

fn shared() -> Catalog {
    let mut catalog = Catalog::default();
    for (version, names) in [(1, &["a", "b"][..]), (2, &["a", "b", "c"])] {
        let symbols = names.iter().map(|&name| Some(name.to_owned())).collect();
        catalog.add(SharedTable { name: "t".into(), version, symbols });
    }
    catalog
}

#[test]
fn imports_come_from_the_catalog() {
    let import = |fields: &str, ids: &str| {
        symbols(&shared(), &format!("$ion_symbol_table::{{imports:[{{name:\"t\",{fields}}}],symbols:[\"z\"]}} {ids}"))
    };
    assert_eq!(import("version:1", "$10 $11 $12"), Ok(vec![text("a"), text("b"), text("z")]));
    assert_eq!(import("version:2,max_id:1", "$10 $11"), Ok(vec![text("a"), text("z")]));
    let beyond = Sym::Imported("t".into(), 4);
    assert_eq!(import("version:2,max_id:4", "$12 $13 $14"), Ok(vec![text("c"), beyond, text("z")]));
    // An absent version: the newest one, with the announced number of IDs.
    let beyond = Sym::Imported("t".into(), 4);
    assert_eq!(import("version:9,max_id:4", "$12 $13 $14"), Ok(vec![text("c"), beyond, text("z")]));
    assert_eq!(import("version:9", ""), Err((ErrorCode::IonImportUnknown, 29)));
}

/// Shared tables as text and as binary Ion.
#[test]
fn shared_tables_are_read() {
    let read = |text: &str| {
        let tables = SharedTable::read_all(text.as_bytes());
        if tables.is_ok() {
            let (mut reader, mut writer) = (Reader::new(text.as_bytes()), BinaryWriter::new(1 << 20));
            loop {
                match reader.next().unwrap() {
                    Event::End => break,
                    event => writer.copy(&mut reader, event).unwrap(),
                }
            }
            assert_eq!(SharedTable::read_all(writer.ready()), tables, "{text}");
        }
        tables
    };
    let table = |fields: &str| read(&format!("$ion_shared_symbol_table::{{{fields}}}"));
    let expected = |name: &str, version, symbols: &[Option<&str>]| {
        let symbols = symbols.iter().map(|text| text.map(str::to_owned)).collect();
        Ok(vec![SharedTable { name: name.into(), version, symbols }])
    };
    let symbols = [Some("a"), Some("\u{e9}")];
    assert_eq!(table("name:\"t\",version:3,symbols:[\"a\",\"\\u00e9\"]"), expected("t", 3, &symbols));
    let symbols = [None, Some("a"), None, None];
    assert_eq!(table("symbols:[1,\"a\",[[\"b\"]],null.string],name:'''t''' '''u'''"), expected("tu", 1, &symbols));
    assert_eq!(table("name:\"t\",symbols:(\"a\"),imports:[],other:{name:7}"), expected("t", 1, &[]));
    let two = "$ion_1_0 $ion_shared_symbol_table::{name:\"t\"} $ion_shared_symbol_table::a::{name:\"t\",version:2}";
    assert_eq!(read(two).map(|tables| tables.len()), Ok(2));
    assert_eq!(SharedTable::read_all(b""), Ok(vec![]));
    let refused = |text: &str| match read(text) {
        Err(SharedTableError::Table { offset, why }) => (offset, why),
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(" {name:\"t\"}"), (1, "value that is no shared symbol table"));
    assert_eq!(refused("a::$ion_shared_symbol_table::{name:\"t\"}").1, "value that is no shared symbol table");
    let refused = |fields: &str| refused(&format!("$ion_shared_symbol_table::{{{fields}}}"));
    for fields in ["", "name:t", "name:\"\"", "name:\"$ion\"", "name:null.string"] {
        assert_eq!(refused(fields), (26, "shared symbol table without a name of its own"), "{fields}");
    }
    for version in ["0", "-1", "1.", "null.int", "[1]", "99999999999999999999"] {
        let why = "shared symbol table with a version that is no int from 1";
        assert_eq!(refused(&format!("name:\"t\",version:{version}")), (26, why), "{version}");
    }
    assert_eq!(refused("name:\"t\",imports:[{name:\"u\"}]").1, "shared symbol table that imports others");
    assert_eq!(refused("name:\"t\",name:\"t\""), (41, "field that a shared symbol table has once"));
    let broken = SharedTable::read_all(b"$ion_shared_symbol_table::{name:\"t\",symbols:[\"a\"");
    assert_eq!(broken, Err(SharedTableError::Ion(Error::new(ErrorCode::IonIncomplete, 48))));
}

/// A field begins with the first byte of its name.
#[test]
fn a_repeated_field_is_refused_where_it_begins() {
    let refused = |fields: &str| symbols(&Catalog::default(), &format!("$ion_symbol_table::{{{fields}}}"));
    assert_eq!(refused("symbols:[],symbols : []"), Err((ErrorCode::IonTableFieldRepeated, 31)));
    assert_eq!(refused("symbols:[], 'symbols':a::[]"), Err((ErrorCode::IonTableFieldRepeated, 32)));
    assert_eq!(refused("imports:1,/**/\"imports\":[]"), Err((ErrorCode::IonTableFieldRepeated, 34)));
    assert_eq!(refused("imports:[],$6:null"), Err((ErrorCode::IonTableFieldRepeated, 31)));
}

/// An unknown ID precedes another error.
#[test]
fn an_unknown_id_is_the_first_error() {
    for (text, offset) in [
        ("$10::\"\\q\"", 0),
        ("a::$10::$11::007", 3),
        ("{$10 1}", 1),
        ("{$10:2001-13T}", 1),
        ("$10::", 0),
        ("[1, $10::]", 4),
    ] {
        assert_eq!(symbols(&Catalog::default(), text), Err((ErrorCode::IonSymbolId, offset)), "{text}");
    }
    assert_eq!(symbols(&Catalog::default(), "$9::\"\\q\""), Err((ErrorCode::EscapeUnknown, 5)));
}

#[test]
fn a_huge_max_id_costs_nothing() {
    let table = "$ion_symbol_table::{imports:[{name:\"x\",max_id:9223372036854775807}],symbols:[\"z\"]}";
    let found = symbols(&Catalog::default(), &format!("{table} $9223372036854775816 $9223372036854775817"));
    assert_eq!(found, Ok(vec![Sym::Imported("x".into(), i64::MAX as u64), text("z")]));
    let found = symbols(&Catalog::default(), &table.replace("9223372036854775807", "18446744073709551615"));
    assert_eq!(found, Err((ErrorCode::LimitSymbols, 19)));
}

#[test]
fn only_the_marker_itself_resets() {
    let table = "$ion_symbol_table::{symbols:[\"z\"]}";
    let none = Catalog::default();
    assert_eq!(symbols(&none, &format!("{table} '$ion_1_0' $10")), Ok(vec![text("z")]));
    assert_eq!(symbols(&none, &format!("{table} $2 $10")), Ok(vec![text("z")]));
    assert_eq!(symbols(&none, &format!("{table} $ion_1_0 $10")), Err((ErrorCode::IonSymbolId, 44)));
    assert_eq!(symbols(&none, "a $ion_1_1"), Err((ErrorCode::IonVersion, 2)));
    assert_eq!(symbols(&none, "$ion_1_0_0 $ion_1_ '$ion_1_1'").unwrap().len(), 3);
}

#[test]
fn words_with_a_dollar_that_are_no_ids() {
    let none = Catalog::default();
    let expected = ["$10a", "$", "$10", "$_1"].map(text).to_vec();
    assert_eq!(symbols(&none, "$10a $ '$10' $_1"), Ok(expected));
    assert_eq!(symbols(&none, "$0"), Ok(vec![Sym::Unknown]));
    assert_eq!(symbols(&none, "a $99999999999999999999999"), Err((ErrorCode::IonSymbolId, 2)));
}

#[test]
fn what_is_not_first_or_not_a_struct_is_a_value() {
    for text in ["$ion_symbol_table::[]", "$ion_symbol_table::null.struct", "[$ion_symbol_table::{}]"] {
        assert_eq!(read_whole(Tier::best(), text.as_bytes()).unwrap().len(), 1, "{text}");
    }
    assert_eq!(read_whole(Tier::best(), b"$3::{symbols:[[\"in\"],{a:1},\"z\"],other:[{}]} $12").unwrap().len(), 1);
}

#[test]
fn imports_of_the_table_in_force_are_listed() {
    let ion = br#"$ion_symbol_table::{imports:[{name:"t",version:2,max_id:3},{name:"other",max_id:5}]} $10 $ion_1_0 1"#;
    let mut reader = Reader::new(ion).with_catalog(shared());
    reader.next().unwrap();
    let imports: Vec<_> = reader.imports().map(|import| (import.name, import.version, import.len)).collect();
    assert_eq!(imports, [("t", 2, 3), ("other", 1, 5)]);
    reader.next().unwrap();
    assert_eq!(reader.imports().count(), 0);
}
