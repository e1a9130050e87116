//! Limits; depth without recursion; linear time for pieces of any size.

use crate::tree::read;
use stringmill_ion::{Event, Kind, Limits, Reader};
use stringmill_kernels::Tier;
use stringmill_outcome::{Chunk, Error, ErrorCode};

fn outcome(reader: &mut Reader) -> Result<(), Error> {
    while reader.next()? != Event::End {}
    Ok(())
}

/// The same for a text in pieces.
fn outcome_in_pieces(limits: Limits, text: &[u8], size: usize) -> Result<(), Error> {
    let mut reader = Reader::streaming().limited(limits);
    let mut pieces = text.chunks(size);
    loop {
        match reader.next()? {
            Event::End => return Ok(()),
            Event::NeedInput => match pieces.next() {
                Some(piece) => reader.feed(piece, Chunk::More),
                None => reader.feed(b"", Chunk::Last),
            },
            _ => {}
        }
    }
}

#[test]
fn a_million_containers_in_one_another() {
    const DEPTH: usize = 1_000_000;
    for (open, close) in [("[", "]"), ("(", ")"), ("{a:", "}"), ("a::[", "]")] {
        let inner = if open == "{a:" { "1" } else { "" };
        let text = open.repeat(DEPTH) + inner + &close.repeat(DEPTH);
        assert_eq!(outcome(&mut Reader::new(text.as_bytes())), Ok(()), "{open}");
        assert_eq!(outcome_in_pieces(Limits::DEFAULT, text.as_bytes(), 1000), Ok(()), "{open}");
    }
    let unclosed = "[".repeat(DEPTH);
    let error = Error::new(ErrorCode::IonIncomplete, DEPTH as u64);
    assert_eq!(outcome(&mut Reader::new(unclosed.as_bytes())), Err(error));
}

#[test]
fn chains_take_no_stack() {
    for (link, end) in [("a::", "1"), ("'b'::", "[]"), ("$ion_1_0 ", "c"), ("$ion_1_0\n", "")] {
        let text = link.repeat(if cfg!(miri) { 100 } else { 100_000 }) + end;
        assert_eq!(outcome(&mut Reader::new(text.as_bytes())), Ok(()), "{link}");
    }
    let mut reader = Reader::new(b"a::'b'::c::d::e::f::{g:h::i::j::k::l::m}");
    let annotations = |reader: &Reader| {
        let texts = reader.annotations().map(|symbol| symbol.text.unwrap().to_vec());
        texts.collect::<Vec<_>>().concat()
    };
    for expected in [&b"abcdef"[..], b"hijkl"] {
        reader.next().unwrap();
        assert_eq!(annotations(&reader), expected);
    }
    assert_eq!(reader.symbol().unwrap().text, Some(&b"m"[..]));
}

#[test]
fn depth() {
    let limits = Limits { depth: 2, ..Limits::DEFAULT };
    assert_eq!(outcome(&mut Reader::new(b"[[1]]").limited(limits)), Ok(()));
    let error = Error::new(ErrorCode::LimitDepth, 6);
    assert_eq!(outcome(&mut Reader::new(b"[[ a::[]]]").limited(limits)), Err(error));
}

#[test]
fn length_of_values_whole_and_in_pieces() {
    let limits = Limits { value_len: 20, ..Limits::DEFAULT };
    for text in [
        "1 \"012345678901234567\" 2",
        "1 \"0123456789012345678\" 2",
        "12345678901234567890",
        "123456789012345678901",
        "[ a::b::c::d::e::fghijk::1]",
        "{name: /* a comment as long as this */ 1}",
        "'''0123456789''' '''0123456789'''",
        "/* a comment between values has no such limit, however long */ 1",
        "{{ AAAA AAAA AAAA }} {{ AAAA AAAA AAAA AAAA }}",
        "\"0123456789 and never closed",
        "\"01234567890123456789\\q\"",
    ] {
        let whole = outcome(&mut Reader::new(text.as_bytes()).limited(limits));
        for size in [1, 2, 3, 5, 7, 30] {
            assert_eq!(outcome_in_pieces(limits, text.as_bytes(), size), whole, "{text} by {size}");
        }
    }
    let text = "1 \"0123456789012345678\" 2";
    let error = Error::new(ErrorCode::LimitStringLen, 22);
    assert_eq!(outcome(&mut Reader::new(text.as_bytes()).limited(limits)), Err(error));
}

#[test]
fn symbol_tables() {
    let limits = Limits { symbols: 2, symbol_bytes: 10, imports: 1, ..Limits::DEFAULT };
    let outcome = |text: &str| outcome(&mut Reader::new(text.as_bytes()).limited(limits)).map_err(|error| error.code);
    let refused = Err(ErrorCode::LimitSymbols);
    assert_eq!(outcome("$3::{symbols:[\"a\",\"b\"]} $11"), Ok(()));
    assert_eq!(outcome("$3::{symbols:[\"a\",\"b\",\"c\"]}"), refused);
    assert_eq!(outcome("$3::{symbols:[\"01234567890\"]}"), refused);
    assert_eq!(outcome("$3::{symbols:[\"a\",\"b\"]} $3::{imports:$3,symbols:[\"c\"]}"), refused);
    let import = "{name:\"x\",max_id:9}";
    assert_eq!(outcome(&format!("$3::{{imports:[{import}]}}")), Ok(()));
    assert_eq!(outcome(&format!("$3::{{imports:[{import},{import}]}}")), refused);
}

#[test]
fn long_values_in_small_pieces_take_time_in_proportion() {
    // If each piece were read again with the value, the reader would scan 10^12 bytes.
    let string = format!("\"{}\"", "0123456789abcdef".repeat(1 << 17));
    assert_eq!(read(Tier::best(), string.as_bytes().chunks(2).chain([&[][..]])).unwrap().len(), 1);
}

/// Containers are skipped, whole and in pieces, and errors in them are still reported.
#[test]
fn containers_are_skipped() {
    let text = b"[1, {a: (x 'y' '''z''' {{AA==}}), b: [[]]}, 2] 3";
    for size in [1, 7, text.len()] {
        let mut pieces = text.chunks(size).chain([&[][..]]).peekable();
        let (mut reader, mut seen, mut skips) = (Reader::streaming(), Vec::new(), false);
        loop {
            let event = if skips { reader.skip() } else { reader.next() }.unwrap();
            match event {
                Event::NeedInput => {
                    let piece = pieces.next().unwrap();
                    reader.feed(piece, if pieces.peek().is_some() { Chunk::More } else { Chunk::Last });
                    continue;
                }
                Event::End => break,
                event => seen.push(event),
            }
            skips = event == Event::Open(Kind::Struct);
        }
        use Event::{Close, Open, Value};
        let int = Value(Kind::Int);
        let expected = [Open(Kind::List), int, Open(Kind::Struct), Close(Kind::Struct), int, Close(Kind::List), int];
        assert_eq!(seen, expected, "in pieces of {size}");
    }
    let mut reader = Reader::new(b"[[1, 01], 2]");
    reader.next().unwrap();
    assert_eq!(reader.skip().unwrap_err().offset, 6);
    let mut reader = Reader::new(b"1");
    assert_eq!((reader.skip(), reader.skip()), (Ok(Event::Value(Kind::Int)), Ok(Event::End)));
}
