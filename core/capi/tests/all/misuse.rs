//! Every misuse by a caller is an error code.

use std::ptr::{null, null_mut};
use stringmill::ErrorCode;
use stringmill_capi::*;

const LONGEST: usize = isize::MAX as usize;

fn json() -> *const Rules {
    let mut rules = null();
    // SAFETY: a text and a local of our own.
    assert_eq!(unsafe { smill_rules_builtin(b"json".as_ptr(), 4, 0, &mut rules) }, 0);
    rules
}

/// The code of escaping, and the progress written.
fn escape(rules: *const Rules, src: (*const u8, usize), dst: (*mut u8, usize), how: u32) -> (u32, Progress) {
    let mut progress = Progress { read: 7, written: 7, offset: 7 };
    // SAFETY: the tests give null pointers, lengths that are refused, or memory of their own.
    let code = unsafe { smill_json_escape(rules, src.0, src.1, dst.0, dst.1, how, &mut progress, null_mut()) };
    (code, progress)
}

#[test]
fn pointers_and_lengths() {
    let rules = json();
    let mut memory = [b'a'; 64];
    let place = memory.as_mut_ptr();
    let at = |offset: usize| place.wrapping_add(offset);
    let nothing = Progress::default();
    let cases = [
        (null(), (at(0).cast_const(), 4), (at(32), 32), ErrorCode::PointerNull),
        (rules, (null(), 4), (at(32), 32), ErrorCode::PointerNull),
        (rules, (at(0).cast_const(), 4), (null_mut(), 32), ErrorCode::PointerNull),
        (rules, (at(0).cast_const(), LONGEST + 1), (at(32), 32), ErrorCode::LengthExcessive),
        (rules, (at(0).cast_const(), usize::MAX), (at(32), 32), ErrorCode::LengthExcessive),
        (rules, (at(0).cast_const(), 4), (at(32), LONGEST + 1), ErrorCode::LengthExcessive),
        (rules, (usize::MAX as *const u8, 2), (at(32), 32), ErrorCode::LengthExcessive),
        (rules, (at(0).cast_const(), 32), (at(31), 32), ErrorCode::RangesOverlap),
        (rules, (at(31).cast_const(), 32), (at(0), 32), ErrorCode::RangesOverlap),
        (rules, (at(8).cast_const(), 8), (at(0), 32), ErrorCode::RangesOverlap),
        (rules, (at(0).cast_const(), 32), (at(8), 8), ErrorCode::RangesOverlap),
        (rules, (at(0).cast_const(), 32), (at(0), 32), ErrorCode::RangesOverlap),
    ];
    for (number, (rules, src, dst, expected)) in cases.into_iter().enumerate() {
        assert_eq!(escape(rules, src, dst, 0), (expected as u32, nothing), "case {number}");
    }
    assert_eq!(memory, [b'a'; 64], "nothing was written");
}

#[test]
fn ranges_that_touch_or_are_empty_are_good() {
    let rules = json();
    let mut memory = [b'a'; 64];
    let place = memory.as_mut_ptr();
    let read = |read, written| (0, Progress { read, written, offset: 0 });
    assert_eq!(escape(rules, (place, 32), (place.wrapping_add(32), 32), 0), read(32, 32));
    assert_eq!(escape(rules, (place.wrapping_add(32), 32), (place, 32), 0), read(32, 32));
    assert_eq!(escape(rules, (place, 32), (place, 0), 0), read(0, 0));
    assert_eq!(escape(rules, (place, 0), (place, 32), 0), read(0, 0));
    assert_eq!(escape(rules, (null(), 0), (null_mut(), 0), 0), read(0, 0));
}

