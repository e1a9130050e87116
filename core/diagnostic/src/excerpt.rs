//! The text of a diagnostic.

use crate::scene::Scene;
use crate::span::{describe, span_len};
use crate::visible::{Visible, units, visible};
use anstyle::{AnsiColor, Style};
use std::borrow::Cow;
use std::fmt::Write;
use stringmill::ErrorCode;

/// Columns shown of the line before the bad bytes, and after them.
const COLUMNS_BEFORE: usize = 50;
const COLUMNS_AFTER: usize = 30;
/// Bytes shown in hexadecimal before the bad bytes, and after them.
const HEX_AROUND: usize = 3;
/// Replaces the part of a line that is not shown.
const CUT: &str = "...";

/// The styles of the parts of a diagnostic.
struct Styles {
    bold: Style,
    red: Style,
    blue: Style,
}

const COLOURS: Styles = Styles {
    bold: Style::new().bold(),
    red: AnsiColor::Red.on_default().bold(),
    blue: AnsiColor::Blue.on_default().bold(),
};
const NO_COLOURS: Styles = Styles { bold: Style::new(), red: Style::new(), blue: Style::new() };

/// An error in an input, ready to be shown.
#[derive(Clone, Debug)]
pub struct Excerpt {
    what: String,
    /// Number of bad bytes at the position.
    span: usize,
    /// Whether the input has no lines to show.
    binary: bool,
    name: Vec<u8>,
    scene: Scene,
    /// The number of the record, if the input has many.
    record: Option<u64>,
    notes: Vec<String>,
    help: Vec<Cow<'static, str>>,
}

impl Excerpt {
    /// The excerpt of an error of kind `code` at `scene` in the input called `name`, with the remedy of the code.
    pub fn of_error(code: ErrorCode, name: &[u8], scene: Scene) -> Self {
        let (what, span) = (describe(code, &scene.after), span_len(code, &scene.after));
        Excerpt::new(what, span, name, scene).with_help(code.remedy())
    }

    /// An excerpt that says `what` and underlines `span` bytes at `scene`, without advice.
    pub fn new(what: String, span: usize, name: &[u8], scene: Scene) -> Self {
        let (notes, help) = (Vec::new(), Vec::new());
        Excerpt { what, span, binary: false, name: name.to_vec(), scene, record: None, notes, help }
    }

    /// The excerpt of an error in a binary format: a place and bytes, but no line.
    pub fn in_binary(code: ErrorCode, name: &[u8], scene: Scene) -> Self {
        let span = scene.after.len().min(1);
        Excerpt { binary: true, ..Excerpt::new(code.says().to_owned(), span, name, scene) }.with_help(code.remedy())
    }

    /// Names the record of the input in which the error is, by its number from 1 on.
    #[must_use]
    pub fn in_record(mut self, record: Option<u64>) -> Self {
        self.record = record;
        self
    }

    /// Adds a line of explanation.
    #[must_use]
    pub fn with_note(mut self, note: String) -> Self {
        self.notes.push(note);
        self
    }

