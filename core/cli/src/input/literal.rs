//! One level of JSON string literals as a stage: [`Wrap`] adds it, [`Peel`] removes it. The stream is one string, or any
//! number of strings with a terminator after each.

use crate::input::chain::Stage;
use crate::input::repaired::Repaired;
use crate::input::window::Window;
use stringmill::{
    ByteClass, Chunk, Error, ErrorCode, JsonEscape, JsonUnescape, Repairs, json_escape, json_unescape, scan,
};

/// The byte after each string of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Terminator {
    LineFeed,
    Nul,
}

impl Terminator {
    pub(crate) fn byte(self) -> u8 {
        match self {
            Terminator::LineFeed => b'\n',
            Terminator::Nul => 0,
        }
    }

    /// The first terminator in `text`.
    fn find(self, text: &[u8]) -> Option<usize> {
        const NO_LINE_FEED: ByteClass = ByteClass::all_but(b"\n").with_non_ascii();
        const NO_NUL: ByteClass = ByteClass::all_but(b"\0").with_non_ascii();
        let others = match self {
            Terminator::LineFeed => &NO_LINE_FEED,
            Terminator::Nul => &NO_NUL,
        };
        Some(scan(others, text)).filter(|&at| at < text.len())
    }

    /// The first escape of the terminator in `text`, the inside of a literal.
    fn find_escape(self, text: &[u8]) -> Option<usize> {
        let mut at = 0;
        loop {
            at += text.get(at..)?.iter().position(|&byte| byte == b'\\')?;
            match (self, &text[at + 1..]) {
                (Terminator::LineFeed, [b'n', ..] | [b'u', b'0', b'0', b'0', b'a' | b'A', ..])
                | (Terminator::Nul, [b'u', b'0', b'0', b'0', b'0', ..]) => return Some(at),
                _ => at += 2,
            }
        }
    }
}

/// Length of two escapes that are one character, the longest unit of a literal.
const PAIR_LEN: usize = "\\ud83d\\ude00".len();

/// Repeats `part`, which returns the number of bytes written, until it makes no progress or less than `least` bytes of `dst`
/// are left. After progress, an error ends the step, and is the result of the next one.
fn repeat<S, P: PartialEq, E>(
    stage: &mut S,
    src: &mut Window,
    dst: &mut [u8],
    least: usize,
    state: impl Fn(&S) -> P,
    part: impl Fn(&mut S, &mut Window, &mut [u8]) -> Result<usize, E>,
) -> Result<usize, E> {
    let mut written = 0;
    while dst.len() - written >= least {
        let before = (src.offset(), state(stage));
        let more = match part(stage, src, &mut dst[written..]) {
            Err(error) if written == 0 => return Err(error),
            Err(_) => break,
            Ok(more) => more,
        };
        written += more;
        if more == 0 && (src.offset(), state(stage)) == before {
            break;
        }
    }
    Ok(written)
}

/// Writes its input as string literals, or as the inside of string literals.
pub(crate) struct Wrap<'r> {
    rules: &'r JsonEscape<'r>,
    quoted: bool,
    /// The end of each string of the input; a line feed ends each literal. `None`: the input is one string, and nothing is
    /// written after its literal.
    many: Option<Terminator>,
    state: WrapState,
    strings: u64,
    repaired: Repaired,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum WrapState {
    Open,
    Text,
    Close,
    Done,
}

impl<'r> Wrap<'r> {
    pub(crate) fn new(rules: &'r JsonEscape<'r>, quoted: bool, many: Option<Terminator>) -> Self {
        Wrap { rules, quoted, many, state: WrapState::Open, strings: 0, repaired: Repaired::default() }
    }

    pub(crate) fn repaired(&self) -> &Repaired {
        &self.repaired
    }

    /// Number of complete strings.
    pub(crate) fn strings(&self) -> u64 {
        self.strings
    }

    fn open(&mut self, src: &Window, dst: &mut [u8]) -> usize {
        match self.many {
            // The end of the input after a terminator begins no string.
            Some(_) if src.is_spent() => self.state = WrapState::Done,
            Some(_) if src.unread().is_empty() => return 0,
            _ => self.state = WrapState::Text,
        }
        if self.state == WrapState::Text { self.quote(dst) } else { 0 }
    }

    fn quote(&self, dst: &mut [u8]) -> usize {
        if self.quoted {
            dst[0] = b'"';
        }
        usize::from(self.quoted)
    }

