//! Source files end by line 800, `README.md` by line 150. Generated files may be longer.

use crate::finding::Finding;
use crate::tree::{SourceFile, Tree};

const SOURCE_MAX: usize = 800;
const README_MAX: usize = 150;

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let over = |file: &SourceFile| {
        let max = if file.path == "README.md" { README_MAX } else { SOURCE_MAX };
        let lines = file.text.lines().count();
        (lines > max)
            .then(|| Finding::new(&file.path, lines, format!("is longer than {max} lines; split it by concept")))
    };
    tree.files.iter().filter(|file| is_source(file) && !file.is_generated()).filter_map(over).collect()
}

/// Whether somebody writes and reads `file` line by line: code, scripts and the front page.
fn is_source(file: &SourceFile) -> bool {
    let extension = file.extension();
    let is_script = extension.is_none() && file.text.starts_with("#!");
    matches!(extension, Some("rs" | "py" | "sh" | "c" | "h" | "java" | "cs" | "php"))
        || is_script
        || file.path == "README.md"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::planted;

    #[test]
    fn long_files_are_found() {
        let (just, over) = ("x\n".repeat(SOURCE_MAX), "x\n".repeat(SOURCE_MAX + 1));
        let readme = "x\n".repeat(README_MAX + 1);
        let tree = planted(&[
            ("a.rs", just.as_str()),
            ("b.rs", over.as_str()),
            ("B.java", over.as_str()),
            ("rows.rs", &format!("// Generated from spec/x.toml\n{over}")),
            ("data.toml", over.as_str()),
            ("tools/x", &format!("#!/bin/sh\n{over}")),
            ("README.md", readme.as_str()),
            ("docs/README.md", readme.as_str()),
        ]);
        let paths: Vec<_> = check(&tree).into_iter().map(|found| found.path).collect();
        assert_eq!(paths, ["b.rs", "B.java", "tools/x", "README.md"]);
    }
}
