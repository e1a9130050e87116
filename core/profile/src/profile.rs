//! A profile: the set of escapes a string writer uses.

use crate::{AsciiEscape, HexCase};

/// An inclusive range of scalar values.
///
/// ```
/// use stringmill::{CodeRange, Profile};
///
/// const LINE_SEPARATORS: CodeRange = (0x2028, 0x2029);
/// let mine = Profile::JSON.named("mine").with_non_ascii(&[LINE_SEPARATORS]);
/// assert!(mine.escapes_non_ascii(0x2028) && !mine.escapes_non_ascii(0x202A));
/// ```
pub type CodeRange = (u32, u32);

/// How a non-ASCII scalar value is written when it is escaped.
///
/// ```
/// use stringmill::{Profile, UnicodeForm};
///
/// assert_eq!((Profile::ASCII.form(), Profile::ION.form()), (UnicodeForm::Json, UnicodeForm::Ion));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnicodeForm {
    /// `\uXXXX`; a surrogate pair of such escapes above U+FFFF (RFC 8259, section 7).
    Json,
    /// `\xXX` up to U+00FF, `\uXXXX` up to U+FFFF, `\UXXXXXXXX` above (Ion 1.0 text).
    Ion,
}

/// Which characters are escaped, and how.
///
/// ```
/// use stringmill::{AsciiEscape, HexCase, Profile};
///
/// let php = Profile::parse("php:unescaped-unicode,hex-tag").unwrap();
/// assert_eq!(php.ascii()[b'<' as usize].bytes(), Some(&br"\u003C"[..]));
///
/// const MINE: Profile<'static> = Profile::JSON
///     .named("mine")
///     .with_ascii(b'/', AsciiEscape::short(b'/'))
///     .with_non_ascii(&[(0x2028, 0x2029)])
///     .with_hex(HexCase::Upper);
/// assert!(MINE.escapes_non_ascii(0x2028));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profile<'a> {
    name: &'a str,
    ascii: [AsciiEscape; 128],
    non_ascii: &'a [CodeRange],
    hex: HexCase,
    form: UnicodeForm,
    escapes_replacement: bool,
    refuses_surrogates: bool,
}

impl<'a> Profile<'a> {
    /// A profile that escapes nothing and has JSON forms in lower case: the start for a custom one.
    pub const fn empty(name: &'a str) -> Self {
        Profile {
            name,
            ascii: [AsciiEscape::AS_IS; 128],
            non_ascii: &[],
            hex: HexCase::Lower,
            form: UnicodeForm::Json,
            escapes_replacement: false,
            refuses_surrogates: false,
        }
    }

    /// The same rules under another name.
    #[must_use]
    pub const fn named(mut self, name: &'a str) -> Self {
        self.name = name;
        self
    }

    /// Writes `escape` for `byte`. Bytes above 0x7F have no entry and change nothing.
    #[must_use]
    pub const fn with_ascii(mut self, byte: u8, escape: AsciiEscape) -> Self {
        if byte < 0x80 {
            self.ascii[byte as usize] = escape;
        }
        self
    }

    /// Writes `\u00XX` for the ASCII bytes in `ranges`, which are inclusive.
    pub(crate) const fn with_unicode(mut self, ranges: &[(u8, u8)], hex: HexCase) -> Self {
        let mut i = 0;
        while i < ranges.len() {
            let (mut byte, last) = ranges[i];
            while byte <= last {
                self = self.with_ascii(byte, AsciiEscape::unicode(byte, hex));
                byte += 1;
            }
            i += 1;
        }
        self
    }

    /// Writes `\xXX` for the ASCII bytes in `ranges`, which are inclusive.
    pub(crate) const fn with_hex_escapes(mut self, ranges: &[(u8, u8)], hex: HexCase) -> Self {
        let mut i = 0;
        while i < ranges.len() {
            let (mut byte, last) = ranges[i];
            while byte <= last {
                self = self.with_ascii(byte, AsciiEscape::hex(byte, hex));
                byte += 1;
            }
            i += 1;
        }
        self
    }

    /// Writes, for each of `bytes`, a backslash and the letter at the same index of `letters`.
    pub(crate) const fn with_short(mut self, bytes: &[u8], letters: &[u8]) -> Self {
        let mut i = 0;
        while i < bytes.len() {
            self = self.with_ascii(bytes[i], AsciiEscape::short(letters[i]));
            i += 1;
        }
        self
    }

