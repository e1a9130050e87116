//! Runs the files of `vectors/` and the sweeps on every tier: each case whole and in chunks, into exactly the room that
//! it needs, with canary bytes around it. Numbers know no tiers and no chunks. Has a `main` of its own, so that the
//! last lines always show.

use serde_json::Value;
use std::collections::BTreeMap;
use std::env;
use std::process::ExitCode;
use stringmill_kernels::{
    Base64Decode, Base64Encode, ByteClass, JsonEscape, JsonEscapeLatin1, JsonEscapeUtf16, JsonUnescape, Tier,
    Utf8ToUtf16, Utf16ToUtf8, base64_decode_with, base64_encode_with, json_escape_latin1_with, json_escape_utf16_with,
    json_escape_with, json_unescape_utf16_with, json_unescape_with, latin1_to_utf8_bound, latin1_to_utf8_with,
    scan_with, utf8_to_utf16_with, utf8_validate_with, utf16_to_utf8_with,
};
use stringmill_numbers::{FloatWrite, NUMBER_ROOM, float64_write, int64_write, uint64_write};
use stringmill_outcome::{Chunk, Error, ErrorCode, Progress, Repairs};
use stringmill_profile::{
    Base64Alphabet, Base64Padding, FloatShape, IllFormed, IllFormedUtf16, LoneSurrogates, Profile, TrailingBits,
    WhiteSpace,
};

/// Sizes of the chunks that long inputs are fed in; short ones are split at every place too.
const CHUNKS: [usize; 13] = [1, 2, 3, 15, 16, 17, 31, 32, 33, 63, 64, 65, 128];
const SHORT: usize = 48;
/// For Miri, which reads no files.
const SEEDS: [&str; 15] = [
    include_str!("../../../vectors/json_escape.json"),
    include_str!("../../../vectors/json_unescape.json"),
    include_str!("../../../vectors/utf8_validate.json"),
    include_str!("../../../vectors/scan.json"),
    include_str!("../../../vectors/utf16_to_utf8.json"),
    include_str!("../../../vectors/utf8_to_utf16.json"),
    include_str!("../../../vectors/json_unescape_utf16.json"),
    include_str!("../../../vectors/latin1_to_utf8.json"),
    include_str!("../../../vectors/json_escape_utf16.json"),
    include_str!("../../../vectors/json_escape_latin1.json"),
    include_str!("../../../vectors/base64_encode.json"),
    include_str!("../../../vectors/base64_decode.json"),
    include_str!("../../../vectors/float64_write.json"),
    include_str!("../../../vectors/int64_write.json"),
    include_str!("../../../vectors/uint64_write.json"),
];
const CANARY: u8 = 0xA5;
const GUARD: usize = 128;

