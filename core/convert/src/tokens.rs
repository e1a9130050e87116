//! Tokens of checked JSON: their ranges, and which strings are names.

use std::collections::TryReserveError;
use stringmill_kernels::{ByteClass, Bytes16, Tier, scan_with};

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token<'s> {
    OpenObject,
    OpenArray,
    CloseObject,
    CloseArray,
    /// A string without its quotes, escaped.
    Name(&'s [u8]),
    String(&'s [u8]),
    /// The first part of a cut string.
    StringBegins(&'s [u8]),
    /// A part between the first and the last one.
    StringPart(&'s [u8]),
    /// The last part of a cut string.
    StringEnds(&'s [u8]),
    Number(&'s [u8]),
    True,
    False,
    Null,
}

impl Token<'_> {
    /// Whether a value ends with the token.
    pub(crate) fn ends_value(&self) -> bool {
        use Token::{Name, OpenArray, OpenObject, StringBegins, StringPart};
        !matches!(self, OpenObject | OpenArray | Name(_) | StringBegins(_) | StringPart(_))
    }
}

/// Finds tokens. A token that the input cuts is found once it is available as a whole.
#[derive(Debug)]
pub(crate) struct Tokens {
    tier: Tier,
    containers: Containers,
    /// Whether the next string is a name.
    name_next: bool,
    /// Bytes of a cut token that are scanned already.
    scanned: usize,
    /// Whether a string in parts has not ended.
    in_string: bool,
    /// Whether the system refused memory.
    refused: bool,
}

impl Tokens {
    pub(crate) fn new(tier: Tier) -> Self {
        Tokens {
            tier,
            containers: Containers::default(),
            name_next: false,
            scanned: 0,
            in_string: false,
            refused: false,
        }
    }

    pub(crate) fn restart(&mut self) {
        self.containers = Containers::default();
        (self.name_next, self.scanned, self.in_string) = (false, 0, false);
    }

    /// How many containers are open after the last token.
    pub(crate) fn depth(&self) -> usize {
        self.containers.depth
    }

    /// Whether the system refused memory; then no further token is found.
    pub(crate) fn is_refused(&self) -> bool {
        self.refused
    }

    /// The next token in `src` from `at` on, and its place; moves `at` after it. `None` if the token is cut, and then
    /// `at` is before it. `last`: the input ends with `src`; if it does not, and `in_parts`, a long cut string is
    /// returned in parts. No part cuts a character, an escape or a surrogate pair, because the checker stops before
    /// those.
    #[inline]
    pub(crate) fn next<'s>(
        &mut self,
        src: &'s [u8],
        at: &mut usize,
        last: bool,
        in_parts: bool,
    ) -> Option<(Token<'s>, usize)> {
        if self.in_string {
            return self.next_part(src, at);
        }
        loop {
            let start = *at;
            let &byte = src.get(start)?;
            let token = match byte {
                b' ' | b'\t' | b'\n' | b'\r' => {
                    self.skip_space(src, at);
                    continue;
                }
                b',' => {
                    self.name_next = self.containers.is_in_object();
                    *at += 1;
                    continue;
                }
                b':' => {
                    *at += 1;
                    continue;
                }
                b'{' | b'[' => {
                    if self.containers.open(byte == b'{').is_err() {
                        self.refused = true;
                        return None;
                    }
                    self.name_next = byte == b'{';
                    *at += 1;
                    if byte == b'{' { Token::OpenObject } else { Token::OpenArray }
                }
                b'}' | b']' => {
                    self.containers.close();
                    // An empty object had no name.
                    self.name_next = false;
                    *at += 1;
                    if byte == b'}' { Token::CloseObject } else { Token::CloseArray }
                }
                b'"' => {
                    let Some(end) = self.string_end(src, start) else {
                        return if in_parts && !self.name_next { self.first_part(src, at) } else { None };
                    };
                    let text = &src[start + 1..end];
                    *at = end + 1;
                    if std::mem::take(&mut self.name_next) { Token::Name(text) } else { Token::String(text) }
                }
                _ => self.scalar(src, at, last)?,
            };
            return Some((token, start));
        }
    }

    /// Skips white space, whose first byte is at `at`.
    #[inline]
    fn skip_space(&self, src: &[u8], at: &mut usize) {
        *at += 1;
        // A call of the kernel costs more than most white space.
        let short = src[*at..].iter().take(SHORT_SPACE).take_while(|byte| b" \t\n\r".contains(byte)).count();
        *at += short;
        if short == SHORT_SPACE {
            *at += scan_with(self.tier, &ByteClass::WHITE_SPACE_JSON, &src[*at..]);
        }
    }

    /// The number or literal at `at`; `None` if the input cuts it.
    #[inline]
    fn scalar<'s>(&mut self, src: &'s [u8], at: &mut usize, last: bool) -> Option<Token<'s>> {
        let start = *at;
        let end = scalar_end(src, start + std::mem::take(&mut self.scanned));
        if end == src.len() && !last {
            self.scanned = end - start;
            return None;
        }
        *at = end;
        Some(match src[start] {
            b't' => Token::True,
            b'f' => Token::False,
            b'n' => Token::Null,
            _ => Token::Number(&src[start..end]),
        })
    }

    /// The first part of the string at `at`, which `src` cuts; `None` if the part is short.
    #[cold]
    fn first_part<'s>(&mut self, src: &'s [u8], at: &mut usize) -> Option<(Token<'s>, usize)> {
        let start = *at;
        let text = &src[start + 1..];
        if text.len() < PART_LEAST {
            return None;
        }
        (self.in_string, self.scanned, *at) = (true, 0, src.len());
        Some((Token::StringBegins(text), start))
    }

    /// The next part of a string.
    #[cold]
    fn next_part<'s>(&mut self, src: &'s [u8], at: &mut usize) -> Option<(Token<'s>, usize)> {
        let start = *at;
        let mut end = start;
        loop {
            end += scan_with(self.tier, &ByteClass::STRING, &src[end..]);
            match src.get(end) {
                Some(b'\\') if end + 1 < src.len() => end += 2,
                Some(b'"') => {
                    (self.in_string, *at) = (false, end + 1);
                    return Some((Token::StringEnds(&src[start..end]), start));
                }
                _ if start == src.len() => return None,
                _ => {
                    *at = src.len();
                    return Some((Token::StringPart(&src[start..]), start));
                }
            }
        }
    }

    /// The place of the closing quote of the string at `start`.
    #[inline]
    fn string_end(&mut self, src: &[u8], start: usize) -> Option<usize> {
        let mut at = start + 1 + self.scanned;
        loop {
            at += scan_with(self.tier, &ByteClass::STRING, &src[at..]);
            match src.get(at) {
                Some(b'\\') if at + 1 < src.len() => at += 2,
                Some(b'"') => {
                    self.scanned = 0;
                    return Some(at);
                }
                _ => {
                    self.scanned = at - start - 1;
                    return None;
                }
            }
        }
    }
}

