//! Header `stringmill_records.h`.

use crate::arguments::{
    apart, clearly_apart, destination, handle, how_whole, not_null, outside, shortcut, source, source_and_destination,
};
use crate::door::{self, exported};
use crate::memory::{boxed, with_room};
use crate::numbers::SHAPES;
use crate::ranges::{Span, all_apart};
use crate::rules::Rules;
use crate::shapes::{Progress, RecordMember};
use std::ptr;
use stringmill::ErrorCode;
use stringmill::json::{
    RecordKind, RecordPlan, RecordRules, RecordSlot, RecordSlots, RecordValue, record_read_where_with,
    record_write_with,
};

/// `smill_record_plan`
pub struct Plan {
    plan: RecordPlan,
    /// For each slot its place, or `None`.
    places: Vec<Option<Place>>,
    /// Bytes of a record up to the end of the last place; zero without places.
    record_len: usize,
}

/// `smill_record_write_args`
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct RecordWriteArgs {
    /// See `smill_record_write`.
    pub plan: *const Plan,
    /// Likewise.
    pub rules: *const Rules,
    /// Likewise.
    pub slots: *const RecordSlot,
    /// Likewise.
    pub slot_count: usize,
    /// Likewise.
    pub dst: *mut u8,
    /// Likewise.
    pub dst_cap: usize,
    /// The record that members with a place are read from.
    pub record: *const u8,
    /// Output of the call.
    pub progress: Progress,
    /// `SMILL_FLOAT_SHAPE_...`
    pub float_shape: u32,
    /// Only `SMILL_ON_TIER` is allowed.
    pub how: u32,
}

/// `smill_record_read_args`
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct RecordReadArgs {
    /// See `smill_record_read`.
    pub plan: *const Plan,
    /// Likewise.
    pub src: *const u8,
    /// Likewise.
    pub src_len: usize,
    /// Likewise.
    pub slots: *mut RecordSlot,
    /// Likewise.
    pub slot_count: usize,
    /// Likewise.
    pub text: *mut u16,
    /// Likewise.
    pub text_cap: usize,
    /// The record that members with a place are written to.
    pub record: *mut u8,
    /// Output of the call.
    pub progress: Progress,
    /// Only `SMILL_ON_TIER` is allowed.
    pub how: u32,
    /// Must be zero.
    pub reserved: u32,
}

// The sizes that programs were compiled with; `tests/programs/every_function.c` checks the same in C.
const _: () = {
    assert!(size_of::<RecordWriteArgs>() == (7 * size_of::<usize>()).next_multiple_of(align_of::<u64>()) + 32);
    assert!(size_of::<RecordReadArgs>() == size_of::<[usize; 8]>() + 32);
};

/// `SMILL_RECORD_PLACE`: the place of a number or boolean in the caller's memory of a record.
#[derive(Clone, Copy)]
struct Place {
    offset: u32,
    width: u8,
    kind: RecordKind,
}

impl Place {
    /// Decodes a place. Returns `None` for 0: the member has no place.
    fn numbered(number: u32, kind: RecordKind) -> Result<Option<Self>, ErrorCode> {
        if number == 0 {
            return Ok(None);
        }
        let (offset, width) = (number & 0xFF_FFFF, (number >> 24) as u8);
        let fits = match kind {
            RecordKind::Bool => width == 1,
            RecordKind::Int64 | RecordKind::Uint64 => matches!(width, 1 | 2 | 4 | 8),
            RecordKind::Float64 => width == 8,
            RecordKind::Float32 => width == 4,
            RecordKind::String | RecordKind::Raw | RecordKind::Object | RecordKind::End => false,
        };
        if fits { Ok(Some(Place { offset, width, kind })) } else { Err(ErrorCode::ChoiceUnknown) }
    }

    /// The end of the place in the record.
    fn end(&self) -> usize {
        self.offset as usize + usize::from(self.width)
    }

