//! Those who read a record of a known type, and named texts.

use crate::documents;
use crate::random::Random;
use crate::subject::{Subject, into_slice};
use serde::Deserialize;
use std::hint::black_box;
use stringmill::json::{RecordKind, RecordMember, RecordPlan, RecordSlot, record_read_with};
use stringmill::pack::{Event, Reader};
use stringmill::{Chunk, JsonUnescape, LoneSurrogates, Tier};

const LENGTHS: [usize; 5] = [50, 64, 100, 200, 400];

pub(crate) fn names() -> Vec<String> {
    LENGTHS.iter().map(|len| format!("record-{len}")).collect()
}

/// Records that are lines of named texts too.
pub(crate) fn texts(row: &str, random: &mut Random) -> Vec<Vec<u8>> {
    let len: usize = row.rsplit_once('-').and_then(|(_, len)| len.parse().ok()).expect("a length");
    let words = documents::texts("ascii-7", random);
    let text = |random: &mut Random| {
        let path = format!("{:04}", random.below(10_000));
        let rest = "x".repeat(len - 43);
        format!("{{\"path\":\"{path}\",\"text\":\"{rest}\",\"size\":{}}}", 1000 + random.below(9000)).into_bytes()
    };
    words.iter().map(|_| text(random)).collect()
}

#[derive(Deserialize)]
struct Record {
    path: String,
    text: String,
    size: i64,
}

/// The name of the reader of named texts, which is no peer of the records.
pub(crate) const PACK: &str = "pack";

pub(crate) fn subjects<'a>() -> Vec<Subject<'a>> {
    let members = [("path", RecordKind::String), ("text", RecordKind::String), ("size", RecordKind::Int64)];
    let members = members.map(|(name, kind)| RecordMember { name: name.as_bytes(), written: name.as_bytes(), kind });
    let plan = RecordPlan::new(&members).expect("a plan");
    let mut subjects: Vec<Subject<'a>> = Tier::available()
        .map(|tier| {
            let plan = plan.clone();
            into_slice(tier.name(), move |src, _| {
                let (mut slots, mut text) = ([RecordSlot::default(); 3], [0; 512]);
                let done = record_read_with(tier, &plan, src, &mut slots, &mut text).expect("a record");
                black_box((&slots, &text));
                done.written
            })
        })
        .collect();
    let mut named_texts = into_slice(PACK, pack);
    // It alone writes the texts, in UTF-8.
    named_texts.compared = false;
    subjects.push(named_texts);
    subjects.push(into_slice("serde_json", |src, _| {
        let record: Record = serde_json::from_slice(src).expect("a record");
        black_box(record.size);
        record.path.len() + record.text.len()
    }));
    subjects.push(into_slice("sonic-rs", |src, _| {
        let record: Record = sonic_rs::from_slice(src).expect("a record");
        black_box(record.size);
        record.path.len() + record.text.len()
    }));
    subjects
}

/// The named texts of a line.
fn pack(src: &[u8], dst: &mut [u8]) -> usize {
    let mut reader = Reader::new(None, JsonUnescape { surrogates: LoneSurrogates::Reject });
    let (mut read, mut written) = (0, 0);
    loop {
        let step = reader.step(&src[read..], &mut dst[written..], Chunk::Last).expect("named texts");
        (read, written) = (read + step.read, written + step.written);
        if step.event == Some(Event::End) {
            return written;
        }
    }
}
