//! `smill clean`: writes bytes as well-formed UTF-8.
//!
//! Well-formed text without anything to change goes from the window to the output without a copy. The rest goes through
//! `json_escape` with a profile that escapes nothing, so policies are those of every other command.

use crate::arguments::clean::CleanArguments;
use crate::commands::files;
use crate::input::repaired::Repaired;
use crate::input::source::{Input, Source};
use crate::input::window::{WINDOW, Window};
use crate::output::stdout::Output;
use crate::report::failure::{Exit, Failure};
use crate::report::json;
use crate::report::messages::{Messages, counted};
use crate::report::progress::Meter;
use crate::report::remedy::Task;
use crate::report::visible::visible;
use std::path::Path;
use stringmill::{ByteClass, Chunk, Error, JsonEscape, Position, Profile, json_escape, scan, utf8_validate};

/// Escapes nothing.
const PLAIN: Profile<'static> = Profile::empty("plain");
const NO_CR: ByteClass = ByteClass::all_but(b"\r").with_non_ascii();
const BOM: &[u8] = b"\xEF\xBB\xBF";
/// From this length on, a write of its own is faster than a copy.
const DIRECT: usize = 16 * 1024;

pub(crate) fn run(arguments: &CleanArguments, messages: &Messages) -> Result<Exit, Failure> {
    let output = Some(&arguments.output);
    files::each(&arguments.files, output, messages, |turn, messages| clean(arguments, turn.file, messages))
}

fn clean(arguments: &CleanArguments, file: Option<&Path>, messages: &Messages) -> Result<Exit, Failure> {
    let refused = |error: Error| Failure::Usage(error.code.says().to_owned());
    let rules = JsonEscape::new(&PLAIN, arguments.on_invalid).map_err(refused)?;
    let source = arguments.input.open_under(file, arguments.on_invalid)?;
    let destination = arguments.output.destination(file, &source)?;
    let mut clean = Clean {
        rules: &rules,
        newlines: arguments.normalize_newlines,
        meter: Meter::new(source.len(), messages.hides_progress()),
        source,
        window: Window::new(WINDOW),
        output: Output::to(destination),
        after_cr: false,
        repaired: Repaired::default(),
        normalized: Normalized::default(),
    };
    let stripped = arguments.strip_bom && clean.strip_bom()?;
    clean.all()?;
    let Clean { output, meter, mut source, repaired, normalized, .. } = clean;
    source.close();
    let published = output.close()?;
    messages.total(&meter.total());
    drop(meter);
    published.report(messages);
    let decoded = source.repaired();
    let (encoding, repaired) = decoded.map_or((None, &repaired), |(encoding, repaired)| (Some(encoding), repaired));
    let changes = Changes { rules: &rules, name: source.name(), encoding, repaired, normalized, stripped };
    if arguments.report {
        messages.plain(&changes.json()?)?;
    } else {
        changes.say(messages);
    }
    Ok(published.exit().max(if changes.repaired.count().is_some() { Exit::Changed } else { Exit::Done }))
}

/// The work in progress.
struct Clean<'r> {
    rules: &'r JsonEscape<'r>,
    /// Whether to normalize newlines.
    newlines: bool,
    source: Source,
    window: Window,
    output: Output,
    /// Whether the last byte read is a normalized CR, so that a LF after it is skipped.
    after_cr: bool,
    repaired: Repaired,
    normalized: Normalized,
    meter: Meter,
}

/// Carriage returns that became line feeds.
#[derive(Clone, Copy, Debug, Default)]
struct Normalized {
    count: u64,
    /// Offset and position of the first.
    first: Option<(u64, Position)>,
}

