//! One level of a JSON string literal as a stage: [`Wrap`] adds it, [`Peel`] removes it.

use crate::input::chain::Stage;
use crate::input::window::Window;
use stringmill::{Chunk, Error, ErrorCode, JsonEscape, JsonUnescape, Position, Repairs, json_escape, json_unescape};

/// The repairs of a policy in a stream, and the position of the first.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Repaired {
    repairs: Repairs,
    position: Option<Position>,
}

impl Repaired {
    /// Number of repairs, and offset and position of the first. `None` without repairs.
    pub(crate) fn count(&self) -> Option<(u64, u64, Position)> {
        Some((self.repairs.count, self.repairs.first?, self.position?))
    }

    /// The repairs, for a call that begins at the first unread byte of `src`.
    pub(crate) fn start(&mut self, src: &Window) -> &mut Repairs {
        self.repairs.base = src.offset();
        &mut self.repairs
    }

    /// Computes the position of the first repair, while its bytes are still in `src`.
    pub(crate) fn place_first(&mut self, src: &Window) {
        if let (None, Some(first)) = (self.position, self.repairs.first) {
            self.position = Some(src.position((first - src.offset()) as usize));
        }
    }
}

/// Writes its input as a string literal, or as the inside of one.
pub(crate) struct Wrap<'r> {
    rules: &'r JsonEscape<'r>,
    quoted: bool,
    part: WrapState,
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
    pub(crate) fn new(rules: &'r JsonEscape<'r>, quoted: bool) -> Self {
        Wrap { rules, quoted, part: WrapState::Open, repaired: Repaired::default() }
    }

    pub(crate) fn repaired(&self) -> &Repaired {
        &self.repaired
    }
}

impl Stage for Wrap<'_> {
    // One step may write two quotes and a unit.
    const ROOM: usize = JsonEscape::UNIT_MAX + 2;

    fn step(&mut self, src: &mut Window, dst: &mut [u8]) -> Result<usize, Error> {
        let mut written = 0;
        let mut quote = |written: &mut usize| {
            if self.quoted {
                dst[*written] = b'"';
                *written += 1;
            }
        };
        if self.part == WrapState::Open {
            quote(&mut written);
            self.part = WrapState::Text;
        }
        if self.part == WrapState::Close {
            quote(&mut written);
            self.part = WrapState::Done;
        }
        if self.part == WrapState::Text {
            let repairs = self.repaired.start(src);
            let done = json_escape(self.rules, src.unread(), &mut dst[written..], src.chunk(), repairs)?;
            self.repaired.place_first(src);
            src.consume(done.read);
            written += done.written;
            if src.is_spent() {
                self.part = WrapState::Close;
            }
        }
        Ok(written)
    }

    fn is_done(&self) -> bool {
        self.part == WrapState::Done
    }
}

/// Reads a string literal, or the inside of one, and writes its text.
pub(crate) struct Peel {
    rules: JsonUnescape,
    part: PeelState,
    /// Whether the text has no quotes around it.
    bare: bool,
    /// Whether to ignore one line feed at the end of the input, as at the end of a file.
    ends_line: bool,
    repaired: Repaired,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum PeelState {
    Before,
    Text,
    After,
    Done,
}

impl Peel {
    /// A stage for a literal; white space around it is skipped.
    pub(crate) fn literal(rules: JsonUnescape) -> Self {
        Peel { rules, part: PeelState::Before, bare: false, ends_line: false, repaired: Repaired::default() }
    }

    /// A stage for the inside of a literal; with `ends_line`, one line feed may follow it.
    pub(crate) fn bare(rules: JsonUnescape, ends_line: bool) -> Self {
        Peel { rules, part: PeelState::Text, bare: true, ends_line, repaired: Repaired::default() }
    }

    pub(crate) fn repaired(&self) -> &Repaired {
        &self.repaired
    }

    fn before(&mut self, src: &mut Window) -> Result<(), Error> {
        skip_white_space(src);
        match src.unread() {
            [b'"', ..] => {
                src.consume(1);
                self.part = PeelState::Text;
                Ok(())
            }
            [] if !src.is_spent() => Ok(()),
            _ => Err(Error::new(ErrorCode::QuoteMissing, 0)),
        }
    }

    fn text(&mut self, src: &mut Window, dst: &mut [u8]) -> Result<usize, Error> {
        let chunk = src.chunk();
        let text = match src.unread() {
            // This line feed stays unread until the next read shows whether it is the last byte.
            [text @ .., b'\n'] if self.ends_line => text,
            text => text,
        };
        let len = text.len();
        let done = json_unescape(self.rules, text, dst, chunk, self.repaired.start(src))?;
        let (at_quote, at_end) = (text.get(done.read) == Some(&b'"'), done.read == len && chunk == Chunk::Last);
        self.repaired.place_first(src);
        src.consume(done.read);
        match (at_quote, self.bare) {
            (true, true) => return Err(Error::new(ErrorCode::QuoteUnescaped, 0)),
            (true, false) => {
                src.consume(1);
                self.part = PeelState::After;
            }
            (false, true) if at_end => {
                src.consume(src.unread().len());
                self.part = PeelState::Done;
            }
            (false, false) if at_end => return Err(Error::new(ErrorCode::StringUnterminated, 0)),
            (false, _) => {}
        }
        Ok(done.written)
    }

    fn after(&mut self, src: &mut Window) -> Result<(), Error> {
        skip_white_space(src);
        if !src.unread().is_empty() {
            return Err(Error::new(ErrorCode::LiteralTrailing, 0));
        }
        if src.is_spent() {
            self.part = PeelState::Done;
        }
        Ok(())
    }
}

impl Stage for Peel {
    const ROOM: usize = JsonUnescape::UNIT_MAX;

    fn step(&mut self, src: &mut Window, dst: &mut [u8]) -> Result<usize, Error> {
        match self.part {
            PeelState::Before => self.before(src).map(|()| 0),
            PeelState::Text => self.text(src, dst),
            PeelState::After => self.after(src).map(|()| 0),
            PeelState::Done => Ok(0),
        }
    }

    fn is_done(&self) -> bool {
        self.part == PeelState::Done
    }
}

fn skip_white_space(src: &mut Window) {
    let white = src.unread().iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count();
    src.consume(white);
}
