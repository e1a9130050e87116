//! One good call of every exported function, with its memory in regions that tests lay out: apart, overlapping, or
//! NULL.

use std::ptr::{null, null_mut};
use stringmill_capi::*;

/// How a call uses a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    Write,
    /// Read, and then written.
    Update,
}

/// Memory that a call is given.
#[derive(Clone)]
pub(crate) struct Region {
    pub(crate) name: &'static str,
    pub(crate) access: Access,
    /// The contents of the region before the call.
    pub(crate) bytes: Vec<u8>,
    pub(crate) align: usize,
    /// Whether it has a length, so that it may be NULL if that is zero. Regions that share a length have the same
    /// number.
    pub(crate) length: Option<u32>,
    /// Whether the same call always writes the same bytes.
    pub(crate) repeats: bool,
}

/// A region in memory: its address, and how many bytes.
pub(crate) type At = (*mut u8, usize);

type Run = Box<dyn Fn(&[At]) -> u32>;

pub(crate) struct Call {
    pub(crate) symbol: &'static str,
    pub(crate) regions: Vec<Region>,
    pub(crate) run: Run,
    /// Frees the objects of a good call.
    pub(crate) free: fn(&[At]),
}

fn region(name: &'static str, access: Access, bytes: Vec<u8>) -> Region {
    Region { name, access, bytes, align: 1, length: None, repeats: true }
}

/// A source of bytes.
fn text(name: &'static str, bytes: &[u8]) -> Region {
    Region { length: Some(name.len() as u32), ..region(name, Access::Read, bytes.to_vec()) }
}

fn src(bytes: &[u8]) -> Region {
    text("src", bytes)
}

fn units(text: &str) -> Region {
    let bytes = text.encode_utf16().flat_map(u16::to_ne_bytes).collect();
    Region { align: 2, length: Some(1), ..region("src", Access::Read, bytes) }
}

fn dst(len: usize) -> Region {
    Region { length: Some(2), ..region("dst", Access::Write, vec![0; len]) }
}

fn result(name: &'static str, len: usize) -> Region {
    region(name, Access::Write, vec![0; len])
}

fn handle(name: &'static str) -> Region {
    Region { repeats: false, ..result(name, size_of::<usize>()) }
}

fn progress() -> Region {
    result("progress", 24)
}

fn repairs() -> Region {
    region("repairs", Access::Update, vec![0; 24])
}

/// Rules that the library owns.
pub(crate) fn rules(policy: u32) -> *const Rules {
    let mut rules = null();
    // SAFETY: a text and a local.
    assert_eq!(unsafe { smill_rules_builtin(b"json".as_ptr(), 4, policy, &mut rules) }, 0);
    rules
}

/// A plan of a string, and a number with or without a place. Leaked, so that it lives to the end of the process.
fn plan(place: u32) -> *const RecordPlan {
    let member = |name: &'static [u8], kind, place| RecordMember {
        name: name.as_ptr(),
        name_len: name.len(),
        written: name.as_ptr(),
        written_len: name.len(),
        kind,
        place,
    };
    let members = [member(b"text", 0, 0), member(b"number", 3, place)];
    let mut plan = null_mut();
    // SAFETY: locals.
    assert_eq!(unsafe { smill_record_plan_new(members.as_ptr(), 2, &mut plan) }, 0);
    plan
}

/// Writes a struct into its region before the call, unless that is NULL.
fn fill<T>(at: At, number: usize, value: T) {
    if at.1 >= (number + 1) * size_of::<T>() {
        // SAFETY: within the region.
        unsafe { at.0.cast::<T>().add(number).write_unaligned(value) };
    }
}

fn call(symbol: &'static str, regions: Vec<Region>, run: impl Fn(&[At]) -> u32 + 'static) -> Call {
    Call { symbol, regions, run: Box::new(run), free: |_| {} }
}

/// A function without pointers to memory of the caller.
fn plain(symbol: &'static str, run: impl Fn() + 'static) -> Call {
    call(symbol, vec![], move |_| {
        run();
        0
    })
}

