//! Reads a record into slots.
//! Standard: RFC 8259. Members may come in any order; unknown members are skipped.

use super::RecordSlot;
use super::cursor::{Cursor, Number};
use super::plan::{RECORD, RecordKind, RecordPlan};
use core::ops::Range;
use stringmill_kernels::{JsonUnescape, Tier, json_unescape_utf16_with, json_unescape_with};
use stringmill_numbers::{DecimalText, nearest_float};
use stringmill_outcome::{Chunk, Error, ErrorCode, Progress, Repairs};
use stringmill_profile::LoneSurrogates;

/// Reads the record at the beginning of `src` into `slots`, at least as many as the plan has, and the text of its
/// strings into `text`. Returns how many bytes were read, up to the brace that ends the record, and how many units
/// written.
///
/// A slot gets the bits of a number; 1 or 0 for a boolean; place and length of a string in `text`, in units; place and
/// length of a raw value in `src`, in bytes; or [`RecordSlot::NULL`] or [`RecordSlot::MISSING`].
///
/// # Errors
///
/// The first error. Text that is not JSON has the error of [`json_check`](crate::json_check) with surrogates
/// in pairs only and at most [`RecordPlan::DEPTH_MAX`] levels, including the record. JSON that does not fit the plan:
/// [`ErrorCode::JsonObjectExpected`]; [`ErrorCode::JsonValueExpected`] for another type or a number out of range;
/// [`ErrorCode::JsonMemberUnknown`] for a repeated member. [`ErrorCode::RoomShort`] if `text` or `slots` is too short;
/// as many units as `src` has bytes always suffice for `text`. After an error, `slots` and `text` are unspecified.
///
/// ```
/// use stringmill::Tier;
/// use stringmill::json::{RecordKind, RecordMember, RecordPlan, RecordSlot, record_read_with};
///
/// let members = [("id", RecordKind::Int64), ("name", RecordKind::String)];
/// let plan = RecordPlan::new(&members.map(|(name, kind)| {
///     RecordMember { name: name.as_bytes(), written: name.as_bytes(), kind }
/// }))?;
/// let mut slots = [RecordSlot { value: 0, len: 0 }; 2];
/// let mut text = [0; 64];
/// let src = br#"{"name": "Ada", "id": 17}"#;
/// let done = record_read_with(Tier::best(), &plan, src, &mut slots, &mut text)?;
/// assert_eq!((done.read, slots[0].value), (src.len(), 17));
/// assert_eq!((slots[1].value, slots[1].len, String::from_utf16_lossy(&text[..3])), (0, 3, "Ada".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn record_read_with(
    tier: Tier,
    plan: &RecordPlan,
    src: &[u8],
    slots: &mut [RecordSlot],
    text: &mut [u16],
) -> Result<Progress, Error> {
    record_read_where_with(tier, plan, src, slots, text, |_, _| true)
}

/// As [`record_read_with`]; each value also has to satisfy `fits`, called with the number of the member and its slot.
///
/// # Errors
///
/// As [`record_read_with`]; [`ErrorCode::JsonValueExpected`] for a value that does not fit.
///
/// ```
/// use stringmill::Tier;
/// use stringmill::json::{RecordKind, RecordMember, RecordPlan, RecordSlot, record_read_where_with};
///
/// let members = [("id", RecordKind::Int64), ("name", RecordKind::String)];
/// let plan = RecordPlan::new(&members.map(|(name, kind)| {
///     RecordMember { name: name.as_bytes(), written: name.as_bytes(), kind }
/// }))?;
/// let mut slots = [RecordSlot { value: 0, len: 0 }; 2];
/// let mut text = [0; 64];
/// let src = br#"{"name": "Ada", "id": 17}"#;
/// let is_small = |number: usize, slot: RecordSlot| number != 0 || slot.value < 10;
/// let error = record_read_where_with(Tier::best(), &plan, src, &mut slots, &mut text, is_small).unwrap_err();
/// assert_eq!(error.offset, 22);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn record_read_where_with(
    tier: Tier,
    plan: &RecordPlan,
    src: &[u8],
    slots: &mut [RecordSlot],
    text: &mut [u16],
    fits: impl Fn(usize, RecordSlot) -> bool,
) -> Result<Progress, Error> {
    let slots = slots.get_mut(..plan.slot_count()).ok_or(Error::new(ErrorCode::RoomShort, 0))?;
    slots.fill(RecordSlot { value: 0, len: RecordSlot::MISSING });
    let cursor = Cursor { tier, src, at: 0, levels_left: RecordPlan::DEPTH_MAX as u64 };
    let mut reader = RecordReader { plan, cursor, slots, text, written: 0, fits };
    reader.record()?;
    Ok(Progress { read: reader.cursor.at, written: reader.written })
}

