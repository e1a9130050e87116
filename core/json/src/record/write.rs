//! Writes a record from values, as a whole or not at all.
//! Standard: RFC 8259.

use super::plan::{HEAD, RecordKind, RecordPlan, Step};
use stringmill_kernels::{JsonEscapeUtf16, Tier, json_escape_utf16_with};
use stringmill_numbers::{FloatWrite, float32_write, float64_write, int64_write, uint64_write};
use stringmill_outcome::{Chunk, Error, ErrorCode, Repairs};

/// Options for writing values.
///
/// ```
/// use stringmill::json::{RecordKind, RecordMember, RecordPlan, RecordRules};
/// use stringmill::json::{RecordSlots, RecordValue, record_write_with};
/// use stringmill::{ErrorCode, FloatShape, FloatWrite, IllFormedUtf16, JsonEscapeUtf16, Profile, Tier};
///
/// struct User(i64);
/// impl RecordSlots<'static> for User {
///     fn value(&self, _: usize, kind: RecordKind) -> Result<RecordValue<'static>, ErrorCode> {
///         Ok(if kind == RecordKind::Int64 { RecordValue::Bits(self.0 as u64) } else { RecordValue::Null })
///     }
/// }
/// let plan = RecordPlan::new(&[RecordMember { name: b"id", written: b"id", kind: RecordKind::Int64 }])?;
/// let strings = JsonEscapeUtf16::new(&Profile::JSON, IllFormedUtf16::Reject)?;
/// let rules = RecordRules { strings: &strings, floats: &FloatWrite::new(&FloatShape::ECMASCRIPT) };
/// let mut dst = [0; 64];
/// let len = record_write_with(Tier::best(), rules, &plan, &User(17), &mut dst)?;
/// assert_eq!(&dst[..len], br#"{"id":17}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RecordRules<'a> {
    /// Escape rules of strings.
    pub strings: &'a JsonEscapeUtf16<'a>,
    /// Layout of floats.
    pub floats: &'a FloatWrite,
}

/// The value of a member to write.
///
/// ```
/// use stringmill::json::{RecordKind, RecordMember, RecordPlan, RecordRules};
/// use stringmill::json::{RecordSlots, RecordValue, record_write_with};
/// use stringmill::{ErrorCode, FloatShape, FloatWrite, IllFormedUtf16, JsonEscapeUtf16, Profile, Tier};
///
/// struct User(i64);
/// impl RecordSlots<'static> for User {
///     fn value(&self, _: usize, kind: RecordKind) -> Result<RecordValue<'static>, ErrorCode> {
///         Ok(if kind == RecordKind::Int64 { RecordValue::Bits(self.0 as u64) } else { RecordValue::Null })
///     }
/// }
/// let plan = RecordPlan::new(&[RecordMember { name: b"id", written: b"id", kind: RecordKind::Int64 }])?;
/// let strings = JsonEscapeUtf16::new(&Profile::JSON, IllFormedUtf16::Reject)?;
/// let rules = RecordRules { strings: &strings, floats: &FloatWrite::new(&FloatShape::ECMASCRIPT) };
/// let mut dst = [0; 64];
/// let len = record_write_with(Tier::best(), rules, &plan, &User(17), &mut dst)?;
/// assert_eq!(&dst[..len], br#"{"id":17}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum RecordValue<'a> {
    /// `null`.
    Null,
    /// The bits of a number; 1 or 0 for a boolean; any bits for an object that is not null.
    Bits(u64),
    /// The text of a string.
    Units(&'a [u16]),
    /// The JSON of any value.
    Json(&'a [u8]),
}

/// The source of values.
///
/// ```
/// use stringmill::json::{RecordKind, RecordMember, RecordPlan, RecordRules};
/// use stringmill::json::{RecordSlots, RecordValue, record_write_with};
/// use stringmill::{ErrorCode, FloatShape, FloatWrite, IllFormedUtf16, JsonEscapeUtf16, Profile, Tier};
///
/// struct User(i64);
/// impl RecordSlots<'static> for User {
///     fn value(&self, _: usize, kind: RecordKind) -> Result<RecordValue<'static>, ErrorCode> {
///         Ok(if kind == RecordKind::Int64 { RecordValue::Bits(self.0 as u64) } else { RecordValue::Null })
///     }
/// }
/// let plan = RecordPlan::new(&[RecordMember { name: b"id", written: b"id", kind: RecordKind::Int64 }])?;
/// let strings = JsonEscapeUtf16::new(&Profile::JSON, IllFormedUtf16::Reject)?;
/// let rules = RecordRules { strings: &strings, floats: &FloatWrite::new(&FloatShape::ECMASCRIPT) };
/// let mut dst = [0; 64];
/// let len = record_write_with(Tier::best(), rules, &plan, &User(17), &mut dst)?;
/// assert_eq!(&dst[..len], br#"{"id":17}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait RecordSlots<'a> {
    /// The value of the slot with this number and kind: units for strings, JSON for raw values, bits for all others, or
    /// null.
    ///
    /// # Errors
    ///
    /// The reason that the slot has no value.
    fn value(&self, number: usize, kind: RecordKind) -> Result<RecordValue<'a>, ErrorCode>;
}

