//! The parts of each program use each other without circles. A part is the smallest one that the language lets be
//! acyclic: a file in Rust, a module in TypeScript, JavaScript and Python, a package in Java, a folder in C#.

mod crate_files;
mod csharp;
mod graph;
mod imports;
mod java;
mod python;
mod rust;
mod script;
mod uses;

use crate::finding::Finding;
use crate::tree::Tree;

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = rust::check(tree);
    findings.extend(java::graphs(tree).iter().filter_map(|graph| graph.finding("packages")));
    findings.extend(csharp::graphs(tree).iter().filter_map(|graph| graph.finding("folders")));
    findings.extend(script::graph(tree).finding("modules"));
    findings.extend(python::graph(tree).finding("modules"));
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::planted;

    /// The circle that is found in `files`, or an empty text.
    pub(super) fn circle_in(files: &[(&str, &str)]) -> String {
        let findings = check(&planted(files));
        assert!(findings.len() < 2, "{findings:?}");
        findings.first().map_or(String::new(), |finding| finding.says.clone())
    }

    #[test]
    fn a_circle_is_reported_with_the_names_that_make_it() {
        let found = circle_in(&[("js/a.ts", "import { b } from \"./b.js\";"), ("js/b.ts", "export * from './a';")]);
        let expected = "modules in a circle: js/a.ts -> js/b.ts -> js/a.ts; js/a.ts names ./b.js, js/b.ts names ./a";
        assert_eq!(found, expected);
    }
}
