//! All cases of a group in one call, in each shape that a batch can have.

use crate::error_name;
use crate::files::{Case, Group, Operation};
use std::ptr;
use stringmill_capi::*;

/// The result of a batch: the output, the end of each string's output, and a verdict for each.
struct Due {
    output: Vec<u8>,
    ends: Vec<usize>,
    errors: Vec<Option<(String, u64)>>,
    repaired: u64,
}

/// Runs a group as a batch of slices and as both kinds of column.
pub(crate) fn run(tier: u32, group: &Group) -> Result<(), String> {
    let due = due(group);
    let how = tier << 8;
    // The output before an error must have room too.
    let failing = group.cases.iter().zip(&due.errors).filter(|(_, error)| error.is_some());
    let ample = due.output.len() + 12 * failing.map(|(case, _)| case.input.len()).max().unwrap_or(0);
    // Too little room by a byte as well, so that the batch stops before its end.
    for (room, suffices) in [(ample, true), (due.output.len().saturating_sub(1), false)] {
        for shape in [slices, column, column_large] {
            let Some(outcome) = shape(group, how, room) else { return Ok(()) };
            check(&due, room, suffices, &outcome)?;
        }
    }
    Ok(())
}

fn due(group: &Group) -> Due {
    let mut due = Due { output: Vec::new(), ends: vec![0], errors: Vec::new(), repaired: 0 };
    for Case { input, expected, .. } in &group.cases {
        due.errors.push(match expected {
            Ok(done) if done.read == input.len() => {
                due.output.extend(&done.output);
                due.repaired += done.count;
                None
            }
            // A batch has whole strings, without unescaped quotes.
            Ok(done) => Some(("quote_unescaped".into(), done.read as u64)),
            Err((name, offset)) => Some((name.clone(), *offset)),
        });
        due.ends.push(due.output.len());
    }
    due
}

fn check(due: &Due, room: usize, suffices: bool, outcome: &Outcome) -> Result<(), String> {
    let (code, batch, dst, offsets, verdicts) = outcome;
    let done = batch.strings as usize;
    if *code != 0 {
        return Err(format!("code {code} after {done} strings"));
    }
    let all = due.errors.len();
    if suffices && (done != all || batch.repaired != due.repaired) {
        return Err(format!("{done} of {all} strings, {} repaired and not {}", batch.repaired, due.repaired));
    }
    if done < all && due.errors[done].is_none() && due.ends[done + 1] <= room {
        return Err(format!("stopped after {done} strings, and there was room for more"));
    }
    if batch.written as usize != due.ends[done] || dst[..due.ends[done]] != due.output[..due.ends[done]] {
        return Err(format!("wrong bytes in {done} strings"));
    }
    if offsets[..=done] != due.ends[..=done] {
        return Err(format!("wrong offsets in {done} strings"));
    }
    let found = verdicts[..done].iter().map(|one| (one.code != 0).then(|| (error_name(one.code), one.offset)));
    if !found.clone().eq(due.errors[..done].iter().cloned()) {
        return Err("wrong verdicts".into());
    }
    let failed = due.errors[..done].iter().flatten().count() as u64;
    if batch.failed != failed { Err(format!("{} failed and not {failed}", batch.failed)) } else { Ok(()) }
}

type Outcome = (u32, Batch, Vec<u8>, Vec<usize>, Vec<Verdict>);

/// `None` if there is no batch of the operation, or no rules to run it with.
fn slices(group: &Group, how: u32, room: usize) -> Option<Outcome> {
    let src: Vec<_> =
        group.cases.iter().map(|case| Slice { ptr: case.input.as_ptr(), len: case.input.len() }).collect();
    let count = src.len();
    let (mut dst, mut offsets, mut verdicts) = (vec![0; room], vec![0u64; count + 1], vec![Verdict::default(); count]);
    let mut batch = Batch::default();
    let (src, to, ends) = (src.as_ptr(), dst.as_mut_ptr(), offsets.as_mut_ptr());
    let (marks, state) = (verdicts.as_mut_ptr(), ptr::from_mut(&mut batch));
    // SAFETY: slices and locals of our own; the rules are never freed.
    let code = unsafe {
        match &group.operation {
            Operation::JsonEscape(rules) => {
                smill_json_escape_slices(rules.ok()?, src, count, to, room, ends, how, marks, state)
            }
            Operation::JsonUnescape(policy) => {
                smill_json_unescape_slices(*policy, src, count, to, room, ends, how, marks, state)
            }
            Operation::Utf8Validate => {
                let code = smill_utf8_validate_slices(src, count, how, marks, state);
                assert!(offsets.iter().all(|&end| end == 0));
                code
            }
            _ => return None,
        }
    };
    Some((code, batch, dst, offsets.into_iter().map(|end| end as usize).collect(), verdicts))
}

/// As `slices`, with all strings in one buffer. It begins with a string that is not part of the batch, so that offsets
/// do not begin with zero.
macro_rules! column {
    ($name:ident, $offset:ty, $escape:ident, $unescape:ident, $validate:ident) => {
        fn $name(group: &Group, how: u32, room: usize) -> Option<Outcome> {
            let mut text = b"before".to_vec();
            let mut from = vec![text.len() as $offset];
            for case in &group.cases {
                text.extend(&case.input);
                from.push(text.len() as $offset);
            }
            let count = group.cases.len();
            let (mut dst, mut offsets) = (vec![0; room], vec![0 as $offset; count + 1]);
            let (mut verdicts, mut batch) = (vec![Verdict::default(); count], Batch::default());
            let (src, len, from, to, ends) =
                (text.as_ptr(), text.len(), from.as_ptr(), dst.as_mut_ptr(), offsets.as_mut_ptr());
            let (marks, state) = (verdicts.as_mut_ptr(), ptr::from_mut(&mut batch));
            // SAFETY: slices and locals of our own; the rules are never freed.
            let code = unsafe {
                match &group.operation {
                    Operation::JsonEscape(rules) => {
                        $escape(rules.ok()?, src, len, from, count, to, room, ends, how, marks, state)
                    }
                    Operation::JsonUnescape(policy) => {
                        $unescape(*policy, src, len, from, count, to, room, ends, how, marks, state)
                    }
                    Operation::Utf8Validate => $validate(src, len, from, count, how, marks, state),
                    _ => return None,
                }
            };
            Some((code, batch, dst, offsets.into_iter().map(|end| end as usize).collect(), verdicts))
        }
    };
}

column!(column, i32, smill_json_escape_column, smill_json_unescape_column, smill_utf8_validate_column);
column!(
    column_large,
    i64,
    smill_json_escape_column_large,
    smill_json_unescape_column_large,
    smill_utf8_validate_column_large
);
