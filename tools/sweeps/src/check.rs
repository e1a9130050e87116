//! `json_check` around the borders of vectors: every kind of token and of error, in a text that is right around it.

use crate::case::{File, Group};
use crate::operation::Operation;
use crate::parameters::Parameters;
use crate::placement::Ids;

/// Correct values, and wrong text in place of a value.
pub(crate) const UNITS: [(&str, &str); 44] = [
    ("0", "zero"),
    ("-0", "minus zero"),
    ("-12.5e+10", "a number of all parts"),
    ("1E5", "an exponent"),
    ("true", "a literal"),
    ("false", "the longest literal"),
    ("null", "null"),
    ("{}", "an empty object"),
    ("[[]]", "nested arrays"),
    ("{\"a\":{\"b\":[1,{}]}}", "nested objects"),
    ("\"\"", "an empty string"),
    ("\"\\\\\"", "an escaped backslash before the quote"),
    ("\"\\\"\"", "an escaped quote"),
    ("\"\\u00e9\"", "a unicode escape"),
    ("\"\\ud83d\\ude00\"", "a pair of surrogate escapes"),
    ("\"é漢😀\"", "characters of all lengths"),
    ("-", "a minus alone"),
    ("01", "a leading zero"),
    ("1.", "a point without digits"),
    ("1.5.2", "two points"),
    ("1e", "an exponent without digits"),
    ("1e5e5", "two exponents"),
    ("1e5.5", "a point in the exponent"),
    ("1-2", "a minus in a number"),
    ("+1", "a plus"),
    ("tru", "a literal cut short"),
    ("nulL", "a literal in the wrong case"),
    ("truex", "a letter behind a literal"),
    ("true1", "a digit behind a literal"),
    ("1 2", "no comma"),
    (",", "a comma too many"),
    ("}", "the wrong bracket"),
    ("]", "a bracket too many"),
    ("{\"a\"}", "a name without a value"),
    ("{\"a\" 1}", "no colon"),
    ("{1:2}", "a name that is no string"),
    ("{\"a\":1,}", "a comma before the closing brace"),
    ("\"\\x\"", "an unknown escape"),
    ("\"\\u12g4\"", "an escape without four digits"),
    ("\"\\ud83d\"", "a lone high surrogate"),
    ("\"\\ud83d\\n\"", "a high surrogate before another escape"),
    ("\"\\ude00\"", "a lone low surrogate"),
    ("\"a\nb\"", "a line feed in a string"),
    ("'a'", "apostrophes"),
];

/// `json_check_sweeps.json`: ids 301000 to 303999.
pub(crate) fn file() -> Result<File, String> {
    let mut group =
        Group::new(Parameters::JsonCheck { lone_surrogates: false, depth_max: 1024, string_max: None, len_max: None });
    let mut ids = Ids::block(301_000, 3_000);
    for (unit, what) in UNITS {
        for place in [1, 14, 15, 16, 30, 31, 32, 54, 58, 60, 61, 62, 63, 64, 65, 127] {
            let mut input = b"[".to_vec();
            // As long strings as fit, so that blocks begin inside and outside of them.
            while place - input.len() >= 6 {
                let len = (place - input.len()).min(23);
                input.extend_from_slice(format!("\"{}\",", "x".repeat(len - 3)).as_bytes());
            }
            input.resize(place, b' ');
            let interest = place..place + unit.len();
            input.extend_from_slice(unit.as_bytes());
            input.extend_from_slice(b", \"and what follows\", 1]");
            group.add(ids.next()?, format!("{what} after {place} bytes"), input, Some(interest))?;
        }
    }
    Ok(File {
        name: "json_check_sweeps",
        operation: Operation::JsonCheck,
        about: "Values and errors of every kind around the borders of vectors of 16, 32 and 64 bytes.".into(),
        groups: vec![group],
    })
}