/// An operation with its parameters.
enum Operation {
    JsonEscape(Box<Result<JsonEscape<'static>, Error>>),
    JsonUnescape(JsonUnescape),
    JsonUnescapeUtf16(JsonUnescape),
    Utf8ToUtf16(Result<Utf8ToUtf16, Error>),
    Utf8Validate,
    Scan(&'static ByteClass),
    Utf16ToUtf8(Result<Utf16ToUtf8, Error>),
    Latin1ToUtf8,
    JsonEscapeUtf16(Box<Result<JsonEscapeUtf16<'static>, Error>>),
    JsonEscapeLatin1(Box<JsonEscapeLatin1<'static>>),
    Base64Encode(Base64Encode),
    Base64Decode(Base64Decode),
    Float64Write(FloatWrite),
    Int64Write,
    Uint64Write,
}

impl Operation {
    /// Bytes of a unit of its input.
    fn unit(&self) -> usize {
        match self {
            Operation::Utf16ToUtf8(_) | Operation::JsonEscapeUtf16(_) => 2,
            Operation::Float64Write(_) | Operation::Int64Write | Operation::Uint64Write => 8,
            _ => 1,
        }
    }

    /// Whether its input may come in chunks.
    fn streams(&self) -> bool {
        self.unit() != 8
    }
}

struct Case {
    id: u64,
    input: Vec<u8>,
    expected: Result<Done, Expected>,
}

/// A whole run that came to its end.
#[derive(Debug, PartialEq, Eq)]
struct Done {
    output: Vec<u8>,
    read: usize,
    count: u64,
    first: Option<u64>,
}

/// The name and offset of an error.
type Expected = (String, u64);

fn main() -> ExitCode {
    // Test runners ask for a list of tests first; this is one test without a name.
    if env::args().any(|argument| argument == "--list") {
        return ExitCode::SUCCESS;
    }
    if cfg!(all(miri, target_endian = "little")) {
        println!("vectors: not run (Miri is slow, and runs them where the order of bytes in memory is another)");
        return ExitCode::SUCCESS;
    }
    let one_in = env::var("STRINGMILL_ONE_IN").map_or(1, |number| number.parse().expect("a number"));
    if one_in > 1 {
        println!("chunks: {} of {one_in} ways to cut an input not run (STRINGMILL_ONE_IN)", one_in - 1);
    }
    let files = load();
    let mut failures = Vec::new();
    let mut lines = Vec::new();
    for tier in Tier::available() {
        for (name, groups) in &files {
            let total: usize = groups.iter().map(|(_, cases)| cases.len()).sum();
            let mut passed = 0;
            for (operation, cases) in groups {
                for case in cases {
                    match run(tier, operation, case, one_in) {
                        Ok(()) => passed += 1,
                        Err(what) => failures.push(format!("{name} {}, {tier}: {what}", case.id)),
                    }
                }
            }
            lines.push(format!("{name} {passed}/{total} skipped 0 ({tier})"));
        }
    }
    for failure in failures.iter().take(20) {
        println!("FAILED {failure}");
    }
    let missing = missing_tiers();
    for line in lines.iter().chain(&missing) {
        println!("{line}");
    }
    if failures.is_empty() && missing.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Says which tiers did not run; returns those that should have.
fn missing_tiers() -> Vec<String> {
    let available: Vec<_> = Tier::available().map(Tier::name).collect();
    for name in Tier::known().filter(|name| !available.contains(name)) {
        println!("tier {name}: not run (the machine does not have it)");
    }
    let expected = env::var("STRINGMILL_EXPECT_TIERS").unwrap_or_default();
    let missing = expected.split(',').map(str::trim).filter(|name| !name.is_empty() && !available.contains(name));
    missing.map(|name| format!("FAILED tier {name} is expected and did not run")).collect()
}

/// The text of every file of vectors.
fn texts() -> Vec<String> {
    if cfg!(miri) {
        println!("sweeps: not run (Miri has no files, and is slow)");
        return SEEDS.map(String::from).to_vec();
    }
    let texts = stringmill_sweeps::texts().unwrap_or_else(|message| panic!("{message}"));
    texts.into_iter().map(|(_, text)| text).collect()
}

/// The groups of each operation.
fn load() -> BTreeMap<String, Vec<(Operation, Vec<Case>)>> {
    let mut files = BTreeMap::<_, Vec<_>>::new();
    for text in texts() {
        let file: Value = serde_json::from_str(&text).expect("file of vectors");
        assert_eq!(file["schema"], "string-op.v1");
        let name = string(&file["operation"]);
        // The reader is a crate above the kernels; `smill selftest` runs it.
        if ["json_check", "json_canonical", "json_restricted"].contains(&name) {
            continue;
        }
        let groups = array(&file["groups"]).iter().map(|group| {
            let operation = operation(name, group);
            let cases = array(&group["cases"]).iter().map(|value| case(value, operation.unit())).collect();
            (operation, cases)
        });
        files.entry(name.to_string()).or_default().extend(groups);
    }
    files
}

fn string(value: &Value) -> &str {
    value.as_str().expect("a string")
}

fn array(value: &Value) -> &[Value] {
    value.as_array().expect("an array")
}

fn operation(name: &str, group: &Value) -> Operation {
    match name {
        "json_escape" => {
            let profile = Profile::parse(string(&group["profile"])).expect("a profile");
            let policy = IllFormed::from_name(string(&group["policy"])).expect("a policy");
            Operation::JsonEscape(Box::new(JsonEscape::new(&profile, policy)))
        }
        "json_unescape" => {
            let surrogates = LoneSurrogates::from_name(string(&group["surrogates"])).expect("a policy");
            Operation::JsonUnescape(JsonUnescape { surrogates })
        }
        "json_unescape_utf16" => {
            let surrogates = LoneSurrogates::from_name(string(&group["surrogates"])).expect("a policy");
            Operation::JsonUnescapeUtf16(JsonUnescape { surrogates })
        }
        "utf8_to_utf16" => {
            let policy = IllFormed::from_name(string(&group["policy"])).expect("a policy");
            Operation::Utf8ToUtf16(Utf8ToUtf16::new(policy))
        }
        "utf8_validate" => Operation::Utf8Validate,
        "scan" => Operation::Scan(class(string(&group["class"]))),
        "utf16_to_utf8" => Operation::Utf16ToUtf8(Utf16ToUtf8::new(policy_of_utf16(group))),
        "latin1_to_utf8" => Operation::Latin1ToUtf8,
        "json_escape_utf16" => {
            let profile = Profile::parse(string(&group["profile"])).expect("a profile");
            Operation::JsonEscapeUtf16(Box::new(JsonEscapeUtf16::new(&profile, policy_of_utf16(group))))
        }
        "json_escape_latin1" => {
            let profile = Profile::parse(string(&group["profile"])).expect("a profile");
            Operation::JsonEscapeLatin1(Box::new(JsonEscapeLatin1::new(&profile)))
        }
        "base64_encode" => Operation::Base64Encode(Base64Encode {
            alphabet: Base64Alphabet::from_name(string(&group["alphabet"])).expect("an alphabet"),
            padded: string(&group["padding"]) == "required",
        }),
        "base64_decode" => Operation::Base64Decode(Base64Decode {
            alphabet: Base64Alphabet::from_name(string(&group["alphabet"])).expect("an alphabet"),
            padding: Base64Padding::from_name(string(&group["padding"])).expect("a choice"),
            trailing_bits: TrailingBits::from_name(string(&group["trailing_bits"])).expect("a choice"),
            white_space: WhiteSpace::from_name(string(&group["white_space"])).expect("a choice"),
        }),
        "float64_write" => {
            let shape = FloatShape::from_name(string(&group["shape"])).expect("a shape");
            Operation::Float64Write(FloatWrite::new(&shape))
        }
        "int64_write" => Operation::Int64Write,
        "uint64_write" => Operation::Uint64Write,
        _ => panic!("no operation is called {name}"),
    }
}

fn policy_of_utf16(group: &Value) -> IllFormedUtf16 {
    IllFormedUtf16::from_name(string(&group["policy"])).expect("a policy")
}

fn class(name: &str) -> &'static ByteClass {
    match name {
        "white-space-json" => &ByteClass::WHITE_SPACE_JSON,
        "white-space-ion" => &ByteClass::WHITE_SPACE_ION,
        "identifier" => &ByteClass::IDENTIFIER,
        "digits" => &ByteClass::DIGITS,
        "hex" => &ByteClass::HEX,
        "string" => &ByteClass::STRING,
        "string-ascii" => &ByteClass::STRING_ASCII,
        _ => panic!("no class is called {name}"),
    }
}

fn case(case: &Value, unit: usize) -> Case {
    let input = bytes(&case["in"]);
    let expected = match case.get("error") {
        Some(error) => Err((string(&error["code"]).to_string(), error["offset"].as_u64().expect("an offset"))),
        None => Ok(Done {
            output: case.get("out").map(bytes).unwrap_or_default(),
            read: case
                .get("read")
                .or(case.get("run"))
                .map_or(input.len() / unit, |read| read.as_u64().expect("a length") as usize),
            count: case["repairs"]["count"].as_u64().unwrap_or(0),
            first: case["repairs"]["first"].as_u64(),
        }),
    };
    Case { id: case["id"].as_u64().expect("an id"), input, expected }
}

/// The bytes of hex pieces.
fn bytes(pieces: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    for piece in array(pieces) {
        let (hex, times) = string(piece).split_once('*').unwrap_or((string(piece), "1"));
        let digits = |at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hex digits");
        let unit: Vec<u8> = (0..hex.len()).step_by(2).map(digits).collect();
        bytes.extend(unit.repeat(times.parse().expect("a number")));
    }
    bytes
}

/// Runs a case in every way; returns the first error. Of the ways to cut it into chunks, each case tries one in
/// `one_in`, the next case others.
fn run(tier: Tier, operation: &Operation, case: &Case, one_in: usize) -> Result<(), String> {
    let len = case.input.len() / operation.unit();
    let whole = || vec![len];
    let first = case.id as usize % one_in;
    let splits = (first..=len).step_by(one_in);
    let splits = splits.filter(|_| len <= SHORT && operation.streams() && !cfg!(miri)).map(|at| vec![at, len]);
    // Miri is ten thousand times slower: one size, and long inputs whole.
    let sizes = if cfg!(miri) { &[16][..] } else { &CHUNKS };
    let chunk_sizes = sizes.iter().copied().skip(if cfg!(miri) { 0 } else { first }).step_by(one_in);
    let chunk_sizes = chunk_sizes.filter(|_| !cfg!(miri) || len < 256);
    let sizes = chunk_sizes.filter(|size| *size < len).map(|size| {
        let mut ends: Vec<_> = (size..len).step_by(size).collect();
        ends.push(len);
        ends
    });
    if let Ok(done) = &case.expected
        && bound(operation, len).is_none_or(|bound| done.output.len() > bound)
    {
        return Err("the output is longer than the bound".into());
    }
    for ends in std::iter::once(whole()).chain(splits).chain(sizes) {
        let found = feed(tier, operation, case, &ends)?;
        if found != case.expected {
            return Err(format!("chunks end at {ends:?}: expected {:x?}, found {found:x?}", case.expected));
        }
    }
    Ok(())
}

/// The most bytes that `len` bytes may become.
fn bound(operation: &Operation, len: usize) -> Option<usize> {
    match operation {
        Operation::JsonEscape(rules) => rules.as_ref().as_ref().ok()?.bound(len),
        Operation::JsonUnescape(rules) => Some(rules.bound(len)),
        Operation::JsonUnescapeUtf16(rules) => Some(2 * rules.bound(len)),
        Operation::Utf8ToUtf16(rules) => Some(2 * rules.ok()?.bound(len)),
        Operation::Utf8Validate | Operation::Scan(_) => Some(0),
        Operation::Utf16ToUtf8(rules) => rules.ok()?.bound(len),
        Operation::Latin1ToUtf8 => latin1_to_utf8_bound(len),
        Operation::JsonEscapeUtf16(rules) => rules.as_ref().as_ref().ok()?.bound(len),
        Operation::JsonEscapeLatin1(rules) => rules.bound(len),
        Operation::Base64Encode(rules) => rules.bound(len),
        Operation::Base64Decode(rules) => Some(rules.bound(len)),
        Operation::Float64Write(_) | Operation::Int64Write | Operation::Uint64Write => Some(NUMBER_ROOM),
    }
}

/// Feeds the input in chunks that end at `ends`, and gives unread bytes again with the next chunk.
fn feed(tier: Tier, operation: &Operation, case: &Case, ends: &[usize]) -> Result<Result<Done, Expected>, String> {
    let room = match &case.expected {
        Ok(done) => done.output.len(),
        // The output before an error must have room; more is not known about it.
        Err(_) => 12 * case.input.len(),
    };
    let mut buffer = vec![CANARY; GUARD + room + GUARD];
    let mut repairs = Repairs::default();
    let mut done = Progress::default();
    for &end in ends {
        let unit = operation.unit();
        let chunk = if end * unit == case.input.len() { Chunk::Last } else { Chunk::More };
        repairs.base = done.read as u64;
        let src = &case.input[done.read * unit..end * unit];
        let dst = &mut buffer[GUARD + done.written..GUARD + room];
        match step(tier, operation, src, dst, chunk, &mut repairs) {
            Ok(progress) => {
                done.read += progress.read;
                done.written += progress.written;
            }
            Err(error) => {
                check_canaries(&buffer, room)?;
                let Error { code, offset } = error.after(done.read as u64);
                return Ok(Err((code.name().to_string(), offset)));
            }
        }
    }
    check_canaries(&buffer, room)?;
    let output = buffer[GUARD..GUARD + done.written].to_vec();
    Ok(Ok(Done { output, read: done.read, count: repairs.count, first: repairs.first }))
}

fn check_canaries(buffer: &[u8], room: usize) -> Result<(), String> {
    let outside = buffer[..GUARD].iter().chain(&buffer[GUARD + room..]);
    if outside.into_iter().any(|&byte| byte != CANARY) {
        return Err("bytes outside the destination were written".into());
    }
    Ok(())
}

fn step(
    tier: Tier,
    operation: &Operation,
    src: &[u8],
    dst: &mut [u8],
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Progress, Error> {
    match operation {
        Operation::JsonEscape(rules) => match rules.as_ref() {
            Ok(rules) => json_escape_with(tier, rules, src, dst, chunk, repairs),
            Err(error) => Err(*error),
        },
        Operation::JsonUnescape(rules) => json_unescape_with(tier, *rules, src, dst, chunk, repairs),
        Operation::JsonUnescapeUtf16(rules) => {
            into_units(dst, |units| json_unescape_utf16_with(tier, *rules, src, units, chunk, repairs))
        }
        Operation::Utf8ToUtf16(rules) => {
            let rules = (*rules)?;
            into_units(dst, |units| utf8_to_utf16_with(tier, rules, src, units, chunk, repairs))
        }
        Operation::Utf8Validate => utf8_validate_with(tier, src, chunk).map(|read| Progress { read, written: 0 }),
        Operation::Utf16ToUtf8(rules) => {
            rules.and_then(|rules| utf16_to_utf8_with(tier, rules, &code_units(src), dst, chunk, repairs))
        }
        Operation::Latin1ToUtf8 => Ok(latin1_to_utf8_with(tier, src, dst)),
        Operation::JsonEscapeUtf16(rules) => match rules.as_ref() {
            Ok(rules) => json_escape_utf16_with(tier, rules, &code_units(src), dst, chunk, repairs),
            Err(error) => Err(*error),
        },
        Operation::JsonEscapeLatin1(rules) => Ok(json_escape_latin1_with(tier, rules, src, dst)),
        Operation::Scan(class) => Ok(Progress { read: scan_with(tier, class, src), written: 0 }),
        Operation::Base64Encode(rules) => Ok(base64_encode_with(tier, *rules, src, dst, chunk)),
        Operation::Base64Decode(rules) => base64_decode_with(tier, *rules, src, dst, chunk),
        Operation::Float64Write(rules) => number(float64_write(rules, f64::from_bits(bits(src)), dst)),
        Operation::Int64Write => number(int64_write(bits(src).cast_signed(), dst)),
        Operation::Uint64Write => number(uint64_write(bits(src), dst)),
    }
}

/// A whole number was written, or nothing.
fn number(written: Result<usize, ErrorCode>) -> Result<Progress, Error> {
    written.map(|written| Progress { read: 1, written }).map_err(|code| Error::new(code, 0))
}

/// The bits of a number, the most significant first.
fn bits(bytes: &[u8]) -> u64 {
    u64::from_be_bytes(bytes.try_into().expect("eight bytes"))
}

/// Lets `write` fill as many units as `dst` has room for; `dst` gets their bytes, the more significant first.
fn into_units(dst: &mut [u8], write: impl FnOnce(&mut [u16]) -> Result<Progress, Error>) -> Result<Progress, Error> {
    let mut units = vec![0; dst.len() / 2];
    let Progress { read, written } = write(&mut units)?;
    for (bytes, unit) in dst.as_chunks_mut().0.iter_mut().zip(&units[..written]) {
        *bytes = unit.to_be_bytes();
    }
    Ok(Progress { read, written: 2 * written })
}

/// The code units whose bytes these are, the more significant first.
fn code_units(bytes: &[u8]) -> Vec<u16> {
    bytes.as_chunks().0.iter().map(|unit| u16::from_be_bytes(*unit)).collect()
}
