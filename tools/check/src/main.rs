//! `stringmill-check [RULE...]`: checks the tree in the current folder; by default with every rule.

#![forbid(unsafe_code)]

use std::env;
use std::path::Path;
use std::process::ExitCode;
use stringmill_check::{RULES, Rule, Tree};

fn main() -> ExitCode {
    let asked: Vec<String> = env::args().skip(1).collect();
    if let Some(unknown) = asked.iter().find(|name| !RULES.iter().any(|rule| rule.name == **name)) {
        eprintln!("error: no rule is called '{unknown}'; the rules are:");
        RULES.iter().for_each(|rule| eprintln!("  {:<18}{}; it has found: {}", rule.name, rule.demands, rule.found));
        return ExitCode::from(2);
    }
    let tree = match Tree::read(Path::new(".")) {
        Ok(tree) => tree,
        Err(error) => {
            eprintln!("error: cannot read the tree: {error}");
            return ExitCode::from(4);
        }
    };
    let chosen = |rule: &&Rule| asked.is_empty() || asked.iter().any(|name| name == rule.name);
    let broken = RULES.iter().filter(chosen).filter(|rule| !holds(rule, &tree)).count();
    if broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Whether `rule` holds; prints its findings.
fn holds(rule: &Rule, tree: &Tree) -> bool {
    if rule.name == "subjects" && tree.commits.is_none() {
        println!("{:<18}not run: git cannot read the history", rule.name);
        return true;
    }
    let findings = (rule.check)(tree);
    let verdict = if findings.is_empty() { "holds" } else { "BROKEN" };
    println!("{:<18}{verdict}: {}", rule.name, rule.demands);
    findings.iter().for_each(|finding| println!("  {finding}"));
    findings.is_empty()
}
