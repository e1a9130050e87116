//! The reader and the tape of JSON through the C door, beside those of the Rust API: whole, cut at every byte, after an
//! error, and in a reader that has read other texts.

use std::ptr::{null, null_mut};
use stringmill::json::{Event, JsonCheck, PausedReader, Reader, Restrictions, Tape, TapeKind};
use stringmill::{Chunk, Error, ErrorCode};
use stringmill_capi::*;
use stringmill_random::Random;

const MORE: u32 = 11;
const END: u32 = 12;
const TAPE: u32 = 13;

/// A reader of the C API.
struct Door(*mut JsonReader);

impl Drop for Door {
    fn drop(&mut self) {
        // SAFETY: it was made by `new`.
        unsafe { smill_json_reader_free(self.0) };
    }
}

impl Door {
    fn new(options: Option<&JsonReaderOptions>) -> Self {
        let mut reader = null_mut();
        // SAFETY: locals.
        assert_eq!(unsafe { smill_json_reader_new(options.map_or(null(), |it| it), 0, &mut reader) }, 0);
        Door(reader)
    }

    /// Callers keep the piece.
    fn begin(&self, src: &[u8], more: u32) -> u32 {
        // SAFETY: the tests keep the piece until it is read.
        unsafe { smill_json_reader_begin(self.0, src.as_ptr(), src.len(), more) }
    }

    fn resume(&self, src: &[u8], more: u32) -> u32 {
        // SAFETY: as above.
        unsafe { smill_json_reader_resume(self.0, src.as_ptr(), src.len(), more) }
    }

    fn next(&self) -> (u32, JsonEvent) {
        let mut event = JsonEvent { kind: 77, ..JsonEvent::default() };
        // SAFETY: a local.
        let code = unsafe { smill_json_reader_next(self.0, &mut event) };
        (code, event)
    }

    fn fill(&self, entries: &mut Vec<TapeEntry>, most: usize) -> (u32, JsonEvent) {
        let mut event = JsonEvent { kind: 77, ..JsonEvent::default() };
        entries.clear();
        entries.reserve_exact(most);
        // SAFETY: a local, and the spare room of a vector, of which the call says how much it has written.
        unsafe {
            let code = smill_json_reader_fill(self.0, entries.as_mut_ptr().cast(), most, &mut event);
            if event.kind == TAPE {
                entries.set_len(event.len as usize);
            }
            (code, event)
        }
    }

    fn skip(&self) -> u32 {
        // SAFETY: the piece is there.
        unsafe { smill_json_reader_skip(self.0) }
    }

    fn next_line(&self) -> u32 {
        // SAFETY: the piece is there.
        unsafe { smill_json_reader_next_line(self.0) }
    }

    fn leave(&self) -> u32 {
        // SAFETY: the piece is there.
        unsafe { smill_json_reader_leave(self.0) }
    }
}

/// An event: kind, flags, text, offset, depth.
type Seen = (u32, u32, Vec<u8>, u64, u64);
/// The events of a text, and the code and offset of its error.
type Events = (Vec<Seen>, Option<(u32, u64)>);

/// The event that a reader has given; `None` for an end of the text or piece.
fn seen(event: Event<'_>, offset: u64, depth: u64) -> Option<Seen> {
    let (kind, flags, text): (TapeKind, bool, &[u8]) = match event {
        Event::BeginObject => (TapeKind::BeginObject, false, b"{"),
        Event::EndObject => (TapeKind::EndObject, false, b"}"),
        Event::BeginArray => (TapeKind::BeginArray, false, b"["),
        Event::EndArray => (TapeKind::EndArray, false, b"]"),
        Event::Name(text) => (TapeKind::Name, text.has_escape(), text.raw()),
        Event::String(text) => (TapeKind::String, text.has_escape(), text.raw()),
        Event::Number(number) => (TapeKind::Number, number.is_integer(), number.text()),
        Event::Bool(true) => (TapeKind::True, false, b"true"),
        Event::Bool(false) => (TapeKind::False, false, b"false"),
        Event::Null => (TapeKind::Null, false, b"null"),
        Event::More | Event::End => return None,
    };
    let flag = if matches!(event, Event::Number(_)) { TapeEntry::IS_INTEGER } else { TapeEntry::HAS_ESCAPE };
    let flags = if flags { flag.into() } else { 0 };
    Some((kind as u32, flags, text.to_vec(), offset, depth))
}

