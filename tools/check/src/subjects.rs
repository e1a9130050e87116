//! The subject of a commit is `area: what changes`, at most 72 characters, and names one idea.

use crate::finding::Finding;
use crate::tree::{Commit, Tree};

const LENGTH_MAX: usize = 72;

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let commits = tree.commits.iter().flatten();
    commits.filter_map(|commit| Some(Finding::new(&format!("commit {}", commit.hash), 0, fault(commit)?))).collect()
}

/// What is wrong with the subject of a commit.
fn fault(commit: &Commit) -> Option<String> {
    let (subject, len) = (commit.subject.as_str(), commit.subject.chars().count());
    let area = subject.split_once(": ").map(|(area, _)| area);
    let is_area = |c: char| c.is_ascii_alphanumeric() || " _-./,".contains(c);
    if len > LENGTH_MAX {
        Some(format!("the subject has {len} characters; at most {LENGTH_MAX}: {subject}"))
    } else if !area.is_some_and(|area| area.chars().all(is_area)) {
        Some(format!("the subject is not 'area: what changes': {subject}"))
    } else if subject.contains(';') || subject.ends_with('.') {
        Some(format!("the subject has more than one clause; one idea a commit: {subject}"))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_subjects_are_found() {
        let long = format!("a: {}", "x".repeat(LENGTH_MAX - 2));
        let just = format!("a: {}", "ä".repeat(LENGTH_MAX - 3));
        let subjects = [
            "kernels: stop at whole units",
            &just,
            "core/ion, convert: move it",
            &long,
            "no area",
            "a: one; two",
            "a: b.",
        ];
        let commit = |subject: &&str| Commit { hash: "0".to_owned(), subject: (*subject).to_owned() };
        let bad: Vec<bool> = subjects.iter().map(|subject| fault(&commit(subject)).is_some()).collect();
        assert_eq!(bad, [false, false, false, true, true, true, true]);
    }
}