/// Lengths in units of two bytes, at every distance of the destination.
#[test]
fn code_units() {
    let mut memory = [0x61_u16; 64];
    let place = memory.as_mut_ptr();
    let run = |src: *const u16, len: usize, dst: *mut u8, cap: usize| {
        let mut progress = Progress::default();
        // SAFETY: memory of our own, or an argument that is refused before it is read.
        let code = unsafe { smill_utf16_to_utf8(16, src, len, dst, cap, 0, &mut progress, null_mut()) };
        (code, progress.read)
    };
    let bytes = place.cast::<u8>();
    for (at, cap) in (0..=96).flat_map(|at| [1, 8, 32].map(|cap| (at, cap))) {
        // The source is the bytes 32 to 63.
        let overlap = at < 64 && at + cap > 32;
        let code = run(place.wrapping_add(16), 16, bytes.wrapping_add(at), cap).0;
        assert_eq!(code, if overlap { ErrorCode::RangesOverlap as u32 } else { 0 }, "{at} {cap}");
    }
    let odd = bytes.wrapping_add(1).cast::<u16>().cast_const();
    assert_eq!(run(odd, 1, bytes.wrapping_add(64), 8).0, ErrorCode::PointerMisaligned as u32);
    for len in [LONGEST / 2 + 1, LONGEST, LONGEST + 1, usize::MAX] {
        assert_eq!(run(place, len, bytes, 8).0, ErrorCode::LengthExcessive as u32, "{len:#x}");
    }
    assert_eq!(run(odd, 0, bytes, 8), (0, 0));
}

/// The same for destinations of code units.
#[test]
fn code_units_to_write_to() {
    let mut memory = [0x6161_u16; 64];
    let place = memory.as_mut_ptr();
    let bytes = place.cast::<u8>();
    let run = |src: *const u8, len: usize, dst: *mut u16, cap: usize| {
        let mut progress = [Progress::default(); 2];
        // SAFETY: memory of our own, or an argument that is refused before it is read.
        let codes = unsafe {
            [
                smill_utf8_to_utf16(0, src, len, dst, cap, 0, &mut progress[0], null_mut()),
                smill_json_unescape_utf16(0, src, len, dst, cap, 0, &mut progress[1], null_mut()),
            ]
        };
        assert_eq!(codes[0], codes[1]);
        codes[0]
    };
    for (at, cap) in (0..=48).flat_map(|at| [1, 4, 16].map(|cap| (at, cap))) {
        // The source is the bytes 32 to 63, which are the code units 16 to 31.
        let overlap = at < 32 && at + cap > 16;
        let code = run(bytes.wrapping_add(32), 32, place.wrapping_add(at), cap);
        assert_eq!(code, if overlap { ErrorCode::RangesOverlap as u32 } else { 0 }, "{at} {cap}");
    }
    let odd = bytes.wrapping_add(1).cast::<u16>();
    assert_eq!(run(bytes.wrapping_add(64), 1, odd, 1), ErrorCode::PointerMisaligned as u32);
    assert_eq!(run(bytes, 1, null_mut(), 1), ErrorCode::PointerNull as u32);
    assert_eq!(run(null(), 1, place, 1), ErrorCode::PointerNull as u32);
    for cap in [LONGEST / 2 + 1, LONGEST, LONGEST + 1, usize::MAX] {
        assert_eq!(run(bytes, 1, place.wrapping_add(8), cap), ErrorCode::LengthExcessive as u32, "{cap:#x}");
    }
    let mut progress = Progress::default();
    // SAFETY: refused before anything is read.
    let code = unsafe { smill_utf8_to_utf16(5, bytes, 1, place.wrapping_add(8), 1, 0, &mut progress, null_mut()) };
    assert_eq!(code, ErrorCode::PolicyUnsupported as u32);
}

