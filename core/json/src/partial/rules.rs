//! The rules of a reader of the value so far, and the trait of the receiver that the reader calls.

use crate::check::JsonCheck;

/// The text that may be around the value.
///
/// ```
/// use stringmill::json::{PartialAround, PartialRules};
///
/// assert_eq!(PartialRules::STRICT.around, PartialAround::Refuse);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartialAround {
    /// None but white space.
    Refuse,
    /// A code fence: a line of three backticks with or without `json`, and three backticks after the value.
    Fence,
    /// Any. The value begins at the first opening bracket and ends with its closing bracket.
    Text,
}

/// Rules and limits of a reader of the value so far.
///
/// ```
/// use stringmill::json::{PartialAround, PartialRules};
///
/// let rules = PartialRules { around: PartialAround::Fence, len_max: 1 << 20, ..PartialRules::STRICT };
/// assert_eq!((rules.depth_max, rules.unique_names), (1024, false));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartialRules {
    /// The maximum depth of nested arrays and objects.
    pub depth_max: u64,
    /// The maximum length of a string, without quotes and before unescaping.
    pub string_max: u64,
    /// The maximum length of all pieces.
    pub len_max: u64,
    /// Whether to refuse a name that its object has already.
    pub unique_names: bool,
    /// What may be around the value.
    pub around: PartialAround,
}

impl PartialRules {
    /// RFC 8259, at most [`JsonCheck::DEPTH_MAX`] levels, any size, nothing around the value.
    pub const STRICT: PartialRules = PartialRules {
        depth_max: JsonCheck::DEPTH_MAX,
        string_max: u64::MAX,
        len_max: u64::MAX,
        unique_names: false,
        around: PartialAround::Refuse,
    };
}

/// Receives the tokens of the value so far. No later byte can change a token that the receiver has.
///
/// ```
/// use stringmill::json::{PartialReader, PartialRules, PartialSink};
///
/// /// The number of open containers.
/// struct Depth(usize);
///
/// impl PartialSink for Depth {
///     fn open(&mut self, _is_array: bool) {
///         self.0 += 1;
///     }
///     fn close(&mut self) {
///         self.0 -= 1;
///     }
///     fn has(&mut self, _name: &str) -> bool {
///         false
///     }
///     fn name(&mut self, _name: &str) {}
///     fn begin_string(&mut self) {}
///     fn text(&mut self, _text: &str) {}
///     fn end_string(&mut self) {}
///     fn number(&mut self, _text: &str) {}
///     fn word(&mut self, _word: Option<bool>) {}
/// }
///
/// let mut depth = Depth(0);
/// PartialReader::new(PartialRules::STRICT).push(b"[[1], [2, [", &mut depth)?;
/// assert_eq!(depth.0, 3);
/// # Ok::<(), stringmill::Error>(())
/// ```
pub trait PartialSink {
    /// An array or an object begins.
    fn open(&mut self, is_array: bool);
    /// The innermost container ends.
    fn close(&mut self);
    /// Whether the innermost object has a member of this name. Only called for [`PartialRules::unique_names`].
    fn has(&mut self, name: &str) -> bool;
    /// The next value is the member of this name.
    fn name(&mut self, name: &str);
    /// A string begins.
    fn begin_string(&mut self);
    /// The string continues with this text, which is not empty.
    fn text(&mut self, text: &str);
    /// The string ends.
    fn end_string(&mut self);
    /// A number, as it is written.
    fn number(&mut self, text: &str);
    /// `true`, `false`, or `null`, which is none.
    fn word(&mut self, word: Option<bool>);
}
