//! The reader reads the output of the writer, in pieces of any size.

use stringmill_json::{Event, JsonCheck, Reader, Shape, Sink, Writer, json_check};
use stringmill_kernels::{JsonEscape, JsonUnescape};
use stringmill_outcome::{Chunk, Error, ErrorCode, Repairs};
use stringmill_profile::{IllFormed, LoneSurrogates, Profile};

/// A sink whose spare capacity is exactly the requested one.
#[derive(Default)]
struct Tight {
    bytes: Vec<u8>,
    len: usize,
}

impl Sink for Tight {
    type Error = std::convert::Infallible;

    fn room(&mut self, least: usize) -> Result<&mut [u8], Self::Error> {
        self.bytes.resize(self.len + least, 0xEE);
        Ok(&mut self.bytes[self.len..])
    }

    fn fill(&mut self, len: usize) {
        self.len += len;
    }
}

fn written(shape: Shape, texts: &[(Vec<u8>, Vec<u8>)]) -> Vec<u8> {
    let rules = JsonEscape::new(&Profile::JSON, IllFormed::Reject).unwrap();
    let writer = Writer::new(shape, &rules);
    let mut sink = Tight::default();
    let mut repairs = Repairs::default();
    writer.begin(&mut sink).unwrap();
    for (at, (name, text)) in texts.iter().enumerate() {
        writer.begin_text(&mut sink, name, at == 0, &mut repairs).unwrap();
        let mut read = 0;
        while read < text.len() {
            let end = text.len().min(read + 7);
            let chunk = if end == text.len() { Chunk::Last } else { Chunk::More };
            read += writer.text(&mut sink, &text[read..end], chunk, &mut repairs).unwrap();
        }
        writer.end_text(&mut sink).unwrap();
    }
    writer.end(&mut sink, texts.is_empty()).unwrap();
    sink.bytes.truncate(sink.len);
    sink.bytes
}

type Texts = Vec<(Vec<u8>, Vec<u8>)>;

/// Reads `src` in pieces of `piece` bytes, into a buffer of `room` bytes. Errors have stream offsets.
fn read_with(shape: Option<Shape>, src: &[u8], piece: usize, room: usize) -> Result<Texts, Error> {
    let mut reader = Reader::new(shape, JsonUnescape { surrogates: LoneSurrogates::Reject });
    let mut texts = Texts::new();
    let (mut at, mut end, mut bytes) = (0, 0, Vec::new());
    let mut dst = vec![0; room];
    loop {
        let chunk = if end == src.len() { Chunk::Last } else { Chunk::More };
        let step = reader.step(&src[at..end], &mut dst, chunk).map_err(|error| error.after(at as u64))?;
        at += step.read;
        bytes.extend_from_slice(&dst[..step.written]);
        match step.event {
            Some(Event::NameBegins) => assert_eq!(src[at], b'"'),
            Some(Event::NameEnds) => texts.push((std::mem::take(&mut bytes), Vec::new())),
            Some(Event::TextBegins) => assert!(bytes.is_empty()),
            Some(Event::TextEnds) => texts.last_mut().unwrap().1 = std::mem::take(&mut bytes),
            Some(Event::End) => return Ok(texts),
            None if step.read + step.written == 0 => {
                assert!(end < src.len(), "stuck at {at} of {}", src.len());
                end = src.len().min(end + piece);
            }
            None => {}
        }
    }
}

/// Reads with many sizes of pieces and buffers, with one result.
fn read(shape: Option<Shape>, src: &[u8]) -> Result<Texts, Error> {
    let whole = read_with(shape, src, src.len().max(1), 4096);
    for piece in [1, 2, 3, 5, 13] {
        for room in [JsonUnescape::UNIT_MAX, 9, 100] {
            assert_eq!(read_with(shape, src, piece, room), whole, "{} by {piece}, {room}", src.escape_ascii());
        }
    }
    whole
}

fn texts(pairs: &[(&str, &str)]) -> Texts {
    pairs.iter().map(|(name, text)| (name.as_bytes().to_vec(), text.as_bytes().to_vec())).collect()
}

