//! The whole grammar gives the same result for all input that the short cut accepts: the same events, values, places,
//! comments and errors, on every tier, for whole input and for input that is cut at every byte.

use super::Reader;
use crate::{Event, Limits};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use stringmill_ion_documents::Documents;
use stringmill_kernels::Tier;
use stringmill_outcome::Chunk;
use stringmill_random::{Random, cases};

/// How many documents of each kind.
const DOCUMENTS: u64 = if cfg!(miri) { 10 } else { 1000 };

/// The seeds of this run. With fewer than a hundred documents, the share of short cuts is not checked.
fn seeds() -> std::ops::Range<u64> {
    0..cases(DOCUMENTS).max(DOCUMENTS.min(100))
}

/// Limits so low that some documents reach them.
const LOW: Limits = Limits { depth: 2, value_len: 30, ..Limits::DEFAULT };

#[test]
fn random_documents() {
    let mut events = Events::default();
    for seed in seeds() {
        events.add(compare(&format!("seed {seed}"), &Documents::new(seed).document()));
    }
    assert!(events.shortcut * 4 > events.all, "the short cut took {events:?}");
}

#[test]
fn common_documents() {
    let mut events = Events::default();
    for seed in seeds() {
        events.add(compare(&format!("common seed {seed}"), &CommonDocument::of(seed)));
    }
    assert!(events.shortcut * 2 > events.all, "the short cut took {events:?}");
}

#[test]
#[ignore = "needs the folder of suites; tools/run conformance runs it"]
fn files_of_the_ion_project() {
    let suites = std::env::var_os("STRINGMILL_SUITES").map_or(PathBuf::from("../shared"), PathBuf::from);
    let mut folders =
        vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(suites).join("ion-tests/iontestdata")];
    let (mut events, mut files) = (Events::default(), 0);
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for path in entries.map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "ion") {
                events.add(compare(&path.display().to_string(), &std::fs::read(&path).unwrap()));
                files += 1;
            }
        }
    }
    assert!(files > 600, "the suite has {files} files");
    println!(
        "{files} files read alike with and without the short cut, which took {} of {} events",
        events.shortcut, events.all
    );
}

/// The number of events of whole texts, and the number that the short cut found.
#[derive(Clone, Copy, Debug, Default)]
struct Events {
    all: u64,
    shortcut: u64,
}

impl Events {
    fn add(&mut self, more: Events) {
        self.all += more.all;
        self.shortcut += more.shortcut;
    }
}

/// Reads a text in all ways, with and without the short cut. Returns the events of the whole text.
fn compare(name: &str, text: &[u8]) -> Events {
    let show = || format!("{name}: {}", text[..text.len().min(500)].escape_ascii());
    let mut events = Events::default();
    for tier in Tier::available() {
        let with = transcript(Reader::new(text).on_tier(tier), &[]);
        let without = transcript(Reader::new(text).on_tier(tier).by_whole_grammar(), &[]);
        assert_eq!(with.0, without.0, "whole, {tier}: {}", show());
        assert_eq!(without.1.shortcut, 0);
        events = with.1;
    }
    let streams = |pieces: &[&[u8]], limits: Limits| {
        let reader = || Reader::streaming().limited(limits);
        assert_eq!(
            transcript(reader(), pieces).0,
            transcript(reader().by_whole_grammar(), pieces).0,
            "{:?}: {}",
            pieces.iter().map(|piece| piece.len()).collect::<Vec<_>>(),
            show()
        );
    };
    streams(&text.chunks(1).collect::<Vec<_>>(), Limits::DEFAULT);
    for limits in [Limits::DEFAULT, LOW] {
        for cut in (0..=text.len()).step_by(1 + text.len() / 2000) {
            streams(&[&text[..cut], &text[cut..]], limits);
        }
    }
    events
}

