//! Header `stringmill_json.h`.

use crate::arguments::{destination, how_whole, not_null, source};
use crate::door::{self, Failure, OK, exported};
use crate::memory::boxed;
use crate::ranges::{Span, all_apart};
use crate::shapes::{JsonEvent, JsonReaderOptions};
use std::hash::{BuildHasher, RandomState};
use std::mem::{self, MaybeUninit, offset_of};
use stringmill::json::{self, Event, JsonCheck, Number, PausedReader, Restrictions, Tape, TapeEntry, TapeKind};
use stringmill::{Chunk, Error, ErrorCode, Tier};

/// `smill_json_reader`
pub struct Reader {
    rules: Rules,
    state: State,
    /// The piece that the reader is in.
    piece: Span,
    /// Bytes of the stream before the piece.
    before: u64,
    /// Open containers at the end of the last tape.
    tape: Tape,
}

/// What a text is judged by.
#[derive(Clone, Copy)]
struct Rules {
    tier: Tier,
    check: JsonCheck,
    restrictions: Restrictions,
}

impl Rules {
    fn begin(self) -> PausedReader {
        let paused = PausedReader::with_tier(self.tier, self.check);
        match self.restrictions.is_any() {
            true => paused.restricted(self.restrictions, RandomState::new().hash_one(0)),
            false => paused,
        }
    }
}

enum State {
    /// In a piece. The caller promises that the piece stays in memory.
    Reading(json::Reader<'static>),
    /// Between pieces: the state of the parser, and how the last piece ended.
    Resting(PausedReader, Result<JsonEvent, Error>),
    /// Only while a function replaces the state, or after a panic there.
    Changing,
}

/// `SMILL_JSON_MORE`
const MORE: u32 = 11;
/// `SMILL_JSON_END`
const END: u32 = 12;
/// `SMILL_JSON_TAPE`
const TAPE: u32 = 13;

impl Reader {
    fn new(rules: Rules) -> Self {
        let waiting = JsonEvent { kind: MORE, ..JsonEvent::default() };
        let state = State::Resting(rules.begin(), Ok(waiting));
        Reader { rules, state, piece: Span::EMPTY, before: 0, tape: Tape::default() }
    }

    fn begin(&mut self, src: &'static [u8], chunk: Chunk) {
        let paused = match mem::replace(&mut self.state, State::Changing) {
            State::Reading(reader) => reader.pause().0.restart(),
            State::Resting(paused, _) => paused.restart(),
            State::Changing => self.rules.begin(),
        };
        self.read(paused, src, chunk, 0);
    }

    fn resume(&mut self, src: &'static [u8], chunk: Chunk) -> Result<(), ErrorCode> {
        let before = match &self.state {
            State::Resting(_, Ok(JsonEvent { kind: MORE, len, offset, .. })) if src.len() as u64 >= *len => *offset,
            _ => return Err(ErrorCode::ChoiceUnknown),
        };
        if let State::Resting(paused, _) = mem::replace(&mut self.state, State::Changing) {
            self.read(paused, src, chunk, before);
        }
        Ok(())
    }

    fn read(&mut self, paused: PausedReader, src: &'static [u8], chunk: Chunk, before: u64) {
        (self.piece, self.before) = (Span::of(src.as_ptr(), src.len()), before);
        self.state = State::Reading(paused.resume(src, chunk));
    }

    /// The reader of the current piece, or how the last piece ended.
    fn reading(&mut self) -> Result<&mut json::Reader<'static>, Result<JsonEvent, Error>> {
        match &mut self.state {
            State::Reading(reader) => Ok(reader),
            State::Resting(_, ended) => Err(*ended),
            State::Changing => Err(Err(Error::new(ErrorCode::Internal, 0))),
        }
    }

    #[inline(always)]
    fn next(&mut self, place: Place) -> Result<(), Error> {
        let before = self.before;
        let reader = match self.reading() {
            Ok(reader) => reader,
            Err(ended) => {
                place.put(ended?);
                return Ok(());
            }
        };
        let (kind, flags, quote, len) = match reader.next() {
            Ok(event) => described(&event),
            Err(error) => {
                place.put(self.rest(Err(error))?);
                return Ok(());
            }
        };
        let (offset, depth) = (reader.offset(), reader.depth());
        let event = JsonEvent { kind, flags, text: offset - before + quote, len: len as u64, offset, depth };
        if kind < MORE {
            place.put(event);
        } else {
            place.put(self.rest(Ok(event))?);
        }
        Ok(())
    }

