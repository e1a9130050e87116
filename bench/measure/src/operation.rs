//! Each operation of stringmill as it is measured.

use crate::content::{Encoding, binary, runs, texts};
use crate::convert;
use crate::ion;
use crate::pool::Pool;
use crate::subject::{Subject, filled, filled_units, number, ours};
use stringmill::{
    Base64Decode, Base64Encode, ByteClass, Chunk, IllFormed, IllFormedUtf16, JsonEscape, JsonEscapeLatin1,
    JsonEscapeUtf16, JsonUnescape, LoneSurrogates, Profile, Repairs, Tier, Utf8ToUtf16, Utf16ToUtf8,
    base64_decode_with, base64_encode, base64_encode_with, json_escape, json_escape_latin1_with,
    json_escape_utf16_with, json_escape_with, json_unescape_utf16_with, json_unescape_with, latin1_to_utf8_with,
    scan_with, utf8_to_utf16_with, utf8_validate_with, utf16_to_utf8_with,
};

/// An operation under one setting.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// Its id in `spec/operations.toml`; of a reader or writer, a name of its own.
    pub id: &'static str,
    /// Which setting is meant, or `-`.
    pub variant: &'static str,
    /// What the setting is, for readers.
    pub about: &'static str,
    /// A few contents that show its differences from others.
    pub contents: &'static [&'static str],
    /// Inputs of a content and a length in units.
    pub inputs: fn(&str, usize) -> Pool,
    /// The subject that runs on a tier.
    pub ours: fn(Tier) -> Subject,
}

impl Operation {
    /// The operation with this id and setting.
    pub fn find(id: &str, variant: &str) -> Option<&'static Operation> {
        OPERATIONS.iter().find(|operation| operation.id == id && operation.variant == variant)
    }

    /// Its subjects on every tier of this machine, the highest first.
    pub fn tiers(&self) -> Vec<Subject> {
        let mut subjects: Vec<_> = Tier::available().map(|tier| (self.ours)(tier)).collect();
        subjects.reverse();
        subjects
    }
}

