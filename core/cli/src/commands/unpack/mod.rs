//! `smill unpack`: JSON or NDJSON of named texts back into files.

mod names;
mod report;
mod waiting;

use crate::arguments::members::members;
use crate::arguments::pack::UnpackArguments;
use crate::input::source::Source;
use crate::input::window::{WINDOW, Window};
use crate::output::names::NameRule;
use crate::output::publish::{Draft, Published, WriteOptions};
use crate::output::target::{Begun, Refusal, Target};
use crate::report::diagnostic::Diagnostic;
use crate::report::failure::{Exit, Failure};
use crate::report::messages::{Messages, counted};
use crate::report::progress::Meter;
use crate::report::remedy::Task;
use crate::report::visible::visible;
use names::Names;
use report::{Counts, UnpackReport};
use stringmill::json::JsonCheck;
use stringmill::pack::{Event, Members, Reader, ReaderProgress, Shape};
use stringmill::{ErrorCode, JsonUnescape, Position};
use waiting::{Buffer, Waiting};

/// PATH_MAX of Linux.
const NAME_MAX: usize = 4096;
/// Bytes of one write to a file.
const BLOCK: usize = 128 * 1024;
/// Maximum length of a mode that is shown.
const MODE_MAX: usize = 16;
/// Bits of a mode that are set on a file; the others are the set-user-ID, set-group-ID and sticky bits.
const PERMISSIONS: u32 = 0o777;

pub(crate) fn run(arguments: &UnpackArguments, messages: &Messages) -> Result<Exit, Failure> {
    let members = members(&arguments.members, arguments.modes)?;
    let rule = arguments.names.unwrap_or(NameRule::DEFAULT);
    if cfg!(windows) && rule == NameRule::Any {
        return Err(Failure::Usage("--names any is not for Windows".to_owned()));
    }
    let source = arguments.input.open(arguments.file.as_deref())?;
    let options = WriteOptions { force: arguments.force, sync: !arguments.no_sync, modes: arguments.modes };
    let target = Target::open(&arguments.directory, options)?;
    let shape = match (arguments.ndjson || !arguments.members.is_empty(), arguments.object) {
        (true, _) => Some(Shape::Lines),
        (_, true) => Some(Shape::Object),
        _ => None,
    };
    let rules = JsonUnescape { surrogates: arguments.on_invalid };
    let mut stack = [0; STACK];
    let mut unpack = Unpack {
        meter: Meter::new(source.len(), messages.hides_progress()),
        source,
        window: Window::new(WINDOW),
        members,
        reader: Reader::new(shape, rules).with_members(members).with_stack(&mut stack),
        target,
        buffer: Buffer { bytes: vec![0; BLOCK].into_boxed_slice(), filled: 0 },
        now: Now::Between,
        file: File::default(),
        waiting: Waiting::new(arguments.directory.clone()),
        names: Names::default(),
        rule,
        detects: shape.is_none(),
        counts: Counts::default(),
        first_repair: None,
        messages,
    };
    let done = unpack.all();
    // Even after a failure, unfinished files are removed and finished ones get their names.
    unpack.file = File::default();
    let published = unpack.target.finish();
    done?;
    unpack.report(&published?, arguments.report)
}

/// Elements of the stack for members that are skipped.
const STACK: usize = match JsonCheck::stack_len(JsonCheck::DEPTH_MAX) {
    Some(len) => len,
    None => panic!("the default depth is small"),
};

/// The work in progress.
struct Unpack<'m> {
    source: Source,
    window: Window,
    members: Members<'m>,
    reader: Reader<'m>,
    target: Target,
    buffer: Buffer,
    now: Now,
    file: File,
    waiting: Waiting,
    names: Names,
    rule: NameRule,
    /// Whether the first name of the input has decided its shape.
    detects: bool,
    counts: Counts,
    first_repair: Option<Position>,
    meter: Meter,
    messages: &'m Messages,
}

/// The string that is being read.
#[derive(Clone, Copy)]
enum Now {
    Between,
    Name,
    Mode,
    Text,
}

/// The file that is being read.
#[derive(Default)]
struct File {
    named: Option<Named>,
    mode: Option<u32>,
}

/// What to do with the text of a file whose name is known.
enum Named {
    Write(Draft),
    Skip,
    /// It is a folder, and its text is empty.
    Folder,
}

