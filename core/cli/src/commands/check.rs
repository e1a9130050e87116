//! `smill check`: checks that text is well-formed, and shows the errors.

use crate::arguments::check::{CheckArguments, Format, JsonArguments};
use crate::codec::format::NamedFormat;
use crate::commands::check_json::CheckOfJson;
use crate::commands::check_lines;
use crate::commands::check_sequence::SequenceFinder;
use crate::input::line_buffer::Records;
use crate::input::listing::Listing;
use crate::input::source::{Input, Source, stdin_once};
use crate::input::window::{WINDOW, Window};
use crate::output::destination::Destination;
use crate::output::stdout::Output;
use crate::process::memory;
use crate::report::diagnostic::Diagnostic;
use crate::report::failure::{Exit, Failure};
use crate::report::messages::{Messages, counted};
use crate::report::progress::Meter;
use crate::report::remedy::Task;
use crate::report::span::span_len;
use crate::system;
use std::path::Path;
use stringmill::ion::{Catalog, Event, Limits, Reader};
use stringmill::json::JsonCheck;
use stringmill::{Chunk, Error, ErrorCode, Position, utf8_validate};

pub(crate) fn run(arguments: &CheckArguments, messages: &Messages) -> Result<Exit, Failure> {
    check_options(arguments)?;
    stdin_once(arguments.paths())?;
    if let Some(path) = &arguments.rejects.rejects {
        return match arguments.all_are(|format| format == Format::Ndjson) {
            true => check_lines::run(arguments, json_rules(&arguments.json, Format::Ndjson), path, messages),
            false => Err(Failure::Usage("--rejects requires --format ndjson".to_owned())),
        };
    }
    let paths = arguments.paths();
    let mut check = Check {
        arguments,
        catalog: arguments.catalog.read(Task::Check)?,
        window: Window::new(WINDOW),
        output: Output::new(),
        meter: Meter::new(None, messages.hides_progress()),
        undecodable: false,
    };
    let (mut exit, mut files) = (Exit::Done, 0);
    for path in paths {
        // An error in one file does not stop the check of the others.
        if path == Path::new("-") {
            files += 1;
            exit = exit.max(check.file(arguments.input.open(None), messages)?);
            continue;
        }
        let listing = match Listing::of(std::slice::from_ref(path), Destination::stdout().id()) {
            Ok(listing) => listing,
            Err(failure) => {
                messages.failure(&failure);
                exit = exit.max(failure.exit());
                continue;
            }
        };
        exit = exit.max(listing.report_skipped(messages));
        files += listing.len();
        for listed in listing.iter() {
            exit = exit
                .max(check.file(Source::open_listed(listed).map(|source| arguments.input.apply(source)), messages)?);
        }
    }
    let Check { output, meter, .. } = check;
    output.close()?;
    messages.total(&format!("{}, {}", counted(files as u64, "file"), meter.total()));
    Ok(exit)
}

/// Refuses options that the format does not have.
fn check_options(arguments: &CheckArguments) -> Result<(), Failure> {
    let json = &arguments.json;
    if json.is_used() && !arguments.all_are(|format| format != Format::Utf8) {
        return Err(Failure::Usage("rules and limits of JSON require a format of JSON, or ion".to_owned()));
    }
    if json.is_of_json() && !arguments.all_are(Format::is_json) {
        return Err(Failure::Usage("--max-length and rules of JSON require a format of JSON".to_owned()));
    }
    if arguments.output.is_used() && !arguments.pass {
        return Err(Failure::Usage("--output and --compress require --pass".to_owned()));
    }
    arguments.catalog.require_ion(arguments.format.is_none_or(Format::is_ion))
}

fn json_rules(arguments: &JsonArguments, format: Format) -> JsonCheck {
    let JsonArguments { lone_surrogates, max_depth, max_string, max_length, .. } = *arguments;
    JsonCheck {
        lines: format == Format::Ndjson,
        values: format == Format::JsonValues,
        lone_surrogates,
        depth_max: max_depth,
        string_max: max_string.unwrap_or(u64::MAX),
        len_max: max_length.unwrap_or(u64::MAX),
    }
}

fn ion_limits(arguments: &JsonArguments) -> Limits {
    let whole = |limit: u64| usize::try_from(limit).unwrap_or(usize::MAX);
    Limits {
        depth: whole(arguments.max_depth),
        value_len: arguments.max_string.map_or(Limits::DEFAULT.value_len, whole),
        ..Limits::DEFAULT
    }
}

