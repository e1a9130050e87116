//! The reader reads the output of the writer, in pieces of any size.

use stringmill_json::pack::{Event, Members, Reader, Shape, Sink, Writer};
use stringmill_json::{JsonCheck, json_check};
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
        writer.begin_text(&mut sink, name, None, at == 0, &mut repairs).unwrap();
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

/// A file that was read: its name, text and mode.
#[derive(Debug, Default, PartialEq, Eq)]
struct Read {
    name: Option<Vec<u8>>,
    text: Option<Vec<u8>>,
    mode: Option<Vec<u8>>,
}

/// Reads `src` in pieces of `piece` bytes, into a buffer of `room` bytes. Errors have stream offsets.
fn read_files(mut reader: Reader<'_>, src: &[u8], piece: usize, room: usize) -> Result<Vec<Read>, Error> {
    let (mut files, mut file) = (Vec::new(), Read::default());
    let (mut at, mut end, mut bytes) = (0, 0, Vec::new());
    let mut dst = vec![0; room];
    loop {
        let chunk = if end == src.len() { Chunk::Last } else { Chunk::More };
        let step = reader.step(&src[at..end], &mut dst, chunk).map_err(|error| error.after(at as u64))?;
        at += step.read;
        bytes.extend_from_slice(&dst[..step.written]);
        match step.event {
            Some(Event::NameBegins | Event::ModeBegins) => assert!(src[at] == b'"' && bytes.is_empty()),
            Some(Event::TextBegins) => assert!(src[at - 1] == b'"' && bytes.is_empty()),
            Some(Event::NameEnds) => assert_eq!(file.name.replace(std::mem::take(&mut bytes)), None),
            Some(Event::TextEnds) => assert_eq!(file.text.replace(std::mem::take(&mut bytes)), None),
            Some(Event::ModeEnds) => assert_eq!(file.mode.replace(std::mem::take(&mut bytes)), None),
            Some(Event::FileEnds) => files.push(std::mem::take(&mut file)),
            Some(Event::End) => {
                assert_eq!(file, Read::default());
                return Ok(files);
            }
            None if step.read + step.written == 0 => {
                assert!(end < src.len(), "stuck at {at} of {}", src.len());
                end = src.len().min(end + piece);
            }
            None => {}
        }
    }
}