    /// The value at the place, as the bits of a slot.
    ///
    /// # Safety
    ///
    /// The place must be readable in `record`.
    #[inline(always)]
    unsafe fn bits(self, record: *const u8) -> u64 {
        let is_signed = self.kind == RecordKind::Int64;
        // SAFETY: the caller's promise.
        unsafe {
            let at = record.add(self.offset as usize);
            match self.width {
                1 if is_signed => (at.read() as i8 as i64).cast_unsigned(),
                1 => at.read().into(),
                2 if is_signed => (at.cast::<i16>().read_unaligned() as i64).cast_unsigned(),
                2 => at.cast::<u16>().read_unaligned().into(),
                4 if is_signed => (at.cast::<i32>().read_unaligned() as i64).cast_unsigned(),
                4 => at.cast::<u32>().read_unaligned().into(),
                _ => at.cast::<u64>().read_unaligned(),
            }
        }
    }

    /// Whether the place can represent the bits of a slot.
    #[inline(always)]
    fn holds(self, bits: u64) -> bool {
        let unused = u64::BITS - u8::BITS * u32::from(self.width);
        match self.kind {
            RecordKind::Int64 => (bits << unused).cast_signed() >> unused == bits.cast_signed(),
            _ => bits << unused >> unused == bits,
        }
    }

    /// Writes the bits of a slot to the place.
    ///
    /// # Safety
    ///
    /// The place must be writable in `record`.
    #[inline(always)]
    unsafe fn set(self, record: *mut u8, bits: u64) {
        // SAFETY: the caller's promise.
        unsafe {
            let at = record.add(self.offset as usize);
            match self.width {
                1 => at.write(bits as u8),
                2 => at.cast::<u16>().write_unaligned(bits as u16),
                4 => at.cast::<u32>().write_unaligned(bits as u32),
                _ => at.cast::<u64>().write_unaligned(bits),
            }
        }
    }
}

impl Plan {
    /// Checks that `record` is not null if the plan has places.
    #[inline(always)]
    fn check(&self, record: *const u8) -> Result<(), ErrorCode> {
        if self.record_len == 0 { Ok(()) } else { not_null(record) }
    }

    /// Whether the value of a member fits its place. Null does not.
    #[inline(always)]
    fn fits(&self, number: usize, slot: RecordSlot) -> bool {
        self.places[number].is_none_or(|place| slot.len == 0 && place.holds(slot.value))
    }

    /// Writes the values to the places of a record. A missing member leaves its place unchanged.
    ///
    /// # Safety
    ///
    /// All places must be writable in `record`.
    #[inline(always)]
    unsafe fn place(&self, slots: &[RecordSlot], record: *mut u8) {
        for (slot, place) in slots.iter().zip(&self.places) {
            if let Some(place) = *place
                && slot.len == 0
            {
                // SAFETY: the caller's promise.
                unsafe { place.set(record, slot.value) };
            }
        }
    }
}

exported! {
    fn smill_record_plan_new(members: *const RecordMember, count: usize, plan: *mut *mut Plan) -> u32 {
        door::write_out(plan, &[], || {
            let members = source(members, count)?;
            all_apart(&[Span::one(plan)], &[Span::of(members.as_ptr(), count)])?;
            let (mut places, mut named) = (with_room(count)?, with_room(count)?);
            for member in members {
                let kind = RecordKind::ALL.get(member.kind as usize).copied().ok_or(ErrorCode::ChoiceUnknown)?;
                places.push(Place::numbered(member.place, kind)?);
                let texts = [Span::of(member.name, member.name_len), Span::of(member.written, member.written_len)];
                all_apart(&[Span::one(plan)], &texts)?;
                let (name, written) =
                    (source(member.name, member.name_len)?, source(member.written, member.written_len)?);
                named.push(stringmill::json::RecordMember { name, written, kind });
            }
            let record_len = places.iter().flatten().map(Place::end).max().unwrap_or(0);
            Ok(Box::into_raw(boxed(Plan { plan: RecordPlan::new(&named)?, places, record_len })?).cast())
        })
    }

    fn smill_record_plan_free(plan: *mut Plan) {
        door::caught((), || {
            if !plan.is_null() {
                // It came from `boxed`: one `Plan` and a slice of one have the same layout.
                drop(Box::from_raw(plan));
            }
        });
    }
}