/// Text of a record may not overlap the output, nor its slots the text.
#[test]
fn records_and_their_text() {
    let mut plan = null_mut();
    let member =
        RecordMember { name: b"a".as_ptr(), name_len: 1, written: b"a".as_ptr(), written_len: 1, kind: 0, place: 0 };
    let (mut memory, mut progress) = ([0x61_u64; 16], Progress::default());
    let place = memory.as_mut_ptr();
    let mut rules = null();
    // SAFETY: memory of our own, or an argument that is refused before it is read.
    unsafe {
        assert_eq!(smill_record_plan_new(&member, 1, &mut plan), 0);
        assert_eq!(
            smill_record_plan_new(&RecordMember { kind: 9, ..member }, 1, &mut plan),
            ErrorCode::ChoiceUnknown as u32
        );
        assert_eq!(smill_record_plan_new(null(), 1, &mut plan), ErrorCode::PointerNull as u32);
        assert_eq!(smill_rules_builtin(b"json".as_ptr(), 4, 17, &mut rules), 0);
        let mut write = |value: usize, len: u64, slots: usize, how: u32| {
            let slot = RecordSlot { value: value as u64, len };
            smill_record_write(plan, rules, 4, &slot, slots, place.cast(), 64, how, &mut progress)
        };
        let behind = place.wrapping_add(8).expose_provenance();
        assert_eq!(write(behind, 4, 1, 0), 0);
        assert_eq!(write(behind, 4, 0, 0), ErrorCode::RoomShort as u32);
        assert_eq!(write(behind, 4, 1, 1), ErrorCode::ChoiceUnknown as u32);
        assert_eq!(write(behind - 2, 4, 1, 0), ErrorCode::RangesOverlap as u32);
        assert_eq!(write(behind + 1, 4, 1, 0), ErrorCode::PointerMisaligned as u32);
        assert_eq!(write(0, 4, 1, 0), ErrorCode::PointerNull as u32);
        assert_eq!(write(behind, LONGEST as u64, 1, 0), ErrorCode::LengthExcessive as u32);
        let mut read = |slots: *mut RecordSlot, count: usize, text: *mut u16| {
            smill_record_read(plan, b"{}".as_ptr(), 2, slots, count, text, 4, 0, &mut progress)
        };
        assert_eq!(read(place.cast(), 1, place.wrapping_add(2).cast()), 0);
        assert_eq!(read(place.cast(), 1, place.wrapping_add(1).cast()), ErrorCode::RangesOverlap as u32);
        assert_eq!(read(place.cast(), 0, place.wrapping_add(2).cast()), ErrorCode::RoomShort as u32);
        assert_eq!(
            read(place.wrapping_byte_add(1).cast(), 1, place.wrapping_add(4).cast()),
            ErrorCode::PointerMisaligned as u32
        );
        smill_record_plan_free(plan);
        smill_record_plan_free(null_mut());
    }
}

#[test]
fn rules_are_for_one_kind_of_source() {
    let (src, mut dst) = ([0x61_u16; 2], [0; 8]);
    for (policy, kind) in [(0, 8), (7, 8), (16, 16), (19, 16), (32, 1)] {
        let (mut rules, to) = (null(), dst.as_mut_ptr());
        // SAFETY: memory of our own.
        let codes = unsafe {
            assert_eq!(smill_rules_builtin(b"json".as_ptr(), 4, policy, &mut rules), 0);
            let (units, mut done) = (src.as_ptr(), Progress::default());
            [
                (8, smill_json_escape(rules, units.cast(), 2, to, 8, 0, &mut done, null_mut())),
                (16, smill_json_escape_utf16(rules, units, 2, to, 8, 0, &mut done, null_mut())),
                (1, smill_json_escape_latin1(rules, units.cast(), 2, to, 8, 0, &mut done)),
            ]
        };
        for (one, code) in codes {
            assert_eq!(code == 0, one == kind, "{policy}");
            assert!([0, ErrorCode::RulesMismatched as u32].contains(&code));
        }
    }
    for policy in [8, 15, 21, 31, 33, u32::MAX] {
        // SAFETY: a text and a local of our own.
        let code = unsafe { smill_rules_builtin(b"json".as_ptr(), 4, policy, &mut null()) };
        assert_eq!(code, ErrorCode::ChoiceUnknown as u32);
    }
}

