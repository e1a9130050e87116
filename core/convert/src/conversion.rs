//! Options of a conversion.

use crate::layout::{Layout, TopLevel};
use crate::pretty::PrettyLayout;
use stringmill_ion::{Kind, Limits};
use stringmill_json::JsonCheck;

/// The source format.
///
/// ```
/// use stringmill::convert::{Conversion, Converter, Layout, NumberRules, OnLoss, Source, Target, TopLevel};
/// use stringmill::ion::Limits;
/// use stringmill::Chunk;
///
/// let conversion = Conversion {
///     source: Source::Ion(Limits::DEFAULT),
///     target: Target::Json(TopLevel::One, Layout::Compact),
///     each: false,
///     typed: false,
///     on_loss: OnLoss::Report,
///     numbers: NumberRules::EXACT,
///     pretty: None,
/// };
/// let mut converter = Converter::new(&conversion, &mut []);
/// converter.step(b"{a: 0x10}", Chunk::Last, usize::MAX)?;
/// let json = converter.take(|bytes| Ok::<_, ()>(bytes.to_vec())).unwrap();
/// assert_eq!(json, b"{\"a\":16}\n");
/// # Ok::<(), stringmill::convert::ConversionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// JSON under these rules; for [`Converter::lines`](crate::Converter::lines), rules with `lines`, and for
    /// [`Converter::sequence`](crate::Converter::sequence) rules of one text.
    Json(JsonCheck),
    /// Ion, text or binary, by its first bytes.
    Ion(Limits),
    /// Binary Ion.
    IonBinary(Limits),
    /// A DynamoDB table export in Ion, into JSON: each item is an object of its attributes.
    DynamoDb(Limits),
}

/// The target format.
///
/// ```
/// use stringmill::convert::{Conversion, Converter, Layout, NumberRules, OnLoss, Source, Target, TopLevel};
/// use stringmill::ion::Limits;
/// use stringmill::Chunk;
///
/// let conversion = Conversion {
///     source: Source::Ion(Limits::DEFAULT),
///     target: Target::Json(TopLevel::Lines, Layout::Compact),
///     each: false,
///     typed: false,
///     on_loss: OnLoss::Report,
///     numbers: NumberRules::EXACT,
///     pretty: None,
/// };
/// let mut converter = Converter::new(&conversion, &mut []);
/// converter.step(b"1 2", Chunk::Last, usize::MAX)?;
/// let json = converter.take(|bytes| Ok::<_, ()>(bytes.to_vec())).unwrap();
/// assert_eq!(json, b"1\n2\n");
/// # Ok::<(), stringmill::convert::ConversionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Target {
    /// JSON.
    Json(TopLevel, Layout),
    /// Ion text.
    Ion(stringmill_ion::Options),
    /// Binary Ion, and the longest value at the top level in bytes. Each of these values is kept in memory.
    IonBinary(usize),
}

/// How to handle values that the target cannot express.
///
/// ```
/// use stringmill::convert::{Conversion, Converter, Layout, NumberRules, OnLoss, Source, Target, TopLevel};
/// use stringmill::ion::Limits;
/// use stringmill::Chunk;
///
/// let conversion = Conversion {
///     source: Source::Ion(Limits::DEFAULT),
///     target: Target::Json(TopLevel::One, Layout::Compact),
///     each: false,
///     typed: false,
///     on_loss: OnLoss::Refuse,
///     numbers: NumberRules::EXACT,
///     pretty: None,
/// };
/// let mut converter = Converter::new(&conversion, &mut []);
/// let refused = converter.step(b"[sym]", Chunk::Last, usize::MAX).unwrap_err();
/// assert_eq!(refused.error.offset, 1);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OnLoss {
    /// Converts them to the nearest value, and counts them.
    #[default]
    Report,
    /// Refuses the first such value.
    Refuse,
    /// Converts them to the nearest value. Does not detect repeated field names.
    Allow,
}

/// Ion types of JSON numbers.
///
/// ```
/// use stringmill::convert::NumberRules;
/// use stringmill::ion::Kind;
///
/// assert_eq!((NumberRules::EXACT.whole, NumberRules::EXACT.others), (Kind::Int, Kind::Decimal));
/// let doubles = NumberRules { whole: Kind::Float, others: Kind::Float };
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NumberRules {
    /// For numbers without point and exponent: int, decimal or float. `-0` never becomes an int.
    pub whole: Kind,
    /// For all other numbers: decimal or float.
    pub others: Kind,
}

impl NumberRules {
    /// Ints and decimals, which keep all digits.
    pub const EXACT: NumberRules = NumberRules { whole: Kind::Int, others: Kind::Decimal };
}

/// A conversion.
///
/// ```
/// use stringmill::convert::{Conversion, Converter, Layout, NumberRules, OnLoss, Source, Target, TopLevel};
/// use stringmill::ion::Limits;
/// use stringmill::Chunk;
///
/// let conversion = Conversion {
///     source: Source::Ion(Limits::DEFAULT),
///     target: Target::Json(TopLevel::One, Layout::Compact),
///     each: false,
///     typed: false,
///     on_loss: OnLoss::Report,
///     numbers: NumberRules::EXACT,
///     pretty: None,
/// };
/// let mut converter = Converter::new(&conversion, &mut []);
/// converter.step(b"[sym]", Chunk::Last, usize::MAX)?;
/// let json = converter.take(|bytes| Ok::<_, ()>(bytes.to_vec())).unwrap();
/// assert_eq!(json, b"[\"sym\"]\n");
/// # Ok::<(), stringmill::convert::ConversionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// The source format.
    pub source: Source,
    /// The target format.
    pub target: Target,
    /// Whether the values are the items of the arrays at the top level of the source, in Ion of its lists and sexps,
    /// instead of these arrays; not for Ion into binary Ion.
    pub each: bool,
    /// Whether the JSON says Ion types, so that the same Ion values can be restored.
    pub typed: bool,
    /// How to handle values that the target cannot express.
    pub on_loss: OnLoss,
    /// Ion types of JSON numbers, if the JSON is not typed.
    pub numbers: NumberRules,
    /// Line breaks and indentation, in place of those of the target; not for [`TopLevel::Sequence`].
    pub pretty: Option<PrettyLayout>,
}
