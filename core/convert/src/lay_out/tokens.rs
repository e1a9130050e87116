//! Reads compact JSON or Ion, as the writers of this crate write it, and lays it out.
//!
//! JSON is read as Ion: outside of strings it has no byte that means something else there. The white space before a
//! comment says where the line breaks (`core/ion/src/writer/comments.rs`). The text may be cut anywhere in a string or
//! number; comments and two-byte tokens are never cut, because a writer writes them at once.

use super::containers::{Break, ContainerLayout};
use crate::pretty::PrettyLayout;
use stringmill_kernels::{ByteClass, Tier, scan_with};
use stringmill_output::Output;

/// Lays out tokens.
#[derive(Debug)]
pub(super) struct Tokens {
    tier: Tier,
    fit: ContainerLayout,
    state: State,
    last: LastToken,
    /// Whether there was white space, a line feed or a tab since the last token or comma.
    blank: bool,
    line: bool,
    tab: bool,
    /// Whether a field name or annotations wait for their value.
    joined: bool,
    /// Whether a line break was possible since the last value or opening bracket.
    broken: bool,
    /// Whether the last byte was a colon that ended no field name.
    colon: bool,
    /// Whether each open container is a struct.
    structs: Vec<bool>,
    /// Whether the next colon ends a field name.
    in_name: bool,
    /// Bytes of the output up to the end of the last whole value at the top level.
    whole: usize,
}

/// The token that the text is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Between,
    Quoted {
        quote: u8,
        /// Whether it is a clob, so that `}}` follows.
        in_lob: bool,
        /// Whether the text before ends with a backslash that escapes the next byte.
        escaped: bool,
    },
    Lob,
}

/// The last token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LastToken {
    Nothing,
    Open,
    /// A value, or a part of one.
    Value,
    Name,
    Annotation,
    LineComment,
    BlockComment,
}

impl Tokens {
    pub(super) fn new(tier: Tier, pretty: PrettyLayout) -> Self {
        Tokens {
            tier,
            fit: ContainerLayout::new(pretty),
            state: State::Between,
            last: LastToken::Nothing,
            blank: false,
            line: false,
            tab: false,
            joined: false,
            broken: false,
            colon: false,
            structs: Vec::new(),
            in_name: false,
            whole: 0,
        }
    }

    pub(super) fn out(&self) -> &Output {
        &self.fit.out
    }

    pub(super) fn out_mut(&mut self) -> &mut Output {
        &mut self.fit.out
    }

    /// Drops the output, which the caller has taken.
    pub(super) fn clear(&mut self) {
        self.fit.out.truncate(0);
        self.whole = 0;
    }

    pub(super) fn whole(&self) -> usize {
        self.whole
    }

    /// Takes text that ends with a value at the top level.
    pub(super) fn write_whole(&mut self, text: &[u8]) {
        self.write(text);
        // After a comment, the line would end only with the next value.
        if text.ends_with(b"\n") {
            self.fit.new_line();
        }
        self.whole = self.fit.out.len();
    }