/// State that all files share.
struct Check<'c> {
    arguments: &'c CheckArguments,
    catalog: Catalog,
    window: Window,
    output: Output,
    meter: Meter,
    /// Whether the list has a piece of this file that cannot be decoded.
    undecodable: bool,
}

/// Looks for errors in a stream.
enum Finder {
    Utf8,
    Json(Box<JsonFinder>),
    Sequence(Box<SequenceFinder>),
    Ion(Box<IonFinder>),
}

impl Check<'_> {
    /// Checks one file and reports its errors. Fails only if the output cannot be written.
    fn file(&mut self, source: Result<Source, Failure>, messages: &Messages) -> Result<Exit, Failure> {
        self.window.reset();
        let found = source.and_then(|mut source| {
            let mut finder = self.begin(&mut source)?;
            match self.arguments.all {
                true => self.list(&mut finder, &mut source),
                false => self.first(&mut finder, &mut source),
            }
        });
        match found {
            Ok(exit) => Ok(exit),
            Err(Failure::ClosedPipe) => Err(Failure::ClosedPipe),
            Err(failure) => {
                self.output.flush()?;
                messages.failure(&failure);
                Ok(failure.exit())
            }
        }
    }

    /// The finder for a file, whose first bytes decide if neither an option nor its name says the format.
    fn begin(&mut self, source: &mut Source) -> Result<Finder, Failure> {
        let CheckArguments { all, json, .. } = self.arguments;
        let (said, named) = {
            let path = system::path_of(source.name());
            (self.arguments.format_of(&path), NamedFormat::of(&path))
        };
        if *all && matches!(said, None | Some(Format::Utf8)) {
            source.list_undecodable();
        }
        let has_marker = said.is_none_or(Format::is_ion) && {
            let Check { window, output, meter, .. } = self;
            Input { source, output: Some(output), meter }.begins_binary_ion(window)?
        };
        let format = said.unwrap_or(if has_marker { Format::IonBinary } else { Format::Utf8 });
        let checker = || CheckOfJson::new(json_rules(json, format), json.restrictions());
        Ok(match format {
            Format::Utf8 => Finder::Utf8,
            Format::Json | Format::Ndjson | Format::JsonValues => {
                Finder::Json(Box::new(JsonFinder { lines: format == Format::Ndjson, checker: checker() }))
            }
            Format::JsonSeq => Finder::Sequence(Box::new(SequenceFinder::new(checker()))),
            Format::Ion | Format::IonBinary => {
                let only_binary = format == Format::IonBinary || named == Some(NamedFormat::IonBinary);
                let reader = Reader::streaming().limited(ion_limits(json)).with_catalog(self.catalog.clone());
                let reader = if only_binary { reader.only_binary() } else { reader };
                Finder::Ion(Box::new(IonFinder { reader, has_marker, given: 0, values: 0 }))
            }
        })
    }

    /// Fails at the first error of the file.
    fn first(&mut self, finder: &mut Finder, source: &mut Source) -> Result<Exit, Failure> {
        let Some(error) = self.next_error(finder, source)? else { return Ok(Exit::Done) };
        Err(Failure::Invalid(self.diagnostic(error, finder, source)))
    }

    /// The diagnostic of an error at the first unread byte.
    fn diagnostic(&mut self, error: Error, finder: &Finder, source: &Source) -> Box<Diagnostic> {
        let scene = self.window.scene();
        let record = finder.record(scene.position);
        let diagnostic = match finder {
            Finder::Ion(ion) if ion.has_marker => {
                Diagnostic::in_binary_ion(error.code, source.name(), scene, Task::Check)
            }
            _ => source.diagnostic(error.code, scene, Task::Check),
        };
        diagnostic.in_record(record)
    }

    /// Lists every error of the file.
    fn list(&mut self, finder: &mut Finder, source: &mut Source) -> Result<Exit, Failure> {
        let mut exit = Exit::Done;
        while let Some(error) = self.next_error(finder, source)? {
            let diagnostic = self.diagnostic(error, finder, source);
            exit = exit.max(if diagnostic.is_limit() { Exit::Limit } else { Exit::Invalid });
            self.output.put(diagnostic.line().as_bytes())?;
            self.output.put(b"\n")?;
            let Check { window, output, meter, .. } = self;
            let mut input = Input { source, output: Some(output), meter };
            if diagnostic.is_foreign() || !finder.pass(error.code, &mut input, window)? {
                break;
            }
        }
        match std::mem::take(&mut self.undecodable) {
            true => Ok(Exit::Invalid),
            false => Ok(exit),
        }
    }

    /// Advances to the next error, so that it is at the first unread byte; `None` at the end.
    fn next_error(&mut self, finder: &mut Finder, source: &mut Source) -> Result<Option<Error>, Failure> {
        let Check { window, output, meter, undecodable, .. } = self;
        let mut input = Input { source, output: Some(output), meter };
        loop {
            match finder.step(window.unread(), window.chunk()) {
                Ok(len) => window.consume(len),
                Err(error) => {
                    window.consume(error.offset as usize);
                    input.source.look_ahead(window);
                    return Ok(Some(error));
                }
            }
            if window.is_spent() {
                return Ok(None);
            }
            window.widen().map_err(memory::refused)?;
            input.read_into(window)?;
            for found in input.source.undecodable() {
                *undecodable = true;
                let line = found.line(input.source.name()) + "\n";
                input.output.as_mut().map_or(Ok(()), |output| output.put(line.as_bytes()))?;
            }
        }
    }
}

