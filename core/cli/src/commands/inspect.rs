//! `smill inspect`: shows the bytes of binary Ion beside the text that they mean.
//!
//! The table has columns of fixed widths, because all lines before an error are written before it is found.

use crate::arguments::inspect::InspectArguments;
use crate::input::source::{Input, Source, stdin_once};
use crate::input::window::{WINDOW, Window};
use crate::output::stdout::Output;
use crate::process::memory;
use crate::report::diagnostic::Diagnostic;
use crate::report::failure::{Exit, Failure};
use crate::report::json;
use crate::report::messages::Messages;
use crate::report::progress::Meter;
use crate::report::remedy::Task;
use crate::report::visible::visible;
use std::fmt::Write;
use stringmill::ion::{Catalog, Inspector, Part, PartKind, Reader};
use stringmill::{Error, ErrorCode};

pub(crate) fn run(arguments: &InspectArguments, messages: &Messages) -> Result<Exit, Failure> {
    let files = arguments.files();
    stdin_once(files)?;
    let meter = Meter::new(None, messages.hides_progress());
    let catalog = arguments.catalog.read(Task::Inspect)?;
    let output = Output::to(arguments.output.destination()?);
    let mut list = List { arguments, catalog, output, line: String::new() };
    for (at, file) in files.iter().enumerate() {
        let source = arguments.input.apply(Source::open(Some(file))?);
        let read = list.begin(&source, files.len() > 1, at == 0).and_then(|()| list.file(source, &meter));
        // The parts before an error explain it, so they are written first.
        read.or_else(|failure| list.output.flush().and(Err(failure)))?;
    }
    let published = list.output.close()?;
    messages.total(&meter.total());
    published.report(messages);
    Ok(Exit::Done)
}

/// The output, and how it shows a part.
struct List<'s> {
    arguments: &'s InspectArguments,
    catalog: Catalog,
    output: Output,
    line: String,
}

