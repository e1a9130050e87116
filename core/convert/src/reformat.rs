//! JSON into JSON: the same tokens, with other white space between them.
//! Takes text that has been found to be JSON, cut anywhere, and holds nothing of it.

use crate::json_text::JsonText;
use crate::layout::{JsonWriter, Layout, Top};
use crate::refused::Refused;
use stringmill_kernels::{Class, JsonInside, Sixteen, scan_with};
use stringmill_outcome::ErrorCode;

/// Where the next byte stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Between,
    InString,
    /// Behind a backslash in a string.
    Escaped,
    InScalar,
}

/// Lays JSON out anew.
#[derive(Debug)]
pub(crate) struct Reformat {
    pub(crate) json: JsonWriter,
    place: Place,
    /// Containers that are open.
    level: usize,
    /// Whether nothing came yet in the innermost one.
    fresh: bool,
    pretty: bool,
    /// Where all that is to be done is that white space goes: what that needs to know.
    squeeze: Option<Squeeze>,
}

/// White space goes, and nothing comes.
#[derive(Debug)]
struct Squeeze {
    inside: JsonInside,
    /// Whether each line is a text of its own.
    lines: bool,
    /// Whether what is written is nothing, or ends a line.
    at_line: bool,
}

impl Reformat {
    /// Of JSON whose `lines` are texts of their own, or of one text.
    pub(crate) fn new(json: JsonWriter, lines: bool, layout: Layout) -> Self {
        let pretty = layout == Layout::Pretty;
        let as_it_comes = json.top() == if lines { Top::Lines } else { Top::One };
        let squeeze = Squeeze { inside: JsonInside::BETWEEN, lines, at_line: true };
        let squeeze = (as_it_comes && !pretty).then_some(squeeze);
        Reformat { json, place: Place::Between, level: 0, fresh: false, pretty, squeeze }
    }

    /// Whether lines need not be given one by one.
    pub(crate) fn takes_lines_together(&self) -> bool {
        self.squeeze.is_some()
    }

    /// Forgets what is open.
    pub(crate) fn restart(&mut self) {
        (self.place, self.level, self.fresh) = (Place::Between, 0, false);
    }

