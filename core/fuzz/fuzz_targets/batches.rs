//! Any strings through the batch functions of the C door, as slices and as columns, into a buffer of any size: each string has
//! the output and the verdict of the reference.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::ptr::{null, null_mut};
use stringmill::{Error, ErrorCode, IllFormed, LoneSurrogates, Profile};
use stringmill_capi::*;

/// The expected output of one string.
type Expected = Result<(Vec<u8>, u64), Error>;

fn escaped(src: &[u8]) -> Expected {
    stringmill_reference::json_escape(&Profile::JSON, IllFormed::Reject, src).map(|(text, _)| (text, 0))
}

fn unescaped(src: &[u8]) -> Expected {
    let found = stringmill_reference::json_unescape(LoneSurrogates::Replace, src)?;
    if found.read < src.len() {
        return Err(Error::new(ErrorCode::QuoteUnescaped, found.read as u64));
    }
    Ok((found.text, found.repairs.count))
}

fn validated(src: &[u8]) -> Expected {
    stringmill_reference::utf8_validate(src).map(|()| (Vec::new(), 0))
}

/// The memory of a call, of exact length.
struct Output {
    dst: Vec<u8>,
    offsets: Vec<i64>,
    verdicts: Vec<Verdict>,
    batch: Batch,
}

impl Output {
    fn new(cap: usize, count: usize) -> Self {
        Output {
            dst: vec![0; cap],
            offsets: vec![0; count + 1],
            verdicts: vec![Verdict::default(); count],
            batch: Batch::default(),
        }
    }

    /// Compares the output with the expected one.
    fn is(&self, code: u32, strings: &[&[u8]], expected: fn(&[u8]) -> Expected) {
        let Batch { strings: done, written, offset, failed, repaired } = self.batch;
        assert_eq!((code, offset), (0, 0));
        let (mut text, mut errors, mut repairs) = (Vec::new(), 0, 0);
        for (number, string) in strings.iter().take(done as usize).enumerate() {
            let verdict = match expected(string) {
                Ok((output, repaired)) => {
                    text.extend_from_slice(&output);
                    repairs += repaired;
                    Verdict::default()
                }
                Err(error) => {
                    errors += 1;
                    Verdict { code: error.code as u32, reserved: 0, offset: error.offset }
                }
            };
            assert_eq!(self.verdicts[number], verdict);
            if !self.dst.is_empty() {
                assert_eq!(self.offsets[number + 1] as usize, text.len());
            }
        }
        assert_eq!((&self.dst[..written as usize], failed, repaired), (&text[..], errors, repairs));
        // It stops only before a string that does not fit.
        if let Some(Ok((output, _))) = strings.get(done as usize).map(|string| expected(string)) {
            assert!(text.len() + output.len() > self.dst.len());
        }
    }
}

fuzz_target!(|input: (u16, Vec<&[u8]>)| {
    let (cap, strings) = input;
    let (count, mut rules) = (strings.len(), null());
    let slices: Vec<_> = strings.iter().map(|string| Slice { ptr: string.as_ptr(), len: string.len() }).collect();
    let column = strings.concat();
    let ends = strings.iter().scan(0, |end, string| {
        *end += string.len();
        Some(*end)
    });
    let offsets: Vec<i64> = [0].into_iter().chain(ends.map(|end| end as i64)).collect();
    let small: Vec<i32> = offsets.iter().map(|&offset| offset as i32).collect();
    let (src, src_len) = (column.as_ptr(), column.len());
    // SAFETY: a text and a local.
    assert_eq!(unsafe { smill_rules_builtin(b"json".as_ptr(), 4, 0, &mut rules) }, 0);
    macro_rules! run {
        ($expected:expr, $out:ident => $call:expr) => {{
            let mut $out = Output::new(usize::from(cap) + 1, count);
            // SAFETY: vectors and locals that outlive the call.
            let code = unsafe { $call };
            $out.is(code, &strings, $expected);
        }};
    }
    run!(escaped, o => smill_json_escape_slices(rules, slices.as_ptr(), count, o.dst.as_mut_ptr(), o.dst.len(),
        o.offsets.as_mut_ptr().cast(), 0, o.verdicts.as_mut_ptr(), &mut o.batch));
    run!(escaped, o => smill_json_escape_column_large(rules, src, src_len, offsets.as_ptr(), count, o.dst.as_mut_ptr(),
        o.dst.len(), o.offsets.as_mut_ptr(), 0, o.verdicts.as_mut_ptr(), &mut o.batch));
    run!(escaped, o => {
        let mut ends = vec![0_i32; count + 1];
        let code = smill_json_escape_column(rules, src, src_len, small.as_ptr(), count, o.dst.as_mut_ptr(), o.dst.len(),
            ends.as_mut_ptr(), 0, o.verdicts.as_mut_ptr(), &mut o.batch);
        o.offsets = ends.into_iter().map(i64::from).collect();
        code
    });
    run!(unescaped, o => smill_json_unescape_slices(1, slices.as_ptr(), count, o.dst.as_mut_ptr(), o.dst.len(),
        o.offsets.as_mut_ptr().cast(), 0, o.verdicts.as_mut_ptr(), &mut o.batch));
    run!(unescaped, o => smill_json_unescape_column_large(1, src, src_len, offsets.as_ptr(), count, o.dst.as_mut_ptr(),
        o.dst.len(), o.offsets.as_mut_ptr(), 0, o.verdicts.as_mut_ptr(), &mut o.batch));
    run!(unescaped, o => {
        let mut ends = vec![0_i32; count + 1];
        let code = smill_json_unescape_column(1, src, src_len, small.as_ptr(), count, o.dst.as_mut_ptr(), o.dst.len(),
            ends.as_mut_ptr(), 0, o.verdicts.as_mut_ptr(), &mut o.batch);
        o.offsets = ends.into_iter().map(i64::from).collect();
        code
    });
    let validate = |code: u32, verdicts: Vec<Verdict>, batch: Batch| {
        Output { dst: Vec::new(), offsets: Vec::new(), verdicts, batch }.is(code, &strings, validated);
    };
    let (mut verdicts, mut batch) = (vec![Verdict::default(); count], Batch::default());
    // SAFETY: as above.
    let code = unsafe { smill_utf8_validate_slices(slices.as_ptr(), count, 0, verdicts.as_mut_ptr(), &mut batch) };
    validate(code, verdicts.clone(), batch);
    // SAFETY: as above.
    let code = unsafe {
        smill_utf8_validate_column(src, src_len, small.as_ptr(), count, 0, verdicts.as_mut_ptr(), &mut batch)
    };
    validate(code, verdicts.clone(), batch);
    // Without verdicts the first error ends the call.
    // SAFETY: as above.
    let code =
        unsafe { smill_utf8_validate_column_large(src, src_len, offsets.as_ptr(), count, 0, null_mut(), &mut batch) };
    let first = strings.iter().enumerate().find_map(|(number, string)| Some((number, validated(string).err()?)));
    let (number, error) = first.map_or((count, None), |(number, error)| (number, Some(error)));
    let expected = (error.map_or(0, |error| error.code as u32), error.map_or(0, |error| error.offset));
    assert_eq!(((code, batch.offset), batch.strings), (expected, number as u64));
});
