//! The reader has the verdict and the offset of the checker, and the events that the tokens of the reference make, on
//! every tier and for every cut; also after a skip at each place, and in memory that was used before.

use crate::check::{LIMITED, Numbers, expected, text, tiers};
use std::ops::Range;
use stringmill_json::{Event, JsonCheck, PausedReader, Reader, Tape, TapeEntry, TapeKind};
use stringmill_kernels::Tier;
use stringmill_outcome::{Chunk, Error, ErrorCode};
use stringmill_reference::{self as reference, JsonLimits, JsonRules};

/// An event: its kind, where it begins, its bytes without quotes, and its mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) kind: char,
    pub(crate) at: usize,
    pub(crate) bytes: Vec<u8>,
    pub(crate) mark: bool,
}

impl Seen {
    pub(crate) fn of(event: Event<'_>, at: u64) -> Option<Seen> {
        let (kind, bytes, mark): (char, &[u8], bool) = match event {
            Event::BeginObject => ('{', b"", false),
            Event::EndObject => ('}', b"", false),
            Event::BeginArray => ('[', b"", false),
            Event::EndArray => (']', b"", false),
            Event::Name(text) => ('n', text.raw(), text.has_escape()),
            Event::String(text) => ('"', text.raw(), text.has_escape()),
            Event::Number(number) => ('0', number.text(), !number.is_integer()),
            Event::Bool(true) => ('t', b"true", false),
            Event::Bool(false) => ('t', b"false", false),
            Event::Null => ('t', b"null", false),
            Event::More | Event::End => return None,
        };
        Some(Seen { kind, at: at as usize, bytes: bytes.to_vec(), mark })
    }
}

/// The events of a text up to its first error.
pub(crate) type Events = (Vec<Seen>, Option<Error>);

/// What to leave out after some event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Jump {
    Skip,
    Leave,
}

/// Reads a stream in `parts`; after the given number of events, makes jumps. Returns the state, too.
pub(crate) fn read(
    mut paused: PausedReader,
    parts: &[&[u8]],
    jumps: Option<(usize, &[Jump])>,
) -> (Events, PausedReader) {
    let (mut seen, mut pending, mut jumps) = (Vec::new(), Vec::new(), jumps);
    for (number, part) in parts.iter().enumerate() {
        pending.extend_from_slice(part);
        let chunk = if number + 1 == parts.len() { Chunk::Last } else { Chunk::More };
        let mut reader = paused.resume(&pending, chunk);
        let error = loop {
            if let Some((_, jumps)) = jumps.take_if(|(after, _)| *after == seen.len()) {
                jumps.iter().for_each(|jump| match jump {
                    Jump::Skip => reader.skip(),
                    Jump::Leave => reader.leave(),
                });
            }
            match reader.next() {
                Ok(Event::More | Event::End) => break None,
                Ok(event) => seen.extend(Seen::of(event, reader.offset())),
                Err(error) => {
                    assert_eq!(reader.next().err(), Some(error), "the error stays");
                    break Some(error);
                }
            }
        };
        let is_done = chunk == Chunk::Last && error.is_none();
        assert!(!is_done || matches!(reader.next(), Ok(Event::End)), "the end stays");
        let (state, read) = reader.pause();
        if error.is_some() {
            return ((seen, error), state);
        }
        paused = state;
        pending.drain(..read);
        assert!(chunk == Chunk::More || pending.is_empty(), "bytes are left");
    }
    ((seen, None), paused)
}

fn read_all(tier: Tier, rules: JsonCheck, parts: &[&[u8]]) -> Events {
    read(PausedReader::with_tier(tier, rules), parts, None).0
}