/// Every exported function. `builtin` is the policy of the rules that the library makes once.
pub(crate) fn all(builtin: u32) -> Vec<Call> {
    let (utf8, utf16, latin1) = (rules(1), rules(17), rules(32));
    let mut calls = vec![
        plain("smill_version", || _ = smill_version()),
        plain("smill_version_text", || _ = smill_version_text()),
        plain("smill_error_name", || _ = smill_error_name(101)),
        plain("smill_error_remedy", || _ = smill_error_remedy(101)),
        plain("smill_error_says", || _ = smill_error_says(101)),
        plain("smill_tier_best", || _ = smill_tier_best()),
        plain("smill_tier_available", || _ = smill_tier_available(1)),
        plain("smill_tier_name", || _ = smill_tier_name(1)),
        plain("smill_profile_name", || _ = smill_profile_name(0)),
        // SAFETY: memory of the test, which outlives the call.
        plain("smill_json_escape_bound", move || _ = unsafe { smill_json_escape_bound(utf8, 9) }),
        plain("smill_json_unescape_bound", || _ = smill_json_unescape_bound(9)),
        plain("smill_utf16_to_utf8_bound", || _ = smill_utf16_to_utf8_bound(9)),
        plain("smill_latin1_to_utf8_bound", || _ = smill_latin1_to_utf8_bound(9)),
        plain("smill_base64_encode_bound", || _ = smill_base64_encode_bound(0, 9)),
        plain("smill_base64_decode_bound", || _ = smill_base64_decode_bound(9)),
        // SAFETY: memory of the test, which outlives the call.
        plain("smill_rules_free", || unsafe { smill_rules_free(null_mut()) }),
        // SAFETY: memory of the test, which outlives the call.
        plain("smill_record_plan_free", || unsafe { smill_record_plan_free(null_mut()) }),
        // SAFETY: memory of the test, which outlives the call.
        call("smill_tier_forced", vec![result("tier", 4)], |at| unsafe { smill_tier_forced(at[0].0.cast()) }),
        // SAFETY: memory of the test, which outlives the call.
        call("smill_locate", vec![src(b"a\nbc"), result("position", 16)], |at| unsafe {
            smill_locate(at[0].0, at[0].1, 3, at[1].0.cast())
        }),
        call(
            "smill_profile_load",
            vec![
                text("name", b"html"),
                result("profile", size_of::<Profile>()),
                Region { length: Some(9), ..result("ranges", 64) },
                result("range_count", size_of::<usize>()),
            ],
            // SAFETY: memory of the test, which outlives the call.
            |at| unsafe {
                smill_profile_load(at[0].0, at[0].1, at[1].0.cast(), at[2].0.cast(), at[2].1 / 8, at[3].0.cast())
            },
        ),
        // SAFETY: memory of the test, which outlives the call.
        call("smill_rules_builtin", vec![text("name", b"json"), handle("rules")], move |at| unsafe {
            smill_rules_builtin(at[0].0, at[0].1, builtin, at[1].0.cast())
        }),
        Call {
            free: free_rules::<1>,
            // SAFETY: memory of the test, which outlives the call.
            ..call("smill_rules_new", vec![text("name", b"php:hex-tag"), handle("rules")], |at| unsafe {
                smill_rules_new(at[0].0, at[0].1, 0, at[1].0.cast())
            })
        },
        Call {
            free: free_rules::<2>,
            ..call(
                "smill_rules_custom",
                vec![
                    Region { align: 4, ..region("profile", Access::Read, vec![0; size_of::<Profile>()]) },
                    Region { align: 4, ..text("ranges", &[0x80, 0, 0, 0, 0x90, 0, 0, 0]) },
                    handle("rules"),
                    result("entry", 4),
                ],
                // SAFETY: memory of the test, which outlives the call.
                |at| unsafe {
                    let (ranges, count) = (at[1].0.cast(), at[1].1 / 8);
                    smill_rules_custom(at[0].0.cast(), ranges, count, 0, at[2].0.cast(), at[3].0.cast())
                },
            )
        },
    ];
    macro_rules! operation {
        ($function:ident, $src:expr, $dst:expr $(, first: $first:expr)? $(, repairs: $repairs:expr)?) => {{
            let regions = vec![$src, $dst, progress() $(, $repairs)?];
            let (src_unit, dst_unit) = (regions[0].align, regions[1].align);
            calls.push(call(stringify!($function), regions, move |at| {
                let [(src, src_len), (dst, dst_cap), (progress, _)] = [at[0], at[1], at[2]];
                let (src, src_len, dst, dst_cap) = (src.cast(), src_len / src_unit, dst.cast(), dst_cap / dst_unit);
                $( let (repairs, _) = (at[3].0.cast(), stringify!($repairs)); )?
                // SAFETY: memory of the test, which outlives the call.
                unsafe {
                    operation!(@repairs $function [$($first,)? src, src_len, dst, dst_cap, 0, progress.cast()]
                        $(repairs $repairs)?)
                }
            }));
        }};
        (@repairs $function:ident [$($argument:expr),*]) => { $function($($argument),*) };
        (@repairs $function:ident [$($argument:expr),*] $repairs:ident $region:expr) => {
            $function($($argument,)* $repairs)
        };
    }
    let wide = |len| Region { align: 2, ..dst(len) };
    operation!(smill_json_escape, src(b"a\"\xFFb"), dst(40), first: utf8, repairs: repairs());
    operation!(smill_json_unescape, src(b"a\\u0041\\ud800"), dst(40), first: 1, repairs: repairs());
    operation!(smill_utf16_to_utf8, units("a\u{e9}\u{1F600}"), dst(40), first: 17, repairs: repairs());
    operation!(smill_utf8_to_utf16, src(b"a\xC3\xA9\xFF"), wide(40), first: 1, repairs: repairs());
    operation!(smill_json_unescape_utf16, src(b"a\\u0041\\ud800"), wide(40), first: 1, repairs: repairs());
    operation!(smill_json_escape_utf16, units("a\"\u{e9}\u{1F600}"), dst(40), first: utf16, repairs: repairs());
    operation!(smill_json_escape_latin1, src(b"a\"\xE9"), dst(40), first: latin1);
    operation!(smill_latin1_to_utf8, src(b"a\xE9"), dst(40));
    operation!(smill_base64_encode, src(b"abcd"), dst(40), first: 0);
    operation!(smill_base64_decode, src(b"YWJjZA=="), dst(40), first: 0);
    calls.extend([
        // SAFETY: memory of the test, which outlives the call.
        call("smill_utf8_validate", vec![src(b"a\xC3\xA9"), progress()], |at| unsafe {
            smill_utf8_validate(at[0].0, at[0].1, 0, at[1].0.cast())
        }),
        // SAFETY: memory of the test, which outlives the call.
        call("smill_scan", vec![src(b"12a"), progress()], |at| unsafe {
            smill_scan(3, at[0].0, at[0].1, 0, at[1].0.cast())
        }),
        call(
            "smill_json_canonical",
            vec![
                Region { align: 8, ..region("limits", Access::Read, vec![0; 24]) },
                src(b"[1.0]"),
                dst(40),
                progress(),
            ],
            // SAFETY: memory of the test, which outlives the call.
            |at| unsafe {
                let (limits, dst, progress) = (at[0].0.cast(), at[2], at[3].0.cast());
                smill_json_canonical(limits, at[1].0, at[1].1, dst.0, dst.1, 0, progress)
            },
        ),
        call(
            "smill_json_check",
            vec![
                Region { align: 8, ..region("rules", Access::Read, vec![0; 32]) },
                Region { align: 8, length: Some(1), repeats: false, ..result("stack", 64) },
                src(b"[[1]]"),
                progress(),
            ],
            // SAFETY: memory of the test, which outlives the call.
            |at| unsafe {
                let (stack, len) = (at[1].0.cast(), at[1].1 / 8);
                smill_json_check(at[0].0.cast(), stack, len, at[2].0, at[2].1, 0, at[3].0.cast())
            },
        ),
        // SAFETY: memory of the test, which outlives the call.
        call("smill_float64_write", vec![dst(32), result("written", size_of::<usize>())], |at| unsafe {
            smill_float64_write(0, 1.5, at[0].0, at[0].1, at[1].0.cast())
        }),
        // SAFETY: memory of the test, which outlives the call.
        call("smill_int64_write", vec![dst(32), result("written", size_of::<usize>())], |at| unsafe {
            smill_int64_write(-15, at[0].0, at[0].1, at[1].0.cast())
        }),
        // SAFETY: memory of the test, which outlives the call.
        call("smill_uint64_write", vec![dst(32), result("written", size_of::<usize>())], |at| unsafe {
            smill_uint64_write(15, at[0].0, at[0].1, at[1].0.cast())
        }),
    ]);
    batches(utf8, &mut calls);
    records(utf16, &mut calls);
    json_reader(&mut calls);
    calls
}