/// The events by the Rust API; after `jump.0` of them a value is skipped, or with `jump.1` the rest of a container.
fn expected(rules: JsonCheck, src: &[u8], jump: Option<(usize, bool)>) -> Events {
    expected_of(Reader::with_rules(rules, src), jump)
}

/// As [`expected`], of a reader at the beginning of its text.
fn expected_of(mut reader: Reader<'_>, jump: Option<(usize, bool)>) -> Events {
    let mut found = Vec::new();
    loop {
        match jump {
            Some((after, false)) if after == found.len() => reader.skip(),
            Some((after, true)) if after == found.len() => reader.leave(),
            _ => {}
        }
        match reader.next() {
            Ok(event) => match seen(event, reader.offset(), reader.depth()) {
                Some(seen) => found.push(seen),
                None => return (found, None),
            },
            Err(Error { code, offset }) => return (found, Some((code as u32, offset))),
        }
    }
}

/// The events by the C API, of a text cut at `cuts`.
fn events(door: &Door, src: &[u8], cuts: &[usize], jump: Option<(usize, bool)>) -> Events {
    let (mut seen, mut left, mut from, mut jump) = (Vec::new(), Vec::new(), 0, jump);
    for (number, &cut) in cuts.iter().chain([&src.len()]).enumerate() {
        // A piece of its own, so that a sanitizer sees each byte outside it.
        let piece = [&left[..], &src[from..cut]].concat();
        let more = u32::from(number < cuts.len());
        let code = if number == 0 { door.begin(&piece, more) } else { door.resume(&piece, more) };
        assert_eq!(code, 0);
        let end = loop {
            if let Some((_, leaves)) = jump.take_if(|(after, _)| *after == seen.len()) {
                let code = if leaves { door.leave() } else { door.skip() };
                assert_eq!(code, 0);
            }
            let (code, event) = door.next();
            if code != 0 {
                assert_eq!(event, JsonEvent { offset: event.offset, ..JsonEvent::default() });
                assert_eq!(door.next(), (code, event), "an error stays");
                assert_eq!((door.skip(), door.leave()), (0, 0), "after an error nothing is skipped");
                return (seen, Some((code, event.offset)));
            }
            if event.kind >= MORE {
                assert_eq!(door.next(), (0, event), "the end stays");
                break event;
            }
            let text = &piece[event.text as usize..][..event.len as usize];
            seen.push((event.kind, event.flags, text.to_vec(), event.offset, event.depth));
        };
        assert_eq!(end.kind, if more == 0 { END } else { MORE });
        left = piece[end.text as usize..].to_vec();
        assert_eq!((left.len() as u64, end.offset), (end.len, (cut - left.len()) as u64));
        from = cut;
    }
    (seen, None)
}

/// A document, at times with damage.
fn document(random: &mut Random) -> Vec<u8> {
    let mut src = Vec::new();
    value(random, 0, &mut src);
    if random.once_in(3) {
        let at = random.within(0, src.len() + 1);
        match random.within(0, 3) {
            0 => src.truncate(at),
            1 => src.insert(at, random.pick(b"{}[],:\"\\0-.e \n\xFFt")),
            _ => drop(src.get_mut(at).map(|byte| *byte = random.pick(b"{}[],:\"\\0-.e \n\xFFt"))),
        }
    }
    src
}

