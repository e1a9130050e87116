//! A reader that goes to the next line after an error has, for each line, the events and the error that the line has as
//! a text of its own; on every tier, for every cut, and with lines left before their end.

use crate::check::{LIMITED, Numbers, text, tiers};
use crate::reader::{Seen, reference_events, runs};
use stringmill_json::{Event, JsonCheck, PausedReader, Reader, Tape, TapeKind};
use stringmill_outcome::{Chunk, Error};

const LINES: JsonCheck = JsonCheck { lines: true, ..JsonCheck::STRICT };

/// An event, or the error of a line.
pub(crate) type Step = Result<Seen, Error>;

/// What the lines of `src` have, each read alone.
fn expected(rules: JsonCheck, src: &[u8]) -> Vec<Step> {
    let (mut steps, mut start) = (Vec::new(), 0);
    for line in src.split_inclusive(|&byte| byte == b'\n') {
        let (events, error) = reference_events(rules, line);
        steps.extend(events.into_iter().map(|seen| Ok(Seen { at: seen.at + start, ..seen })));
        steps.extend(error.map(|error| Err(error.after(start as u64))));
        start += line.len();
    }
    steps
}

/// Reads a stream in `parts`. Goes to the next line after each error, and in lines that begin with an array of which
/// the first `most` events are read.
pub(crate) fn read(mut paused: PausedReader, parts: &[&[u8]], most: usize) -> Vec<Step> {
    let (mut pending, mut steps) = (Vec::new(), Vec::new());
    let mut in_line = 0;
    for (number, part) in parts.iter().enumerate() {
        pending.extend_from_slice(part);
        let chunk = if number + 1 == parts.len() { Chunk::Last } else { Chunk::More };
        let mut reader = paused.resume(&pending, chunk);
        loop {
            match reader.next() {
                Ok(Event::More | Event::End) => break,
                Ok(event) => {
                    in_line += 1;
                    steps.extend(Seen::of(event, reader.offset()).map(Ok));
                    if in_line == most {
                        reader.next_line();
                    }
                    if reader.depth() == 0 {
                        in_line = 0;
                    }
                }
                Err(error) => {
                    assert_eq!(reader.next().err(), Some(error), "the error stays");
                    steps.push(Err(error));
                    reader.next_line();
                    in_line = 0;
                }
            }
        }
        let (state, read) = reader.pause();
        paused = state;
        pending.drain(..read);
        assert!(chunk == Chunk::More || pending.is_empty(), "bytes are left");
    }
    steps
}

/// The same steps without those of a line after its first `most` events, but with its error.
pub(crate) fn shortened(steps: Vec<Step>, most: usize) -> Vec<Step> {
    let (mut depth, mut in_line) = (0_u64, 0);
    let keep = |step: &Step| {
        let Ok(seen) = step else {
            (depth, in_line) = (0, 0);
            return true;
        };
        depth = match seen.kind {
            '{' | '[' => depth + 1,
            '}' | ']' => depth - 1,
            _ => depth,
        };
        in_line += 1;
        let keeps = in_line <= most;
        if depth == 0 {
            in_line = 0;
        }
        keeps
    };
    steps.into_iter().filter(keep).collect()
}

#[test]
fn lines_after_an_error_are_right() {
    let rules = [LINES, JsonCheck { lines: true, len_max: 40, ..LIMITED }, JsonCheck { string_max: 70, ..LINES }];
    let mut errors = 0;
    for run in 0..runs(3_000) {
        let mut numbers = Numbers(run * 37 + 19);
        let rules = rules[run as usize % rules.len()];
        let src = [text(&mut numbers, true), text(&mut numbers, true)].concat();
        let most = [usize::MAX, 1, 2, 3][run as usize % 4];
        let expected = shortened(expected(rules, &src), most);
        errors += expected.iter().filter(|step| step.is_err()).count();
        for tier in tiers() {
            assert_eq!(
                read(PausedReader::with_tier(tier, rules), &[&src], most),
                expected,
                "{tier} {rules:?} {}",
                src.escape_ascii()
            );
        }
        let step = 1 + src.len() / 30;
        for (number, cut) in (0..=src.len()).step_by(step).enumerate() {
            let tier = tiers()[number % tiers().len()];
            let second = cut + numbers.below(src.len() - cut + 1);
            let parts = [&src[..cut], &src[cut..second], &src[second..]];
            let found = read(PausedReader::with_tier(tier, rules), &parts, most);
            assert_eq!(found, expected, "{tier}, cuts at {cut} and {second}, {rules:?} {}", src.escape_ascii());
        }
    }
    assert!(cfg!(miri) || errors > 0, "lines have errors");
}

/// Lines longer than a window, with an error at their begin, and windows that end anywhere in them.
#[test]
fn long_lines_are_left() {
    let long = "1,".repeat(6_000);
    for shift in 0..if cfg!(miri) { 1 } else { 70 } {
        let src = format!("{}[1]\n[x{long}]\n[{long}2]\n\"{long}\nfalse\n", " ".repeat(shift * 59));
        for tier in tiers() {
            let mut reader = PausedReader::with_tier(tier, LINES).resume(src.as_bytes(), Chunk::Last);
            let (mut ends, mut errors) = (Vec::new(), Vec::new());
            loop {
                match reader.next() {
                    Ok(Event::End) => break,
                    Ok(Event::EndArray | Event::Bool(_)) => ends.push(reader.offset() as usize),
                    Ok(Event::Number(number)) if number.text() == b"1" => reader.next_line(),
                    Ok(_) => {}
                    Err(error) => {
                        errors.push(error.offset as usize);
                        reader.next_line();
                    }
                }
            }
            let at = |text: &str| src.find(text).expect("it is there");
            assert_eq!(ends, [at("false")], "{tier} {shift}");
            assert_eq!(errors, [at("x"), at("\nfalse")], "{tier} {shift}");
        }
    }
}

#[test]
fn tapes_go_on_after_a_line() {
    let src = b"[1]\n{\"a\": nul}\n[2, 3]\n";
    let (mut reader, mut tape) = (Reader::with_rules(LINES, src), Tape::default());
    let (mut kinds, mut errors) = (Vec::new(), Vec::new());
    loop {
        match tape.fill(&mut reader, 100) {
            Ok(true) => kinds.extend(tape.entries().iter().map(|entry| entry.kind)),
            Ok(false) => break,
            Err(error) => {
                errors.push(error.offset);
                reader.next_line();
            }
        }
    }
    use TapeKind as K;
    let array = [K::BeginArray, K::Number, K::EndArray, K::BeginObject, K::Name];
    assert_eq!(kinds, [&array[..], &[K::BeginArray, K::Number, K::Number, K::EndArray]].concat());
    assert_eq!(errors, [13]);
}

/// Without lines there is none to go to.
#[test]
fn an_error_of_one_text_stays() {
    let mut reader = Reader::new(b"[x]\n[1]");
    assert!(matches!(reader.next(), Ok(Event::BeginArray)));
    let error = reader.next().expect_err("x is no value");
    reader.next_line();
    assert_eq!(reader.next().err(), Some(error));
}
