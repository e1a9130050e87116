//! The tokens of a text that the checker has accepted, in pieces that end between two units of a string.

use super::rules::{PartialAround, PartialRules, PartialSink};
use alloc::string::String;
use alloc::vec::Vec;
use stringmill_kernels::{ByteClass, JsonUnescape, json_unescape, scan};
use stringmill_outcome::{Chunk, Repairs};
use stringmill_profile::LoneSurrogates;

#[derive(Debug, Default)]
pub(super) struct Tokens {
    /// For each open container, whether it is an object.
    open: Vec<bool>,
    /// Whether the next string is a name.
    expects_name: bool,
    token: Token,
    /// The characters of the name or number in progress.
    buffer: String,
    /// The offset of the quote of the name in progress in this piece, if it begins there.
    name_at: Option<usize>,
    unescaped: Vec<u8>,
    has_begun: bool,
    is_whole: bool,
}

/// The token in progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Token {
    #[default]
    None,
    Name,
    String,
    Number,
    /// The word, and how many letters are missing.
    Word(Option<bool>, u8),
}

/// Where a walk ends.
pub(super) enum Walk {
    /// At the end of the piece.
    All,
    /// After the outermost value, if other text may follow.
    Root(usize),
    /// After a repeated name. If the name begins in this piece, with the offset of its quote.
    Repeated(Option<usize>),
}

impl Tokens {
    /// Whether a token has begun.
    pub(super) fn has_begun(&self) -> bool {
        self.has_begun
    }

    /// Whether the outermost value has ended.
    pub(super) fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// The offset of the name in progress, if it begins in the last piece.
    pub(super) fn name_begun_at(&self) -> Option<usize> {
        self.name_at
    }

    /// Ends the text: nothing follows a number.
    pub(super) fn end(&mut self, sink: &mut impl PartialSink) {
        if self.token == Token::Number {
            self.end_number(sink);
        }
    }

    /// Reads a piece.
    pub(super) fn walk(&mut self, rules: PartialRules, piece: &[u8], sink: &mut impl PartialSink) -> Walk {
        self.name_at = None;
        let mut at = 0;
        while at < piece.len() {
            let rest = &piece[at..];
            at += match self.token {
                Token::None => self.begin(rest, at, sink),
                Token::Number => self.number(rest, sink),
                Token::Word(word, missing) => self.word(word, missing, rest, sink),
                Token::String => self.string(rest, sink),
                Token::Name => {
                    let read = self.name(rest);
                    if self.token == Token::None {
                        if rules.unique_names && sink.has(&self.buffer) {
                            return Walk::Repeated(self.name_at);
                        }
                        self.name_at = None;
                        sink.name(&self.buffer);
                    }
                    read
                }
            };
            if self.is_whole && rules.around == PartialAround::Text {
                return Walk::Root(at);
            }
        }
        Walk::All
    }

    /// Reads white space, or the first byte of a token.
    fn begin(&mut self, rest: &[u8], at: usize, sink: &mut impl PartialSink) -> usize {
        let first = rest[0];
        if let b' ' | b'\n' | b'\r' | b'\t' = first {
            return scan(&ByteClass::WHITE_SPACE_JSON, rest);
        }
        self.has_begun = true;
        match first {
            b'{' | b'[' => {
                self.expects_name = first == b'{';
                self.open.push(self.expects_name);
                sink.open(first == b'[');
            }
            b'}' | b']' => {
                self.open.pop();
                sink.close();
                self.ended();
            }
            b',' => self.expects_name = self.open.last() == Some(&true),
            b':' => self.expects_name = false,
            b'"' if self.expects_name => {
                self.buffer.clear();
                self.name_at = Some(at);
                self.token = Token::Name;
            }
            b'"' => {
                sink.begin_string();
                self.token = Token::String;
            }
            b't' => self.token = Token::Word(Some(true), 3),
            b'f' => self.token = Token::Word(Some(false), 4),
            b'n' => self.token = Token::Word(None, 3),
            _ => {
                self.buffer.clear();
                self.token = Token::Number;
                return self.number(rest, sink);
            }
        }
        1
    }

    fn ended(&mut self) {
        self.token = Token::None;
        self.is_whole = self.open.is_empty();
    }

    /// A number ends at the byte after it, which the checker has accepted.
    fn number(&mut self, rest: &[u8], sink: &mut impl PartialSink) -> usize {
        let len = rest.iter().take_while(|byte| matches!(byte, b'+' | b'-' | b'.' | b'0'..=b'9' | b'e' | b'E')).count();
        self.buffer.push_str(text_of(&rest[..len]));
        if len < rest.len() {
            self.end_number(sink);
        }
        len
    }

    fn end_number(&mut self, sink: &mut impl PartialSink) {
        sink.number(&self.buffer);
        self.ended();
    }

    fn word(&mut self, word: Option<bool>, missing: u8, rest: &[u8], sink: &mut impl PartialSink) -> usize {
        let read = rest.len().min(missing.into());
        match missing - read as u8 {
            0 => {
                sink.word(word);
                self.ended();
            }
            missing => self.token = Token::Word(word, missing),
        }
        read
    }

    fn name(&mut self, rest: &[u8]) -> usize {
        let (len, is_end) = inside(rest);
        let Tokens { buffer, unescaped, .. } = self;
        buffer.push_str(decoded(&rest[..len], unescaped));
        if is_end {
            self.token = Token::None;
        }
        len + usize::from(is_end)
    }

    fn string(&mut self, rest: &[u8], sink: &mut impl PartialSink) -> usize {
        let (len, is_end) = inside(rest);
        if len > 0 {
            sink.text(decoded(&rest[..len], &mut self.unescaped));
        }
        if is_end {
            sink.end_string();
            self.ended();
        }
        len + usize::from(is_end)
    }
}

/// The number of bytes before the closing quote, and whether the quote is there.
fn inside(rest: &[u8]) -> (usize, bool) {
    let mut at = 0;
    loop {
        at += scan(&ByteClass::STRING, &rest[at..]);
        match rest.get(at) {
            // An escape is whole. The byte after the backslash is no end.
            Some(b'\\') => at += 2,
            end => return (at, end.is_some()),
        }
    }
}

/// The text of a part of a string, which the checker has accepted.
fn decoded<'t>(part: &'t [u8], unescaped: &'t mut Vec<u8>) -> &'t str {
    if !part.contains(&b'\\') {
        return text_of(part);
    }
    let rules = JsonUnescape { surrogates: LoneSurrogates::Reject };
    unescaped.clear();
    unescaped.resize(rules.bound(part.len()), 0);
    let done = json_unescape(rules, part, unescaped, Chunk::Last, &mut Repairs::default()).expect("checked escapes");
    text_of(&unescaped[..done.written])
}

fn text_of(checked: &[u8]) -> &str {
    core::str::from_utf8(checked).expect("checked UTF-8")
}
