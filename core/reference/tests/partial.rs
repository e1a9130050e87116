//! The value so far, for every beginning of documents: what must hold between one beginning and the next.
//! Not under Miri, which takes an hour: the reader has no pointers, and reads bytes one by one.

#![cfg(not(miri))]

use stringmill_outcome::Error;
use stringmill_reference::{
    JsonLimits, JsonRules, JsonValue, PartialAround, PartialRules, PartialState, json_check, json_document,
    json_partial, json_partial_finish,
};

fn rules() -> PartialRules {
    PartialRules {
        limits: JsonLimits { depth: 64, len: u64::MAX },
        string_max: u64::MAX,
        ended_strings: Vec::new(),
        unique_names: false,
        around: PartialAround::Refuse,
    }
}

/// Whether `after` shows all that `before` shows. With repeated names a member may be replaced.
fn extends(before: &JsonValue, after: &JsonValue) -> bool {
    match (before, after) {
        (JsonValue::String(before), JsonValue::String(after)) => after.starts_with(before.as_str()),
        (JsonValue::Array(before), JsonValue::Array(after)) => {
            before.len() <= after.len() && before.iter().zip(after).all(|(before, after)| extends(before, after))
        }
        (JsonValue::Object(before), JsonValue::Object(after)) => {
            before.len() <= after.len()
                && before.iter().zip(after).all(|(before, after)| before.0 == after.0 && extends(&before.1, &after.1))
        }
        _ => before == after,
    }
}

#[test]
fn each_value_extends_the_one_before_and_the_end_is_that_of_the_checker() {
    // With unique names nothing is ever replaced.
    let rules = PartialRules { unique_names: true, ..rules() };
    let (mut whole, mut broken) = (0, 0);
    for document in (0..1_500).map(json_document).filter(|document| document.len() < 400) {
        let mut last = json_partial(&rules, b"");
        for len in 1..=document.len() {
            let state = json_partial(&rules, &document[..len]);
            match (&last.value, &state.value) {
                (Some(before), Some(after)) => assert!(extends(before, after), "{before} then {after}"),
                (before, after) => assert!(before.is_none(), "{before:?} then {after:?}"),
            }
            if last.error.is_some() {
                assert_eq!(last, state);
            }
            assert!(!last.done || state.error.is_some() || state == last);
            last = state;
        }
        match json_partial_finish(&rules, &document) {
            Ok(value) => {
                whole += 1;
                assert!(last.value.is_none_or(|last| last == value));
            }
            Err(_) => broken += 1,
        }
    }
    assert!(whole > 100 && broken > 100, "{whole} {broken}");
}

#[test]
fn errors_are_those_of_the_checker_and_leave_the_value_before_them() {
    let rules = rules();
    let strict = JsonRules { lines: false, lone_surrogates: false, string_max: u64::MAX };
    for document in (0..4_000).map(json_document) {
        let found = json_partial_finish(&rules, &document).err();
        assert_eq!(found, json_check(strict, rules.limits, &document).err());
        let PartialState { value, error, .. } = json_partial(&rules, &document);
        if let Some(Error { offset, .. }) = error {
            let before = json_partial(&rules, &document[..offset as usize]);
            assert_eq!((value, None), (before.value, before.error));
        }
    }
}
