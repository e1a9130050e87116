//! Any bytes after a version marker as binary Ion, whole and cut anywhere, on every tier and with the inspector: one verdict
//! and the same events. Values are written and read again, and are equal; writing them once more gives the same bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stringmill::Tier;
use stringmill::ion::{Form, Options};
use stringmill_fuzz::{ion_binary, ion_copy, ion_dump, ion_inspect};

fuzz_target!(|input: (u8, &[u8])| {
    let (cut, values) = input;
    let src = [b"\xE0\x01\x00\xEA", values].concat();
    let expected = ion_dump(Tier::best(), &[&src]);
    let (first, second) = src.split_at(src.len().min(cut.into()));
    for tier in Tier::available() {
        assert_eq!(ion_dump(tier, &[&src]), expected, "{tier}");
        assert_eq!(ion_dump(tier, &[first, second]), expected, "{tier}, cut at {cut}");
    }
    let error = expected.err();
    assert_eq!(ion_inspect(&[&src]), error);
    assert_eq!(ion_inspect(&[first, second]), error, "cut at {cut}");
    if error.is_some() {
        return;
    }
    let written = ion_binary(&src);
    let stable = Options::COMPACT.in_form(Form::Stable);
    assert_eq!(ion_copy(&written, stable), ion_copy(&src, stable), "{}", written.escape_ascii());
    assert_eq!(ion_binary(&written), written, "{}", written.escape_ascii());
});
