//! Every `unsafe` block and `unsafe impl` has a `SAFETY:` comment on one of the three lines above it.

use crate::finding::Finding;
use crate::tokens::{Token, tokens};
use crate::tree::{SourceFile, Tree};

/// Lines above an unsafe block on which its reason may stand.
const REACH: usize = 3;

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.files.iter().filter(|file| file.is_rust()) {
        match tokens(file) {
            Ok(tokens) => findings.extend(found(file, &tokens)),
            Err(finding) => findings.push(finding),
        }
    }
    findings
}

fn found(file: &SourceFile, tokens: &[Token]) -> Vec<Finding> {
    let lines: Vec<&str> = file.text.lines().collect();
    let bare = |pair: &&[Token]| {
        let line = pair[0].line - 1;
        let above = &lines[line.saturating_sub(REACH)..line];
        pair[0].is("unsafe")
            && (pair[1].is("{") || pair[1].is("impl"))
            && !above.iter().any(|line| line.trim_start().starts_with("// SAFETY:"))
    };
    let says = "unsafe with no '// SAFETY:' line above it";
    tokens.windows(2).filter(bare).map(|pair| Finding::new(&file.path, pair[0].line, says)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::planted;

    #[test]
    fn a_bare_unsafe_is_found() {
        let text = "// SAFETY: it is.\nfn a() { unsafe { b() } }\n\n\n\nfn c() { unsafe { b() } }\nunsafe impl X for Y {}\n\
                    unsafe fn d() { \"unsafe {\"; }\n";
        let lines: Vec<_> = check(&planted(&[("a.rs", text)])).into_iter().map(|found| found.line).collect();
        assert_eq!(lines, [6, 7]);
    }
}
