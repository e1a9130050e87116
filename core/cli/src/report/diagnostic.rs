//! The diagnostic of an error: cause, position, the line with the bad bytes underlined, these bytes in hexadecimal, and
//! advice.

use crate::input::window::Scene;
use crate::report::remedy::{Task, is_limit, remedies};
use crate::report::signature::Signature;
use crate::report::span::{span_len, string_len};
use stringmill::ErrorCode;
use stringmill_diagnostic::Excerpt;

/// An error in an input, ready to be shown.
#[derive(Clone, Debug)]
pub(crate) struct Diagnostic {
    excerpt: Excerpt,
    /// Whether the input exceeds a limit; if not, its content is invalid.
    limit: bool,
    /// Whether the input is not text, such as gzip data.
    foreign: bool,
}

impl Diagnostic {
    /// The diagnostic of an error of kind `code` at `scene` in the input called `name`.
    ///
    /// If the input is not text, the diagnostic names its format: its first ill-formed byte explains nothing.
    pub(crate) fn new(code: ErrorCode, name: &[u8], scene: Scene, task: Task) -> Box<Self> {
        let foreign = Signature::of_scene(&scene);
        let excerpt = match &foreign {
            Some(it) => {
                let (what, span) = (format!("expected UTF-8 text, found {}", it.name), span_len(code, &scene.after));
                Excerpt::new(what, span, name, scene).with_help(it.remedy)
            }
            None => {
                // The first remedy is the one that the excerpt has already.
                let hints = remedies(code, task).into_iter().skip(1);
                hints.fold(Excerpt::of_error(code, name, scene), Excerpt::with_help)
            }
        };
        Box::new(Diagnostic { excerpt, limit: is_limit(code), foreign: foreign.is_some() })
    }

    /// The diagnostic of an error in binary Ion.
    pub(crate) fn in_binary_ion(code: ErrorCode, name: &[u8], scene: Scene, task: Task) -> Box<Self> {
        let hints = remedies(code, task).into_iter().skip(1);
        let excerpt = hints.fold(Excerpt::in_binary(code, name, scene), Excerpt::with_help);
        Box::new(Diagnostic { excerpt, limit: is_limit(code), foreign: false })
    }

    /// The diagnostic of a well-formed string at `scene` that the command does not accept.
    pub(crate) fn of_string(what: String, help: &'static str, name: &[u8], scene: Scene) -> Box<Self> {
        let span = string_len(&scene.after);
        Diagnostic::refused(what, span, help, name, scene)
    }

    /// The diagnostic of `span` well-formed bytes at `scene` that the command does not accept.
    pub(crate) fn refused(what: String, span: usize, help: &'static str, name: &[u8], scene: Scene) -> Box<Self> {
        let excerpt = Excerpt::new(what, span, name, scene).with_help(help);
        Box::new(Diagnostic { excerpt, limit: false, foreign: false })
    }

    /// Names the record in which the error is, if the input has many.
    #[must_use]
    pub(crate) fn in_record(self: Box<Self>, record: Option<u64>) -> Box<Self> {
        Box::new(Diagnostic { excerpt: self.excerpt.in_record(record), ..*self })
    }

    /// Adds a line of explanation.
    #[must_use]
    pub(crate) fn with_note(self: Box<Self>, note: String) -> Box<Self> {
        Box::new(Diagnostic { excerpt: self.excerpt.with_note(note), ..*self })
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
        self.excerpt.line()
    }

    /// The whole diagnostic, with colours; each line ends with a line feed.
    pub(crate) fn draw(&self) -> String {
        self.excerpt.draw()
    }
}
