//! One unit at a time: all of the scalar tier, and the units that leaves do not take.

use super::rules::{Digits, Entry, JsonEscape, NonAscii, byte_digits, escape_of, spelled_pair, spelled_short};
use crate::tier::IS_DOWNLOADED;
use crate::utf8::{Sequence, code_of, piece_len, sequence, short_sequence};
use crate::vector::{BLOCK, BYTES16_IS_REGISTER, Bytes16, first_bits};
use stringmill_outcome::{Chunk, Error, ErrorCode, Progress, Repairs};
use stringmill_profile::{HexCase, IllFormed};

/// Why the loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// It reached the given place.
    Reached,
    /// There is no room for the next unit, or `src` ends inside it and more follows.
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
    // A copy, so that the loop keeps it in registers.
    let mut at = *done;
    let stop = escape_until(rules, src, dst, &mut at, until, chunk, repairs);
    *done = at;
    stop
}

#[inline(always)]
fn escape_until(
    rules: &JsonEscape<'_>,
    src: &[u8],
    dst: &mut [u8],
    done: &mut Progress,
    until: usize,
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Stop, Error> {
    let digits = byte_digits(rules.profile().hex());
    while done.read < until {
        let byte = src[done.read];
        if !rules.sets.stops[byte as usize] {
            let plain = plain_words(rules, &src[done.read..until], &mut dst[done.written..]);
            done.read += plain;
            done.written += plain;
        }
        let Some(&byte) = src[..until].get(done.read) else { break };
        let out = &mut dst[done.written..];
        let (read, written) = if byte < 0x80 || !rules.sets.stops[byte as usize] {
            match put_entry(&rules.spelling.entries[byte as usize], out) {
                Some(written) => (1, written),
                None => return Ok(Stop::Stuck),
            }
        } else if let Some(done) = plain_sequence(rules, digits, &src[done.read..], out) {
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

/// Escapes text one character after another, under rules that spell. Stops at ill-formed bytes and near the end of the
/// room.
#[inline(never)]
pub(super) fn spelled(rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
    characters::<true, false>(rules, src, dst)
}

/// From this length on plain bytes are copied by words. In shorter text a branch at each special byte costs more.
const WORDS_MIN: usize = 32;

/// The work of leaves on the scalar tier: escapes well-formed text under any rules. Stops at other bytes, near the end
/// of the room, and in front of escapes of Ion.
#[inline(never)]
pub(super) fn text(rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
    if IS_DOWNLOADED {
        return Progress::default();
    }
    if BYTES16_IS_REGISTER && !is_dense(src) && (BLOCK_MIN..=BLOCK).contains(&src.len()) {
        return block(rules, src, dst);
    }
    one_by_one(rules, src, dst)
}

/// Text that begins with a letter of another script has few bytes to copy.
#[inline(always)]
fn is_dense(src: &[u8]) -> bool {
    src.first().is_some_and(|&byte| byte >= 0x80)
}

/// A separate function, so that the caller keeps no registers for it.
#[inline(never)]
fn one_by_one(rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
    let dense = is_dense(src);
    match (rules.spells(), dense || src.len() < WORDS_MIN) {
        (true, true) => spelled(rules, src, dst),
        (true, false) => characters::<true, true>(rules, src, dst),
        (false, true) => characters::<false, false>(rules, src, dst),
        (false, false) => characters::<false, true>(rules, src, dst),
    }
}

/// From this length on [`block`] costs less than one character after another.
const BLOCK_MIN: usize = 12;

/// With more special bytes one character after another costs less.
const MANY: u32 = 16;

/// Escapes text of at most a block.
#[inline(never)]
fn block(rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
    let done =
        if rules.spells() { marked_block::<true>(rules, src, dst) } else { marked_block::<false>(rules, src, dst) };
    if done.read > 0 { done } else { one_by_one(rules, src, dst) }
}

/// Escapes text of at most a block, of which few bytes are special: the bytes in registers, special ones by their mask.
/// Takes nothing of other text.
#[inline(always)]
fn marked_block<const SPELLS: bool>(rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
    let stops = !rules.spells_any && !matches!(rules.non_ascii, NonAscii::Copied | NonAscii::Validated);
    let (Some(signs), Some(room), false) = (&rules.sets.signs, dst.first_chunk_mut::<BLOCK>(), stops) else {
        return Progress::default();
    };
    let (mut special, sixteens) = (0, src.len().div_ceil(16));
    for (number, out) in room.as_chunks_mut().0.iter_mut().enumerate().take(sixteens) {
        let bytes = Bytes16::of_up_to(&src[16 * number..]);
        bytes.store(out);
        special |= u64::from(signs.special(bytes)) << (16 * number);
    }
    // The bytes after the end are zeros, which are controls.
    special &= first_bits(src.len());
    if special == 0 {
        return Progress { read: src.len(), written: src.len() };
    }
    if special.count_ones() > MANY {
        return Progress::default();
    }
    let mut text = [0; MARKED_TEXT];
    // The bytes after the last sixteen stay zeros, which continue no sequence.
    for (to, from) in text.as_chunks_mut::<16>().0.iter_mut().zip(room.as_chunks().0).take(sixteens) {
        *to = *from;
    }
    marked::<SPELLS>(rules, &text, src.len(), special, dst)
}

/// One character after another; with `WORDS` plain bytes eight at a time.
#[inline(always)]
fn characters<const SPELLS: bool, const WORDS: bool>(rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
    let digits = byte_digits(rules.profile().hex());
    let mut done = Progress::default();
    while let Some(rest @ &[lead, ..]) = src.get(done.read..) {
        if WORDS && lead < 0x80 {
            let plain = plain_words(rules, rest, &mut dst[done.written..]);
            if plain > 0 {
                done = Progress { read: done.read + plain, written: done.written + plain };
                continue;
            }
        }
        let Some(room) = dst.get_mut(done.written..).and_then(|room| room.first_chunk_mut::<12>()) else { break };
        if lead < 0x80 || !SPELLS && rules.non_ascii == NonAscii::Copied {
            let entry = &rules.spelling.entries[lead as usize];
            *room.first_chunk_mut().expect("8 of 12 bytes") = *entry;
            done = Progress { read: done.read + 1, written: done.written + entry[7] as usize };
            continue;
        }
        if !SPELLS && !rules.spells_any && rules.non_ascii != NonAscii::Validated {
            break;
        }
        let character = match rest.first_chunk() {
            Some(four) => *four,
            // Zeros continue no sequence.
            None => [lead, *rest.get(1).unwrap_or(&0), *rest.get(2).unwrap_or(&0), 0],
        };
        let Some((read, written)) = put_character::<SPELLS>(rules, digits, character, room) else { break };
        done = Progress { read: done.read + read, written: done.written + written };
    }
    done
}

/// Bytes of a text for [`marked`]: a block, and zeros for loads that begin in it.
pub(super) const MARKED_TEXT: usize = 2 * BLOCK + 3;

/// Bytes that a copy after a character has, if no more are between it and the next one.
const COPY: usize = 16;

/// Escapes the `special` characters among the first `len` bytes of a text, whose copy is in `dst`. After each it copies
/// the bytes before the next one. Rules must escape all non-ASCII characters if `SPELLS`, and otherwise some of them.
/// Stops at ill-formed bytes and near the end of the room.
///
/// No step waits for the length of the character before it: the places come from the mask, and kinds are branches. It
/// is a separate function, so that clean strings do not save its registers.
#[inline(never)]
pub(super) fn marked<const SPELLS: bool>(
    rules: &JsonEscape<'_>,
    text: &[u8; MARKED_TEXT],
    len: usize,
    mut special: u64,
    dst: &mut [u8],
) -> Progress {
    let digits = byte_digits(rules.profile().hex());
    let mut done = Progress { read: special.trailing_zeros() as usize, written: special.trailing_zeros() as usize };
    while special != 0 {
        let (Some(&character), Some(room)) = (
            text[done.read..].first_chunk(),
            dst.get_mut(done.written..).and_then(|room| room.first_chunk_mut::<{ 12 + BLOCK }>()),
        ) else {
            return done;
        };
        let Some((read, written)) =
            room.first_chunk_mut().and_then(|room| put_character::<SPELLS>(rules, digits, character, room))
        else {
            return done;
        };
        let from = done.read + read;
        special &= u64::MAX << (from - 1) << 1;
        let next = (special.trailing_zeros() as usize).min(len);
        let (rest, room) = (&text[from..], &mut room[written..]);
        // Copies also if no byte is between them, because a branch on that would often be mispredicted.
        if next - from <= COPY
            && let (Some(rest), Some(room)) = (rest.first_chunk::<COPY>(), room.first_chunk_mut())
        {
            *room = *rest;
        } else if let (Some(rest), Some(room)) = (rest.first_chunk::<BLOCK>(), room.first_chunk_mut()) {
            *room = *rest;
        }
        done = Progress { read: next, written: done.written + written + (next - from) };
    }
    done
}

/// Writes a well-formed character. Returns how many bytes it read and wrote.
#[inline(always)]
fn put_character<const SPELLS: bool>(
    rules: &JsonEscape<'_>,
    digits: &Digits,
    character: [u8; 4],
    room: &mut [u8; 12],
) -> Option<(usize, usize)> {
    let stays = |code| !SPELLS && (rules.non_ascii == NonAscii::Validated || !rules.ranges.has(rules.profile(), code));
    let [lead, second, third, _] = character;
    // Each arm gives a constant length, so that what follows does not wait for the character.
    if lead < 0x80 {
        let entry = &rules.spelling.entries[lead as usize];
        *room.first_chunk_mut()? = *entry;
        return Some((1, entry[7] as usize));
    }
    if lead < 0xE0 {
        let (_, code) = short_sequence([lead, second, 0])?;
        if stays(code) {
            *room.first_chunk_mut()? = character;
            return Some((2, 2));
        }
        *room.first_chunk_mut()? = spelled_short(digits, code);
        return Some((2, 6));
    }
    if lead < 0xF0 {
        let (_, code) = short_sequence([lead, second, third])?;
        if stays(code) {
            *room.first_chunk_mut()? = character;
            return Some((3, 3));
        }
        *room.first_chunk_mut()? = spelled_short(digits, code);
        return Some((3, 6));
    }
    let pair = spelled_pair(digits, character)?;
    if stays(code_of(character)) {
        *room.first_chunk_mut()? = character;
        return Some((4, 4));
    }
    *room = pair;
    Some((4, 12))
}

/// Copies bytes that need no escape, sixteen or eight at a time, up to the first that does, or to the last seven.
/// Returns how many.
///
/// It is a separate function, so that its caller keeps its registers.
#[inline(never)]
fn plain_words(rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> usize {
    let mut sixteens = 0;
    if let Some(signs) = &rules.sets.signs
        && BYTES16_IS_REGISTER
    {
        for (bytes, out) in src.as_chunks::<16>().0.iter().zip(dst.as_chunks_mut::<16>().0) {
            *out = *bytes;
            let special = signs.special(Bytes16::of(bytes));
            if special != 0 {
                return sixteens + special.trailing_zeros() as usize;
            }
            sixteens += 16;
        }
    }
    sixteens + plain_eights(rules, &src[sixteens..], &mut dst[sixteens..])
}

#[inline(always)]
fn plain_eights(rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> usize {
    for (number, (word, out)) in src.as_chunks::<8>().0.iter().zip(dst.as_chunks_mut::<8>().0).enumerate() {
        let plain = match &rules.sets.signs {
            Some(signs) => signs.plain_len(*word),
            None => {
                // No early exit: eight independent loads cost less than one branch that goes wrong.
                let stop = |stops: u32, &byte: &u8| stops << 1 | u32::from(rules.sets.stops[byte as usize]);
                (word.iter().rev().fold(0, stop) | 1 << 8).trailing_zeros() as usize
            }
        };
        *out = *word;
        if plain < 8 {
            return 8 * number + plain;
        }
    }
    8 * src.as_chunks::<8>().0.len().min(dst.len() / 8)
}

/// Escapes the well-formed non-ASCII sequence at the beginning of `src`: how many bytes it reads and writes. `None`
/// near the end of either slice and for sequences that [`sequence_unit`] handles.
#[inline(always)]
fn plain_sequence(rules: &JsonEscape<'_>, digits: &Digits, src: &[u8], dst: &mut [u8]) -> Option<(usize, usize)> {
    let (&character, room) = (src.first_chunk::<4>()?, dst.first_chunk_mut::<12>()?);
    let [a, b, c, _] = character;
    if rules.spells() {
        if let Some((len, escape)) = rules.spelling.spelled(digits, [a, b, c]) {
            room[..8].copy_from_slice(&escape);
            return Some((len, escape[7] as usize));
        }
        *room = spelled_pair(digits, character)?;
        return Some((4, 12));
    }
    let (len, code) = short_sequence([a, b, c])?;
    match rules.non_ascii {
        NonAscii::Copied | NonAscii::Validated => {}
        NonAscii::SomeEscaped if !rules.ranges.has(rules.profile(), code) => {}
        NonAscii::SomeEscaped | NonAscii::Spelled | NonAscii::ByUnit => return None,
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
                NonAscii::Copied | NonAscii::Validated => false,
                NonAscii::SomeEscaped => rules.ranges.has(rules.profile(), code as usize),
                NonAscii::Spelled | NonAscii::ByUnit => true,
            };
            if escaped {
                let (escape, escape_len) = escape_of(rules.profile(), code);
                // Twelve bytes are two stores; those after the escape are overwritten by the next unit.
                if let Some(room) = dst.first_chunk_mut() {
                    *room = escape;
                    return Unit::Done { read: len, written: escape_len, ill_formed: false };
                }
                return put(&escape[..escape_len], dst, len, false);
            }
            // Four bytes are one store; the bytes after the sequence are overwritten by the next unit.
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
            let written = put_entry(&rules.spelling.replacement, dst);
            written.map_or(Unit::Stuck, |written| Unit::Done { read, written, ill_formed: true })
        }
        IllFormed::Visible => {
            let mut text = [0; JsonEscape::UNIT_MAX];
            let mut len = 0;
            let visible = |byte: u8| [b'\\', b'x', HexCase::Upper.digit(byte >> 4), HexCase::Upper.digit(byte)];
            for byte in src[..read].iter().flat_map(|&byte| visible(byte)) {
                let entry = &rules.spelling.entries[byte as usize];
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
                let (escape, escape_len) = escape_of(rules.profile(), 0xDC00 | byte as u32);
                text[len..len + escape_len].copy_from_slice(&escape[..escape_len]);
                len += escape_len;
            }
            put(&text[..len], dst, read, true)
        }
    }
}

/// Writes an entry; returns how many bytes, or `None` if there is too little room.
#[inline]
fn put_entry(entry: &Entry, dst: &mut [u8]) -> Option<usize> {
    let len = entry[7] as usize;
    // Eight bytes are one store; the bytes after the entry are overwritten by the next unit.
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