/// Slots of the caller, whose text may be anywhere.
struct Slots<'a> {
    slots: &'a [RecordSlot],
    places: &'a [Option<Place>],
    /// The record that places refer to.
    record: *const u8,
    /// The range that the call writes; no text may overlap it.
    dst: (*mut u8, usize),
    args: *const RecordWriteArgs,
}

impl<'a> Slots<'a> {
    /// The text of a slot.
    ///
    /// # Safety
    ///
    /// The text must be readable while the call lasts.
    #[inline(always)]
    unsafe fn text<T>(&self, slot: RecordSlot) -> Result<&'a [T], ErrorCode> {
        let len = usize::try_from(slot.len).map_err(|_| ErrorCode::LengthExcessive)?;
        let text: *const T = ptr::with_exposed_provenance(slot.value as usize);
        if !clearly_apart(text, len, self.dst.0, self.dst.1) || !outside(self.args, text.addr(), len * size_of::<T>()) {
            apart(text, len, self.dst.0, self.dst.1)?;
            all_apart(&[Span::one(self.args)], &[Span::of(text, len)])?;
        }
        // SAFETY: the caller promises that the text is readable; it does not overlap the ranges that the call writes.
        unsafe { source(text, len) }
    }
}

impl<'a> RecordSlots<'a> for Slots<'a> {
    #[inline(always)]
    fn value(&self, number: usize, kind: RecordKind) -> Result<RecordValue<'a>, ErrorCode> {
        if let Some(Some(place)) = self.places.get(number) {
            // SAFETY: the caller promises that the record is readable.
            return Ok(RecordValue::Bits(unsafe { place.bits(self.record) }));
        }
        let slot = self.slots[number];
        if slot.len == RecordSlot::NULL {
            return Ok(RecordValue::Null);
        }
        Ok(match kind {
            // SAFETY: the caller promises that the text is readable while the call lasts.
            RecordKind::String => RecordValue::Units(unsafe { self.text(slot) }?),
            // SAFETY: the caller promises that the text is readable while the call lasts.
            RecordKind::Raw => RecordValue::Json(unsafe { self.text(slot) }?),
            _ => RecordValue::Bits(slot.value),
        })
    }
}

