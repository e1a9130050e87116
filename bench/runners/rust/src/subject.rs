//! What is measured: each operation of stringmill on each tier, its peers, and the limit.

use std::hint::black_box;
use stringmill::{
    Chunk, IllFormed, JsonEscape, JsonUnescape, LoneSurrogates, Profile, Repairs, Tier, json_escape, json_escape_with,
    json_unescape_with, utf8_validate_with,
};

/// Where a subject leaves what it writes.
#[derive(Default)]
pub(crate) struct Output {
    /// Room that is always large enough, and how much of it is filled.
    room: Vec<u8>,
    filled: usize,
    /// A buffer that keeps its capacity, for subjects that append.
    appended: Vec<u8>,
}

impl Output {
    /// Room for `len` bytes.
    pub(crate) fn new(len: usize) -> Self {
        Output { room: vec![0; len], ..Output::default() }
    }
}

/// Which part of an output is the text that all subjects must agree on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Text {
    Filled,
    Appended,
    BetweenQuotes,
    Nothing,
}

/// Handles one string and leaves in the output what it writes.
type Run = dyn FnMut(&[u8], &mut Output);

pub(crate) struct Subject {
    pub(crate) name: String,
    run: Box<Run>,
    text: Text,
}

impl Subject {
    fn new(name: impl Into<String>, text: Text, run: impl FnMut(&[u8], &mut Output) + 'static) -> Self {
        Subject { name: name.into(), run: Box::new(run), text }
    }

    #[inline]
    pub(crate) fn run(&mut self, src: &[u8], output: &mut Output) {
        (self.run)(src, output);
    }

    /// What `run` has written, if it is to be compared.
    pub(crate) fn text<'o>(&self, output: &'o Output) -> Option<&'o [u8]> {
        match self.text {
            Text::Filled => Some(&output.room[..output.filled]),
            Text::Appended => Some(&output.appended),
            Text::BetweenQuotes => Some(&output.appended[1..output.appended.len() - 1]),
            Text::Nothing => None,
        }
    }
}

/// The subjects for an operation: our tiers, the highest first, the limit, and the peers.
pub(crate) fn subjects(operation: &str, policy: Option<&str>) -> Vec<Subject> {
    match operation {
        "json_escape" => escape(policy.and_then(IllFormed::from_name).expect("a policy")),
        "json_unescape" => unescape(),
        "utf8_validate" => validate(),
        _ => panic!("no operation is called '{operation}'"),
    }
}

fn tiers(subject: impl Fn(Tier) -> Subject) -> Vec<Subject> {
    let mut ours: Vec<_> = Tier::available().map(subject).collect();
    ours.reverse();
    ours
}

fn memcpy() -> Subject {
    Subject::new("memcpy", Text::Nothing, |src, output| output.room[..src.len()].copy_from_slice(src))
}

fn escape(policy: IllFormed) -> Vec<Subject> {
    let rules = JsonEscape::new(&Profile::JSON, policy).expect("json takes every policy");
    let mut subjects = tiers(|tier| {
        let rules = rules.clone();
        Subject::new(format!("stringmill {tier}"), Text::Filled, move |src, output| {
            let repairs = &mut Repairs::default();
            let done = json_escape_with(tier, &rules, src, &mut output.room, Chunk::Last, repairs).expect("text");
            output.filled = done.written;
        })
    });
    subjects.push(memcpy());
    let validates = policy != IllFormed::Copy;
    let prefix = if validates { "simdutf8 + " } else { "" };
    let peer = |name: &str, write: fn(&str, &mut Vec<u8>)| {
        Subject::new(format!("{prefix}{name}"), Text::BetweenQuotes, move |src, output| {
            output.appended.clear();
            write(text(src, validates), &mut output.appended);
        })
    };
    subjects.push(peer("json-escape-simd", |src, out| json_escape_simd::escape_into(src, out)));
    subjects.push(peer("sonic-rs", |src, out| sonic_rs::to_writer(out, src).expect("memory")));
    subjects.push(peer("serde_json", |src, out| serde_json::to_writer(out, src).expect("memory")));
    subjects
}

fn unescape() -> Vec<Subject> {
    let rules = JsonUnescape { surrogates: LoneSurrogates::Reject };
    let mut subjects = tiers(|tier| {
        Subject::new(format!("stringmill {tier}"), Text::Filled, move |src, output| {
            let (inside, repairs) = (&src[1..], &mut Repairs::default());
            let done = json_unescape_with(tier, rules, inside, &mut output.room, Chunk::Last, repairs).expect("text");
            output.filled = done.written;
        })
    });
    subjects.push(memcpy());
    // These allocate a `String`; there is no way to give them a buffer.
    subjects.push(Subject::new("serde_json", Text::Appended, |src, output| {
        output.appended = serde_json::from_slice::<String>(src).expect("a string").into_bytes();
    }));
    subjects.push(Subject::new("sonic-rs", Text::Appended, |src, output| {
        output.appended = sonic_rs::from_slice::<String>(src).expect("a string").into_bytes();
    }));
    subjects
}

fn validate() -> Vec<Subject> {
    let mut subjects = tiers(|tier| {
        Subject::new(format!("stringmill {tier}"), Text::Nothing, move |src, _| {
            black_box(utf8_validate_with(tier, src, Chunk::Last).expect("text"));
        })
    });
    subjects.push(Subject::new("std", Text::Nothing, |src, _| {
        black_box(std::str::from_utf8(src).expect("text"));
    }));
    subjects.push(Subject::new("simdutf8", Text::Nothing, |src, _| {
        black_box(simdutf8::basic::from_utf8(src).expect("text"));
    }));
    subjects
}

/// A text as a JSON string with its quotes; in ASCII alone if asked for.
pub(crate) fn literal(text: &[u8], ascii: bool) -> Vec<u8> {
    let profile = Profile::parse(if ascii { "ascii" } else { "json" }).expect("a profile");
    let rules = JsonEscape::new(&profile, IllFormed::Reject).expect("a policy");
    let mut out = vec![0; rules.bound(text.len()).expect("small")];
    let done = json_escape(&rules, text, &mut out, Chunk::Last, &mut Repairs::default()).expect("text");
    [b"\"", &out[..done.written], b"\""].concat()
}

#[inline]
fn text(src: &[u8], validates: bool) -> &str {
    if validates {
        return simdutf8::basic::from_utf8(src).expect("text");
    }
    // SAFETY: all contents are well-formed; `content::pool` cuts them between characters.
    unsafe { std::str::from_utf8_unchecked(src) }
}
