//! Any bytes under any options, cut at every place: the reader and the tape of the C API give the events and errors of
//! the Rust reader; with lines, those of the next line after each error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::mem::MaybeUninit;
use std::ptr::null_mut;
use stringmill::Chunk;
use stringmill::json::{Event, JsonCheck, PausedReader, Restrictions, TapeEntry};
use stringmill_capi::{
    JsonEvent, JsonReader, JsonReaderOptions, smill_json_reader_begin, smill_json_reader_fill, smill_json_reader_free,
    smill_json_reader_leave, smill_json_reader_new, smill_json_reader_next, smill_json_reader_next_line,
    smill_json_reader_resume, smill_json_reader_skip,
};

const MORE: u32 = 11;
const END: u32 = 12;
const TAPE: u32 = 13;

/// Offset and text of an event, or offset and code of an error.
type Step = Result<(u64, Vec<u8>), (u64, u32)>;

/// After how many events something is left out: a value, or the rest of its container.
type Jump = Option<(usize, bool)>;

fuzz_target!(|input: (u8, u8, u8, bool, [u8; 3], &[u8])| {
    let (jump, texts, bits, lone_surrogates, [depth, string, len], src) = input;
    // 255 means no limit, and so does 0 in the options.
    let limit = |limit: u8| if limit == 0 || limit == u8::MAX { 0 } else { u64::from(limit) };
    let options = JsonReaderOptions {
        size: size_of::<JsonReaderOptions>() as u32,
        texts: u32::from(texts % 3),
        lone_surrogates: lone_surrogates.into(),
        reserved: 0,
        depth_max: limit(depth),
        string_max: limit(string),
        len_max: limit(len),
        restrictions: u64::from(bits % 16),
    };
    let jump = Some((usize::from(jump / 2), jump % 2 == 1)).filter(|_| jump != u8::MAX);
    let (whole, jumped) = (rust(&options, src, None), rust(&options, src, jump));
    let mut reader = null_mut();
    // SAFETY: locals; the reader is freed once.
    unsafe {
        assert_eq!(smill_json_reader_new(&options, 0, &mut reader), 0);
        for cut in 0..=src.len() {
            assert_eq!(events(reader, &options, src, cut, jump), jumped, "cut at {cut}");
            assert_eq!(tape(reader, &options, src, cut), whole, "tape, cut at {cut}");
        }
        smill_json_reader_free(reader);
    }
});

/// The steps of the Rust reader.
fn rust(options: &JsonReaderOptions, src: &[u8], mut jump: Jump) -> Vec<Step> {
    let or = |limit, default| if limit == 0 { default } else { limit };
    let rules = JsonCheck {
        lines: options.texts == 1,
        values: options.texts == 2,
        lone_surrogates: options.lone_surrogates != 0,
        depth_max: or(options.depth_max, JsonCheck::DEPTH_MAX),
        string_max: or(options.string_max, u64::MAX),
        len_max: or(options.len_max, u64::MAX),
    };
    let restrictions = Restrictions::from_bits(options.restrictions as u32);
    let mut reader = PausedReader::new(rules).restricted(restrictions, 5).resume(src, Chunk::Last);
    let mut steps = Vec::new();
    loop {
        match jump.take_if(|(after, _)| *after == steps.len()) {
            Some((_, true)) => reader.leave(),
            Some((_, false)) => reader.skip(),
            None => {}
        }
        let text = match reader.next() {
            Ok(Event::BeginObject) => b"{".to_vec(),
            Ok(Event::EndObject) => b"}".to_vec(),
            Ok(Event::BeginArray) => b"[".to_vec(),
            Ok(Event::EndArray) => b"]".to_vec(),
            Ok(Event::Name(text) | Event::String(text)) => text.raw().to_vec(),
            Ok(Event::Number(number)) => number.text().to_vec(),
            Ok(Event::Bool(value)) => value.to_string().into_bytes(),
            Ok(Event::Null) => b"null".to_vec(),
            Ok(Event::More | Event::End) => return steps,
            Err(error) => {
                steps.push(Err((error.offset, error.code as u32)));
                if options.texts != 1 {
                    return steps;
                }
                reader.next_line();
                continue;
            }
        };
        steps.push(Ok((reader.offset(), text)));
    }
}

