//! The line that opens a code fence: ```` ``` (json | JSON)? [ \t]* \r? \n ````.

use super::spot::PartialCount;

/// How much of the line was read.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpeningFence {
    part: Part,
    language: &'static [u8],
}

#[derive(Clone, Copy, Debug)]
enum Part {
    /// The number of backticks.
    Ticks(u8),
    /// The number of letters of the language.
    Letters(usize),
    Blanks,
    CarriageReturn,
}

/// What a byte does to an opening fence.
pub(super) enum Opening {
    More,
    Wrong,
    Whole,
}

impl OpeningFence {
    pub(super) const AFTER_TICK: OpeningFence = OpeningFence { part: Part::Ticks(1), language: b"" };

    /// Reads the next byte.
    pub(super) fn next(&mut self, byte: u8) -> Opening {
        self.part = match (self.part, byte) {
            (Part::Ticks(len @ ..3), b'`') => Part::Ticks(len + 1),
            (Part::Ticks(..3), _) => return Opening::Wrong,
            (Part::Ticks(_), b'j' | b'J') => {
                self.language = if byte == b'j' { b"json" } else { b"JSON" };
                Part::Letters(1)
            }
            (Part::Letters(len), _) if len < self.language.len() => {
                if byte != self.language[len] {
                    return Opening::Wrong;
                }
                Part::Letters(len + 1)
            }
            (_, b'\n') => return Opening::Whole,
            (Part::CarriageReturn, _) => return Opening::Wrong,
            (_, b' ' | b'\t') => Part::Blanks,
            (_, b'\r') => Part::CarriageReturn,
            _ => return Opening::Wrong,
        };
        Opening::More
    }

    /// The length of a whole line without white space.
    pub(super) fn visible(&self) -> PartialCount {
        let len = 3 + self.language.len() as u64;
        PartialCount { bytes: len, characters: len }
    }
}
