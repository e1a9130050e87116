//! The functions that are timed. Each returns how many values it has seen, or 0 if it does not count values; `None` if it
//! refuses the text.

use crate::native;
use serde::de::IgnoredAny;
use std::hint::black_box;
use stringmill::Chunk;
use stringmill::json::{Event, JsonCheck, JsonChecker, Reader, Tape, TapeKind};

pub(crate) struct Subject {
    pub(crate) name: &'static str,
    /// Whether it counts all values.
    pub(crate) counts: bool,
    pub(crate) run: fn(&[u8]) -> Option<usize>,
}

pub(crate) const SUBJECTS: &[Subject] = &[
    Subject { name: "check", counts: false, run: check },
    Subject { name: "events", counts: true, run: events },
    Subject { name: "floats", counts: true, run: floats },
    Subject { name: "tape", counts: true, run: tape },
    Subject { name: "skip", counts: false, run: skip },
    Subject { name: "c-events", counts: true, run: native::c_events },
    Subject { name: "c-tape", counts: true, run: native::c_tape },
    Subject { name: "sonic-ign", counts: false, run: sonic_ignore },
    Subject { name: "sonic-val", counts: false, run: sonic_value },
    Subject { name: "simd-tape", counts: false, run: simd_tape },
    Subject { name: "yyjson", counts: false, run: native::yyjson },
    Subject { name: "simdjson", counts: false, run: native::simdjson_dom },
    Subject { name: "ondemand", counts: true, run: native::on_demand },
    Subject { name: "od-skip", counts: false, run: native::on_demand_skip },
    Subject { name: "serde-val", counts: true, run: serde_value },
];

fn check(text: &[u8]) -> Option<usize> {
    let mut stack = [0; 15];
    let mut checker = JsonChecker::new(JsonCheck::STRICT, &mut stack);
    checker.step(text, Chunk::Last).ok()?;
    Some(0)
}

fn events(text: &[u8]) -> Option<usize> {
    let (mut reader, mut count) = (Reader::new(text), 0);
    loop {
        match reader.next().ok()? {
            Event::BeginObject | Event::BeginArray | Event::Bool(_) | Event::Null => count += 1,
            Event::Name(name) => {
                black_box(name.raw());
            }
            Event::String(text) => {
                black_box(text.raw());
                count += 1;
            }
            Event::Number(number) => {
                black_box(number.text());
                count += 1;
            }
            Event::EndObject | Event::EndArray => {}
            Event::More | Event::End => return Some(count),
        }
    }
}

fn floats(text: &[u8]) -> Option<usize> {
    let (mut reader, mut count) = (Reader::new(text), 0);
    loop {
        match reader.next().ok()? {
            Event::Number(number) => {
                black_box(number.f64());
                count += 1;
            }
            Event::BeginObject | Event::BeginArray | Event::Bool(_) | Event::Null | Event::String(_) => count += 1,
            Event::Name(_) | Event::EndObject | Event::EndArray => {}
            Event::More | Event::End => return Some(count),
        }
    }
}

fn tape(text: &[u8]) -> Option<usize> {
    let (mut reader, mut tape, mut count) = (Reader::new(text), Tape::default(), 0);
    while tape.fill(&mut reader, 1024).ok()? {
        let kinds = black_box(tape.entries()).iter().map(|entry| entry.kind);
        count +=
            kinds.filter(|kind| !matches!(kind, TapeKind::Name | TapeKind::EndObject | TapeKind::EndArray)).count();
    }
    Some(count)
}

fn skip(text: &[u8]) -> Option<usize> {
    let mut reader = Reader::new(text);
    loop {
        match reader.next().ok()? {
            Event::BeginObject | Event::BeginArray => reader.skip(),
            Event::Name(name) => {
                black_box(name.raw());
                reader.skip();
            }
            Event::More | Event::End => return Some(0),
            _ => {}
        }
    }
}

fn sonic_ignore(text: &[u8]) -> Option<usize> {
    black_box(sonic_rs::from_slice::<IgnoredAny>(text).ok()?);
    Some(0)
}

fn sonic_value(text: &[u8]) -> Option<usize> {
    black_box(sonic_rs::from_slice::<sonic_rs::Value>(text).ok()?);
    Some(0)
}

/// The copy is a part of it: simd-json writes into its input.
fn simd_tape(text: &[u8]) -> Option<usize> {
    let mut copy = text.to_vec();
    black_box(simd_json::to_tape(&mut copy).ok()?.0.len());
    Some(0)
}

fn serde_value(text: &[u8]) -> Option<usize> {
    fn count(value: &serde_json::Value) -> usize {
        1 + match value {
            serde_json::Value::Array(values) => values.iter().map(count).sum(),
            serde_json::Value::Object(members) => members.values().map(count).sum(),
            _ => 0,
        }
    }
    Some(count(&serde_json::from_slice(text).ok()?))
}
