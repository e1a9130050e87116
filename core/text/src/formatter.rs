//! serde_json's writer with the escapes of a profile.

use crate::operation::{Escape, Operation, Unescape};
use serde_json::ser::{CharEscape, CompactFormatter, Formatter, PrettyFormatter};
use std::boxed::Box;
use std::io::{self, Write};
use std::vec;
use std::vec::Vec;
use stringmill_kernels::JsonEscape;
use stringmill_outcome::{Chunk, Error, ErrorCode, Repairs};
use stringmill_profile::{IllFormed, Profile};

/// Formats as `F` does, but escapes strings by a profile: `html` for a script element, `ascii` for a channel of 7
/// bits, `php` or `jackson` for the bytes of that host.
///
/// serde_json searches each string before it calls a formatter. So this changes the bytes, and does not make
/// serde_json faster.
///
/// ```
/// use serde::Serialize;
/// use stringmill::{Profile, ProfileFormatter};
///
/// let mut json = Vec::new();
/// let formatter = ProfileFormatter::compact(&Profile::HTML)?;
/// ["<b>", "caf\u{e9}"].serialize(&mut serde_json::Serializer::with_formatter(&mut json, formatter))?;
/// assert_eq!(json, "[\"\\u003cb\\u003e\",\"café\"]".as_bytes());
///
/// let mut json = Vec::new();
/// let formatter = ProfileFormatter::pretty(&Profile::ASCII)?;
/// ["é"].serialize(&mut serde_json::Serializer::with_formatter(&mut json, formatter))?;
/// assert_eq!(json, b"[\n  \"\\u00e9\"\n]");
///
/// let tabs = serde_json::ser::PrettyFormatter::with_indent(b"\t");
/// assert!(ProfileFormatter::with(&Profile::ION, tabs).is_err(), "strings of Ion are not JSON");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ProfileFormatter<'a, F = CompactFormatter> {
    rules: Box<JsonEscape<'a>>,
    inner: F,
    room: Vec<u8>,
}

impl<'a> ProfileFormatter<'a> {
    /// A formatter that writes without white space.
    ///
    /// # Errors
    ///
    /// As [`ProfileFormatter::with`].
    pub fn compact(profile: &Profile<'a>) -> Result<Self, Error> {
        Self::with(profile, CompactFormatter)
    }
}

impl<'a> ProfileFormatter<'a, PrettyFormatter<'static>> {
    /// A formatter that writes each member and element on a line, indented by two spaces.
    ///
    /// # Errors
    ///
    /// As [`ProfileFormatter::with`].
    pub fn pretty(profile: &Profile<'a>) -> Result<Self, Error> {
        Self::with(profile, PrettyFormatter::new())
    }
}

impl<'a, F: Formatter> ProfileFormatter<'a, F> {
    /// Formats as `inner` does, but escapes strings by `profile`.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::ProfileUnsound`] if the strings would not be JSON strings, for example under `ion`. The offset is
    /// the first such ASCII character, or 128 and the number of the first such range of characters.
    pub fn with(profile: &Profile<'a>, inner: F) -> Result<Self, Error> {
        let rules = Box::new(JsonEscape::new(profile, IllFormed::Reject)?);
        let unsound = |entry: u64| Error::new(ErrorCode::ProfileUnsound, entry);
        for ascii in 0..0x80_u8 {
            if !is_read_back(&rules, ascii.into()) {
                return Err(unsound(ascii.into()));
            }
        }
        for (&(first, last), entry) in profile.non_ascii().iter().zip(128..) {
            let ends = [first, last, last.min(0xFFFF)].into_iter().filter_map(char::from_u32);
            if !ends.into_iter().all(|end| is_read_back(&rules, end)) {
                return Err(unsound(entry));
            }
        }
        Ok(ProfileFormatter { rules, inner, room: vec![0; ROOM] })
    }

    fn write_escaped<W: ?Sized + Write>(&mut self, writer: &mut W, mut text: &[u8]) -> io::Result<()> {
        while !text.is_empty() {
            let escape = Escape::new(&self.rules);
            let done = escape.convert(text, &mut self.room, Chunk::Last, &mut Repairs::default());
            let done = done.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
            writer.write_all(&self.room[..done.written])?;
            text = &text[done.read..];
        }
        Ok(())
    }
}

/// Bytes of output for one call of the kernel.
const ROOM: usize = 1 << 10;

/// Whether a JSON reader turns the escape back into the character.
fn is_read_back(rules: &JsonEscape<'_>, character: char) -> bool {
    let mut text = [0; 4];
    let text = character.encode_utf8(&mut text).as_bytes();
    let read = converted(&Escape::new(rules), text).and_then(|escaped| converted(&Unescape::default(), &escaped));
    read.as_deref() == Some(text)
}

/// Converts one character to its escape, or one escape to its character.
fn converted(operation: &impl Operation, src: &[u8]) -> Option<Vec<u8>> {
    let mut dst = vec![0; JsonEscape::UNIT_MAX];
    let done = operation.convert(src, &mut dst, Chunk::Last, &mut Repairs::default()).ok()?;
    dst.truncate(done.written);
    Some(dst)
}

/// Forwards methods to `inner`.
macro_rules! delegated {
    ($($method:ident($($argument:ident: $type:ty)?);)*) => {
        $(
            #[inline]
            fn $method<W: ?Sized + Write>(&mut self, writer: &mut W $(, $argument: $type)?) -> io::Result<()> {
                self.inner.$method(writer $(, $argument)?)
            }
        )*
    };
}

impl<F: Formatter> Formatter for ProfileFormatter<'_, F> {
    delegated! {
        write_null();
        write_bool(value: bool);
        write_i8(value: i8);
        write_i16(value: i16);
        write_i32(value: i32);
        write_i64(value: i64);
        write_i128(value: i128);
        write_u8(value: u8);
        write_u16(value: u16);
        write_u32(value: u32);
        write_u64(value: u64);
        write_u128(value: u128);
        write_f32(value: f32);
        write_f64(value: f64);
        write_number_str(value: &str);
        begin_string();
        end_string();
        write_byte_array(value: &[u8]);
        begin_array();
        end_array();
        begin_array_value(first: bool);
        end_array_value();
        begin_object();
        end_object();
        begin_object_key(first: bool);
        end_object_key();
        begin_object_value();
        end_object_value();
        write_raw_fragment(fragment: &str);
    }

    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        self.write_escaped(writer, fragment.as_bytes())
    }

    fn write_char_escape<W: ?Sized + Write>(&mut self, writer: &mut W, escape: CharEscape) -> io::Result<()> {
        let character = match escape {
            CharEscape::Quote => b'"',
            CharEscape::ReverseSolidus => b'\\',
            CharEscape::Solidus => b'/',
            CharEscape::Backspace => b'\x08',
            CharEscape::FormFeed => b'\x0C',
            CharEscape::LineFeed => b'\n',
            CharEscape::CarriageReturn => b'\r',
            CharEscape::Tab => b'\t',
            CharEscape::AsciiControl(control) => control,
        };
        self.write_escaped(writer, &[character])
    }
}