    /// Ends the piece with the result `ended`, and returns it. An error in a line does not end the piece: other lines
    /// may follow.
    #[cold]
    fn rest(&mut self, mut ended: Result<JsonEvent, Error>) -> Result<JsonEvent, Error> {
        if self.rules.check.lines && ended.is_err_and(|error| error.code != ErrorCode::MemoryRefused) {
            return ended;
        }
        if let State::Reading(reader) = mem::replace(&mut self.state, State::Changing) {
            let (paused, read) = reader.pause();
            if let Ok(event) = &mut ended
                && event.kind == MORE
            {
                (event.text, event.offset) = (read as u64, self.before + read as u64);
                event.len = self.piece.len() as u64 - event.text;
            }
            self.piece = Span::EMPTY;
            self.state = State::Resting(paused, ended);
        }
        ended
    }

    fn fill(&mut self, room: &mut [MaybeUninit<TapeEntry>], place: Place) -> Result<(), Error> {
        let is_long = u32::try_from(self.piece.len()).is_err();
        let filled = match &mut self.state {
            State::Reading(_) if is_long => return Err(Error::new(ErrorCode::LengthExcessive, self.before)),
            State::Reading(reader) => self.tape.fill_into(reader, room),
            _ => return self.next(place),
        };
        let event = match (filled, self.reading()) {
            (Ok(0), _) => return self.next(place),
            (Ok(len), Ok(reader)) => {
                let (offset, depth) = (reader.offset(), reader.depth());
                Ok(JsonEvent { kind: TAPE, len: len as u64, offset, depth, ..JsonEvent::default() })
            }
            (Ok(_), Err(ended)) => ended,
            (Err(error), _) => self.rest(Err(error)),
        };
        place.put(event?);
        Ok(())
    }