    fn text(&mut self, src: &mut Window, dst: &mut [u8]) -> Result<usize, Error> {
        let unread = src.unread();
        let (mut text, mut chunk, mut end) = (unread, src.chunk(), None);
        if let Some(terminator) = self.many {
            // Searches no further than `dst` has room: many small steps must not each search the whole window.
            let near = &unread[..unread.len().min(dst.len())];
            end = terminator.find(near);
            (text, chunk) = match end {
                Some(end) => (&near[..end], Chunk::Last),
                None if near.len() < unread.len() => (near, Chunk::More),
                None => (near, chunk),
            };
        }
        let done = json_escape(self.rules, text, dst, chunk, self.repaired.start(src))?;
        self.repaired.place_first(src);
        src.consume(done.read);
        if end == Some(done.read) {
            src.consume(1);
            self.state = WrapState::Close;
        } else if src.is_spent() {
            self.state = WrapState::Close;
        }
        Ok(done.written)
    }

    fn close(&mut self, dst: &mut [u8]) -> usize {
        let written = self.quote(dst);
        self.strings += 1;
        match self.many {
            None => {
                self.state = WrapState::Done;
                written
            }
            Some(_) => {
                self.state = WrapState::Open;
                dst[written] = b'\n';
                written + 1
            }
        }
    }
}

impl Stage for Wrap<'_> {
    const ROOM: usize = JsonEscape::UNIT_MAX;
    type Error = Error;

    fn step(&mut self, src: &mut Window, dst: &mut [u8]) -> Result<usize, Error> {
        repeat(
            self,
            src,
            dst,
            Self::ROOM,
            |wrap| wrap.state,
            |wrap, src, dst| match wrap.state {
                WrapState::Open => Ok(wrap.open(src, dst)),
                WrapState::Text => wrap.text(src, dst),
                WrapState::Close => Ok(wrap.close(dst)),
                WrapState::Done => Ok(0),
            },
        )
    }

    fn is_done(&self) -> bool {
        self.state == WrapState::Done
    }
}

/// Reads string literals, or the inside of string literals, and writes their texts.
pub(crate) struct Peel {
    rules: JsonUnescape,
    /// Whether the texts have no quotes around them.
    bare: bool,
    extent: Extent,
    state: PeelState,
    strings: u64,
    repaired: Repaired,
}

/// The strings of the input of [`Peel`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// One, up to the end of the input.
    All,
    /// One, and if it is bare, one line feed at the end of the input is no part of it.
    File,
    /// One on each line. Each text is written with this terminator after it, and may not contain it.
    Lines(Terminator),
}

/// Why [`Peel`] stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PeelError {
    Invalid(Error),
    /// A text contains its terminator; `offset` is that of the escape.
    Terminator {
        offset: usize,
    },
}