/// The events that the tokens of the reference make.
pub(crate) fn reference_events(rules: JsonCheck, src: &[u8]) -> Events {
    let error = expected(rules, src).into_iter().next();
    let before = error.map_or(src.len(), |error| error.offset as usize);
    // A scalar may continue after the limit.
    let is_limit = error.is_some_and(|error| error.code == ErrorCode::LimitRecordLen);
    let JsonCheck { lines, lone_surrogates, .. } = rules;
    let scan = JsonRules { lines, lone_surrogates, string_max: u64::MAX };
    let tokens = reference::json_structure(scan, src, Chunk::Last).tokens;
    let (mut events, mut objects, mut wants_name) = (Vec::new(), Vec::new(), false);
    for (index, &(first, at)) in tokens.iter().enumerate().take_while(|(_, token)| token.1 < before) {
        let next = tokens.get(index + 1).map_or(src.len(), |token| token.1);
        let (kind, bytes) = match first {
            b'{' | b'[' => {
                objects.push(first == b'{');
                (first as char, at..at)
            }
            b'}' | b']' => {
                objects.pop();
                (first as char, at..at)
            }
            b',' | b':' | b'\n' => continue,
            b'"' => match string_text(src, at).filter(|text| text.end < before) {
                Some(text) if wants_name => ('n', text),
                Some(text) => ('"', text),
                None => break,
            },
            _ => match scalar_text(&src[..next], at).filter(|text| text.end + usize::from(is_limit) <= before) {
                Some(text) => (if src[at].is_ascii_alphabetic() { 't' } else { '0' }, text),
                None => break,
            },
        };
        wants_name = kind != 'n' && objects.last() == Some(&true);
        let bytes = src[bytes].to_vec();
        let mark = match kind {
            'n' | '"' => bytes.contains(&b'\\'),
            '0' => bytes.iter().any(|byte| b".eE".contains(byte)),
            _ => false,
        };
        events.push(Seen { kind, at, bytes, mark });
    }
    (events, error)
}

fn string_text(src: &[u8], at: usize) -> Option<Range<usize>> {
    let mut escaped = false;
    let len = src[at + 1..].iter().position(|&byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    })?;
    Some(at + 1..at + 1 + len)
}

/// The number or literal at `at`, if it is whole.
fn scalar_text(src: &[u8], at: usize) -> Option<Range<usize>> {
    let ends = |byte: &u8| !byte.is_ascii_alphanumeric() && !b"+-.".contains(byte);
    let len = src[at..].iter().position(ends).unwrap_or(src.len() - at);
    let rules = JsonRules { lines: false, lone_surrogates: true, string_max: u64::MAX };
    reference::json_check(rules, JsonLimits::NONE, &src[at..at + len]).is_ok().then_some(at..at + len)
}

/// Compares all tiers with the reference, on `src` whole and cut at `cuts`.
fn compare(rules: JsonCheck, src: &[u8], cuts: impl Iterator<Item = usize>) -> Events {
    let expected = reference_events(rules, src);
    let seen = || format!("{rules:?} {}", src.escape_ascii());
    for tier in tiers() {
        assert_eq!(read_all(tier, rules, &[src]), expected, "{tier} {}", seen());
    }
    for (number, cut) in cuts.enumerate() {
        let tier = tiers()[number % tiers().len()];
        let parts = [&src[..cut], &src[cut..]];
        assert_eq!(read_all(tier, rules, &parts), expected, "{tier}, cut at {cut}, {}", seen());
    }
    expected
}

pub(crate) fn runs(full: u64) -> u64 {
    if cfg!(miri) { 5 } else { stringmill_random::cases(full) }
}

const VALUES: JsonCheck = JsonCheck { values: true, ..JsonCheck::STRICT };
const LINES: JsonCheck = JsonCheck { lines: true, ..JsonCheck::STRICT };

#[test]
fn one_answer_for_every_cut() {
    let all = [
        JsonCheck::STRICT,
        VALUES,
        LINES,
        LIMITED,
        JsonCheck { values: true, ..LIMITED },
        JsonCheck { lines: true, len_max: 40, ..LIMITED },
        JsonCheck { string_max: 64, lone_surrogates: true, ..JsonCheck::STRICT },
    ];
    let (mut right, mut wrong) = (0, 0);
    for run in 0..runs(6_000) {
        let mut numbers = Numbers(run * 31 + 5);
        let rules = all[run as usize % all.len()];
        let src = text(&mut numbers, rules.lines);
        let step = if src.len() < 100 { 1 } else { 1 + src.len() / 40 };
        match compare(rules, &src, (0..=src.len()).step_by(step)).1 {
            Some(_) => wrong += 1,
            None => right += 1,
        }
    }
    println!("{right} right and {wrong} wrong texts");
    assert!(cfg!(miri) || right > 0 && wrong > 0);
}

