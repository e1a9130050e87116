//! A class of Java, C# or PHP has at most two classes of ours above it: three levels.

use crate::finding::Finding;
use crate::source::{blocks, code, is_c_like};
use crate::tree::Tree;
use std::collections::BTreeMap;

const LEVELS_MAX: usize = 3;

/// Where a class is, and the class that it extends.
struct Class {
    path: String,
    line: usize,
    base: Option<String>,
}

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let mut classes: BTreeMap<(String, String), Class> = BTreeMap::new();
    for file in tree.files.iter().filter(|file| is_c_like(file)) {
        let part = file.path.split('/').next().unwrap_or_default();
        for block in blocks(&code(file)) {
            let words: Vec<&str> = block.words().collect();
            let Some(at) = words.iter().position(|word| *word == "class") else { continue };
            let Some(name) = words.get(at + 1) else { continue };
            let base = base(&block.header, name);
            let class = Class { path: file.path.clone(), line: block.start, base };
            classes.entry((part.to_owned(), (*name).to_owned())).or_insert(class);
        }
    }
    let mut findings: Vec<Finding> = classes
        .iter()
        .filter_map(|((part, name), class)| {
            let levels = levels(&classes, part, name);
            let chain = levels.join(" extends ");
            (levels.len() > LEVELS_MAX).then(|| {
                Finding::new(&class.path, class.line, format!("{} levels of classes: {chain}; compose", levels.len()))
            })
        })
        .collect();
    findings.sort_by(|a, b| (&a.path, a.line).cmp(&(&b.path, b.line)));
    findings
}

/// The class and all above it that are in the tree.
fn levels(classes: &BTreeMap<(String, String), Class>, part: &str, name: &str) -> Vec<String> {
    let mut levels: Vec<String> = Vec::new();
    let mut next = Some(name.to_owned());
    while let Some(name) = next.filter(|name| !levels.contains(name)) {
        let Some(class) = classes.get(&(part.to_owned(), name.clone())) else { break };
        levels.push(name);
        next = class.base.clone();
    }
    levels
}

/// The simple name after `extends`, or after the colon of C#.
fn base(header: &str, name: &str) -> Option<String> {
    let after = &header[header.find(&format!("class {name}"))? + 6 + name.len()..];
    let bases = after.split_once(" extends ").or_else(|| after.split_once(':')).map(|(_, bases)| bases)?;
    let first: &str = bases.split([',', '<', '{']).next()?.split_whitespace().next()?;
    first.rsplit(['.', '\\']).next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::planted;

    #[test]
    fn deep_classes_are_found() {
        let tree = planted(&[
            (
                "java/A.java",
                "class A extends Object {}\nclass B extends x.A {}\nfinal class C<T> extends B implements X {}",
            ),
            ("java/D.java", "/** class D extends Z {} */\npublic class D extends C<String> {}"),
            (
                "dotnet/a.cs",
                "class A {}\nclass B : A {}\nclass C : B, IX {}\nclass D : C {}\nclass E<T> : List<T> where T : D {}",
            ),
            ("other/A.java", "class D extends C {}"),
        ]);
        let found: Vec<_> = check(&tree).into_iter().map(|found| (found.path, found.line)).collect();
        assert_eq!(found, [("dotnet/a.cs".to_owned(), 4), ("java/D.java".to_owned(), 2)]);
    }
}