/// Begins with the first piece, or continues with the second; pieces have memory of their own.
///
/// # Safety
///
/// The reader lives, and the piece until it is read.
unsafe fn give(reader: *mut JsonReader, piece: &[u8], is_first: bool) {
    // SAFETY: the caller's promise.
    let code = unsafe {
        match is_first {
            true => smill_json_reader_begin(reader, piece.as_ptr(), piece.len(), 1),
            false => smill_json_reader_resume(reader, piece.as_ptr(), piece.len(), 0),
        }
    };
    assert_eq!(code, 0);
}

/// The steps of the events in C.
///
/// # Safety
///
/// The reader lives.
unsafe fn events(
    reader: *mut JsonReader,
    options: &JsonReaderOptions,
    src: &[u8],
    cut: usize,
    mut jump: Jump,
) -> Vec<Step> {
    let (mut steps, mut piece) = (Vec::new(), src[..cut].to_vec());
    // SAFETY: the caller's promise, and a piece that stays until the next one.
    unsafe { give(reader, &piece, true) };
    let mut waiting = false;
    loop {
        let mut event = JsonEvent::default();
        // SAFETY: as above.
        let code = unsafe {
            // A skip that began in the first piece may continue in the second.
            match jump.take_if(|(after, _)| *after == steps.len() && !waiting) {
                Some((_, true)) => assert_eq!(smill_json_reader_leave(reader), 0),
                Some((_, false)) => assert_eq!(smill_json_reader_skip(reader), 0),
                None => {}
            }
            smill_json_reader_next(reader, &mut event)
        };
        waiting = false;
        let text = || piece[event.text as usize..][..event.len as usize].to_vec();
        match (code, event.kind) {
            (0, END) => return steps,
            (0, MORE) => {
                piece = [&text()[..], &src[cut..]].concat();
                // SAFETY: as above.
                unsafe { give(reader, &piece, false) };
            }
            (0, _) => {
                let quote = u64::from(matches!(event.kind, 5 | 6));
                assert_eq!(src[event.offset as usize + quote as usize..][..event.len as usize], text());
                steps.push(Ok((event.offset, text())));
            }
            _ => {
                steps.push(Err((event.offset, code)));
                if options.texts != 1 {
                    return steps;
                }
                // SAFETY: as above.
                assert_eq!(unsafe { smill_json_reader_next_line(reader) }, 0);
            }
        }
    }
}

/// The steps of tapes of three entries in C.
///
/// # Safety
///
/// The reader lives.
unsafe fn tape(reader: *mut JsonReader, options: &JsonReaderOptions, src: &[u8], cut: usize) -> Vec<Step> {
    let (mut steps, mut piece, mut before) = (Vec::new(), src[..cut].to_vec(), 0);
    // SAFETY: the caller's promise, and a piece that stays until the next one.
    unsafe { give(reader, &piece, true) };
    loop {
        let mut event = JsonEvent::default();
        let mut room = [const { MaybeUninit::<TapeEntry>::uninit() }; 3];
        // SAFETY: as above.
        let code = unsafe { smill_json_reader_fill(reader, room.as_mut_ptr(), room.len(), &mut event) };
        match (code, event.kind) {
            (0, END) => return steps,
            (0, MORE) => {
                before = event.offset;
                piece = [&piece[event.text as usize..], &src[cut..]].concat();
                // SAFETY: as above.
                unsafe { give(reader, &piece, false) };
            }
            (0, TAPE) => {
                for place in &room[..event.len as usize] {
                    // SAFETY: the call has written that many.
                    let entry = unsafe { place.assume_init_read() };
                    let text = &piece[entry.offset as usize..][..entry.len as usize];
                    let quote = u64::from(matches!(entry.kind as u32, 5 | 6));
                    steps.push(Ok((before + u64::from(entry.offset) - quote, text.to_vec())));
                }
            }
            _ => {
                steps.push(Err((event.offset, code)));
                if options.texts != 1 {
                    return steps;
                }
                // SAFETY: as above.
                assert_eq!(unsafe { smill_json_reader_next_line(reader) }, 0);
            }
        }
    }
}