exported! {
    fn smill_record_write(
        plan: *const Plan,
        rules: *const Rules,
        float_shape: u32,
        slots: *const RecordSlot,
        slot_count: usize,
        dst: *mut u8,
        dst_cap: usize,
        how: u32,
        progress: *mut Progress,
    ) -> u32 {
        let (record, nothing) = (ptr::null(), Progress::default());
        let mut args = RecordWriteArgs {
            plan, rules, slots, slot_count, dst, dst_cap, record, progress: nothing, float_shape, how,
        };
        let others = [Span::of(slots, slot_count), Span::of(dst, dst_cap)];
        if let Err(code) = not_null(progress).and_then(|()| all_apart(&[Span::one(progress)], &others)) {
            return code as u32;
        }
        let code = smill_record_write_packed(&raw mut args);
        progress.write_unaligned(args.progress);
        code
    }

    fn smill_record_read(
        plan: *const Plan,
        src: *const u8,
        src_len: usize,
        slots: *mut RecordSlot,
        slot_count: usize,
        text: *mut u16,
        text_cap: usize,
        how: u32,
        progress: *mut Progress,
    ) -> u32 {
        let (record, nothing, reserved) = (ptr::null_mut(), Progress::default(), 0);
        let mut args = RecordReadArgs {
            plan, src, src_len, slots, slot_count, text, text_cap, record, progress: nothing, how, reserved,
        };
        let others = [Span::of(src, src_len), Span::of(slots, slot_count), Span::of(text, text_cap)];
        if let Err(code) = not_null(progress).and_then(|()| all_apart(&[Span::one(progress)], &others)) {
            return code as u32;
        }
        let code = smill_record_read_packed(&raw mut args);
        progress.write_unaligned(args.progress);
        code
    }

    fn smill_record_write_packed(args: *mut RecordWriteArgs) -> u32 {
        if args.is_null() {
            return ErrorCode::PointerNull as u32;
        }
        // A copy: there must be no reference to memory that the call also writes.
        let (copy, progress) = (args.read_unaligned(), &raw mut (*args).progress);
        let RecordWriteArgs { plan, rules, slots, slot_count, dst, dst_cap, record, float_shape, how, .. } = copy;
        let (results, written) = (Span::one(args), Span::of(dst, dst_cap));
        if let Err(code) = all_apart(&[results], &[written, Span::of(slots, slot_count)]) {
            return code as u32;
        }
        door::progress(progress, || {
            let (tier, slots, room) = match shortcut(how, slots, slot_count, dst, dst_cap, args) {
                Some(arguments) => arguments,
                None => {
                    let tier = how_whole(how)?;
                    let (slots, room) = source_and_destination(slots, slot_count, dst, dst_cap)?;
                    (tier, slots, room)
                }
            };
            let (plan, strings) = (handle(plan)?, handle(rules)?.utf16()?);
            let floats = SHAPES.get(float_shape as usize).ok_or(ErrorCode::ChoiceUnknown)?;
            plan.check(record)?;
            all_apart(&[results, written], &[Span::of(record, plan.record_len)])?;
            let slots = slots.get(..plan.plan.slot_count()).ok_or(ErrorCode::RoomShort)?;
            let from = Slots { slots, places: &plan.places, record, dst: (dst, dst_cap), args };
            let written = record_write_with(tier, RecordRules { strings, floats }, &plan.plan, &from, room)?;
            Ok(stringmill::Progress { read: slots.len(), written })
        })
    }

    fn smill_record_read_packed(args: *mut RecordReadArgs) -> u32 {
        if args.is_null() {
            return ErrorCode::PointerNull as u32;
        }
        let (copy, progress) = (args.read_unaligned(), &raw mut (*args).progress);
        let RecordReadArgs { plan, src, src_len, slots, slot_count, text, text_cap, record, how, .. } = copy;
        let results = Span::one(args);
        let ranges = [Span::of(src, src_len), Span::of(slots, slot_count), Span::of(text, text_cap)];
        if let Err(code) = all_apart(&[results], &ranges) {
            return code as u32;
        }
        door::progress(progress, || {
            let arguments = shortcut(how, src, src_len, text, text_cap, args).filter(|_| {
                clearly_apart(src, src_len, slots, slot_count)
                    && clearly_apart(text.cast_const(), text_cap, slots, slot_count)
            });
            let (tier, src, text) = match arguments {
                Some(arguments) => arguments,
                None => {
                    let tier = how_whole(how)?;
                    apart(src, src_len, slots, slot_count)?;
                    apart(slots, slot_count, text, text_cap)?;
                    let (src, text) = source_and_destination(src, src_len, text, text_cap)?;
                    (tier, src, text)
                }
            };
            // The slots overlap neither the source nor the text.
            let (plan, slots) = (handle(plan)?, destination(slots, slot_count)?);
            plan.check(record)?;
            all_apart(&[Span::of(record, plan.record_len)], &[results, ranges[0], ranges[1], ranges[2]])?;
            if slots.len() < plan.plan.slot_count() {
                return Err(ErrorCode::RoomShort.into());
            }
            let fits = |number, slot| plan.fits(number, slot);
            let done = record_read_where_with(tier, &plan.plan, src, slots, text, fits)?;
            if plan.record_len != 0 {
                plan.place(slots, record);
            }
            Ok(done)
        })
    }
}
