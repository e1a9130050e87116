//! Runs the kernels as a caller would, for comparison with the reference: whole, fed in parts, and with little room.

use proptest::sample::Index;
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};
use stringmill_kernels::{JsonEscape, JsonUnescape, Tier, json_escape_with, json_unescape_with, utf8_validate_with};
use stringmill_outcome::{Chunk, Error, Progress, Repairs};
use stringmill_profile::{AsciiEscape, HexCase, IllFormed, LoneSurrogates, Profile, UnicodeForm};

/// A byte or more for each class of table 3-7, its edges included, and the ASCII bytes that JSON knows.
pub(crate) const REPRESENTATIVES: &[u8] = &[
    0x00, 0x22, 0x41, 0x5C, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED,
    0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
];

/// The tiers of this machine. Says once which of the others did not run, and fails if one of those is expected.
pub(crate) fn tiers() -> Vec<Tier> {
    static SAID: Once = Once::new();
    let expected = std::env::var("STRINGMILL_EXPECT_TIERS").unwrap_or_default();
    let expected: Vec<_> = expected.split(',').filter(|name| !name.is_empty()).collect();
    // Miri takes minutes for a tier: of two processors, tools/run miri expects the scalar one on one alone.
    let is_interpreted = |tier: &Tier| !cfg!(miri) || expected.is_empty() || expected.contains(&tier.name());
    let available: Vec<_> = Tier::available().filter(is_interpreted).collect();
    SAID.call_once(|| {
        let has = |name: &str| available.iter().any(|tier| tier.name() == name);
        for name in Tier::known().filter(|name| !has(name)) {
            println!("tier {name}: not run (the machine does not have it, or Miri is not to run it)");
        }
        for name in &expected {
            assert!(has(name), "tier {name} is expected, but this machine has {available:?}");
        }
    });
    available
}

/// Names of the tiers that ran, for reports.
pub(crate) fn tier_names() -> String {
    tiers().iter().map(|tier| tier.name()).collect::<Vec<_>>().join(" ")
}

/// Profiles that reach each part of the kernels: two-byte escapes only, everything escaped, ranges, long escapes, text
/// that is no JSON, nothing at all, and pairs only.
pub(crate) fn profiles() -> [Profile<'static>; 7] {
    let text = |text: &[u8]| AsciiEscape::text(text).expect("one to seven bytes of ASCII");
    let dotnet = [b'"', b'&', b'\'', b'+', b'<', b'>', b'`', 0x7F].into_iter().fold(
        Profile::JSON.named("dotnet-like").with_non_ascii(&[(0x80, 0x10_FFFF)]).with_hex(HexCase::Upper),
        |profile, byte| profile.with_ascii(byte, AsciiEscape::unicode(byte, HexCase::Upper)),
    );
    let html = Profile::empty("html-like")
        .with_ascii(b'&', text(b"&amp;"))
        .with_ascii(b'<', text(b"&lt;"))
        .with_ascii(b'>', text(b"&gt;"))
        .with_ascii(b'"', text(b"&quot;"))
        .with_ascii(b'\0', text(b"seven77"))
        .with_ascii(b'x', text(b"X"));
    let ion = (0..0x20)
        .chain([0x7F])
        .fold(Profile::JSON.named("ion-like"), |profile, byte| {
            profile.with_ascii(byte, AsciiEscape::hex(byte, HexCase::Lower))
        })
        .with_non_ascii(&[(0x80, 0xA0), (0x2028, 0x2029), (0xE000, 0xF8FF), (0x1_F600, 0x1_F64F)])
        .with_form(UnicodeForm::Ion)
        .with_replacement_escaped(true);
    [
        Profile::JSON,
        Profile::JSON.named("ascii-like").with_non_ascii(&[(0x80, 0x10_FFFF)]),
        dotnet,
        html,
        ion,
        Profile::empty("empty"),
        Profile::JSON.named("pairs-like").with_non_ascii(&[(0x1_0000, 0x10_FFFF)]).with_hex(HexCase::Upper),
    ]
}

