//! The two operations of the adaptors: escape and unescape.

use stringmill_kernels::{JsonEscape, JsonUnescape, json_escape, json_unescape};
use stringmill_outcome::{Chunk, Error, ErrorCode, Progress, Repairs};
use stringmill_profile::{IllFormed, LoneSurrogates, Profile};

/// The rules of `escape`, and of adaptors without explicit rules.
pub(crate) const JSON: JsonEscape<'static> = match JsonEscape::new(&Profile::JSON, IllFormed::Reject) {
    Ok(rules) => rules,
    Err(_) => panic!("the profile takes the policy"),
};

/// The rules of `unescape`.
pub(crate) const STRICT: JsonUnescape = JsonUnescape { surrogates: LoneSurrogates::Reject };

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Escape<'_> {}
    impl Sealed for super::Unescape {}
}

/// An operation on a stream of bytes: [`Escape`] or [`Unescape`].
///
/// ```
/// use std::io::Write;
/// use stringmill::{Escape, Operation, Unescape, OperationWriter};
///
/// fn convert<O: Operation + Default>(text: &str) -> std::io::Result<Vec<u8>> {
///     let mut writer = OperationWriter::<_, O>::new(Vec::new());
///     writer.write_all(text.as_bytes())?;
///     writer.finish()
/// }
/// assert_eq!(convert::<Escape>("a\tb")?, br"a\tb");
/// assert_eq!(convert::<Unescape>(r"a\tb")?, b"a\tb");
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait Operation: sealed::Sealed {
    /// Converts the next bytes of a stream: progress and errors are those of the kernel.
    #[doc(hidden)]
    fn convert(&self, src: &[u8], dst: &mut [u8], chunk: Chunk, repairs: &mut Repairs) -> Result<Progress, Error>;
}

/// Converts bytes to the inside of a JSON string. By default under the profile `json` and the policy `reject`.
///
/// ```
/// use std::io::Write;
/// use stringmill::{Escape, IllFormed, JsonEscape, Profile, OperationWriter};
///
/// let rules = JsonEscape::new(&Profile::HTML, IllFormed::Replace).unwrap();
/// let mut writer = OperationWriter::with(Vec::new(), Escape::new(&rules));
/// writer.write_all(b"<b>caf\xE9</b>")?;
/// assert_eq!(writer.finish()?, "\\u003cb\\u003ecaf\u{FFFD}\\u003c/b\\u003e".as_bytes());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Escape<'a> {
    rules: &'a JsonEscape<'a>,
}

impl<'a> Escape<'a> {
    /// Escapes by `rules`: a profile and a policy.
    pub const fn new(rules: &'a JsonEscape<'a>) -> Self {
        Escape { rules }
    }
}

impl Default for Escape<'static> {
    fn default() -> Self {
        const { Escape::new(&JSON) }
    }
}

impl Operation for Escape<'_> {
    fn convert(&self, src: &[u8], dst: &mut [u8], chunk: Chunk, repairs: &mut Repairs) -> Result<Progress, Error> {
        json_escape(self.rules, src, dst, chunk, repairs)
    }
}

/// Converts the inside of a JSON string to UTF-8. By default refuses lone surrogate escapes.
///
/// ```
/// use std::io::Read;
/// use stringmill::{JsonUnescape, LoneSurrogates, OperationReader, Unescape};
///
/// let rules = JsonUnescape { surrogates: LoneSurrogates::Replace };
/// let mut text = String::new();
/// OperationReader::with(&br"\ud800 caf\u00e9"[..], Unescape::new(rules)).read_to_string(&mut text)?;
/// assert_eq!(text, "\u{FFFD} café");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Unescape {
    rules: JsonUnescape,
}

impl Unescape {
    /// Unescapes by `rules`.
    pub const fn new(rules: JsonUnescape) -> Self {
        Unescape { rules }
    }
}

impl Default for Unescape {
    fn default() -> Self {
        Unescape::new(STRICT)
    }
}

impl Operation for Unescape {
    fn convert(&self, src: &[u8], dst: &mut [u8], chunk: Chunk, repairs: &mut Repairs) -> Result<Progress, Error> {
        let done = json_unescape(self.rules, src, dst, chunk, repairs)?;
        match src.get(done.read) {
            // An unescaped quote would end a string, but this text has no quotes around it. With enough room, the
            // kernel stops before no other byte.
            Some(b'"') => Err(Error::new(ErrorCode::QuoteUnescaped, done.read as u64)),
            _ => Ok(done),
        }
    }
}
