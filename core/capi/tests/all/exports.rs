//! The shared library exports the symbols of `symbols.txt` and no others, under its name.
#![cfg(target_os = "linux")]

use object::{Object, ObjectSymbol};
use std::collections::BTreeSet;

/// The library that was built beside this test.
fn library() -> Vec<u8> {
    let mut path = std::env::current_exe().expect("a path");
    path.set_file_name("libstringmill_capi.so");
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn symbols_are_those_on_the_list() {
    let library = library();
    let file = object::File::parse(&*library).expect("a library");
    let defined = file.dynamic_symbols().filter(|symbol| symbol.is_definition());
    let found: BTreeSet<_> = defined.map(|symbol| symbol.name().expect("a name").to_string()).collect();
    let listed = include_str!("../../symbols.txt").lines().map(str::to_string).collect();
    assert_eq!(found, listed);
}

#[test]
#[cfg(target_pointer_width = "64")]
fn the_library_has_its_name() {
    use object::elf;
    use object::read::elf::ElfFile64;
    let library = library();
    let file = ElfFile64::<object::Endianness>::parse(&*library).expect("a library");
    let table = file.elf_section_table().dynamic_table(file.endian(), &*library).expect("a dynamic section");
    let name = table.iter().find(|entry| entry.tag == elf::DT_SONAME).expect("a SONAME");
    let name = table.string(name).expect("a text");
    assert_eq!(std::str::from_utf8(name), Ok("libstringmill.so.0.1"));
}
