//! Layouts of floats as text, with the names of `spec/operations.toml`.

/// How the decimal digits of a float are laid out. All shapes have the same digits.
///
/// The decimal exponent of a value is that of its first digit: 0 for 1.5, -1 for 0.15, 2 for 150. An exponent begins
/// with `e` or `E` and its sign, as in `1.5e-7` and `1e+21`.
///
/// ```
/// use stringmill::{FloatShape, FloatWrite, NUMBER_ROOM, float64_write};
///
/// let mut dst = [0; NUMBER_ROOM];
/// for (shape, text) in [
///     (FloatShape::PHP, "1.0e+25"),
///     (FloatShape::PHP_FRACTION, "1.0e+25"),
///     (FloatShape::ECMASCRIPT, "1e+25"),
///     (FloatShape::PYTHON, "1e+25"),
///     (FloatShape::DOTNET, "1E+25"),
/// ] {
///     let len = float64_write(&FloatWrite::new(&shape), 1e25, &mut dst)?;
///     assert_eq!(&dst[..len], text.as_bytes(), "{}", shape.name);
///     assert_eq!(FloatShape::from_name(shape.name), Some(shape));
/// }
/// assert_eq!(FloatShape::ALL.len(), 5);
/// # Ok::<(), stringmill::ErrorCode>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct FloatShape {
    /// The name shared by the vectors and all languages.
    pub name: &'static str,
    /// The least decimal exponent of values that are written without an exponent, such as `0.0015`.
    pub plain_first: i16,
    /// The greatest decimal exponent of such values, such as `1500`.
    pub plain_last: i16,
    /// The greatest decimal exponent of such floats of 32 bits.
    pub plain_last_single: i16,
    /// Whether `.0` follows a whole number that is written plainly.
    pub plain_fraction: bool,
    /// Whether `.0` follows a single digit before an exponent.
    pub exponent_fraction: bool,
    /// The fewest digits of an exponent; leading zeros fill up fewer digits.
    pub exponent_digits: u8,
    /// Whether an exponent begins with `E`.
    pub exponent_upper: bool,
    /// Whether zero keeps its sign.
    pub negative_zero: bool,
}

impl FloatShape {
    /// `json_encode` of PHP with `serialize_precision` -1: `100000`, `1.0e+25`, `-0`.
    pub const PHP: FloatShape = FloatShape {
        name: "php",
        plain_first: -4,
        plain_last: 16,
        plain_last_single: 16,
        plain_fraction: false,
        exponent_fraction: true,
        exponent_digits: 1,
        exponent_upper: false,
        negative_zero: true,
    };

    /// [`FloatShape::PHP`] with `JSON_PRESERVE_ZERO_FRACTION`: `100000.0`, `1.0e+25`, `-0.0`.
    pub const PHP_FRACTION: FloatShape = FloatShape { name: "php-fraction", plain_fraction: true, ..FloatShape::PHP };

    /// `Number::toString` of ECMA-262, which RFC 8785 prescribes for canonical JSON: `100000`, `1e+25`, `0`.
    pub const ECMASCRIPT: FloatShape = FloatShape {
        name: "ecmascript",
        plain_first: -6,
        plain_last: 20,
        plain_last_single: 20,
        plain_fraction: false,
        exponent_fraction: false,
        exponent_digits: 1,
        exponent_upper: false,
        negative_zero: false,
    };

    /// `repr` and `json.dumps` of Python: `100000.0`, `1e+25`, `1e-05`, `-0.0`.
    pub const PYTHON: FloatShape = FloatShape {
        name: "python",
        plain_first: -4,
        plain_last: 15,
        plain_last_single: 15,
        plain_fraction: true,
        exponent_fraction: false,
        exponent_digits: 2,
        exponent_upper: false,
        negative_zero: true,
    };

    /// `Utf8Formatter` of .NET Core 3.0 and later, which `Utf8JsonWriter` uses: `100000`, `1E+25`, `1E-05`, `-0`.
    /// Whole numbers have no exponent up to seventeen digits, in single precision up to nine.
    pub const DOTNET: FloatShape = FloatShape {
        name: "dotnet",
        plain_first: -4,
        plain_last: 16,
        plain_last_single: 8,
        plain_fraction: false,
        exponent_fraction: false,
        exponent_digits: 2,
        exponent_upper: true,
        negative_zero: true,
    };

    /// Every shape.
    pub const ALL: &[FloatShape] =
        &[FloatShape::PHP, FloatShape::PHP_FRACTION, FloatShape::ECMASCRIPT, FloatShape::PYTHON, FloatShape::DOTNET];

    /// The shape called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|one| one.name == name)
    }
}