/// Every operation that is measured.
pub const OPERATIONS: &[Operation] = &[
    Operation {
        id: "json_escape",
        variant: "copy",
        about: "text that is known to be well-formed",
        contents: &["clean", "html", "json", "cjk"],
        inputs: utf8,
        ours: |tier| escape(tier, "json", IllFormed::Copy),
    },
    Operation {
        id: "json_escape",
        variant: "reject",
        about: "raw bytes, validated in the same pass",
        contents: &["clean", "html", "cjk"],
        inputs: utf8,
        ours: |tier| escape(tier, "json", IllFormed::Reject),
    },
    Operation {
        id: "json_escape",
        variant: "ascii",
        about: "raw bytes into ASCII alone",
        contents: &["clean", "latin", "cjk", "emoji"],
        inputs: utf8,
        ours: |tier| escape(tier, "ascii", IllFormed::Reject),
    },
    Operation {
        id: "json_escape",
        variant: "relaxed",
        about: "raw bytes, with what is not assigned escaped, as .NET does",
        contents: &["latin", "cyrillic", "cjk"],
        inputs: utf8,
        ours: |tier| escape(tier, "dotnet-relaxed", IllFormed::Reject),
    },
    Operation {
        id: "json_unescape",
        variant: "short",
        about: "two-byte escapes, non-ASCII as it is",
        contents: &["clean", "html", "json"],
        inputs: |kind, len| literals(kind, len, "json"),
        ours: unescape,
    },
    Operation {
        id: "json_unescape",
        variant: "ascii",
        about: "non-ASCII as \\uxxxx",
        contents: &["latin", "cjk", "emoji"],
        inputs: |kind, len| literals(kind, len, "ascii"),
        ours: unescape,
    },
    Operation {
        id: "utf16_to_utf8",
        variant: "-",
        about: "UTF-16 into UTF-8",
        contents: &["clean", "latin", "cjk", "emoji"],
        inputs: utf16,
        ours: to_utf8,
    },
    Operation {
        id: "utf8_to_utf16",
        variant: "-",
        about: "UTF-8 into UTF-16",
        contents: &["clean", "latin", "cjk", "emoji"],
        inputs: utf8,
        ours: to_utf16,
    },
    Operation {
        id: "json_unescape_utf16",
        variant: "short",
        about: "a JSON string into UTF-16, two-byte escapes, non-ASCII as it is",
        contents: &["clean", "json", "latin", "cjk"],
        inputs: |kind, len| literals(kind, len, "json"),
        ours: unescape_utf16,
    },
    Operation {
        id: "json_unescape_utf16",
        variant: "ascii",
        about: "a JSON string into UTF-16, non-ASCII as \\uxxxx",
        contents: &["latin", "cjk", "emoji"],
        inputs: |kind, len| literals(kind, len, "ascii"),
        ours: unescape_utf16,
    },
    Operation {
        id: "latin1_to_utf8",
        variant: "-",
        about: "ISO 8859-1 into UTF-8",
        contents: &["clean", "latin"],
        inputs: latin1,
        ours: |tier| {
            Subject::new(ours(tier), filled, move |input, output| {
                output.filled = latin1_to_utf8_with(tier, input.bytes, &mut output.room).written;
            })
        },
    },
    Operation {
        id: "json_escape_utf16",
        variant: "-",
        about: "UTF-16 into a JSON string",
        contents: &["clean", "json", "latin", "cjk"],
        inputs: utf16,
        ours: escape_utf16,
    },
    Operation {
        id: "json_escape_latin1",
        variant: "-",
        about: "ISO 8859-1 into a JSON string",
        contents: &["clean", "latin"],
        inputs: latin1,
        ours: |tier| {
            let rules = JsonEscapeLatin1::new(&Profile::JSON);
            Subject::new(ours(tier), filled, move |input, output| {
                output.filled = json_escape_latin1_with(tier, &rules, input.bytes, &mut output.room).written;
            })
        },
    },
    Operation {
        id: "base64_encode",
        variant: "-",
        about: "bytes into base64",
        contents: &["binary"],
        inputs: |_, len| Pool::of_bytes(binary(len)),
        ours: |tier| {
            Subject::new(ours(tier), filled, move |input, output| {
                let (src, dst) = (input.bytes, &mut output.room);
                output.filled = base64_encode_with(tier, Base64Encode::STANDARD, src, dst, Chunk::Last).written;
            })
        },
    },
    Operation {
        id: "base64_decode",
        variant: "clean",
        about: "base64 without white space",
        contents: &["binary"],
        inputs: base64,
        ours: |tier| decode(tier, Base64Decode::STANDARD),
    },
    Operation {
        id: "base64_decode",
        variant: "white-space",
        about: "base64 with white space anywhere",
        contents: &["crlf-76", "blank-4", "newline-200"],
        inputs: base64,
        ours: |tier| decode(tier, Base64Decode::FORGIVING),
    },
    Operation {
        id: "scan",
        variant: "identifier",
        about: "to the end of an identifier",
        contents: &["runs"],
        inputs: |_, len| runs_of("identifier", len),
        ours: |tier| scan_on(tier, ByteClass::IDENTIFIER),
    },
    Operation {
        id: "scan",
        variant: "white-space",
        about: "to the end of white space",
        contents: &["runs"],
        inputs: |_, len| runs_of("white-space", len),
        ours: |tier| scan_on(tier, ByteClass::WHITE_SPACE_JSON),
    },
    Operation {
        id: "scan",
        variant: "string",
        about: "to the end of a string",
        contents: &["clean"],
        inputs: strings,
        ours: |tier| scan_on(tier, ByteClass::STRING),
    },
    Operation {
        id: "utf8_validate",
        variant: "-",
        about: "whether bytes are UTF-8",
        contents: &["clean", "latin", "cjk"],
        inputs: utf8,
        ours: validate,
    },
    Operation {
        id: "ion_read",
        variant: "-",
        about: "every value of Ion text",
        contents: &["strings", "blob", "markers", "symbols", "records"],
        inputs: ion::documents,
        ours: ion::read,
    },
    Operation {
        id: "ion_write",
        variant: "-",
        about: "values into Ion text",
        contents: &["decimals", "long-strings", "structs", "umlauts"],
        inputs: ion::values,
        ours: ion::write,
    },
    Operation {
        id: "convert",
        variant: "ion-json",
        about: "Ion text into a JSON array",
        contents: &["records"],
        inputs: ion::documents,
        ours: convert::ion_to_json,
    },
    Operation {
        id: "convert",
        variant: "json-compact",
        about: "JSON laid out compactly",
        contents: &["records"],
        inputs: convert::json_documents,
        ours: convert::json_compact,
    },
    Operation {
        id: "convert",
        variant: "json-pretty",
        about: "JSON laid out with indents",
        contents: &["records"],
        inputs: convert::json_documents,
        ours: convert::json_pretty,
    },
];

