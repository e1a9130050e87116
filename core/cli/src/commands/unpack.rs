//! `smill unpack`: JSON or NDJSON of named texts back into files.

use crate::arguments::pack::UnpackArguments;
use crate::input::source::Source;
use crate::input::window::{WINDOW, Window};
use crate::output::publish::{Draft, Published, WriteOptions};
use crate::output::target::{Begun, Refusal, Target};
use crate::process::memory;
use crate::report::diagnostic::Diagnostic;
use crate::report::failure::{Exit, Failure};
use crate::report::messages::Messages;
use crate::report::progress::Meter;
use crate::report::remedy::Task;
use crate::report::visible::visible;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use stringmill::json::{Event, Reader, Shape, Step};
use stringmill::{ErrorCode, JsonUnescape, Position};

/// PATH_MAX of Linux.
const NAME_MAX: usize = 4096;
/// Bytes of one write to a file.
const BLOCK: usize = 128 * 1024;
/// Maximum number of kept files that are named.
const NAMED: u64 = 10;

pub(crate) fn run(arguments: &UnpackArguments, messages: &Messages) -> Result<Exit, Failure> {
    let source = arguments.input.open(arguments.file.as_deref())?;
    let options = WriteOptions { force: arguments.force, sync: !arguments.no_sync };
    let target = Target::open(&arguments.directory, options)?;
    let shape = match (arguments.ndjson, arguments.object) {
        (true, _) => Some(Shape::Lines),
        (_, true) => Some(Shape::Object),
        _ => None,
    };
    let rules = JsonUnescape { surrogates: arguments.on_invalid };
    let mut unpack = Unpack {
        meter: Meter::new(source.len(), messages.quiet()),
        source,
        window: Window::new(WINDOW),
        reader: Reader::new(shape, rules),
        target,
        buffer: Buffer { bytes: vec![0; BLOCK].into_boxed_slice(), filled: 0 },
        now: Now::Between,
        names: Names::default(),
        kept: 0,
        left_out: 0,
        first_repair: None,
        messages,
    };
    let done = unpack.all();
    // Even after a failure, unfinished files are removed and finished ones get their names.
    unpack.now = Now::Between;
    let published = unpack.target.finish();
    done?;
    Ok(unpack.report(&published?))
}

/// The work in progress.
struct Unpack<'m> {
    source: Source,
    window: Window,
    reader: Reader,
    target: Target,
    buffer: Buffer,
    now: Now,
    names: Names,
    /// Existing files that were kept.
    kept: u64,
    /// Members that were skipped because of the name of a temporary.
    left_out: u64,
    first_repair: Option<Position>,
    meter: Meter,
    messages: &'m Messages,
}

/// Bytes of the name or the text being read.
struct Buffer {
    bytes: Box<[u8]>,
    filled: usize,
}

