//! One character, or one ill-formed piece, at a time: the scalar tier, and what blocks leave over.

use super::character::{Digits, digits, short_sequence, spelled, spelled_pair};
use super::rules::{JsonEscape, NonAscii};
use crate::utf8::{Sequence, piece_len, sequence};
use stringmill_outcome::{Chunk, Error, ErrorCode, Progress, Repairs};
use stringmill_profile::{HexCase, IllFormed};

/// Why the loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// It reached the place it was asked to reach.
    Reached,
    /// There is no room for the next unit, or its end is still to come.
    Stuck,
}

/// Escapes units until at least `until` bytes of `src` are read.
pub(super) fn escape(
    rules: &JsonEscape<'_>,
    src: &[u8],
    dst: &mut [u8],
    done: &mut Progress,
    until: usize,
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Stop, Error> {
    let digits = digits(rules);
    while done.read < until {
        let byte = src[done.read];
        if !rules.stops[byte as usize] {
            skip_plain(rules, src, dst, done, until);
        }
        let Some(&byte) = src[..until].get(done.read) else { break };
        let out = &mut dst[done.written..];
        let (read, written) = if byte < 0x80 || !rules.stops[byte as usize] {
            match put_entry(&rules.entries[byte as usize], out) {
                Some(written) => (1, written),
                None => return Ok(Stop::Stuck),
            }
        } else if let Some(done) = usual_sequence(rules, digits, &src[done.read..], out) {
            done
        } else {
            match sequence_unit(rules, &src[done.read..], out, chunk) {
                Unit::Done { read, written, ill_formed } => {
                    if ill_formed {
                        repairs.note(done.read);
                    }
                    (read, written)
                }
                Unit::Stuck => return Ok(Stop::Stuck),
                Unit::Refused(code) => return Err(Error::new(code, done.read as u64)),
            }
        };
        done.read += read;
        done.written += written;
    }
    Ok(Stop::Reached)
}

/// Copies runs of bytes that stand for themselves, eight at a time, and those before the first that does not.
#[inline]
fn skip_plain(rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8], done: &mut Progress, until: usize) {
    while let Some(word) = src[..until].get(done.read..).and_then(|rest| rest.first_chunk::<8>())
        && let Some(out) = dst.get_mut(done.written..).and_then(|rest| rest.first_chunk_mut::<8>())
    {
        // No early exit: eight independent loads cost less than one branch that goes wrong.
        let stops = word.iter().rev().fold(0, |stops, &byte| stops << 1 | rules.stops[byte as usize] as u32);
        let plain = (stops | 1 << 8).trailing_zeros() as usize;
        *out = *word;
        done.read += plain;
        done.written += plain;
        if plain < 8 {
            return;
        }
    }
}

/// Escapes the non-ASCII sequence at the beginning of `src`, where it is well-formed, of a kind that most text is made of,
/// and not at the end of either slice: how many bytes it reads and writes.
#[inline(always)]
fn usual_sequence(rules: &JsonEscape<'_>, digits: &Digits, src: &[u8], dst: &mut [u8]) -> Option<(usize, usize)> {
    let (&character, room) = (src.first_chunk::<4>()?, dst.first_chunk_mut::<12>()?);
    let [a, b, c, _] = character;
    if rules.spells() {
        if let Some((len, escape)) = spelled(rules, digits, [a, b, c]) {
            room[..8].copy_from_slice(&escape);
            return Some((len, escape[7] as usize));
        }
        *room = spelled_pair(digits, character)?;
        return Some((4, 12));
    }
    let (len, code) = short_sequence([a, b, c])?;
    match rules.non_ascii {
        NonAscii::None => {}
        NonAscii::Some if !rules.escapes_above(code) => {}
        NonAscii::Some | NonAscii::All => return None,
    }
    room[..4].copy_from_slice(&character);
    Some((len, len))
}

