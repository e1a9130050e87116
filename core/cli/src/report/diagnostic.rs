//! The diagnostic of an error: cause, position, the line with the bad bytes underlined, these bytes in hexadecimal, and
//! advice.

use crate::input::window::Scene;
use crate::report::remedy::{Task, is_limit, remedies};
use crate::report::signature::Signature;
use crate::report::span::{describe, span_len, string_len};
use crate::report::visible::{Visible, units, visible};
use anstyle::{AnsiColor, Style};
use std::fmt::Write;
use stringmill::ErrorCode;

/// Columns shown of the line before the bad bytes, and after them.
const COLUMNS_BEFORE: usize = 50;
const COLUMNS_AFTER: usize = 30;
/// Bytes shown in hexadecimal before the bad bytes, and after them.
const HEX_AROUND: usize = 3;
/// Replaces the part of a line that is not shown.
const CUT: &str = "...";

const BOLD: Style = Style::new().bold();
const RED: Style = AnsiColor::Red.on_default().bold();
const BLUE: Style = AnsiColor::Blue.on_default().bold();

/// An error in an input, ready to be shown.
#[derive(Debug)]
pub(crate) struct Diagnostic {
    what: String,
    /// Number of bad bytes at the position.
    span: usize,
    help: Vec<&'static str>,
    /// Whether the input exceeds a limit; if not, its content is invalid.
    limit: bool,
    /// Whether the input is not text, such as gzip data.
    foreign: bool,
    name: Vec<u8>,
    scene: Scene,
    notes: Vec<String>,
}

impl Diagnostic {
    /// The diagnostic of an error of kind `code` at `scene` in the input called `name`.
    ///
    /// If the input is not text, the diagnostic names its format: its first ill-formed byte explains nothing.
    pub(crate) fn new(code: ErrorCode, name: &[u8], scene: Scene, task: Task) -> Box<Self> {
        let foreign = Signature::of_scene(&scene);
        let what = describe(code, &scene.after);
        Box::new(Diagnostic {
            what: foreign.map_or(what, |it| format!("expected UTF-8 text, found {}", it.name)),
            span: span_len(code, &scene.after),
            help: foreign.map_or_else(|| remedies(code, task), |it| vec![it.remedy]),
            limit: is_limit(code),
            foreign: foreign.is_some(),
            name: name.to_vec(),
            scene,
            notes: Vec::new(),
        })
    }

    /// The diagnostic of a well-formed string at `scene` that the command does not accept.
    pub(crate) fn of_string(what: String, help: &'static str, name: &[u8], scene: Scene) -> Box<Self> {
        let span = string_len(&scene.after);
        Box::new(Diagnostic {
            what,
            span,
            help: vec![help],
            limit: false,
            foreign: false,
            name: name.to_vec(),
            scene,
            notes: Vec::new(),
        })
    }

    /// Adds a line of explanation.
    #[must_use]
    pub(crate) fn with_note(mut self: Box<Self>, note: String) -> Box<Self> {
        self.notes.push(note);
        self
    }

    /// Whether the input exceeds a limit; if not, its content is invalid.
    pub(crate) fn is_limit(&self) -> bool {
        self.limit
    }

    /// Whether the input is not text: further errors in it mean nothing.
    pub(crate) fn is_foreign(&self) -> bool {
        self.foreign
    }

    /// Position and cause in one line.
    pub(crate) fn line(&self) -> String {
        format!("{}: {}", self.place(), self.what)
    }

    fn place(&self) -> String {
        let Scene { position, offset, .. } = &self.scene;
        format!("{}:{}:{} (byte {offset})", visible(&self.name), position.line, position.column)
    }

    /// The whole diagnostic, with colours; each line ends with a line feed.
    pub(crate) fn draw(&self) -> String {
        let (before, bad, after) = self.line_around();
        let gutter = self.scene.position.line.to_string();
        let margin = " ".repeat(gutter.len() + 2);
        let mut out = String::new();
        let mut line = |text: std::fmt::Arguments<'_>| {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{text}");
        };
        line(format_args!("{RED}error{RED:#}{BOLD}: {}{BOLD:#}", self.what));
        line(format_args!("{}{BLUE}-->{BLUE:#} {}", &margin[1..], self.place()));
        line(format_args!("{margin}{BLUE}|{BLUE:#}"));
        line(format_args!(" {BLUE}{gutter} |{BLUE:#} {}{}{}", before.text, bad.text, after.text));
        let (shift, carets) = (" ".repeat(before.columns), "^".repeat(bad.columns.max(1)));
        line(format_args!("{margin}{BLUE}|{BLUE:#} {shift}{RED}{carets}{RED:#}"));
        line(format_args!("{margin}{BLUE}={BLUE:#} {BOLD}hex{BOLD:#}  {}", self.hex()));
        for note in &self.notes {
            line(format_args!("{margin}{BLUE}={BLUE:#} {BOLD}note{BOLD:#} {note}"));
        }
        for help in &self.help {
            line(format_args!("{margin}{BLUE}={BLUE:#} {BOLD}help{BOLD:#} {help}"));
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
        let (bad, rest) = after.split_at(self.span);
        let end = rest.iter().position(|&byte| byte == b'\n');
        let line_ended = bad.contains(&b'\n');
        let rest = if line_ended { &[][..] } else { &rest[..end.unwrap_or(rest.len())] };
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
