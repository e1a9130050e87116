//! One item of a text after another: a bracket, or a member or element with the comma before it.
//!
//! The bytes between the end of the last item and the end of the next one are looked at together, because a comma is
//! wrong only by what follows it. Nothing is kept: an item that the slice cuts is read again with the next slice.
//!
//! ```text
//! {"a": 1, "b": [2, 3,], }
//! ^------^------^-^--^-^-^    the ends of items
//! ```

use super::edits::{ChangeDetector, Edits};
use super::levels::Levels;
use super::mend::Mend;
use super::rules::{RecordEnd, RepairRules};
use stringmill_kernels::Tier;
use stringmill_outcome::{Error, ErrorCode};

/// The last token, which decides which token may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Nothing: a text begins.
    Start,
    /// An opening bracket.
    Opened,
    /// A value in a container; whether its last byte is a bracket.
    After { bracket: bool },
    /// The value of the text.
    Ended,
}

/// How an item changes the open containers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NestingChange {
    Stay,
    Open { is_object: bool },
    Close { levels: u64 },
}

/// An item.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    /// The first byte after it.
    pub(super) end: usize,
    pub(super) turn: NestingChange,
    /// Where the name of a member begins and ends, with its quotes.
    pub(super) name: Option<(usize, usize)>,
}

/// Why there is no item.
#[derive(Clone, Copy, Debug)]
pub(super) enum ItemStop {
    /// The slice ends inside the item, and more follows.
    More,
    /// The text ends inside the item.
    Cut(Error),
    /// No enabled mend can make it valid.
    Bad(Error),
}

pub(super) fn bad(code: ErrorCode, at: usize) -> ItemStop {
    ItemStop::Bad(Error::new(code, at as u64))
}

/// A slice of a text, and what came before.
#[derive(Clone, Copy)]
pub(super) struct Walk<'w, 's> {
    pub(super) tier: Tier,
    pub(super) rules: &'w RepairRules,
    pub(super) src: &'w [u8],
    /// What ends the text after the slice; `None` if more of it follows.
    pub(super) end: Option<RecordEnd>,
    pub(super) levels: &'w Levels<'s>,
    pub(super) state: State,
    /// How many of the innermost levels are in a member that is left out.
    pub(super) left_out: u64,
}

impl Walk<'_, '_> {
    pub(super) fn has(&self, mend: Mend) -> bool {
        self.rules.mends.has(mend)
    }

    /// The slice ends inside an item.
    pub(super) fn ends(&self, code: ErrorCode) -> ItemStop {
        match self.end {
            None => ItemStop::More,
            Some(_) => ItemStop::Cut(Error::new(code, self.src.len() as u64)),
        }
    }

    /// As [`Walk::ends`], with an error before the end of the slice.
    pub(super) fn ends_inside(&self, code: ErrorCode, at: usize) -> ItemStop {
        match self.end {
            None => ItemStop::More,
            Some(_) => ItemStop::Cut(Error::new(code, at as u64)),
        }
    }

    /// The error of a byte that cannot follow.
    pub(super) fn unexpected(&self) -> ErrorCode {
        match (self.state, self.levels.is_object()) {
            (State::Start, _) | (State::Opened, false) => ErrorCode::JsonValueExpected,
            (State::Opened, true) => ErrorCode::JsonStringExpected,
            (State::After { .. }, true) => ErrorCode::JsonCommaExpected,
            (State::After { .. }, false) => ErrorCode::JsonBracketExpected,
            (State::Ended, _) => ErrorCode::JsonTrailing,
        }
    }

    /// The next item, which begins at `at`; `None` at the end of a text that is complete.
    pub(super) fn item(&self, at: usize, edits: &mut impl Edits) -> Result<Option<Item>, ItemStop> {
        let next = self.gap(at, &mut ChangeDetector::default())?;
        match (self.state, self.src.get(next)) {
            (State::Ended, _) => self.after_text(at, next, edits).map(|()| None),
            // A line without a value.
            (State::Start, None) if self.rules.blank => self.gap(at, edits).map(|_| None),
            (State::Start, None) => Err(self.ends(ErrorCode::JsonValueExpected)),
            (State::Start, Some(_)) => {
                self.gap(at, edits)?;
                self.value(next, edits).map(Some)
            }
            (_, None) => Err(self.ends(ErrorCode::JsonIncomplete)),
            (_, Some(b'}' | b']')) => {
                self.gap(at, edits)?;
                self.close(next, edits).map(Some)
            }
            (State::Opened, Some(_)) => {
                self.gap(at, edits)?;
                self.member(next, edits).map(Some)
            }
            (State::After { .. }, Some(b',')) => self.comma(at, next, edits).map(Some),
            (State::After { bracket }, Some(&byte)) => {
                let is_apart = next > at || bracket || matches!(byte, b'{' | b'[');
                if !self.has(Mend::MissingCommas) || !is_apart || !self.begins_item(byte) {
                    return Err(bad(self.unexpected(), next));
                }
                edits.edit(at..at, Mend::MissingCommas, self.unexpected(), b",");
                self.gap(at, edits)?;
                self.member(next, edits).map(Some)
            }
        }
    }

    /// Whether a name or value may begin with `byte`.
    fn begins_item(&self, byte: u8) -> bool {
        match byte {
            b'"' => true,
            b'\'' => self.has(Mend::SingleQuotes),
            _ if self.levels.is_object() => self.has(Mend::Names) && is_identifier(byte) && !byte.is_ascii_digit(),
            _ => !matches!(byte, b':' | b',' | b'/' | b'#'),
        }
    }