#[test]
fn what_is_written_is_read() {
    let long = "caf\u{e9} \"\u{1F600}\"\\\n\u{1}".repeat(40);
    let cases = [
        texts(&[]),
        texts(&[("a", "")]),
        texts(&[("", "x"), ("b/c.txt", "two\nlines"), ("\u{e9}\"\\", &long)]),
        texts(&[("path", "not a line")]),
        texts(&[("path", "not"), ("text", "a line")]),
    ];
    for case in cases {
        for shape in [Shape::Object, Shape::Lines] {
            let src = written(shape, &case);
            assert_eq!(read(Some(shape), &src).as_ref(), Ok(&case));
            if !src.is_empty() {
                assert_eq!(read(None, &src).as_ref(), Ok(&case), "{}", src.escape_ascii());
            }
        }
    }
}

#[test]
fn bytes_are_as_promised() {
    let some = texts(&[("a", "x\"y"), ("b", "")]);
    assert_eq!(written(Shape::Object, &some), b"{\n\"a\":\"x\\\"y\",\n\"b\":\"\"\n}\n");
    assert_eq!(written(Shape::Lines, &some), b"{\"path\":\"a\",\"text\":\"x\\\"y\"}\n{\"path\":\"b\",\"text\":\"\"}\n");
    assert_eq!(written(Shape::Object, &[]), b"{\n}\n");
    assert_eq!(written(Shape::Lines, &[]), b"");
}

#[test]
fn white_space_stands_anywhere_between_tokens() {
    let object = b" \t\r\n{ \t\r\n\"a\" \n: \r\"x\" \t, \n\"b\"\n:\n\"y\" } \n ";
    assert_eq!(read(None, object), Ok(texts(&[("a", "x"), ("b", "y")])));
    let lines = b"\n{ \"path\" : \"a\" , \"text\" : \"x\" }\n\n { \"path\":\"b\",\n\"text\":\"y\"}";
    assert_eq!(read(None, lines), Ok(texts(&[("a", "x"), ("b", "y")])));
    let spaces = " ".repeat(10_000);
    let far = format!("{spaces}{{{spaces}\"path\"{spaces}:\"a\",\"text\":\"x\"}}{spaces}");
    assert_eq!(read_with(None, far.as_bytes(), 100, 100), Ok(texts(&[("a", "x")])));
}

/// The error is at `|` in the input.
#[test]
fn every_error_has_its_place() {
    use ErrorCode as E;
    let cases: &[(Option<Shape>, &str, ErrorCode)] = &[
        (None, "|", E::JsonObjectExpected),
        (None, " \n|", E::JsonObjectExpected),
        (None, "|[]", E::JsonObjectExpected),
        (None, "{|", E::JsonIncomplete),
        (None, "{ |1:", E::JsonStringExpected),
        (None, "{|,", E::JsonStringExpected),
        (None, "{\"a\"|", E::JsonIncomplete),
        (None, "{\"a\" |,", E::JsonColonExpected),
        (None, "{\"a\":|null}", E::JsonStringExpected),
        (None, "{\"a\":|", E::JsonIncomplete),
        (None, "{\"a\":\"x|", E::StringUnterminated),
        (None, "{\"a|", E::StringUnterminated),
        (None, "{\"a\":\"x|\n\"", E::ControlUnescaped),
        (None, "{\"a\":\"x|\\q\"", E::EscapeUnknown),
        (None, "{\"|\\ud800\":", E::SurrogateLone),
        (None, "{\"a\":\"x\"|", E::JsonIncomplete),
        (None, "{\"a\":\"x\"|\"", E::JsonCommaExpected),
        (None, "{\"a\":\"x\",|}", E::JsonStringExpected),
        (None, "{\"a\":\"x\"} |{", E::JsonTrailing),
        (None, "{\"a\":\"x\"}\n|x", E::JsonTrailing),
        (None, "{\"path\":\"a\",\"text\":\"x\"} |x", E::JsonObjectExpected),
        (None, "{\"path\":\"a\",|\"q\":\"x\"}", E::JsonMemberUnknown),
        (None, "{\"path\":\"a\"|}", E::JsonCommaExpected),
        (None, "{\"path\":\"a\",\"text\":\"x\",|\"more\":1}", E::JsonMemberUnknown),
        (None, "{\"path\":\"a\",\"text\":\"x\",|}", E::JsonStringExpected),
        (None, "{\"path\":\"a\",\"text\":\"x\"|:", E::JsonCommaExpected),
        (None, "{\"path\"|,", E::JsonColonExpected),
        (None, "{\"path\":|1", E::JsonStringExpected),
        (Some(Shape::Lines), "{|\"text\":\"x\"", E::JsonMemberUnknown),
        (Some(Shape::Lines), "{|}", E::JsonStringExpected),
        (Some(Shape::Lines), "|[", E::JsonObjectExpected),
        (Some(Shape::Object), "{\"path\":\"x\"}|{", E::JsonTrailing),
    ];
    for &(shape, marked, code) in cases {
        let offset = marked.find('|').unwrap();
        let src = marked.replacen('|', "", 1);
        assert_eq!(read(shape, src.as_bytes()), Err(Error::new(code, offset as u64)), "{marked}");
    }
}

