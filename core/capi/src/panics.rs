//! Tests that no panic leaves a function: each function is called with a panic planted inside.

use crate::door::{self, planted};
use crate::*;
use std::collections::BTreeSet;
use std::ptr::{null, null_mut};
use stringmill::ErrorCode;

/// Functions without code that could panic.
const CONSTANT: [&str; 2] = ["smill_version", "smill_version_text"];

/// Calls a function with a planted panic; it must return, and its result must be `fault`.
fn survives<T: PartialEq>(call: impl FnOnce() -> T, fault: T) -> bool {
    planted::plant();
    let answer = call();
    assert!(!planted::is_planted(), "the panic did not go off: the call does not pass the door");
    answer == fault
}

macro_rules! each {
    ($($function:ident($($argument:expr),*) => $fault:expr;)*) => {{
        let mut names = BTreeSet::new();
        $(
            // SAFETY: the call panics before it touches memory, or its arguments are locals of the test.
            #[allow(unused_unsafe)]
            let call = || unsafe { $function($($argument),*) };
            assert!(survives(call, $fault), stringify!($function));
            names.insert(stringify!($function));
        )*
        names
    }};
}

fn write_args() -> RecordWriteArgs {
    RecordWriteArgs {
        plan: null(),
        rules: null(),
        slots: null(),
        slot_count: 0,
        dst: null_mut(),
        dst_cap: 0,
        record: null(),
        progress: Progress::default(),
        float_shape: 0,
        how: 0,
    }
}