/// The stack that is lent sets the depth, and may not lie in the text.
#[test]
fn stacks() {
    let mut stack = [0_u64; 100];
    let place = stack.as_mut_ptr();
    let any = JsonRules { depth_max: 5000, string_max: u64::MAX, len_max: u64::MAX, lines: 0, lone_surrogates: 0 };
    let check = |stack: *mut u64, len: usize, text: &[u8]| {
        let mut progress = Progress::default();
        // SAFETY: memory of our own, or an argument that is refused before it is used.
        let code = unsafe { smill_json_check(&any, stack, len, text.as_ptr(), text.len(), 0, &mut progress) };
        (code, progress.offset)
    };
    let nested = |depth| [vec![b'['; depth], vec![b']'; depth]].concat();
    let deep = ErrorCode::LimitDepth as u32;
    assert_eq!(check(null_mut(), 0, &nested(1024)), (0, 0));
    assert_eq!(check(null_mut(), 0, &nested(1025)), (deep, 1024));
    assert_eq!(check(place, 100, &nested(5000)), (0, 0));
    assert_eq!(check(place, 100, &nested(5001)), (deep, 5000));
    assert_eq!(check(place, 1, &nested(129)), (deep, 128));
    assert_eq!(check(null_mut(), 1, b"1").0, ErrorCode::PointerNull as u32);
    assert_eq!(check(place.wrapping_byte_add(1), 1, b"1").0, ErrorCode::PointerMisaligned as u32);
    assert_eq!(check(place, LONGEST, b"1").0, ErrorCode::LengthExcessive as u32);
    let mut progress = Progress::default();
    // SAFETY: refused before it is used.
    let code = unsafe { smill_json_check(&any, place, 100, place.wrapping_add(99).cast(), 1, 0, &mut progress) };
    assert_eq!(code, ErrorCode::RangesOverlap as u32);
    // SAFETY: as above: a whole text has no more to come.
    let code = unsafe { smill_json_check(&any, place, 100, b"1".as_ptr(), 1, 1, &mut progress) };
    assert_eq!(code, ErrorCode::ChoiceUnknown as u32);
}

/// Zeros are the limits that a call without rules has.
#[test]
fn rules_of_zeros() {
    let check = |rules: *const JsonRules, text: &[u8]| {
        let mut progress = Progress::default();
        // SAFETY: memory of our own.
        let code = unsafe { smill_json_check(rules, null_mut(), 0, text.as_ptr(), text.len(), 0, &mut progress) };
        (code, progress.offset)
    };
    let zeros = JsonRules::default();
    let nested = |depth| [vec![b'['; depth], vec![b']'; depth]].concat();
    let long = [b"\"", &[b'a'; 5000][..], b"\""].concat();
    for text in [nested(1024), nested(1025), long.clone(), b"1\n2".to_vec(), b"\"\\ud800\"".to_vec(), Vec::new()] {
        assert_eq!(check(&zeros, &text), check(null(), &text));
    }
    assert_eq!(check(&zeros, &nested(1024)), (0, 0));
    assert_eq!(check(&zeros, &long), (0, 0));
    let one = JsonRules { depth_max: 1, ..zeros };
    assert_eq!(check(&one, b"[[]]"), (ErrorCode::LimitDepth as u32, 1));
    assert_eq!(check(&one, &long), (0, 0));
}