fn value(random: &mut Random, depth: usize, src: &mut Vec<u8>) {
    const SCALARS: [&str; 16] = [
        "0",
        "-0",
        "17",
        "-9223372036854775808",
        "18446744073709551616",
        "1.5",
        "2e-7",
        "-1E400",
        "true",
        "false",
        "null",
        "\"\"",
        "\"plain\"",
        "\"caf\u{e9} \\u00e9\\n\"",
        "\"\\ud83d\\ude00\"",
        "\"long enough to fill more than one block of 64 bytes, and \\\\\"",
    ];
    let white = ["", "", "", " ", "\n\t", "\r\n  "];
    let kind = if depth > 5 { 2 } else { random.within(0, 4) };
    src.extend_from_slice(random.pick(&white).as_bytes());
    match kind {
        0 | 1 => {
            src.push(b"{["[kind]);
            for number in 0..random.within(0, 5) {
                src.extend_from_slice(if number == 0 { b"" } else { b"," });
                if kind == 0 {
                    src.extend_from_slice(random.pick(&["\"\"", "\"a\"", "\"n\\u0061me\""]).as_bytes());
                    src.push(b':');
                }
                value(random, depth + 1, src);
            }
            src.push(b"}]"[kind]);
        }
        _ => src.extend_from_slice(random.pick(&SCALARS).as_bytes()),
    }
    src.extend_from_slice(random.pick(&white).as_bytes());
}

#[test]
fn events_are_those_of_rust_for_every_cut() {
    let (mut random, door, runs) = (Random::new(44), Door::new(None), if cfg!(miri) { 4 } else { 300 });
    let (mut right, mut wrong) = (0, 0);
    for _ in 0..runs {
        let src = document(&mut random);
        let whole = expected(JsonCheck::STRICT, &src, None);
        *if whole.1.is_none() { &mut right } else { &mut wrong } += 1;
        assert_eq!(events(&door, &src, &[], None), whole, "{}", src.escape_ascii());
        let jump = Some((random.within(0, whole.0.len() + 1), random.once_in(2)));
        let jumped = expected(JsonCheck::STRICT, &src, jump);
        for cut in 0..=src.len() {
            assert_eq!(events(&door, &src, &[cut], None), whole, "{}, cut at {cut}", src.escape_ascii());
            assert_eq!(events(&door, &src, &[cut], jump), jumped, "{}, cut at {cut}, {jump:?}", src.escape_ascii());
        }
        let all: Vec<_> = (0..src.len()).collect();
        assert_eq!(events(&door, &src, &all, None), whole, "{}, byte by byte", src.escape_ascii());
    }
    assert!(cfg!(miri) || right > 100 && wrong > 50, "{right} right, {wrong} wrong");
}

#[test]
fn tapes_are_those_of_rust() {
    let (mut random, door, runs) = (Random::new(45), Door::new(None), if cfg!(miri) { 4 } else { 1000 });
    let (mut entries, mut tape) = (Vec::new(), Tape::default());
    for _ in 0..runs {
        let src = document(&mut random);
        for most in [1, 2, 7, 1000] {
            let mut reader = Reader::new(&src);
            assert_eq!(door.begin(&src, 0), 0);
            loop {
                let (code, event) = door.fill(&mut entries, most);
                match tape.fill(&mut reader, most) {
                    Ok(true) => {
                        assert_eq!((code, event.kind), (0, TAPE));
                        assert_eq!(entries, tape.entries(), "{}", src.escape_ascii());
                        assert_eq!((event.offset, event.depth), (reader.offset(), reader.depth()));
                    }
                    Ok(false) => {
                        assert_eq!((code, event.kind, event.offset), (0, END, src.len() as u64));
                        break;
                    }
                    Err(error) => {
                        assert_eq!((code, event.kind, event.offset), (error.code as u32, 0, error.offset));
                        assert_eq!(door.fill(&mut entries, most), (code, event), "an error stays");
                        break;
                    }
                }
            }
        }
    }
}

