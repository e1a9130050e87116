//! A Rust file as a flat row of tokens: no comments, no white space, strings as one token each.

use crate::finding::Finding;
use crate::tree::SourceFile;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// One token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// Its text; an opening or closing bracket of a group is a token of its own.
    pub(crate) text: String,
    /// Its line, from 1.
    pub(crate) line: usize,
    /// Brackets that are open around it.
    pub(crate) depth: usize,
}

impl Token {
    pub(crate) fn is(&self, text: &str) -> bool {
        self.text == text
    }

    pub(crate) fn is_name(&self) -> bool {
        self.text.starts_with(|c: char| c.is_alphabetic() || c == '_')
    }
}

/// The tokens of `file`.
pub(crate) fn tokens(file: &SourceFile) -> Result<Vec<Token>, Finding> {
    let stream: TokenStream =
        file.text.parse().map_err(|error| Finding::new(&file.path, 0, format!("cannot be read as Rust: {error}")))?;
    let mut out = Vec::new();
    let mut open = vec![(stream.into_iter(), None)];
    while let Some((rest, close)) = open.last_mut() {
        let Some(tree) = rest.next() else {
            let close = close.take();
            open.pop();
            let depth = open.len().saturating_sub(1);
            out.extend(close.map(|(text, line): (&str, usize)| Token { text: text.to_owned(), line, depth }));
            continue;
        };
        let depth = open.len() - 1;
        let mut push = |text: String, line: usize| out.push(Token { text, line, depth });
        let line = tree.span().start().line;
        match tree {
            TokenTree::Ident(name) => push(name.to_string(), line),
            TokenTree::Punct(punct) => push(punct.as_char().to_string(), line),
            // Quoted, so that no text in it can pass for a name.
            TokenTree::Literal(literal) => push(format!("\"{literal}"), line),
            TokenTree::Group(group) => {
                let (before, after) = match group.delimiter() {
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                push(before.to_owned(), line);
                let last_line = group.span_close().start().line;
                open.push((group.stream().into_iter(), Some((after, last_line))));
            }
        }
    }
    Ok(out)
}

/// The tokens that ship: all but the items under `#[cfg(test)]`.
pub(crate) fn shipped(tokens: &[Token]) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if let Some(after) = test_attribute_end(&tokens[at..]) {
            at = item_end(tokens, at + after);
        } else {
            out.push(tokens[at].clone());
            at += 1;
        }
    }
    out
}

/// Where the attribute at the beginning of `tokens` ends, if it is a `cfg` that asks for tests.
fn test_attribute_end(tokens: &[Token]) -> Option<usize> {
    let [hash, open, cfg, ..] = tokens else { return None };
    if !(hash.is("#") && open.is("[") && cfg.is("cfg")) {
        return None;
    }
    let end = tokens.iter().position(|token| token.is("]") && token.depth == open.depth)?;
    let inside = &tokens[3..end];
    let asks = inside.iter().any(|token| token.is("test")) && !inside.iter().any(|token| token.is("not"));
    asks.then_some(end + 1)
}

/// Where the item that begins at `start` ends: after its body, or after its semicolon.
fn item_end(tokens: &[Token], start: usize) -> usize {
    let Some(depth) = tokens.get(start).map(|token| token.depth) else { return tokens.len() };
    let ends = |token: &Token| token.depth == depth && (token.is("}") || token.is(";"));
    tokens[start..].iter().position(ends).map_or(tokens.len(), |end| start + end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Token> {
        tokens(&SourceFile { path: "a.rs".to_owned(), text: text.to_owned() }).unwrap()
    }

    #[test]
    fn comments_and_strings_are_no_names() {
        let tokens = read("// use a::b;\nfn f() { let s = \"unsafe\"; /* unsafe { } */ }");
        let names: Vec<_> = tokens.iter().filter(|t| t.is_name()).map(|t| t.text.as_str()).collect();
        assert_eq!(names, ["fn", "f", "let", "s"]);
        assert!(tokens.iter().all(|token| token.line == 2));
    }

    #[test]
    fn depth_counts_open_brackets() {
        let depths: Vec<_> = read("a { b ( c ) } d").iter().map(|t| (t.text.clone(), t.depth)).collect();
        let expected = [("a", 0), ("{", 0), ("b", 1), ("(", 1), ("c", 2), (")", 1), ("}", 0), ("d", 0)];
        assert_eq!(depths, expected.map(|(text, depth)| (text.to_owned(), depth)));
    }

    #[test]
    fn tests_do_not_ship() {
        let text = "fn a() {} #[cfg(test)] mod tests { use super::*; fn x() {} } #[cfg(all(test, unix))] use b; \
                    #[cfg(not(test))] fn c() {}";
        let names: Vec<_> = shipped(&read(text)).into_iter().filter(Token::is_name).map(|t| t.text).collect();
        assert_eq!(names, ["fn", "a", "cfg", "not", "test", "fn", "c"]);
    }
}
