//! A cursor over JSON that is known to be valid.

use stringmill::{Chunk, Class, JsonUnescape, LoneSurrogates, Repairs, Tier, json_unescape_with, scan_with};

/// What a value begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Null,
    Bool(bool),
    /// A number, and whether it has neither point nor exponent.
    Number(bool),
    Text,
    List,
    Object,
}

/// A cursor over one line.
pub(super) struct Cursor<'t> {
    tier: Tier,
    pub(super) src: &'t [u8],
    pub(super) at: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(tier: Tier, src: &'t [u8]) -> Self {
        let mut cursor = Cursor { tier, src, at: 0 };
        cursor.blanks();
        cursor
    }

    fn blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.src.get(self.at) {
            self.at += 1;
        }
    }

    /// What the value at the cursor is.
    pub(super) fn token(&self) -> Token {
        match self.src[self.at] {
            b'n' => Token::Null,
            b't' => Token::Bool(true),
            b'f' => Token::Bool(false),
            b'"' => Token::Text,
            b'[' => Token::List,
            b'{' => Token::Object,
            _ => Token::Number(!self.src[self.at..self.number_end()].iter().any(|byte| b".eE".contains(byte))),
        }
    }

    fn number_end(&self) -> usize {
        let digits = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
        self.src[self.at..].iter().position(|byte| !digits(byte)).map_or(self.src.len(), |len| self.at + len)
    }

    /// Passes a number and returns its text.
    pub(super) fn number(&mut self) -> &'t str {
        let start = self.at;
        self.at = self.number_end();
        // A number is ASCII.
        str::from_utf8(&self.src[start..self.at]).unwrap_or_default()
    }

    /// Passes null, true or false.
    pub(super) fn word(&mut self) {
        self.at += if self.src[self.at] == b'f' { 5 } else { 4 };
    }

    /// Passes a string and returns its inside, and whether it has escapes.
    pub(super) fn quoted(&mut self) -> (&'t [u8], bool) {
        let (start, mut escaped) = (self.at + 1, false);
        self.at = start;
        loop {
            self.at += scan_with(self.tier, &Class::STRING, &self.src[self.at..]);
            if self.src[self.at] == b'"' {
                self.at += 1;
                return (&self.src[start..self.at - 1], escaped);
            }
            escaped = true;
            self.at += 2;
        }
    }

    /// Passes a string and appends its text.
    pub(super) fn text(&mut self, out: &mut Vec<u8>) {
        let (inside, escaped) = self.quoted();
        if !escaped {
            out.extend_from_slice(inside);
            return;
        }
        let start = out.len();
        // Unescaping never makes text longer; it needs some room to work in.
        out.resize(start + inside.len() + JsonUnescape::UNIT_MAX, 0);
        let rules = JsonUnescape { surrogates: LoneSurrogates::Reject };
        let done =
            json_unescape_with(self.tier, rules, inside, &mut out[start..], Chunk::Last, &mut Repairs::default());
        // The text was checked, so it has no error.
        out.truncate(start + done.map_or(0, |done| done.written));
    }

    /// Passes the bracket that opens a container. Returns false if the container is empty, and passes its end too.
    pub(super) fn open(&mut self) -> bool {
        self.at += 1;
        self.blanks();
        let is_empty = matches!(self.src[self.at], b']' | b'}');
        self.at += usize::from(is_empty);
        !is_empty
    }

    /// Passes the colon after a name.
    pub(super) fn colon(&mut self) {
        self.blanks();
        self.at += 1;
        self.blanks();
    }

    /// Passes the comma after an element. Returns false if the container ends instead, and passes its end.
    pub(super) fn comma(&mut self) -> bool {
        self.blanks();
        let has_more = self.src[self.at] == b',';
        self.at += 1;
        if has_more {
            self.blanks();
        }
        has_more
    }

    /// Passes a whole value.
    pub(super) fn skip(&mut self) {
        let mut depth = 0_usize;
        loop {
            match self.src[self.at] {
                b'"' => drop(self.quoted()),
                b'[' | b'{' => {
                    depth += 1;
                    self.at += 1;
                }
                b']' | b'}' => {
                    depth -= 1;
                    self.at += 1;
                }
                b't' | b'f' | b'n' => self.word(),
                b'-' | b'0'..=b'9' => self.at = self.number_end(),
                _ => {
                    self.at += 1;
                    continue;
                }
            }
            if depth == 0 {
                return;
            }
        }
    }
}