/// Texts with repeated names, U+0000 and numbers beyond `numeric`, whole and cut at each place, by each set of rules.
#[test]
fn restricted_events_and_tapes_are_those_of_rust_for_every_cut() {
    let (mut random, runs) = (Random::new(47), if cfg!(miri) { 4 } else { 400 });
    let (mut refused, mut entries, mut tape) = (0, Vec::new(), Tape::default());
    for run in 0..runs {
        let bits = random.within(0, 16) as u64;
        let options = JsonReaderOptions { size: 48, restrictions: bits, ..JsonReaderOptions::default() };
        let has = |bit: u32| bits >> bit & 1 == 1;
        let rules = Restrictions { unique_names: has(0), i_json: has(1), no_nul: has(2), jsonb: has(3) };
        let reader = |src| PausedReader::new(JsonCheck::STRICT).restricted(rules, run).resume(src, Chunk::Last);
        let door = Door::new(Some(&options));
        let src = document(&mut random);
        let whole = expected_of(reader(&src), None);
        let own = [ErrorCode::NameRepeated, ErrorCode::JsonNul, ErrorCode::JsonNumberRange, ErrorCode::NumberOverflow];
        refused += usize::from(whole.1.is_some_and(|(code, _)| own.map(|code| code as u32).contains(&code)));
        let jump = Some((random.within(0, whole.0.len() + 1), random.once_in(2)));
        let jumped = expected_of(reader(&src), jump);
        for cut in 0..=src.len() {
            let seen = || format!("{rules:?} {}, cut at {cut}", src.escape_ascii());
            assert_eq!(events(&door, &src, &[cut], None), whole, "{}", seen());
            assert_eq!(events(&door, &src, &[cut], jump), jumped, "{jump:?} {}", seen());
        }
        let (mut reader, mut total) = (reader(&src), 0);
        assert_eq!(door.begin(&src, 0), 0);
        let end = loop {
            let filled = tape.fill(&mut reader, 5);
            let (code, event) = door.fill(&mut entries, 5);
            match filled {
                Ok(true) => assert_eq!(entries, tape.entries(), "{rules:?} {}", src.escape_ascii()),
                Ok(false) => break (code == 0 && event.kind == END).then_some(None),
                Err(error) => break (code == error.code as u32).then_some(Some((code, event.offset))),
            }
            total += entries.len();
        };
        assert_eq!((total, end), (whole.0.len(), Some(whole.1)), "{rules:?} {}", src.escape_ascii());
    }
    assert!(cfg!(miri) || refused > 40, "{refused}");
}

/// An event, or the code and offset of a line.
type Step = Result<Seen, (u32, u64)>;

/// The steps by the Rust API: after `most` events of a line, and after an error, the next line.
fn expected_lines(src: &[u8], restrictions: Restrictions, most: usize) -> Vec<Step> {
    let rules = JsonCheck { lines: true, ..JsonCheck::STRICT };
    let mut reader = PausedReader::new(rules).restricted(restrictions, 5).resume(src, Chunk::Last);
    let (mut steps, mut in_line) = (Vec::new(), 0);
    loop {
        match reader.next() {
            Ok(event) => match seen(event, reader.offset(), reader.depth()) {
                Some(seen) => steps.push(Ok(seen)),
                None => return steps,
            },
            Err(error) => steps.push(Err((error.code as u32, error.offset))),
        }
        in_line = if reader.depth() == 0 || steps.last().is_some_and(Result::is_err) { 0 } else { in_line + 1 };
        if in_line == most || steps.last().is_some_and(Result::is_err) {
            reader.next_line();
        }
    }
}

/// The same by the C API, of a text cut at `cut`.
fn lines(door: &Door, src: &[u8], cut: usize, most: usize) -> Vec<Step> {
    let (mut steps, mut in_line, first) = (Vec::new(), 0, src[..cut].to_vec());
    assert_eq!(door.begin(&first, 1), 0);
    let mut piece = first;
    loop {
        let (code, event) = door.next();
        let text = || piece[event.text as usize..][..event.len as usize].to_vec();
        let is_error = code != 0;
        match event.kind {
            0 => {
                assert_eq!(door.next(), (code, event), "an error stays");
                steps.push(Err((code, event.offset)));
            }
            END => return steps,
            MORE => {
                piece = [&text()[..], &src[cut..]].concat();
                assert_eq!(door.resume(&piece, 0), 0);
                continue;
            }
            kind => steps.push(Ok((kind, event.flags, text(), event.offset, event.depth))),
        }
        in_line = if is_error || event.depth == 0 { 0 } else { in_line + 1 };
        if is_error || in_line == most {
            assert_eq!(door.next_line(), 0);
        }
    }
}

