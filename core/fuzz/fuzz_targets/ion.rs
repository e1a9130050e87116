//! Any bytes as Ion text, whole and cut anywhere, on every tier: one verdict and the same events. Values are written and read
//! again, and are equal; their stable form has the same bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stringmill::Tier;
use stringmill::ion::{Form, Layout, Options, SymbolTables};
use stringmill_fuzz::{ion_copy, ion_dump};

fuzz_target!(|input: (u8, u8, &[u8])| {
    let (cut, way, src) = input;
    let expected = ion_dump(Tier::best(), &[src]);
    let (first, second) = src.split_at(src.len().min(cut.into()));
    for tier in Tier::available() {
        assert_eq!(ion_dump(tier, &[src]), expected, "{tier}");
        assert_eq!(ion_dump(tier, &[first, second]), expected, "{tier}, cut at {cut}");
    }
    if expected.is_err() {
        return;
    }
    let options = Options {
        layout: [Layout::Compact, Layout::Lines, Layout::Pretty][usize::from(way % 3)],
        form: [Form::AsWritten, Form::Stable, Form::IonJava][usize::from(way / 3 % 3)],
        long_string_threshold: [None, Some(2)][usize::from(way / 9 % 2)],
        ascii: way / 18 % 2 == 1,
        symbol_tables: [SymbolTables::Needed, SymbolTables::Kept][usize::from(way / 36 % 2)],
    };
    // An exponent beyond 64 bits has only its original spelling.
    let Some(written) = ion_copy(src, options) else { return };
    let stable = Options::COMPACT.in_form(Form::Stable);
    assert!(!options.ascii || written.is_ascii());
    assert_eq!(ion_copy(&written, options).as_ref(), Some(&written), "{}", written.escape_ascii());
    assert_eq!(ion_copy(&written, stable), ion_copy(src, stable), "{}", written.escape_ascii());
});
