//! The structure of JSON text: where its tokens begin, and whether each of them is right in itself.
//! Bytes in; masks of tokens out, one bit for each token.
//! Standard: RFC 8259; Unicode, table 3-7. The order of tokens is left to the caller.

mod blocks;
mod literals;
mod masks;
mod numbers;
mod place;
mod places;
mod rules;
mod strings;
mod tokens;
mod units;

pub use self::place::JsonPlace;
pub use self::places::JsonPlaces;
pub use self::rules::JsonStructure;
pub(crate) use self::strings::{Escapes, escapes};
pub use self::tokens::{JsonTokenRoom, JsonTokenSink, JsonTokens};

use self::masks::{EightBlocks, OneBlock};
use self::place::Place;
use self::places::{ListLengths, PlaceWriter};
use self::tokens::{BlockSink, ForwardingSink, GroupWriter, Sink};
use self::units::{Cursor, Stop};
use crate::tier::{Kernel, Tier};
use crate::vector::{BLOCK, Vector};
use core::slice;
use stringmill_outcome::{Chunk, ErrorCode};

/// How far a scan of JSON text got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct JsonStructureProgress<'t> {
    /// Bytes of `src` consumed; with an error, its offset.
    pub read: usize,
    /// Tokens found. The last of them may continue in the next chunk, or be the one that is wrong.
    pub tokens: usize,
    /// These tokens, 64 to an element.
    pub groups: &'t [JsonTokens],
    /// The state after the bytes read.
    pub place: JsonPlace,
    /// The error in the byte after those read.
    pub error: Option<ErrorCode>,
}

/// How far [`json_short_structure_with`] got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct JsonShortProgress {
    /// Bytes of `src` consumed; with an error, its offset, and that of a token that the sink has not taken.
    pub read: usize,
    /// The state after the bytes read.
    pub place: JsonPlace,
    /// The error in the byte after those read; `None` if the sink has ended the scan.
    pub error: Option<ErrorCode>,
}

/// Finds the tokens of `src`, which is a JSON text or a piece of one that begins at `place`. Checks each token by
/// itself: strings, escapes, numbers, literals and UTF-8, but not the order of tokens.
///
/// Writes them into `room`, 64 to an element, and reads at most as many bytes as it has room for tokens. A character or
/// an escape that the end of `src` cuts is left unread if `chunk` says that more follows: at most eleven bytes, to be
/// given again with the next chunk; with lines, so is a carriage return inside a token.
///
/// # Errors
///
/// In [`JsonStructureProgress::error`], since the tokens before it count: ill-formed UTF-8 (101 to 107), a lone
/// surrogate (110), a string without its end (201), an unescaped control character (202), a wrong escape (203 to 205),
/// a scalar right after another one (305, if that counts), a text that ends inside a number or a literal (306), a byte
/// that begins no token (308; it is counted as one of its own), a wrong literal (311) or number (601, 602), a string
/// that is too long (703).
#[inline]
pub fn json_structure<'t>(
    rules: &JsonStructure,
    place: JsonPlace,
    src: &[u8],
    room: &'t mut JsonTokenRoom,
    chunk: Chunk,
) -> JsonStructureProgress<'t> {
    json_structure_with(Tier::best(), rules, place, src, room, chunk)
}

/// As [`json_structure`], on a chosen tier.
#[cfg_attr(not(debug_assertions), inline)]
pub fn json_structure_with<'t>(
    tier: Tier,
    rules: &JsonStructure,
    place: JsonPlace,
    src: &[u8],
    room: &'t mut JsonTokenRoom,
    chunk: Chunk,
) -> JsonStructureProgress<'t> {
    let most = room.len() * BLOCK;
    let (src, chunk) = if src.len() > most { (&src[..most], Chunk::More) } else { (src, chunk) };
    structure(tier, rules, place, src, room, chunk).with(room)
}

#[inline(always)]
fn structure(
    tier: Tier,
    rules: &JsonStructure,
    place: JsonPlace,
    src: &[u8],
    room: &mut JsonTokenRoom,
    chunk: Chunk,
) -> ScanResult {
    let context = Context { rules, place, room, chunk };
    match src.len() <= SHORT_MAX {
        true => tier.run::<Structure<true>>(context, src, &mut []),
        false => tier.run::<Structure<false>>(context, src, &mut []),
    }
}