#[test]
fn lines_after_an_error_are_those_of_rust_for_every_cut() {
    let (mut random, runs, mut errors) = (Random::new(48), if cfg!(miri) { 3 } else { 200 }, 0);
    for _ in 0..runs {
        let src = [(); 4].map(|()| [document(&mut random), b"\n".to_vec()].concat()).concat();
        let unique = random.once_in(2);
        let options =
            JsonReaderOptions { size: 48, texts: 1, restrictions: unique.into(), ..JsonReaderOptions::default() };
        let restrictions = Restrictions { unique_names: unique, ..Restrictions::NONE };
        let (door, most) = (Door::new(Some(&options)), random.pick(&[usize::MAX, 1, 2, 3]));
        let expected = expected_lines(&src, restrictions, most);
        errors += expected.iter().filter(|step| step.is_err()).count();
        for cut in 0..=src.len() {
            assert_eq!(lines(&door, &src, cut, most), expected, "{most} {}, cut at {cut}", src.escape_ascii());
        }
    }
    assert!(cfg!(miri) || errors > 100, "{errors}");
}

#[test]
fn lines_out_of_order() {
    let one = Door::new(None);
    assert_eq!(one.next_line(), ErrorCode::ChoiceUnknown as u32, "it waits for a piece");
    assert_eq!((one.begin(b"[x]\n[]", 0), one.next().0, one.next_line()), (0, 0, 0));
    let error = one.next();
    assert_eq!((error.0, one.next_line(), one.next()), (ErrorCode::JsonValueExpected as u32, 0, error), "no lines");
    // SAFETY: null is refused.
    assert_eq!(unsafe { smill_json_reader_next_line(null_mut()) }, ErrorCode::PointerNull as u32);

    let door = Door::new(Some(&JsonReaderOptions { size: 40, texts: 1, ..JsonReaderOptions::default() }));
    let src = b"[x]\n{}\n".to_vec();
    assert_eq!((door.begin(&src, 0), door.next().0), (0, 0));
    let error = door.next();
    assert_eq!((error.1.offset, door.skip(), door.leave(), door.next()), (1, 0, 0, error), "nothing is skipped");
    assert_eq!(door.resume(&src, 0), ErrorCode::ChoiceUnknown as u32, "an error waits for no piece");
    assert_eq!((door.next_line(), door.next_line()), (0, 0), "between lines nothing happens");
    assert_eq!((door.next().1.kind, door.next().1.kind, door.next().1.kind), (1, 2, END));
    assert_eq!((door.next_line(), door.next().1.kind), (0, END), "after the end nothing happens");
    // After an error, another stream.
    assert_eq!((door.begin(b"x", 0), door.next().0 != 0, door.begin(b"7", 0), door.next().1.kind), (0, true, 0, 7));
}

/// Tapes of a stream in pieces: partners that are on an earlier tape, and offsets in each piece.
#[test]
fn tapes_of_pieces() {
    let (door, mut entries, mut kinds) = (Door::new(None), Vec::new(), Vec::new());
    let mut piece = b"[\"on".to_vec();
    assert_eq!(door.begin(&piece, 1), 0);
    let end = loop {
        let (code, event) = door.fill(&mut entries, 100);
        assert_eq!(code, 0);
        if event.kind != TAPE {
            break event;
        }
        kinds.extend(entries.iter().map(|entry| entry.kind));
    };
    assert_eq!((end.kind, end.text, end.len), (MORE, 1, 3));
    piece.drain(..end.text as usize);
    piece.extend_from_slice(b"e\"]");
    assert_eq!(door.resume(&piece, 0), 0);
    assert_eq!(door.fill(&mut entries, 100).1.len, 2);
    assert_eq!((entries[0].offset, entries[0].len, entries[1].partner), (1, 3, TapeEntry::EARLIER));
    kinds.extend(entries.iter().map(|entry| entry.kind));
    assert_eq!(kinds, [TapeKind::BeginArray, TapeKind::String, TapeKind::EndArray]);
    assert_eq!(door.fill(&mut entries, 100).1.kind, END);
}

