//! Line breaks and indentation that the caller chooses.

/// Line breaks and indentation of JSON or Ion, in place of those of the target. Ion has no long strings then.
///
/// Laid out again in the same way, the text stays the same.
///
/// ```
/// use stringmill::convert::{Indent, PrettyLayout};
///
/// let pretty = PrettyLayout { indent: Indent::Blanks(4), width: 100, comments: true };
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PrettyLayout {
    /// Indentation of each level, up to level 1,024: deeper levels get no more.
    pub indent: Indent,
    /// Containers that fit are written on one line of at most this many code points; a tab counts as eight. Zero breaks
    /// the line after every value.
    pub width: usize,
    /// Whether Ion keeps its comments, if the source is Ion, too.
    pub comments: bool,
}

/// Indentation of a level.
///
/// ```
/// use stringmill::convert::Indent;
///
/// assert_eq!(Indent::default(), Indent::Blanks(2));
/// assert_ne!(Indent::Tab, Indent::Blanks(8));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Indent {
    /// This number of blanks.
    Blanks(u8),
    /// A tab.
    Tab,
}

impl Default for Indent {
    fn default() -> Self {
        Indent::Blanks(2)
    }
}