/// Writes one record into `dst`; returns how many bytes it has.
///
/// # Errors
///
/// [`ErrorCode::RoomShort`] if `dst` is too short; then its content is unspecified. [`ErrorCode::NumberNotFinite`] for
/// a float that JSON cannot have; the errors of the escape rules; the errors of `slots`. The offset is the number of
/// the slot.
///
/// ```
/// use stringmill::json::{RecordKind, RecordMember, RecordPlan, RecordRules};
/// use stringmill::json::{RecordSlots, RecordValue, record_write_with};
/// use stringmill::{ErrorCode, FloatShape, FloatWrite, IllFormedUtf16, JsonEscapeUtf16, Profile, Tier};
///
/// struct User(i64);
/// impl RecordSlots<'static> for User {
///     fn value(&self, _: usize, kind: RecordKind) -> Result<RecordValue<'static>, ErrorCode> {
///         Ok(if kind == RecordKind::Int64 { RecordValue::Bits(self.0 as u64) } else { RecordValue::Null })
///     }
/// }
/// let plan = RecordPlan::new(&[RecordMember { name: b"id", written: b"id", kind: RecordKind::Int64 }])?;
/// let strings = JsonEscapeUtf16::new(&Profile::JSON, IllFormedUtf16::Reject)?;
/// let rules = RecordRules { strings: &strings, floats: &FloatWrite::new(&FloatShape::ECMASCRIPT) };
/// let mut dst = [0; 64];
/// let len = record_write_with(Tier::best(), rules, &plan, &User(17), &mut dst)?;
/// assert_eq!(&dst[..len], br#"{"id":17}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn record_write_with<'a>(
    tier: Tier,
    rules: RecordRules<'_>,
    plan: &RecordPlan,
    slots: &impl RecordSlots<'a>,
    dst: &mut [u8],
) -> Result<usize, Error> {
    let mut out = RecordWriter { tier, rules, dst, len: 0 };
    let mut number = 0;
    match out.record(plan, slots, &mut number) {
        Ok(()) => Ok(out.len),
        Err(code) => Err(Error::new(code, number as u64)),
    }
}

struct RecordWriter<'a> {
    tier: Tier,
    rules: RecordRules<'a>,
    dst: &'a mut [u8],
    len: usize,
}

impl RecordWriter<'_> {
    /// Writes all steps from `number` on; after an error, `number` is the step.
    #[inline(always)]
    fn record<'a>(
        &mut self,
        plan: &RecordPlan,
        slots: &impl RecordSlots<'a>,
        number: &mut usize,
    ) -> Result<(), ErrorCode> {
        while let Some(step) = plan.steps.get(*number) {
            self.before(plan, step)?;
            if step.kind != RecordKind::End {
                let value = slots.value(*number, step.kind)?;
                if let RecordValue::Null = value {
                    self.put(b"null")?;
                    // Skips the members of a null object; other values have none.
                    *number = step.end;
                } else {
                    self.value(step.kind, value)?;
                }
            }
            *number += 1;
        }
        Ok(())
    }

    /// Writes the bytes before the value of a step.
    #[inline(always)]
    fn before(&mut self, plan: &RecordPlan, step: &Step) -> Result<(), ErrorCode> {
        let len = step.before.len();
        let spare = self.dst.get_mut(self.len..).and_then(|rest| rest.first_chunk_mut::<HEAD>());
        if let Some(spare) = spare.filter(|_| len <= HEAD) {
            *spare = step.head;
            self.len += len;
            return Ok(());
        }
        self.put(&plan.text[step.before.clone()])
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), ErrorCode> {
        let spare = self.dst.get_mut(self.len..self.len + bytes.len()).ok_or(ErrorCode::RoomShort)?;
        spare.copy_from_slice(bytes);
        self.len += bytes.len();
        Ok(())
    }

    #[inline(always)]
    fn value(&mut self, kind: RecordKind, value: RecordValue<'_>) -> Result<(), ErrorCode> {
        let spare = &mut self.dst[self.len..];
        let written = match (kind, value) {
            (RecordKind::String, RecordValue::Units(units)) => return self.string(units),
            (RecordKind::Raw, RecordValue::Json(json)) => return self.put(json),
            (RecordKind::Object, RecordValue::Bits(_)) => 0,
            (RecordKind::Bool, RecordValue::Bits(bits)) => {
                return self.put(if bits == 0 { b"false" } else { b"true" });
            }
            (RecordKind::Int64, RecordValue::Bits(bits)) => int64_write(bits.cast_signed(), spare)?,
            (RecordKind::Uint64, RecordValue::Bits(bits)) => uint64_write(bits, spare)?,
            (RecordKind::Float64, RecordValue::Bits(bits)) => {
                float64_write(self.rules.floats, f64::from_bits(bits), spare)?
            }
            (RecordKind::Float32, RecordValue::Bits(bits)) => {
                float32_write(self.rules.floats, f32::from_bits(bits as u32), spare)?
            }
            _ => return Err(ErrorCode::ChoiceUnknown),
        };
        self.len += written;
        Ok(())
    }

    #[inline(always)]
    fn string(&mut self, units: &[u16]) -> Result<(), ErrorCode> {
        if units.len() <= PLAIN_MAX
            && let Some([open, spare @ .., close]) = self.dst.get_mut(self.len..self.len + units.len() + 2)
            && self.rules.strings.copy_plain(units, spare)
        {
            (*open, *close) = (b'"', b'"');
            self.len += units.len() + 2;
            return Ok(());
        }
        self.any_string(units)
    }

    fn any_string(&mut self, units: &[u16]) -> Result<(), ErrorCode> {
        self.put(b"\"")?;
        let (rules, repairs) = (self.rules.strings, &mut Repairs::default());
        let done = json_escape_utf16_with(self.tier, rules, units, &mut self.dst[self.len..], Chunk::Last, repairs)
            .map_err(|error| error.code)?;
        self.len += done.written;
        if done.read < units.len() { Err(ErrorCode::RoomShort) } else { self.put(b"\"") }
    }
}

/// The length up to which strings are tried unit by unit.
const PLAIN_MAX: usize = 24;
