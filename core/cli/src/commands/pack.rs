//! `smill pack`: files and folders into one JSON object or into NDJSON.

use crate::arguments::members::members;
use crate::arguments::pack::PackArguments;
use crate::commands::pack_report::{PackReport, Packed};
use crate::commands::profiles;
use crate::input::examination;
use crate::input::filter::Filter;
use crate::input::listing::{Listed, Listing, Walk};
use crate::input::source::{RATIO_MAX, Source, stdin_once};
use crate::input::window::{WINDOW, Window};
use crate::output::publish::Published;
use crate::output::stdout::Output;
use crate::output::worker_order::{Block, Stop, WorkerOrder};
use crate::process::memory;
use crate::process::threads;
use crate::report::failure::{Exit, Failure};
use crate::report::messages::{Messages, counted};
use crate::report::progress::Meter;
use crate::report::remedy::Task;
use crate::report::signature::Signature;
use crate::report::visible::visible;
use crate::system::{self, bytes_of};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use stringmill::pack::{Shape, WriteError, Writer};
use stringmill::{Chunk, IllFormed, JsonEscape, Position, Repairs, json_escape};

/// Files in a batch.
const BATCH: usize = 32;
/// Default maximum number of workers; --jobs can set more.
const WORKERS: usize = 8;

pub(crate) fn run(arguments: &PackArguments, messages: &Messages) -> Result<Exit, Failure> {
    let Some(rules) = profiles::rules(&arguments.writing)? else { return Ok(Exit::Done) };
    arguments.encoding.allows(rules.policy())?;
    let members = members(&arguments.members, arguments.modes)?;
    let filter = Filter::new(&arguments.exclude, arguments.gitignore)?;
    let paths = paths(arguments)?;
    let destination = arguments.output.destination()?;
    let walk = Walk {
        output: destination.id(),
        filter: &filter,
        empty_folders: arguments.empty_folders,
        skip_unreadable: arguments.skip_unreadable,
    };
    let listing = Listing::walked(&paths, walk)?;
    check_names(&listing, &rules)?;
    let shape = if arguments.ndjson { Shape::Lines } else { Shape::Object };
    let pack = Pack {
        listing: &listing,
        writer: Writer::new(shape, &rules).with_members(members),
        policy: rules.policy(),
        arguments,
        meter: Meter::new(None, messages.hides_progress()),
    };
    let (packed, published) = pack.write(Output::to(destination), workers(arguments.jobs))?;
    messages.total(&format!("{}, {}", counted(packed.written, "file"), pack.meter.total()));
    drop(pack);
    published.report(messages);
    listing.report_shortened(messages);
    let report =
        PackReport { packed: &packed, listing: &listing, encoding: arguments.encoding.name(), policy: rules.policy() };
    let skipped = if arguments.report { listing.exit() } else { listing.report_skipped(messages) };
    Ok(skipped.max(report.report(arguments, messages)?))
}

fn workers(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |cores| cores.get().min(WORKERS)))
}

/// The paths in the arguments and in the lists that they name.
fn paths(arguments: &PackArguments) -> Result<Vec<PathBuf>, Failure> {
    let is_list = |path: &PathBuf| path == Path::new("-");
    let mut paths: Vec<_> = arguments.paths.iter().filter(|path| !is_list(path)).cloned().collect();
    let mut lists: Vec<_> =
        arguments.files_from.iter().chain(arguments.paths.iter().filter(|path| is_list(path))).collect();
    let stdin = PathBuf::from("-");
    if lists.is_empty() && arguments.null {
        lists.push(&stdin);
    }
    let ends = if arguments.null { b'\0' } else { b'\n' };
    stdin_once(lists.iter().copied())?;
    for list in lists {
        let mut source = Source::open(Some(list))?.decompressed(RATIO_MAX);
        let names = source.read_all()?;
        for (name, line) in names.split(|&byte| byte == ends).zip(1..).filter(|(name, _)| !name.is_empty()) {
            let path = system::path_of(name);
            if let Some(error) = list_error(&path) {
                return Err(Failure::Name(format!("{}:{line}: {error}", visible(source.name()))));
            }
            memory::push(&mut paths, path.into_owned())?;
        }
    }
    Ok(paths)
}

/// An error in the list of `path`, if its names have another terminator than expected.
fn list_error(path: &Path) -> Option<&'static str> {
    let name = bytes_of(path);
    if name.contains(&0) {
        return Some("the name has a NUL; -0 reads lists whose names end with NUL");
    }
    // A name may end with a carriage return if that file exists.
    let windows = name.ends_with(b"\r") && path.symlink_metadata().is_err();
    windows.then_some("the name ends with a carriage return; tr -d '\\r' removes it")
}