const COUNT: usize = 3;

/// The functions over many strings.
fn batches(rules: *const Rules, calls: &mut Vec<Call>) {
    let outputs = |width: usize| {
        [
            dst(48),
            Region { length: Some(7), ..result("dst_offsets", (COUNT + 1) * width) },
            Region { length: Some(7), ..result("verdicts", COUNT * 16) },
            result("batch", 40),
        ]
    };
    let slices = || Region { length: Some(7), ..region("slices", Access::Read, vec![0; COUNT * size_of::<Slice>()]) };
    let strings = || region("strings", Access::Read, b"aa\"bb\\ncc".to_vec());
    let point = |at: &[At]| {
        for (number, (from, len)) in [(0, 2), (3, 4), (7, 2)].into_iter().enumerate() {
            fill(at[0], number, Slice { ptr: at[1].0.wrapping_add(from), len });
        }
        at[0].1 / size_of::<Slice>()
    };
    macro_rules! slices {
        ($function:ident $(, $first:expr)?) => {
            let regions = [vec![slices(), strings()], outputs(8).to_vec()].concat();
            // SAFETY: memory of the test, which outlives the call.
            calls.push(call(stringify!($function), regions, move |at| unsafe {
                let (count, [dst, offsets, verdicts, batch]) = (point(at), [at[2], at[3], at[4], at[5]]);
                let (offsets, verdicts, batch) = (offsets.0.cast(), verdicts.0.cast(), batch.0.cast());
                $function($($first,)? at[0].0.cast(), count, dst.0, dst.1, offsets, 0, verdicts, batch)
            }));
        };
    }
    slices!(smill_json_escape_slices, rules);
    slices!(smill_json_unescape_slices, 0);
    let [_, _, verdicts, batch] = outputs(8);
    calls.push(call(
        "smill_utf8_validate_slices",
        vec![slices(), strings(), verdicts.clone(), batch.clone()],
        // SAFETY: memory of the test, which outlives the call.
        move |at| unsafe { smill_utf8_validate_slices(at[0].0.cast(), point(at), 0, at[2].0.cast(), at[3].0.cast()) },
    ));
    macro_rules! columns {
        ($offset:ty, $validate:ident $(, $function:ident: $first:expr)*) => {
            let offsets = [0, 2, 6, 8].into_iter().flat_map(<$offset>::to_ne_bytes).collect();
            let offsets = Region { length: Some(7), ..region("offsets", Access::Read, offsets) };
            let from = vec![src(b"aabb\\ncc"), offsets];
            let count = |offsets: At| (offsets.1 / size_of::<$offset>()).saturating_sub(1);
            $(
                let regions = [from.clone(), outputs(size_of::<$offset>()).to_vec()].concat();
                // SAFETY: memory of the test, which outlives the call.
                calls.push(call(stringify!($function), regions, move |at| unsafe {
                    let (count, [dst, offsets, verdicts, batch]) = (count(at[1]), [at[2], at[3], at[4], at[5]]);
                    let (offsets, verdicts, batch) = (offsets.0.cast(), verdicts.0.cast(), batch.0.cast());
                    let (src, src_len, from) = (at[0].0, at[0].1, at[1].0.cast());
                    $function($first, src, src_len, from, count, dst.0, dst.1, offsets, 0, verdicts, batch)
                }));
            )*
            let regions = [from, vec![verdicts.clone(), batch.clone()]].concat();
            // SAFETY: memory of the test, which outlives the call.
            calls.push(call(stringify!($validate), regions, move |at| unsafe {
                let (src, src_len, from) = (at[0].0, at[0].1, at[1].0.cast());
                $validate(src, src_len, from, count(at[1]), 0, at[2].0.cast(), at[3].0.cast())
            }));
        };
    }
    columns!(i32, smill_utf8_validate_column, smill_json_escape_column: rules, smill_json_unescape_column: 0);
    columns!(
        i64,
        smill_utf8_validate_column_large,
        smill_json_escape_column_large: rules,
        smill_json_unescape_column_large: 0
    );
}