    /// The rest of the slice, after the value of the text.
    fn after_text(&self, at: usize, next: usize, edits: &mut impl Edits) -> Result<(), ItemStop> {
        match self.src.get(next) {
            None => self.gap(at, edits).map(drop),
            Some(b',') if self.has(Mend::TrailingCommas) => {
                let end = self.gap(next + 1, &mut ChangeDetector::default())?;
                if end < self.src.len() {
                    return Err(bad(ErrorCode::JsonTrailing, next));
                }
                self.without_comma(at, next, edits)
            }
            Some(_) => Err(bad(ErrorCode::JsonTrailing, next)),
        }
    }

    /// Leaves out the comma at `comma`.
    pub(super) fn without_comma(&self, at: usize, comma: usize, edits: &mut impl Edits) -> Result<(), ItemStop> {
        self.gap(at, edits)?;
        let why = match (self.state, self.levels.is_object()) {
            (State::Ended, _) => ErrorCode::JsonTrailing,
            (_, true) => ErrorCode::JsonStringExpected,
            (_, false) => ErrorCode::JsonValueExpected,
        };
        edits.edit(comma..comma + 1, Mend::TrailingCommas, why, b"");
        self.gap(comma + 1, edits).map(drop)
    }

    /// The item of the comma at `comma`.
    fn comma(&self, at: usize, comma: usize, edits: &mut impl Edits) -> Result<Item, ItemStop> {
        let next = self.gap(comma + 1, &mut ChangeDetector::default())?;
        match self.src.get(next) {
            None => Err(self.ends(ErrorCode::JsonIncomplete)),
            Some(b'}' | b']') if self.has(Mend::TrailingCommas) => {
                self.without_comma(at, comma, edits)?;
                self.close(next, edits)
            }
            Some(_) => {
                self.gap(at, edits)?;
                self.gap(comma + 1, edits)?;
                self.member(next, edits)
            }
        }
    }

    /// The closing bracket at `at`.
    fn close(&self, at: usize, edits: &mut impl Edits) -> Result<Item, ItemStop> {
        let is_object = self.src[at] == b'}';
        if self.levels.is_object() == is_object {
            return Ok(Item { end: at + 1, turn: NestingChange::Close { levels: 1 }, name: None });
        }
        match self.levels.up_to(is_object) {
            Some(levels) if self.has(Mend::Closers) => {
                edits.edit(at..at, Mend::Closers, self.unexpected(), &self.missing(levels - 1));
                Ok(Item { end: at + 1, turn: NestingChange::Close { levels }, name: None })
            }
            _ => Err(bad(self.unexpected(), at)),
        }
    }

    /// The member or element that begins at `at`.
    fn member(&self, at: usize, edits: &mut impl Edits) -> Result<Item, ItemStop> {
        if !self.levels.is_object() {
            return self.value(at, edits);
        }
        let end = self.name(at, edits)?;
        let colon = self.gap(end, edits)?;
        match self.src.get(colon) {
            None => return Err(self.ends(ErrorCode::JsonIncomplete)),
            Some(b':') => {}
            Some(_) => return Err(bad(ErrorCode::JsonColonExpected, colon)),
        }
        let value = self.gap(colon + 1, edits)?;
        match self.src.get(value) {
            None => Err(self.ends(ErrorCode::JsonIncomplete)),
            Some(_) => Ok(Item { name: Some((at, end)), ..self.value(value, edits)? }),
        }
    }

    /// The brackets that close the innermost `count` levels, without those of a member that is left out.
    pub(super) fn missing(&self, count: u64) -> Vec<u8> {
        self.levels.closers(count).split_off(self.left_out.min(count) as usize)
    }

    /// The end of the name at `at`.
    pub(super) fn name(&self, at: usize, edits: &mut impl Edits) -> Result<usize, ItemStop> {
        match self.src[at] {
            b'"' => self.string(at, ErrorCode::JsonStringExpected, edits),
            b'\'' if self.has(Mend::SingleQuotes) => self.string(at, ErrorCode::JsonStringExpected, edits),
            byte if self.has(Mend::Names) && is_identifier(byte) && !byte.is_ascii_digit() => {
                let len = self.src[at..].iter().take_while(|&&byte| is_identifier(byte)).count();
                let end = at + len;
                if end == self.src.len() {
                    return Err(self.ends(ErrorCode::JsonIncomplete));
                }
                edits.edit(at..at, Mend::Names, ErrorCode::JsonStringExpected, b"\"");
                edits.edit(end..end, Mend::Names, ErrorCode::JsonStringExpected, b"\"");
                Ok(end)
            }
            _ => Err(bad(ErrorCode::JsonStringExpected, at)),
        }
    }

    /// The value at `at`, or its opening bracket.
    fn value(&self, at: usize, edits: &mut impl Edits) -> Result<Item, ItemStop> {
        let end = match self.src[at] {
            byte @ (b'{' | b'[') => {
                if self.levels.is_full() {
                    return Err(bad(ErrorCode::LimitDepth, at));
                }
                return Ok(Item { end: at + 1, turn: NestingChange::Open { is_object: byte == b'{' }, name: None });
            }
            b'"' => self.string_value(at, edits)?,
            b'\'' if self.has(Mend::SingleQuotes) => self.string_value(at, edits)?,
            _ => self.scalar(at, edits)?,
        };
        Ok(Item { end, turn: NestingChange::Stay, name: None })
    }
}

/// Whether `byte` is an ASCII letter or digit, `_` or `$`.
fn is_identifier(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$')
}