/// Refuses names that the policy refuses, and different names with the same output.
fn check_names(listing: &Listing, rules: &JsonEscape<'_>) -> Result<(), Failure> {
    if let Some(name) = listing.duplicate() {
        return Err(Failure::Usage(format!("{} is named twice", visible(name))));
    }
    let ill_formed = listing.iter().filter(|listed| std::str::from_utf8(listed.name).is_err()).collect::<Vec<_>>();
    let Some(first) = ill_formed.first() else { return Ok(()) };
    match rules.policy() {
        IllFormed::Reject => Err(Failure::Name(format!(
            "path is not UTF-8: {}\n   = help --on-invalid reversible carries it through pack and unpack",
            visible(first.path)
        ))),
        // Under these policies different names stay different.
        IllFormed::Reversible | IllFormed::Copy => Ok(()),
        _ => {
            let mut names = HashSet::new();
            match listing.iter().find(|listed| !names.insert(escaped(rules, listed.name))) {
                Some(listed) => Err(Failure::Name(format!(
                    "path is the same as another under --on-invalid {}: {}",
                    rules.policy().name(),
                    visible(listed.path)
                ))),
                None => Ok(()),
            }
        }
    }
}

fn escaped(rules: &JsonEscape<'_>, name: &[u8]) -> Vec<u8> {
    let mut out = vec![0; rules.bound(name.len()).unwrap_or(0)];
    let len = json_escape(rules, name, &mut out, Chunk::Last, &mut Repairs::default()).map_or(0, |done| done.written);
    out.truncate(len);
    out
}

/// The files to pack, and how.
struct Pack<'p> {
    listing: &'p Listing,
    writer: Writer<'p>,
    policy: IllFormed,
    arguments: &'p PackArguments,
    meter: Meter,
}

/// A file that is opened.
enum FileContent {
    /// It is packed. The window has its first bytes.
    Text(Box<Source>),
    /// --text-only leaves it out.
    LeftOut,
    /// It is skipped.
    Unfit(String),
}

