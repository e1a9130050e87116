//! Records beside `smill_json_check`, through the door, with members that have places.

use std::ptr::{null, null_mut};
use stringmill::ErrorCode;
use stringmill::json::RecordSlot;
use stringmill_capi::*;
use stringmill_reference::json_document;

fn member(name: &'static str, kind: u32, place: u32) -> RecordMember {
    let (name, name_len) = (name.as_ptr(), name.len());
    RecordMember { name, name_len, written: name, written_len: name_len, kind, place }
}

/// The code and offset of a record, and its end; its memory has `Num` in four bytes and `Flag` in one.
fn read(plan: &RecordReadArgs, src: &[u8], memory: &mut [u8; 8]) -> (u32, Progress) {
    let (mut slots, mut text) = ([RecordSlot::default(); 4], vec![0; src.len()]);
    let mut args = RecordReadArgs {
        src: src.as_ptr(),
        src_len: src.len(),
        slots: slots.as_mut_ptr(),
        slot_count: slots.len(),
        text: text.as_mut_ptr(),
        text_cap: text.len(),
        record: memory.as_mut_ptr(),
        ..*plan
    };
    // SAFETY: memory of our own.
    let code = unsafe { smill_record_read_packed(&mut args) };
    (code, args.progress)
}

/// The code and offset of the checker, with 64 levels.
fn check(src: &[u8]) -> (u32, Progress) {
    let rules = JsonRules { depth_max: 64, string_max: u64::MAX, len_max: u64::MAX, lines: 0, lone_surrogates: 0 };
    let mut progress = Progress::default();
    // SAFETY: memory of our own.
    let code = unsafe { smill_json_check(&rules, null_mut(), 0, src.as_ptr(), src.len(), 0, &mut progress) };
    (code, progress)
}

/// Arguments with a plan, and nothing else.
fn plan() -> RecordReadArgs {
    const NUM: u32 = 4 << 24;
    const FLAG: u32 = 1 << 24 | 4;
    let members = [member("Num", 2, NUM), member("Text", 0, 0), member("Flag", 1, FLAG), member("List", 6, 0)];
    let mut plan = null_mut();
    // SAFETY: memory of our own.
    assert_eq!(unsafe { smill_record_plan_new(members.as_ptr(), members.len(), &mut plan) }, 0);
    RecordReadArgs {
        plan,
        src: null(),
        src_len: 0,
        slots: null_mut(),
        slot_count: 0,
        text: null_mut(),
        text_cap: 0,
        record: null_mut(),
        progress: Progress::default(),
        how: 0,
        reserved: 0,
    }
}

#[test]
fn records_and_the_checker_agree() {
    let plan = plan();
    let (mut records, mut others) = (0, 0);
    for number in 0..20_000 {
        let src = json_document(number);
        let mut memory = [0xA5; 8];
        let (found, checked) = (read(&plan, &src, &mut memory), check(&src));
        let seen = || format!("{} {found:?} {checked:?}", src.escape_ascii());
        let shape = [ErrorCode::JsonObjectExpected, ErrorCode::JsonValueExpected, ErrorCode::JsonMemberUnknown];
        let of_shape = shape.iter().any(|&code| code as u32 == found.0);
        if found.0 == 0 {
            records += 1;
            assert_eq!(check(&src[..found.1.read as usize]).0, 0, "{}", seen());
            assert!(checked.0 == 0 || checked.1.offset >= found.1.read, "{}", seen());
        } else {
            others += 1;
            assert_eq!(memory, [0xA5; 8], "{}", seen());
            assert!(
                found == checked || of_shape && (checked.0 == 0 || found.1.offset < checked.1.offset),
                "{}",
                seen()
            );
        }
    }
    assert!(records > 2_000 && others > 2_000, "{records} records, {others} others");
    // SAFETY: it is not used any more.
    unsafe { smill_record_plan_free(plan.plan.cast_mut()) };
}

/// A value that does not fit its place is refused at its offset, and no place is set.
#[test]
fn values_without_room() {
    let plan = plan();
    for (text, offset) in [
        (r#"{"Flag":true,"Num":2147483648}"#, 19),
        (r#"{"Flag":true, "Num": null}"#, 21),
        (r#"{"Num":7,"Flag":null}"#, 16),
        (r#"{"Flag":1}"#, 8),
    ] {
        let mut memory = [0xA5; 8];
        let (code, progress) = read(&plan, text.as_bytes(), &mut memory);
        assert_eq!((code, progress.offset), (ErrorCode::JsonValueExpected as u32, offset), "{text}");
        assert_eq!(memory, [0xA5; 8], "{text}");
    }
    let mut memory = [0; 8];
    assert_eq!(read(&plan, br#"{"Num":-2147483648,"Flag":true}"#, &mut memory).0, 0);
    assert_eq!((&memory[..4], memory[4]), (&i32::MIN.to_ne_bytes()[..], 1));
    // SAFETY: it is not used any more.
    unsafe { smill_record_plan_free(plan.plan.cast_mut()) };
}
