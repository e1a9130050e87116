//! Reads named texts from JSON.
//! Bytes in, in pieces of any size; bytes of names and texts out, with events between them.
//! Standard: RFC 8259. Names and texts are not buffered: they are written to the caller's buffer at once.

use super::Shape;
use super::members::{Member, Members, SeenMembers};
use crate::{JsonCheck, JsonChecker};
use stringmill_kernels::{JsonUnescape, json_unescape, utf8_validate};
use stringmill_outcome::{Chunk, Error, ErrorCode, Repairs};
use stringmill_profile::LoneSurrogates;

/// An event of the reader.
///
/// In a line the members may have any order, so a text may come before its name.
///
/// ```
/// use stringmill::pack::{Event, Reader};
/// use stringmill::{Chunk, JsonUnescape, LoneSurrogates};
///
/// let mut reader = Reader::new(None, JsonUnescape { surrogates: LoneSurrogates::Reject });
/// let step = reader.step(b"{\"a.txt\":\"x\"}", &mut [0; 64], Chunk::Last)?;
/// assert_eq!(step.event, Some(Event::NameBegins));
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The opening quote of a name is the next byte to read.
    NameBegins,
    /// The name ends with the bytes written so far.
    NameEnds,
    /// The bytes written from here on are a text.
    TextBegins,
    /// The text ends with the bytes written so far.
    TextEnds,
    /// The opening quote of a mode is the next byte to read; only if [`Members::mode`] names it.
    ModeBegins,
    /// The mode ends with the bytes written so far. It is any string.
    ModeEnds,
    /// The name, the text and the mode since the last event of this kind belong together, and are complete.
    FileEnds,
    /// The end of the input.
    End,
}

/// How far a step got.
///
/// ```
/// use stringmill::pack::{Reader, Shape};
/// use stringmill::{Chunk, JsonUnescape, LoneSurrogates};
///
/// let mut reader = Reader::new(Some(Shape::Object), JsonUnescape { surrogates: LoneSurrogates::Reject });
/// let step = reader.step(b"  ", &mut [0; 64], Chunk::More)?;
/// assert_eq!((step.read, step.written, step.event), (2, 0, None), "it needs more input");
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReaderProgress {
    /// Bytes of `src` consumed.
    pub read: usize,
    /// Bytes of `dst` filled.
    pub written: usize,
    /// The event; `None` if the reader needs more input or a larger `dst`.
    pub event: Option<Event>,
}

/// Reads named texts.
///
/// ```
/// use stringmill::pack::{Event, Reader};
/// use stringmill::{Chunk, JsonUnescape, LoneSurrogates};
///
/// let mut reader = Reader::new(None, JsonUnescape { surrogates: LoneSurrogates::Reject });
/// let src = br#"{"path":"a.txt","text":"one\ntwo"}"#;
/// let (mut at, mut dst, mut len) = (0, [0; 64], 0);
/// loop {
///     let step = reader.step(&src[at..], &mut dst[len..], Chunk::Last)?;
///     (at, len) = (at + step.read, len + step.written);
///     match step.event {
///         Some(Event::NameEnds) => assert_eq!(&dst[..len], b"a.txt"),
///         Some(Event::TextBegins) => len = 0,
///         Some(Event::TextEnds) => assert_eq!(&dst[..len], b"one\ntwo"),
///         Some(Event::End) => break,
///         _ => {}
///     }
/// }
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Debug)]
pub struct Reader<'r> {
    rules: JsonUnescape,
    members: Members<'r>,
    /// `None` until the first bytes decide.
    shape: Option<Shape>,
    /// Whether a line feed is between the first `{` and the first name.
    broken_line: bool,
    expect: ExpectedToken,
    /// In a line: the member that is being read, and the members before it.
    member: Member,
    seen: SeenMembers,
    /// Number of members that are no part of a named text.
    others: u64,
    /// Checks the values of members that are no part of a named text.
    checker: JsonChecker<'r>,
    offset: u64,
    repairs: Repairs,
}