/// Which of the open containers are objects. Up to 64 levels need no memory.
#[derive(Debug, Default)]
struct Containers {
    /// One bit for each level, the innermost level lowest: 1 for an object.
    top: u64,
    /// The outer levels, 64 to an element.
    outer: Vec<u64>,
    depth: usize,
}

impl Containers {
    #[inline]
    fn is_in_object(&self) -> bool {
        self.top & 1 == 1
    }

    #[inline]
    fn open(&mut self, is_object: bool) -> Result<(), TryReserveError> {
        if self.depth.is_multiple_of(64) && self.depth > 0 {
            self.outer.try_reserve(1)?;
            self.outer.push(self.top);
        }
        self.top = self.top << 1 | u64::from(is_object);
        self.depth += 1;
        Ok(())
    }

    #[inline]
    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.top = match self.depth.is_multiple_of(64).then(|| self.outer.pop()).flatten() {
            Some(outer) => outer,
            None => self.top >> 1,
        };
    }
}

/// White space up to this length is read byte by byte.
const SHORT_SPACE: usize = 8;

/// The shortest first part of a string.
const PART_LEAST: usize = 32 * 1024;

/// The end of the number or word at `at`, as far as it is available.
#[inline(always)]
fn scalar_end(src: &[u8], mut at: usize) -> usize {
    while let Some(sixteen) = src[at..].first_chunk() {
        let stops = Bytes16::of(sixteen).ends_scalar();
        if stops != 0 {
            return at + stops.trailing_zeros() as usize;
        }
        at += 16;
    }
    at + src[at..].iter().take_while(|&&byte| !ENDS_SCALAR.has(byte)).count()
}

const ENDS_SCALAR: ByteClass = ByteClass::new(b"{}[],\" \t\n\r");