impl List<'_> {
    /// Writes the heading of a file.
    fn begin(&mut self, source: &Source, has_name: bool, is_first: bool) -> Result<(), Failure> {
        if self.arguments.json {
            return Ok(());
        }
        if !is_first {
            self.output.put(b"\n")?;
        }
        if has_name {
            self.output.put(format!("{}:\n", visible(source.name())).as_bytes())?;
        }
        self.row(["offset", "length", "type"], "bytes", "text")
    }

    /// Shows a file.
    fn file(&mut self, mut source: Source, meter: &Meter) -> Result<(), Failure> {
        let mut window = Window::new(WINDOW);
        let reader = Reader::streaming().limited(self.arguments.limits()).with_catalog(self.catalog.clone());
        let mut inspector = Inspector::new(reader);
        let mut given = 0;
        loop {
            let begin = window.offset();
            inspector.feed(&window.unread()[(given - begin) as usize..], window.chunk());
            given = begin + window.unread().len() as u64;
            match self.parts(&mut inspector, source.name()) {
                Ok(true) => return Ok(()),
                Ok(false) => {}
                Err(Stop::Output(failure)) => return Err(failure),
                Err(Stop::Input(error)) if error.code == ErrorCode::MemoryRefused => {
                    let (name, offset) = (visible(source.name()), error.offset);
                    return Err(Failure::Memory(format!("{name} (byte {offset}): {}", error.code.says())));
                }
                Err(Stop::Input(error)) => {
                    window.consume((error.offset - begin) as usize);
                    source.look_ahead(&mut window);
                    let scene = window.scene();
                    return Err(Failure::Invalid(match error.code {
                        ErrorCode::IonBinaryMarker => source.diagnostic(error.code, scene, Task::Inspect),
                        code => Diagnostic::in_binary_ion(code, source.name(), scene, Task::Inspect),
                    }));
                }
            }
            if window.is_finished() {
                return Ok(());
            }
            window.consume((inspector.settled() - begin) as usize);
            window.widen().map_err(memory::refused)?;
            Input { source: &mut source, output: Some(&mut self.output), meter }.read_into(&mut window)?;
        }
    }

    /// Shows the parts of the available input. Returns true after the last one that is requested.
    fn parts(&mut self, inspector: &mut Inspector<'_>, name: &[u8]) -> Result<bool, Stop> {
        while let Some(part) = inspector.next()? {
            if part.offset >= self.arguments.end() && !matches!(part.kind, PartKind::Close(_)) {
                if !self.arguments.json {
                    self.row(["", "", ""], "", &format!("{}...", indentation(part.depth)))?;
                }
                return Ok(true);
            }
            if part.end <= self.arguments.skip_bytes {
                continue;
            }
            match self.arguments.json {
                true => self.object(inspector, part, name)?,
                false => self.rows(inspector, part)?,
            }
        }
        Ok(false)
    }

    /// Writes the rows of a part: eight bytes in each.
    fn rows(&mut self, inspector: &mut Inspector<'_>, part: Part) -> Result<(), Stop> {
        let bytes_max = self.bytes_max(part);
        let text = inspector.text()?;
        let shown = prefix(text, bytes_max);
        let mut line = indentation(part.depth);
        // Most text is printable ASCII.
        match std::str::from_utf8(shown) {
            Ok(plain) if plain.bytes().all(|byte| matches!(byte, b' '..=b'~')) => line.push_str(plain),
            _ => line.push_str(&visible(shown)),
        }
        if shown.len() < text.len() {
            line.push_str("...");
        }
        if part.kind == PartKind::Padding {
            line.push_str("// no value");
        }
        let mut comment = "  //";
        for id in inspector.ids() {
            let _ = write!(line, "{comment} ${id}");
            comment = "";
        }
        let (offset, len) = (part.offset.to_string(), part.len.to_string());
        let mut cells = [offset.as_str(), len.as_str(), type_name(part.kind)];
        let mut text = line.as_str();
        let bytes = inspector.bytes();
        let mut pieces = bytes[..bytes.len().min(bytes_max)].chunks(BYTES_IN_A_ROW).peekable();
        loop {
            let mut hex = hex(pieces.next().unwrap_or_default(), " ");
            if pieces.peek().is_none() && bytes.len() > bytes_max {
                hex.push_str("...");
            }
            self.row(cells, &hex, text)?;
            if pieces.peek().is_none() {
                return Ok(());
            }
            (cells, text) = ([""; 3], "");
        }
    }

    /// The most bytes of a part that are shown.
    fn bytes_max(&self, part: Part) -> usize {
        if matches!(part.kind, PartKind::Value(_)) { self.arguments.bytes_max() } else { usize::MAX }
    }

    fn row(&mut self, [offset, len, kind]: [&str; 3], bytes: &str, text: &str) -> Result<(), Failure> {
        self.line.clear();
        for (cell, width) in [(offset, 10), (len, 10)] {
            self.line.extend(std::iter::repeat_n(' ', width - cell.len().min(width)));
            self.line.push_str(cell);
        }
        for (cell, width) in [(kind, 14), (bytes, 26), (text, 0)] {
            self.line.push_str("  ");
            self.line.push_str(cell);
            self.line.extend(std::iter::repeat_n(' ', width - cell.len().min(width)));
        }
        self.line.truncate(self.line.trim_end_matches(' ').len());
        self.line.push('\n');
        self.output.put(self.line.as_bytes())
    }

    /// Writes a part as a line of JSON.
    fn object(&mut self, inspector: &mut Inspector<'_>, part: Part, name: &[u8]) -> Result<(), Stop> {
        let bytes_max = self.bytes_max(part);
        let bytes = inspector.bytes();
        let shown_bytes = &bytes[..bytes.len().min(bytes_max)];
        let bytes_are_cut = shown_bytes.len() < bytes.len();
        let hex = hex(shown_bytes, "");
        let ids: Vec<u64> = inspector.ids().collect();
        let text = inspector.text()?;
        let shown_text = prefix(text, bytes_max);
        let line = json::line(|json| {
            json.member("source", name);
            json.member("offset", part.offset);
            json.member("length", part.len);
            json.member("depth", part.depth as u64);
            json.member("type", type_name(part.kind));
            json.member("bytes", &*hex);
            json.member("text", shown_text);
            if !ids.is_empty() {
                json.member("ids", json::array(ids));
            }
            if bytes_are_cut || shown_text.len() < text.len() {
                json.member("cut", true);
            }
        });
        Ok(self.output.put(&line?)?)
    }
}

/// Why a list ends early.
enum Stop {
    Input(Error),
    Output(Failure),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Stop::Input(error)
    }
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Stop::Output(failure)
    }
}

fn type_name(kind: PartKind) -> &'static str {
    match kind {
        PartKind::VersionMarker => "version",
        PartKind::Padding => "padding",
        PartKind::FieldName => "field",
        PartKind::Annotations => "annotations",
        PartKind::Value(kind) | PartKind::Null(kind) | PartKind::Open(kind) => kind.name(),
        PartKind::Close(_) => "end",
    }
}

/// Two blanks for each level.
fn indentation(depth: usize) -> String {
    "  ".repeat(depth.min(DEPTH_INDENTED))
}

/// The first bytes of Ion text, whole characters.
fn prefix(text: &[u8], len_max: usize) -> &[u8] {
    let is_inside = |at: usize| text.get(at).is_some_and(|byte| byte & 0xC0 == 0x80);
    let mut len = text.len().min(len_max);
    while is_inside(len) {
        len -= 1;
    }
    &text[..len]
}

fn hex(bytes: &[u8], between: &str) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = String::with_capacity(bytes.len() * (2 + between.len()));
    for (at, &byte) in bytes.iter().enumerate() {
        text.push_str(if at == 0 { "" } else { between });
        text.push(DIGITS[usize::from(byte >> 4)].into());
        text.push(DIGITS[usize::from(byte & 15)].into());
    }
    text
}

const BYTES_IN_A_ROW: usize = 8;
/// From this depth on the indentation stays the same, so that the output grows as the input does.
const DEPTH_INDENTED: usize = 64;
