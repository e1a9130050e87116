//! The files of `vectors/`: hand-written seeds with their outcome by `core/reference`, and the hashes of the sweeps.

pub(crate) mod partial;
mod seeds;

#[cfg(test)]
mod tests;

use crate::output::Output;
use std::collections::{BTreeMap, BTreeSet};
use stringmill_sweeps::{File, LIST, Sweep, kept, list, sweeps};

/// The first lines of the list of sweeps.
const HEAD: &str = "\
# Written by cargo run -p stringmill-gen -- vectors; do not edit.
# The sweeps, which core/reference generates into build/vectors/: how many cases each has, and the SHA-256 of its text. A
# sweep with another hash fails in every runner: no id may move, and no outcome may change unseen.
";

/// How many changed cases of a sweep are shown.
const SHOWN: usize = 5;

/// Writes or checks the files of seeds and the list of sweeps; writes the sweeps themselves to `build/vectors/`.
pub(crate) fn generate(output: &mut Output, check: bool) -> Result<(), String> {
    let (seeds, sweeps) = (seeds::files()?, sweeps()?);
    ids_differ(seeds.iter().chain(&sweeps))?;
    for file in &seeds {
        output.text(&format!("vectors/{}.json", file.name), &file.text())?;
    }
    let texts: Vec<_> = sweeps.iter().map(|file| (file.name, file.text())).collect();
    let made: Vec<_> = texts.iter().map(|(name, text)| Sweep::of(name, text)).collect();
    let listed = list().unwrap_or_default();
    for ((name, text), sweep) in texts.iter().zip(&made) {
        if let Some(before) = listed.iter().find(|before| before.name == *name && before != &sweep) {
            println!("{name}: was {} cases with sha256 {}", before.cases, before.sha256);
            println!("{name}: now {} cases with sha256 {}", sweep.cases, sweep.sha256);
            changes(name, text);
        }
    }
    output.text(LIST, &made.iter().fold(HEAD.to_owned(), |text, sweep| text + &sweep.line()))?;
    partial::generate(output)?;
    if !check {
        kept()?;
    }
    Ok(())
}

/// Shows the first lines that a sweep in `build/vectors/` does not have yet.
fn changes(name: &str, text: &str) {
    let before = std::fs::read_to_string(crate::spec::root().join(format!("build/vectors/{name}.json")));
    let Ok(before) = before else {
        println!("{name}: build/vectors/ has no earlier text to compare with");
        return;
    };
    let known: BTreeSet<_> = before.lines().map(|line| line.trim_end_matches(',')).collect();
    let new = text.lines().map(|line| line.trim_end_matches(',')).filter(|line| !known.contains(line));
    let new: Vec<_> = new.collect();
    println!("{name}: {} lines are new", new.len());
    new.iter().take(SHOWN).for_each(|line| println!("  {line}"));
}

/// Fails if two cases have the same id.
fn ids_differ<'a>(files: impl Iterator<Item = &'a File>) -> Result<(), String> {
    let mut seen = BTreeMap::new();
    for file in files {
        for id in file.ids() {
            if let Some(other) = seen.insert(id, file.name) {
                return Err(format!("id {id} is given twice: in {other} and in {}", file.name));
            }
        }
    }
    Ok(())
}