struct RecordReader<'a, 'p, F> {
    plan: &'p RecordPlan,
    cursor: Cursor<'a>,
    slots: &'p mut [RecordSlot],
    text: &'p mut [u16],
    written: usize,
    fits: F,
}

/// The object that is being read, by the numbers of its steps.
struct Object {
    /// The step that begins it; [`RECORD`] for the record itself.
    number: usize,
    /// The steps of its members.
    members: Range<usize>,
    /// The step that is expected next.
    next: usize,
}

impl<F: Fn(usize, RecordSlot) -> bool> RecordReader<'_, '_, F> {
    /// Reads the record.
    fn record(&mut self) -> Result<(), Error> {
        self.cursor.space();
        if self.cursor.rest().is_empty() {
            return Err(Error::new(ErrorCode::JsonValueExpected, self.cursor.at as u64));
        }
        if self.cursor.src.starts_with(b"\xEF\xBB\xBF") {
            return Err(Error::new(ErrorCode::JsonByteOrderMark, 0));
        }
        self.opens()?;
        let mut object = Object { number: RECORD, members: 0..self.plan.slot_count(), next: 0 };
        let mut has_ended = self.closes();
        loop {
            if !has_ended && self.member(&mut object)? {
                has_ended = self.closes();
                continue;
            }
            if self.record_ends(&mut object, has_ended)? {
                return Ok(());
            }
            has_ended = false;
        }
    }

    /// Reads a member up to its value, and its value unless that is an object of the plan. Returns true, and makes that
    /// object the current one, if one begins.
    #[inline]
    fn member(&mut self, object: &mut Object) -> Result<bool, Error> {
        self.cursor.space();
        let quote = self.cursor.at;
        let found = self.name(&object.members, object.next)?;
        self.cursor.space();
        let Some(number) = found else {
            self.cursor.value()?;
            return Ok(false);
        };
        let step = &self.plan.steps[number];
        object.next = step.end + 1;
        // If the first value of a repeated member does not fit, its error comes first.
        if self.slots[number].len != RecordSlot::MISSING {
            return Err(Error::new(ErrorCode::JsonMemberUnknown, quote as u64));
        }
        if step.kind == RecordKind::Object {
            let begins = self.begins(number)?;
            if begins {
                *object = Object { number, members: number + 1..step.end, next: number + 1 };
            }
            return Ok(begins);
        }
        let from = self.cursor.at;
        let slot = self.value(step.kind)?;
        if !(self.fits)(number, slot) {
            return Err(Error::new(ErrorCode::JsonValueExpected, from as u64));
        }
        self.slots[number] = slot;
        Ok(false)
    }

    /// Reads the comma after a member, or the ends of objects up to a comma; `has_ended` says that the brace of the
    /// innermost object is read already. Returns true at the end of the record.
    #[inline]
    fn record_ends(&mut self, object: &mut Object, mut has_ended: bool) -> Result<bool, Error> {
        loop {
            if !has_ended {
                self.cursor.space();
                if self.cursor.passes(b",") {
                    return Ok(false);
                }
                self.cursor.expect(b'}', ErrorCode::JsonCommaExpected)?;
            }
            has_ended = false;
            self.cursor.levels_left += 1;
            if object.number == RECORD {
                return Ok(true);
            }
            let next = object.members.end + 1;
            let number = self.plan.steps[object.number].parent;
            let members =
                if number == RECORD { 0..self.plan.slot_count() } else { number + 1..self.plan.steps[number].end };
            *object = Object { number, members, next };
        }
    }

