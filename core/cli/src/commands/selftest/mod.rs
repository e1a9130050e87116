//! `smill selftest`: runs the vectors of this release on every tier of this machine.

mod cases;
mod operations;

use crate::arguments::selftest::SelftestArguments;
use crate::output::stdout::Output;
use crate::report::failure::{Exit, Failure};
use cases::{Case, Done, Found, Group};
use operations::Operation;
use std::collections::BTreeMap;
use stringmill::{Chunk, Repairs, Tier};

/// Sizes of the pieces of an input; an input of at most [`SHORT`] units is also cut at every position.
const SIZES: [usize; 5] = [1, 16, 33, 63, 64];
const SHORT: usize = 24;
/// Maximum number of failures that are printed.
const SHOWN: usize = 20;

pub(crate) fn run(arguments: &SelftestArguments) -> Result<Exit, Failure> {
    let broken = |what: String| Failure::Io(format!("cannot read the vectors of this build: {what}"));
    let mut files = cases::load().map_err(broken)?;
    if let Some(unknown) = arguments.operations.iter().find(|name| !files.contains_key(*name)) {
        let known: Vec<_> = files.into_keys().collect();
        return Err(Failure::Usage(format!("no vectors of {unknown}; operations with vectors: {}", known.join(", "))));
    }
    files.retain(|name, _| arguments.operations.is_empty() || arguments.operations.contains(name));
    let mut output = Output::new();
    let mut exit = Exit::Done;
    for tier in Tier::available() {
        for (line, failures) in tier_lines(tier, &files) {
            if !failures.is_empty() {
                exit = Exit::Changed;
            }
            for failure in failures.iter().take(SHOWN) {
                output.put(format!("FAILED {failure}\n").as_bytes())?;
            }
            output.put(line.as_bytes())?;
            output.flush()?;
        }
    }
    output.close()?;
    Ok(exit)
}

/// The line of each operation on `tier`, and its failures.
fn tier_lines(tier: Tier, files: &BTreeMap<String, Vec<Group>>) -> impl Iterator<Item = (String, Vec<String>)> {
    files.iter().map(move |(name, groups)| {
        let total: usize = groups.iter().map(|(_, cases)| cases.len()).sum();
        let all = groups.iter().flat_map(|(operation, cases)| cases.iter().map(move |case| (operation, case)));
        let failures: Vec<_> = all
            .filter_map(|(operation, case)| {
                test(tier, operation, case).err().map(|what| format!("{name} {}, {tier}: {what}", case.id))
            })
            .collect();
        (format!("{name} {}/{total} skipped 0 ({tier})\n", total - failures.len()), failures)
    })
}

/// Runs a case whole and in pieces; describes the first failure.
fn test(tier: Tier, operation: &Operation, case: &Case) -> Result<(), String> {
    let len = case.units;
    let cut = (1..len).filter(|_| len <= SHORT).map(|at| vec![at, len]);
    let sizes = SIZES.into_iter().filter(|&size| size < len).map(|size| {
        let mut ends: Vec<_> = (size..len).step_by(size).collect();
        ends.push(len);
        ends
    });
    for ends in [vec![len]].into_iter().chain(cut).chain(sizes) {
        let found = feed(tier, operation, case, &ends);
        if found != case.expected {
            return Err(format!("pieces end at {ends:?}: expected {:x?}, found {found:x?}", case.expected));
        }
    }
    Ok(())
}

/// Feeds the input in pieces that end at `ends`; unread units are fed again with the next piece.
fn feed(tier: Tier, operation: &Operation, case: &Case, ends: &[usize]) -> Found {
    let mut stack = operation.stack();
    let mut running = operation.begin(tier, &mut stack);
    let mut done = Done::default();
    let mut repairs = Repairs::default();
    let unit = case.input.len().checked_div(case.units).unwrap_or(1);
    let mut room = vec![0; case.room];
    for &end in ends {
        let chunk = if end == case.units { Chunk::Last } else { Chunk::More };
        repairs.base = done.read as u64;
        let src = &case.input[done.read * unit..end * unit];
        let step = running.step(src, &mut room[done.output.len()..], chunk, &mut repairs);
        let base = if running.counts_from_start() { 0 } else { done.read as u64 };
        let progress = step.map_err(|error| (error.code.name().to_owned(), base + error.offset))?;
        let from = done.output.len();
        done.output.extend_from_slice(&room[from..from + progress.written]);
        done.read += progress.read;
    }
    (done.count, done.first) = (repairs.count, repairs.first);
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The command has every file of vectors.
    #[test]
    fn every_file_is_part_of_the_command() {
        let texts = stringmill_sweeps::texts().unwrap();
        assert!(texts.into_iter().map(|(_, text)| text).eq(cases::texts().map(Result::unwrap)));
    }

    /// A case with another expectation fails: another verdict, code, offset, count or first repair.
    #[test]
    fn a_wrong_result_fails() {
        let mut files = cases::load().unwrap();
        for (name, groups) in &mut files {
            for tier in Tier::available() {
                let (operation, cases) = &mut groups[0];
                let case = &mut cases[0];
                assert_eq!(test(tier, operation, case), Ok(()), "{name}");
                let expected = std::mem::replace(&mut case.expected, Err(("no_such_error".into(), 0)));
                assert!(test(tier, operation, case).is_err(), "{name}");
                case.expected = match expected {
                    Ok(done) => Ok(Done { count: done.count + 1, ..done }),
                    Err((code, offset)) => Err((code, offset + 1)),
                };
                assert!(test(tier, operation, case).is_err(), "{name}");
                case.expected = match std::mem::replace(&mut case.expected, Ok(Done::default())) {
                    Ok(done) => Ok(Done { count: done.count - 1, ..done }),
                    Err((code, offset)) => Err((code, offset - 1)),
                };
            }
        }
    }
}
