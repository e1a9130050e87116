//! Reads named texts from JSON.
//! Bytes in, in pieces of any size; bytes of names and texts out, with events between them.
//! Standard: RFC 8259. Names and texts are not buffered: they are written to the caller's buffer at once.

use crate::Shape;
use stringmill_kernels::{JsonUnescape, json_unescape, utf8_validate};
use stringmill_outcome::{Chunk, Error, ErrorCode, Repairs};

/// An event of the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The opening quote of a name is the next byte to read.
    NameBegins,
    /// The name ends with the bytes written so far.
    NameEnds,
    /// The bytes written from here on are the text of that name.
    TextBegins,
    /// The text ends with the bytes written so far.
    TextEnds,
    /// The end of the input.
    End,
}

/// How far a step got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Bytes of `src` consumed.
    pub read: usize,
    /// Bytes of `dst` filled.
    pub written: usize,
    /// The event; `None` if the reader needs more input or a larger `dst`.
    pub event: Option<Event>,
}

/// Reads named texts.
#[derive(Debug)]
pub struct Reader {
    rules: JsonUnescape,
    /// `None` until the first bytes decide.
    shape: Option<Shape>,
    /// Whether a line feed is between the first `{` and the first name.
    broken_line: bool,
    expect: Expect,
    offset: u64,
    repairs: Repairs,
}

/// The token that must come next. White space may come before it, except inside of strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expect {
    /// The first `{`.
    Begin,
    /// A name, or `}`.
    FirstName,
    /// A name.
    Name,
    /// The opening quote of a name, after its event.
    NameQuote,
    InName,
    /// The `:` before a text.
    Colon,
    TextQuote,
    InText,
    /// `,` or `}`.
    AfterText,
    /// In a line: `"path"`.
    PathMember,
    /// In a line: the `:` before the name.
    PathColon,
    /// In a line: the `,` after the name.
    PathComma,
    /// In a line: `"text"`.
    TextMember,
    /// In a line: `}`.
    LineEnd,
    /// In a line, after a comma: any member is unknown, and gets that error.
    NoMember,
    /// Between lines: `{` or the end.
    Line,
    /// The end.
    End,
}

impl Reader {
    /// A reader of `shape`. `None` detects it, as [`Writer`](crate::Writer) writes it: [`Shape::Lines`] if the input begins with
    /// `{"path"` without a line feed before the name, otherwise [`Shape::Object`].
    pub const fn new(shape: Option<Shape>, rules: JsonUnescape) -> Self {
        let expect = match shape {
            Some(Shape::Lines) => Expect::Line,
            Some(Shape::Object) | None => Expect::Begin,
        };
        let repairs = Repairs { base: 0, count: 0, first: None };
        Reader { rules, shape, broken_line: false, expect, offset: 0, repairs }
    }

    /// The lone surrogates that have been replaced so far.
    pub const fn repairs(&self) -> &Repairs {
        &self.repairs
    }

    /// Reads `src` up to the next event. Writes the bytes of names and texts to `dst`; [`JsonUnescape::UNIT_MAX`] bytes always
    /// suffice to make progress.
    ///
    /// # Errors
    ///
    /// Text that is not JSON, with the code and offset of [`JsonChecker`](crate::JsonChecker), or has not the shape (301, 302,
    /// 307); offsets are from the start of `src`. The reader must not be used again.
    pub fn step(&mut self, src: &[u8], dst: &mut [u8], chunk: Chunk) -> Result<Step, Error> {
        let mut step = Step::default();
        while step.event.is_none() {
            let before = (step.read, self.expect, self.shape);
            let rest = &src[step.read..];
            let base = step.read as u64;
            let done = match self.expect {
                Expect::InName | Expect::InText => self.string(rest, &mut dst[step.written..], chunk, &mut step),
                _ => self.token(rest, chunk, &mut step),
            };
            if let Err(error) = done {
                match self.named(error, base, rest, chunk) {
                    Some(error) => return Err(error.after(base)),
                    // Consumes the white space before the cut character.
                    None => {
                        step.read += error.offset as usize;
                        break;
                    }
                }
            }
            if (step.read, self.expect, self.shape) == before {
                break;
            }
        }
        self.offset += step.read as u64;
        Ok(step)
    }

    /// The error as the checker reports it: an ill-formed character comes first. `None` if the character is cut and more follows.
    #[cold]
    fn named(&self, error: Error, base: u64, src: &[u8], chunk: Chunk) -> Option<Error> {
        const CHARACTER_MAX: usize = 4;
        let rest = src.get(error.offset as usize..).unwrap_or(&[]);
        let is_first = self.offset + base + error.offset == 0;
        match utf8_validate(&rest[..rest.len().min(CHARACTER_MAX)], Chunk::Last) {
            Err(Error { code: ErrorCode::Utf8Incomplete, offset: 0 }) if chunk == Chunk::More => None,
            Err(Error { code, offset: 0 }) => Some(Error::new(code, error.offset)),
            _ if is_first && rest.starts_with(b"\xEF\xBB\xBF") => Some(Error::new(ErrorCode::JsonByteOrderMark, 0)),
            _ => Some(error),
        }
    }