impl Clean<'_> {
    fn read(&mut self) -> Result<usize, Failure> {
        let Clean { source, output, meter, window, .. } = self;
        Input { source, output: Some(output), meter }.read_into(window)
    }

    /// Skips a byte order mark at the start of the stream. Returns whether there was one.
    fn strip_bom(&mut self) -> Result<bool, Failure> {
        while BOM.starts_with(self.window.unread()) && self.window.unread() != BOM && !self.window.is_finished() {
            self.read()?;
        }
        let found = self.window.unread().starts_with(BOM);
        if found {
            self.window.consume(BOM.len());
        }
        Ok(found)
    }

    fn all(&mut self) -> Result<(), Failure> {
        loop {
            self.skip_line_feed();
            if !self.pass()? {
                self.change()?;
            }
            if self.window.is_spent() {
                return Ok(());
            }
            self.read()?;
        }
    }

    /// Writes the text of the window up to the first byte to change. Returns false if there is such a byte.
    fn pass(&mut self) -> Result<bool, Failure> {
        let text = self.window.unread();
        let valid = utf8_validate(text, self.window.chunk());
        let well_formed = match &valid {
            Ok(len) => *len,
            Err(error) => error.offset as usize,
        };
        let len = if self.newlines { scan(&NO_CR, &text[..well_formed]) } else { well_formed };
        match &text[..len] {
            long if len >= DIRECT => self.output.put_block(long)?,
            short => self.output.put(short)?,
        }
        self.window.consume(len);
        Ok(len == well_formed && valid.is_ok())
    }

    /// Writes the rest of the window, changed, as far as its units are complete.
    fn change(&mut self) -> Result<(), Failure> {
        while !self.window.unread().is_empty() {
            let text = self.window.unread();
            let line = if self.newlines { scan(&NO_CR, text) } else { text.len() };
            // A CR, as every ASCII byte, ends an ill-formed piece before it.
            let (src, chunk) = match text.get(..=line) {
                Some(line) => (line, Chunk::More),
                None => (text, self.window.chunk()),
            };
            let room = self.output.room(JsonEscape::UNIT_MAX)?;
            let repairs = self.repaired.start(&self.window);
            let done = match json_escape(self.rules, src, room, chunk, repairs) {
                Ok(done) => done,
                Err(error) => {
                    self.window.consume(error.offset as usize);
                    self.source.look_ahead(&mut self.window);
                    let scene = self.window.scene();
                    return Err(Failure::Invalid(self.source.diagnostic(error.code, scene, Task::Clean)));
                }
            };
            self.repaired.place_first(&self.window);
            self.after_cr = line < text.len() && done.read == src.len();
            if self.after_cr {
                room[done.written - 1] = b'\n';
                self.normalized.count += 1;
                let place = || (self.window.offset() + line as u64, self.window.position(line));
                self.normalized.first.get_or_insert_with(place);
            }
            self.output.fill(done.written);
            self.window.consume(done.read);
            self.skip_line_feed();
            if done.read == 0 && done.written == 0 {
                break;
            }
        }
        Ok(())
    }

    /// Skips the LF of a CR LF.
    fn skip_line_feed(&mut self) {
        if self.after_cr && !self.window.unread().is_empty() {
            self.after_cr = false;
            self.window.consume(usize::from(self.window.unread()[0] == b'\n'));
        }
    }
}

/// All that differs between the input and the output.
struct Changes<'c> {
    rules: &'c JsonEscape<'c>,
    /// The name of the input.
    name: &'c [u8],
    /// The encoding that the input was decoded from.
    encoding: Option<&'static str>,
    repaired: &'c Repaired,
    normalized: Normalized,
    stripped: bool,
}

impl Changes<'_> {
    /// The changes in words. Changes that an option asks for by name are notes, all others are warnings.
    fn say(&self, messages: &Messages) {
        let name = visible(self.name);
        let place = |offset: u64, at: Position| format!("{name}:{}:{} (byte {offset})", at.line, at.column);
        if let Some((count, offset, position)) = self.repaired.count() {
            messages.warning(&format!(
                "{} of {} under --on-invalid {}, the first at {}",
                counted(count, "ill-formed piece"),
                self.encoding.unwrap_or("UTF-8"),
                self.rules.policy().name(),
                place(offset, position)
            ));
        }
        if let Normalized { count, first: Some((offset, position)) } = self.normalized {
            let (newlines, first) = (counted(count, "newline"), place(offset, position));
            messages.note(&format!("{newlines} with a carriage return, the first at {first}"));
        }
        if self.stripped {
            messages.note(&format!("left out the byte order mark of {name}"));
        }
    }

    /// The changes as one line of JSON, each with its count and its first place.
    fn json(&self) -> Result<Vec<u8>, Failure> {
        json::line(|json| {
            json.member("source", self.name);
            if let Some(encoding) = self.encoding {
                json.member("encoding", encoding);
            }
            json.member("policy", self.rules.policy().name());
            json.object("changes", |json| {
                if let Some((count, offset, position)) = self.repaired.count() {
                    json.counted("ill_formed", count, position, offset);
                }
                if let Normalized { count, first: Some((offset, position)) } = self.normalized {
                    json.counted("newline", count, position, offset);
                }
                if self.stripped {
                    json.counted("byte_order_mark", 1, stringmill::locate(b"", 0), 0);
                }
            });
        })
    }
}