/// All that a reader reports about these pieces, or about its slice.
fn transcript(mut reader: Reader<'_>, pieces: &[&[u8]]) -> (String, Events) {
    let (mut said, mut events, mut next) = (String::new(), Events::default(), 0);
    loop {
        let event = reader.next();
        let (offset, settled, depth) = (reader.offset(), reader.settled(), reader.depth());
        let (changes, resets, comments) = (reader.symbol_changes(), reader.symbol_resets(), reader.take_comments());
        writeln!(said, "{event:?} {offset} {settled} {depth} {changes} {resets} {comments:?}").unwrap();
        match event {
            Ok(Event::NeedInput) => {
                let piece = pieces.get(next).copied().unwrap_or_default();
                next += 1;
                reader.feed(piece, if next >= pieces.len() { Chunk::Last } else { Chunk::More });
            }
            Ok(Event::End) | Err(_) => {
                events.shortcut = reader.shortcut_events;
                return (said, events);
            }
            Ok(_) => {
                events.all += 1;
                value(&mut reader, &mut said);
            }
        }
    }
}

/// All that a reader reports about its current value.
fn value(reader: &mut Reader<'_>, said: &mut String) {
    check_claims(reader);
    write!(said, "{:?} {:?} ", reader.field_name(), reader.annotations().collect::<Vec<_>>()).unwrap();
    write!(said, "{} {:?} ", reader.raw_text().escape_ascii(), reader.bool()).unwrap();
    write!(said, "{:?} ", reader.int()).unwrap();
    write!(said, "{:?} ", reader.float().map(f64::to_bits)).unwrap();
    write!(said, "{:?} ", reader.decimal()).unwrap();
    write!(said, "{:?} ", reader.timestamp()).unwrap();
    write!(said, "{:?} ", reader.symbol()).unwrap();
    write!(said, "{:?} ", reader.string()).unwrap();
    writeln!(said, "{:?}", reader.bytes()).unwrap();
}

/// The short cut may report more properties of a value than the whole grammar. These properties have to be true.
fn check_claims(reader: &Reader<'_>) {
    let is_clean = |text: &[u8]| text.iter().all(|&byte| matches!(byte, b' '..=0x7F) && !matches!(byte, b'"' | b'\\'));
    if let Some((text, len)) = reader.clean_field_name() {
        assert_eq!(reader.field_name().and_then(|name| name.text), Some(&text[..len]));
        assert!(is_clean(&text[..len]), "{}", text[..len].escape_ascii());
    }
    let raw = reader.raw_text();
    if reader.is_clean() {
        // A symbol is its own text; a string has two quotes around it.
        let text = raw.strip_prefix(b"\"").and_then(|text| text.strip_suffix(b"\"")).unwrap_or(raw);
        assert!(is_clean(text) && !raw.starts_with(b"'"), "{}", raw.escape_ascii());
    }
    let digits = raw.strip_prefix(b"-").unwrap_or(raw);
    if reader.is_plain_number() {
        let ends = digits
            .first()
            .zip(digits.last())
            .is_some_and(|(first, last)| first.is_ascii_digit() && last.is_ascii_digit());
        let is_plain = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-');
        assert!(ends && digits.iter().all(is_plain), "{}", raw.escape_ascii());
    }
}

/// A document of common tokens, with lengths on both sides of all block sizes.
struct CommonDocument {
    random: Random,
    text: Vec<u8>,
}

impl CommonDocument {
    fn of(seed: u64) -> Vec<u8> {
        let mut document = CommonDocument { random: Random::new(seed), text: Vec::new() };
        for _ in 0..document.random.within(1, 4) {
            if document.random.once_in(3) {
                document.put(&[
                    "$ion_1_0\n",
                    "$ion_1_0 ",
                    "$ion_1_0 $ion_1_0\n",
                    "$ion_1_0 ::",
                    "$ion_1_0 /**/",
                    "$ion_1_0\t",
                    "$ion_1_1 ",
                    "'$ion_1_0' ",
                    "$ion_symbol_table::{symbols:[\"a\"]} ",
                    "'$ion_symbol_table'::{symbols:[\"a\"]} ",
                    "a::$ion_symbol_table::{symbols:[\"a\"]} ",
                ]);
            }
            document.value(3, false);
            document.text.push(b'\n');
        }
        document.text
    }