    /// Skips the opening brace of an object.
    fn opens(&mut self) -> Result<(), Error> {
        match self.cursor.byte() {
            Some(b'{') => {
                self.cursor.at += 1;
                self.cursor.levels_left -= 1;
                Ok(())
            }
            Some(b'[' | b'"' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n') => {
                Err(Error::new(ErrorCode::JsonObjectExpected, self.cursor.at as u64))
            }
            _ => Err(self.cursor.error(ErrorCode::JsonValueExpected)),
        }
    }

    /// Whether the object is empty and ends here.
    fn closes(&mut self) -> bool {
        self.cursor.space();
        self.cursor.passes(b"}")
    }

    /// Reads the name of a member, which is probably `next`. `None` if the plan has no such name.
    fn name(&mut self, members: &Range<usize>, next: usize) -> Result<Option<usize>, Error> {
        let plan = self.plan;
        if members.contains(&next) && self.cursor.passes(&plan.text[plan.steps[next].quoted.clone()]) {
            return Ok(Some(next));
        }
        if self.cursor.byte() != Some(b'"') {
            return Err(self.cursor.error(ErrorCode::JsonStringExpected));
        }
        let inside = self.cursor.string()?;
        self.cursor.expect(b':', ErrorCode::JsonColonExpected)?;
        let escaped = inside.contains(&b'\\');
        let mut number = members.start;
        while number < members.end {
            let step = &plan.steps[number];
            let name = &plan.text[step.name.clone()];
            if if escaped { is_escaped(self.cursor.tier, name, inside) } else { name == inside } {
                return Ok(Some(number));
            }
            number = step.end + 1;
        }
        Ok(None)
    }

    /// Whether the object with this number begins here; otherwise it is null.
    fn begins(&mut self, number: usize) -> Result<bool, Error> {
        if self.cursor.byte() == Some(b'n') {
            self.cursor.literal(b"null")?;
            self.slots[number] = RecordSlot { value: 0, len: RecordSlot::NULL };
            return Ok(false);
        }
        self.slots[number] = RecordSlot { value: 0, len: 0 };
        self.opens()?;
        Ok(true)
    }

    /// Reads the value of a member.
    #[inline(always)]
    fn value(&mut self, kind: RecordKind) -> Result<RecordSlot, Error> {
        let bits = |value| Ok(RecordSlot { value, len: 0 });
        let from = self.cursor.at;
        if kind == RecordKind::Raw && self.cursor.byte() != Some(b'n') {
            self.cursor.value()?;
            return Ok(RecordSlot { value: from as u64, len: (self.cursor.at - from) as u64 });
        }
        match (kind, self.cursor.byte()) {
            (_, Some(b'n')) => {
                self.cursor.literal(b"null")?;
                Ok(RecordSlot { value: 0, len: RecordSlot::NULL })
            }
            (RecordKind::String, Some(b'"')) => self.string(),
            (RecordKind::Bool, Some(b't')) => self.cursor.literal(b"true").and(bits(1)),
            (RecordKind::Bool, Some(b'f')) => self.cursor.literal(b"false").and(bits(0)),
            (
                RecordKind::Int64 | RecordKind::Uint64 | RecordKind::Float64 | RecordKind::Float32,
                Some(b'-' | b'0'..=b'9'),
            ) => {
                if let Some(value) = self.cursor.short_integer() {
                    return number_bits_of_integer(kind, value)
                        .map(|value| RecordSlot { value, len: 0 })
                        .ok_or(Error::new(ErrorCode::JsonValueExpected, from as u64));
                }
                let number = self.cursor.number()?;
                number_bits(kind, &number)
                    .map(|value| RecordSlot { value, len: 0 })
                    .ok_or(Error::new(ErrorCode::JsonValueExpected, from as u64))
            }
            _ => Err(self.cursor.error(ErrorCode::JsonValueExpected)),
        }
    }

