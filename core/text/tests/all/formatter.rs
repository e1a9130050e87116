//! serde_json's writer with the escapes of a profile.

use crate::strings::text;
use proptest::prelude::*;
use serde::Serialize;
use serde_json::{Serializer, Value, json};
use stringmill_kernels::{JsonEscape, json_escape};
use stringmill_outcome::{Chunk, ErrorCode, Repairs};
use stringmill_profile::{IllFormed, Profile};
use stringmill_text::ProfileFormatter;

fn is_json(profile: &Profile<'_>) -> bool {
    profile.name() != "ion"
}

fn written(value: &Value, profile: &Profile<'_>) -> String {
    let mut json = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut json, ProfileFormatter::compact(profile).unwrap())).unwrap();
    String::from_utf8(json).unwrap()
}

proptest! {
    #[test]
    fn strings_are_those_of_the_kernel(text in text()) {
        for row in Profile::ROWS.iter().filter(|row| is_json(&row.profile)) {
            let rules = JsonEscape::new(&row.profile, IllFormed::Reject).unwrap();
            let mut dst = vec![0; rules.bound(text.len()).unwrap()];
            let done = json_escape(&rules, text.as_bytes(), &mut dst, Chunk::Last, &mut Repairs::default()).unwrap();
            let json = written(&json!(text), &row.profile);
            prop_assert_eq!(&json.as_bytes()[1..json.len() - 1], &dst[..done.written]);
        }
    }
}

#[test]
fn everything_else_is_that_of_serde_json() {
    let value = json!({"a": [1, -2.5, null, true, 1e300, u64::MAX], "b": {"c": {}, "d": []}, "e\n": "f"});
    assert_eq!(written(&value, &Profile::JSON), serde_json::to_string(&value).unwrap());
    let mut pretty = Vec::new();
    let formatter = ProfileFormatter::pretty(&Profile::JSON).unwrap();
    value.serialize(&mut Serializer::with_formatter(&mut pretty, formatter)).unwrap();
    assert_eq!(String::from_utf8(pretty).unwrap(), serde_json::to_string_pretty(&value).unwrap());
}

#[test]
fn profiles_that_are_not_json_are_refused() {
    for row in Profile::ROWS {
        let made = ProfileFormatter::compact(&row.profile);
        match made {
            Ok(_) => assert!(is_json(&row.profile), "{}", row.profile.name()),
            Err(error) => assert_eq!((error.code, is_json(&row.profile)), (ErrorCode::ProfileUnsound, false)),
        }
    }
}