/// As [`read_files`], without modes.
fn read_with(shape: Option<Shape>, src: &[u8], piece: usize, room: usize) -> Result<Texts, Error> {
    let reader = Reader::new(shape, JsonUnescape { surrogates: LoneSurrogates::Reject });
    let files = read_files(reader, src, piece, room)?;
    Ok(files.into_iter().map(|file| (file.name.unwrap(), file.text.unwrap())).collect())
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
        (None, "{\"path\":\"a\",\"q\":\"x\"|}", E::JsonMemberMissing),
        (None, "{\"path\":\"a\"|}", E::JsonMemberMissing),
        (None, "{\"text\":\"a\" |}", E::JsonMemberMissing),
        (None, "{\"path\":\"a\",\"text\":\"x\",\"more\"|}", E::JsonColonExpected),
        (None, "{\"path\":\"a\",\"text\":\"x\",\"more\":|}", E::JsonValueExpected),
        (None, "{\"path\":\"a\",\"more\":[1,{\"a\" |1}]}", E::JsonColonExpected),
        (None, "{\"path\":\"a\",\"more\":[1|}]}", E::JsonBracketExpected),
        (None, "{\"path\":\"a\",\"more\":tr|ye}", E::JsonLiteralUnknown),
        (None, "{\"path\":\"a\",\"more\":\"x|\\q\"}", E::EscapeUnknown),
        (None, "{\"path\":\"a\",\"more\":[|", E::JsonIncomplete),
        (None, "{\"path\":\"a\",\"more\":12|", E::JsonIncomplete),
        (None, "{\"path\":\"a\",\"more\":\"x|", E::StringUnterminated),
        (None, "{\"path\":\"a\",\"more\":1|:", E::JsonCommaExpected),
        (None, "{\"path\":\"a\",\"mor|", E::StringUnterminated),
        (None, "{\"path\":\"a\",\"mor|\\q\":1", E::EscapeUnknown),
        (None, "{\"path\":\"a\",|\"path\":\"b\",\"text\":\"\"}", E::NameRepeated),
        (None, "{\"text\":\"a\",\"path\":\"\",|\"\\u0074ext\":\"b\"}", E::NameRepeated),
        (None, "{\"mode\":\"a\",\"text\":|1}", E::JsonStringExpected),
        (None, "{\"path\":|null", E::JsonStringExpected),
        (None, "{\"path\":\"a\",\"text\":\"x\",|}", E::JsonStringExpected),
        (None, "{\"path\":\"a\",\"text\":\"x\"|:", E::JsonCommaExpected),
        (None, "{\"path\"|,", E::JsonColonExpected),
        (None, "{\"path\":|1", E::JsonStringExpected),
        (None, "{\"path\":\"a\",\"text\":\"x|\n{", E::StringUnterminated),
        (None, "{\"path\":\"a\",\"more\":\"x|\n{", E::StringUnterminated),
        (None, "{\"path\":\"a\",\"mor|\n{", E::StringUnterminated),
        (Some(Shape::Lines), "{\"text\":\"x\"|", E::JsonIncomplete),
        (Some(Shape::Lines), "{|}", E::JsonMemberMissing),
        (Some(Shape::Lines), "{|1", E::JsonStringExpected),
        (Some(Shape::Lines), "|[", E::JsonObjectExpected),
        (Some(Shape::Object), "{\"path\":\"x\"}|{", E::JsonTrailing),
    ];
    for &(shape, marked, code) in cases {
        let offset = marked.find('|').unwrap();
        let src = marked.replacen('|', "", 1);
        assert_eq!(read(shape, src.as_bytes()), Err(Error::new(code, offset as u64)), "{marked}");
    }
}

/// Any order, any other members with values of all kinds, names spelled with escapes.
#[test]
fn members_have_any_order() {
    let long = "m".repeat(Members::NAME_MAX + 1);
    let deep = format!("{}{}", "[".repeat(60), "]".repeat(60));
    let others = [
        format!("\"{long}\":{deep}"),
        "\"source\" : \"caf\u{e9} \\\" } \\ud800\"".to_owned(),
        "\"paths\":{\"path\":\"no\",\"text\":[{\"}\":\"]\"},-1.5e3, null]}".to_owned(),
        "\"\": true".to_owned(),
        "\"mode\":16".to_owned(),
    ];
    let name = "\"p\\u0061th\":\"a\\n\u{e9}\"";
    let text = "\"text\" :\n\"x\\ud83d\\ude00\"";
    let expected = texts(&[("a\n\u{e9}", "x\u{1F600}"), ("b", "")]);
    for [a, b, c, d, e] in [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 0, 4, 1, 3]] {
        let [a, b, c, d, e] = [a, b, c, d, e].map(|at: usize| &others[at]);
        for line in [
            format!("{{{a},{name},{b} , {c},{text},{d},{e}}}"),
            format!("{{{text},{a},{b},{name},{c},{d},{e} }}"),
            format!("{{{a},{b},{c},{d},{e},{text},{name}}}"),
        ] {
            let src = format!("{line}\n{{\"path\":\"b\",\"text\":\"\"}}\n");
            assert_eq!(read(Some(Shape::Lines), src.as_bytes()), Ok(expected.clone()), "{src}");
        }
    }
    for first in ["{\"text\":\"x\",\"path\":\"a\"}", "{ \"mode\":1,\"text\":\"x\",\"path\":\"a\"}"] {
        assert_eq!(read(None, first.as_bytes()), Ok(texts(&[("a", "x")])), "{first}");
    }
    // With a line feed, or another first name, it is an object.
    for first in ["{\n\"text\":\"x\",\"path\":\"a\"}", "{\"texts\":\"x\"}"] {
        assert_eq!(read(None, first.as_bytes()).unwrap()[0].1, b"x", "{first}");
    }
}