    /// Reads the string whose opening quote is here.
    #[inline(always)]
    fn string(&mut self) -> Result<RecordSlot, Error> {
        let value = self.written as u64;
        match self.cursor.short_string(&mut self.text[self.written..]) {
            Some(len) => {
                self.written += len;
                Ok(RecordSlot { value, len: len as u64 })
            }
            None => self.any_string(),
        }
    }

    fn any_string(&mut self) -> Result<RecordSlot, Error> {
        self.cursor.at += 1;
        let (from, at) = (self.written, self.cursor.at);
        let (rules, repairs) = (JsonUnescape { surrogates: LoneSurrogates::Reject }, &mut Repairs::default());
        let (rest, spare) = (self.cursor.rest(), &mut self.text[from..]);
        let done = json_unescape_utf16_with(self.cursor.tier, rules, rest, spare, Chunk::Last, repairs)
            .map_err(|error| error.after(at as u64))?;
        self.cursor.at += done.read;
        self.written += done.written;
        match self.cursor.byte() {
            Some(b'"') => self.cursor.at += 1,
            Some(_) => return Err(Error::new(ErrorCode::RoomShort, self.cursor.at as u64)),
            None => return Err(Error::new(ErrorCode::StringUnterminated, self.cursor.at as u64)),
        }
        Ok(RecordSlot { value: from as u64, len: done.written as u64 })
    }
}

/// Whether `inside`, a valid string without quotes, is `name` with escapes.
fn is_escaped(tier: Tier, mut name: &[u8], mut inside: &[u8]) -> bool {
    // An escape has at most six bytes for a byte of the name.
    const ESCAPE_MAX: usize = 6;
    if inside.len() < name.len() || inside.len() / ESCAPE_MAX > name.len() {
        return false;
    }
    let (rules, mut repairs) = (JsonUnescape { surrogates: LoneSurrogates::Reject }, Repairs::default());
    let mut buffer = [0; 64];
    while !inside.is_empty() {
        let Ok(done) = json_unescape_with(tier, rules, inside, &mut buffer, Chunk::Last, &mut repairs) else {
            return false;
        };
        let Some(rest) = name.strip_prefix(&buffer[..done.written]) else { return false };
        (name, inside) = (rest, &inside[done.read..]);
    }
    name.is_empty()
}

/// The bits of an integer; `None` if it does not fit.
#[inline(always)]
fn number_bits_of_integer(kind: RecordKind, value: i64) -> Option<u64> {
    match kind {
        RecordKind::Int64 => Some(value.cast_unsigned()),
        RecordKind::Uint64 => u64::try_from(value).ok(),
        // A short integer is exact.
        RecordKind::Float64 => Some((value as f64).to_bits()),
        RecordKind::Float32 => Some((value as f32).to_bits().into()),
        _ => None,
    }
}

/// The bits of a number; `None` if it does not fit.
fn number_bits(kind: RecordKind, number: &Number<'_>) -> Option<u64> {
    let Number { text, is_integer } = *number;
    match kind {
        RecordKind::Int64 if is_integer => text.parse::<i64>().ok().map(i64::cast_unsigned),
        RecordKind::Uint64 if is_integer => text.parse().ok(),
        RecordKind::Float64 => DecimalText::new(text.as_bytes())
            .map(|number| number.float64())
            .filter(|value| value.is_finite())
            .map(f64::to_bits),
        RecordKind::Float32 => {
            nearest_float(text.as_bytes()).filter(|value: &f32| value.is_finite()).map(|value| value.to_bits().into())
        }
        _ => None,
    }
}