impl Unpack<'_> {
    fn all(&mut self) -> Result<(), Failure> {
        loop {
            let step = self.step()?;
            match step.event {
                Some(Event::NameBegins) => {
                    self.window.mark();
                    self.now = Now::Name;
                }
                Some(Event::ModeBegins) => {
                    self.window.mark();
                    self.now = Now::Mode;
                }
                Some(Event::NameEnds) => self.name()?,
                Some(Event::ModeEnds) => self.mode()?,
                Some(Event::TextBegins) => {
                    // An error in the text of a folder is at its first byte.
                    if matches!(self.file.named, Some(Named::Folder)) {
                        self.window.mark();
                    }
                    self.now = Now::Text;
                }
                Some(Event::TextEnds) => self.end_text()?,
                Some(Event::FileEnds) => self.end_file()?,
                Some(Event::End) => return Ok(()),
                None if step.read == 0 && step.written == 0 => {
                    self.meter.add(self.source.read_into(&mut self.window)?);
                }
                None => {}
            }
            self.make_room()?;
        }
    }

    /// Reads to the next event, or to the end of the input or the buffer.
    fn step(&mut self) -> Result<ReaderProgress, Failure> {
        let dst = &mut self.buffer.bytes[self.buffer.filled..];
        let step = match self.reader.step(self.window.unread(), dst, self.window.chunk()) {
            Ok(step) => step,
            Err(error) => {
                self.window.consume(error.offset as usize);
                return Err(self.invalid(error.code));
            }
        };
        if let (None, Some(first)) = (self.first_repair, self.reader.repairs().first) {
            self.first_repair = Some(self.window.position((first - self.window.offset()) as usize));
        }
        self.window.consume(step.read);
        self.buffer.filled += step.written;
        Ok(step)
    }

    /// Writes a full buffer; refuses a name or a mode that is too long, and the text of a folder.
    fn make_room(&mut self) -> Result<(), Failure> {
        let Buffer { bytes, filled } = &self.buffer;
        match self.now {
            Now::Name if *filled > NAME_MAX => {
                self.window.return_to_mark();
                Err(self.invalid(ErrorCode::LimitNameLen))
            }
            Now::Mode if *filled > MODE_MAX => self.mode(),
            Now::Text if *filled > 0 && matches!(self.file.named, Some(Named::Folder)) => Err(self.text_of_folder()),
            Now::Text if bytes.len() - *filled < JsonUnescape::UNIT_MAX => self.write(),
            _ => Ok(()),
        }
    }

    /// Begins the file of a complete name.
    fn name(&mut self) -> Result<(), Failure> {
        self.make_room()?;
        let name = &self.buffer.bytes[..self.buffer.filled];
        if self.detects && self.looks_like_line(name) {
            let what = "object has the members of a line of NDJSON, and its first member is another one".to_owned();
            return Err(self.refused(what, "--ndjson reads a file from each line, --object a file from each member"));
        }
        let begun = self.rule.apply(name).map_err(Refusal::Name).and_then(|name| {
            self.names.insert(&name, self.rule)?;
            match name.strip_suffix(b"/") {
                Some(folder) => self.target.make_folder(folder).and_then(|()| match self.waiting.len() {
                    0 => Ok(None),
                    _ => Err(Refusal::Name("name ends with a slash, and its text is not empty".to_owned())),
                }),
                None => self.target.begin(&name).map(Some),
            }
        });
        let named = match begun {
            Ok(Some(Begun::Draft(draft))) => Named::Write(draft),
            Ok(Some(Begun::Exists)) => {
                self.counts.note_kept(name, self.messages);
                Named::Skip
            }
            Ok(Some(Begun::IsTemporary)) => {
                self.counts.note_left_out(name, self.messages);
                Named::Skip
            }
            Ok(None) => Named::Folder,
            Err(Refusal::System(failure)) => return Err(failure),
            Err(Refusal::Name(why)) => {
                let what = format!("{why}: {}", visible(name));
                return Err(self.refused(what, "give the member another name; the files before it are written"));
            }
        };
        if let Named::Write(draft) = &named {
            self.waiting.write_to(draft, &mut self.buffer)?;
        }
        self.waiting.clear();
        self.end_string();
        self.file.named = Some(named);
        Ok(())
    }

    /// Whether `name` is the second of the names `path` and `text` in the first line of an object. `pack` begins a line for
    /// each file.
    fn looks_like_line(&self, name: &[u8]) -> bool {
        let other = match name {
            b"path" => &b"text"[..],
            b"text" => b"path",
            _ => return false,
        };
        self.names.has(other) && self.window.position(0).line == 1
    }

    /// Notes a complete mode, or one that is too long.
    fn mode(&mut self) -> Result<(), Failure> {
        let digits = &self.buffer.bytes[..self.buffer.filled];
        let Some(mode) = parse_mode(digits) else {
            let what =
                format!("mode is not three or four octal digits: {}", visible(&digits[..digits.len().min(MODE_MAX)]));
            return Err(self.refused(what, "write a mode as in \"0644\"; the files before it are written"));
        };
        self.end_string();
        self.file.mode = Some(mode);
        Ok(())
    }

    /// The failure for the name or mode that was read last.
    fn refused(&mut self, what: String, help: &'static str) -> Failure {
        self.window.return_to_mark();
        self.source.look_ahead(&mut self.window);
        let diagnostic = Diagnostic::of_string(what, help, self.source.name(), self.window.scene());
        Failure::Invalid(self.source.with_notes(diagnostic))
    }

    /// The failure for a folder whose text is not empty.
    fn text_of_folder(&mut self) -> Failure {
        self.window.return_to_mark();
        self.source.look_ahead(&mut self.window);
        let diagnostic = Diagnostic::refused(
            "text of a folder".to_owned(),
            1,
            "a name that ends with a slash is a folder, and its text must be empty",
            self.source.name(),
            self.window.scene(),
        );
        Failure::Invalid(self.source.with_notes(diagnostic))
    }

    /// Ends a name or a mode.
    fn end_string(&mut self) {
        self.window.forget_mark();
        self.buffer.filled = 0;
        self.now = Now::Between;
    }

    /// Writes the buffer to the draft, or keeps it until the name is known.
    fn write(&mut self) -> Result<(), Failure> {
        let filled = std::mem::take(&mut self.buffer.filled);
        let bytes = &self.buffer.bytes[..filled];
        match &self.file.named {
            Some(Named::Write(draft)) => draft.write(bytes),
            Some(Named::Skip | Named::Folder) => Ok(()),
            None => self.waiting.append(bytes),
        }
    }

    fn end_text(&mut self) -> Result<(), Failure> {
        self.make_room()?;
        if self.file.named.is_none() {
            self.waiting.end(&self.buffer.bytes[..self.buffer.filled])?;
            self.buffer.filled = 0;
        } else {
            self.write()?;
        }
        self.window.forget_mark();
        self.now = Now::Between;
        Ok(())
    }

    /// Publishes the file of a complete text.
    fn end_file(&mut self) -> Result<(), Failure> {
        let File { named, mode, .. } = std::mem::take(&mut self.file);
        let Some(Named::Write(mut draft)) = named else { return Ok(()) };
        draft.mode = mode.map(|mode| mode & PERMISSIONS);
        if draft.mode != mode {
            self.counts.note_reduced(&draft.path);
        }
        self.target.publish(draft)
    }

    /// The failure for invalid input at the first unread byte.
    fn invalid(&mut self, code: ErrorCode) -> Failure {
        self.source.look_ahead(&mut self.window);
        let diagnostic = self.source.diagnostic(code, self.window.scene(), Task::Unpack);
        let missing = match self.reader.has_path_and_text() {
            (false, _) => self.members.path,
            _ => self.members.text,
        };
        Failure::Invalid(match code {
            ErrorCode::JsonMemberMissing => {
                diagnostic.with_note(format!("no member is called {}", visible(missing.as_bytes())))
            }
            _ => diagnostic,
        })
    }

    fn report(mut self, published: &Published, as_json: bool) -> Result<Exit, Failure> {
        self.counts.kept += published.kept;
        let (written, kept) = (published.written, self.counts.kept);
        self.messages.total(&format!("{} written, {kept} kept, {}", counted(written, "file"), self.meter.total()));
        drop(self.meter);
        published.report(self.messages);
        let report = UnpackReport {
            name: self.source.name(),
            written,
            skipped_members: self.reader.skipped_members(),
            repairs: *self.reader.repairs(),
            first_repair: self.first_repair,
            counts: self.counts,
        };
        report.report(as_json, self.messages)
    }
}

/// The mode of three or four octal digits.
fn parse_mode(digits: &[u8]) -> Option<u32> {
    let octal = matches!(digits.len(), 3 | 4) && digits.iter().all(|digit| matches!(digit, b'0'..=b'7'));
    octal.then(|| digits.iter().fold(0, |mode, digit| mode << 3 | u32::from(digit - b'0')))
}