    /// Takes text, and writes the part whose layout is decided.
    pub(super) fn write(&mut self, text: &[u8]) {
        let mut at = 0;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            at += match self.state {
                State::Between => self.between(rest),
                State::Quoted { quote, in_lob, escaped } => self.quoted(rest, quote, in_lob, escaped),
                State::Lob => self.lob(rest),
            };
        }
    }

    /// Ends the last line.
    pub(super) fn finish(&mut self) {
        if self.structs.is_empty() {
            self.fit.new_line();
        }
    }

    /// Takes the next bytes between tokens, or a token or its beginning. Returns the number of bytes taken.
    fn between(&mut self, text: &[u8]) -> usize {
        match text[0] {
            b' ' => self.blank = true,
            b'\t' => (self.blank, self.tab) = (true, true),
            b'\n' => {
                (self.blank, self.line) = (true, true);
                if self.structs.is_empty() && self.last == LastToken::Value {
                    self.fit.new_line();
                }
            }
            b',' => {
                self.fit.put(b",");
                self.blank = true;
                self.in_name = self.structs.last() == Some(&true);
            }
            b':' => self.colon(),
            b'}' | b']' | b')' => self.close(text[0]),
            b'/' if self.begins_token() && matches!(text.get(1), Some(b'/' | b'*')) => {
                return self.comment(text);
            }
            _ => return self.value(text),
        }
        1
    }

    /// Whether a byte at this place is not a part of the last token.
    fn begins_token(&self) -> bool {
        self.blank || self.last != LastToken::Value
    }

    fn begin_value(&mut self) {
        if self.begins_token() {
            self.before_value();
        }
        self.colon = false;
        self.after(LastToken::Value);
    }

    fn after(&mut self, last: LastToken) {
        self.last = last;
        (self.blank, self.line, self.tab) = (false, false, false);
    }

    fn value(&mut self, text: &[u8]) -> usize {
        self.begin_value();
        match text[0] {
            b'{' if text.get(1) == Some(&b'{') => {
                self.fit.put(b"{{");
                self.state = State::Lob;
                2
            }
            bracket @ (b'{' | b'[' | b'(') => {
                self.open(bracket);
                1
            }
            quote @ (b'"' | b'\'') => {
                self.fit.put(&[quote]);
                self.state = State::Quoted { quote, in_lob: false, escaped: false };
                1
            }
            _ => {
                let len = 1 + scan_with(self.tier, &IN_WORD, &text[1..]);
                self.fit.put(&text[..len]);
                len
            }
        }
    }

    fn open(&mut self, bracket: u8) {
        if self.structs.try_reserve(1).is_err() {
            return self.fit.out.refuse();
        }
        self.fit.open(bracket);
        self.structs.push(bracket == b'{');
        self.in_name = bracket == b'{';
        self.broken = false;
        self.after(LastToken::Open);
    }

    fn close(&mut self, bracket: u8) {
        self.structs.pop();
        self.in_name = false;
        self.broken = false;
        self.fit.close(bracket);
        self.after(LastToken::Value);
    }

    fn colon(&mut self) {
        self.fit.put(b":");
        if self.in_name || self.colon {
            self.after(if self.in_name { LastToken::Name } else { LastToken::Annotation });
            self.joined = true;
        }
        self.colon = !self.in_name && !self.colon;
        self.in_name = false;
    }

    /// Writes the white space before a value.
    fn before_value(&mut self) {
        let (joined, broken) = (self.joined, self.broken);
        (self.joined, self.broken) = (false, false);
        match self.last {
            LastToken::Annotation | LastToken::Nothing => {}
            _ if joined => self.fit.put(b" "),
            LastToken::Open => self.fit.may_break(Break { blank: false, line: true }),
            LastToken::BlockComment if broken && !self.line => self.fit.put(b" "),
            _ => self.break_line(),
        }
    }

    /// Writes a place between values, at which the line may break.
    fn break_line(&mut self) {
        if self.structs.is_empty() {
            self.fit.new_line();
        } else {
            self.fit.may_break(Break { blank: true, line: true });
        }
    }

    /// Writes the white space before a comment.
    fn before_comment(&mut self, is_line: bool) {
        if self.joined {
            self.fit.put(b" ");
        } else if self.last == LastToken::Nothing {
            self.broken = true;
        } else {
            let begins_line = self.line || self.last == LastToken::LineComment;
            let line = begins_line || self.tab;
            if begins_line {
                self.fit.break_all();
            }
            self.broken |= line;
            let at_top = self.structs.is_empty();
            match line {
                true if at_top => self.fit.new_line(),
                false if at_top => self.fit.put(if self.fit.is_at_line() { b"" } else { b" " }),
                line => self.fit.may_break(Break { blank: self.last != LastToken::Open, line }),
            }
        }
        if is_line {
            self.fit.break_all();
        }
        self.after(if is_line { LastToken::LineComment } else { LastToken::BlockComment });
    }

    /// Writes a comment. Returns its length, with the line end of a line comment.
    fn comment(&mut self, text: &[u8]) -> usize {
        let is_line = text[1] == b'/';
        self.before_comment(is_line);
        if is_line {
            let len = text.iter().position(|&byte| byte == b'\n').unwrap_or(text.len());
            self.fit.put(&text[..len]);
            return text.len().min(len + 1);
        }
        let len = text[2..].windows(2).position(|pair| pair == b"*/").map_or(text.len(), |at| at + 4);
        let comment = &text[..len];
        if comment.iter().any(|byte| matches!(byte, b'\n' | b'\r')) {
            self.fit.put_lines(comment);
        } else {
            self.fit.put(comment);
        }
        len
    }

    /// Writes quoted text up to its end or a backslash.
    fn quoted(&mut self, text: &[u8], quote: u8, in_lob: bool, escaped: bool) -> usize {
        let (class, start) = (if quote == b'"' { &IN_STRING } else { &IN_SYMBOL }, usize::from(escaped));
        let stop = start + scan_with(self.tier, class, &text[start..]);
        let next = text.len().min(stop + 1);
        self.fit.put(&text[..next]);
        self.state = match text.get(stop) {
            Some(&byte) if byte == quote => {
                if in_lob {
                    State::Lob
                } else {
                    State::Between
                }
            }
            last => State::Quoted { quote, in_lob, escaped: last.is_some() },
        };
        next
    }

    /// Writes a blob or clob up to its end or the text in it.
    fn lob(&mut self, text: &[u8]) -> usize {
        let len = text.iter().position(|byte| matches!(byte, b'"' | b'}')).unwrap_or(text.len());
        let next = (len + if text.get(len) == Some(&b'}') { 2 } else { 1 }).min(text.len());
        self.fit.put(&text[..next]);
        match text.get(len) {
            Some(b'"') => self.state = State::Quoted { quote: b'"', in_lob: true, escaped: false },
            Some(_) => self.state = State::Between,
            None => {}
        }
        next
    }
}

const IN_STRING: ByteClass = ByteClass::all_but(b"\"\\").with_non_ascii();
const IN_SYMBOL: ByteClass = ByteClass::all_but(b"'\\").with_non_ascii();
/// Bytes of numbers and words, and operators.
const IN_WORD: ByteClass = ByteClass::all_but(b" \t\n,:\"'[](){}").with_non_ascii();
