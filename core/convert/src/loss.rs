//! Losses of a conversion: counts, and the first place of each kind.

/// A kind of loss.
///
/// ```
/// use stringmill::convert::Loss;
///
/// assert_eq!(Loss::Timestamp.name(), "timestamp");
/// assert!(Loss::ALL.iter().all(|loss| !loss.says().is_empty()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Loss {
    /// Annotations of a value; counted once for each value.
    Annotations,
    /// A symbol that became a string.
    Symbol,
    /// A symbol of unknown text, as a value or as a name, that became its ID in a string.
    UnknownSymbol,
    /// A sexp that became an array.
    Sexp,
    /// A clob that became a string of its bytes.
    Clob,
    /// A blob that became base64 in a string.
    Blob,
    /// A decimal that became a number: another reader may read it as a float.
    Decimal,
    /// A float that became a number: another reader may read it as a decimal.
    Float,
    /// NaN or an infinity that became null. `1e400` is an infinity: it exceeds every double.
    NotFinite,
    /// A typed null that became null.
    TypedNull,
    /// A timestamp that became a string.
    Timestamp,
    /// A field whose name the struct has already. All are written, but most readers of JSON use the last one.
    RepeatedField,
    /// A number that changed its value as a float.
    Rounded,
    /// A comment that Ion to Ion left out.
    Comments,
}

impl Loss {
    /// All kinds.
    pub const ALL: [Loss; 14] = [
        Loss::Annotations,
        Loss::Symbol,
        Loss::UnknownSymbol,
        Loss::Sexp,
        Loss::Clob,
        Loss::Blob,
        Loss::Decimal,
        Loss::Float,
        Loss::NotFinite,
        Loss::TypedNull,
        Loss::Timestamp,
        Loss::RepeatedField,
        Loss::Rounded,
        Loss::Comments,
    ];

    /// Its name, in lower case with underscores.
    pub const fn name(self) -> &'static str {
        match self {
            Loss::Annotations => "annotations",
            Loss::Symbol => "symbol",
            Loss::UnknownSymbol => "unknown_symbol",
            Loss::Sexp => "sexp",
            Loss::Clob => "clob",
            Loss::Blob => "blob",
            Loss::Decimal => "decimal",
            Loss::Float => "float",
            Loss::NotFinite => "not_finite",
            Loss::TypedNull => "typed_null",
            Loss::Timestamp => "timestamp",
            Loss::RepeatedField => "repeated_field",
            Loss::Rounded => "rounded",
            Loss::Comments => "comments",
        }
    }

    /// The result of the loss, as words after a count.
    pub const fn says(self) -> &'static str {
        match self {
            Loss::Annotations => "values without their annotations",
            Loss::Symbol => "symbols as strings",
            Loss::UnknownSymbol => "symbols of unknown text as their IDs",
            Loss::Sexp => "sexps as arrays",
            Loss::Clob => "clobs as strings of their bytes",
            Loss::Blob => "blobs as strings of base64",
            Loss::Decimal => "decimals as numbers",
            Loss::Float => "floats as numbers",
            Loss::NotFinite => "NaN and infinities as null",
            Loss::TypedNull => "nulls without their type",
            Loss::Timestamp => "timestamps as strings",
            Loss::RepeatedField => "repeated field names",
            Loss::Rounded => "numbers rounded to floats",
            Loss::Comments => "comments left out",
        }
    }
}

/// The number of losses of each kind, and the place of the first one.
///
/// ```
/// use stringmill::convert::{Conversion, Converter, Layout, Loss, NumberRules, OnLoss, Source, Target, TopLevel};
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
/// converter.step(b"[sym, a::1]", Chunk::Last, usize::MAX)?;
/// let losses = converter.losses();
/// assert_eq!((losses.is_empty(), losses.count(Loss::Symbol), losses.first(Loss::Annotations)), (false, 1, Some(9)));
/// # Ok::<(), stringmill::convert::ConversionError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    counts: [u64; Loss::ALL.len()],
    firsts: [u64; Loss::ALL.len()],
}

impl Losses {
    #[inline]
    pub(crate) fn add(&mut self, loss: Loss, offset: u64) {
        self.add_many(loss, 1, offset);
    }

    /// Adds `count` losses, the first at `offset`.
    #[inline]
    pub(crate) fn add_many(&mut self, loss: Loss, count: u64, offset: u64) {
        let at = loss as usize;
        if self.counts[at] == 0 {
            self.firsts[at] = offset;
        }
        self.counts[at] += count;
    }

    /// The number of losses of a kind.
    pub fn count(&self, loss: Loss) -> u64 {
        self.counts[loss as usize]
    }

    /// Offset in the input of the first value with this loss, or of the first comment; `None` if there was none.
    pub fn first(&self, loss: Loss) -> Option<u64> {
        (self.count(loss) > 0).then(|| self.firsts[loss as usize])
    }

    /// Whether nothing was lost.
    pub fn is_empty(&self) -> bool {
        self.counts.iter().all(|&count| count == 0)
    }
}
