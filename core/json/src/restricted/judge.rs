//! Judges one window after another by rules beyond RFC 8259.

use super::characters;
use super::names::Names;
use super::numbers;
use super::rules::Restrictions;
use crate::reader::{Bracket, Nesting, Number, Window};
use stringmill_outcome::{Error, ErrorCode};

/// The state of the rules between two windows: names of open objects, and a token that has begun.
#[derive(Debug)]
pub(crate) struct Judge {
    restrictions: Restrictions,
    names: Names,
    /// Only if names matter.
    nesting: Nesting,
    open: CutToken,
}

/// The token that the last window cuts.
#[derive(Clone, Copy, Debug)]
enum CutToken {
    None,
    /// A string or literal. Its bytes are not kept.
    Passing,
    /// A name, and where it begins in the piece.
    Name(usize),
    /// A number, or a token that is judged as one, and where it begins in the piece.
    Number(usize),
}

impl Judge {
    pub(crate) fn new(restrictions: Restrictions, seed: u64) -> Self {
        Judge { restrictions, names: Names::new(seed), nesting: Nesting::new(), open: CutToken::None }
    }

    /// Resets the judge to the beginning of a text.
    pub(crate) fn restart(&mut self) {
        self.names.clear();
        self.nesting.restart();
        self.open = CutToken::None;
    }

    /// The place of the name or number that the last window cuts. The caller keeps its bytes.
    pub(crate) fn held(&self) -> Option<usize> {
        match self.open {
            CutToken::Name(start) | CutToken::Number(start) => Some(start),
            CutToken::None | CutToken::Passing => None,
        }
    }

    /// The piece begins `len` bytes later.
    pub(crate) fn shift(&mut self, len: usize) {
        if let CutToken::Name(start) | CutToken::Number(start) = &mut self.open {
            *start -= len;
        }
    }

    /// The verdict on a window of `src`, which is `judged` by RFC 8259: where it ends, or the first error. Offsets are
    /// those in `src`.
    ///
    /// # Errors
    ///
    /// The error of `judged`, or that of a token or character before it which a rule refuses.
    pub(crate) fn window(&mut self, src: &[u8], window: &Window, judged: Result<usize, Error>) -> Result<usize, Error> {
        let from = match self.open {
            CutToken::Name(start) => start,
            _ => window.base(),
        };
        let judged = if self.restrictions.judges_tokens() { self.tokens(src, window).and(judged) } else { judged };
        let until = match (judged, self.open) {
            (Err(error), _) => error.offset as usize,
            // The rules may refuse the name itself, which begins before its characters.
            (Ok(_), CutToken::Name(start)) => start,
            (Ok(end), _) => end,
        };
        let characters = characters::check(self.restrictions, src.get(from..until).unwrap_or(&[]));
        characters.map_err(|error| error.after(from as u64)).and(judged)
    }

    /// Judges the brackets, names and numbers that the window lists.
    fn tokens(&mut self, src: &[u8], window: &Window) -> Result<(), Error> {
        let has_names = self.restrictions.refuses_repeated();
        let (starts, mut ends) = window.tokens();
        if !matches!(self.open, CutToken::None) {
            let Some(end) = ends.next() else { return Ok(()) };
            let open = core::mem::replace(&mut self.open, CutToken::None);
            self.ended(src, open, end)?;
        }
        for at in starts {
            let Some(&first) = src.get(at) else { break };
            if let Some(bracket) = Bracket::of(first) {
                if has_names {
                    self.bracket(bracket).map_err(|code| Error::new(code, at as u64))?;
                }
                continue;
            }
            let is_name = has_names && self.nesting.take_value();
            let open = match first {
                _ if is_name => CutToken::Name(at),
                b'"' | b't' | b'f' | b'n' => CutToken::Passing,
                _ => CutToken::Number(at),
            };
            match ends.next() {
                Some(end) => self.ended(src, open, end)?,
                None => self.open = open,
            }
        }
        Ok(())
    }

    /// Opens or closes a container.
    #[inline]
    fn bracket(&mut self, Bracket { opens, is_object }: Bracket) -> Result<(), ErrorCode> {
        if opens == 1 && self.nesting.is_full() {
            self.nesting.deepen()?;
        }
        self.nesting.turn(opens, is_object);
        match (is_object, opens) {
            (0, _) => Ok(()),
            (_, 1) => self.names.open(),
            _ => {
                self.names.close();
                Ok(())
            }
        }
    }

    /// Judges a token at its end, which has a mark or not.
    #[inline]
    fn ended(&mut self, src: &[u8], open: CutToken, (end, mark): (usize, bool)) -> Result<(), Error> {
        let (start, is_name) = match open {
            CutToken::Name(start) => (start, true),
            CutToken::Number(start) => (start, false),
            CutToken::None | CutToken::Passing => return Ok(()),
        };
        let text = src.get(start..end).unwrap_or(&[]);
        let judged = match text {
            [b'"', raw @ ..] if is_name => {
                self.names.insert(raw, mark).and_then(|added| added.map_err(|_| ErrorCode::NameRepeated))
            }
            _ => numbers::check(self.restrictions, &Number { text, is_integer: !mark }),
        };
        judged.map_err(|code| Error::new(code, start as u64))
    }
}