/// Windows end anywhere: in strings and numbers longer than some of them, in escapes, and in deep nesting.
#[test]
fn windows_do_not_matter() {
    let long = "long text ".repeat(1_000);
    let escaped = "caf\\u00e9 ".repeat(1_200);
    let digits = "1234567890".repeat(900);
    let deep = format!("{}{}{}", "[{\"a\":".repeat(300), "1", "}]".repeat(300));
    let parts = [
        format!("\"{long}\""),
        format!("[\"{escaped}\", 1]"),
        digits.clone(),
        format!("-{digits}.{digits}e-5"),
        deep,
        "[1,22,333.5,true,null,\"\\n\",\"\",{}]".into(),
    ];
    for (number, shift) in (0..if cfg!(miri) { 1 } else { 140 }).enumerate() {
        let order = (0..parts.len()).map(|at| parts[(at + number) % parts.len()].as_str());
        let src = format!("{}[{}]", " ".repeat(shift * 61), order.collect::<Vec<_>>().join(","));
        let src = src.as_bytes();
        let cut = number * src.len() / 140;
        compare(JsonCheck::STRICT, src, [cut].into_iter());
        let (events, _) = reference_events(JsonCheck::STRICT, src);
        let tier = tiers()[number % tiers().len()];
        for len in [5000, 4096, 4095, 12_288] {
            let parts: Vec<_> = src.chunks(len + number).collect();
            assert_eq!(read_all(tier, JsonCheck::STRICT, &parts), (events.clone(), None), "{tier}");
            assert_eq!(read_tapes(tier, &parts, 1 + 9 * number), (events.clone(), None), "{tier}, on tapes");
        }
        // The second event is in the array around all values, and often before the longest.
        for (after, jump) in
            [(0, Jump::Skip), (1, Jump::Leave), (1, Jump::Skip), (2, Jump::Skip), (number, Jump::Leave)]
        {
            let expected = (without(&events, after, jump), None);
            for parts in [&[src][..], &[&src[..cut], &src[cut..]]] {
                let (found, _) = read(PausedReader::with_tier(tier, JsonCheck::STRICT), parts, Some((after, &[jump])));
                assert_eq!(found, expected, "{tier} {jump:?} after {after}");
            }
        }
    }
}

/// The events of `all` without those that a jump after `after` of them leaves out.
fn without(all: &[Seen], after: usize, jump: Jump) -> Vec<Seen> {
    let depth = |events: &[Seen]| {
        let count = |kinds: [char; 2]| events.iter().filter(|seen| kinds.contains(&seen.kind)).count();
        count(['{', '[']) - count(['}', ']'])
    };
    let (here, mut end) = (depth(&all[..after]), after);
    match (jump, all.get(after)) {
        (Jump::Leave, _) if here == 0 => {}
        (Jump::Leave, _) => {
            while end < all.len() && depth(&all[..end]) >= here {
                end += 1;
            }
        }
        (Jump::Skip, None) => {}
        (Jump::Skip, Some(next)) if matches!(next.kind, '}' | ']') => {}
        (Jump::Skip, Some(next)) => {
            end += if next.kind == 'n' { 2 } else { 1 };
            while end < all.len() && depth(&all[..end]) > here {
                end += 1;
            }
        }
    }
    [&all[..after], &all[end.min(all.len())..]].concat()
}