    /// Lets `jump` skip events.
    fn jump(&mut self, jump: impl FnOnce(&mut json::Reader<'static>)) -> Result<(), ErrorCode> {
        match self.reading() {
            Ok(reader) => jump(reader),
            Err(Ok(JsonEvent { kind: MORE, .. })) => return Err(ErrorCode::ChoiceUnknown),
            Err(_) => {}
        }
        Ok(())
    }
}

/// Kind and flags of an event, the bytes between its offset and its text (1 for a quote, else 0), and the length of
/// the text.
#[inline(always)]
fn described(event: &Event<'_>) -> (u32, u32, u64, usize) {
    let escape = |has_escape| if has_escape { TapeEntry::HAS_ESCAPE.into() } else { 0 };
    let integer = |is_integer| if is_integer { TapeEntry::IS_INTEGER.into() } else { 0 };
    let (kind, flags, quote, len) = match event {
        Event::BeginObject => (TapeKind::BeginObject, 0, 0, 1),
        Event::EndObject => (TapeKind::EndObject, 0, 0, 1),
        Event::BeginArray => (TapeKind::BeginArray, 0, 0, 1),
        Event::EndArray => (TapeKind::EndArray, 0, 0, 1),
        Event::Name(text) => (TapeKind::Name, escape(text.has_escape()), 1, text.raw().len()),
        Event::String(text) => (TapeKind::String, escape(text.has_escape()), 1, text.raw().len()),
        Event::Number(number) => (TapeKind::Number, integer(number.is_integer()), 0, number.text().len()),
        Event::Bool(true) => (TapeKind::True, 0, 0, 4),
        Event::Bool(false) => (TapeKind::False, 0, 0, 5),
        Event::Null => (TapeKind::Null, 0, 0, 4),
        Event::More => return (MORE, 0, 0, 0),
        Event::End => return (END, 0, 0, 0),
    };
    (kind as u32, flags, quote, len)
}

exported! {
    fn smill_json_reader_new(options: *const JsonReaderOptions, how: u32, reader: *mut *mut Reader) -> u32 {
        door::write_out(reader, &[Span::one(options)], || {
            let tier = how_whole(how)?;
            let options = if options.is_null() { JsonReaderOptions::default() } else { chosen(options, Span::one(reader))? };
            Ok(Box::into_raw(boxed(Reader::new(rules(tier, options)?))?).cast())
        })
    }

    fn smill_json_reader_free(reader: *mut Reader) {
        door::caught((), || {
            if !reader.is_null() {
                // It came from `boxed`: one `Reader` and a slice of one have the same layout.
                drop(Box::from_raw(reader));
            }
        })
    }

    fn smill_json_reader_begin(reader: *mut Reader, src: *const u8, src_len: usize, how: u32) -> u32 {
        door::code(|| {
            let (src, chunk) = piece(src, src_len, how)?;
            live(reader)?.begin(src, chunk);
            Ok(())
        })
    }

    fn smill_json_reader_resume(reader: *mut Reader, src: *const u8, src_len: usize, how: u32) -> u32 {
        door::code(|| {
            let (src, chunk) = piece(src, src_len, how)?;
            live(reader)?.resume(src, chunk)
        })
    }

    fn smill_json_reader_next(reader: *mut Reader, event: *mut JsonEvent) -> u32 {
        event_of(reader, event, Span::EMPTY, |reader, place| Ok(reader.next(place)?))
    }

    fn smill_json_reader_skip(reader: *mut Reader) -> u32 {
        door::code(|| live(reader)?.jump(json::Reader::skip))
    }

    fn smill_json_reader_leave(reader: *mut Reader) -> u32 {
        door::code(|| live(reader)?.jump(json::Reader::leave))
    }

    fn smill_json_reader_next_line(reader: *mut Reader) -> u32 {
        door::code(|| live(reader)?.jump(json::Reader::next_line))
    }

    fn smill_json_reader_fill(
        reader: *mut Reader,
        entries: *mut MaybeUninit<TapeEntry>,
        entry_cap: usize,
        event: *mut JsonEvent,
    ) -> u32 {
        let range = Span::of(entries, entry_cap);
        event_of(reader, event, range, |reader, place| {
            all_apart(&[range], &[reader.piece])?;
            let room = destination(entries, entry_cap)?;
            if room.is_empty() {
                return Err(ErrorCode::RoomShort.into());
            }
            Ok(reader.fill(room, place)?)
        })
    }

    fn smill_json_uint64(src: *const u8, src_len: usize, value: *mut u64) -> u32 {
        number(src, src_len, value, |number| number.u64())
    }

    fn smill_json_int64(src: *const u8, src_len: usize, value: *mut i64) -> u32 {
        number(src, src_len, value, |number| number.i64())
    }

    fn smill_json_float64(src: *const u8, src_len: usize, value: *mut f64) -> u32 {
        number(src, src_len, value, |number| Some(number.f64()).filter(|value| !value.is_nan()))
    }
}

/// Borrows a reader of the caller.
///
/// # Safety
///
/// If `reader` is not null, this library must have made it, and only this call may use it.
#[inline(always)]
unsafe fn live<'a>(reader: *mut Reader) -> Result<&'a mut Reader, ErrorCode> {
    // SAFETY: the promise of the caller.
    unsafe { reader.as_mut() }.ok_or(ErrorCode::PointerNull)
}

/// Borrows a piece until the reader leaves it, and says whether it is the last one.
///
/// # Safety
///
/// As for [`source`], until the reader leaves the piece.
unsafe fn piece(src: *const u8, src_len: usize, how: u32) -> Result<(&'static [u8], Chunk), ErrorCode> {
    // A reader keeps its tier, so a piece cannot choose one.
    let chunk = match how {
        0 => Chunk::Last,
        1 => Chunk::More,
        _ => return Err(ErrorCode::ChoiceUnknown),
    };
    // SAFETY: the caller's promise.
    Ok((unsafe { source(src, src_len) }?, chunk))
}

/// Writes the event that `work` finds, or the offset of its error. `work` also writes `entries`. Writes nothing if
/// `event` overlaps these or the piece.
///
/// # Safety
///
/// As for [`live`]; and `event` must be null or writable.
#[inline(always)]
unsafe fn event_of(
    reader: *mut Reader,
    event: *mut JsonEvent,
    entries: Span,
    work: impl FnOnce(&mut Reader, Place) -> Result<(), Failure>,
) -> u32 {
    if event.is_null() {
        return ErrorCode::PointerNull as u32;
    }
    // SAFETY: the caller's promise.
    let piece = unsafe { reader.as_ref() }.map_or(Span::EMPTY, |reader| reader.piece);
    if let Err(code) = all_apart(&[Span::one(event)], &[entries, piece]) {
        return code as u32;
    }
    // SAFETY: the caller's promise.
    let work = || work(unsafe { live(reader) }?, Place(event));
    match door::caught(Err(ErrorCode::Internal.into()), work) {
        Ok(()) => OK,
        Err(Failure(error)) => {
            Place(event).put(JsonEvent { offset: error.offset, ..JsonEvent::default() });
            error.code as u32
        }
    }
}

/// Where the caller wants the event, not null. Functions write there instead of returning the event: a copy would wait
/// for its fields, which were just stored.
#[derive(Clone, Copy)]
struct Place(*mut JsonEvent);

impl Place {
    #[inline(always)]
    fn put(self, event: JsonEvent) {
        // SAFETY: not null, so writable by the promise of the caller of `event_of`.
        unsafe { self.0.write_unaligned(event) }
    }
}

/// Reads the options of a caller, whose header may be older or newer. Missing fields are 0; unknown ones must be 0.
///
/// # Safety
///
/// As many bytes must be readable at `options` as their first field says.
unsafe fn chosen(options: *const JsonReaderOptions, result: Span) -> Result<JsonReaderOptions, ErrorCode> {
    const FIRST: usize = offset_of!(JsonReaderOptions, restrictions);
    const KNOWN: usize = size_of::<JsonReaderOptions>();
    if !options.is_aligned() {
        return Err(ErrorCode::PointerMisaligned);
    }
    // SAFETY: the caller's promise; the first field is its size.
    let size = unsafe { options.cast::<u32>().read() } as usize;
    if size < KNOWN && size != FIRST {
        return Err(ErrorCode::ChoiceUnknown);
    }
    all_apart(&[result], &[Span::of(options.cast::<u8>(), size)])?;
    // SAFETY: the caller's promise.
    let given = unsafe { source(options.cast::<u8>(), size) }?;
    let (known, later) = given.split_at(size.min(KNOWN));
    if later.iter().any(|&byte| byte != 0) {
        return Err(ErrorCode::ChoiceUnknown);
    }
    let mut options = JsonReaderOptions::default();
    // SAFETY: both have this length, and each bit pattern is a value of the fields, which are integers.
    unsafe { (&raw mut options).cast::<u8>().copy_from_nonoverlapping(known.as_ptr(), known.len()) };
    Ok(options)
}

/// Converts options to rules. Zero means the default of each limit.
fn rules(tier: Tier, options: JsonReaderOptions) -> Result<Rules, ErrorCode> {
    let JsonReaderOptions { texts, lone_surrogates, reserved, depth_max, string_max, len_max, restrictions, .. } =
        options;
    if texts > 2 || reserved != 0 || restrictions >> Restrictions::NAMES.len() != 0 {
        return Err(ErrorCode::ChoiceUnknown);
    }
    let or = |limit, default| if limit == 0 { default } else { limit };
    let check = JsonCheck {
        lines: texts == 1,
        values: texts == 2,
        lone_surrogates: lone_surrogates != 0,
        depth_max: or(depth_max, JsonCheck::STRICT.depth_max),
        string_max: or(string_max, JsonCheck::STRICT.string_max),
        len_max: or(len_max, JsonCheck::STRICT.len_max),
    };
    Ok(Rules { tier, check, restrictions: Restrictions::from_bits(restrictions as u32) })
}

/// Reads the number that is the whole text, by `read`.
///
/// # Safety
///
/// As for [`source`]; and `value` must be null or writable.
unsafe fn number<T>(src: *const u8, src_len: usize, value: *mut T, read: impl FnOnce(Number<'_>) -> Option<T>) -> u32 {
    let work = || {
        not_null(value)?;
        // SAFETY: the caller's promise.
        let text = unsafe { source(src, src_len) }?;
        let len = u32::try_from(src_len).map_err(|_| ErrorCode::LengthExcessive)?;
        let digits = text.strip_prefix(b"-").unwrap_or(text);
        let is_number = !matches!(digits, [] | [b'0', b'0'..=b'9', ..]);
        let (kind, flags) = (TapeKind::Number, TapeEntry::IS_INTEGER);
        let entry = TapeEntry { kind, flags, reserved: 0, offset: 0, len, partner: 0 };
        entry.number(text).filter(|_| is_number).and_then(read).ok_or(ErrorCode::JsonValueExpected)
    };
    // SAFETY: the caller's promise.
    unsafe { door::write_out(value, &[Span::of(src, src_len)], work) }
}
