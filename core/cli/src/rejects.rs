//! `smill check --rejects`: good lines of NDJSON go on, bad ones go unchanged to a file, with their reasons beside them.
//!
//! A line is held in memory until it is known to be good or bad; what follows the place where a line turned bad is not
//! held, so only the limit on length bounds the memory.

use crate::args::CheckArguments;
use crate::explain;
use crate::failure::{Exit, Failure, errno};
use crate::listing::Listing;
use crate::messages::Messages;
use crate::output::Output;
use crate::placing::{Draft, Manner};
use crate::progress::Meter;
use crate::source::Source;
use crate::target::{Refusal, Target};
use crate::visible::visible;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use stringmill::json::{JsonCheck, JsonChecker};
use stringmill::{Chunk, Error, ErrorCode, IllFormed, JsonEscape, Profile, Repairs, json_escape, locate};

/// Longest line, where no limit is given.
pub(crate) const LINE_MAX: u64 = 64 << 20;
/// Bytes that are read at once.
const BLOCK: usize = 128 * 1024;
/// What is appended to the name of the file of bad lines.
const REASONS: &str = ".reasons";
/// Bytes after an error that its reason may show.
const AFTER: usize = 128;

/// Sorts the lines of all files; `path` is the file for the bad ones.
pub(crate) fn run(
    arguments: &CheckArguments,
    rules: JsonCheck,
    path: &Path,
    messages: &Messages,
) -> Result<Exit, Failure> {
    let rules = JsonCheck { len_max: rules.len_max.min(arguments.json.max_length.unwrap_or(LINE_MAX)), ..rules };
    let mut reasons = path.as_os_str().to_owned();
    reasons.push(REASONS);
    let reasons = PathBuf::from(reasons);
    for path in [path, &reasons] {
        replaceable(path, &arguments.paths)?;
    }
    let mut stack = vec![0; JsonCheck::stack_len(rules.depth_max).ok_or(Failure::Usage("too deep".to_owned()))?];
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut target = Target::open(folder, Manner { force: true, sync: true })?;
    let mut sorting = Sorting {
        checker: JsonChecker::new(rules, &mut stack),
        good: arguments.pass.then(Output::new),
        bad: Sheet::begin(&mut target, path)?,
        reasons: Sheet::begin(&mut target, &reasons)?,
        lines: 0,
        first: None,
        rejected: 0,
        meter: Meter::new(None, messages.quiet()),
    };
    let mut exit = Exit::Done;
    for path in &arguments.paths {
        if path == Path::new("-") {
            sorting.file(&mut Source::open(None)?)?;
            continue;
        }
        let listing = Listing::of(std::slice::from_ref(path))?;
        exit = exit.max(listing.report_skipped(messages));
        for listed in listing.iter() {
            sorting.file(&mut Source::open_listed(listed)?)?;
        }
    }
    let Sorting { good, bad, reasons, lines, first, rejected, meter, .. } = sorting;
    // The good lines first: bad lines that are in their file are in no other place.
    good.map_or(Ok(()), Output::close)?;
    let drafts = [bad.end()?, reasons.end()?];
    let placed = drafts.into_iter().try_for_each(|draft| target.place(draft));
    // Whatever happened, nothing half-written stays.
    target.finish()?;
    placed?;
    messages.total(&format!("{lines} lines, {rejected} rejected, {}", meter.total()));
    drop(meter);
    if let Some(first) = first {
        let (lines, path) = (if rejected == 1 { "line" } else { "lines" }, visible(path.as_os_str().as_bytes()));
        messages
            .warning(&format!("{rejected} {lines} rejected to {path}, reasons in {path}{REASONS}; the first: {first}"));
        exit = exit.max(Exit::Changed);
    }
    Ok(exit)
}

