//! Records compared with the checker: text that is not JSON has the same code and offset.

use stringmill_json::{JsonCheck, RecordKind, RecordMember, RecordPlan, RecordSlot, json_check_with, record_read_with};
use stringmill_kernels::Tier;
use stringmill_outcome::{Error, ErrorCode};
use stringmill_reference::json_document;

const CHECK: JsonCheck = JsonCheck { depth_max: RecordPlan::DEPTH_MAX as u64, ..JsonCheck::STRICT };

fn member(name: &str, kind: RecordKind) -> RecordMember<'_> {
    RecordMember { name: name.as_bytes(), written: name.as_bytes(), kind }
}

/// The members of [`json_document`].
fn plan() -> RecordPlan {
    let inner = |more: &[RecordMember<'static>]| {
        [
            &[
                member("Num", RecordKind::Int64),
                member("Text", RecordKind::String),
                member("Flag", RecordKind::Bool),
                member("Part", RecordKind::Float64),
                member("List", RecordKind::Raw),
            ],
            more,
        ]
        .concat()
    };
    let nested = [&[member("Inner", RecordKind::Object)], &inner(&[])[..], &[member("", RecordKind::End)]].concat();
    RecordPlan::new(&inner(&nested)).expect("a plan")
}

/// The number of the raw member.
const LIST: usize = 4;

/// Whether the error is that JSON does not fit the plan.
fn is_of_shape(error: Error) -> bool {
    use ErrorCode as E;
    matches!(error.code, E::JsonObjectExpected | E::JsonValueExpected | E::JsonMemberUnknown)
}

/// Compares the two; returns whether there is a record.
fn compare(tier: Tier, plan: &RecordPlan, src: &[u8]) -> bool {
    let seen = || format!("{tier} {}", src.escape_ascii());
    let mut slots = vec![RecordSlot::default(); plan.slot_count()];
    let found = record_read_with(tier, plan, src, &mut slots, &mut vec![0; src.len()]);
    let checked = json_check_with(tier, CHECK, &mut [], src);
    match (found, checked) {
        (Ok(done), checked) => {
            assert_eq!(json_check_with(tier, CHECK, &mut [], &src[..done.read]), Ok(()), "{}", seen());
            // Any bytes may follow a record.
            let behind = checked.err().map_or(done.read as u64, |error| error.offset);
            assert!(behind >= done.read as u64, "{}: {checked:?}", seen());
            let list = slots[LIST];
            if list.len < RecordSlot::MISSING {
                let raw = &src[list.value as usize..][..list.len as usize];
                assert_eq!(json_check_with(tier, CHECK, &mut [], raw), Ok(()), "{}", seen());
                assert!(raw == raw.trim_ascii(), "{}", seen());
            }
        }
        (Err(found), Ok(())) => assert!(is_of_shape(found), "{}: {found:?}", seen()),
        (Err(found), Err(checked)) => {
            // A value that does not fit may precede the first error.
            let is_first = is_of_shape(found) && found.offset < checked.offset;
            assert!(found == checked || is_first, "{}: {found:?}, not {checked:?}", seen());
        }
    }
    found.is_ok()
}

/// `STRINGMILL_DOCUMENTS` sets the number of documents.
#[test]
fn one_verdict_and_one_offset() {
    let count = std::env::var("STRINGMILL_DOCUMENTS").map_or(24_000, |count| count.parse().expect("a number"));
    let plan = plan();
    let mut records = 0;
    for number in 0..count {
        let src = json_document(number);
        for tier in Tier::available() {
            records += usize::from(compare(tier, &plan, &src));
        }
    }
    let (records, all) = (records / Tier::available().count(), count as usize);
    assert!(records > all / 10 && records < all / 2, "{records} of {all} documents are records");
}

/// Each kind of ill-formed UTF-8 in every position of a record.
#[test]
fn ill_formed_in_every_position() {
    let text = br#"{"Num":1,"unknown":{"a":["b",nul,true]},"Text":"c\n","List":[1,"d"],"Inner":{"e":"f"}} "#;
    let plan = plan();
    for bytes in [&b"\xFF"[..], b"\x80", b"\xC3", b"\xED\xA0\x80", b"\xF0\x9F\x98", "\u{e9}".as_bytes()] {
        for src in [text.to_vec(), String::from_utf8_lossy(text).replace("nul,", "null,").into_bytes()] {
            for at in 0..=src.len() {
                let src = [&src[..at], bytes, &src[at..]].concat();
                Tier::available().for_each(|tier| {
                    compare(tier, &plan, &src);
                });
            }
        }
    }
}

/// Each document cut at every byte.
#[test]
fn cut_documents() {
    let plan = plan();
    for number in 0..100 {
        let src = json_document(number);
        for cut in 0..src.len().min(400) {
            compare(Tier::best(), &plan, &src[..cut]);
        }
    }
}