/// The rules of a profile and a policy that go together.
pub(crate) fn rules<'a>(profile: &Profile<'a>, policy: IllFormed) -> JsonEscape<'a> {
    JsonEscape::new(profile, policy).expect("the profile takes the policy")
}

/// `len` bytes made of `pieces` in turn, the last of them cut.
pub(crate) fn filled_with(pieces: &[&[u8]], len: usize) -> Vec<u8> {
    pieces.iter().copied().cycle().flatten().copied().take(len).collect()
}

/// The parts of texts.
pub(crate) const CONTENTS: &[(&str, &[&[u8]])] = &[
    ("clean", &[b"abcdefg"]),
    ("dirty", &[b"ab\"cd", b"efghijklmn\\op", b"q\n"]),
    ("escapes", &[b"\"\\\n\t"]),
    ("long escapes", &[b"\x00\x01\x1F\x7F<&"]),
    ("mixed", &[b"plain text, then <b>", b"\x01", "né".as_bytes(), b"\"", b"\xE2\x82", b"and so on to the end of it"]),
    ("non-ASCII", &["é漢😀\u{85}\u{2028}".as_bytes()]),
    (
        "runs",
        &[
            "漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字".as_bytes(),
            "😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀".as_bytes(),
        ],
    ),
    ("ill-formed", &[b"a\xFF", b"\xC3", b"\xE2\x82", b"\xF0\x9F\x98", b"\xED\xA0\x80", b"\x80\x80"]),
];

/// The parts of the insides of strings.
pub(crate) const ESCAPED: &[(&str, &[&[u8]])] = &[
    ("clean", &[b"abcdefg"]),
    ("dirty", &[b"ab\\\"cd", b"efghijklmn\\\\op", b"q\\n"]),
    ("escapes", &[b"\\\"\\\\\\n\\t"]),
    ("long escapes", &[b"\\u0000", b"\\u00e9", b"\\u6f22", b"\\ud83d\\ude00", b"a"]),
    ("non-ASCII", &["é漢😀".as_bytes()]),
    ("lone surrogates", &[b"\\ud83d", b"\\udc80", b"\\udcff\\n"]),
    ("ill-formed", &[b"plain text of some length, which is then broken: \xE2\x82 and goes on"]),
    ("quoted", &[b"the text that stands before the quote is all there is\"and this is not read"]),
];

/// The output for a string, or the error, from the reference.
pub(crate) type Escaped = Result<(Vec<u8>, Repairs), Error>;
/// The text of the inside of a string and how much of it was read, or the error.
pub(crate) type Unescaped = Result<(Vec<u8>, usize, Repairs), Error>;

/// The reference's answer in the same shape.
pub(crate) fn reference_unescape(policy: LoneSurrogates, src: &[u8]) -> Unescaped {
    stringmill_reference::json_unescape(policy, src).map(|found| (found.text, found.read, found.repairs))
}

/// Escapes all of `src` at once, with the room that always suffices.
pub(crate) fn escape(tier: Tier, rules: &JsonEscape<'_>, src: &[u8]) -> Escaped {
    escape_fed(tier, rules, &[src])
}

/// Escapes a stream that comes in `parts`, giving again the bytes that each call left unread.
pub(crate) fn escape_fed(tier: Tier, rules: &JsonEscape<'_>, parts: &[&[u8]]) -> Escaped {
    let mut repairs = Repairs::default();
    let out = fed(parts, |src, base, chunk, out| {
        repairs.base = base;
        let from = out.len();
        out.resize(from + rules.bound(src.len()).expect("a small input"), 0);
        let done = json_escape_with(tier, rules, src, &mut out[from..], chunk, &mut repairs)
            .map_err(|error| error.after(base))?;
        out.truncate(from + done.written);
        assert!(src.len() - done.read <= if chunk == Chunk::Last { 0 } else { 3 }, "{tier}: left too much");
        Ok(done.read)
    })?;
    Ok((out.0, Repairs { base: 0, ..repairs }))
}