/// As [`json_structure_with`], and lists where the tokens are, unless [`JsonPlaces::skip`] leaves them out. Reads at
/// most as many bytes as `places` has room for.
#[cfg_attr(not(debug_assertions), inline)]
pub fn json_places_with<'t>(
    tier: Tier,
    rules: &JsonStructure,
    place: JsonPlace,
    src: &[u8],
    room: &'t mut JsonTokenRoom,
    places: &mut JsonPlaces<'_>,
    chunk: Chunk,
) -> JsonStructureProgress<'t> {
    let most = places.most();
    let (src, chunk) = if src.len() > most { (&src[..most], Chunk::More) } else { (src, chunk) };
    if places.is_skipping() {
        let found = structure(tier, rules, place, src, room, chunk);
        if places.pass(tier, found.groups(room), found.place) {
            return found.with(room);
        }
    }
    let context = Context { rules, place, room: &mut *room, chunk };
    let context = PlacesContext { context, places: places.piece() };
    let (found, listed) = match src.len() <= SHORT_MAX {
        true => tier.run::<PlaceScan<true>>(context, src, &mut []),
        false => tier.run::<PlaceScan<false>>(context, src, &mut []),
    };
    places.resume(listed);
    found.with(room)
}

/// Names the tokens of `src`, a whole text of at most [`JsonStructure::SHORT_MAX`] bytes, or more of them, to `sink`,
/// and lists their offsets in `places`. Returns false, and lists nothing, if the text may be invalid, or if `sink` or
/// `places` has too little room for all tokens; the caller then reads the text by [`json_places_with`].
#[cfg_attr(not(debug_assertions), inline)]
pub fn json_short_places_with(
    tier: Tier,
    rules: &JsonStructure,
    src: &[u8],
    places: &mut JsonPlaces<'_>,
    sink: &mut dyn JsonTokenSink,
) -> bool {
    if !places.takes_whole() {
        return false;
    }
    let context = ShortPlacesContext { rules, places: places.piece(), sink };
    let listed = tier.run::<ShortPlaces>(context, src, &mut []);
    if let Some(listed) = listed {
        places.resume(listed);
    }
    listed.is_some()
}

/// Names the tokens of `src`, a whole text of at most [`JsonStructure::SHORT_MAX`] bytes, or more of them, to `sink`,
/// which may end the scan before one of them.
///
/// # Errors
///
/// In [`JsonShortProgress::error`]: as of [`json_structure`].
#[cfg_attr(not(debug_assertions), inline)]
pub fn json_short_structure_with(
    tier: Tier,
    rules: &JsonStructure,
    src: &[u8],
    sink: &mut dyn JsonTokenSink,
) -> JsonShortProgress {
    let ScanResult { read, place, error, .. } = tier.run::<TokenScan>(ShortContext { rules, sink }, src, &mut []);
    JsonShortProgress { read, place, error }
}

/// Offset in `src`, which begins at `place`, of its token of index `index`; the length of `src` if there are fewer.
///
/// Works byte by byte: this is for messages about a token in a wrong place.
pub fn json_token_offset(rules: &JsonStructure, place: JsonPlace, src: &[u8], index: usize) -> usize {
    let mut counter = Counter(0);
    let mut cursor = Cursor { at: 0, place: place.place() };
    loop {
        let at = cursor.at;
        let stop = units::scan(rules, src, &mut cursor, src.len().min(at + 1), Chunk::Last, &mut counter);
        if counter.0 > index {
            return at;
        }
        if stop.is_err() || cursor.at == src.len() {
            return src.len();
        }
    }
}

/// Counts tokens.
struct Counter(usize);

impl Sink for Counter {
    fn push(&mut self, _: u8, _: usize) -> bool {
        self.0 += 1;
        true
    }
}

/// Text up to this length is judged block by block: a group of eight would take longer.
const SHORT_MAX: usize = 6 * BLOCK;

/// A scan of short text, or of any text.
struct Structure<const IS_SHORT: bool>;

struct Context<'a> {
    rules: &'a JsonStructure,
    place: JsonPlace,
    room: &'a mut JsonTokenRoom,
    chunk: Chunk,
}

/// As [`JsonStructureProgress`].
struct ScanResult {
    read: usize,
    tokens: usize,
    place: JsonPlace,
    error: Option<ErrorCode>,
}