impl From<Error> for PeelError {
    fn from(error: Error) -> Self {
        PeelError::Invalid(error)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum PeelState {
    Before,
    Text,
    After,
    Done,
}

impl Peel {
    pub(crate) fn new(rules: JsonUnescape, bare: bool, extent: Extent) -> Self {
        Peel { rules, bare, extent, state: PeelState::Before, strings: 0, repaired: Repaired::default() }
    }

    pub(crate) fn repaired(&self) -> &Repaired {
        &self.repaired
    }

    /// Number of complete strings.
    pub(crate) fn strings(&self) -> u64 {
        self.strings
    }

    fn is_lines(&self) -> bool {
        matches!(self.extent, Extent::Lines(_))
    }

    /// Before a string: finds its quote. White space before it, and lines of white space, are skipped.
    fn before(&mut self, src: &mut Window) -> Result<(), Error> {
        if !self.bare {
            skip(src, b" \t\n\r");
        }
        match src.unread() {
            _ if self.is_lines() && src.is_spent() => self.state = PeelState::Done,
            [] if !src.is_spent() => {}
            _ if self.bare => self.state = PeelState::Text,
            [b'"', ..] => {
                src.consume(1);
                self.state = PeelState::Text;
            }
            _ => return Err(Error::new(ErrorCode::QuoteMissing, 0)),
        }
        Ok(())
    }

    fn text(&mut self, src: &mut Window, dst: &mut [u8]) -> Result<usize, PeelError> {
        let unread = src.unread();
        let (text, chunk) = match (self.bare, self.extent, unread) {
            // This line feed stays unread until the next read shows whether it is the last byte.
            (true, Extent::File, [text @ .., b'\n']) => (text, src.chunk()),
            (true, Extent::Lines(_), _) => match Terminator::LineFeed.find(unread) {
                Some(end) => (&unread[..end], Chunk::Last),
                None => (unread, src.chunk()),
            },
            _ => (unread, src.chunk()),
        };
        let len = text.len();
        let done = match json_unescape(self.rules, text, dst, chunk, self.repaired.start(src)) {
            Ok(done) => done,
            Err(error) => return Err(self.named(error, unread).into()),
        };
        if let Extent::Lines(terminator) = self.extent
            && terminator.find(&dst[..done.written]).is_some()
        {
            let offset = terminator.find_escape(text).unwrap_or(0);
            return Err(PeelError::Terminator { offset });
        }
        let (at_quote, at_end) = (text.get(done.read) == Some(&b'"'), done.read == len && chunk == Chunk::Last);
        self.repaired.place_first(src);
        src.consume(done.read);
        match (at_quote, self.bare) {
            (true, true) => return Err(Error::new(ErrorCode::QuoteUnescaped, 0).into()),
            (true, false) => {
                src.consume(1);
                self.state = PeelState::After;
            }
            (false, true) if at_end => {
                if self.extent == Extent::File {
                    src.consume(src.unread().len());
                }
                self.state = PeelState::After;
            }
            (false, false) if at_end => return Err(Error::new(ErrorCode::StringUnterminated, 0).into()),
            (false, _) => {}
        }
        Ok(done.written)
    }

    /// The error of a unit of `unread`; the end of a line is the end of its string.
    fn named(&self, error: Error, unread: &[u8]) -> Error {
        let unit = &unread[error.offset as usize..];
        let unit = &unit[..unit.len().min(PAIR_LEN)];
        match unit.iter().position(|&byte| byte == b'\n') {
            Some(feed) if self.is_lines() && !self.bare => {
                let mut text = [0; JsonUnescape::UNIT_MAX];
                let done = json_unescape(self.rules, &unit[..feed], &mut text, Chunk::Last, &mut Repairs::default());
                Error::new(done.err().map_or(ErrorCode::StringUnterminated, |alone| alone.code), error.offset)
            }
            _ => error,
        }
    }

    fn after(&mut self, src: &mut Window, dst: &mut [u8]) -> Result<usize, Error> {
        let Extent::Lines(terminator) = self.extent else {
            skip(src, b" \t\n\r");
            return match src.unread() {
                [] if src.is_spent() => {
                    (self.state, self.strings) = (PeelState::Done, self.strings + 1);
                    Ok(0)
                }
                [] => Ok(0),
                _ => Err(Error::new(ErrorCode::LiteralTrailing, 0)),
            };
        };
        skip(src, b" \t\r");
        match src.unread() {
            [b'\n', ..] => src.consume(1),
            [] if src.is_spent() => {}
            [] => return Ok(0),
            _ => return Err(Error::new(ErrorCode::LiteralTrailing, 0)),
        }
        dst[0] = terminator.byte();
        (self.state, self.strings) = (PeelState::Before, self.strings + 1);
        Ok(1)
    }
}

impl Stage for Peel {
    const ROOM: usize = JsonUnescape::UNIT_MAX;
    type Error = PeelError;

    fn step(&mut self, src: &mut Window, dst: &mut [u8]) -> Result<usize, PeelError> {
        repeat(
            self,
            src,
            dst,
            Self::ROOM,
            |peel| peel.state,
            |peel, src, dst| match peel.state {
                PeelState::Before => Ok(peel.before(src).map(|()| 0)?),
                PeelState::Text => peel.text(src, dst),
                PeelState::After => Ok(peel.after(src, dst)?),
                PeelState::Done => Ok(0),
            },
        )
    }

    fn is_done(&self) -> bool {
        self.state == PeelState::Done
    }
}

/// Skips bytes of `set`.
fn skip(src: &mut Window, set: &[u8]) {
    let len = src.unread().iter().take_while(|byte| set.contains(byte)).count();
    src.consume(len);
}

#[cfg(test)]
mod tests {
    use super::*;
    use stringmill::Repairs;
    use stringmill::{IllFormed, LoneSurrogates, Profile};

    /// Numbers that look random and are the same in each run.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, limit: usize) -> usize {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            ((self.0 >> 33) as usize) % limit
        }
    }