fn utf8(kind: &str, len: usize) -> Pool {
    Pool::of_bytes(texts(kind, len, Encoding::Utf8).into_iter().map(String::into_bytes))
}

fn utf16(kind: &str, len: usize) -> Pool {
    Pool::of_utf16(texts(kind, len, Encoding::Utf16).iter().map(|text| text.encode_utf16().collect()))
}

fn latin1(kind: &str, len: usize) -> Pool {
    // The first 256 code points are those of ISO 8859-1; the texts have no others.
    let bytes = |text: &String| text.chars().map(|character| character as u8).collect();
    Pool::of_bytes(texts(kind, len, Encoding::Latin1).iter().map(bytes))
}

/// Texts as strings under `profile`, with their quotes.
fn literals(kind: &str, len: usize, profile: &str) -> Pool {
    let rules = rules(profile, IllFormed::Reject);
    let literal = |text: &String| {
        let mut out = vec![0; rules.bound(text.len()).expect("small")];
        let done = json_escape(&rules, text.as_bytes(), &mut out, Chunk::Last, &mut Repairs::default()).expect("text");
        [b"\"", &out[..done.written], b"\""].concat()
    };
    Pool::of_bytes(texts(kind, len, Encoding::Utf8).iter().map(literal))
}

/// The base64 of `len` random bytes, with the white space that `kind` names.
fn base64(kind: &str, len: usize) -> Pool {
    let (every, space) = match kind {
        "crlf-76" => (76, &b"\r\n"[..]),
        "blank-4" => (4, &b" "[..]),
        "newline-200" => (200, &b"\n"[..]),
        _ => (usize::MAX, &b""[..]),
    };
    let encoded = |bytes: Vec<u8>| {
        let mut out = vec![0; Base64Encode::STANDARD.bound(bytes.len()).expect("small")];
        base64_encode(Base64Encode::STANDARD, &bytes, &mut out, Chunk::Last);
        out.chunks(every).collect::<Vec<_>>().join(space)
    };
    Pool::of_bytes(binary(len).into_iter().map(encoded))
}

/// Runs of a class, of which only the run counts.
fn runs_of(kind: &str, len: usize) -> Pool {
    let (runs, average) = runs(kind, len);
    Pool::of_bytes(runs).counting(average)
}

/// Strings without escapes, with the quote that ends them and more text.
fn strings(kind: &str, len: usize) -> Pool {
    let string = |text: String| [text.as_bytes(), &b"\", \"next\": 0".repeat(8)].concat();
    Pool::of_bytes(texts(kind, len, Encoding::Utf8).into_iter().map(string)).counting(len as f64)
}

fn rules(profile: &str, policy: IllFormed) -> JsonEscape<'static> {
    JsonEscape::new(&Profile::parse(profile).expect("a profile"), policy).expect("the profile takes the policy")
}

fn escape(tier: Tier, profile: &str, policy: IllFormed) -> Subject {
    let rules = rules(profile, policy);
    Subject::new(ours(tier), filled, move |input, output| {
        let repairs = &mut Repairs::default();
        let done = json_escape_with(tier, &rules, input.bytes, &mut output.room, Chunk::Last, repairs).expect("text");
        output.filled = done.written;
    })
}