fn refused(code: ErrorCode) -> (u32, JsonEvent) {
    (code as u32, JsonEvent::default())
}

#[test]
fn calls_out_of_order() {
    let door = Door::new(None);
    let unknown = ErrorCode::ChoiceUnknown as u32;
    assert_eq!(door.next(), (0, JsonEvent { kind: MORE, ..JsonEvent::default() }), "a new reader waits");
    assert_eq!((door.skip(), door.leave()), (unknown, unknown));
    assert_eq!(door.resume(b"[1", 1), 0);
    assert_eq!(door.resume(b"[1", 1), unknown, "the piece is not read");
    assert_eq!(door.next().1.kind, TapeKind::BeginArray as u32);
    let more = door.next().1;
    assert_eq!((more.kind, more.text, more.len), (MORE, 1, 1));
    assert_eq!(door.resume(b"", 1), unknown, "shorter than what is left");
    assert_eq!(door.resume(b"12]", 2), unknown, "a flag that does not exist");
    assert_eq!(door.resume(b"12]", 0), 0, "a refused piece changes nothing");
    assert_eq!(door.next().1.len, 2);
    assert_eq!(door.next().1.kind, TapeKind::EndArray as u32);
    let end = door.next();
    assert_eq!((end.0, end.1.kind, end.1.offset), (0, END, 4));
    assert_eq!((door.resume(b"", 0), door.skip(), door.leave()), (unknown, 0, 0));
    assert_eq!((door.next(), door.begin(b"", 0)), (end, 0));
    assert_eq!(door.next(), refused(ErrorCode::JsonValueExpected));
}

#[test]
fn misuse_of_a_reader() {
    let door = Door::new(None);
    let (src, mut event) = (*b"[1]", JsonEvent::default());
    let mut entries = [const { std::mem::MaybeUninit::<TapeEntry>::uninit() }; 3];
    let null = ErrorCode::PointerNull as u32;
    assert_eq!(door.begin(&src, 0), 0);
    // SAFETY: locals, or arguments that are refused.
    unsafe {
        assert_eq!(smill_json_reader_next(door.0, null_mut()), null);
        assert_eq!(smill_json_reader_next(null_mut(), &mut event), null);
        assert_eq!(smill_json_reader_begin(door.0, std::ptr::null(), 1, 0), null);
        assert_eq!(smill_json_reader_begin(null_mut(), src.as_ptr(), 1, 0), null);
        let long = ErrorCode::LengthExcessive as u32;
        assert_eq!(smill_json_reader_begin(door.0, src.as_ptr(), usize::MAX, 0), long);
        assert_eq!(smill_json_reader_fill(door.0, null_mut(), 1, &mut event), null);
        let room = ErrorCode::RoomShort as u32;
        assert_eq!(smill_json_reader_fill(door.0, entries.as_mut_ptr(), 0, &mut event), room);
        let odd = entries.as_mut_ptr().wrapping_byte_add(1);
        let misaligned = ErrorCode::PointerMisaligned as u32;
        assert_eq!(smill_json_reader_fill(door.0, odd, 1, &mut event), misaligned);
        assert_eq!(smill_json_reader_fill(door.0, entries.as_mut_ptr(), 3, &mut event), 0);
    }
    assert_eq!((event.kind, event.len), (TAPE, 3), "refused calls change nothing");
}

