//! The adaptors of `io`, under every way to cut a stream.

use crate::strings::text;
use proptest::prelude::*;
use std::io::{self, BufReader, Read, Write};
use stringmill_outcome::{Error, ErrorCode};
use stringmill_text::{EscapeReader, EscapeWriter, UnescapeReader, UnescapeWriter, escape};

/// Gives at most `most` bytes at a time, and is interrupted before each piece.
struct Pieces<'a> {
    rest: &'a [u8],
    most: usize,
    is_interrupted: bool,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.is_interrupted = !self.is_interrupted;
        if self.is_interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let len = buf.len().min(self.most);
        self.rest.read(&mut buf[..len])
    }
}

fn pieces(text: &[u8], most: usize) -> Pieces<'_> {
    Pieces { rest: text, most, is_interrupted: false }
}

/// Everything that a reader gives, in calls of this length, and how it ends.
fn all_of(mut reader: impl Read, len: usize) -> (Vec<u8>, Option<io::Error>) {
    let (mut all, mut piece) = (Vec::new(), vec![0; len]);
    loop {
        match reader.read(&mut piece) {
            Ok(0) => return (all, None),
            Ok(len) => all.extend_from_slice(&piece[..len]),
            Err(error) => return (all, Some(error)),
        }
    }
}

/// What a writer wrote of pieces of this length, and how it ended.
fn written<W>(
    mut writer: W,
    text: &[u8],
    len: usize,
    finish: impl FnOnce(W) -> io::Result<Vec<u8>>,
) -> io::Result<Vec<u8>>
where
    W: Write,
{
    for piece in text.chunks(len) {
        writer.write_all(piece)?;
    }
    finish(writer)
}

fn of_data(error: &io::Error) -> Error {
    assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    *error.get_ref().unwrap().downcast_ref().unwrap()
}

proptest! {
    #[test]
    fn a_stream_is_converted_as_its_text(text in text(), most in 1_usize..40, len in 1_usize..40) {
        let json = escape(&text);
        let (given, end) = all_of(EscapeReader::new(pieces(text.as_bytes(), most)), len);
        prop_assert_eq!((&*given, end.is_none()), (json.as_bytes(), true));
        let (given, end) = all_of(UnescapeReader::new(pieces(json.as_bytes(), most)), len);
        prop_assert_eq!((&*given, end.is_none()), (text.as_bytes(), true));
        let wrote = written(EscapeWriter::new(Vec::new()), text.as_bytes(), len, |writer| writer.finish());
        prop_assert_eq!(&*wrote.unwrap(), json.as_bytes());
        let wrote = written(UnescapeWriter::new(Vec::new()), json.as_bytes(), len, |writer| writer.finish());
        prop_assert_eq!(&*wrote.unwrap(), text.as_bytes());
    }

    #[test]
    fn an_error_has_its_place_in_the_stream(text in text(), most in 1_usize..40, len in 1_usize..40, more in text()) {
        let bytes = [text.as_bytes(), b"\xC0", more.as_bytes()].concat();
        let (json, place) = (escape(&text), text.len() as u64);
        let mut reader = EscapeReader::new(pieces(&bytes, most));
        let (given, end) = all_of(&mut reader, len);
        prop_assert_eq!((&*given, of_data(&end.unwrap()).offset), (json.as_bytes(), place));
        prop_assert_eq!(of_data(&reader.read(&mut [0]).unwrap_err()).offset, place, "again");

        let mut writer = EscapeWriter::new(Vec::new());
        let error = bytes.chunks(len).find_map(|piece| writer.write_all(piece).err());
        let error = error.unwrap_or_else(|| writer.write(b"x").unwrap_err());
        prop_assert_eq!(of_data(&error).offset, place);
        prop_assert_eq!(&**writer.get_ref(), json.as_bytes());
        prop_assert_eq!(of_data(&writer.finish().unwrap_err()).offset, place);
    }
}

#[test]
fn a_unit_that_the_end_cuts_is_an_error() {
    let mut writer = EscapeWriter::new(Vec::new());
    writer.write_all(b"ab\xF0\x9F").unwrap();
    let error = of_data(&writer.finish().unwrap_err());
    assert_eq!((error.code, error.offset), (ErrorCode::Utf8Incomplete, 2));
    let (given, end) = all_of(UnescapeReader::new(&br"ab\ud83d"[..]), 7);
    assert_eq!(given, b"ab");
    assert_eq!(of_data(&end.unwrap()).offset, 2);
}

#[test]
fn a_quote_ends_no_stream() {
    let (given, end) = all_of(UnescapeReader::new(&b"ab\"cd"[..]), 100);
    assert_eq!((&*given, of_data(&end.unwrap()).code), (&b"ab"[..], ErrorCode::QuoteUnescaped));
}

#[test]
fn errors_of_the_other_side_come_through() {
    let mut room = [0_u8; 3];
    let mut writer = EscapeWriter::new(&mut room[..]);
    assert_eq!(writer.write_all(b"abcdef").unwrap_err().kind(), io::ErrorKind::WriteZero);
    let broken = BufReader::new(pieces(b"abc", 3)).chain(Broken);
    let (given, end) = all_of(EscapeReader::new(broken), 2);
    assert_eq!((&*given, end.unwrap().kind()), (&b"abc"[..], io::ErrorKind::ConnectionReset));
}

struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::ErrorKind::ConnectionReset.into())
    }
}
