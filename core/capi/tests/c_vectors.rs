//! Runs the files of `vectors/` through the C functions, on every tier: each case whole, cut in two and in chunks, into
//! exactly the room that it needs; and every group of cases in one batch, in each shape. Has a `main` of its own, so
//! that the last lines always show.

#[path = "c_vectors/batches.rs"]
mod batches;
#[path = "c_vectors/files.rs"]
mod files;

use files::{Case, Expected, Group, Operation};
use std::collections::BTreeMap;
use std::ffi::CStr;
use std::process::ExitCode;
use std::{env, ptr};
use stringmill_capi::*;

const MORE: u32 = 1;
/// Sizes of the chunks that long inputs are fed in; short ones are cut at every place too.
const CHUNKS: [usize; 4] = [1, 16, 63, 64];
const SHORT: usize = 32;
const CANARY: u8 = 0xA5;
const GUARD: usize = 128;
/// `SMILL_NUMBER_ROOM`
const NUMBER_ROOM: usize = 32;
/// Numbers of tiers that there may be.
const TIERS: std::ops::Range<u32> = 1..16;

/// A whole run that came to its end, or the name and offset of an error.
type Found = Result<Expected, (String, u64)>;

fn main() -> ExitCode {
    // Test runners ask for a list of tests first; this is one test without a name.
    if env::args().any(|argument| argument == "--list") {
        return ExitCode::SUCCESS;
    }
    let files = files::load();
    let (mut failures, mut lines) = (Vec::new(), Vec::new());
    for tier in TIERS.filter(|&tier| smill_tier_available(tier) == 1) {
        for (name, groups) in &files {
            let (mut passed, mut total) = (0, 0);
            for group in groups {
                for case in &group.cases {
                    total += 1;
                    match run(tier, &group.operation, case) {
                        Ok(()) => passed += 1,
                        Err(what) => failures.push(format!("{name} {}, {}: {what}", case.id, tier_name(tier))),
                    }
                }
                if let Err(what) = batches::run(tier, group) {
                    failures.push(format!("{name}, a batch, {}: {what}", tier_name(tier)));
                }
            }
            lines.push(format!("{name} {passed}/{total} skipped 0 ({})", tier_name(tier)));
        }
    }
    for failure in failures.iter().take(20) {
        println!("FAILED {failure}");
    }
    let missing = missing_tiers(&files);
    for line in lines.iter().chain(&missing) {
        println!("{line}");
    }
    if failures.is_empty() && missing.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn tier_name(tier: u32) -> String {
    let name = smill_tier_name(tier);
    assert!(!name.is_null(), "tier {tier} has no name");
    // SAFETY: the header says that a name is static and ends with a zero byte.
    unsafe { CStr::from_ptr(name) }.to_str().expect("a name").to_owned()
}

/// Says which tiers did not run; returns those that should have.
fn missing_tiers(files: &BTreeMap<String, Vec<Group>>) -> Vec<String> {
    assert!(!files.is_empty(), "vectors/ holds no file");
    let named = |tier: &u32| !smill_tier_name(*tier).is_null();
    let (available, absent): (Vec<_>, Vec<_>) = TIERS.filter(named).partition(|&tier| smill_tier_available(tier) == 1);
    for tier in absent {
        println!("tier {}: not run (the machine does not have it)", tier_name(tier));
    }
    let available: Vec<_> = available.into_iter().map(tier_name).collect();
    let expected = env::var("STRINGMILL_EXPECT_TIERS").unwrap_or_default();
    let missing = expected.split(',').map(str::trim).filter(|name| !name.is_empty());
    let missing = missing.filter(|name| !available.iter().any(|one| one == name));
    missing.map(|name| format!("FAILED tier {name} is expected and did not run")).collect()
}

/// Runs a case in every way; returns the first error.
fn run(tier: u32, operation: &Operation, case: &Case) -> Result<(), String> {
    let len = case.input.len() / operation.unit();
    let streams = operation.streams();
    let cuts = (0..len).filter(|_| len <= SHORT && streams).map(|at| vec![at, len]);
    let chunks = CHUNKS.into_iter().filter(|&size| size < len && streams).map(|size| {
        let mut ends: Vec<_> = (size..len).step_by(size).collect();
        ends.push(len);
        ends
    });
    if let Ok(done) = &case.expected
        && done.output.len() > operation.bound(len)
    {
        return Err("the output is longer than the bound".into());
    }
    for ends in std::iter::once(vec![len]).chain(cuts).chain(chunks) {
        let found = feed(tier, operation, case, &ends)?;
        if found != case.expected {
            return Err(format!("chunks end at {ends:?}: expected {:x?}, found {found:x?}", case.expected));
        }
    }
    Ok(())
}

/// Feeds the input in chunks that end at `ends`, and gives unread bytes again with the next chunk.
fn feed(tier: u32, operation: &Operation, case: &Case, ends: &[usize]) -> Result<Found, String> {
    let room = match &case.expected {
        Ok(done) => done.output.len(),
        // The output before an error must have room; more is not known about it.
        Err(_) => 12 * case.input.len(),
    };
    let mut buffer = vec![CANARY; GUARD + room + GUARD];
    let (mut read, mut written) = (0, 0);
    let mut repairs = Repairs::default();
    for &end in ends {
        let unit = operation.unit();
        let more = if end * unit == case.input.len() { 0 } else { MORE };
        repairs.base = read as u64;
        let src = &case.input[read * unit..end * unit];
        let dst = &mut buffer[GUARD + written..GUARD + room];
        let (code, done) = operation.step(src, dst, more | tier << 8, &mut repairs);
        if code != 0 {
            check_canaries(&buffer, room)?;
            return Ok(Err((error_name(code), read as u64 + done.offset)));
        }
        read += done.read as usize;
        written += done.written as usize;
    }
    check_canaries(&buffer, room)?;
    let output = buffer[GUARD..GUARD + written].to_vec();
    let first = (repairs.count > 0).then_some(repairs.first);
    Ok(Ok(Expected { output, read, count: repairs.count, first }))
}

fn check_canaries(buffer: &[u8], room: usize) -> Result<(), String> {
    let outside = buffer[..GUARD].iter().chain(&buffer[GUARD + room..]);
    if outside.into_iter().any(|&byte| byte != CANARY) {
        return Err("bytes outside the destination were written".into());
    }
    Ok(())
}

fn error_name(code: u32) -> String {
    let name = smill_error_name(code);
    assert!(!name.is_null(), "code {code} has no name");
    // SAFETY: the header says that a name is static and ends with a zero byte.
    unsafe { CStr::from_ptr(name) }.to_str().expect("a name").to_owned()
}

impl Operation {
    fn bound(&self, len: usize) -> usize {
        match self {
            Operation::JsonEscape(rules) | Operation::JsonEscapeUtf16(rules) | Operation::JsonEscapeLatin1(rules) => {
                // SAFETY: the rules are never freed.
                rules.map_or(0, |rules| unsafe { smill_json_escape_bound(rules, len) })
            }
            Operation::JsonUnescape(_) => smill_json_unescape_bound(len),
            Operation::Utf8ToUtf16(_) | Operation::JsonUnescapeUtf16(_) => 2 * len,
            Operation::Utf16ToUtf8(_) => smill_utf16_to_utf8_bound(len),
            Operation::Latin1ToUtf8 => smill_latin1_to_utf8_bound(len),
            Operation::Base64Encode(form) => smill_base64_encode_bound(*form, len),
            Operation::Base64Decode(_) => smill_base64_decode_bound(len),
            Operation::Float64Write(_) | Operation::Int64Write | Operation::Uint64Write => NUMBER_ROOM,
            // The header: 5.25 times the length of the text.
            Operation::JsonCanonical(_) => len * 21 / 4,
            Operation::Utf8Validate | Operation::Scan(_) | Operation::JsonCheck(_) => 0,
        }
    }

    /// One call.
    fn step(&self, src: &[u8], dst: &mut [u8], how: u32, repairs: &mut Repairs) -> (u32, Progress) {
        let mut done = Progress::default();
        // At an address that suits them.
        let units: Vec<u16> = match self.unit() {
            2 => src.as_chunks().0.iter().map(|unit| u16::from_ne_bytes(*unit)).collect(),
            _ => Vec::new(),
        };
        if self.unit() == 8 {
            return self.number(u64::from_be_bytes(src.try_into().expect("eight bytes")), dst);
        }
        if matches!(self, Operation::Utf8ToUtf16(_) | Operation::JsonUnescapeUtf16(_)) {
            return self.to_units(src, dst, how, repairs);
        }
        let (src, len, dst, cap) = (src.as_ptr(), src.len(), dst.as_mut_ptr(), dst.len());
        let code = match self {
            Operation::JsonEscape(Err(code))
            | Operation::JsonEscapeUtf16(Err(code))
            | Operation::JsonEscapeLatin1(Err(code)) => *code,
            Operation::JsonEscape(Ok(rules)) => {
                // SAFETY: the rules are never freed; the rest are slices and locals of our own.
                unsafe { smill_json_escape(*rules, src, len, dst, cap, how, &mut done, repairs) }
            }
            Operation::JsonUnescape(policy) => {
                // SAFETY: slices and locals of our own.
                unsafe { smill_json_unescape(*policy, src, len, dst, cap, how, &mut done, repairs) }
            }
            Operation::JsonEscapeUtf16(Ok(rules)) => {
                // SAFETY: the rules are never freed; the rest are slices and locals of our own.
                unsafe {
                    smill_json_escape_utf16(*rules, units.as_ptr(), units.len(), dst, cap, how, &mut done, repairs)
                }
            }
            Operation::JsonEscapeLatin1(Ok(rules)) => {
                // SAFETY: as above.
                unsafe { smill_json_escape_latin1(*rules, src, len, dst, cap, how, &mut done) }
            }
            Operation::Utf16ToUtf8(policy) => {
                // SAFETY: slices and locals of our own.
                unsafe { smill_utf16_to_utf8(*policy, units.as_ptr(), units.len(), dst, cap, how, &mut done, repairs) }
            }
            // SAFETY: slices and locals of our own.
            Operation::Base64Encode(form) => unsafe { smill_base64_encode(*form, src, len, dst, cap, how, &mut done) },
            // SAFETY: slices and locals of our own.
            Operation::Base64Decode(form) => unsafe { smill_base64_decode(*form, src, len, dst, cap, how, &mut done) },
            // SAFETY: slices and locals of our own; any depth that the vectors have fits the stack of the library.
            Operation::JsonCheck(rules) => unsafe {
                smill_json_check(rules, ptr::null_mut(), 0, src, len, how, &mut done)
            },
            // SAFETY: slices and locals of our own.
            Operation::JsonCanonical(limits) => unsafe {
                smill_json_canonical(limits, src, len, dst, cap, how, &mut done)
            },
            // SAFETY: slices and locals of our own.
            Operation::Latin1ToUtf8 => unsafe { smill_latin1_to_utf8(src, len, dst, cap, how, &mut done) },
            // SAFETY: slices and locals of our own.
            Operation::Utf8Validate => unsafe { smill_utf8_validate(src, len, how, &mut done) },
            // SAFETY: as above.
            Operation::Scan(class) => unsafe { smill_scan(*class, src, len, how, &mut done) },
            Operation::Float64Write(_) | Operation::Int64Write | Operation::Uint64Write => unreachable!("a number"),
            Operation::Utf8ToUtf16(_) | Operation::JsonUnescapeUtf16(_) => unreachable!("into units"),
        };
        (code, done)
    }

    /// One call of an operation that writes code units; `dst` gets their bytes, the more significant first.
    fn to_units(&self, src: &[u8], dst: &mut [u8], how: u32, repairs: &mut Repairs) -> (u32, Progress) {
        let (mut units, mut done) = (vec![0; dst.len() / 2], Progress::default());
        let (from, len, to, cap) = (src.as_ptr(), src.len(), units.as_mut_ptr(), units.len());
        // SAFETY: slices and locals of our own.
        let code = unsafe {
            match self {
                Operation::Utf8ToUtf16(policy) => {
                    smill_utf8_to_utf16(*policy, from, len, to, cap, how, &mut done, repairs)
                }
                Operation::JsonUnescapeUtf16(policy) => {
                    smill_json_unescape_utf16(*policy, from, len, to, cap, how, &mut done, repairs)
                }
                _ => unreachable!("into bytes"),
            }
        };
        for (bytes, unit) in dst.as_chunks_mut().0.iter_mut().zip(&units[..done.written as usize]) {
            *bytes = unit.to_be_bytes();
        }
        (code, Progress { written: 2 * done.written, ..done })
    }

    /// One call of an operation on the number with these bits.
    fn number(&self, bits: u64, dst: &mut [u8]) -> (u32, Progress) {
        let (mut written, cap, dst) = (0, dst.len(), dst.as_mut_ptr());
        // SAFETY: a slice and a local of our own.
        let code = unsafe {
            match self {
                Operation::Float64Write(shape) => {
                    smill_float64_write(*shape, f64::from_bits(bits), dst, cap, &mut written)
                }
                Operation::Int64Write => smill_int64_write(bits.cast_signed(), dst, cap, &mut written),
                _ => smill_uint64_write(bits, dst, cap, &mut written),
            }
        };
        (code, Progress { read: u64::from(code == 0), written: written as u64, offset: 0 })
    }
}

/// The rules of a profile and a policy, or the code of why there are none. They are never freed.
fn rules(profile: &str, policy: u32) -> Result<*const Rules, u32> {
    let mut rules = ptr::null_mut();
    // SAFETY: a text and a local of our own.
    match unsafe { smill_rules_new(profile.as_ptr(), profile.len(), policy, &mut rules) } {
        0 => Ok(rules),
        code => Err(code),
    }
}