impl Pack<'_> {
    /// Writes all files to `output` with this number of workers.
    fn write(&self, mut output: Output, workers: usize) -> Result<(Packed, Published), Failure> {
        let batches = self.listing.len().div_ceil(BATCH);
        self.writer.begin(&mut output)?;
        let order = WorkerOrder::new(batches as u64, workers, output, self.writer.separator_len());
        // Workers wait until all threads have started: their work could use up the memory that the next thread needs.
        let all_begun = Mutex::new(());
        std::thread::scope(|scope| {
            let starting = all_begun.lock();
            // The first worker is this thread.
            for _ in 1..workers.min(batches) {
                let (all, order) = (&all_begun, &order);
                let started = threads::start(|begun| {
                    std::thread::Builder::new().spawn_scoped(scope, move || {
                        begun.wait();
                        drop(all.lock());
                        self.work(order);
                    })
                });
                if let Err(failure) = started {
                    return order.stop(failure);
                }
            }
            drop(starting);
            self.work(&order);
        });
        let (batches, mut output) = order.finish()?;
        let packed = batches.into_iter().try_fold(Packed::default(), Packed::and)?;
        self.writer.end(&mut output, packed.written == 0)?;
        Ok((packed, output.close()?))
    }

    /// Packs batches until none is left.
    fn work(&self, order: &WorkerOrder<Packed>) {
        let mut window = Window::new(WINDOW);
        while let Some((batch, mut block)) = order.next() {
            let from = batch as usize * BATCH;
            let mut packed = Packed::default();
            let done = (from..self.listing.len().min(from + BATCH))
                .try_for_each(|at| self.file(at, &mut window, &mut block, &mut packed));
            block.end(done.map(|()| packed));
        }
    }

    /// Writes one file, or skips it.
    fn file(
        &self,
        at: usize,
        window: &mut Window,
        block: &mut Block<'_, Packed>,
        packed: &mut Packed,
    ) -> Result<(), Stop> {
        let listed = self.listing.get(at);
        if listed.is_folder() {
            let begun = self.writer.begin_text(block, listed.name, None, false, &mut Repairs::default());
            begun.map_err(|error| self.refused(error, listed.path))?;
            packed.written += 1;
            return self.writer.end_text(block);
        }
        let why = match self.open(listed, window) {
            Ok(FileContent::Text(source)) => return self.text(listed, *source, window, block, packed),
            Ok(FileContent::LeftOut) => {
                packed.left_out += 1;
                return Ok(());
            }
            Ok(FileContent::Unfit(why)) => why,
            Err(Failure::Io(text) | Failure::Encoded(text)) if self.arguments.skip_unreadable => {
                let first = text.lines().next().unwrap_or_default();
                format!("it cannot be read: {}", first.rsplit(": ").next().unwrap_or_default())
            }
            Err(failure) => return Err(Stop::Failed(failure)),
        };
        Ok(memory::push(&mut packed.skipped, (listed.path.to_vec(), why))?)
    }

    /// Opens a file, and examines it as far as the options demand.
    fn open(&self, listed: Listed<'_>, window: &mut Window) -> Result<FileContent, Failure> {
        let &PackArguments { skip_unreadable, text_only, .. } = self.arguments;
        let mut source = self.arguments.encoding.apply(Source::open_listed(listed)?, self.policy);
        window.reset();
        let strict = self.policy == IllFormed::Reject;
        if !text_only && !skip_unreadable && (listed.named || !strict) {
            return Ok(FileContent::Text(Box::new(source)));
        }
        examination::begin(&mut source, window)?;
        let head = examination::head(window);
        let is_text = examination::looks_like_text(head);
        if text_only && !is_text {
            return Ok(FileContent::LeftOut);
        }
        if !skip_unreadable && (is_text || listed.named || !strict) {
            return Ok(FileContent::Text(Box::new(source)));
        }
        let found = Signature::of(head);
        Ok(match examination::read_through(&mut source, window, strict)? {
            None => FileContent::Text(Box::new(source)),
            Some(offset) => FileContent::Unfit(match found {
                Some(found) => format!("it is {}: {}", found.name, found.remedy),
                None if is_text => format!("it is not valid UTF-8 at byte {offset}"),
                None => "it is not text".to_owned(),
            }),
        })
    }

    /// Writes the text of a file, of which `window` may have the first bytes.
    fn text(
        &self,
        listed: Listed<'_>,
        mut source: Source,
        window: &mut Window,
        block: &mut Block<'_, Packed>,
        packed: &mut Packed,
    ) -> Result<(), Stop> {
        let Listed { path, name, .. } = listed;
        let mode = if self.arguments.modes { Some(source.mode()?) } else { None };
        let mut of_name = Repairs::default();
        self.writer.begin_text(block, name, mode, false, &mut of_name).map_err(|error| self.refused(error, path))?;
        let mut repairs = Repairs::default();
        let place = |offset, at: Position| format!("{}:{}:{} (byte {offset})", visible(path), at.line, at.column);
        let mut first = of_name.first.map(|_| format!("the name of {}", visible(path)));
        let mut len = window.unread().len();
        self.meter.add(len);
        let mut original = None;
        while !window.is_spent() {
            if !window.room().is_empty() {
                // A file that is read at once cannot change in between. Only a file that takes more reads is looked at.
                if original.is_none() && len >= WINDOW {
                    original = source.look()?;
                }
                let more = source.read_into(window)?;
                len += more;
                self.meter.add(more);
            }
            repairs.base = window.offset();
            let read = match self.writer.text(block, window.unread(), window.chunk(), &mut repairs) {
                Ok(read) => read,
                Err(WriteError::Sink(stop)) => return Err(stop),
                Err(WriteError::Text(error)) => {
                    window.consume(error.offset as usize);
                    source.look_ahead(window);
                    let diagnostic = source.diagnostic(error.code, window.scene(), Task::Pack);
                    return Err(Stop::Failed(Failure::Invalid(diagnostic)));
                }
            };
            if let (None, Some(offset)) = (&first, repairs.first) {
                first = Some(place(offset, window.position((offset - window.offset()) as usize)));
            }
            window.consume(read);
        }
        self.writer.end_text(block)?;
        packed.written += 1;
        if original.is_some() && source.look()? != original {
            memory::push(&mut packed.changed, path.to_vec())?;
        }
        if let Some((count, offset, position)) = source.repaired().and_then(|(_, repaired)| repaired.count()) {
            repairs.count = count;
            first = first.or_else(|| Some(place(offset, position)));
        }
        if first.is_some() {
            packed.pieces += of_name.count + repairs.count;
            packed.texts += 1;
            packed.first_repair = packed.first_repair.take().or(first);
        }
        Ok(())
    }

    fn refused(&self, error: WriteError<Stop>, path: &[u8]) -> Stop {
        match error {
            WriteError::Sink(stop) => stop,
            WriteError::Text(_) => Stop::Failed(Failure::Name(format!("path is not UTF-8: {}", visible(path)))),
        }
    }
}