impl ScanResult {
    /// With the groups of tokens that are written into `room`.
    #[inline(always)]
    fn with(self, room: &JsonTokenRoom) -> JsonStructureProgress<'_> {
        let groups = self.groups(room);
        let ScanResult { read, tokens, place, error } = self;
        JsonStructureProgress { read, tokens, groups, place, error }
    }

    /// The groups of tokens that are written into `room`.
    #[inline(always)]
    fn groups<'t>(&self, room: &'t JsonTokenRoom) -> &'t [JsonTokens] {
        let groups = &room[..self.tokens.div_ceil(BLOCK)];
        // SAFETY: the writer counts a group of tokens after it has written it.
        unsafe { slice::from_raw_parts(groups.as_ptr().cast(), groups.len()) }
    }
}

impl<const IS_SHORT: bool> Kernel for Structure<IS_SHORT> {
    type Context<'a> = Context<'a>;
    type CodeUnit = u8;
    type Output = ScanResult;

    #[inline(always)]
    fn run<V: Vector>(v: V, context: Context<'_>, src: &[u8], _: &mut [u8]) -> ScanResult {
        let Context { rules, place, room, chunk } = context;
        let mut tokens = GroupWriter::new(room);
        let mut cursor = Cursor { at: 0, place: place.place() };
        let stop = walk::<V, _, IS_SHORT>(v, rules, src, &mut cursor, chunk, &mut tokens);
        found(rules, src, stop, cursor, tokens.finish_on(v), chunk)
    }

    fn run_scalar(context: Context<'_>, src: &[u8], _: &mut [u8]) -> ScanResult {
        let Context { rules, place, room, chunk } = context;
        let mut tokens = GroupWriter::new(room);
        let mut cursor = Cursor { at: 0, place: place.place() };
        let stop = units::scan(rules, src, &mut cursor, src.len(), chunk, &mut tokens);
        found(rules, src, stop, cursor, tokens.finish(), chunk)
    }
}

/// A scan that also lists the places of tokens.
struct PlaceScan<const IS_SHORT: bool>;

struct PlacesContext<'a> {
    context: Context<'a>,
    places: JsonPlaces<'a>,
}

impl<const IS_SHORT: bool> Kernel for PlaceScan<IS_SHORT> {
    type Context<'a> = PlacesContext<'a>;
    type CodeUnit = u8;
    /// The result, and the lengths of the lists.
    type Output = (ScanResult, ListLengths);

    #[inline(always)]
    fn run<V: Vector>(v: V, context: PlacesContext<'_>, src: &[u8], _: &mut [u8]) -> Self::Output {
        let PlacesContext { context: Context { rules, place, room, chunk }, places } = context;
        let mut tokens = PlaceWriter { tokens: GroupWriter::new(room), places };
        let mut cursor = Cursor { at: 0, place: place.place() };
        let stop = walk::<V, _, IS_SHORT>(v, rules, src, &mut cursor, chunk, &mut tokens);
        finish(stop, &cursor, chunk, &mut tokens);
        (found(rules, src, stop, cursor, tokens.tokens.finish_on(v), chunk), tokens.places.listed())
    }

    fn run_scalar(context: PlacesContext<'_>, src: &[u8], _: &mut [u8]) -> Self::Output {
        let PlacesContext { context: Context { rules, place, room, chunk }, places } = context;
        let mut tokens = PlaceWriter { tokens: GroupWriter::new(room), places };
        let mut cursor = Cursor { at: 0, place: place.place() };
        let stop = units::scan(rules, src, &mut cursor, src.len(), chunk, &mut tokens);
        finish(stop, &cursor, chunk, &mut tokens);
        (found(rules, src, stop, cursor, tokens.tokens.finish(), chunk), tokens.places.listed())
    }
}

/// Ends the number or literal at the end of a text.
fn finish(stop: Result<Stop, ErrorCode>, cursor: &Cursor, chunk: Chunk, tokens: &mut PlaceWriter<'_>) {
    let in_scalar = matches!(cursor.place, Place::Number(_) | Place::Literal { .. });
    if in_scalar && stop == Ok(Stop::Reached) && chunk == Chunk::Last && units::end(cursor.place).is_ok() {
        tokens.end(cursor.at);
    }
}