#[test]
fn options() {
    let good = JsonReaderOptions { size: 40, ..JsonReaderOptions::default() };
    let made = |options: &[u64]| {
        let mut reader = null_mut();
        // SAFETY: as many words as the size says, or refused.
        let code = unsafe { smill_json_reader_new(options.as_ptr().cast(), 0, &mut reader) };
        assert_eq!(code != 0, reader.is_null());
        drop(Door(reader));
        code
    };
    let unknown = ErrorCode::ChoiceUnknown as u32;
    assert_eq!(made(&[40, 0, 0, 0, 0]), 0);
    assert_eq!(made(&[39, 0, 0, 0, 0]), unknown, "too small");
    assert_eq!(made(&[40 | 3 << 32, 0, 0, 0, 0]), unknown, "no such texts");
    assert_eq!(made(&[40, 1 << 32, 0, 0, 0]), unknown, "reserved");
    assert_eq!(made(&[44, 0, 0, 0, 0, 0]), unknown, "a part of a field");
    assert_eq!(made(&[48, 0, 0, 0, 0, 15]), 0);
    assert_eq!(made(&[48, 0, 0, 0, 0, 16]), unknown, "no such restriction");
    assert_eq!(made(&[56, 0, 0, 0, 0, 1, 0]), 0, "of a later version, with its default");
    assert_eq!(made(&[56, 0, 0, 0, 0, 1, 1]), unknown, "of a later version, which is not known");
    let strict = JsonCheck::STRICT;
    let same = [
        (JsonReaderOptions { texts: 1, ..good }, JsonCheck { lines: true, ..strict }, &b"1\n\n2\n[1"[..]),
        (JsonReaderOptions { texts: 2, ..good }, JsonCheck { values: true, ..strict }, b"1\"a\"[] truefalse"),
        (good, strict, b"1\n2"),
        (
            JsonReaderOptions { lone_surrogates: 1, ..good },
            JsonCheck { lone_surrogates: true, ..strict },
            br#"["\ud800"]"#,
        ),
        (good, strict, br#"["\ud800"]"#),
        (JsonReaderOptions { depth_max: 1, ..good }, JsonCheck { depth_max: 1, ..strict }, b"[1, []]"),
        (JsonReaderOptions { string_max: 2, ..good }, JsonCheck { string_max: 2, ..strict }, br#"["ab", "abc"]"#),
        (JsonReaderOptions { len_max: 2, ..good }, JsonCheck { len_max: 2, ..strict }, b"[1]"),
    ];
    for (options, rules, src) in same {
        let expected = expected(rules, src, None);
        assert_eq!(events(&Door::new(Some(&options)), src, &[], None), expected, "{options:?}");
    }
}

#[test]
fn numbers() {
    let read = |text: &str| {
        let (mut unsigned, mut signed, mut float) = (7, 7, 7.0);
        let (src, len) = (text.as_ptr(), text.len());
        // SAFETY: locals.
        let codes = unsafe {
            [
                smill_json_uint64(src, len, &mut unsigned),
                smill_json_int64(src, len, &mut signed),
                smill_json_float64(src, len, &mut float),
            ]
        };
        assert!(codes.iter().all(|&code| code == 0 || code == ErrorCode::JsonValueExpected as u32));
        assert!((codes[0] == 0 || unsigned == 7) && (codes[1] == 0 || signed == 7) && (codes[2] == 0 || float == 7.0));
        let [unsigned, signed] =
            [(codes[0], unsigned as i128), (codes[1], signed.into())].map(|(code, it)| (code == 0).then_some(it));
        (unsigned, signed, (codes[2] == 0).then_some(float.to_bits()))
    };
    for text in [
        "0",
        "-0",
        "-1",
        "9",
        "18446744073709551615",
        "18446744073709551616",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808",
        "-9223372036854775809",
        "1.0",
        "1e3",
        "0.1",
        "1e400",
        "-1E-400",
        "9007199254740993",
    ] {
        let exact: Option<i128> = text.parse().ok().filter(|_| text != "-0");
        let float: f64 = text.parse().expect("a number");
        let unsigned = exact.filter(|&value| u64::try_from(value).is_ok());
        let signed = exact.filter(|&value| i64::try_from(value).is_ok());
        assert_eq!(read(text), (unsigned, signed, Some(float.to_bits())), "{text}");
    }
    for text in ["", "-", "+1", "01", "-01", "00", "1.", ".5", "1e", "1 ", " 1", "NaN", "inf", "0x10", "1_0", "--1"] {
        assert_eq!(read(text), (None, None, None), "{text:?}");
    }
}
