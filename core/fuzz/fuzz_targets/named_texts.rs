//! Any bytes as named texts, cut anywhere, into a buffer of any size: one verdict and the same texts. The input is JSON, and
//! the output of the writer for these texts is read back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::convert::Infallible;
use stringmill::json::{JsonCheck, json_check};
use stringmill::pack::{Event, Reader, Shape, Sink, Writer};
use stringmill::{Chunk, Error, IllFormed, JsonEscape, JsonUnescape, LoneSurrogates, Profile, Repairs};

type Texts = Vec<(Vec<u8>, Vec<u8>)>;

struct Page(Vec<u8>, usize);

impl Sink for Page {
    type Error = Infallible;

    fn room(&mut self, least: usize) -> Result<&mut [u8], Infallible> {
        self.0.resize(self.1 + least, 0);
        Ok(&mut self.0[self.1..])
    }

    fn fill(&mut self, len: usize) {
        self.1 += len;
    }
}

/// Reads `src` in two parts, cut at `cut`, into a buffer of `room` bytes.
fn read(shape: Option<Shape>, src: &[u8], cut: usize, room: usize) -> Result<Texts, Error> {
    let mut reader = Reader::new(shape, JsonUnescape { surrogates: LoneSurrogates::Reject });
    let (mut texts, mut bytes, mut dst) = (Texts::new(), Vec::new(), vec![0; room]);
    let (mut at, mut end) = (0, cut.min(src.len()));
    let (mut name, mut text) = (None, None);
    loop {
        let chunk = if end == src.len() { Chunk::Last } else { Chunk::More };
        let step = reader.step(&src[at..end], &mut dst, chunk).map_err(|error| error.after(at as u64))?;
        at += step.read;
        bytes.extend_from_slice(&dst[..step.written]);
        match step.event {
            Some(Event::NameBegins | Event::TextBegins) => assert!(bytes.is_empty()),
            Some(Event::NameEnds) => assert_eq!(name.replace(std::mem::take(&mut bytes)), None),
            Some(Event::TextEnds) => assert_eq!(text.replace(std::mem::take(&mut bytes)), None),
            Some(Event::FileEnds) => texts.push((name.take().expect("a name"), text.take().expect("a text"))),
            Some(Event::ModeBegins | Event::ModeEnds) => unreachable!("no mode is asked for"),
            Some(Event::End) => return Ok(texts),
            None if step.read + step.written == 0 => {
                assert!(end < src.len(), "stuck at {at}");
                end = src.len();
            }
            None => {}
        }
    }
}

fn written(shape: Shape, texts: &Texts) -> Vec<u8> {
    let rules = JsonEscape::new(&Profile::JSON, IllFormed::Reject).expect("a pair that exists");
    let (writer, mut page, mut repairs) = (Writer::new(shape, &rules), Page(Vec::new(), 0), Repairs::default());
    writer.begin(&mut page).expect("room");
    for (number, (name, text)) in texts.iter().enumerate() {
        writer.begin_text(&mut page, name, None, number == 0, &mut repairs).expect("UTF-8");
        assert_eq!(writer.text(&mut page, text, Chunk::Last, &mut repairs), Ok(text.len()));
        writer.end_text(&mut page).expect("room");
    }
    writer.end(&mut page, texts.is_empty()).expect("room");
    page.0.truncate(page.1);
    page.0
}

fuzz_target!(|input: (u8, u8, u8, &[u8])| {
    let (shape, cut, room, src) = input;
    let shape = [None, Some(Shape::Object), Some(Shape::Lines)][usize::from(shape % 3)];
    let expected = read(shape, src, src.len(), 4096);
    assert_eq!(read(shape, src, cut.into(), usize::from(room) + 4), expected);
    let Ok(texts) = expected else { return };
    let lines = json_check(JsonCheck { lines: true, ..JsonCheck::STRICT }, &mut [], src);
    assert!(lines.is_ok() || json_check(JsonCheck::STRICT, &mut [], src).is_ok(), "{lines:?}");
    for shape in [Shape::Object, Shape::Lines] {
        let json = written(shape, &texts);
        assert_eq!(read(Some(shape), &json, cut.into(), 4096).as_ref(), Ok(&texts), "{}", json.escape_ascii());
    }
});