#[test]
fn choices() {
    let rules = json();
    let (src, mut dst) = ([b'a'; 4], [0; 4]);
    let mut run = |how| escape(rules, (src.as_ptr(), 4), (dst.as_mut_ptr(), 4), how).0;
    for how in [2, 4, 0x80, 1 << 16, 1 << 31, 200 << 8] {
        assert_eq!(run(how), ErrorCode::ChoiceUnknown as u32, "{how:#x}");
    }
    let absent =
        (1..).take_while(|&tier| !smill_tier_name(tier).is_null()).filter(|&tier| smill_tier_available(tier) == 0);
    for tier in absent {
        assert_eq!(run(tier << 8), ErrorCode::TierUnavailable as u32);
    }
    let mut progress = Progress::default();
    // SAFETY: nothing is read if the policy is unknown.
    let code = unsafe { smill_json_unescape(3, null(), 0, null_mut(), 0, 0, &mut progress, null_mut()) };
    assert_eq!(code, ErrorCode::ChoiceUnknown as u32);
    let mut rules = null_mut();
    for (name, policy, expected) in [
        ("json", 8, ErrorCode::ChoiceUnknown),
        ("jsn", 0, ErrorCode::ProfileUnknown),
        ("", 0, ErrorCode::ProfileUnknown),
        ("json\0", 0, ErrorCode::ProfileUnknown),
        ("php:hex", 0, ErrorCode::ProfileOptionUnknown),
        ("jcs", 7, ErrorCode::PolicyUnsupported),
    ] {
        // SAFETY: a text and a local of our own.
        let code = unsafe { smill_rules_new(name.as_ptr(), name.len(), policy, &mut rules) };
        assert_eq!((code, rules), (expected as u32, null_mut()), "{name}");
    }
    // SAFETY: as above.
    let code = unsafe { smill_rules_new(b"\xFF".as_ptr(), 1, 0, &mut rules) };
    assert_eq!(code, ErrorCode::ProfileUnknown as u32);
}

#[test]
fn places_to_write_to_are_asked_for() {
    let null_code = ErrorCode::PointerNull as u32;
    let (rules, name) = (json(), b"json".as_ptr());
    let (src, mut dst) = ([Slice { ptr: null(), len: 0 }], [0u8; 4]);
    let (to, mut ends, mut profile, mut batch) = (dst.as_mut_ptr(), [0; 2], empty_profile(), Batch::default());
    // SAFETY: null pointers, and memory of our own.
    let codes = unsafe {
        [
            smill_json_escape(rules, null(), 0, null_mut(), 0, 0, null_mut(), null_mut()),
            smill_json_unescape(0, null(), 0, null_mut(), 0, 0, null_mut(), null_mut()),
            smill_utf8_validate(null(), 0, 0, null_mut()),
            smill_locate(null(), 0, 0, null_mut()),
            smill_tier_forced(null_mut()),
            smill_rules_builtin(name, 4, 0, null_mut()),
            smill_rules_new(name, 4, 0, null_mut()),
            smill_rules_custom(&profile, null(), 0, 0, null_mut(), null_mut()),
            smill_profile_load(name, 4, null_mut(), null_mut(), 0, &mut 0),
            smill_profile_load(name, 4, &mut profile, null_mut(), 0, null_mut()),
            smill_profile_load(b"html".as_ptr(), 4, &mut profile, null_mut(), 8, &mut 0),
            smill_json_escape_slices(rules, src.as_ptr(), 1, to, 4, ends.as_mut_ptr(), 0, null_mut(), null_mut()),
            smill_json_escape_slices(rules, src.as_ptr(), 1, to, 4, null_mut(), 0, null_mut(), &mut batch),
            smill_json_escape_slices(rules, null(), 1, to, 4, ends.as_mut_ptr(), 0, null_mut(), &mut batch),
            smill_utf8_validate_column(null(), 0, null(), 1, 0, null_mut(), &mut batch),
        ]
    };
    for (number, code) in codes.into_iter().enumerate() {
        assert_eq!(code, null_code, "case {number}");
    }
}

fn empty_profile() -> Profile {
    Profile { ascii: [EscapeText::default(); 128], hex: 0, form: 0, escapes_replacement: 0, refuses_surrogates: 0 }
}