/// Refuses to put a file in the place of what is none, or of what is read.
fn replaceable(path: &Path, inputs: &[PathBuf]) -> Result<(), Failure> {
    let Ok(facts) = fs::symlink_metadata(path) else { return Ok(()) };
    let shown = visible(path.as_os_str().as_bytes());
    if !facts.is_file() {
        return Err(Failure::Usage(format!("--rejects writes a file, and {shown} is something else")));
    }
    let real = fs::canonicalize(path).map_err(|error| Failure::io("open", path, errno(&error)))?;
    if inputs.iter().any(|input| fs::canonicalize(input).is_ok_and(|input| input == real)) {
        return Err(Failure::Usage(format!("--rejects would replace {shown}, which is read")));
    }
    Ok(())
}

/// A file that is written in large blocks.
struct Sheet {
    draft: Draft,
    block: Vec<u8>,
}

impl Sheet {
    fn begin(target: &mut Target, path: &Path) -> Result<Self, Failure> {
        let name = path.file_name().unwrap_or(OsStr::new("")).as_bytes();
        match target.begin(name) {
            Ok(Some(draft)) => Ok(Sheet { draft, block: Vec::with_capacity(BLOCK) }),
            Ok(None) => Err(Failure::Usage(format!("{} exists", visible(name)))),
            Err(Refusal::Name(why)) => Err(Failure::Usage(format!("--rejects: {why}"))),
            Err(Refusal::System(failure)) => Err(failure),
        }
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        if self.block.len() + bytes.len() > BLOCK {
            self.draft.write(&self.block)?;
            self.block.clear();
        }
        if bytes.len() > BLOCK {
            return self.draft.write(bytes);
        }
        self.block.extend_from_slice(bytes);
        Ok(())
    }

    fn end(self) -> Result<Draft, Failure> {
        self.draft.write(&self.block)?;
        Ok(self.draft)
    }
}

/// The work in progress.
struct Sorting<'s> {
    checker: JsonChecker<'s>,
    /// Where good lines go, if anywhere.
    good: Option<Output>,
    bad: Sheet,
    reasons: Sheet,
    /// Lines so far, good and bad.
    lines: u64,
    /// The first reason, for the message.
    first: Option<String>,
    rejected: u64,
    meter: Meter,
}

/// A stretch of a stream that begins with a line.
#[derive(Default)]
struct Stretch {
    bytes: Vec<u8>,
    /// How much of it is checked.
    checked: usize,
    /// Where it stands in the stream.
    base: u64,
    /// The number of its first line.
    line: u64,
    ended: bool,
}

impl Stretch {
    fn chunk(&self) -> Chunk {
        if self.ended { Chunk::Last } else { Chunk::More }
    }

    /// Drops the first `len` bytes, which hold `lines` whole lines.
    fn consume(&mut self, len: usize, lines: u64) {
        self.bytes.drain(..len);
        self.checked = self.checked.saturating_sub(len);
        self.base += len as u64;
        self.line += lines;
    }

    fn read(&mut self, source: &mut Source, meter: &Meter) -> Result<(), Failure> {
        let from = self.bytes.len();
        self.bytes.resize(from + BLOCK, 0);
        let len = source.read_some(&mut self.bytes[from..])?;
        self.bytes.truncate(from + len);
        self.ended = len == 0;
        meter.add(len);
        Ok(())
    }
}