/// A cut input has an error at its end, and never a wrong text.
#[test]
fn a_cut_input_is_never_taken_for_a_whole_one() {
    for shape in [Shape::Object, Shape::Lines] {
        let whole = texts(&[("a\u{e9}", "x\u{1F600}\n"), ("b", "y")]);
        let src = written(shape, &whole);
        for cut in 0..src.len() - 1 {
            match read_with(None, &src[..cut], 3, 100) {
                Err(error) => assert!(error.offset <= cut as u64),
                Ok(texts) => {
                    // Cuts between lines are no error.
                    assert_eq!(shape, Shape::Lines);
                    assert_eq!(texts, whole[..1]);
                }
            }
        }
    }
}

/// If an invalid character between tokens is cut, the white space before it is consumed, so a buffer can be refilled.
#[test]
fn a_cut_character_after_white_space() {
    let mut reader = Reader::new(None, JsonUnescape { surrogates: LoneSurrogates::Reject });
    let step = reader.step(b"   \xE2", &mut [0; 16], Chunk::More).expect("more may follow");
    assert_eq!((step.read, step.event), (3, None));
    let error = reader.step(b"\xE2\x82", &mut [0; 16], Chunk::Last).expect_err("no object");
    assert_eq!((error.code, error.offset), (ErrorCode::Utf8Incomplete, 0));
}

/// Texts with a changed byte at every place: text that is not JSON has the code and offset of the checker, unless the shape is
/// violated there or before.
#[test]
fn damaged_texts_beside_the_checker() {
    const DAMAGES: &[&[u8]] = &[
        b"",
        b"\xFF",
        b"\xC3",
        b"\xE2\x82",
        b"\xED\xA0\x80",
        b"\xF0\x9F\x98",
        "\u{e9}".as_bytes(),
        b"\xEF\xBB\xBF",
        b"\"",
        b"\\",
        b"\\ud800",
        b"\\u12",
        b"\n",
        b"\x01",
        b",",
        b":",
        b"{",
        b"}",
        b"x",
        b"1",
    ];
    let text = "{ \"a\" : \"caf\u{e9} \\u00e9\\ud83d\\ude00\", \"b\":\"\\n\" }\n".as_bytes();
    for (at, damage) in (0..=text.len()).flat_map(|at| DAMAGES.iter().map(move |damage| (at, *damage))) {
        for end in at..=text.len().min(at + 1) {
            let src = [&text[..at], damage, &text[end..]].concat();
            let checked = json_check(JsonCheck::STRICT, &mut [], &src);
            let Err(found) = read(Some(Shape::Object), &src) else {
                assert_eq!(checked, Ok(()), "{}", src.escape_ascii());
                continue;
            };
            let of_shape = matches!(found.code, ErrorCode::JsonObjectExpected | ErrorCode::JsonStringExpected);
            let is_first = checked.err().is_none_or(|error| found.offset <= error.offset);
            assert!(
                Err(found) == checked || of_shape && is_first,
                "{}: {found:?}, not {checked:?}",
                src.escape_ascii()
            );
        }
    }
}