#[test]
fn profiles_that_break_their_rules() {
    let custom = |profile: &Profile, ranges: &[Range]| {
        let (mut rules, mut entry) = (null_mut(), 0);
        let ranges = (ranges.as_ptr(), ranges.len());
        // SAFETY: locals of our own.
        let code = unsafe { smill_rules_custom(profile, ranges.0, ranges.1, 0, &mut rules, &mut entry) };
        // SAFETY: made above, or null.
        unsafe { smill_rules_free(rules) };
        (code, entry)
    };
    let range = |first, last| Range { first, last };
    let unsound = ErrorCode::ProfileUnsound as u32;
    assert_eq!(custom(&empty_profile(), &[range(0x80, 0x10_FFFF)]), (0, 0));
    assert_eq!(custom(&empty_profile(), &[range(0x80, 0x80), range(0x81, 0x81)]), (0, 0));
    for (ranges, entry) in [
        (&[range(0x7F, 0x80)][..], 128),
        (&[range(0x90, 0x8F)], 128),
        (&[range(0x80, 0x11_0000)], 128),
        (&[range(0x80, u32::MAX)], 128),
        (&[range(0x80, 0x90), range(0x90, 0x91)], 129),
    ] {
        assert_eq!(custom(&empty_profile(), ranges), (unsound, entry), "{ranges:x?}");
    }
    for (len, text) in [(8, [b'a'; 7]), (255, [b'a'; 7]), (1, [0x80; 7])] {
        let mut profile = empty_profile();
        profile.ascii[65] = EscapeText { len, text };
        assert_eq!(custom(&profile, &[]), (unsound, 65));
    }
    let unknown = (ErrorCode::ChoiceUnknown as u32, 0);
    assert_eq!(custom(&Profile { hex: 2, ..empty_profile() }, &[]), unknown);
    assert_eq!(custom(&Profile { form: 2, ..empty_profile() }, &[]), unknown);
    let misaligned = [0u64; 200].as_ptr().wrapping_byte_add(1);
    // SAFETY: refused before it is read.
    let code = unsafe { smill_rules_custom(misaligned.cast(), null(), 0, 0, &mut null_mut(), null_mut()) };
    assert_eq!(code, ErrorCode::PointerMisaligned as u32);
}

#[test]
fn columns_whose_offsets_are_wrong() {
    let text = [b'a'; 8];
    let run = |offsets: &[i32], how: u32| {
        let (mut dst, mut ends, mut batch) = ([0u8; 64], [0i32; 8], Batch::default());
        let (src, len, from, count) = (text.as_ptr(), text.len(), offsets.as_ptr(), offsets.len() - 1);
        let (to, cap, ends) = (dst.as_mut_ptr(), dst.len(), ends.as_mut_ptr());
        // SAFETY: locals of our own.
        let code = unsafe {
            smill_json_escape_column(json(), src, len, from, count, to, cap, ends, how, null_mut(), &mut batch)
        };
        (code, batch.strings)
    };
    let unsound = ErrorCode::OffsetsUnsound as u32;
    assert_eq!(run(&[0, 4, 8], 0), (0, 2));
    assert_eq!(run(&[8], 0), (0, 0));
    assert_eq!(run(&[0, 4, 9], 0), (unsound, 1));
    assert_eq!(run(&[0, 4, 3], 0), (unsound, 1));
    assert_eq!(run(&[-1, 4], 0), (unsound, 0));
    assert_eq!(run(&[i32::MIN, i32::MAX], 0), (unsound, 0));
    assert_eq!(run(&[0, 4, 8], 1), (ErrorCode::ChoiceUnknown as u32, 0));
}

#[test]
fn batches_that_cannot_be() {
    let mut memory = [b'a'; 64];
    let place = memory.as_mut_ptr();
    let run = |ptr: *const u8, len: usize, count: usize| {
        let (src, mut ends, mut batch) = ([Slice { ptr, len }], [0; 2], Batch::default());
        let (to, ends) = (place.wrapping_add(32), ends.as_mut_ptr());
        // SAFETY: locals of our own, or an argument that is refused before it is read.
        unsafe { smill_json_escape_slices(json(), src.as_ptr(), count, to, 32, ends, 0, null_mut(), &mut batch) }
    };
    assert_eq!(run(place, 32, 1), 0);
    assert_eq!(run(place, 33, 1), ErrorCode::RangesOverlap as u32);
    assert_eq!(run(null(), 1, 1), ErrorCode::PointerNull as u32);
    assert_eq!(run(place, usize::MAX, 1), ErrorCode::LengthExcessive as u32);
    assert_eq!(run(place, 1, LONGEST), ErrorCode::LengthExcessive as u32);
    assert_eq!(run(place, 1, usize::MAX), ErrorCode::LengthExcessive as u32);
}