/// After each event, in every piece, a value or the rest of a container is left out; an error in it is found
/// nevertheless.
#[test]
fn skips_at_every_place() {
    for run in 0..runs(600) {
        let mut numbers = Numbers(run * 17 + 3);
        let rules = if run % 2 == 0 { JsonCheck::STRICT } else { VALUES };
        let src = text(&mut numbers, false);
        let (events, error) = reference_events(rules, &src);
        for (after, jump) in (0..=events.len().min(40)).flat_map(|at| [(at, Jump::Skip), (at, Jump::Leave)]) {
            let expected = (without(&events, after, jump), error);
            let cut = numbers.below(src.len() + 1);
            let second = cut + numbers.below(src.len() - cut + 1);
            for parts in [&[&src[..]][..], &[&src[..cut], &src[cut..second], &src[second..]]] {
                let tier = tiers()[numbers.below(tiers().len())];
                let (found, _) = read(PausedReader::with_tier(tier, rules), parts, Some((after, &[jump])));
                let cuts = parts.iter().map(|part| part.len()).collect::<Vec<_>>();
                assert_eq!(found, expected, "{tier} {jump:?} after {after}, parts {cuts:?}, {}", src.escape_ascii());
            }
        }
    }
}

/// Several jumps without an event between them leave out the same, whatever the pieces of the stream.
#[test]
fn jumps_add_up() {
    for run in 0..runs(3_000) {
        let mut numbers = Numbers(run * 41 + 11);
        let rules = if run % 2 == 0 { JsonCheck::STRICT } else { VALUES };
        let src = text(&mut numbers, false);
        let (events, error) = reference_events(rules, &src);
        let after = numbers.below(events.len() + 1);
        let jumps: Vec<_> =
            (0..2 + numbers.below(3)).map(|_| if numbers.below(2) == 0 { Jump::Skip } else { Jump::Leave }).collect();
        let expected = (jumps.iter().fold(events, |events, &jump| without(&events, after, jump)), error);
        let cut = numbers.below(src.len() + 1);
        let second = cut + numbers.below(src.len() - cut + 1);
        for parts in [&[&src[..]][..], &[&src[..cut], &src[cut..]], &[&src[..cut], &src[cut..second], &src[second..]]] {
            let tier = tiers()[numbers.below(tiers().len())];
            let (found, _) = read(PausedReader::with_tier(tier, rules), parts, Some((after, &jumps)));
            let cuts = parts.iter().map(|part| part.len()).collect::<Vec<_>>();
            assert_eq!(found, expected, "{tier} {jumps:?} after {after}, parts {cuts:?}, {}", src.escape_ascii());
        }
    }
}

/// A reader of memory that another text has used, to its end, to an error or in part, reads as a new one.
#[test]
fn second_use_is_as_the_first() {
    let mut numbers = Numbers(99);
    for tier in tiers() {
        let mut paused = PausedReader::with_tier(tier, JsonCheck::STRICT);
        for _ in 0..runs(400) {
            let src = text(&mut numbers, false);
            let expected = reference_events(JsonCheck::STRICT, &src);
            let cut = numbers.below(src.len() + 1);
            let (found, used) = read(paused, &[&src[..cut], &src[cut..]], None);
            assert_eq!(found, expected, "{tier} {}", src.escape_ascii());
            // One in three is left in the middle.
            let mut reader = used.restart().resume(&src, Chunk::More);
            for _ in 0..numbers.below(3) * expected.0.len() / 4 {
                let _ = reader.next();
            }
            paused = reader.pause().0.restart();
        }
    }
}

/// A pause after any event, not only at the end of a piece, loses nothing.
#[test]
fn pauses_after_any_event() {
    let src = br#"{"a": [1, "two", {"three": [4.5]}], "b\n": null, "c": ""}"#;
    let (expected, _) = reference_events(JsonCheck::STRICT, src);
    for tier in tiers() {
        let (mut paused, mut seen, mut at) = (PausedReader::with_tier(tier, JsonCheck::STRICT), Vec::new(), 0);
        for len in (1..=src.len()).chain([src.len(); 20]) {
            let chunk = if len == src.len() { Chunk::Last } else { Chunk::More };
            let mut reader = paused.resume(&src[at..len.max(at)], chunk);
            if let Ok(event) = reader.next() {
                seen.extend(Seen::of(event, reader.offset()));
            }
            let (state, read) = reader.pause();
            (paused, at) = (state, at + read);
        }
        assert_eq!(seen, expected, "{tier}");
    }
}