impl Sorting<'_> {
    /// Sorts the lines of one file.
    fn file(&mut self, source: &mut Source) -> Result<(), Failure> {
        self.checker.restart();
        let mut stretch = Stretch { line: 1, ..Stretch::default() };
        loop {
            match self.checker.step(&stretch.bytes[stretch.checked..], stretch.chunk()) {
                Ok(read) => {
                    stretch.checked += read;
                    self.good_lines(&mut stretch)?;
                    if stretch.ended {
                        return self.last_line(&mut stretch);
                    }
                    stretch.read(source, &self.meter)?;
                }
                Err(error) => {
                    stretch.checked += error.offset as usize;
                    self.good_lines(&mut stretch)?;
                    self.bad_line(error.code, source, &mut stretch)?;
                    self.checker.restart();
                }
            }
        }
    }

    /// Lets the whole lines pass that are checked.
    fn good_lines(&mut self, stretch: &mut Stretch) -> Result<(), Failure> {
        let Some(feed) = stretch.bytes[..stretch.checked].iter().rposition(|&byte| byte == b'\n') else {
            return Ok(());
        };
        let good = &stretch.bytes[..=feed];
        let lines = good.iter().filter(|&&byte| byte == b'\n').count() as u64;
        self.lines += lines;
        if let Some(output) = &mut self.good {
            output.put(good)?;
        }
        stretch.consume(feed + 1, lines);
        Ok(())
    }

    /// Lets a line pass that ends with the stream.
    fn last_line(&mut self, stretch: &mut Stretch) -> Result<(), Failure> {
        self.lines += u64::from(!stretch.bytes.is_empty());
        match &mut self.good {
            Some(output) => output.put(&stretch.bytes),
            None => Ok(()),
        }
    }

    /// Rejects the first line of the stretch, which is wrong where it is no longer checked.
    fn bad_line(&mut self, code: ErrorCode, source: &mut Source, stretch: &mut Stretch) -> Result<(), Failure> {
        // The reason shows what was found, as far as the line goes.
        while !stretch.ended
            && stretch.bytes.len() < stretch.checked + AFTER
            && feed(stretch, stretch.checked).is_none()
        {
            stretch.read(source, &self.meter)?;
        }
        self.reason(code, source.name(), stretch)?;
        let mut from = stretch.checked;
        loop {
            if let Some(feed) = feed(stretch, from) {
                self.bad.put(&stretch.bytes[..=feed])?;
                stretch.consume(feed + 1, 1);
                return Ok(());
            }
            self.bad.put(&stretch.bytes)?;
            stretch.consume(stretch.bytes.len(), 0);
            from = 0;
            if stretch.ended {
                return self.bad.put(b"\n");
            }
            stretch.read(source, &self.meter)?;
        }
    }

    /// Writes why the first line of the stretch is rejected.
    fn reason(&mut self, code: ErrorCode, name: &[u8], stretch: &Stretch) -> Result<(), Failure> {
        let (line, at) = (stretch.line, stretch.checked);
        let column = locate(&stretch.bytes, at).column;
        let offset = stretch.base + at as u64;
        let what = explain::what(code, &stretch.bytes[at..]);
        self.reasons.put(
            format!(
                "{{\"source\":\"{}\",\"line\":{line},\"column\":{column},\"start\":{},\"offset\":{offset},\"code\":{},\"name\":\"{}\",\"says\":\"{}\"}}\n",
                escaped(name)?,
                stretch.base,
                code as u16,
                code.name(),
                escaped(what.as_bytes())?,
            )
            .as_bytes(),
        )?;
        self.lines += 1;
        self.rejected += 1;
        self.first.get_or_insert_with(|| format!("{}:{line}:{column} (byte {offset}): {what}", visible(name)));
        Ok(())
    }
}

/// The end of the first line of the stretch, which is not before `from`.
fn feed(stretch: &Stretch, from: usize) -> Option<usize> {
    stretch.bytes[from..].iter().position(|&byte| byte == b'\n').map(|feed| from + feed)
}

/// `text` as the inside of a JSON string; bytes that are no UTF-8 in visible form.
fn escaped(text: &[u8]) -> Result<String, Failure> {
    let wrong = |error: Error| Failure::Io(format!("cannot write a reason: {error}"));
    let rules = JsonEscape::new(&Profile::JSON, IllFormed::Visible).map_err(wrong)?;
    let mut dst = vec![0; rules.bound(text.len()).unwrap_or(0)];
    let done = json_escape(&rules, text, &mut dst, Chunk::Last, &mut Repairs::default()).map_err(wrong)?;
    dst.truncate(done.written);
    Ok(String::from_utf8_lossy(&dst).into_owned())
}
