//! Operations allocate nothing, and a function that allocates says so if the memory is refused.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::{null, null_mut};
use stringmill::ErrorCode;
use stringmill_capi::*;

thread_local! {
    static TAKEN: Cell<usize> = const { Cell::new(0) };
    /// Blocks that are not given back.
    static HELD: Cell<isize> = const { Cell::new(0) };
    /// How many more blocks are granted; then one is refused.
    static GRANTED: Cell<Option<usize>> = const { Cell::new(None) };
}

/// The allocator of the system, which counts the requests of each thread, and refuses those that a test names.
struct Counting;

// SAFETY: all is passed on as it comes.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        TAKEN.set(TAKEN.get() + 1);
        match GRANTED.get() {
            Some(0) => {
                GRANTED.set(None);
                return std::ptr::null_mut();
            }
            granted => GRANTED.set(granted.map(|granted| granted - 1)),
        }
        HELD.set(HELD.get() + 1);
        // SAFETY: the caller's promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        TAKEN.set(TAKEN.get() + 1);
        HELD.set(HELD.get() - 1);
        // SAFETY: the caller's promises.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// How often `work` took memory or gave some back.
fn taken(work: impl FnOnce()) -> usize {
    let before = TAKEN.get();
    work();
    TAKEN.get() - before
}

/// Each function, with its first block refused, its second, and so on until it has all that it asks for.
#[test]
fn memory_that_is_refused() {
    let mut refusals = std::collections::BTreeMap::new();
    // No other test asks for rules with this policy, so they are made here.
    for call in crate::calls::all(19) {
        let mut memory: Vec<_> = call.regions.iter().map(|region| aligned(&region.bytes)).collect();
        let lens = call.regions.iter().map(|region| region.bytes.len());
        let at: Vec<_> = memory.iter_mut().map(|words| words.as_mut_ptr().cast::<u8>()).zip(lens).collect();
        for granted in 0.. {
            let held = HELD.get();
            GRANTED.set(Some(granted));
            let code = (call.run)(&at);
            let was_refused = GRANTED.take().is_none();
            if !was_refused {
                assert_eq!(code, 0, "{}", call.symbol);
                (call.free)(&at);
                break;
            }
            assert_eq!(code, ErrorCode::MemoryRefused as u32, "{}: block {granted}", call.symbol);
            assert_eq!(HELD.get(), held, "{}: block {granted} refused, and others kept", call.symbol);
            *refusals.entry(call.symbol).or_insert(0) += 1;
        }
    }
    let allocating: Vec<_> = refusals.into_iter().collect();
    let expected = [
        ("smill_json_canonical", 2),
        // Each of these with a reader of its own, which is a block.
        ("smill_json_reader_begin", 1),
        ("smill_json_reader_fill", 4),
        ("smill_json_reader_leave", 2),
        ("smill_json_reader_new", 1),
        ("smill_json_reader_next", 2),
        ("smill_json_reader_next_line", 2),
        ("smill_json_reader_resume", 1),
        ("smill_json_reader_skip", 2),
        ("smill_record_plan_new", 6),
        ("smill_rules_builtin", 1),
        ("smill_rules_custom", 2),
        ("smill_rules_new", 1),
    ];
    assert_eq!(allocating, expected, "the functions of which the header says that they allocate");
}

/// The choice of a tier, which is made in the first call of a process, under each kind of value of `STRINGMILL_TIER`.
#[test]
fn the_choice_of_a_tier_takes_no_memory() {
    const INSIDE: &str = "STRINGMILL_TEST_FIRST_CALL";
    if std::env::var_os(INSIDE).is_some() {
        return first_calls();
    }
    for value in [None, Some(""), Some("scalar"), Some("no such tier"), Some(&*"long".repeat(1000))] {
        let mut again = std::process::Command::new(std::env::current_exe().unwrap());
        again.args(["--exact", "memory::the_choice_of_a_tier_takes_no_memory"]).env(INSIDE, "1");
        match value {
            Some(value) => again.env("STRINGMILL_TIER", value),
            None => again.env_remove("STRINGMILL_TIER"),
        };
        let output = again.output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && said.contains("1 passed"), "{value:?}: {} {said}", output.status);
    }
}

/// Asks for the tier with all memory refused. This process has not chosen one.
fn first_calls() {
    let mut forced = 7;
    GRANTED.set(Some(0));
    let best = smill_tier_best();
    // SAFETY: memory of our own.
    let code = unsafe { smill_tier_forced(&mut forced) };
    assert_eq!(GRANTED.take(), Some(0), "memory was asked for");
    let value = std::env::var("STRINGMILL_TIER").unwrap_or_default();
    let (expected_code, expected) = match &*value {
        "" => (0, 0),
        "scalar" => (0, 1),
        _ => (ErrorCode::TierUnavailable as u32, 7),
    };
    assert_eq!((code, forced), (expected_code, expected));
    assert!(expected != 1 || best == 1, "the tier that is forced");
}

/// Bytes in words.
fn aligned(bytes: &[u8]) -> Vec<u64> {
    let words = bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_ne_bytes(word)
    });
    words.collect()
}

/// Rules and plans give back all that they took.
#[test]
fn what_is_made_is_freed() {
    // The rules of the library are made before that.
    for call in crate::calls::all(1) {
        let mut memory: Vec<_> = call.regions.iter().map(|region| aligned(&region.bytes)).collect();
        let lens = call.regions.iter().map(|region| region.bytes.len());
        let at: Vec<_> = memory.iter_mut().map(|words| words.as_mut_ptr().cast::<u8>()).zip(lens).collect();
        let held = HELD.get();
        assert_eq!((call.run)(&at), 0, "{}", call.symbol);
        (call.free)(&at);
        assert_eq!(HELD.get(), held, "{}", call.symbol);
    }
}

