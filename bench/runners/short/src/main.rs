//! Escaping of short strings: every tier, the C function, a plain loop and sonic-rs, in turn in one process.
//!
//! ```text
//! stringmill-bench-short [--quick] [PROFILE] [ROW-PREFIX...]
//! ```
//!
//! The order of the strings is drawn again for each round, so that no predictor learns it. `--quick` compares outputs only.

mod plain;
mod random;
mod rows;

use plain::Plain;
use random::Random;
use std::hint::black_box;
use std::process::ExitCode;
use std::ptr::null_mut;
use std::time::Instant;
use stringmill::{Chunk, IllFormed, JsonEscape, Profile, Repairs, Tier, json_escape_with};
use stringmill_capi::{Progress, Rules, smill_json_escape, smill_rules_new};

const ROUNDS: usize = 41;

/// Room for any string of a row: six bytes for each, and the quotes and stores of peers.
const ROOM: usize = 1024;

/// `smill_json_escape`.
type EscapeFunction = unsafe extern "C" fn(
    *const Rules,
    *const u8,
    usize,
    *mut u8,
    usize,
    u32,
    *mut Progress,
    *mut stringmill_capi::Repairs,
) -> u32;

const PROFILES: [(&str, &Profile<'static>); 4] =
    [("json", &Profile::JSON), ("php", &Profile::PHP), ("ascii", &Profile::ASCII), ("dotnet", &Profile::DOTNET)];

/// Escapes all texts, each over the one before; returns the sum of the lengths of their outputs.
type Run<'a> = Box<dyn Fn(&[&[u8]], &mut Vec<u8>) -> usize + 'a>;

struct Subject<'a> {
    name: String,
    run: Run<'a>,
    /// Quotes that it writes.
    quotes: usize,
    compared: bool,
}

fn main() -> ExitCode {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let quick = words.first().is_some_and(|word| word == "--quick");
    if quick {
        words.remove(0);
    }
    let named = words.first().is_some_and(|word| PROFILES.iter().any(|(name, _)| name == word));
    let profile = if named { Some(words.remove(0)) } else { None };
    for (name, rules) in PROFILES.iter().filter(|(name, _)| profile.as_deref().is_none_or(|one| one == *name)) {
        if let Err(says) = measure(name, rules, &words, quick) {
            eprintln!("error: {says}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn measure(name: &str, profile: &Profile<'static>, prefixes: &[String], quick: bool) -> Result<(), String> {
    let rules = JsonEscape::new(profile, IllFormed::Reject).map_err(|error| error.to_string())?;
    let plain = Plain::new(profile);
    let subjects = subjects(name, &rules, &plain);
    println!("{name}: ns a string");
    print!("{:<14}", "");
    for subject in &subjects {
        print!("{:>9}", subject.name);
    }
    println!();
    let mut random = Random::new();
    for row in rows::names() {
        if !prefixes.is_empty() && !prefixes.iter().any(|prefix| row.starts_with(prefix.as_str())) {
            continue;
        }
        let strings = rows::strings(&row, &mut random);
        agree(&row, &subjects, &strings)?;
        if quick {
            continue;
        }
        print!("{row:<14}");
        for nanos in in_turn(&subjects, &strings, &mut random) {
            print!("{nanos:>9.1}");
        }
        println!();
    }
    Ok(())
}

fn subjects<'a>(name: &str, rules: &'a JsonEscape<'static>, plain: &'a Plain) -> Vec<Subject<'a>> {
    let mut subjects: Vec<Subject<'a>> = Tier::available()
        .map(|tier| {
            subject(tier.name(), move |src, dst| {
                json_escape_with(tier, rules, src, dst, Chunk::Last, &mut Repairs::default())
                    .expect("well-formed")
                    .written
            })
        })
        .collect();
    subjects.push(subject("plain", |src, dst| plain.escape(src, dst).expect("well-formed")));
    let handle = handle(name);
    // By address, so that it is not inlined.
    let escape = black_box(smill_json_escape as EscapeFunction);
    subjects.push(subject("C best", move |src, dst| {
        let mut progress = Progress { read: 0, written: 0, offset: 0 };
        // SAFETY: source and destination are slices, and the handle lives as long as the process.
        let code = unsafe {
            escape(handle, src.as_ptr(), src.len(), dst.as_mut_ptr(), dst.len(), 0, &mut progress, null_mut())
        };
        assert_eq!(code, 0);
        progress.written as usize
    }));
    if name == "json" {
        let run: Run<'a> = Box::new(|texts, out| {
            let mut sum = 0;
            for text in texts {
                out.clear();
                // SAFETY: the rows are well-formed.
                let text = unsafe { std::str::from_utf8_unchecked(text) };
                sonic_rs::to_writer(&mut *out, text).expect("memory");
                sum += out.len();
            }
            sum
        });
        // It validates nothing, and escapes U+007F too.
        subjects.push(Subject { name: "sonic-rs".to_owned(), run, quotes: 1, compared: false });
    }
    subjects
}

/// A subject that escapes into a slice.
fn subject<'a>(name: &str, escape: impl Fn(&[u8], &mut [u8]) -> usize + 'a) -> Subject<'a> {
    let run: Run<'a> = Box::new(move |texts, out| {
        out.resize(ROOM, 0);
        texts.iter().map(|text| black_box(escape(text, black_box(&mut *out)))).sum()
    });
    Subject { name: name.to_owned(), run, quotes: 0, compared: true }
}

/// Rules of the C library that refuse ill-formed text. They are never freed.
fn handle(name: &str) -> *const Rules {
    let mut rules = null_mut();
    // SAFETY: the name is a slice, and the rules have a place.
    assert_eq!(unsafe { smill_rules_new(name.as_ptr(), name.len(), 0, &mut rules) }, 0);
    rules
}

fn agree(row: &str, subjects: &[Subject<'_>], strings: &[Vec<u8>]) -> Result<(), String> {
    let mut out = Vec::new();
    for string in strings {
        let mut first: Option<Vec<u8>> = None;
        for subject in subjects.iter().filter(|subject| subject.compared) {
            let len = (subject.run)(&[string], &mut out);
            let seen = &out[subject.quotes..len - subject.quotes];
            match &first {
                Some(first) if first != seen => {
                    return Err(format!("{row}: {} differs on {:?}", subject.name, String::from_utf8_lossy(string)));
                }
                _ => first = Some(seen.to_vec()),
            }
        }
    }
    Ok(())
}

/// The median time of a string for each subject.
fn in_turn(subjects: &[Subject<'_>], strings: &[Vec<u8>], random: &mut Random) -> Vec<f64> {
    let mut texts: Vec<&[u8]> = strings.iter().map(Vec::as_slice).collect();
    let mut out = Vec::with_capacity(ROOM);
    let mut samples = vec![Vec::with_capacity(ROUNDS); subjects.len()];
    for _ in 0..ROUNDS {
        random.shuffle(&mut texts);
        for (samples, subject) in samples.iter_mut().zip(subjects) {
            let start = Instant::now();
            black_box((subject.run)(&texts, &mut out));
            samples.push(start.elapsed().as_nanos() as f64 / texts.len() as f64);
        }
    }
    for samples in &mut samples {
        samples.sort_by(f64::total_cmp);
    }
    samples.iter().map(|samples| samples[ROUNDS / 2]).collect()
}