#[test]
fn numbers() {
    let mut memory = [0xA5_u8; 32];
    let place = memory.as_mut_ptr();
    let mut len = 7;
    let len: *mut usize = &mut len;
    let code = |code: ErrorCode| code as u32;
    // SAFETY: locals of our own, or an argument that is refused before it is used.
    unsafe {
        assert_eq!(smill_int64_write(-10, place, 3, null_mut()), code(ErrorCode::PointerNull));
        assert_eq!(smill_int64_write(-10, null_mut(), 3, len), code(ErrorCode::PointerNull));
        assert_eq!(smill_int64_write(-10, place, usize::MAX, len), code(ErrorCode::LengthExcessive));
        assert_eq!(smill_int64_write(-10, place, 2, len), code(ErrorCode::RoomShort));
        assert_eq!(smill_uint64_write(10, place, 1, len), code(ErrorCode::RoomShort));
        assert_eq!(smill_uint64_write(10, null_mut(), 0, len), code(ErrorCode::RoomShort));
        assert_eq!(smill_float64_write(0, 1.5, place, 2, len), code(ErrorCode::RoomShort));
        assert_eq!(smill_float64_write(0, f64::NAN, place, 32, len), code(ErrorCode::NumberNotFinite));
        assert_eq!(smill_float64_write(0, f64::NEG_INFINITY, place, 0, len), code(ErrorCode::NumberNotFinite));
        for shape in [5, 1 << 31, u32::MAX] {
            assert_eq!(smill_float64_write(shape, 1.5, place, 32, len), code(ErrorCode::ChoiceUnknown));
        }
        assert_eq!((*len, memory), (7, [0xA5; 32]), "nothing was written");
        // Not a byte more than it needs; and the length at an odd address.
        let mut lens = [0_usize; 2];
        let odd = lens.as_mut_ptr().wrapping_byte_add(1);
        assert_eq!(smill_int64_write(-10, memory.as_mut_ptr(), 3, odd), 0);
        assert_eq!((odd.read_unaligned(), &memory[..4]), (3, &b"-10\xA5"[..]));
    }
}

/// Objects at odd addresses are read and written there.
#[test]
fn structs_may_stand_anywhere() {
    let mut memory = [0u64; 16];
    let odd = memory.as_mut_ptr().wrapping_byte_add(1);
    let mut dst = [0; 4];
    // SAFETY: there is room after the odd address.
    let code = unsafe {
        smill_json_escape(json(), b"ab".as_ptr(), 2, dst.as_mut_ptr(), 4, 0, odd.cast(), odd.wrapping_add(4).cast())
    };
    assert_eq!(code, 0);
    // SAFETY: it was written just now.
    assert_eq!(unsafe { odd.cast::<Progress>().read_unaligned() }, Progress { read: 2, written: 2, offset: 0 });
}

/// Rules of the library may be freed by mistake, and shared by threads that ask for them at the same time.
#[test]
fn rules_of_the_library_stay() {
    let pointers: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|_| {
                scope.spawn(|| {
                    let mut rules = null();
                    // SAFETY: a text and a local of our own.
                    let code = unsafe { smill_rules_builtin(b"terminal".as_ptr(), 8, 6, &mut rules) };
                    (code, rules.addr())
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    assert!(pointers.iter().all(|&found| found == pointers[0] && found.0 == 0 && found.1 != 0));
    let rules = json();
    // SAFETY: the header says that these are left alone.
    unsafe { smill_rules_free(rules.cast_mut()) };
    assert_eq!(json(), rules);
    assert_eq!(escape(rules, (b"\"".as_ptr(), 1), ([0; 2].as_mut_ptr(), 2), 0).0, 0);
}