/// The entries of tapes of at most `most` entries, as events.
fn read_tapes(tier: Tier, parts: &[&[u8]], most: usize) -> Events {
    let (mut paused, mut tape) = (PausedReader::with_tier(tier, JsonCheck::STRICT), Tape::default());
    let (mut seen, mut pending, mut base) = (Vec::new(), Vec::new(), 0);
    for (number, part) in parts.iter().enumerate() {
        pending.extend_from_slice(part);
        let chunk = if number + 1 == parts.len() { Chunk::Last } else { Chunk::More };
        let mut reader = paused.resume(&pending, chunk);
        let error = loop {
            match tape.fill(&mut reader, most) {
                Ok(true) => {
                    partners_match(tape.entries());
                    seen.extend(tape.entries().iter().map(|entry| seen_on_tape(entry, &pending, base)));
                }
                Ok(false) => break None,
                Err(error) => break Some(error),
            }
        };
        let (state, read) = reader.pause();
        if error.is_some() {
            return (seen, error);
        }
        (paused, base) = (state, base + read);
        pending.drain(..read);
    }
    (seen, None)
}

fn seen_on_tape(entry: &TapeEntry, piece: &[u8], base: usize) -> Seen {
    use TapeKind as K;
    let offset = entry.offset as usize;
    let bytes = &piece[offset..offset + entry.len as usize];
    let (kind, quote) = match entry.kind {
        K::BeginObject | K::EndObject | K::BeginArray | K::EndArray => {
            return Seen { kind: bytes[0] as char, at: base + offset, bytes: Vec::new(), mark: false };
        }
        K::Name => ('n', 1),
        K::String => ('"', 1),
        K::Number => ('0', 0),
        K::True | K::False | K::Null => ('t', 0),
    };
    let mark = match entry.kind {
        K::Number => entry.flags & TapeEntry::IS_INTEGER == 0,
        _ => entry.flags & TapeEntry::HAS_ESCAPE != 0,
    };
    Seen { kind, at: base + offset - quote, bytes: bytes.to_vec(), mark }
}

fn partners_match(entries: &[TapeEntry]) {
    let mut open = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        match entry.kind {
            TapeKind::BeginObject | TapeKind::BeginArray => open.push(index),
            TapeKind::EndObject | TapeKind::EndArray => {
                let begin = open.pop().map_or(TapeEntry::EARLIER, |begin| begin as u32);
                assert_eq!(entry.partner, begin);
                assert!(begin == TapeEntry::EARLIER || entries[begin as usize].partner == index as u32);
            }
            _ => assert_eq!(entry.partner, 0),
        }
    }
    assert!(open.iter().all(|&begin| entries[begin].partner == 0));
}

#[test]
fn the_tape_has_the_events() {
    for run in 0..runs(1_500) {
        let mut numbers = Numbers(run * 23 + 7);
        let src = text(&mut numbers, false);
        let expected = reference_events(JsonCheck::STRICT, &src);
        for most in [1, 2, 7, 1000] {
            let cut = numbers.below(src.len() + 1);
            let tier = tiers()[numbers.below(tiers().len())];
            let found = read_tapes(tier, &[&src[..cut], &src[cut..]], most);
            assert_eq!(found, expected, "{tier}, {most} entries, cut at {cut}, {}", src.escape_ascii());
        }
    }
}

#[test]
fn names_are_equal_however_they_are_written() {
    let mut reader = Reader::new(br#"{"a\u0061": 1}"#);
    assert!(matches!(reader.next(), Ok(Event::BeginObject)));
    let Ok(Event::Name(name)) = reader.next() else { panic!("a name") };
    assert!(name.is("aa") && !name.is("a\\u0061") && !name.is("a"));
}
