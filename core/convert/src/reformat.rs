//! JSON into JSON: the same tokens, with other white space between them.
//! Takes text that has been found to be JSON, cut anywhere, and holds little of it.

use crate::json_text::{IN_LINE, JsonText};
use crate::laid_out::LaidOut;
use crate::layout::{JsonWriter, Layout, Top};
use crate::refused::Refused;
use stringmill_kernels::{Class, JsonInside, scan_with};
use stringmill_outcome::ErrorCode;

/// Lays JSON out anew.
#[derive(Debug)]
pub(crate) struct Reformat {
    pub(crate) json: JsonWriter,
    /// Where in the text the next byte stands.
    inside: JsonInside,
    /// Whether each line is a text of its own.
    lines: bool,
    means: Means,
}

/// What is done.
#[derive(Debug)]
enum Means {
    /// White space goes, and nothing comes. `at_line` says whether what is written is nothing, or ends a line.
    Squeeze { at_line: bool },
    /// Each text is laid out, and something may come between texts. `begun` says whether the text has.
    LayOut { begun: bool, held: Box<LaidOut> },
}

impl Reformat {
    /// Of JSON whose `lines` are texts of their own, or of one text.
    pub(crate) fn new(json: JsonWriter, lines: bool, layout: Layout) -> Self {
        let as_it_comes = json.top() == if lines { Top::Lines } else { Top::One };
        let means = match layout {
            Layout::Compact if as_it_comes => Means::Squeeze { at_line: true },
            _ => Means::LayOut { begun: false, held: Box::new(LaidOut::new(layout, json.top())) },
        };
        Reformat { json, inside: JsonInside::BETWEEN, lines, means }
    }

    /// Whether lines need not be given one by one.
    pub(crate) fn takes_lines_together(&self) -> bool {
        matches!(self.means, Means::Squeeze { .. })
    }

    /// Forgets what is open.
    pub(crate) fn restart(&mut self) {
        self.inside = JsonInside::BETWEEN;
        if let Means::LayOut { begun, held } = &mut self.means {
            *begun = false;
            held.restart();
        }
    }

    /// Takes the next bytes, which stand at `base` of the text. Returns how many are done: all, unless `most` bytes have
    /// been written.
    pub(crate) fn run(&mut self, src: &[u8], base: u64, most: usize) -> Result<usize, Refused> {
        let Reformat { json, inside, lines, means } = self;
        let (begun, held) = match means {
            Means::Squeeze { at_line } => {
                let from = json.out.len();
                json.out.compact(json.tier, inside, *lines, src);
                *at_line = match lines {
                    true => json.out.drop_empty_lines(json.tier, from, *at_line),
                    false => *at_line && json.out.len() == from,
                };
                return Ok(src.len());
            }
            Means::LayOut { begun, held } => (begun, held),
        };
        // At once, and not by doubling: what is laid out is mostly longer.
        json.out.room((2 * src.len()).min(most));
        let mut at = 0;
        while at < src.len() {
            if held.is_empty() {
                let mut piece = &src[at..];
                if *lines {
                    piece = &piece[..scan_with(json.tier, &IN_LINE, piece)];
                    if piece.is_empty() {
                        at += 1;
                        if std::mem::take(begun) {
                            json.end();
                        }
                        continue;
                    }
                }
                if !*begun {
                    let white = scan_with(json.tier, &Class::WHITE_SPACE_JSON, piece);
                    at += white;
                    piece = &piece[white..];
                    if piece.is_empty() {
                        continue;
                    }
                    if json.is_full() {
                        return Err(Refused::at(ErrorCode::ConvertOneValue, base + at as u64));
                    }
                    json.begin();
                    *begun = true;
                }
                held.take(json.tier, inside, piece);
            }
            // What is held counts as read once all of it is written.
            match held.write(json, most) {
                Some(read) => at += read,
                None => return Ok(at),
            }
        }
        Ok(src.len())
    }

    /// The end of a text.
    pub(crate) fn end(&mut self) {
        let open = match &mut self.means {
            Means::Squeeze { at_line } => !std::mem::replace(at_line, true),
            Means::LayOut { begun, .. } => std::mem::take(begun),
        };
        if open {
            self.json.end();
        }
    }
}
