//! Overlapping arguments of every function, and NULL for each length of zero.

use crate::calls::{Access, At, Call, all};
use std::collections::BTreeSet;
use std::ptr::null_mut;
use stringmill::ErrorCode;

/// Each region has this many bytes around it.
const STRIDE: usize = 4096;
/// And begins here within them.
const BEGIN: usize = 1536;
const OVERLAP: u32 = ErrorCode::RangesOverlap as u32;
/// Texts behind a pointer are read before these results are written, so such a call may succeed.
const LATE: [(&str, &str); 2] = [("strings", "batch"), ("text", "progress")];

/// Memory with the regions of a call at these places.
struct Memory {
    words: Vec<u64>,
    places: Vec<usize>,
}

impl Memory {
    fn new(call: &Call, places: Vec<usize>) -> Self {
        let mut memory = Memory { words: vec![0; call.regions.len() * STRIDE / 8], places };
        // A result has no contents before the call, and keeps those of another region there.
        for (number, region) in call.regions.iter().enumerate() {
            if region.access != Access::Write {
                memory.bytes(number, region.bytes.len()).copy_from_slice(&region.bytes);
            }
        }
        memory
    }

    fn apart(call: &Call) -> Self {
        Self::new(call, (0..call.regions.len()).map(|number| number * STRIDE + BEGIN).collect())
    }

    fn bytes(&mut self, number: usize, len: usize) -> &mut [u8] {
        // SAFETY: the words are bytes too, and nothing else uses them now.
        let all = unsafe { std::slice::from_raw_parts_mut(self.words.as_mut_ptr().cast::<u8>(), self.words.len() * 8) };
        &mut all[self.places[number]..][..len]
    }

    fn at(&mut self, call: &Call) -> Vec<At> {
        let start = self.words.as_mut_ptr().cast::<u8>();
        let place = |number: usize| start.wrapping_add(self.places[number]);
        (0..).zip(&call.regions).map(|(number, region)| (place(number), region.bytes.len())).collect()
    }

    /// The output of the call, region by region; empty for regions that differ from call to call.
    fn written(&mut self, call: &Call) -> Vec<Vec<u8>> {
        let regions = call.regions.iter().enumerate();
        regions
            .map(|(number, region)| match region.access == Access::Read || !region.repeats {
                true => Vec::new(),
                false => self.bytes(number, region.bytes.len()).to_vec(),
            })
            .collect()
    }
}

#[test]
fn every_function_is_called() {
    let called: BTreeSet<_> = all(0).iter().map(|call| call.symbol).collect();
    assert_eq!(called, include_str!("../../symbols.txt").lines().collect());
}

/// Displacements of a region of `second` bytes over one of `first`, from just before it to just after it.
fn displacements(first: usize, second: usize, align: usize) -> BTreeSet<isize> {
    let (first, second) = (first.cast_signed(), second.cast_signed());
    let near: BTreeSet<_> =
        [-second, 0, first - second, first].into_iter().flat_map(|at| [at - 8, at - 1, at, at + 1, at + 8]).collect();
    let all: BTreeSet<_> = if first + second < 200 && !cfg!(miri) { (-second..=first).collect() } else { near };
    all.into_iter().filter(|at| at.rem_euclid(align.cast_signed()) == 0 && (-second..=first).contains(at)).collect()
}

/// Each region that is written, over each other region.
#[test]
fn arguments_on_top_of_each_other() {
    let mut refused = 0;
    for call in all(1) {
        let mut memory = Memory::apart(&call);
        let at = memory.at(&call);
        assert_eq!((call.run)(&at), 0, "{}", call.symbol);
        let expected = memory.written(&call);
        (call.free)(&at);
        for (first, second) in pairs(&call) {
            let (below, above) = (&call.regions[first], &call.regions[second]);
            for by in displacements(below.bytes.len(), above.bytes.len(), above.align.max(below.align)) {
                let about = format!("{}: {} at {by} of {}", call.symbol, above.name, below.name);
                let mut memory = Memory::apart(&call);
                memory.places[second] = memory.places[first].strict_add_signed(by);
                let mut memory = Memory::new(&call, memory.places);
                let at = memory.at(&call);
                let code = (call.run)(&at);
                let overlap = by < below.bytes.len().cast_signed() && -by < above.bytes.len().cast_signed();
                if code == 0 {
                    assert!(!overlap || LATE.contains(&(below.name, above.name)), "{about}: accepted");
                    for (number, expected) in expected.iter().enumerate().filter(|(_, expected)| !expected.is_empty()) {
                        let found = memory.bytes(number, expected.len());
                        // Addresses in a region that a call updates differ, and a text that was overwritten was read
                        // before.
                        if call.regions[number].name != "args" {
                            assert_eq!(found, expected, "{about}");
                        }
                    }
                    (call.free)(&at);
                } else {
                    assert_eq!((code, overlap), (OVERLAP, true), "{about}");
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 1000, "{refused}");
}

/// The numbers of two regions, the second of which is written.
fn pairs(call: &Call) -> Vec<(usize, usize)> {
    let numbers = 0..call.regions.len();
    let pairs = numbers.clone().flat_map(|first| numbers.clone().map(move |second| (first, second)));
    pairs.filter(|&(first, second)| first != second && call.regions[second].access != Access::Read).collect()
}

/// Output offsets may not overwrite those of the input: the caller could not continue after a stop.
#[test]
fn offsets_in_place_are_refused() {
    use stringmill_capi::{Batch, smill_json_escape_column};
    let (mut offsets, mut dst, mut batch) = ([0, 2, 4, 6], [0; 64], Batch { strings: 7, ..Batch::default() });
    let ends = offsets.as_mut_ptr();
    // SAFETY: locals, and the overlap is the subject of the test.
    let code = unsafe {
        let (src, rules) = (b"\"\"aabb".as_ptr(), crate::calls::rules(0));
        smill_json_escape_column(rules, src, 6, ends, 3, dst.as_mut_ptr(), 64, ends, 0, null_mut(), &mut batch)
    };
    assert_eq!((code, offsets, batch), (OVERLAP, [0, 2, 4, 6], Batch::default()));
}

/// A pointer whose length is zero may be NULL, and any address that is not that of memory.
#[test]
fn pointers_without_length() {
    for call in all(2) {
        let lengths: BTreeSet<_> = call.regions.iter().filter_map(|region| region.length).collect();
        for length in lengths {
            for place in [null_mut::<u8>(), std::ptr::without_provenance_mut(1)] {
                let mut memory = Memory::apart(&call);
                let mut at = memory.at(&call);
                let mut names = Vec::new();
                for (at, region) in at.iter_mut().zip(&call.regions).filter(|(_, region)| region.length == Some(length))
                {
                    // Offsets have one element even if there are no strings.
                    if place.is_null() || !["dst_offsets", "verdicts"].contains(&region.name) {
                        *at = (place, 0);
                    }
                    names.push(region.name);
                }
                let code = (call.run)(&at);
                use ErrorCode as E;
                let of_content =
                    [E::RoomShort, E::ProfileUnknown, E::JsonValueExpected, E::OffsetsUnsound].map(|code| code as u32);
                assert!(code == 0 || of_content.contains(&code), "{}: {names:?} at {place:?}: {code}", call.symbol);
                if code == 0 {
                    (call.free)(&at);
                }
            }
        }
    }
}