/// Scans blocks, and units where blocks are wrong or not finished.
#[inline(always)]
fn walk<V: Vector, S: BlockSink, const IS_SHORT: bool>(
    v: V,
    rules: &JsonStructure,
    src: &[u8],
    cursor: &mut Cursor,
    chunk: Chunk,
    tokens: &mut S,
) -> Result<Stop, ErrorCode> {
    loop {
        let in_scalar = matches!(cursor.place, Place::Number(_) | Place::Literal { .. });
        if !in_scalar && rules.string_max >= blocks::STRING_MAX_LEAST {
            match IS_SHORT {
                true => blocks::scan::<V, OneBlock, S>(v, rules, src, cursor, tokens),
                false => blocks::scan::<V, EightBlocks, S>(v, rules, src, cursor, tokens),
            }
        }
        // The block ahead is wrong, or not finished; a number that was cut is soon over.
        let until = src.len().min(cursor.at + if in_scalar { 1 } else { BLOCK });
        let stop = units::scan(rules, src, cursor, until, chunk, tokens);
        if stop != Ok(Stop::Reached) || cursor.at == src.len() {
            return stop;
        }
    }
}

/// A scan that passes its tokens to a sink.
struct TokenScan;

struct ShortContext<'a> {
    rules: &'a JsonStructure,
    sink: &'a mut dyn JsonTokenSink,
}

impl Kernel for TokenScan {
    type Context<'a> = ShortContext<'a>;
    type CodeUnit = u8;
    type Output = ScanResult;

    #[inline(always)]
    fn run<V: Vector>(v: V, context: ShortContext<'_>, src: &[u8], _: &mut [u8]) -> ScanResult {
        if let Some((tokens, ..)) = blocks::whole::<V, GroupWriter<'_>>(v, context.rules, src)
            && context.sink.block(&tokens)
        {
            return ScanResult { read: src.len(), tokens: 0, place: JsonPlace::BETWEEN, error: None };
        }
        one_by_one(context, src)
    }

    fn run_scalar(context: ShortContext<'_>, src: &[u8], _: &mut [u8]) -> ScanResult {
        one_by_one(context, src)
    }
}

/// A scan that also lists where tokens are.
struct ShortPlaces;

struct ShortPlacesContext<'a> {
    rules: &'a JsonStructure,
    places: JsonPlaces<'a>,
    sink: &'a mut dyn JsonTokenSink,
}

impl Kernel for ShortPlaces {
    type Context<'a> = ShortPlacesContext<'a>;
    type CodeUnit = u8;
    type Output = Option<ListLengths>;

    #[inline(always)]
    fn run<V: Vector>(v: V, context: ShortPlacesContext<'_>, src: &[u8], _: &mut [u8]) -> Self::Output {
        let ShortPlacesContext { rules, mut places, sink } = context;
        let (tokens, block) = blocks::whole::<V, PlaceWriter<'_>>(v, rules, src)?;
        sink.block(&tokens).then(|| {
            places.block(v, block);
            places.listed()
        })
    }

    /// Declines: without vectors, a second pass would take longer than the lists.
    fn run_scalar(_: ShortPlacesContext<'_>, _: &[u8], _: &mut [u8]) -> Self::Output {
        None
    }
}

fn one_by_one(context: ShortContext<'_>, src: &[u8]) -> ScanResult {
    let ShortContext { rules, sink } = context;
    let mut cursor = Cursor { at: 0, place: Place::Between };
    let stop = units::scan(rules, src, &mut cursor, src.len(), Chunk::Last, &mut ForwardingSink(sink));
    found(rules, src, stop, cursor, 0, Chunk::Last)
}

#[inline(always)]
fn found(
    rules: &JsonStructure,
    src: &[u8],
    stop: Result<Stop, ErrorCode>,
    cursor: Cursor,
    tokens: usize,
    chunk: Chunk,
) -> ScanResult {
    let place = JsonPlace::new(cursor.place);
    let ended = match stop {
        Ok(Stop::Reached) if chunk == Chunk::Last => units::end(cursor.place).map(|()| JsonPlace::BETWEEN),
        Ok(_) => Ok(place),
        Err(code) if rules.lines => match units::in_line(rules, cursor.place, &src[cursor.at..], chunk, code) {
            Some(code) => Err(code),
            None => Ok(place),
        },
        Err(code) => Err(code),
    };
    ScanResult { read: cursor.at, tokens, place: ended.unwrap_or(place), error: ended.err() }
}