/// The token that must come next. White space may come before it, except inside of strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExpectedToken {
    /// The first `{`.
    Begin,
    /// A name, or `}`.
    FirstName,
    /// A name.
    Name,
    /// The opening quote of a name or of a mode, after its event.
    Quote,
    InName,
    /// The `:` before a text.
    Colon,
    TextQuote,
    InText,
    /// The event after a text.
    FileEnd,
    /// `,` or `}`.
    AfterText,
    /// In a line: the name of a member, or `}`.
    FirstMember,
    /// In a line: the name of a member.
    Member,
    /// In the name of a member that is longer than all known ones.
    InMember,
    /// In a line: the `:` before a value.
    MemberColon,
    /// In a line: a mode.
    Mode,
    InMode,
    /// In a line: the value of another member.
    Value,
    /// In a string that is the value of another member.
    InOther,
    /// In any other value of another member.
    InValue,
    /// In a line: `,` or `}`.
    AfterMember,
    /// Between lines: `{` or the end.
    Line,
    /// The end.
    End,
}

impl<'r> Reader<'r> {
    /// A reader of `shape`. `None` detects it, as [`Writer`](super::Writer) writes it: [`Shape::Lines`] if the input
    /// begins with `{"path"`, `{"text"` or `{"mode"` without a line feed before the name, otherwise [`Shape::Object`].
    ///
    /// In a line, members other than [`Members::DEFAULT`] are skipped. Their values may nest 64 levels deep.
    pub fn new(shape: Option<Shape>, rules: JsonUnescape) -> Self {
        let expect = match shape {
            Some(Shape::Lines) => ExpectedToken::Line,
            Some(Shape::Object) | None => ExpectedToken::Begin,
        };
        Reader {
            rules,
            members: Members::DEFAULT,
            shape,
            broken_line: false,
            expect,
            member: Member::Other,
            seen: SeenMembers::default(),
            others: 0,
            checker: JsonChecker::new(SKIPPED, &mut []),
            offset: 0,
            repairs: Repairs::default(),
        }
    }

    /// The same reader, for lines with these members. Other members are skipped.
    #[must_use]
    pub fn with_members(self, members: Members<'r>) -> Self {
        Reader { members, ..self }
    }

    /// The same reader. A skipped value may nest as deep as `stack` allows, at most [`JsonCheck::DEPTH_MAX`] levels;
    /// [`JsonCheck::stack_len`] says how long that is.
    #[must_use]
    pub fn with_stack(self, stack: &'r mut [u64]) -> Self {
        Reader { checker: JsonChecker::new(SKIPPED, stack), ..self }
    }

    /// The lone surrogates that have been replaced so far.
    pub const fn repairs(&self) -> &Repairs {
        &self.repairs
    }

    /// Number of members of lines that have been skipped so far.
    pub const fn skipped_members(&self) -> u64 {
        self.others
    }

    /// Whether the line that is being read has had a member with a name, and one with a text.
    pub const fn has_path_and_text(&self) -> (bool, bool) {
        (self.seen.path, self.seen.text)
    }

