//! Nothing is called `utils`, `common` or `helpers`: a folder is named for its contents.

use crate::finding::Finding;
use crate::tokens::tokens;
use crate::tree::Tree;

const REFUSED: &[&str] = &["util", "utils", "utility", "utilities", "common", "helper", "helpers"];

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let says = |name: &str| format!("'{name}' says nothing; name it for what it owns");
    let mut findings = Vec::new();
    for file in &tree.files {
        let stems = file.path.split('/').map(|part| part.split('.').next().unwrap_or(part));
        findings.extend(stems.filter(|stem| is_refused(stem)).map(|stem| Finding::new(&file.path, 0, says(stem))));
        // A file that cannot be read as Rust is reported by the rules on code.
        let tokens = if file.is_rust() { tokens(file).unwrap_or_default() } else { Vec::new() };
        for pair in tokens.windows(2).filter(|pair| pair[0].is("mod") && is_refused(&pair[1].text)) {
            findings.push(Finding::new(&file.path, pair[1].line, says(&pair[1].text)));
        }
    }
    findings
}

fn is_refused(name: &str) -> bool {
    REFUSED.contains(&name.to_ascii_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::planted;

    #[test]
    fn empty_names_are_found() {
        let tree = planted(&[
            ("core/x/src/utils.rs", ""),
            ("tools/Common/a.py", ""),
            ("core/x/src/lib.rs", "mod a;\nmod helpers { }"),
            ("core/x/src/common_prefix.rs", "fn common() {}"),
        ]);
        let places: Vec<_> = check(&tree).into_iter().map(|found| (found.path, found.line)).collect();
        let expected = [("core/x/src/utils.rs", 0), ("tools/Common/a.py", 0), ("core/x/src/lib.rs", 2)];
        assert_eq!(places, expected.map(|(path, line)| (path.to_owned(), line)));
    }
}
