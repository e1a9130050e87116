//! Any bytes: a record has the verdict of the checker, or does not fit its plan before the error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use stringmill::json::{
    JsonCheck, RecordKind, RecordMember, RecordPlan, RecordSlot, json_check_with, record_read_with,
};
use stringmill::{ErrorCode, Tier};

static PLAN: LazyLock<RecordPlan> = LazyLock::new(|| {
    let kinds = [
        ("n", RecordKind::Int64),
        ("t", RecordKind::String),
        ("o", RecordKind::Object),
        ("f", RecordKind::Float64),
        ("", RecordKind::End),
        ("b", RecordKind::Bool),
        ("r", RecordKind::Raw),
    ];
    let member =
        |(name, kind): (&'static str, _)| RecordMember { name: name.as_bytes(), written: name.as_bytes(), kind };
    RecordPlan::new(&kinds.map(member)).expect("a plan")
});

fuzz_target!(|src: &[u8]| {
    let check = JsonCheck { depth_max: RecordPlan::DEPTH_MAX as u64, ..JsonCheck::STRICT };
    for tier in Tier::available() {
        let (mut slots, mut text) = ([RecordSlot::default(); 7], vec![0; src.len()]);
        let found = record_read_with(tier, &PLAN, src, &mut slots, &mut text);
        let checked = json_check_with(tier, check, &mut [], src);
        match (found, checked) {
            (Ok(done), _) => assert_eq!(json_check_with(tier, check, &mut [], &src[..done.read]), Ok(()), "{tier}"),
            (Err(found), checked) if checked != Err(found) => {
                use ErrorCode as E;
                let of_shape =
                    matches!(found.code, E::JsonObjectExpected | E::JsonValueExpected | E::JsonMemberUnknown);
                let is_first = checked.err().is_none_or(|error| found.offset < error.offset);
                assert!(of_shape && is_first, "{tier}: {found:?}, not {checked:?}");
            }
            _ => {}
        }
    }
});
