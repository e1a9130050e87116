//! A function has at most 60 lines of code.
//!
//! In Rust a list counts as one line, however many entries it has: the entries of an array, of `vec!` or of another
//! macro are data. There is no other exception. In other languages a comment that begins with `One piece:` allows a
//! longer function.

use crate::finding::Finding;
use crate::source::{Block, blocks, code, is_c_like};
use crate::tokens::{Token, tokens};
use crate::tree::{SourceFile, Tree};

const LINES_MAX: usize = 60;

/// The comment that allows a longer function in other languages than Rust, above it or in it.
const REASON: &str = "One piece:";

/// Words that begin a block that is not a function.
const STATEMENTS: &[&str] = &[
    "if",
    "else",
    "for",
    "foreach",
    "while",
    "do",
    "switch",
    "case",
    "default",
    "try",
    "catch",
    "finally",
    "using",
    "lock",
    "fixed",
    "unsafe",
    "checked",
    "unchecked",
    "synchronized",
    "match",
    "return",
    "static_assert",
];

/// Words that make a block a type or a name space.
const TYPES: &[&str] = &["class", "interface", "struct", "enum", "union", "record", "namespace", "trait", "extern"];

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.files.iter().filter(|file| !file.is_generated()) {
        let functions = if file.is_rust() {
            match tokens(file) {
                Ok(tokens) => rust_functions(&tokens),
                Err(_) => continue, // reported by the rules on code
            }
        } else if is_c_like(file) {
            c_like_functions(&code(file))
        } else {
            continue;
        };
        findings.extend(
            functions
                .into_iter()
                .filter(|function| function.code > LINES_MAX && (file.is_rust() || !has_reason(file, function)))
                .map(|function| {
                    let says = format!("a function with {} lines of code; at most {LINES_MAX}", function.code);
                    Finding::new(&file.path, function.start, says)
                }),
        );
    }
    findings
}

/// A function: its first and last line, and its lines of code between the braces.
#[derive(Debug, PartialEq, Eq)]
struct Function {
    start: usize,
    end: usize,
    code: usize,
}

fn rust_functions(tokens: &[Token]) -> Vec<Function> {
    let mut functions = Vec::new();
    for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.is("fn")) {
        let body = |other: &Token| other.depth == token.depth && (other.is("{") || other.is(";"));
        let Some(open) = tokens[at..].iter().position(body).map(|len| at + len).filter(|open| tokens[*open].is("{"))
        else {
            continue;
        };
        let closes = |other: &Token| other.depth == token.depth && other.is("}");
        let Some(close) = tokens[open..].iter().position(closes).map(|len| open + len) else { continue };
        let mut lines = lines_outside_lists(&tokens[open + 1..close]);
        lines.dedup();
        functions.push(Function { start: token.line, end: tokens[close].line, code: lines.len() });
    }
    functions
}

/// The lines of tokens, without the inside of each list: of square brackets, and of the braces of a macro.
fn lines_outside_lists(tokens: &[Token]) -> Vec<usize> {
    let mut lines = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        lines.push(token.line);
        let begins = token.is("[") || token.is("{") && at > 0 && tokens[at - 1].is("!");
        let ends = |other: &Token| other.depth == token.depth && (other.is("]") || other.is("}"));
        let len = if begins { tokens[at + 1..].iter().position(ends) } else { None };
        // The list ends on its own line, or together with the code after it.
        at += len.map_or(1, |len| len + 2);
    }
    lines
}

fn c_like_functions(code: &str) -> Vec<Function> {
    let blocks = blocks(code);
    let lines: Vec<&str> = code.lines().collect();
    let is_function = |block: &Block| {
        block.header.contains('(')
            && !TYPES.iter().any(|word| block.has_word(word))
            && !block.words().any(|word| STATEMENTS.contains(&word))
            && block.parent.is_none_or(|parent| TYPES.iter().any(|word| blocks[parent].has_word(word)))
    };
    let length = |block: &Block| {
        let inside = lines.get(block.open..block.close.saturating_sub(1)).unwrap_or_default();
        inside.iter().filter(|line| !line.trim().is_empty()).count()
    };
    let function = |block: &Block| Function { start: block.start, end: block.close, code: length(block) };
    blocks.iter().filter(|block| is_function(block)).map(function).collect()
}

/// Whether a comment in or up to eight lines above a function says why it is long.
fn has_reason(file: &SourceFile, function: &Function) -> bool {
    let first = function.start.saturating_sub(9);
    file.text.lines().skip(first).take(function.end - first).any(|line| line.contains(REASON))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::planted;

    #[test]
    fn long_functions_are_found() {
        let long = "    a();\n\n    // b\n".repeat(LINES_MAX + 1);
        let just = "    a();\n".repeat(LINES_MAX);
        let reason = format!("// One piece: a loop.\nfn b() {{\n{long}}}\n");
        let entries = "        a(),\n".repeat(LINES_MAX + 1);
        let lists = format!("fn d() {{\n    let b = [\n{entries}    ];\n    each! {{\n{entries}    }}\n}}\n");
        let tree = planted(&[
            ("a.rs", format!("fn a() {{\n{long}}}\n{reason}fn c() {{\n{just}}}\n").as_str()),
            ("A.java", format!("class A {{\n  int f() {{\n{long}  }}\n  int g() {{\n{just}  }}\n}}\n").as_str()),
            ("a.cs", format!("namespace N\n{{\n  struct A\n  {{\n    int f()\n    {{\n{long}}}\n  }}\n}}\n").as_str()),
            ("a.c", format!("static int f(int a)\n{{\n{long}}}\n").as_str()),
            ("a.php", format!("<?php\nfunction f(): int\n{{\n{long}}}\n").as_str()),
            ("b.php", format!("<?php\nif (a()) {{\n{long}}}\n").as_str()),
            ("b.rs", lists.as_str()),
            ("b.c", format!("/* One piece: a table. */\nstatic int f(int a)\n{{\n{long}}}\n").as_str()),
        ]);
        let places: Vec<_> = check(&tree).into_iter().map(|found| (found.path, found.line)).collect();
        let second = 4 + 3 * (LINES_MAX + 1);
        let expected = [("a.rs", 1), ("a.rs", second), ("A.java", 2), ("a.cs", 5), ("a.c", 1), ("a.php", 2)];
        assert_eq!(places, expected.map(|(path, line)| (path.to_owned(), line)));
    }
}