    /// Reads a part of a string.
    fn string(&mut self, src: &[u8], dst: &mut [u8], chunk: Chunk, step: &mut Step) -> Result<(), Error> {
        self.repairs.base = self.offset + step.read as u64;
        let done = json_unescape(self.rules, src, dst, chunk, &mut self.repairs)?;
        step.read += done.read;
        step.written += done.written;
        match src.get(done.read) {
            Some(b'"') => {
                step.read += 1;
                (step.event, self.expect) = match (self.expect, self.shape) {
                    (Expect::InText, Some(Shape::Lines)) => (Some(Event::TextEnds), Expect::LineEnd),
                    (Expect::InText, _) => (Some(Event::TextEnds), Expect::AfterText),
                    (_, Some(Shape::Lines)) => (Some(Event::NameEnds), Expect::PathComma),
                    _ => (Some(Event::NameEnds), Expect::Colon),
                };
                Ok(())
            }
            None if chunk == Chunk::Last => Err(Error::new(ErrorCode::StringUnterminated, src.len() as u64)),
            _ => Ok(()),
        }
    }

    /// Reads one token, with the white space before it. One piece: it is the whole grammar.
    fn token(&mut self, src: &[u8], chunk: Chunk, step: &mut Step) -> Result<(), Error> {
        let white = src.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count();
        let error = |code| Err(Error::new(code, white as u64));
        let Some(&byte) = src.get(white) else {
            if chunk == Chunk::Last {
                return match self.expect {
                    Expect::Line | Expect::End => {
                        step.read += white;
                        step.event = Some(Event::End);
                        Ok(())
                    }
                    Expect::Begin => error(ErrorCode::JsonObjectExpected),
                    _ => error(ErrorCode::JsonIncomplete),
                };
            }
            self.note_white(&src[..white]);
            step.read += white;
            return Ok(());
        };
        let mut read = white + 1;
        self.expect = match (self.expect, byte) {
            (Expect::Begin, b'{') => Expect::FirstName,
            (Expect::Line, b'{') => Expect::PathMember,
            (Expect::Begin | Expect::Line, _) => return error(ErrorCode::JsonObjectExpected),
            (Expect::FirstName, _) if self.shape.is_none() => {
                self.note_white(&src[..white]);
                read = white;
                match self.shape_of(&src[white..], chunk) {
                    Some(Shape::Lines) => Expect::PathMember,
                    Some(Shape::Object) => Expect::FirstName,
                    None => self.expect,
                }
            }
            (Expect::FirstName, b'}') => Expect::End,
            (Expect::FirstName | Expect::Name, b'"') => {
                step.event = Some(Event::NameBegins);
                read = white;
                Expect::NameQuote
            }
            (Expect::NameQuote, _) => Expect::InName,
            (Expect::Colon, b':') => Expect::TextQuote,
            (Expect::TextQuote, b'"') => {
                step.event = Some(Event::TextBegins);
                Expect::InText
            }
            (Expect::AfterText, b',') => Expect::Name,
            (Expect::AfterText, b'}') => Expect::End,
            (Expect::PathMember | Expect::TextMember, b'"') => {
                let (member, next) = match self.expect {
                    Expect::PathMember => (PATH, Expect::PathColon),
                    _ => (TEXT, Expect::Colon),
                };
                match starts_with(&src[white..], member, chunk) {
                    Some(true) => read = white + member.len(),
                    Some(false) => return error(ErrorCode::JsonMemberUnknown),
                    None => {
                        step.read += white;
                        return Ok(());
                    }
                }
                next
            }
            (Expect::PathColon, b':') => Expect::Name,
            (Expect::PathComma, b',') => Expect::TextMember,
            (Expect::LineEnd, b'}') => Expect::Line,
            (Expect::LineEnd, b',') => Expect::NoMember,
            (Expect::NoMember, b'"') => return error(ErrorCode::JsonMemberUnknown),
            (Expect::Colon | Expect::PathColon, _) => return error(ErrorCode::JsonColonExpected),
            (Expect::AfterText | Expect::PathComma | Expect::LineEnd, _) => {
                return error(ErrorCode::JsonCommaExpected);
            }
            (Expect::End, _) => return error(ErrorCode::JsonTrailing),
            (
                Expect::FirstName
                | Expect::Name
                | Expect::TextQuote
                | Expect::PathMember
                | Expect::TextMember
                | Expect::NoMember
                | Expect::InName
                | Expect::InText,
                _,
            ) => return error(ErrorCode::JsonStringExpected),
        };
        step.read += read;
        Ok(())
    }

    fn note_white(&mut self, white: &[u8]) {
        self.broken_line |= self.shape.is_none() && self.expect == Expect::FirstName && white.contains(&b'\n');
    }

    /// The shape of an input with `rest` after its first `{`; `None` if more input has to decide.
    fn shape_of(&mut self, rest: &[u8], chunk: Chunk) -> Option<Shape> {
        let lines = !self.broken_line && starts_with(rest, PATH, chunk)?;
        self.shape = Some(if lines { Shape::Lines } else { Shape::Object });
        self.shape
    }
}

const PATH: &[u8] = b"\"path\"";
const TEXT: &[u8] = b"\"text\"";

/// Whether `src` starts with `prefix`; `None` if more input has to decide.
fn starts_with(src: &[u8], prefix: &[u8], chunk: Chunk) -> Option<bool> {
    match src.get(..prefix.len()) {
        Some(start) => Some(start == prefix),
        None if prefix.starts_with(src) && chunk == Chunk::More => None,
        None => Some(false),
    }
}