/// Unescapes all of `src` at once.
pub(crate) fn unescape(tier: Tier, policy: LoneSurrogates, src: &[u8]) -> Unescaped {
    unescape_fed(tier, policy, &[src])
}

/// Unescapes a stream that comes in `parts`, giving again the bytes that each call left unread.
pub(crate) fn unescape_fed(tier: Tier, policy: LoneSurrogates, parts: &[&[u8]]) -> Unescaped {
    let rules = JsonUnescape { surrogates: policy };
    let mut repairs = Repairs::default();
    let (out, read) = fed(parts, |src, base, chunk, out| {
        repairs.base = base;
        let from = out.len();
        out.resize(from + rules.bound(src.len()), 0);
        let done = json_unescape_with(tier, rules, src, &mut out[from..], chunk, &mut repairs)
            .map_err(|error| error.after(base))?;
        out.truncate(from + done.written);
        let rest = &src[done.read..];
        let most = if chunk == Chunk::Last { 0 } else { 11 };
        assert!(rest.first() == Some(&b'"') || rest.len() <= most, "{tier}: left too much");
        Ok(done.read)
    })?;
    Ok((out, read, Repairs { base: 0, ..repairs }))
}

/// Validates a stream that comes in `parts`.
pub(crate) fn validate_fed(tier: Tier, parts: &[&[u8]]) -> Result<(), Error> {
    fed(parts, |src, base, chunk, _| {
        let valid = utf8_validate_with(tier, src, chunk).map_err(|error| error.after(base))?;
        assert!(src.len() - valid <= if chunk == Chunk::Last { 0 } else { 3 }, "{tier}: left too much");
        Ok(valid)
    })
    .map(|_| ())
}

/// Calls `step` with each part, after the remainder of the parts before; returns the output and how much was read.
/// Stops at a quote that unescaping leaves.
fn fed(
    parts: &[&[u8]],
    mut step: impl FnMut(&[u8], u64, Chunk, &mut Vec<u8>) -> Result<usize, Error>,
) -> Result<(Vec<u8>, usize), Error> {
    let (mut out, mut pending, mut base) = (Vec::new(), Vec::new(), 0);
    for (number, part) in parts.iter().enumerate() {
        pending.extend_from_slice(part);
        let chunk = if number + 1 == parts.len() { Chunk::Last } else { Chunk::More };
        let read = step(&pending, base as u64, chunk, &mut out)?;
        pending.drain(..read);
        base += read;
    }
    Ok((out, base))
}

/// One in this many exhaustive cases is run: all, or as `STRINGMILL_ONE_IN` says, for short runs or emulated
/// processors.
pub(crate) fn one_in() -> usize {
    let one_in = std::env::var("STRINGMILL_ONE_IN").map_or(1, |number| number.parse().expect("a number"));
    static SAID: Once = Once::new();
    SAID.call_once(|| {
        if one_in > 1 {
            println!("exhaustive tests: {} of {one_in} cases not run (STRINGMILL_ONE_IN)", one_in - 1);
        }
    });
    one_in
}

/// All of `cases`, or a sample. Which ones depends on `number`, that of a group of cases.
pub(crate) fn sample<T>(number: usize, cases: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    let one_in = one_in();
    cases.into_iter().skip(number % one_in).step_by(one_in)
}

/// As [`sample`], but never less than one case in 13: groups in a row meet each case, whatever else they go through in
/// turn, since 13 is a prime.
pub(crate) fn sample_in_turn<T>(number: usize, cases: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    let one_in = one_in().min(13);
    cases.into_iter().skip(number % one_in).step_by(one_in)
}

/// Numbers that look random and are the same in each run.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % limit
    }
}

/// How many random cases to try; `number` of them is enough if time is not short.
pub(crate) fn random_cases(number: u32) -> u32 {
    number / one_in().min(8) as u32
}

/// Calls `work` with each number below `count`, on as many threads as the machine has processors.
pub(crate) fn in_parallel(count: usize, work: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    if threads == 1 {
        // Some systems have no threads at all.
        return (0..count).for_each(work);
    }
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    work(number);
                }
            });
        }
    });
}