fn read_args() -> RecordReadArgs {
    RecordReadArgs {
        plan: null(),
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
fn no_panic_crosses() {
    let fault = ErrorCode::Internal as u32;
    let (progress, batch) = (&mut Progress { read: 7, written: 7, offset: 7 }, &mut Batch::default());
    let event = &mut JsonEvent { kind: 7, ..JsonEvent::default() };
    let mut named = each! {
        smill_error_name(101) => null();
        smill_error_says(101) => null();
        smill_error_remedy(101) => null();
        smill_locate(null(), 0, 0, null_mut()) => fault;
        smill_tier_best() => 0;
        smill_tier_available(1) => 0;
        smill_tier_name(1) => null();
        smill_tier_forced(null_mut()) => fault;
        smill_profile_name(0) => null();
        smill_profile_load(null(), 0, null_mut(), null_mut(), 0, null_mut()) => fault;
        smill_rules_builtin(null(), 0, 0, null_mut()) => fault;
        smill_rules_new(null(), 0, 0, null_mut()) => fault;
        smill_rules_custom(null(), null(), 0, 0, null_mut(), null_mut()) => fault;
        smill_rules_free(null_mut()) => ();
        smill_json_escape_bound(null(), 1) => usize::MAX;
        smill_json_escape(null(), null(), 0, null_mut(), 0, 0, progress, null_mut()) => fault;
        smill_json_unescape_bound(1) => usize::MAX;
        smill_json_unescape(0, null(), 0, null_mut(), 0, 0, progress, null_mut()) => fault;
        smill_utf8_validate(null(), 0, 0, progress) => fault;
        smill_utf16_to_utf8_bound(1) => usize::MAX;
        smill_utf16_to_utf8(0, null(), 0, null_mut(), 0, 0, progress, null_mut()) => fault;
        smill_utf8_to_utf16(0, null(), 0, null_mut(), 0, 0, progress, null_mut()) => fault;
        smill_json_unescape_utf16(0, null(), 0, null_mut(), 0, 0, progress, null_mut()) => fault;
        smill_latin1_to_utf8_bound(1) => usize::MAX;
        smill_latin1_to_utf8(null(), 0, null_mut(), 0, 0, progress) => fault;
        smill_json_escape_utf16(null(), null(), 0, null_mut(), 0, 0, progress, null_mut()) => fault;
        smill_json_escape_latin1(null(), null(), 0, null_mut(), 0, 0, progress) => fault;
        smill_base64_encode_bound(0, 1) => usize::MAX;
        smill_base64_encode(0, null(), 0, null_mut(), 0, 0, progress) => fault;
        smill_base64_decode_bound(1) => usize::MAX;
        smill_base64_decode(0, null(), 0, null_mut(), 0, 0, progress) => fault;
        smill_json_canonical(null(), null(), 0, null_mut(), 0, 0, progress) => fault;
        smill_json_check(null(), null_mut(), 0, null(), 0, 0, progress) => fault;
        smill_json_reader_new(null(), 0, null_mut()) => fault;
        smill_json_reader_free(null_mut()) => ();
        smill_json_reader_begin(null_mut(), null(), 0, 0) => fault;
        smill_json_reader_resume(null_mut(), null(), 0, 0) => fault;
        smill_json_reader_next(null_mut(), event) => fault;
        smill_json_reader_skip(null_mut()) => fault;
        smill_json_reader_leave(null_mut()) => fault;
        smill_json_reader_next_line(null_mut()) => fault;
        smill_json_reader_fill(null_mut(), null_mut(), 0, event) => fault;
        smill_json_uint64(null(), 0, null_mut()) => fault;
        smill_json_int64(null(), 0, null_mut()) => fault;
        smill_json_float64(null(), 0, null_mut()) => fault;
        smill_record_plan_new(null(), 0, null_mut()) => fault;
        smill_record_plan_free(null_mut()) => ();
        smill_record_write(null(), null(), 0, null(), 0, null_mut(), 0, 0, progress) => fault;
        smill_record_read(null(), null(), 0, null_mut(), 0, null_mut(), 0, 0, progress) => fault;
        smill_record_write_packed(&mut write_args()) => fault;
        smill_record_read_packed(&mut read_args()) => fault;
        smill_scan(0, null(), 0, 0, progress) => fault;
        smill_float64_write(0, 1.5, null_mut(), 0, null_mut()) => fault;
        smill_int64_write(1, null_mut(), 0, null_mut()) => fault;
        smill_uint64_write(1, null_mut(), 0, null_mut()) => fault;
        smill_json_escape_slices(null(), null(), 0, null_mut(), 0, null_mut(), 0, null_mut(), batch) => fault;
        smill_json_unescape_slices(0, null(), 0, null_mut(), 0, null_mut(), 0, null_mut(), batch) => fault;
        smill_utf8_validate_slices(null(), 0, 0, null_mut(), batch) => fault;
        smill_json_escape_column(null(), null(), 0, null(), 0, null_mut(), 0, null_mut(), 0, null_mut(), batch) => fault;
        smill_json_unescape_column(0, null(), 0, null(), 0, null_mut(), 0, null_mut(), 0, null_mut(), batch) => fault;
        smill_utf8_validate_column(null(), 0, null(), 0, 0, null_mut(), batch) => fault;
        smill_json_escape_column_large(
            null(), null(), 0, null(), 0, null_mut(), 0, null_mut(), 0, null_mut(), batch
        ) => fault;
        smill_json_unescape_column_large(
            0, null(), 0, null(), 0, null_mut(), 0, null_mut(), 0, null_mut(), batch
        ) => fault;
        smill_utf8_validate_column_large(null(), 0, null(), 0, 0, null_mut(), batch) => fault;
    };
    assert_eq!((*progress, *event), (Progress::default(), JsonEvent::default()), "a fault too is written down");
    named.extend(CONSTANT);
    let exported: BTreeSet<_> = include_str!("../symbols.txt").lines().collect();
    assert_eq!(named, exported, "every function of the library is tried");
}

#[test]
fn what_a_panic_throws_may_panic_itself() {
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("again");
        }
    }
    assert_eq!(door::code(|| std::panic::panic_any(Bomb)), ErrorCode::Internal as u32);
}