    /// Takes the next bytes, which stand at `base` of the text. Returns how many are done: all, unless `most` bytes have
    /// been written.
    pub(crate) fn run(&mut self, src: &[u8], base: u64, most: usize) -> Result<usize, Refused> {
        if let Some(squeeze) = &mut self.squeeze {
            squeeze.run(&mut self.json, src);
            return Ok(src.len());
        }
        // What is to be copied begins here.
        let (mut at, mut from) = (0, 0);
        while at < src.len() {
            match self.place {
                Place::Between => {}
                Place::InString => {
                    at = self.string(src, at);
                    if self.place == Place::Between {
                        self.end_if_top(src, &mut from, at);
                    }
                    continue;
                }
                Place::Escaped => {
                    at += 1;
                    self.place = Place::InString;
                    continue;
                }
                Place::InScalar => {
                    at = scalar_end(src, at);
                    if at == src.len() {
                        break;
                    }
                    self.place = Place::Between;
                    self.end_if_top(src, &mut from, at);
                    continue;
                }
            }
            let byte = src[at];
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' => {
                    if from < at {
                        self.json.out.put_first(&src[from..], at - from);
                    }
                    at = self.white_end(src, at + 1);
                    from = at;
                    if self.json.out.len() >= most {
                        return Ok(at);
                    }
                    continue;
                }
                b'}' | b']' => {
                    self.level -= 1;
                    if self.pretty && !self.fresh {
                        self.json.put_and_line(&src[from..], at - from, self.level);
                        from = at;
                    }
                    self.fresh = false;
                    at += 1;
                    self.end_if_top(src, &mut from, at);
                    continue;
                }
                b',' => {
                    at += 1;
                    if self.pretty {
                        self.json.put_and_line(&src[from..], at - from, self.level);
                        from = at;
                    }
                }
                b':' => {
                    at += 1;
                    if self.pretty {
                        self.json.out.put_first_and_byte(&src[from..], at - from, b' ');
                        from = at;
                    }
                }
                _ => {
                    self.begin(src, &mut from, at, base)?;
                    at += 1;
                    match byte {
                        b'"' => {
                            at = self.string(src, at);
                            if self.place == Place::Between {
                                self.end_if_top(src, &mut from, at);
                            }
                        }
                        b'{' | b'[' => {
                            self.level += 1;
                            self.fresh = true;
                        }
                        _ => self.place = Place::InScalar,
                    }
                }
            }
            if self.json.out.len() >= most {
                self.json.out.put(&src[from..at]);
                return Ok(at);
            }
        }
        self.json.out.put(&src[from..]);
        Ok(src.len())
    }

    /// The end of the white space that may go on at `at`.
    #[inline(always)]
    fn white_end(&self, src: &[u8], at: usize) -> usize {
        match src.get(at) {
            Some(b' ' | b'\t' | b'\n' | b'\r') => {}
            _ => return at,
        }
        // Mostly the blanks that indent a line.
        if let Some(sixteen) = src[at..].first_chunk() {
            let end = at + (Sixteen::of(sixteen).not_blank() | 1 << 16).trailing_zeros() as usize;
            if src.get(end).is_some_and(|&byte| byte > b' ') {
                return end;
            }
        }
        at + scan_with(self.json.tier, &Class::WHITE_SPACE_JSON, &src[at..])
    }

    /// What stands before a value or a name.
    #[inline(always)]
    fn begin(&mut self, src: &[u8], from: &mut usize, at: usize, base: u64) -> Result<(), Refused> {
        if self.level == 0 {
            if self.json.is_full() {
                return Err(Refused::at(ErrorCode::ConvertOneValue, base + at as u64));
            }
            self.json.begin();
        } else if self.fresh {
            if self.pretty {
                self.json.put_and_line(&src[*from..], at - *from, self.level);
                *from = at;
            }
            self.fresh = false;
        }
        Ok(())
    }

    /// The end of the string, as far as it is there.
    #[inline]
    fn string(&mut self, src: &[u8], from: usize) -> usize {
        let mut at = from;
        if let Some(block) = src[at..].first_chunk() {
            // Most strings are short.
            at += Sixteen::plain_prefix(block, b'"');
            if src.get(at) == Some(&b'"') {
                self.place = Place::Between;
                return at + 1;
            }
        }
        self.long_string(src, at)
    }

    #[inline(never)]
    fn long_string(&mut self, src: &[u8], mut at: usize) -> usize {
        loop {
            at += scan_with(self.json.tier, &Class::STRING, &src[at..]);
            match src.get(at) {
                None => {
                    self.place = Place::InString;
                    return at;
                }
                Some(b'\\') if at + 1 < src.len() => at += 2,
                Some(b'\\') => {
                    self.place = Place::Escaped;
                    return at + 1;
                }
                Some(_) => {
                    self.place = Place::Between;
                    at += 1;
                    break;
                }
            }
        }
        at
    }

    #[inline(always)]
    fn end_if_top(&mut self, src: &[u8], from: &mut usize, at: usize) {
        if self.level == 0 {
            self.json.out.put_first(&src[*from..], at - *from);
            *from = at;
            self.json.end();
        }
    }

    /// The end of a text.
    pub(crate) fn end(&mut self) {
        if let Some(squeeze) = &mut self.squeeze {
            if !squeeze.at_line {
                self.json.end();
                squeeze.at_line = true;
            }
            return;
        }
        if self.place == Place::InScalar {
            self.place = Place::Between;
            self.json.end();
        }
    }
}

/// The end of the number or word at `at`, as far as it is there.
#[inline(always)]
fn scalar_end(src: &[u8], mut at: usize) -> usize {
    while let Some(sixteen) = src[at..].first_chunk() {
        let stops = Sixteen::of(sixteen).ends_scalar();
        if stops != 0 {
            return at + stops.trailing_zeros() as usize;
        }
        at += 16;
    }
    at + src[at..].iter().take_while(|&&byte| !ENDS_SCALAR.has(byte)).count()
}

impl Squeeze {
    fn run(&mut self, json: &mut JsonWriter, src: &[u8]) {
        let from = json.out.len();
        json.out.compact(json.tier, &mut self.inside, self.lines, src);
        self.at_line = match self.lines {
            true => json.out.drop_empty_lines(json.tier, from, self.at_line),
            false => self.at_line && json.out.len() == from,
        };
    }
}

const ENDS_SCALAR: Class = Class::new(b"]}, \t\n\r");
