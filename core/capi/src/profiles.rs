//! Profiles by name, and as tables that callers change. Section "Profiles" of the header.

use crate::arguments::{not_null, text};
use crate::door::{self, exported};
use crate::ranges::{Span, all_apart};
use crate::shapes::{self, EscapeText, Range};
use crate::terminated::terminated;
use std::ffi::c_char;
use std::ptr;
use stringmill::{AsciiEscape, CodeRange, ErrorCode, HexCase, Profile, UnicodeForm, UnknownProfile};

const COUNT: usize = Profile::ROWS.len();
static NAMES: [[u8; 24]; COUNT] = {
    let mut texts = [[0; 24]; COUNT];
    let mut i = 0;
    while i < COUNT {
        texts[i] = terminated(Profile::ROWS[i].profile.name());
        i += 1;
    }
    texts
};
/// `SMILL_HEX_...` and `SMILL_FORM_...`: the index is the number in C.
const HEX: [HexCase; 2] = [HexCase::Lower, HexCase::Upper];
const FORMS: [UnicodeForm; 2] = [UnicodeForm::Json, UnicodeForm::Ion];
const CODE_MAX: u32 = 0x10_FFFF;

/// See `stringmill.h`.
#[unsafe(no_mangle)]
pub extern "C" fn smill_profile_name(number: usize) -> *const c_char {
    door::caught(ptr::null(), || NAMES.get(number).map_or(ptr::null(), |name| name.as_ptr().cast()))
}

exported! {
    fn smill_profile_load(
        name: *const u8,
        name_len: usize,
        profile: *mut shapes::Profile,
        ranges: *mut Range,
        range_cap: usize,
        range_count: *mut usize,
    ) -> u32 {
        door::code(|| {
            not_null(profile)?;
            not_null(range_count)?;
            let written = [Span::one(profile), Span::of(ranges, range_cap), Span::one(range_count)];
            all_apart(&written, &[Span::of(name, name_len)])?;
            let found = parsed(text(name, name_len)?)?;
            let needed = found.non_ascii();
            range_count.write_unaligned(needed.len());
            if needed.len() > range_cap {
                return Err(ErrorCode::RoomShort);
            }
            profile.write_unaligned(table(&found));
            if !needed.is_empty() {
                not_null(ranges)?;
            }
            // `needed` has at most `range_cap` ranges.
            for (place, &(first, last)) in needed.iter().enumerate() {
                ranges.add(place).write_unaligned(Range { first, last });
            }
            Ok(())
        })
    }
}

/// The profile of a name with options.
pub(crate) fn parsed(text: &str) -> Result<Profile<'static>, ErrorCode> {
    Profile::parse(text).map_err(|UnknownProfile { profile, .. }| match profile {
        Some(_) => ErrorCode::ProfileOptionUnknown,
        None => ErrorCode::ProfileUnknown,
    })
}

fn table(profile: &Profile<'_>) -> shapes::Profile {
    let place = |escape: &AsciiEscape| {
        let mut entry = EscapeText::default();
        if let Some(bytes) = escape.bytes() {
            entry.len = bytes.len() as u8;
            entry.text[..bytes.len()].copy_from_slice(bytes);
        }
        entry
    };
    shapes::Profile {
        ascii: profile.ascii().each_ref().map(place),
        hex: (profile.hex() == HEX[1]).into(),
        form: (profile.form() == FORMS[1]).into(),
        escapes_replacement: profile.escapes_replacement().into(),
        refuses_surrogates: profile.refuses_surrogates().into(),
    }
}

/// The first invalid entry: the number of its ASCII byte, or 128 and the number of its range.
pub(crate) fn unsound(table: &shapes::Profile, ranges: &[Range]) -> Option<usize> {
    let entry = table.ascii.iter().position(|entry| escape(entry).is_none());
    let mut floor = 0x80;
    let mut descends = |range: &Range| {
        let wrong = range.first < floor || range.last < range.first || range.last > CODE_MAX;
        floor = range.last.saturating_add(1);
        wrong
    };
    entry.or_else(|| ranges.iter().position(&mut descends).map(|place| table.ascii.len() + place))
}

fn escape(entry: &EscapeText) -> Option<AsciiEscape> {
    match entry.len {
        0 => Some(AsciiEscape::AS_IS),
        len => AsciiEscape::text(entry.text.get(..len as usize)?),
    }
}

/// Builds the profile of a table that [`unsound`] has accepted.
pub(crate) fn with_table<'r>(table: &shapes::Profile, ranges: &'r [CodeRange]) -> Result<Profile<'r>, ErrorCode> {
    let hex = *HEX.get(table.hex as usize).ok_or(ErrorCode::ChoiceUnknown)?;
    let form = *FORMS.get(table.form as usize).ok_or(ErrorCode::ChoiceUnknown)?;
    let mut profile = Profile::empty("custom");
    for (byte, entry) in (0u8..).zip(&table.ascii) {
        profile = profile.with_ascii(byte, escape(entry).ok_or(ErrorCode::ProfileUnsound)?);
    }
    Ok(profile
        .with_non_ascii(ranges)
        .with_hex(hex)
        .with_form(form)
        .with_replacement_escaped(table.escapes_replacement != 0)
        .with_surrogates_refused(table.refuses_surrogates != 0))
}