/// Plans and records.
fn records(rules: *const Rules, calls: &mut Vec<Call>) {
    const SLOT: usize = size_of::<RecordSlot>();
    const MEMBER: usize = size_of::<RecordMember>();
    let slots = |access| Region { align: 8, ..region("slots", access, vec![0; 2 * SLOT]) };
    let units = || Region { name: "text", length: None, ..units("a\u{e9}") };
    let set = |slots: At, text: At| {
        fill(slots, 0, RecordSlot { value: text.0.expose_provenance() as u64, len: text.1 as u64 / 2 });
        fill(slots, 1, RecordSlot { value: 42, len: 0 });
    };
    let json = || src(br#"{"text":"a\u00e9b","number":77}"#);
    let room = || Region { align: 2, ..region("text", Access::Write, vec![0; 64]) };
    let plan = (self::plan(0), self::plan(8 << 24 | 4));
    calls.extend([
        Call {
            // SAFETY: memory of the test, which outlives the call.
            free: |at| unsafe { smill_record_plan_free(at[2].0.cast::<*mut RecordPlan>().read_unaligned()) },
            ..call(
                "smill_record_plan_new",
                vec![
                    Region { align: 8, length: Some(1), ..region("members", Access::Read, vec![0; 2 * MEMBER]) },
                    region("names", Access::Read, b"nametext".to_vec()),
                    handle("plan"),
                ],
                // SAFETY: memory of the test, which outlives the call.
                |at| unsafe {
                    for number in 0..2 {
                        let name = at[1].0.wrapping_add(4 * number).cast_const();
                        let (kind, place) = (number as u32, 0);
                        let member = RecordMember { name, name_len: 4, written: name, written_len: 4, kind, place };
                        fill(at[0], number, member);
                    }
                    smill_record_plan_new(at[0].0.cast(), at[0].1 / MEMBER, at[2].0.cast())
                },
            )
        },
        // SAFETY: memory of the test, which outlives the call.
        call("smill_record_write", vec![slots(Access::Read), units(), dst(64), progress()], move |at| unsafe {
            set(at[0], at[1]);
            let (dst, cap, progress) = (at[2].0, at[2].1, at[3].0.cast());
            smill_record_write(plan.0, rules, 4, at[0].0.cast(), at[0].1 / SLOT, dst, cap, 0, progress)
        }),
        call(
            "smill_record_write_packed",
            vec![
                slots(Access::Read),
                units(),
                dst(64),
                region("args", Access::Update, vec![0; size_of::<RecordWriteArgs>()]),
                region("record", Access::Read, vec![7; 12]),
            ],
            // SAFETY: memory of the test, which outlives the call.
            move |at| unsafe {
                set(at[0], at[1]);
                let args = RecordWriteArgs {
                    plan: plan.1,
                    rules,
                    slots: at[0].0.cast(),
                    slot_count: at[0].1 / SLOT,
                    dst: at[2].0,
                    dst_cap: at[2].1,
                    record: at[4].0,
                    progress: Progress::default(),
                    float_shape: 4,
                    how: 0,
                };
                fill(at[3], 0, args);
                smill_record_write_packed(at[3].0.cast())
            },
        ),
        // SAFETY: memory of the test, which outlives the call.
        call("smill_record_read", vec![json(), slots(Access::Write), room(), progress()], move |at| unsafe {
            let (src, len, slots, count) = (at[0].0, at[0].1, at[1].0.cast(), at[1].1 / SLOT);
            smill_record_read(plan.0, src, len, slots, count, at[2].0.cast(), at[2].1 / 2, 0, at[3].0.cast())
        }),
        call(
            "smill_record_read_packed",
            vec![
                json(),
                slots(Access::Write),
                room(),
                region("args", Access::Update, vec![0; size_of::<RecordReadArgs>()]),
                result("record", 12),
            ],
            // SAFETY: memory of the test, which outlives the call.
            move |at| unsafe {
                let args = RecordReadArgs {
                    plan: plan.1,
                    src: at[0].0,
                    src_len: at[0].1,
                    slots: at[1].0.cast(),
                    slot_count: at[1].1 / SLOT,
                    text: at[2].0.cast(),
                    text_cap: at[2].1 / 2,
                    record: at[4].0,
                    progress: Progress::default(),
                    how: 0,
                    reserved: 0,
                };
                fill(at[3], 0, args);
                smill_record_read_packed(at[3].0.cast())
            },
        ),
    ]);
}

/// A call with a reader of its own, at the beginning of a text.
fn with_reader(src: At, more: u32, run: impl FnOnce(*mut JsonReader) -> u32) -> u32 {
    let mut reader = null_mut();
    // SAFETY: memory of the test, which outlives the call.
    unsafe {
        let mut code = smill_json_reader_new(null(), 0, &mut reader);
        if code == 0 {
            code = smill_json_reader_begin(reader, src.0, src.1, more);
        }
        if code == 0 {
            code = run(reader);
        }
        smill_json_reader_free(reader);
        code
    }
}

/// The reader of JSON.
fn json_reader(calls: &mut Vec<Call>) {
    const ENTRY: usize = size_of::<TapeEntry>();
    let options = [48_u32, 0, 0, 0, 9, 0, 0, 0, 0, 0, 1, 0].into_iter().flat_map(u32::to_ne_bytes).collect();
    let json = || src(b"[[1]]");
    let event = || result("event", size_of::<JsonEvent>());
    calls.extend([
        // SAFETY: ignored.
        plain("smill_json_reader_free", || unsafe { smill_json_reader_free(null_mut()) }),
        Call {
            // SAFETY: the call before has written its handle there.
            free: |at| unsafe { smill_json_reader_free(at[1].0.cast::<*mut JsonReader>().read_unaligned()) },
            ..call(
                "smill_json_reader_new",
                vec![Region { align: 8, ..region("options", Access::Read, options) }, handle("reader")],
                // SAFETY: memory of the test, which outlives the call.
                |at| unsafe { smill_json_reader_new(at[0].0.cast(), 0, at[1].0.cast()) },
            )
        },
        call("smill_json_reader_begin", vec![json()], |at| with_reader(at[0], 1, |_| 0)),
        call("smill_json_reader_resume", vec![json()], |at| {
            // SAFETY: memory of the test, which outlives the call.
            with_reader((null_mut(), 0), 1, |reader| unsafe {
                smill_json_reader_next(reader, &mut JsonEvent::default());
                smill_json_reader_resume(reader, at[0].0, at[0].1, 0)
            })
        }),
        call("smill_json_reader_next", vec![json(), event()], |at| {
            // SAFETY: memory of the test, which outlives the call.
            with_reader(at[0], 0, |reader| unsafe { smill_json_reader_next(reader, at[1].0.cast()) })
        }),
        // What goes wrong there comes with the next event.
        call("smill_json_reader_skip", vec![json()], |at| {
            // SAFETY: a local, and a reader that is not freed.
            with_reader(at[0], 0, |reader| unsafe {
                assert_eq!(smill_json_reader_skip(reader), 0);
                smill_json_reader_next(reader, &mut JsonEvent::default())
            })
        }),
        // What goes wrong there comes with the next event.
        call("smill_json_reader_leave", vec![json()], |at| {
            // SAFETY: a local, and a reader that is not freed.
            with_reader(at[0], 0, |reader| unsafe {
                assert_eq!(smill_json_reader_leave(reader), 0);
                smill_json_reader_next(reader, &mut JsonEvent::default())
            })
        }),
        // The same.
        call("smill_json_reader_next_line", vec![json()], |at| {
            // SAFETY: a local, and a reader that is not freed.
            with_reader(at[0], 0, |reader| unsafe {
                assert_eq!(smill_json_reader_next_line(reader), 0);
                smill_json_reader_next(reader, &mut JsonEvent::default())
            })
        }),
        call(
            "smill_json_reader_fill",
            vec![
                json(),
                Region { align: 4, length: Some(2), ..region("entries", Access::Write, vec![0; 5 * ENTRY]) },
                event(),
            ],
            |at| {
                let (entries, cap) = (at[1].0.cast(), at[1].1 / ENTRY);
                // SAFETY: memory of the test, which outlives the call.
                with_reader(at[0], 0, |reader| unsafe { smill_json_reader_fill(reader, entries, cap, at[2].0.cast()) })
            },
        ),
        // SAFETY: memory of the test, which outlives the call.
        call("smill_json_uint64", vec![src(b"7"), result("value", 8)], |at| unsafe {
            smill_json_uint64(at[0].0, at[0].1, at[1].0.cast())
        }),
        // SAFETY: memory of the test, which outlives the call.
        call("smill_json_int64", vec![src(b"-7"), result("value", 8)], |at| unsafe {
            smill_json_int64(at[0].0, at[0].1, at[1].0.cast())
        }),
        // SAFETY: memory of the test, which outlives the call.
        call("smill_json_float64", vec![src(b"7e1"), result("value", 8)], |at| unsafe {
            smill_json_float64(at[0].0, at[0].1, at[1].0.cast())
        }),
    ]);
}

fn free_rules<const HANDLE: usize>(at: &[At]) {
    // SAFETY: the call before has written its handle there.
    unsafe { smill_rules_free(at[HANDLE].0.cast::<*mut Rules>().read_unaligned()) };
}
