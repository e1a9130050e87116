//! Converts between UTF-8, UTF-16 and Latin-1.

use crate::choices::{choice, utf8_policy, utf16_policy};
use crate::error::{View, misuse, misuse_with};
use crate::output::{Call, Repairs};
use crate::source::{Source, Target};
use pyo3::prelude::*;
use stringmill::{
    Chunk, Error, ErrorCode, Progress, Utf8ToUtf16, Utf16ToUtf8, latin1_to_utf8, latin1_to_utf8_bound, utf8_to_utf16,
    utf16_to_utf8,
};

#[derive(Clone, Copy, PartialEq)]
enum Encoding {
    Utf8,
    Utf16Le,
    Utf16Be,
    Latin1,
}

impl Encoding {
    const ALL: &[Encoding] = &[Encoding::Utf8, Encoding::Utf16Le, Encoding::Utf16Be, Encoding::Latin1];

    fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf16Le => "utf-16-le",
            Encoding::Utf16Be => "utf-16-be",
            Encoding::Latin1 => "latin-1",
        }
    }

    /// Converts between two bytes of UTF-16 and a code unit, in either direction.
    fn unit(self, bytes: [u8; 2]) -> u16 {
        if self == Encoding::Utf16Be { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) }
    }

    fn bytes(self, unit: u16) -> [u8; 2] {
        if self == Encoding::Utf16Be { unit.to_be_bytes() } else { unit.to_le_bytes() }
    }
}

/// Converts a buffer from one encoding to another: `utf-8`, `utf-16-le`, `utf-16-be`, and from `latin-1`. One of both is
/// `utf-8`. Offsets in UTF-16 count code units.
///
/// >>> stringmill.transcode("hé".encode("utf-16-le"), "utf-16-le", "utf-8")
/// b'h\xc3\xa9'
#[pyfunction]
#[pyo3(signature = (data, source, target, /, *, policy = "reject", into = None, repairs = None))]
pub(crate) fn transcode<'py>(
    py: Python<'py>,
    data: &Bound<'py, PyAny>,
    source: &str,
    target: &str,
    policy: &str,
    into: Option<&Bound<'py, PyAny>>,
    repairs: Option<Bound<'py, Repairs>>,
) -> PyResult<Bound<'py, PyAny>> {
    let from = choice(py, "source", source, Encoding::ALL, Encoding::name)?;
    let to = choice(py, "target", target, Encoding::ALL, Encoding::name)?;
    let input = Source::of_bytes(data)?;
    let target = into.map(|into| Target::of(into, &input)).transpose()?;
    let (src, constant) = (input.bytes(), input.constant());
    match (from, to) {
        (Encoding::Utf16Le | Encoding::Utf16Be, Encoding::Utf8) => {
            let rules = utf16_policy(py, policy, Utf16ToUtf8::new)?;
            let units = units(py, from, src)?;
            // The units are a copy, which cannot change.
            let call = Call { py, src: &units[..], view: View::Units(&units), constant: true, target, repairs };
            call.run(Utf16ToUtf8::UNIT_MAX, rules.bound(units.len()), |src, dst, repairs| {
                utf16_to_utf8(rules, src, dst, Chunk::Last, repairs)
            })
        }
        (Encoding::Utf8, Encoding::Utf16Le | Encoding::Utf16Be) => {
            let rules = utf8_policy(py, policy, Utf8ToUtf16::new)?;
            let call = Call { py, src, view: View::Bytes(src), constant, target, repairs };
            call.run(2 * Utf8ToUtf16::UNIT_MAX, None, |src, dst, repairs| to_utf16(rules, to, src, dst, repairs))
        }
        (Encoding::Latin1, Encoding::Utf8) => {
            utf16_policy(py, policy, Utf16ToUtf8::new)?;
            let call = Call { py, src, view: View::Bytes(src), constant, target, repairs };
            call.run(2, latin1_to_utf8_bound(src.len()), |src, dst, _| Ok(latin1_to_utf8(src, dst)))
        }
        _ => {
            let message = format!("cannot transcode {} to {}", from.name(), to.name());
            Err(misuse(py, ErrorCode::ChoiceUnknown, message))
        }
    }
}

/// The code units of bytes in UTF-16.
fn units(py: Python<'_>, from: Encoding, src: &[u8]) -> PyResult<Vec<u16>> {
    if !src.len().is_multiple_of(2) {
        let message = format!("{} has two bytes for each code unit, and data has {}", from.name(), src.len());
        return Err(misuse_with(py, ErrorCode::LengthExcessive, message, "check whether the input is cut short"));
    }
    Ok(src.chunks_exact(2).map(|pair| from.unit([pair[0], pair[1]])).collect())
}

/// Code units of one step; they fit in the first-level cache.
const STRIDE: usize = 2048;

/// Transcodes as much of `src` as fits in `dst`, with two bytes for each code unit.
fn to_utf16(
    rules: Utf8ToUtf16,
    to: Encoding,
    src: &[u8],
    dst: &mut [u8],
    repairs: &mut stringmill::Repairs,
) -> Result<Progress, Error> {
    let (base, mut made) = (repairs.base, [0; STRIDE]);
    let mut done = Progress::default();
    loop {
        let room = &mut made[..STRIDE.min((dst.len() - done.written) / 2)];
        repairs.base = base + done.read as u64;
        let more = utf8_to_utf16(rules, &src[done.read..], room, Chunk::Last, repairs)
            .map_err(|error| error.after(done.read as u64))?;
        for (pair, &unit) in dst[done.written..].chunks_exact_mut(2).zip(&made[..more.written]) {
            pair.copy_from_slice(&to.bytes(unit));
        }
        done = done.then(Progress { read: more.read, written: 2 * more.written });
        if more.read == 0 || done.read == src.len() {
            return Ok(done);
        }
    }
}