    /// Adds a line of advice.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<Cow<'static, str>>) -> Self {
        self.help.push(help.into());
        self
    }

    /// Position and cause in one line.
    pub fn line(&self) -> String {
        format!("{}: {}", self.place(), self.what)
    }

    fn place(&self) -> String {
        let Scene { position, offset, unit, .. } = &self.scene;
        let record = in_record(self.record);
        if self.binary {
            return format!("{} ({unit} {offset}){record}", visible(&self.name));
        }
        format!("{}:{}:{} ({unit} {offset}){record}", visible(&self.name), position.line, position.column)
    }

    /// The whole diagnostic, with colours; each line ends with a line feed.
    pub fn draw(&self) -> String {
        self.drawn(&COLOURS)
    }

    /// As [`Excerpt::draw`], without colours.
    pub fn plain(&self) -> String {
        self.drawn(&NO_COLOURS)
    }

    fn drawn(&self, styles: &Styles) -> String {
        let Styles { bold, red, blue } = styles;
        let gutter = if self.binary { " ".to_owned() } else { self.scene.position.line.to_string() };
        let margin = " ".repeat(gutter.len() + 2);
        let mut out = String::new();
        let mut line = |text: std::fmt::Arguments<'_>| {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{text}");
        };
        line(format_args!("{red}error{red:#}{bold}: {}{bold:#}", self.what));
        line(format_args!("{}{blue}-->{blue:#} {}", &margin[1..], self.place()));
        line(format_args!("{margin}{blue}|{blue:#}"));
        if !self.binary {
            let (before, bad, after) = self.line_around();
            line(format_args!(" {blue}{gutter} |{blue:#} {}{}{}", before.text, bad.text, after.text));
            let (shift, carets) = (" ".repeat(before.columns), "^".repeat(bad.columns.max(1)));
            line(format_args!("{margin}{blue}|{blue:#} {shift}{red}{carets}{red:#}"));
        }
        line(format_args!("{margin}{blue}={blue:#} {bold}hex{bold:#}  {}", self.hex()));
        for note in &self.notes {
            line(format_args!("{margin}{blue}={blue:#} {bold}note{bold:#} {note}"));
        }
        for help in &self.help {
            line(format_args!("{margin}{blue}={blue:#} {bold}help{bold:#} {help}"));
        }
        out
    }

    /// The line in visible form, in three parts: before the bad bytes, the bad bytes, after them.
    fn line_around(&self) -> (Visible, Visible, Visible) {
        let Scene { before, line, cut, after, .. } = &self.scene;
        let before = &before[*line..];
        // The scene may begin inside a UTF-8 sequence; its remaining bytes would look ill-formed.
        let whole = if *cut { before.iter().take(3).take_while(|&&byte| byte & 0xC0 == 0x80).count() } else { 0 };
        let before = tail(units(&before[whole..]).collect(), COLUMNS_BEFORE, *cut);
        // A bad line feed is not shown: one caret after the line marks it.
        let end = after.iter().position(|&byte| byte == b'\n').unwrap_or(after.len());
        let (bad, rest) = after[..end].split_at(self.span.min(end));
        (before, joined(units(bad)), head(units(rest), COLUMNS_AFTER))
    }

    /// The bad bytes in brackets, with some bytes around them.
    fn hex(&self) -> String {
        let (Scene { before, after, .. }, span) = (&self.scene, self.span);
        let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ");
        let before = hex(&before[before.len().saturating_sub(HEX_AROUND)..]);
        let bad = format!("[{}]", hex(&after[..span]));
        let after = hex(&after[span..after.len().min(span + HEX_AROUND)]);
        [before, bad, after].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

/// The number of a record, after a place.
pub fn in_record(record: Option<u64>) -> String {
    record.map_or(String::new(), |record| format!(", record {record}"))
}

fn joined(units: impl Iterator<Item = Visible>) -> Visible {
    units.fold(Visible { text: String::new(), columns: 0 }, |mut all, unit| {
        all.text.push_str(&unit.text);
        all.columns += unit.columns;
        all
    })
}

/// The last of `units` that fit in `columns`, after [`CUT`] if some do not fit.
fn tail(units: Vec<Visible>, columns: usize, cut: bool) -> Visible {
    let mut room = columns;
    let fitting = units.iter().rev().take_while(|unit| match room.checked_sub(unit.columns) {
        Some(left) => {
            room = left;
            true
        }
        None => false,
    });
    let dropped = units.len() - fitting.count();
    let mark = Visible { text: CUT.to_owned(), columns: CUT.len() };
    let mark = (cut || dropped > 0).then_some(mark);
    joined(mark.into_iter().chain(units.into_iter().skip(dropped)))
}

/// The first of `units` that fit in `columns`, before [`CUT`] if some do not fit.
fn head(units: impl Iterator<Item = Visible>, columns: usize) -> Visible {
    let mut shown = Visible { text: String::new(), columns: 0 };
    for unit in units {
        if shown.columns + unit.columns > columns {
            shown.text.push_str(CUT);
            return shown;
        }
        shown.text.push_str(&unit.text);
        shown.columns += unit.columns;
    }
    shown
}
