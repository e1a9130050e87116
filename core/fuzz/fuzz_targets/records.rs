//! Any members and values: a valid plan writes the same JSON on every tier, and reads it back.
#![no_main]

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use stringmill::json::{
    JsonCheck, RecordKind, RecordMember, RecordPlan, RecordRules, RecordSlot, RecordSlots, RecordValue,
    json_check_with, record_read_with, record_write_with,
};
use stringmill::{ErrorCode, FloatShape, FloatWrite, IllFormedUtf16, JsonEscapeUtf16, Profile, Tier};

/// A member, with a value of each kind.
#[derive(Arbitrary, Debug)]
struct Member<'a> {
    name: &'a [u8],
    /// The name with escapes; `None` for the name itself.
    written: Option<&'a [u8]>,
    kind: u8,
    is_null: bool,
    bits: u64,
    units: Vec<u16>,
}

impl<'a> Member<'a> {
    fn kind(&self) -> RecordKind {
        RecordKind::ALL[usize::from(self.kind) % RecordKind::ALL.len()]
    }

    fn in_plan(&self) -> RecordMember<'a> {
        let is_end = self.kind() == RecordKind::End;
        let name = if is_end { &[] } else { self.name };
        RecordMember { name, written: self.written.unwrap_or(name), kind: self.kind() }
    }

    fn value(&self) -> RecordValue<'_> {
        match self.kind() {
            _ if self.is_null => RecordValue::Null,
            RecordKind::String => RecordValue::Units(&self.units),
            RecordKind::Raw => RecordValue::Json(b"[1, {}]"),
            RecordKind::Bool => RecordValue::Bits(self.bits & 1),
            RecordKind::Float32 => RecordValue::Bits(self.bits & u64::from(u32::MAX)),
            _ => RecordValue::Bits(self.bits),
        }
    }
}

struct Values<'a>(&'a [Member<'a>]);

impl<'a> RecordSlots<'a> for Values<'a> {
    fn value(&self, number: usize, _: RecordKind) -> Result<RecordValue<'a>, ErrorCode> {
        Ok(self.0[number].value())
    }
}

/// Whether `slot` has the value that was written.
fn is_same(member: &Member<'_>, slot: RecordSlot, text: &[u16], written: &[u8]) -> bool {
    let range = slot.value as usize..(slot.value as usize).wrapping_add(slot.len as usize);
    match member.value() {
        RecordValue::Null => slot.len == RecordSlot::NULL,
        RecordValue::Units(units) => char::decode_utf16(units.iter().copied())
            .map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
            .eq(char::decode_utf16(text[range].iter().copied()).map(|unit| unit.expect("pairs"))),
        RecordValue::Json(json) => &written[range] == json,
        RecordValue::Bits(bits) => slot.len == 0 && (member.kind() == RecordKind::Object || slot.value == bits),
    }
}

fuzz_target!(|members: Vec<Member<'_>>| {
    let in_plan: Vec<_> = members.iter().map(Member::in_plan).collect();
    let Ok(plan) = RecordPlan::new(&in_plan) else { return };
    let strings = JsonEscapeUtf16::new(&Profile::JSON, IllFormedUtf16::Replace).expect("a pair that exists");
    // A shape with signed zeros.
    let floats = FloatWrite::new(&FloatShape::PYTHON);
    let write = |tier| {
        let mut dst = vec![0; 1 << 16];
        let rules = RecordRules { strings: &strings, floats: &floats };
        record_write_with(tier, rules, &plan, &Values(&members), &mut dst).map(|len| dst[..len].to_vec())
    };
    let expected = write(Tier::available().next().expect("scalar"));
    for tier in Tier::available() {
        assert_eq!(write(tier), expected, "{tier}");
        let Ok(written) = &expected else { continue };
        let check = JsonCheck { depth_max: 65, ..JsonCheck::STRICT };
        assert_eq!(json_check_with(tier, check, &mut [0], written), Ok(()), "{}", written.escape_ascii());
        let (mut slots, mut text) = (vec![RecordSlot::default(); members.len()], vec![0; written.len()]);
        let done = match record_read_with(tier, &plan, written, &mut slots, &mut text) {
            // A raw value may be one level too deep.
            Err(error) if error.code == ErrorCode::LimitDepth => continue,
            done => done.expect("what was written is read"),
        };
        assert_eq!(done.read, written.len());
        let found = members.iter().zip(slots).filter(|(member, slot)| {
            // Members of a null object are not written.
            member.kind() != RecordKind::End && slot.len != RecordSlot::MISSING
        });
        for (member, slot) in found {
            assert!(is_same(member, slot, &text, written), "{member:?} {slot:?} {}", written.escape_ascii());
        }
    }
});