/// The part of the input that is being read.
enum Now {
    Between,
    Name,
    /// A text and its draft; `None` if the text is skipped.
    Text(Option<Draft>),
    /// The text of a folder, which is empty.
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
                Some(Event::NameEnds) => self.name()?,
                Some(Event::TextBegins) => {}
                Some(Event::TextEnds) => self.end_text()?,
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
    fn step(&mut self) -> Result<Step, Failure> {
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

    /// Writes a full buffer; refuses a name that is too long.
    fn make_room(&mut self) -> Result<(), Failure> {
        match &self.now {
            Now::Name if self.buffer.filled > NAME_MAX => {
                self.window.return_to_mark();
                Err(self.invalid(ErrorCode::LimitNameLen))
            }
            Now::Text(_) | Now::Folder if self.buffer.bytes.len() - self.buffer.filled < JsonUnescape::UNIT_MAX => {
                self.write()
            }
            _ => Ok(()),
        }
    }

    /// Begins the file of a complete name.
    fn name(&mut self) -> Result<(), Failure> {
        self.make_room()?;
        let name = &self.buffer.bytes[..self.buffer.filled];
        let inserted = self.names.insert(name);
        let begun = inserted.and_then(|()| match name.strip_suffix(b"/") {
            Some(folder) => self.target.make_folder(folder).map(|()| None),
            None => self.target.begin(name).map(Some),
        });
        let begun = match begun {
            Ok(Some(begun)) => begun,
            Ok(None) => {
                self.window.forget_mark();
                self.buffer.filled = 0;
                self.now = Now::Folder;
                return Ok(());
            }
            Err(Refusal::System(failure)) => return Err(failure),
            Err(Refusal::Name(why)) => {
                let what = format!("{why}: {}", visible(name));
                self.window.return_to_mark();
                self.source.look_ahead(&mut self.window);
                let help = "give the member another name; the files before it are written";
                let diagnostic = Diagnostic::of_string(what, help, self.source.name(), self.window.scene());
                return Err(Failure::Invalid(self.source.with_notes(diagnostic)));
            }
        };
        let draft = match begun {
            Begun::Draft(draft) => Some(draft),
            Begun::Exists => {
                self.note_kept();
                None
            }
            Begun::IsTemporary => {
                self.note_left_out();
                None
            }
        };
        self.window.forget_mark();
        self.buffer.filled = 0;
        self.now = Now::Text(draft);
        Ok(())
    }

    fn note_kept(&mut self) {
        self.kept += 1;
        if self.kept <= NAMED {
            let name = visible(&self.buffer.bytes[..self.buffer.filled]);
            self.messages.warning(&format!("kept {name}: it exists, and --force was not given"));
        }
    }

    fn note_left_out(&mut self) {
        self.left_out += 1;
        if self.left_out <= NAMED {
            let name = visible(&self.buffer.bytes[..self.buffer.filled]);
            self.messages.warning(&format!("skipped {name}: it has the name of a temporary file of smill"));
        }
    }

    /// Writes the buffer to the draft.
    fn write(&mut self) -> Result<(), Failure> {
        let filled = std::mem::take(&mut self.buffer.filled);
        match &self.now {
            Now::Text(Some(draft)) => draft.write(&self.buffer.bytes[..filled]),
            Now::Folder if filled > 0 => {
                let name = visible(self.source.name());
                Err(Failure::Name(format!(
                    "{name}: a name that ends with a slash is a folder, and its text must be empty"
                )))
            }
            _ => Ok(()),
        }
    }

    /// Publishes the file of a complete text.
    fn end_text(&mut self) -> Result<(), Failure> {
        self.write()?;
        match std::mem::replace(&mut self.now, Now::Between) {
            Now::Text(Some(draft)) => self.target.publish(draft),
            _ => Ok(()),
        }
    }

    /// The failure for invalid input at the first unread byte.
    fn invalid(&mut self, code: ErrorCode) -> Failure {
        self.source.look_ahead(&mut self.window);
        Failure::Invalid(self.source.diagnostic(code, self.window.scene(), Task::Unpack))
    }

    fn report(mut self, published: &Published) -> Exit {
        self.kept += published.kept;
        self.messages.total(&format!(
            "{} files written, {} kept, {}",
            published.written,
            self.kept,
            self.meter.total()
        ));
        drop(self.meter);
        published.report(self.messages);
        let mut exit = Exit::Done;
        if self.kept > 0 || self.left_out > 0 {
            exit = Exit::Changed;
        }
        if self.left_out > NAMED {
            self.messages.warning(&format!("skipped {} files in all", self.left_out));
        }
        if self.kept > NAMED {
            self.messages.warning(&format!("kept {} files in all", self.kept));
        }
        let repairs = self.reader.repairs();
        if let (Some(offset), Some(position)) = (repairs.first, self.first_repair) {
            self.messages.warning(&format!(
                "{} lone surrogate{} replaced, the first at {}:{}:{} (byte {offset})",
                repairs.count,
                if repairs.count == 1 { "" } else { "s" },
                visible(self.source.name()),
                position.line,
                position.column,
            ));
            exit = Exit::Changed;
        }
        exit
    }
}

/// The names so far, as hashes of 128 bits with random keys: a million names need a few tens of MB, and a collision of two
/// names is practically impossible.
#[derive(Default)]
struct Names {
    keys: [RandomState; 2],
    /// True for a file, false for a folder with files in it.
    files: HashMap<(u64, u64), bool>,
    last_folder: Vec<u8>,
}

impl Names {
    /// Adds the file called `name` and its folders. Fails if one of these names is already a file, or `name` is already a
    /// folder.
    fn insert(&mut self, name: &[u8]) -> Result<(), Refusal> {
        let refuse = |why: &str| Err(Refusal::Name(why.to_owned()));
        let folder = name.iter().rposition(|&byte| byte == b'/').unwrap_or(0);
        if name[..folder] != self.last_folder {
            let ends = (1..=folder).filter(|&end| name[end] == b'/');
            for end in ends {
                let key = self.key(&name[..end]);
                self.reserve()?;
                if *self.files.entry(key).or_insert(false) {
                    return refuse("name leads through a file of this input");
                }
            }
            self.last_folder = name[..folder].to_vec();
        }
        self.reserve()?;
        if name.ends_with(b"/") {
            return Ok(());
        }
        match self.files.insert(self.key(name), true) {
            None => Ok(()),
            Some(true) => refuse("name occurs twice"),
            Some(false) => refuse("name is that of a folder of this input"),
        }
    }

    /// Reserves memory for one more name.
    fn reserve(&mut self) -> Result<(), Refusal> {
        let bytes = (self.files.len() + 1) * size_of::<((u64, u64), bool)>();
        self.files.try_reserve(1).map_err(|_| Refusal::System(memory::refused(bytes)))
    }

    fn key(&self, name: &[u8]) -> (u64, u64) {
        let [one, two] = &self.keys;
        (one.hash_one(name), two.hash_one(name))
    }
}
