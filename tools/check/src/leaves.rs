//! Leaves and drivers of the kernels. A file in a `leaf/` folder names no other leaf, and its kernels return `Progress`. A
//! `driver.rs` has no `unsafe` and no code for one instruction set.

use crate::finding::Finding;
use crate::tokens::{Token, shipped, tokens};
use crate::tree::{SourceFile, Tree};

const KERNELS: &str = "core/kernels/src/";

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.files.iter().filter(|file| file.is_rust() && file.path.starts_with(KERNELS)) {
        let rule = if file.path.contains("/leaf/") && file.name() != "mod.rs" {
            in_leaf
        } else if file.name() == "driver.rs" {
            in_driver
        } else {
            continue;
        };
        match tokens(file) {
            Ok(tokens) => findings.extend(rule(file, &shipped(&tokens))),
            Err(finding) => findings.push(finding),
        }
    }
    findings
}

/// A leaf can reach another one only through its parent or the name of the folder.
fn in_leaf(file: &SourceFile, tokens: &[Token]) -> Vec<Finding> {
    let starts = |at: usize, text: &[&str]| {
        text.iter().enumerate().all(|(i, word)| tokens.get(at + i).is_some_and(|token| token.is(word)))
    };
    let mut findings = Vec::new();
    let mut kernels = 0;
    for (at, token) in tokens.iter().enumerate() {
        if starts(at, &["super", ":", ":"]) || starts(at, &["leaf", ":", ":"]) {
            let says = "a leaf names no other leaf; shared code belongs beside the leaf folder";
            findings.push(Finding::new(&file.path, token.line, says));
        }
        if starts(at, &["type", "Output", "="]) {
            kernels += 1;
            if !starts(at, &["type", "Output", "=", "Progress", ";"]) {
                findings.push(Finding::new(&file.path, token.line, "the kernel of a leaf returns Progress alone"));
            }
        }
    }
    if kernels != 1 {
        findings.push(Finding::new(&file.path, 0, format!("a leaf is one kernel, not {kernels}")));
    }
    findings
}

fn in_driver(file: &SourceFile, tokens: &[Token]) -> Vec<Finding> {
    let is_arch = |at: usize| {
        let before = |n: usize| at.checked_sub(n).and_then(|at| tokens.get(at)).map_or("", |token| token.text.as_str());
        before(1) == ":" && before(2) == ":" && matches!(before(3), "core" | "std")
    };
    let wrong = |(at, token): (usize, &Token)| {
        let word = match token.text.as_str() {
            word @ ("unsafe" | "target_arch" | "target_feature" | "asm") => word,
            word if word.starts_with("_mm") || word.ends_with("_feature_detected") => word,
            "arch" if is_arch(at) => "core::arch",
            _ => return None,
        };
        Some(Finding::new(&file.path, token.line, format!("{word} does not belong in a driver")))
    };
    tokens.iter().enumerate().filter_map(wrong).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::planted;

    const LEAF: &str = "use crate::json_escape::blocks::fill;\nimpl Leaf for Plain { type Output = Progress; }\n\
                        #[cfg(test)] mod tests { use super::*; }";

    fn places(files: &[(&str, &str)]) -> Vec<(String, usize)> {
        check(&planted(files)).into_iter().map(|found| (found.path, found.line)).collect()
    }

    #[test]
    fn a_leaf_names_no_other_and_returns_progress() {
        let sibling = format!("{LEAF}\nuse super::long::Long;");
        let folder = format!("{LEAF}\nuse crate::json_escape::leaf::Long;");
        let found = places(&[
            ("core/kernels/src/a/leaf/plain.rs", LEAF),
            ("core/kernels/src/a/leaf/mod.rs", "mod plain; pub(super) use self::plain::Plain;"),
            ("core/kernels/src/a/leaf/one.rs", &sibling),
            ("core/kernels/src/a/leaf/two.rs", &folder),
            ("core/kernels/src/a/leaf/three.rs", "\nimpl Leaf for Three { type Output = Option<Progress>; }"),
            ("core/kernels/src/a/leaf/four.rs", "fn four() {}"),
            ("core/kernels/src/a/blocks.rs", "use super::leaf::x; impl Kernel for X { type Output = usize; }"),
            ("core/json/src/leaf/x.rs", "use super::y;"),
        ]);
        let expected = [("one", 4), ("two", 4), ("three", 2), ("four", 0)];
        assert_eq!(found, expected.map(|(name, line)| (format!("core/kernels/src/a/leaf/{name}.rs"), line)));
    }

    #[test]
    fn a_driver_is_plain_code() {
        let found = places(&[
            ("core/kernels/src/a/driver.rs", "// unsafe\nfn f() { tier.run::<Short>() }"),
            ("core/kernels/src/b/driver.rs", "fn f() {\nunsafe { g() }\n}"),
            ("core/kernels/src/c/driver.rs", "use core::arch::x86_64::*;\n\nfn f() { _mm_pause() }"),
            ("core/kernels/src/d/driver.rs", "#[cfg(target_arch = \"x86_64\")] fn f() {}"),
            ("core/kernels/src/d/unit.rs", "unsafe fn f() {}"),
        ]);
        let expected = [("b", 2), ("c", 1), ("c", 3), ("d", 1)];
        assert_eq!(found, expected.map(|(name, line)| (format!("core/kernels/src/{name}/driver.rs"), line)));
    }
}