impl Finder {
    /// The number of the record with an error at `position`, if the input has many.
    fn record(&self, position: Position) -> Option<u64> {
        match self {
            Finder::Utf8 => None,
            Finder::Json(json) if json.lines => Some(position.line),
            Finder::Json(json) => json.checker.texts(),
            Finder::Sequence(sequence) => sequence.record(),
            Finder::Ion(ion) => Some(ion.values + 1),
        }
    }

    /// Number of bytes of `src` that are certainly valid.
    fn step(&mut self, src: &[u8], chunk: Chunk) -> Result<usize, Error> {
        match self {
            Finder::Utf8 => utf8_validate(src, chunk),
            Finder::Json(json) => json.checker.step(src, chunk),
            Finder::Sequence(sequence) => sequence.step(src, chunk),
            Finder::Ion(ion) => ion.step(src, chunk),
        }
    }

    /// Skips the error at the first unread byte; `false` if no further error can be found after it.
    fn pass(&mut self, code: ErrorCode, input: &mut Input<'_>, window: &mut Window) -> Result<bool, Failure> {
        match self {
            Finder::Utf8 => {
                window.consume(span_len(code, window.unread()));
                Ok(true)
            }
            Finder::Json(json) if json.lines => {
                json.checker.restart();
                pass_record(Records::Lines, input, window)
            }
            Finder::Sequence(sequence) => {
                sequence.restart();
                pass_record(Records::Sequence, input, window)
            }
            Finder::Json(_) | Finder::Ion(_) => Ok(false),
        }
    }
}

/// Looks for errors in JSON.
struct JsonFinder {
    lines: bool,
    checker: CheckOfJson,
}

/// Looks for errors in Ion, text or binary.
struct IonFinder {
    reader: Reader<'static>,
    /// Whether the input begins with the version marker of binary Ion.
    has_marker: bool,
    /// Number of bytes fed to the reader.
    given: u64,
    /// Values at the top level so far.
    values: u64,
}

impl IonFinder {
    /// Number of valid bytes of `src`, which begins at the first byte that the reader has not consumed.
    fn step(&mut self, src: &[u8], chunk: Chunk) -> Result<usize, Error> {
        let begin = self.reader.settled();
        self.reader.feed(&src[(self.given - begin) as usize..], chunk);
        self.given = begin + src.len() as u64;
        loop {
            match self.reader.next() {
                Ok(Event::NeedInput | Event::End) => return Ok((self.reader.settled() - begin) as usize),
                Ok(Event::Open(_)) => {}
                Ok(_) => self.values += u64::from(self.reader.depth() == 0),
                Err(error) => return Err(Error::new(error.code, error.offset - begin)),
            }
        }
    }
}

/// Skips the rest of the record; `false` if no record follows.
fn pass_record(records: Records, input: &mut Input<'_>, window: &mut Window) -> Result<bool, Failure> {
    loop {
        match records.first_border(window.unread()) {
            Some(end) => {
                window.consume(end);
                return Ok(true);
            }
            None => window.consume(window.unread().len()),
        }
        if window.is_spent() {
            return Ok(false);
        }
        input.read_into(window)?;
    }
}
