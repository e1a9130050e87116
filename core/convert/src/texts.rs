//! Where the texts of checked JSON begin and end: one text, one on each line, any number of them, or the items of
//! arrays.

use crate::json_text::IN_LINE;
use stringmill_json::JsonCheck;
use stringmill_kernels::{ByteClass, JsonItem, Tier, json_item_with, scan_with};
use stringmill_outcome::ErrorCode;

/// The texts of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    One,
    Lines,
    /// Any number, with or without white space between them.
    Values,
    /// The items of the arrays at the top level.
    Items,
}

impl Frame {
    /// The texts that a checker with these rules accepts.
    pub(crate) fn of(rules: JsonCheck) -> Self {
        match rules {
            JsonCheck { lines: true, .. } => Frame::Lines,
            JsonCheck { values: true, .. } => Frame::Values,
            _ => Frame::One,
        }
    }
}

/// A piece of the source, with its length in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Nothing of a text.
    Between(usize),
    /// A part of a text.
    Text(usize),
    /// The end of the text: none of its bytes, but maybe a separator.
    End(usize),
}

/// Splits checked JSON, which may be cut anywhere, into its texts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Texts {
    tier: Tier,
    frame: Frame,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Between texts; for items, outside of arrays.
    Between,
    /// In an array, before an item.
    BeforeItem,
    Text,
    Item(JsonItem),
    Container(JsonItem),
    String {
        escaped: bool,
    },
    Scalar,
    /// After the last byte of a text.
    Ended,
}

impl Texts {
    pub(crate) fn new(tier: Tier, frame: Frame) -> Self {
        Texts { tier, frame, state: State::Between }
    }

    /// Returns to the beginning of the source, or of a line of it.
    pub(crate) fn restart(&mut self) {
        self.state = State::Between;
    }

    /// The piece at the beginning of `src`, which is not empty.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::ConvertArray`] if the items of a value that is no array are asked for.
    pub(crate) fn next(&mut self, src: &[u8]) -> Result<Piece, ErrorCode> {
        let (tier, byte) = (self.tier, src[0]);
        let white = || scan_with(tier, &ByteClass::WHITE_SPACE_JSON, src);
        Ok(match (self.state, byte) {
            (State::Between | State::BeforeItem, b' ' | b'\t' | b'\n' | b'\r') => Piece::Between(white()),
            (State::Between, _) => match self.frame {
                Frame::One | Frame::Lines => self.go_on(State::Text, src, 0),
                Frame::Items if byte == b'[' => {
                    self.state = State::BeforeItem;
                    Piece::Between(1)
                }
                Frame::Items => return Err(ErrorCode::ConvertArray),
                Frame::Values => match byte {
                    b'{' | b'[' => self.go_on(State::Container(JsonItem::BEGIN), src, 1),
                    b'"' => self.go_on(State::String { escaped: false }, src, 1),
                    _ => self.go_on(State::Scalar, src, 0),
                },
            },
            (State::BeforeItem, b']') => {
                self.state = State::Between;
                Piece::Between(1)
            }
            (State::BeforeItem, _) => self.go_on(State::Item(JsonItem::BEGIN), src, 0),
            (State::Ended, _) => {
                self.state =
                    if self.frame == Frame::Items && byte == b',' { State::BeforeItem } else { State::Between };
                Piece::End(usize::from(matches!(self.frame, Frame::Items | Frame::Lines)))
            }
            (state, _) => self.go_on(state, src, 0),
        })
    }

    /// The part of a text at the beginning of `src`. Its first `begun` bytes lead to `state`.
    fn go_on(&mut self, mut state: State, src: &[u8], begun: usize) -> Piece {
        let rest = &src[begun..];
        // The length of the rest of the text, and of what is after it in `rest`.
        let len = match &mut state {
            State::Item(item) => json_item_with(self.tier, item, true, rest),
            State::Container(item) => match json_item_with(self.tier, item, false, rest) {
                end if end < rest.len() => return self.end(begun + end + 1),
                len => len,
            },
            State::String { escaped } => match self.string_end(escaped, rest) {
                Some(end) => return self.end(begun + end + 1),
                None => rest.len(),
            },
            State::Scalar => scan_with(self.tier, &IN_SCALAR, rest),
            State::Text if self.frame == Frame::Lines => scan_with(self.tier, &IN_LINE, rest),
            _ => rest.len(),
        };
        if len < rest.len() {
            return self.end(begun + len);
        }
        self.state = state;
        Piece::Text(src.len())
    }

    fn end(&mut self, len: usize) -> Piece {
        self.state = State::Ended;
        Piece::Text(len)
    }

    /// The closing quote of the string that `src` is in.
    fn string_end(&self, escaped: &mut bool, src: &[u8]) -> Option<usize> {
        let mut at = usize::from(std::mem::take(escaped));
        while at < src.len() {
            at += scan_with(self.tier, &ByteClass::STRING, &src[at..]);
            match src.get(at) {
                Some(b'"') => return Some(at),
                Some(_) => at += 2,
                None => {}
            }
        }
        *escaped = at > src.len();
        None
    }
}

/// The bytes of numbers and literals.
const IN_SCALAR: ByteClass = ByteClass::all_but(b" \t\n\r\"{}[]:,");