    /// Reads `src` up to the next event. Writes the bytes of names, texts and modes to `dst`;
    /// [`JsonUnescape::UNIT_MAX`] bytes always suffice to make progress. Up to 1,600 bytes may be left unread until
    /// their end is known: the name of a member.
    ///
    /// # Errors
    ///
    /// Text that is not JSON, with the code and offset of [`JsonChecker`](crate::JsonChecker), or has not the shape
    /// (301, 302, 831), a line with two members of one name (312), a skipped value that nests too deep (702); offsets
    /// are from the start of `src`. The reader must not be used again.
    pub fn step(&mut self, src: &[u8], dst: &mut [u8], chunk: Chunk) -> Result<ReaderProgress, Error> {
        let mut step = ReaderProgress::default();
        while step.event.is_none() {
            let before = (step.read, self.expect, self.shape);
            let rest = &src[step.read..];
            let base = step.read as u64;
            let done = match self.expect {
                ExpectedToken::InName | ExpectedToken::InText | ExpectedToken::InMode => {
                    self.string(rest, &mut dst[step.written..], chunk, &mut step)
                }
                ExpectedToken::InMember => {
                    self.skip_string(self.rules, ExpectedToken::MemberColon, rest, chunk, &mut step)
                }
                ExpectedToken::InOther => {
                    self.skip_string(ANY_ESCAPE, ExpectedToken::AfterMember, rest, chunk, &mut step)
                }
                ExpectedToken::InValue => self.skip(rest, chunk, &mut step),
                _ => self.token(rest, chunk, &mut step),
            };
            if let Err(error) = done {
                let named = match self.expect {
                    // The checker has already chosen the code.
                    ExpectedToken::InValue => Some(error),
                    _ => self.named(error, base, rest, chunk),
                };
                match named {
                    Some(error) => return Err(self.of_line(error, rest).after(base)),
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

    /// The error as the checker reports it: an ill-formed character comes first. `None` if the character is cut and
    /// more follows.
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

    /// In lines, a line feed inside a string shows that the line is cut.
    #[cold]
    fn of_line(&self, error: Error, src: &[u8]) -> Error {
        let at_feed = error.code == ErrorCode::ControlUnescaped && src[error.offset as usize] == b'\n';
        if at_feed && self.shape == Some(Shape::Lines) {
            return Error::new(ErrorCode::StringUnterminated, error.offset);
        }
        error
    }

    /// Reads a part of a string.
    fn string(&mut self, src: &[u8], dst: &mut [u8], chunk: Chunk, step: &mut ReaderProgress) -> Result<(), Error> {
        self.repairs.base = self.offset + step.read as u64;
        let done = json_unescape(self.rules, src, dst, chunk, &mut self.repairs)?;
        step.read += done.read;
        step.written += done.written;
        match src.get(done.read) {
            Some(b'"') => {
                step.read += 1;
                let lines = self.shape == Some(Shape::Lines);
                (step.event, self.expect) = match self.expect {
                    ExpectedToken::InText if lines => (Some(Event::TextEnds), ExpectedToken::AfterMember),
                    ExpectedToken::InText => (Some(Event::TextEnds), ExpectedToken::FileEnd),
                    ExpectedToken::InMode => (Some(Event::ModeEnds), ExpectedToken::AfterMember),
                    _ if lines => (Some(Event::NameEnds), ExpectedToken::AfterMember),
                    _ => (Some(Event::NameEnds), ExpectedToken::Colon),
                };
                Ok(())
            }
            None if chunk == Chunk::Last => Err(Error::new(ErrorCode::StringUnterminated, src.len() as u64)),
            _ => Ok(()),
        }
    }

    /// Reads the name of a member, whose opening quote begins `src`.
    fn member(&mut self, src: &[u8], chunk: Chunk, step: &mut ReaderProgress) -> Result<(), Error> {
        let mut name = [0; Members::NAME_MAX + JsonUnescape::UNIT_MAX];
        let done = json_unescape(self.rules, &src[1..], &mut name, chunk, &mut Repairs::default());
        let done = done.map_err(|error| error.after(1))?;
        match src.get(1 + done.read) {
            Some(b'"') => {
                self.member = self.members.find(&name[..done.written]);
                if !self.seen.insert(self.member) {
                    return Err(Error::new(ErrorCode::NameRepeated, 0));
                }
                step.read += done.read + 2;
                self.expect = ExpectedToken::MemberColon;
            }
            _ if done.written > Members::NAME_MAX => {
                self.member = Member::Other;
                step.read += 1 + done.read;
                self.expect = ExpectedToken::InMember;
            }
            None if chunk == Chunk::Last => return Err(Error::new(ErrorCode::StringUnterminated, src.len() as u64)),
            _ => {}
        }
        Ok(())
    }

    /// Checks a part of a string that is skipped, before `next`.
    fn skip_string(
        &mut self,
        rules: JsonUnescape,
        next: ExpectedToken,
        src: &[u8],
        chunk: Chunk,
        step: &mut ReaderProgress,
    ) -> Result<(), Error> {
        let done = json_unescape(rules, src, &mut [0; 512], chunk, &mut Repairs::default())?;
        step.read += done.read;
        match src.get(done.read) {
            Some(b'"') => {
                step.read += 1;
                self.others += u64::from(next == ExpectedToken::AfterMember);
                self.expect = next;
                Ok(())
            }
            None if chunk == Chunk::Last => Err(Error::new(ErrorCode::StringUnterminated, src.len() as u64)),
            _ => Ok(()),
        }
    }

    /// Checks a part of the value of an unknown member. The checker reads the value as a whole text, and the first
    /// token after it is an error of such a text.
    fn skip(&mut self, src: &[u8], chunk: Chunk, step: &mut ReaderProgress) -> Result<(), Error> {
        let (mut at, mut len) = (0, SKIPPED_FIRST);
        let is_ended = loop {
            let rest = &src[at..];
            let part = &rest[..rest.len().min(len)];
            let is_all = part.len() == rest.len();
            match self.checker.step(part, if is_all { chunk } else { Chunk::More }) {
                Ok(read) => {
                    at += read;
                    if is_all {
                        break chunk == Chunk::Last;
                    }
                    len *= 2;
                }
                Err(Error { code: ErrorCode::JsonTrailing, offset }) => {
                    at += offset as usize;
                    break true;
                }
                // The value does not begin the text.
                Err(Error { code: ErrorCode::JsonByteOrderMark, offset }) => {
                    return Err(Error::new(ErrorCode::JsonValueExpected, offset).after(at as u64));
                }
                Err(error) => return Err(error.after(at as u64)),
            }
        };
        step.read += at;
        if is_ended {
            self.others += 1;
            self.checker.restart();
            self.expect = ExpectedToken::AfterMember;
        }
        Ok(())
    }

    /// Reads one token, with the white space before it.
    fn token(&mut self, src: &[u8], chunk: Chunk, step: &mut ReaderProgress) -> Result<(), Error> {
        if self.expect == ExpectedToken::FileEnd {
            (step.event, self.expect) = (Some(Event::FileEnds), ExpectedToken::AfterText);
            return Ok(());
        }
        let white = src.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count();
        let Some(&byte) = src.get(white) else {
            if chunk == Chunk::Last {
                let error = |code| Err(Error::new(code, white as u64));
                return match self.expect {
                    ExpectedToken::Line | ExpectedToken::End => {
                        step.read += white;
                        step.event = Some(Event::End);
                        Ok(())
                    }
                    ExpectedToken::Begin => error(ErrorCode::JsonObjectExpected),
                    _ => error(ErrorCode::JsonIncomplete),
                };
            }
            self.note_white(&src[..white]);
            step.read += white;
            return Ok(());
        };
        if self.expect == ExpectedToken::FirstName && self.shape.is_none() {
            self.note_white(&src[..white]);
            step.read += white;
            match self.shape_of(&src[white..], chunk) {
                Some(Shape::Lines) => self.expect = ExpectedToken::FirstMember,
                Some(Shape::Object) | None => {}
            }
            return Ok(());
        }
        step.read += white;
        let done = match self.expect {
            ExpectedToken::FirstMember
            | ExpectedToken::Member
            | ExpectedToken::MemberColon
            | ExpectedToken::Mode
            | ExpectedToken::Value
            | ExpectedToken::AfterMember
            | ExpectedToken::Line => self.token_of_line(byte, &src[white..], chunk, step),
            _ => self.token_of_object(byte, step),
        };
        if done.is_err() {
            step.read -= white;
        }
        done.map_err(|error| error.after(white as u64))
    }

    /// Reads a token that begins with `byte`, in an object or at a name or a text.
    fn token_of_object(&mut self, byte: u8, step: &mut ReaderProgress) -> Result<(), Error> {
        let error = |code| Err(Error::new(code, 0));
        self.expect = match (self.expect, byte) {
            (ExpectedToken::Begin, b'{') => ExpectedToken::FirstName,
            (ExpectedToken::Begin, _) => return error(ErrorCode::JsonObjectExpected),
            (ExpectedToken::FirstName, b'}') => ExpectedToken::End,
            (ExpectedToken::FirstName | ExpectedToken::Name, b'"') => {
                step.event = Some(Event::NameBegins);
                self.expect = ExpectedToken::Quote;
                return Ok(());
            }
            (ExpectedToken::Quote, _) if self.shape == Some(Shape::Lines) && self.member == Member::Mode => {
                ExpectedToken::InMode
            }
            (ExpectedToken::Quote, _) => ExpectedToken::InName,
            (ExpectedToken::Colon, b':') => ExpectedToken::TextQuote,
            (ExpectedToken::Colon, _) => return error(ErrorCode::JsonColonExpected),
            (ExpectedToken::TextQuote, b'"') => {
                step.event = Some(Event::TextBegins);
                ExpectedToken::InText
            }
            (ExpectedToken::AfterText, b',') => ExpectedToken::Name,
            (ExpectedToken::AfterText, b'}') => ExpectedToken::End,
            (ExpectedToken::AfterText, _) => return error(ErrorCode::JsonCommaExpected),
            (ExpectedToken::End, _) => return error(ErrorCode::JsonTrailing),
            _ => return error(ErrorCode::JsonStringExpected),
        };
        step.read += 1;
        Ok(())
    }

    /// Reads a token that begins with `byte`, between the parts of a line.
    fn token_of_line(&mut self, byte: u8, src: &[u8], chunk: Chunk, step: &mut ReaderProgress) -> Result<(), Error> {
        let error = |code| Err(Error::new(code, 0));
        self.expect = match (self.expect, byte) {
            (ExpectedToken::Line, b'{') => {
                self.seen = SeenMembers::default();
                ExpectedToken::FirstMember
            }
            (ExpectedToken::Line, _) => return error(ErrorCode::JsonObjectExpected),
            (ExpectedToken::FirstMember | ExpectedToken::Member, b'"') => return self.member(src, chunk, step),
            (ExpectedToken::FirstMember | ExpectedToken::AfterMember, b'}') if self.seen.is_complete() => {
                step.event = Some(Event::FileEnds);
                ExpectedToken::Line
            }
            (ExpectedToken::FirstMember | ExpectedToken::AfterMember, b'}') => {
                return error(ErrorCode::JsonMemberMissing);
            }
            (ExpectedToken::MemberColon, b':') => match self.member {
                Member::Path => ExpectedToken::Name,
                Member::Text => ExpectedToken::TextQuote,
                Member::Mode => ExpectedToken::Mode,
                Member::Other => ExpectedToken::Value,
            },
            (ExpectedToken::MemberColon, _) => return error(ErrorCode::JsonColonExpected),
            (ExpectedToken::Mode, b'"') => {
                step.event = Some(Event::ModeBegins);
                self.expect = ExpectedToken::Quote;
                return Ok(());
            }
            (ExpectedToken::Value, b'"') => ExpectedToken::InOther,
            (ExpectedToken::Value, _) => {
                self.expect = ExpectedToken::InValue;
                return Ok(());
            }
            (ExpectedToken::AfterMember, b',') => ExpectedToken::Member,
            (ExpectedToken::AfterMember, _) => return error(ErrorCode::JsonCommaExpected),
            _ => return error(ErrorCode::JsonStringExpected),
        };
        step.read += 1;
        Ok(())
    }

    fn note_white(&mut self, white: &[u8]) {
        self.broken_line |= self.shape.is_none() && self.expect == ExpectedToken::FirstName && white.contains(&b'\n');
    }

    /// The shape of an input with `rest` after its first `{`; `None` if more input has to decide.
    fn shape_of(&mut self, rest: &[u8], chunk: Chunk) -> Option<Shape> {
        let lines = !self.broken_line && starts_with_any(rest, chunk)?;
        self.shape = Some(if lines { Shape::Lines } else { Shape::Object });
        self.shape
    }
}

/// The rules for values that are skipped. Nothing decodes their escapes.
const SKIPPED: JsonCheck = JsonCheck { lone_surrogates: true, ..JsonCheck::STRICT };
const ANY_ESCAPE: JsonUnescape = JsonUnescape { surrogates: LoneSurrogates::Replace };
/// How many bytes are checked first where a skipped value begins: most are short, and bytes after the value are checked
/// twice.
const SKIPPED_FIRST: usize = 16;
/// The first names that distinguish a line from an object.
const FIRST: [&[u8]; 3] = [b"\"path\"", b"\"text\"", b"\"mode\""];

/// Whether `src` starts with one of [`FIRST`]; `None` if more input has to decide.
fn starts_with_any(src: &[u8], chunk: Chunk) -> Option<bool> {
    if FIRST.iter().any(|name| src.starts_with(name)) {
        return Some(true);
    }
    let undecided = chunk == Chunk::More && FIRST.iter().any(|name| name.starts_with(src));
    (!undecided).then_some(false)
}