    fn put(&mut self, pool: &[&str]) {
        let token = self.random.pick(pool);
        self.text.extend_from_slice(token.as_bytes());
    }

    fn gap(&mut self) {
        self.put(&["", "", "", " ", " ", "\n", "  ", "\n    ", "\r\n\t", "\n                       "]);
    }

    fn run(&mut self, from: &[u8], least: usize) {
        let len = self.random.pick(&[1, 2, 3, 4, 5, 7, 8, 14, 15, 16, 17, 18, 30, 31, 32, 33, 40, 64, 70]);
        for _ in 0..len.max(least) {
            let byte = self.random.pick(from);
            self.text.push(byte);
        }
    }

    fn word(&mut self) {
        if self.random.once_in(3) {
            return self.put(&["nul", "nulls", "truth", "false_", "nan_", "t", "f", "n", "$", "$a", "$ion", "id", "_"]);
        }
        self.put(&["a", "Z", "_", "$x"]);
        self.run(b"abcxyzABC_$019", 0);
    }

    fn quoted(&mut self, quote: u8) {
        self.text.push(quote);
        match self.random.within(0, 4) {
            0 => self.put(&["caf\u{e9}", "\u{65e5}\u{672c}", "\u{1f600} and more than sixteen bytes", "tab\\there"]),
            _ => self.run(b"abc XYZ019.:,{}[]()/-+", 1),
        }
        self.text.push(quote);
    }

    fn number(&mut self) {
        if self.random.once_in(3) {
            self.text.push(b'-');
        }
        if self.random.once_in(4) {
            return self
                .put(&["0", "0.0", "0.5", "1.", "1.e5", "00", "0x1F", "1_0", "12.50d3", "7e-3", "1E+22", "5d0"]);
        }
        self.put(&["1", "2", "9"]);
        self.run(b"0123456789", 0);
        if self.random.once_in(2) {
            self.text.push(b'.');
            self.run(b"0123456789", 0);
        }
        self.put(&["", "", "", "e0", "e12", "d-2"]);
    }

    fn value(&mut self, depth: usize, in_sexp: bool) {
        while self.random.once_in(6) {
            if self.random.once_in(3) {
                self.quoted(b'\'')
            } else {
                self.word()
            }
            self.gap();
            self.text.extend_from_slice(b"::");
            self.gap();
        }
        match self.random.within(0, if depth > 0 { 13 } else { 8 }) {
            0 | 1 => self.number(),
            2 | 3 => self.quoted(b'"'),
            4 => self.word(),
            5 => self.quoted(b'\''),
            6 => self.put(&["true", "false", "null", "nan", "null.int", "+inf", "$10", "$4", "'''a'''", "{{AAAA}}"]),
            7 if in_sexp => self.put(&["+", "-", "<=", "&&", ".", "*/", "->"]),
            7 => self.put(&[
                "2024-02-29T23:59:59Z",
                "2024-02-30T23:59:59Z",
                "2024-01-01T00:00:00.123456789Z",
                "2024-01-01T00:00:00.Z",
                "2024-01-01",
                "2024T",
                "2024-01-01T00:00+01:30",
            ]),
            8 | 9 => self.container(depth, b'[', b']'),
            10 => self.container(depth, b'(', b')'),
            _ => self.container(depth, b'{', b'}'),
        }
    }

    fn container(&mut self, depth: usize, open: u8, close: u8) {
        self.text.push(open);
        let count = self.random.within(0, 4);
        for item in 0..count {
            self.gap();
            if open == b'{' {
                match self.random.within(0, 4) {
                    0 => self.quoted(b'"'),
                    1 => self.quoted(b'\''),
                    _ => self.word(),
                }
                self.gap();
                self.text.push(b':');
                self.gap();
            }
            self.value(depth - 1, open == b'(');
            self.gap();
            match open {
                b'(' => self.text.push(b' '),
                _ if item + 1 < count => self.text.push(b','),
                _ => {}
            }
        }
        self.gap();
        self.text.push(close);
    }
}