enum Unit {
    Done { read: usize, written: usize, ill_formed: bool },
    Stuck,
    Refused(ErrorCode),
}

/// Escapes the non-ASCII unit at the beginning of `src`.
fn sequence_unit(rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8], chunk: Chunk) -> Unit {
    let (subpart, error) = match sequence(src) {
        Sequence::Whole { len, code } => {
            let escaped = match rules.non_ascii {
                NonAscii::None => false,
                NonAscii::Some => rules.escapes_above(code as usize),
                NonAscii::All => true,
            };
            if escaped {
                let (escape, escape_len) = rules.escape_of(code);
                // Twelve bytes are two stores; those after the escape are overwritten by what follows.
                if let Some(room) = dst.first_chunk_mut() {
                    *room = escape;
                    return Unit::Done { read: len, written: escape_len, ill_formed: false };
                }
                return put(&escape[..escape_len], dst, len, false);
            }
            // Four bytes are one store; the bytes after the sequence are overwritten by what follows.
            if let (Some(text), Some(room)) = (src.first_chunk::<4>(), dst.first_chunk_mut::<4>()) {
                *room = *text;
                return Unit::Done { read: len, written: len, ill_formed: false };
            }
            return put(&src[..len], dst, len, false);
        }
        Sequence::Cut if chunk == Chunk::More => return Unit::Stuck,
        Sequence::Cut => (src.len(), ErrorCode::Utf8Incomplete),
        Sequence::Ill { len, error } => (len, error),
    };
    let Some(read) = piece_len(rules.policy(), src, subpart, chunk) else { return Unit::Stuck };
    match rules.policy() {
        IllFormed::Reject => Unit::Refused(error),
        IllFormed::Copy => put(&src[..read], dst, read, false),
        IllFormed::IgnorePhp => put(&[], dst, read, true),
        IllFormed::Replace | IllFormed::ReplaceJava | IllFormed::ReplacePhp => {
            let written = put_entry(&rules.replacement, dst);
            written.map_or(Unit::Stuck, |written| Unit::Done { read, written, ill_formed: true })
        }
        IllFormed::Visible => {
            let mut text = [0; JsonEscape::UNIT_MAX];
            let mut len = 0;
            let visible = |byte: u8| [b'\\', b'x', HexCase::Upper.digit(byte >> 4), HexCase::Upper.digit(byte)];
            for byte in src[..read].iter().flat_map(|&byte| visible(byte)) {
                let entry = &rules.entries[byte as usize];
                let entry = &entry[..entry[7] as usize];
                text[len..len + entry.len()].copy_from_slice(entry);
                len += entry.len();
            }
            put(&text[..len], dst, read, true)
        }
        IllFormed::Reversible => {
            let mut text = [0; JsonEscape::UNIT_MAX];
            let mut len = 0;
            for &byte in &src[..read] {
                let (escape, escape_len) = rules.escape_of(0xDC00 | byte as u32);
                text[len..len + escape_len].copy_from_slice(&escape[..escape_len]);
                len += escape_len;
            }
            put(&text[..len], dst, read, true)
        }
    }
}

/// Writes bytes as `entries` have them; returns how many, or `None` where there is too little room.
#[inline]
fn put_entry(entry: &[u8; 8], dst: &mut [u8]) -> Option<usize> {
    let len = entry[7] as usize;
    // Eight bytes are one store; the bytes after the entry are overwritten by what follows.
    match dst.first_chunk_mut() {
        Some(room) => *room = *entry,
        None => dst.get_mut(..len)?.copy_from_slice(&entry[..len]),
    }
    Some(len)
}

#[inline]
fn put(text: &[u8], dst: &mut [u8], read: usize, ill_formed: bool) -> Unit {
    match dst.get_mut(..text.len()) {
        Some(room) => {
            room.copy_from_slice(text);
            Unit::Done { read, written: text.len(), ill_formed }
        }
        None => Unit::Stuck,
    }
}
