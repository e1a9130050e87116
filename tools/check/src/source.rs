//! C-like source (C, Java, C#, PHP) without comments and the contents of strings, and its blocks in braces.

use crate::tree::SourceFile;

/// A block in braces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// The code from the end of the statement or block before it up to its opening brace, on one line.
    pub(crate) header: String,
    /// The lines of the header's first word and of both braces, from 1.
    pub(crate) start: usize,
    pub(crate) open: usize,
    pub(crate) close: usize,
    /// The index of the block around it.
    pub(crate) parent: Option<usize>,
}

impl Block {
    /// Whether the header has `word` outside of parentheses.
    pub(crate) fn has_word(&self, word: &str) -> bool {
        self.words().any(|other| other == word)
    }

    /// The words of the header outside of parentheses.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        let mut depth = 0;
        self.header.split_inclusive(|c: char| !(c.is_alphanumeric() || c == '_')).filter_map(move |part| {
            let word = part.trim_end_matches(|c: char| !(c.is_alphanumeric() || c == '_'));
            let inside = depth > 0;
            depth += part.matches('(').count();
            depth -= part.matches(')').count().min(depth);
            (!inside && !word.is_empty()).then_some(word)
        })
    }
}

/// Whether the rules on C-like source read `file`.
pub(crate) fn is_c_like(file: &SourceFile) -> bool {
    matches!(file.extension(), Some("java" | "cs" | "c" | "h" | "php")) && !file.is_generated()
}

/// The code of `file`: each comment is a blank, each string `""`; line numbers do not change. Preprocessor lines are blank.
pub(crate) fn code(file: &SourceFile) -> String {
    let is_php = file.path.ends_with(".php");
    let is_cs = file.path.ends_with(".cs");
    let mut out = String::with_capacity(file.text.len());
    let mut rest = file.text.as_str();
    let mut line_is_empty = true;
    while let Some(first) = rest.chars().next() {
        let len = match first {
            '/' if rest.starts_with("//") => line_end(rest),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            '#' if is_php && !rest.starts_with("#[") => line_end(rest),
            '#' if !is_php && line_is_empty => preprocessor_end(rest),
            '<' if is_php && rest.starts_with("<<<") => heredoc_end(rest),
            '<' if is_php && rest.starts_with("<?php") => 5,
            '@' | '$' if is_cs && verbatim_start(rest).is_some() => {
                verbatim_end(rest, verbatim_start(rest).unwrap_or(0))
            }
            '"' if rest.starts_with("\"\"\"") => rest[3..].find("\"\"\"").map_or(rest.len(), |end| end + 6),
            '"' | '\'' => quoted_end(rest, first),
            _ => {
                line_is_empty = if first == '\n' { true } else { line_is_empty && first.is_whitespace() };
                out.push(first);
                rest = &rest[first.len_utf8()..];
                continue;
            }
        };
        let is_text = !matches!(first, '/' | '#') && &rest[..len] != "<?php";
        out.push_str(if is_text { "\"\"" } else { " " });
        out.extend(rest[..len].chars().filter(|c| *c == '\n'));
        line_is_empty &= !is_text;
        rest = &rest[len..];
    }
    out
}

/// The blocks of `code`, in the order of their opening braces.
pub(crate) fn blocks(code: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let (mut header, mut start, mut line) = (String::new(), 1, 1);
    let mut parentheses = 0usize;
    for c in code.chars() {
        match c {
            '{' => {
                let text = header.split_whitespace().collect::<Vec<_>>().join(" ");
                blocks.push(Block { header: text, start, open: line, close: line, parent: open.last().copied() });
                open.push(blocks.len() - 1);
            }
            '}' => {
                if let Some(block) = open.pop() {
                    blocks[block].close = line;
                }
            }
            '(' => parentheses += 1,
            ')' => parentheses = parentheses.saturating_sub(1),
            _ => {}
        }
        line += usize::from(c == '\n');
        if matches!(c, '{' | '}') || (c == ';' && parentheses == 0) {
            // A lambda in an argument list closes its own parentheses.
            parentheses = if c == ';' { parentheses } else { 0 };
            header.clear();
        } else if !(header.is_empty() && c.is_whitespace()) {
            start = if header.is_empty() { line } else { start };
            header.push(c);
        }
    }
    blocks
}

fn line_end(rest: &str) -> usize {
    rest.find('\n').unwrap_or(rest.len())
}

/// The end of a preprocessor line, with the lines that a backslash continues.
fn preprocessor_end(rest: &str) -> usize {
    let mut end = line_end(rest);
    while rest[..end].ends_with('\\') && end < rest.len() {
        end += 1 + line_end(&rest[end + 1..]);
    }
    end
}

/// The end of a string or character on one line, or of a string of PHP.
fn quoted_end(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// The length of `@"`, `$@"` or `@$"`, with which a verbatim string of C# begins.
fn verbatim_start(rest: &str) -> Option<usize> {
    ["@\"", "$@\"", "@$\""].iter().find(|start| rest.starts_with(**start)).map(|start| start.len())
}

/// The end of a verbatim string, in which two quotes are one.
fn verbatim_end(rest: &str, start: usize) -> usize {
    let mut at = start;
    while let Some(quote) = rest[at..].find('"') {
        at += quote + 1;
        if !rest[at..].starts_with('"') {
            return at;
        }
        at += 1;
    }
    rest.len()
}

/// The end of a heredoc or nowdoc of PHP.
fn heredoc_end(rest: &str) -> usize {
    let name: String = rest[3..]
        .chars()
        .skip_while(|c| "'\" ".contains(*c))
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect();
    if name.is_empty() {
        return 3;
    }
    let mut at = line_end(rest);
    while at < rest.len() {
        let next = at + 1 + line_end(&rest[at + 1..]);
        let line = &rest[at + 1..next];
        if line.trim_start().starts_with(&name) {
            return at + 1 + (line.len() - line.trim_start().len()) + name.len();
        }
        at = next;
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(path: &str, text: &str) -> String {
        code(&SourceFile { path: path.to_owned(), text: text.to_owned() })
    }

    #[test]
    fn comments_and_strings_are_blank() {
        assert_eq!(of("a.java", "a // {\n\"{\\\"\" '{' /* {\n */ b"), "a  \n\"\" \"\"  \n b");
        assert_eq!(of("a.java", "s = \"\"\"\n {\n\"\"\"; b"), "s = \"\"\n\n; b");
        assert_eq!(of("a.cs", "s = @\"\\\" + $@\"\"\"{\";"), "s = \"\" + \"\";");
        assert_eq!(of("a.c", "#define A {\\\n {\nint b;"), " \n\nint b;");
        assert_eq!(of("a.php", "# {\n$a = <<<X\n {\n X; #[A] b"), " \n$a = \"\"\n\n; #[A] b");
    }

    #[test]
    fn blocks_have_headers_and_parents() {
        let found = blocks("class A\n{\n  int f(int a)\n  {\n    for (;;) { }\n  }\n  int g() { return 1; }\n}\n");
        let short: Vec<_> = found.iter().map(|b| (b.header.as_str(), b.start, b.open, b.close, b.parent)).collect();
        let expected = [
            ("class A", 1, 2, 8, None),
            ("int f(int a)", 3, 4, 6, Some(0)),
            ("for (;;)", 5, 5, 5, Some(1)),
            ("int g()", 7, 7, 7, Some(0)),
        ];
        assert_eq!(short, expected);
        assert_eq!(found[1].words().collect::<Vec<_>>(), ["int", "f"]);
    }
}
