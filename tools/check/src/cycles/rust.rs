//! The files of a crate use each other without circles.
//!
//! A file uses another if it names something that the other defines. The full rule:
//!
//! - A name counts where it is defined, not where it is re-exported: `use crate::Error` is an arrow to the file that
//!   says `struct Error`, whatever `lib.rs` hands on.
//! - `mod child;` and `pub use child::Name;` are no arrows: a parent may show its children. It is an arrow as soon as the
//!   parent uses the name itself. So a child may use definitions of its parent only if the parent does not use the child.
//! - Methods, associated items and fields are not looked at: they belong to a type, and the type has been named.
//! - Code under `#[cfg(test)]` is free.

use super::crate_files::CrateFiles;
use super::uses;
use crate::circle::{Edges, circle};
use crate::finding::Finding;
use crate::tree::Tree;
use std::collections::BTreeSet;

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for root in tree.files.iter().filter(|file| is_root(&file.path)) {
        match CrateFiles::read(tree, root) {
            Ok(files) => findings.extend(circle(&edges(&files)).map(|circle| {
                let says = format!("files in a circle: {}", circle.join(" -> "));
                Finding::new(&circle[0], 0, format!("{says}; move what both need into a file below them"))
            })),
            Err(finding) => findings.push(finding),
        }
    }
    findings
}

/// Whether a crate begins at `path`.
fn is_root(path: &str) -> bool {
    let in_bin = path.rsplit_once('/').is_some_and(|(folder, _)| folder.ends_with("src/bin"));
    path.ends_with("src/lib.rs") || path.ends_with("src/main.rs") || (in_bin && path.ends_with(".rs"))
}

/// Which file uses which.
fn edges(files: &CrateFiles) -> Edges {
    let mut edges = Edges::new();
    for (number, file) in files.iter().enumerate() {
        let mut used: BTreeSet<String> =
            uses::used(files, number).into_iter().map(|used| files.path(used).to_owned()).collect();
        used.remove(&file.path);
        edges.insert(file.path.clone(), used);
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::planted;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        check(&planted(files)).into_iter().map(|finding| finding.says).collect()
    }

    fn passes(files: &[(&str, &str)]) {
        assert_eq!(found(files), Vec::<String>::new());
    }

    fn is_a_circle(files: &[(&str, &str)], circle: &str) {
        let found = found(files);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with(&format!("files in a circle: {circle};")), "{found:?}");
    }

    #[test]
    fn two_files_that_use_each_other() {
        is_a_circle(
            &[
                ("x/src/lib.rs", "mod a; mod b;"),
                ("x/src/a.rs", "use crate::b::B; pub struct A(B);"),
                ("x/src/b.rs", "pub struct B; fn f(a: super::a::A) {}"),
            ],
            "x/src/a.rs -> x/src/b.rs -> x/src/a.rs",
        );
    }

    #[test]
    fn a_circle_through_a_re_export() {
        is_a_circle(
            &[
                ("x/src/lib.rs", "mod a; mod b; pub use a::A; pub use b::*;"),
                ("x/src/a.rs", "use crate::B; pub struct A(B);"),
                ("x/src/b.rs", "use crate::{A as First}; pub struct B(Box<First>);"),
            ],
            "x/src/a.rs -> x/src/b.rs -> x/src/a.rs",
        );
    }

    #[test]
    fn a_parent_may_show_what_its_child_defines() {
        passes(&[
            ("x/src/lib.rs", "mod a; pub use a::A; pub trait T {} #[cfg(test)] mod tests { fn f() { super::A; } }"),
            ("x/src/a.rs", "use super::T; pub struct A; impl T for A {}"),
        ]);
    }

    #[test]
    fn a_parent_that_uses_its_child_must_not_be_used_by_it() {
        is_a_circle(
            &[
                ("x/src/lib.rs", "mod a; pub use a::A; pub trait T {} pub fn f(a: A) {}"),
                ("x/src/a/mod.rs", "use super::T; pub struct A; impl T for A {}"),
            ],
            "x/src/a/mod.rs -> x/src/lib.rs -> x/src/a/mod.rs",
        );
    }

    #[test]
    fn a_path_in_the_middle_of_code_counts() {
        is_a_circle(
            &[
                ("x/src/main.rs", "mod a; mod b;"),
                ("x/src/a.rs", "use crate::b; pub fn f() { println!(\"{}\", b::g()) }"),
                ("x/src/b.rs", "pub mod deep;"),
                ("x/src/b/deep.rs", "pub fn h() { crate::a::f() }"),
                ("y/src/main.rs", "fn main() {}"),
            ]
            .map(|(path, text)| {
                if path == "x/src/b.rs" { (path, "pub mod deep; pub fn g() { deep::h() }") } else { (path, text) }
            }),
            "x/src/a.rs -> x/src/b.rs -> x/src/b/deep.rs -> x/src/a.rs",
        );
    }

    #[test]
    fn a_path_after_a_keyword_of_a_pointer_counts() {
        for code in [
            "pub type P = *const crate::b::B;",
            "pub fn f(p: fn(crate::b::B)) {}",
            "pub const N: usize = const { crate::b::N };",
            "pub fn f() -> P { &raw const crate::b::N }",
        ] {
            is_a_circle(
                &[
                    ("x/src/lib.rs", "mod a; mod b;"),
                    ("x/src/a.rs", code),
                    ("x/src/b.rs", "pub struct B; fn f() { super::a::g() }"),
                ],
                "x/src/a.rs -> x/src/b.rs -> x/src/a.rs",
            );
        }
    }

    #[test]
    fn a_const_fn_is_defined_where_it_is_written() {
        is_a_circle(
            &[
                ("x/src/lib.rs", "mod a; mod b; pub(crate) use b::*;"),
                ("x/src/a.rs", "use crate::f; pub struct A; fn g() { f() }"),
                ("x/src/b.rs", "pub const fn f() { super::a::A; }"),
            ],
            "x/src/a.rs -> x/src/b.rs -> x/src/a.rs",
        );
    }

    #[test]
    fn super_inside_an_inline_module_is_the_same_file() {
        passes(&[
            ("x/src/lib.rs", "mod a; fn f() { a::A; }"),
            ("x/src/a.rs", "pub struct A; mod inner { use super::A; fn f(_: A) {} }"),
        ]);
    }

    #[test]
    fn a_module_without_a_file_is_found() {
        assert_eq!(found(&[("x/src/lib.rs", "\nmod a;")]), ["declares module a, which has no file"]);
    }
}
