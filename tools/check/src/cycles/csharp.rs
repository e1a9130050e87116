//! Folders of C#, within each project; MSBuild itself refuses circles of projects.
//!
//! All types of a project are in one namespace, and no `using` says what a file needs. So a folder uses another if it
//! names a type that the other declares outside of any type.

use super::graph::Graph;
use crate::source::{Block, blocks, code};
use crate::tree::{SourceFile, Tree};
use std::collections::{BTreeMap, BTreeSet};

/// A file with its code and what it declares.
struct CsFile<'a> {
    file: &'a SourceFile,
    code: String,
    blocks: Vec<Block>,
}

/// A graph of folders for each project.
pub(super) fn graphs(tree: &Tree) -> Vec<Graph> {
    let paths = tree.files.iter().map(|file| file.path.as_str());
    let projects: Vec<&str> = paths.filter(|path| path.ends_with(".csproj")).map(folder).collect();
    let mut files: BTreeMap<&str, Vec<CsFile>> = BTreeMap::new();
    for file in tree.files.iter().filter(|file| file.extension() == Some("cs")) {
        let around = projects.iter().filter(|project| file.path.starts_with(&format!("{project}/")));
        if let Some(project) = around.max_by_key(|project| project.len()) {
            let code = code(file);
            let blocks = blocks(&code);
            files.entry(project).or_default().push(CsFile { file, code, blocks });
        }
    }
    files.values().map(|files| graph(files)).collect()
}

fn graph(files: &[CsFile]) -> Graph {
    // The folders of a type: parts of it may be in several.
    let mut declared: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for file in files {
        for name in file.types(true).chain(delegates(&file.code)) {
            declared.entry(name).or_default().insert(folder(&file.file.path));
        }
    }
    let mut graph = Graph::default();
    for file in files {
        let own: BTreeSet<&str> = file.types(false).collect();
        let here = folder(&file.file.path);
        for name in file.names().filter(|name| !own.contains(name)) {
            let Some(folders) = declared.get(name).filter(|folders| !folders.contains(here)) else { continue };
            for used in folders {
                graph.add(here, used, &file.file.path, name);
            }
        }
    }
    graph
}

impl CsFile<'_> {
    /// The types that the file declares: all, or those outside of any type.
    fn types(&self, outermost: bool) -> impl Iterator<Item = &str> {
        let is_outer = move |block: &&Block| {
            !outermost || block.parent.is_none_or(|parent| self.blocks[parent].has_word("namespace"))
        };
        self.blocks.iter().filter(is_outer).filter_map(|block| {
            let is_type = |word: &&str| matches!(*word, "class" | "struct" | "interface" | "enum" | "record");
            let mut words = block.words().skip_while(|word| !is_type(word)).skip_while(is_type);
            words.next()
        })
    }

    /// The words that may name a type: all but those after a point and the members of enums. A type after its namespace
    /// counts.
    fn names(&self) -> impl Iterator<Item = &str> {
        let lines = (1..).zip(self.code.lines());
        let in_enum = |line: usize| {
            self.blocks.iter().any(|block| block.has_word("enum") && block.open < line && line < block.close)
        };
        lines.filter(move |(line, _)| !in_enum(*line)).flat_map(|(_, text)| {
            let paths = text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'));
            paths.flat_map(|path| path.split('.').take(if path.starts_with("StringMill.") { 2 } else { 1 }))
        })
    }
}

/// The delegates in `code`, which have no block.
fn delegates(code: &str) -> impl Iterator<Item = &str> {
    code.split("delegate ").skip(1).filter_map(|rest| {
        let signature = rest.split('(').next()?.trim_end();
        let name = if signature.ends_with('>') { signature.rsplit_once('<')?.0 } else { signature };
        name.rsplit_once(' ').map(|(_, name)| name)
    })
}

/// The folder of `path`.
fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

#[cfg(test)]
mod tests {
    use super::super::tests::circle_in;

    /// The circle in a project whose folders `A` and `B` hold these texts.
    fn circle(a: &str, b: &str) -> String {
        circle_in(&[("p/p.csproj", ""), ("p/A/A.cs", a), ("p/B/B.cs", b)])
    }

    const B: &str = "namespace StringMill { class B { A a; } }";

    #[test]
    fn each_way_to_name_a_type_is_an_arrow() {
        for code in ["B b;", "int n = B.N;", "object o = new StringMill.B();", "List<B> list;", "class C : B { }"] {
            let found = circle(&format!("namespace StringMill {{ class A {{ {code} }} }}"), B);
            assert!(found.starts_with("folders in a circle: p/A -> p/B -> p/A; p/A/A.cs names B, "), "{code}: {found}");
        }
        for kind in ["struct", "interface", "enum", "record struct"] {
            let b = format!("namespace StringMill {{ {kind} B {{ }} class C {{ A a; }} }}");
            assert_ne!(circle("namespace StringMill { class A { B b; } }", &b), "", "{kind}");
        }
        for delegate in ["delegate void B(A a);", "delegate List<A> B<T, V>(ref T value);"] {
            let b = format!("namespace StringMill {{ public {delegate} }}");
            assert_ne!(circle("namespace StringMill { class A { B b; } }", &b), "", "{delegate}");
        }
    }

    #[test]
    fn members_comments_and_strings_are_no_arrows() {
        for code in ["class A { int n = x.B; }", "class A { /* B */ string s = \"B\"; }", "enum A\n{\n B = 1,\n}"] {
            assert_eq!(circle(&format!("namespace StringMill {{ {code} }}"), B), "", "{code}");
        }
    }

    #[test]
    fn a_type_inside_a_type_is_its_own() {
        let a = "namespace StringMill { class A { class B { } B b; } }";
        assert_eq!(circle(a, B), "");
        let b = "namespace StringMill { class C { class B { } A a; } }";
        assert_eq!(circle("namespace StringMill { class A { B b; } }", b), "");
    }

    #[test]
    fn projects_are_apart() {
        let a = "namespace StringMill { class A { B b; } }";
        assert_eq!(circle_in(&[("p/p.csproj", ""), ("q/q.csproj", ""), ("p/A.cs", a), ("q/B.cs", B)]), "");
    }
}
