//! Text that is read, written and read again is equal: every good file of the Ion project, with all options.
//!
//! The files are found as in `conformance.rs`.

use crate::conformance::{NOT_UTF8, files, groups};
use crate::tree::{Node, Value, read_whole};
use crate::writer::copied;
use stringmill_ion::{Form, Layout, Options, SymbolTables};
use stringmill_kernels::Tier;

/// All options, with thresholds that most and few strings exceed.
fn ways() -> Vec<Options> {
    let mut ways = Vec::new();
    for layout in [Layout::Compact, Layout::Lines, Layout::Pretty] {
        for form in [Form::AsWritten, Form::Stable, Form::IonJava] {
            for ascii in [false, true] {
                for long_string_threshold in [None, Some(0), Some(20)] {
                    for symbol_tables in [SymbolTables::Needed, SymbolTables::Kept] {
                        ways.push(Options { layout, form, long_string_threshold, ascii, symbol_tables });
                    }
                }
            }
        }
    }
    ways
}

fn tree(name: &str, text: &[u8]) -> Vec<Node> {
    read_whole(Tier::best(), text).unwrap_or_else(|error| panic!("{name}: {error} in {}", text.escape_ascii()))
}

#[test]
#[ignore = "needs the folder of suites; tools/run conformance runs it"]
fn good_files_are_written_and_read() {
    let (files, mut copies) = (files("good"), 0);
    for (name, text) in files.iter().filter(|(name, _)| !NOT_UTF8.contains(&name.as_str())) {
        let expected = tree(name, text);
        for options in ways() {
            let written = copied(options, text).unwrap_or_else(|error| panic!("{name}, {options:?}: {error}"));
            assert_eq!(tree(name, &written), expected, "{name}, {options:?}: {}", written.escape_ascii());
            assert!(!options.ascii || written.is_ascii(), "{name}, {options:?}: {}", written.escape_ascii());
            let again = copied(options, &written).unwrap();
            assert!(again == written, "{name}, {options:?}: {}", again.escape_ascii());
            copies += 1;
        }
    }
    println!(
        "{copies} copies of {} files are equal to what they were made from, and copies of them the same",
        files.len() - 2
    );
}

/// Whether the bytes depend on the order of fields.
fn has_fields(node: &Node) -> bool {
    match &node.value {
        Value::Struct(fields) => fields.len() > 1 || fields.iter().any(|(_, node)| has_fields(node)),
        Value::Sequence(_, nodes) => nodes.iter().any(has_fields),
        _ => false,
    }
}

#[test]
#[ignore = "needs the folder of suites; tools/run conformance runs it"]
fn what_is_equal_has_one_stable_form() {
    let mut compared = 0;
    for (name, text) in files("good/equivs") {
        let stable = copied(Options::LINES.in_form(Form::Stable), &text).unwrap();
        let whole = tree(&name, &stable);
        assert_eq!(whole, tree(&name, &text), "{name}");
        if name.contains("utf8") {
            continue;
        }
        for (at, group) in whole.iter().enumerate() {
            let Value::Sequence(_, nodes) = &group.value else { panic!("{name}: no sequence") };
            // Documents in strings differ in their text.
            if !group.annotations.is_empty() || nodes.iter().any(has_fields) {
                continue;
            }
            let line = stable.split(|&byte| byte == b'\n').nth(at).expect("a line for each value");
            let elements = elements(line);
            assert!(elements.windows(2).all(|pair| pair[0] == pair[1]), "{name}: {}", line.escape_ascii());
            compared += elements.len();
        }
    }
    println!("{compared} values of good/equivs files have one stable form a group");
}

/// The texts of the elements of a list or sexp.
fn elements(line: &[u8]) -> Vec<Vec<u8>> {
    use stringmill_ion::{Event, Reader, Writer};
    let (mut reader, mut elements) = (Reader::new(line), Vec::new());
    reader.next().unwrap();
    let mut writer = Writer::new(Options::COMPACT);
    loop {
        let event = reader.next().unwrap();
        if matches!(event, Event::Close(_)) && writer.depth() == 0 {
            return elements;
        }
        writer.copy(&mut reader, event).unwrap();
        if writer.depth() == 0 {
            elements.push(writer.ready().to_vec());
            writer = Writer::new(Options::COMPACT);
        }
    }
}

#[test]
#[ignore = "needs the folder of suites; tools/run conformance runs it"]
fn groups_stay_equal() {
    for (folder, equal) in [("good/equivs", true), ("good/non-equivs", false)] {
        for (name, text) in files(folder) {
            let written = copied(Options::PRETTY.in_form(Form::Stable), &text).unwrap();
            for group in groups(&name, &written) {
                assert!(group.windows(2).all(|pair| (pair[0] == pair[1]) == equal), "{name}");
            }
        }
    }
}
