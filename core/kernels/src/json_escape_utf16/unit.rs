//! One lone surrogate.

use super::rules::{JsonEscapeUtf16, unit_escape};
use stringmill_outcome::{Error, ErrorCode};
use stringmill_profile::IllFormedUtf16;

/// Writes the replacement for the lone surrogate `unit`; `None` if it has no room.
#[cold]
pub(super) fn repair_lone(
    rules: &JsonEscapeUtf16<'_>,
    unit: u16,
    room: &mut [u8],
    offset: usize,
) -> Result<Option<usize>, Error> {
    let mut text = rules.repair;
    match rules.policy() {
        IllFormedUtf16::Reject | IllFormedUtf16::Wtf8 => {
            return Err(Error::new(ErrorCode::Utf16SurrogateLone, offset as u64));
        }
        IllFormedUtf16::Escape => text = unit_escape(unit, rules.profile().hex()),
        IllFormedUtf16::Replace | IllFormedUtf16::QuestionMark => {}
    }
    let Some(room) = room.get_mut(..rules.repair_len) else { return Ok(None) };
    room.copy_from_slice(&text[..rules.repair_len]);
    Ok(Some(rules.repair_len))
}