/// The progress that escaping must make if `dst` has `cap` bytes: the longest run of whole units that fits; an error if
/// all before it fits.
pub(crate) fn escape_progress(
    profile: &Profile<'_>,
    policy: IllFormed,
    src: &[u8],
    cap: usize,
) -> Result<Progress, Error> {
    let reference = |src: &[u8]| stringmill_reference::json_escape(profile, policy, src);
    let mut done = Progress::default();
    while done.read < src.len() {
        // No unit is longer than four bytes, and none is judged by more than the four after it.
        let rest = &src[done.read..];
        let rest = &rest[..rest.len().min(8)];
        if let Err(error) = reference(rest)
            && error.offset == 0
        {
            return Err(error.after(done.read as u64));
        }
        let len = escape_unit_len(profile, policy, rest);
        let written = reference(&rest[..len]).expect("a whole unit").0.len();
        if written > cap - done.written {
            break;
        }
        done = Progress { read: done.read + len, written: done.written + written };
    }
    Ok(done)
}

/// Length of the unit at the beginning of `src`: a well-formed sequence, or the fewest bytes whose repair does not
/// depend on the bytes after them.
fn escape_unit_len(profile: &Profile<'_>, policy: IllFormed, src: &[u8]) -> usize {
    let well_formed = (1..=src.len().min(4)).find(|&len| std::str::from_utf8(&src[..len]).is_ok());
    if let Some(len) = well_formed {
        return len;
    }
    let reference = |src: &[u8]| stringmill_reference::json_escape(profile, policy, src).expect("repaired");
    let (whole, all) = reference(src);
    (1..src.len())
        .find(|&len| {
            let ((mut first, one), (rest, others)) = (reference(&src[..len]), reference(&src[len..]));
            first.extend(rest);
            first == whole && one.count + others.count == all.count
        })
        .unwrap_or(src.len())
}

/// The progress that unescaping must make if `dst` has `cap` bytes.
pub(crate) fn unescape_progress(policy: LoneSurrogates, src: &[u8], cap: usize) -> Result<Progress, Error> {
    let mut done = Progress::default();
    while done.read < src.len() && src[done.read] != b'"' {
        // No unit is longer than a pair of surrogate escapes.
        let rest = &src[done.read..];
        let rest = &rest[..rest.len().min(12)];
        if let Err(error) = reference_unescape(policy, rest)
            && error.offset == 0
        {
            return Err(error.after(done.read as u64));
        }
        let len = match rest {
            [b'\\', b'u', ..] => {
                let alone = reference_unescape(policy, &rest[..6]);
                let pair = rest.get(..12).map(|pair| reference_unescape(policy, pair));
                // Two escapes are one unit if they become one character of four bytes.
                let paired = matches!(&pair, Some(Ok((text, 12, repairs))) if text.len() == 4 && repairs.count == 0);
                if paired && !matches!(&alone, Ok((_, _, repairs)) if repairs.count == 0) { 12 } else { 6 }
            }
            [b'\\', ..] => 2,
            _ => (1..=4).find(|&len| std::str::from_utf8(&rest[..len]).is_ok()).expect("well formed"),
        };
        let written = reference_unescape(policy, &rest[..len]).expect("a whole unit").0.len();
        if written > cap - done.written {
            break;
        }
        done = Progress { read: done.read + len, written: done.written + written };
    }
    Ok(done)
}

/// `src` cut at these places, in whatever order they come.
pub(crate) fn parts<'s, T>(src: &'s [T], cuts: &[Index]) -> Vec<&'s [T]> {
    let mut cuts: Vec<_> = cuts.iter().map(|cut| cut.index(src.len() + 1)).collect();
    cuts.sort_unstable();
    let mut parts = Vec::new();
    let mut from = 0;
    for cut in cuts.into_iter().chain([src.len()]) {
        parts.push(&src[from..cut]);
        from = cut;
    }
    parts
}