fn to_utf8(tier: Tier) -> Subject {
    let rules = Utf16ToUtf8::new(IllFormedUtf16::Reject).expect("plain text takes the policy");
    Subject::new(ours(tier), filled, move |input, output| {
        let repairs = &mut Repairs::default();
        let done = utf16_to_utf8_with(tier, rules, input.utf16, &mut output.room, Chunk::Last, repairs).expect("text");
        output.filled = done.written;
    })
}

fn to_utf16(tier: Tier) -> Subject {
    let rules = Utf8ToUtf16::new(IllFormed::Reject).expect("plain text takes the policy");
    Subject::new(ours(tier), filled_units, move |input, output| {
        let repairs = &mut Repairs::default();
        let done = utf8_to_utf16_with(tier, rules, input.bytes, &mut output.units, Chunk::Last, repairs).expect("text");
        output.filled = done.written;
    })
}

fn unescape_utf16(tier: Tier) -> Subject {
    let rules = JsonUnescape { surrogates: LoneSurrogates::Reject };
    Subject::new(ours(tier), filled_units, move |input, output| {
        let (inside, repairs) = (&input.bytes[1..], &mut Repairs::default());
        let done =
            json_unescape_utf16_with(tier, rules, inside, &mut output.units, Chunk::Last, repairs).expect("text");
        output.filled = done.written;
    })
}

fn escape_utf16(tier: Tier) -> Subject {
    let rules = JsonEscapeUtf16::new(&Profile::JSON, IllFormedUtf16::Reject).expect("json takes every policy");
    Subject::new(ours(tier), filled, move |input, output| {
        let (src, dst, repairs) = (input.utf16, &mut output.room, &mut Repairs::default());
        let done = json_escape_utf16_with(tier, &rules, src, dst, Chunk::Last, repairs).expect("text");
        output.filled = done.written;
    })
}

fn decode(tier: Tier, rules: Base64Decode) -> Subject {
    Subject::new(ours(tier), filled, move |input, output| {
        let done = base64_decode_with(tier, rules, input.bytes, &mut output.room, Chunk::Last).expect("base64");
        output.filled = done.written;
    })
}

fn unescape(tier: Tier) -> Subject {
    let rules = JsonUnescape { surrogates: LoneSurrogates::Reject };
    Subject::new(ours(tier), filled, move |input, output| {
        let (inside, repairs) = (&input.bytes[1..], &mut Repairs::default());
        let done = json_unescape_with(tier, rules, inside, &mut output.room, Chunk::Last, repairs).expect("text");
        output.filled = done.written;
    })
}

fn scan_on(tier: Tier, class: ByteClass) -> Subject {
    Subject::new(ours(tier), number, move |input, output| output.filled = scan_with(tier, &class, input.bytes))
}

fn validate(tier: Tier) -> Subject {
    Subject::new(ours(tier), number, move |input, output| {
        output.filled = utf8_validate_with(tier, input.bytes, Chunk::Last).is_ok().into();
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::in_turn::agree;
    use crate::subject::Output;

    /// Each tier gives the same bytes, on every content that an operation names.
    #[test]
    fn tiers_agree() {
        for operation in OPERATIONS {
            for content in operation.contents {
                for len in [4, 8, 64, 1024] {
                    let pool = (operation.inputs)(content, len);
                    let longest = pool.inputs().iter().map(|input| input.size()).max().unwrap_or(0);
                    let agreed = agree(&mut operation.tiers(), &pool.inputs(), &mut Output::new(8 * longest + 1024));
                    assert_eq!(agreed, Ok(()), "{} {} {content} {len}", operation.id, operation.variant);
                }
            }
        }
    }

    #[test]
    fn settings_are_told_apart() {
        for operation in OPERATIONS {
            let found = Operation::find(operation.id, operation.variant).map(|found| found.about);
            assert_eq!(found, Some(operation.about));
        }
        assert!(Operation::find("json_escape", "fancy").is_none());
    }
}