#[test]
fn members_have_other_names() {
    let members = Members { path: "file \"name\"", text: "content", mode: Some("\u{e9}") };
    let rules = JsonEscape::new(&Profile::JSON, IllFormed::Reject).unwrap();
    let writer = Writer::new(Shape::Lines, &rules).with_members(members);
    let (mut sink, mut repairs) = (Tight::default(), Repairs::default());
    for (name, mode) in [("a", Some(0o644)), ("b", None), ("c", Some(0o100_007))] {
        writer.begin_text(&mut sink, name.as_bytes(), mode, false, &mut repairs).unwrap();
        writer.text(&mut sink, b"x", Chunk::Last, &mut repairs).unwrap();
        writer.end_text(&mut sink).unwrap();
    }
    let expected = "{\"file \\\"name\\\"\":\"a\",\"\u{e9}\":\"0644\",\"content\":\"x\"}
{\"file \\\"name\\\"\":\"b\",\"content\":\"x\"}
{\"file \\\"name\\\"\":\"c\",\"\u{e9}\":\"0007\",\"content\":\"x\"}
";
    assert_eq!(String::from_utf8(sink.bytes[..sink.len].to_vec()).unwrap(), expected);
    for piece in [1, 3, 1000] {
        let reader = Reader::new(Some(Shape::Lines), JsonUnescape { surrogates: LoneSurrogates::Reject });
        let files = read_files(reader.with_members(members), expected.as_bytes(), piece, 9).unwrap();
        let modes: Vec<_> = files.iter().map(|file| file.mode.as_deref()).collect();
        assert_eq!(modes, [Some(&b"0644"[..]), None, Some(b"0007")]);
        assert!(files.iter().all(|file| file.text.as_deref() == Some(b"x")));
    }
    // The old names are those of other members now.
    let src = b"{\"path\":[],\"content\":\"x\",\"text\":{},\"file \\\"name\\\"\":\"a\"}";
    let reader = Reader::new(Some(Shape::Lines), JsonUnescape { surrogates: LoneSurrogates::Reject });
    let files = read_files(reader.with_members(members), src, 1000, 9).unwrap();
    assert_eq!(files[0].name.as_deref(), Some(&b"a"[..]));
}

/// A skipped value may nest as deep as the stack allows.
#[test]
fn skipped_values_have_a_depth() {
    let nested =
        |depth: usize| format!("{{\"a\":{}{},\"text\":\"\",\"path\":\"b\"}}", "[".repeat(depth), "]".repeat(depth));
    let rules = JsonUnescape { surrogates: LoneSurrogates::Reject };
    for (len, depth) in [(0, 64), (1, 128), (15, 1024), (99, 1024)] {
        let mut stack = vec![0; len];
        for piece in [7, 5000] {
            let reader = Reader::new(Some(Shape::Lines), rules).with_stack(&mut stack);
            assert_eq!(read_files(reader, nested(depth).as_bytes(), piece, 9).unwrap().len(), 1);
            let reader = Reader::new(Some(Shape::Lines), rules).with_stack(&mut stack);
            let error = read_files(reader, nested(depth + 1).as_bytes(), piece, 9).unwrap_err();
            assert_eq!(error, Error::new(ErrorCode::LimitDepth, 5 + depth as u64));
        }
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

/// Bytes that are put into right texts.
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

/// Texts with a changed byte at every place: text that is not JSON has the code and offset of the checker, unless the
/// shape is violated there or before.
#[test]
fn damaged_texts_beside_the_checker() {
    let object = "{ \"a\" : \"caf\u{e9} \\u00e9\\ud83d\\ude00\", \"b\":\"\\n\" }\n";
    let line = "{\"text\":\"x\", \"m\":[{\"a\u{e9}\":-1.5}, \"\\u00e9\\ud83d\\ude00\",true] ,\"path\":\"b\"}\n";
    let scalars = "{\"size\":-1.5e3 ,\"text\":\"x\",\"k\":\"caf\u{e9} \\n\",\"ok\":true,\"path\":\"b\"}\n";
    let long = "{\"path\":\"b\",\"m\":[1234567890,1234567890,1234567890,1234567890,123456789,{\"\u{e9}\":null},12],\"text\":\"\"}\n";
    // The reader looks at 16 bytes of a skipped value first, then at 32.
    let lines = [line, scalars, long].map(|line| (Shape::Lines, line.as_bytes()));
    for (shape, text) in lines.into_iter().chain([(Shape::Object, object.as_bytes())]) {
        let places = (0..=text.len()).flat_map(|at| DAMAGES.iter().map(move |damage| (at, *damage)));
        for (at, damage, end) in places.flat_map(|(at, damage)| [(at, damage, at), (at, damage, at + 1)]) {
            let src = [&text[..at], damage, &text[end.min(text.len())..]].concat();
            let rules = JsonCheck { values: shape == Shape::Lines, ..JsonCheck::STRICT };
            let checked = json_check(rules, &mut [], &src);
            // No escape of a skipped value is decoded.
            let skips = shape == Shape::Lines && matches!(checked, Err(Error { code: ErrorCode::SurrogateLone, .. }));
            let checked =
                if skips { json_check(JsonCheck { lone_surrogates: true, ..rules }, &mut [], &src) } else { checked };
            let checked = checked.map_err(|error| match error.code {
                ErrorCode::ControlUnescaped if shape == Shape::Lines && src[error.offset as usize] == b'\n' => {
                    Error::new(ErrorCode::StringUnterminated, error.offset)
                }
                _ => error,
            });
            let Err(found) = read(Some(shape), &src) else {
                assert_eq!(checked, Ok(()), "{}", src.escape_ascii());
                continue;
            };
            let of_shape = match found.code {
                ErrorCode::JsonObjectExpected | ErrorCode::JsonStringExpected => true,
                ErrorCode::JsonMemberMissing | ErrorCode::NameRepeated | ErrorCode::SurrogateLone => {
                    shape == Shape::Lines
                }
                _ => false,
            };
            let is_first = checked.err().is_none_or(|error| found.offset <= error.offset);
            assert!(
                Err(found) == checked || of_shape && is_first,
                "{}: {found:?}, not {checked:?}",
                src.escape_ascii()
            );
        }
    }
}

#[test]
fn a_reader_counts_skipped_members_and_repairs() {
    let rules = JsonUnescape { surrogates: LoneSurrogates::Replace };
    let mut reader = Reader::new(None, rules);
    let src = br#"{"path":"a","size":5,"mtime":[1,2],"text":"\ud800"}"#;
    let (mut at, mut dst) = (0, [0; 64]);
    let mut seen = Vec::new();
    while let step = reader.step(&src[at..], &mut dst, Chunk::Last).unwrap()
        && step.event != Some(Event::End)
    {
        at += step.read;
        seen.push(reader.has_path_and_text());
    }
    assert_eq!((reader.skipped_members(), reader.repairs().count), (2, 1));
    seen.dedup();
    assert_eq!(seen, [(true, false), (true, true)]);
}

#[test]
fn the_length_of_the_separator_is_that_of_its_bytes() {
    for (shape, member) in [(Shape::Object, "\"a\":\"b\""), (Shape::Lines, "{\"path\":\"a\",\"text\":\"b\"}\n")] {
        let texts = texts(&[("a", "b"), ("a", "b")]);
        let rules = JsonEscape::new(&Profile::JSON, IllFormed::Reject).unwrap();
        let separator = Writer::new(shape, &rules).separator_len();
        let more = written(shape, &texts).len() - written(shape, &texts[..1]).len();
        assert_eq!(more, member.len() + separator, "{shape:?}");
    }
}