    /// Runs a stage on pieces of `text`, with little room.
    fn run<S: Stage>(mut stage: S, text: &[u8], numbers: &mut Numbers) -> Result<Vec<u8>, S::Error> {
        let (mut window, mut out, mut given) = (Window::new(1), Vec::new(), 0);
        while !stage.is_done() {
            let mut dst = vec![0; S::ROOM + numbers.below(20)];
            let offset = window.offset();
            let written = stage.step(&mut window, &mut dst)?;
            out.extend_from_slice(&dst[..written]);
            if written == 0 && window.offset() == offset {
                let len = (1 + numbers.below(40)).min(text.len() - given);
                window.room()[..len].copy_from_slice(&text[given..given + len]);
                window.fill(len);
                given += len;
                if len == 0 {
                    window.finish();
                }
            }
        }
        Ok(out)
    }

    /// Text in which every piece and every border of pieces matters.
    fn text(numbers: &mut Numbers) -> Vec<u8> {
        const PIECES: [&[u8]; 14] = [
            b"a",
            b"plain words ",
            b"\"",
            b"\\",
            b"\n",
            b"\n",
            b"\0",
            b"\r\n",
            b"\t",
            b"\x01",
            b"\xC3\xA9",
            b"\xE2\x82\xAC",
            b"\xF0\x9F\x98\x80",
            b"\xE2\x82",
        ];
        (0..numbers.below(60))
            .flat_map(|_| PIECES[numbers.below(PIECES.len())].repeat(1 + numbers.below(30) / 28 * 90))
            .collect()
    }

    #[test]
    fn pieces_of_any_size_change_nothing() {
        let rules = JsonEscape::new(&Profile::JSON, IllFormed::Replace).unwrap();
        let mut numbers = Numbers(3);
        for _ in 0..2000 {
            let text = text(&mut numbers);
            for terminator in [Terminator::LineFeed, Terminator::Nul] {
                let mut strings: Vec<&[u8]> = text.split(|&byte| byte == terminator.byte()).collect();
                strings.pop_if(|last| last.is_empty());
                let (mut literals, mut texts) = (Vec::new(), Vec::new());
                for string in strings {
                    let mut dst = vec![0; rules.bound(string.len()).unwrap()];
                    let done = json_escape(&rules, string, &mut dst, Chunk::Last, &mut Repairs::default()).unwrap();
                    literals.extend_from_slice(&[b"\"", &dst[..done.written], b"\"\n"].concat());
                    texts.extend_from_slice(String::from_utf8_lossy(string).as_bytes());
                    texts.push(terminator.byte());
                }
                let wrapped = run(Wrap::new(&rules, true, Some(terminator)), &text, &mut numbers).unwrap();
                assert_eq!(wrapped.escape_ascii().to_string(), literals.escape_ascii().to_string());
                let unescape = JsonUnescape { surrogates: LoneSurrogates::Reject };
                let peeled =
                    run(Peel::new(unescape, false, Extent::Lines(terminator)), &literals, &mut numbers).unwrap();
                assert_eq!(peeled.escape_ascii().to_string(), texts.escape_ascii().to_string());
                let bare = run(Wrap::new(&rules, false, Some(terminator)), &text, &mut numbers).unwrap();
                let peeled = run(Peel::new(unescape, true, Extent::Lines(terminator)), &bare, &mut numbers).unwrap();
                assert_eq!(peeled.escape_ascii().to_string(), texts.escape_ascii().to_string());
            }
        }
    }

    /// The place of a refused escape does not depend on pieces.
    #[test]
    fn a_terminator_in_a_text_is_found_wherever_it_is() {
        let unescape = JsonUnescape { surrogates: LoneSurrogates::Reject };
        let mut numbers = Numbers(5);
        for len in 0..300 {
            for (terminator, escape) in
                [(Terminator::LineFeed, "\\n"), (Terminator::LineFeed, "\\u000A"), (Terminator::Nul, "\\u0000")]
            {
                let text = format!("\"{}{escape}b\"\n", "\\\\".repeat(len));
                let stage = Peel::new(unescape, false, Extent::Lines(terminator));
                assert!(
                    matches!(run(stage, text.as_bytes(), &mut numbers), Err(PeelError::Terminator { .. })),
                    "{text}"
                );
                let whole = terminator.find_escape(&text.as_bytes()[1..]);
                assert_eq!(whole, Some(2 * len));
            }
        }
    }
}