/// A reader of JSON that has read a text reads others without memory, also after an error.
#[test]
fn another_text_in_the_same_reader() {
    let (mut reader, mut codes) = (null_mut(), Vec::with_capacity(100));
    let mut entries = [const { std::mem::MaybeUninit::uninit() }; 100];
    let long = format!("[{}\"end\"]", "{\"name\": [1, \"text\", null]}, ".repeat(1000));
    // SAFETY: memory of our own.
    unsafe {
        assert_eq!(smill_json_reader_new(null(), 0, &mut reader), 0);
        let mut read = |src: &[u8], by_tape: bool| {
            let mut event = JsonEvent::default();
            let mut code = smill_json_reader_begin(reader, src.as_ptr(), src.len(), 0);
            while code == 0 && event.kind != 12 {
                code = match by_tape {
                    true => smill_json_reader_fill(reader, entries.as_mut_ptr(), entries.len(), &mut event),
                    false => smill_json_reader_next(reader, &mut event),
                };
            }
            codes.push(code);
        };
        let first = taken(|| {
            read(long.as_bytes(), true);
            read(long.as_bytes(), false);
        });
        assert!(first > 0, "the first text takes memory");
        let again = taken(|| {
            for by_tape in [true, false] {
                read(b"[[1], 2", by_tape);
                read(&long.as_bytes()[1..], by_tape);
                read(long.as_bytes(), by_tape);
            }
        });
        assert_eq!(again, 0);
        smill_json_reader_free(reader);
    }
    let (cut, trailing) = (ErrorCode::JsonIncomplete as u32, ErrorCode::JsonTrailing as u32);
    assert_eq!(codes, [0, 0, cut, trailing, 0, cut, trailing, 0]);
}

#[test]
fn what_takes_memory_is_counted() {
    assert_eq!(taken(|| drop(std::hint::black_box(Box::new(1)))), 2);
}

/// A plan with a member of each kind, and rules that refuse text that is ill-formed.
fn plan_of_all_kinds() -> (*mut RecordPlan, *const Rules) {
    let names = ["text", "yes", "signed", "unsigned", "double", "single", "raw"];
    let members: Vec<RecordMember> = (0..)
        .zip(names)
        .map(|(kind, name)| RecordMember {
            name: name.as_ptr(),
            name_len: name.len(),
            written: name.as_ptr(),
            written_len: name.len(),
            kind,
            place: 0,
        })
        .collect();
    let (mut plan, mut rules) = (null_mut(), null());
    // SAFETY: memory of our own.
    unsafe {
        assert_eq!(smill_record_plan_new(members.as_ptr(), members.len(), &mut plan), 0);
        // Policy 16 refuses text that is ill-formed.
        assert_eq!(smill_rules_builtin(b"json".as_ptr(), 4, 16, &mut rules), 0);
    }
    (plan, rules)
}

/// Records of each kind of member, written and read: good ones, and ones that are refused.
#[test]
fn records() {
    let (plan, rules) = plan_of_all_kinds();
    let mut dst = vec![0; 1 << 16];
    let mut units = vec![0; 1 << 16];
    let mut slots = [RecordSlot { value: 0, len: 0 }; 7];
    let mut codes = Vec::with_capacity(1000);
    let texts = ["", "plain", "with \"escapes\"\n", "caf\u{e9} \u{4e61} \u{1f600}"];
    let repeats = [1, 3, 40, 2000];
    let mut utf16: Vec<Vec<u16>> =
        texts.iter().flat_map(|text| repeats.map(|times| text.repeat(times).encode_utf16().collect())).collect();
    utf16.push(vec![0x61, 0xD800]);
    for (text, cap) in utf16.iter().flat_map(|text| [(text, 1 << 16), (text, 20)]) {
        let values =
            [text.as_ptr() as u64, 1, (-7_i64).cast_unsigned(), 7, 0.1_f64.to_bits(), 0.1_f32.to_bits().into()];
        for (slot, value) in slots.iter_mut().zip(values) {
            *slot = RecordSlot { value, len: text.len() as u64 };
        }
        slots[6] = RecordSlot { value: b"[1]".as_ptr() as u64, len: 3 };
        let mut done = Progress::default();
        let taken = taken(|| {
            // SAFETY: memory of our own.
            codes.push(unsafe {
                smill_record_write(plan, rules, 4, slots.as_ptr(), 7, dst.as_mut_ptr(), cap, 0, &mut done)
            });
        });
        assert_eq!(taken, 0, "{} units", text.len());
        if codes.last() != Some(&0) {
            continue;
        }
        // The output, and the part that is cut off.
        for len in [done.written as usize, done.written as usize - 1, 9] {
            let taken = self::taken(|| {
                // SAFETY: memory of our own.
                codes.push(unsafe {
                    smill_record_read(
                        plan,
                        dst.as_ptr(),
                        len,
                        slots.as_mut_ptr(),
                        7,
                        units.as_mut_ptr(),
                        units.len(),
                        0,
                        &mut done,
                    )
                });
            });
            assert_eq!(taken, 0, "{len} bytes");
        }
    }
    // SAFETY: it is not used any more.
    unsafe { smill_record_plan_free(plan) };
    for code in [0, ErrorCode::RoomShort as u32, ErrorCode::Utf16SurrogateLone as u32] {
        assert!(codes.contains(&code), "none ended with {code}: {codes:?}");
    }
}