    /// Escapes the non-ASCII scalar values in `ranges`, and no others. The ranges must be ascending, must not overlap,
    /// and must be within U+0080 to U+10FFFF.
    ///
    /// # Panics
    ///
    /// If the ranges break one of these rules.
    #[must_use]
    pub const fn with_non_ascii(mut self, ranges: &'a [CodeRange]) -> Self {
        let mut floor = 0x80;
        let mut i = 0;
        while i < ranges.len() {
            let (first, last) = ranges[i];
            assert!(first >= floor && last >= first && last <= 0x10_FFFF, "ranges must ascend within U+0080..U+10FFFF");
            floor = last + 1;
            i += 1;
        }
        self.non_ascii = ranges;
        self
    }

    /// Sets the case of the digits in escapes of non-ASCII scalar values.
    #[must_use]
    pub const fn with_hex(mut self, hex: HexCase) -> Self {
        self.hex = hex;
        self
    }

    /// Sets the form of the escapes of non-ASCII scalar values.
    #[must_use]
    pub const fn with_form(mut self, form: UnicodeForm) -> Self {
        self.form = form;
        self
    }

    /// Writes a U+FFFD that replaces ill-formed input as an escape, even if a U+FFFD of the input is not escaped.
    #[must_use]
    pub const fn with_replacement_escaped(mut self, escaped: bool) -> Self {
        self.escapes_replacement = escaped;
        self
    }

    /// Declares that readers of this profile refuse lone surrogate escapes, so a writer must not write them.
    #[must_use]
    pub const fn with_surrogates_refused(mut self, refused: bool) -> Self {
        self.refuses_surrogates = refused;
        self
    }

    /// The name of the profile.
    pub const fn name(&self) -> &'a str {
        self.name
    }

    /// The output for each ASCII byte.
    pub const fn ascii(&self) -> &[AsciiEscape; 128] {
        &self.ascii
    }

    /// The non-ASCII scalar values that are escaped, as ascending ranges.
    pub const fn non_ascii(&self) -> &'a [CodeRange] {
        self.non_ascii
    }

    /// Case of the digits in escapes of non-ASCII scalar values.
    pub const fn hex(&self) -> HexCase {
        self.hex
    }

    /// Form of the escapes of non-ASCII scalar values.
    pub const fn form(&self) -> UnicodeForm {
        self.form
    }

    /// Whether a U+FFFD that replaces ill-formed input is written as an escape.
    pub const fn escapes_replacement(&self) -> bool {
        self.escapes_replacement
    }

    /// Whether readers of this profile refuse lone surrogate escapes.
    pub const fn refuses_surrogates(&self) -> bool {
        self.refuses_surrogates
    }

    /// Whether the non-ASCII scalar value `code` is escaped.
    pub const fn escapes_non_ascii(&self, code: u32) -> bool {
        // Binary search by hand, because this must be const, and a row can have hundreds of ranges.
        let (mut low, mut high) = (0, self.non_ascii.len());
        while low < high {
            let middle = low + (high - low) / 2;
            let (first, last) = self.non_ascii[middle];
            if code < first {
                high = middle;
            } else if code > last {
                low = middle + 1;
            } else {
                return true;
            }
        }
        false
    }
}

/// One row of `spec/profiles.toml`: a profile and its options.
///
/// ```
/// use stringmill::Profile;
///
/// for row in Profile::ROWS {
///     println!("{:<16}{}", row.profile.name(), row.about);
///     row.options.iter().for_each(|option| println!("  :{:<24}{}", option.name, option.about));
/// }
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct ProfileRow {
    /// The profile without options.
    pub profile: Profile<'static>,
    /// The purpose of the profile, in one sentence.
    pub about: &'static str,
    /// The options of the profile.
    pub options: &'static [ProfileOption],
}

/// A named change to a profile, as a flag of the host it follows.
///
/// ```
/// use stringmill::Profile;
///
/// let php = Profile::ROWS.iter().find(|row| row.profile == Profile::PHP).unwrap();
/// let option = php.options.iter().find(|option| option.name == "unescaped-line-terminators").unwrap();
/// assert_eq!(option.requires, Some("unescaped-unicode"));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct ProfileOption {
    /// The name of the option on the command line.
    pub name: &'static str,
    /// The effect of the option, in one sentence.
    pub about: &'static str,
    /// Another option that is required: without it, this one changes nothing.
    pub requires: Option<&'static str>,
    /// New entries for ASCII bytes.
    pub ascii: &'static [(u8, AsciiEscape)],
    /// New ranges of escaped non-ASCII scalar values.
    pub non_ascii: Option<&'static [CodeRange]>,
    /// New case of the digits in escapes of non-ASCII scalar values.
    pub hex: Option<HexCase>,
    /// Whether a U+FFFD that replaces ill-formed input becomes an escape, if the option changes that.
    pub escapes_replacement: Option<bool>,
}
