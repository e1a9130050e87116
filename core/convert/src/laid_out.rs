//! A piece of JSON text, without its white space and then with another.

use crate::layout::{JsonWriter, Layout, Top};
use stringmill_ion::output::PIECE;
use stringmill_kernels::{JsonInside, Tier, json_compact_with, json_structural_with};

/// Bytes that are held at most.
const HELD: usize = 4096;

/// A piece of a text that is written once for all of it, in parts where it grows much.
#[derive(Debug)]
pub(crate) struct LaidOut {
    /// The piece without white space, and rubbish behind it.
    text: [u8; HELD + PIECE],
    /// Its structural characters that are yet to be written.
    marks: [u64; HELD / 64],
    /// Bytes of `text` that count.
    len: usize,
    /// Bytes of `text` that are written.
    written: usize,
    /// Bytes of the piece as it was read; 0 where none is held.
    read: usize,
    /// Where in the text, without white space, the next byte stands.
    inside: JsonInside,
    /// Blanks before a line in the containers that are open.
    indent: usize,
    /// The same of those around the text.
    outer: usize,
    /// Whether nothing came yet in the innermost one.
    fresh: bool,
    pretty: bool,
}

impl LaidOut {
    pub(crate) fn new(layout: Layout, top: Top) -> Self {
        let outer = if top == Top::Array { INDENT as usize } else { 0 };
        LaidOut {
            text: [0; HELD + PIECE],
            marks: [0; HELD / 64],
            len: 0,
            written: 0,
            read: 0,
            inside: JsonInside::BETWEEN,
            indent: outer,
            outer,
            fresh: false,
            pretty: layout == Layout::Pretty,
        }
    }

    /// Forgets what is held and what is open.
    pub(crate) fn restart(&mut self) {
        (self.read, self.inside, self.indent, self.fresh) = (0, JsonInside::BETWEEN, self.outer, false);
    }

    /// Whether nothing is held.
    pub(crate) fn is_empty(&self) -> bool {
        self.read == 0
    }

    /// Takes the first bytes of `src`, which begins at `inside`. Nothing must be held.
    pub(crate) fn take(&mut self, tier: Tier, inside: &mut JsonInside, src: &[u8]) {
        let src = &src[..src.len().min(HELD)];
        self.len = json_compact_with(tier, inside, false, src, &mut self.text);
        // Whether a container is empty that begins at the end is not yet known: as if it were.
        self.text[self.len] = b']';
        (self.read, self.written) = (src.len(), 0);
        if self.pretty {
            json_structural_with(tier, &mut self.inside, &self.text[..self.len], &mut self.marks);
        }
    }

    /// Writes what is held: all, unless `most` bytes have been written, and then `None`. Returns how many bytes it was when
    /// it was read.
    pub(crate) fn write(&mut self, json: &mut JsonWriter, most: usize) -> Option<usize> {
        if json.out.len() >= most {
            return None;
        }
        if self.pretty {
            self.write_pretty(json, most)?;
        }
        json.out.put(&self.text[self.written..self.len]);
        Some(std::mem::take(&mut self.read))
    }

    /// Writes all up to the last structural character.
    fn write_pretty(&mut self, json: &mut JsonWriter, most: usize) -> Option<()> {
        // What was the last byte of the piece before.
        if self.fresh && self.written == 0 && self.len > 0 && !Kind::of(self.text[0]).closes {
            json.out.put_first_and_blanks(&[], 0, b'\n', self.indent);
            self.fresh = false;
        }
        // In registers.
        let (mut written, mut indent, mut fresh) = (self.written, self.indent, self.fresh);
        let mut done = Some(());
        'all: for word in written / 64..self.len.div_ceil(64) {
            let mut marks = self.marks[word];
            while marks != 0 {
                let at = word * 64 + marks.trailing_zeros() as usize;
                marks &= marks - 1;
                // Without branches on what it is, which nobody can foretell.
                let kind = Kind::of(self.text[at]);
                indent = indent.wrapping_add_signed(isize::from(kind.indents));
                if kind.opens & Kind::of(self.text[at + 1]).closes | kind.closes & fresh {
                    fresh = kind.opens;
                    continue;
                }
                let (len, blanks) = (at + usize::from(!kind.closes) - written, if kind.is_colon { 0 } else { indent });
                json.out.put_first_and_blanks(&self.text[written..], len, kind.blank, blanks);
                written += len;
                if json.out.len() >= most {
                    self.marks[word] = marks;
                    done = None;
                    break 'all;
                }
            }
        }
        (self.written, self.indent, self.fresh) = (written, indent, fresh);
        done
    }
}

/// Blanks for each container around a line.
const INDENT: i8 = 2;

/// What a byte does.
#[derive(Clone, Copy)]
struct Kind {
    opens: bool,
    /// It stands on a line of its own, and nothing comes behind it.
    closes: bool,
    is_colon: bool,
    /// Blanks more before the lines behind it, or before its own.
    indents: i8,
    /// The white space behind it, or before it.
    blank: u8,
}

impl Kind {
    #[inline(always)]
    fn of(byte: u8) -> Kind {
        KINDS[usize::from(byte)]
    }
}

static KINDS: [Kind; 256] = {
    let mut kinds = [Kind { opens: false, closes: false, is_colon: false, indents: 0, blank: b'\n' }; 256];
    let opens = Kind { opens: true, indents: INDENT, ..kinds[0] };
    let closes = Kind { closes: true, indents: -INDENT, ..kinds[0] };
    (kinds[b'{' as usize], kinds[b'[' as usize]) = (opens, opens);
    (kinds[b'}' as usize], kinds[b']' as usize]) = (closes, closes);
    kinds[b':' as usize] = Kind { is_colon: true, blank: b' ', ..kinds[0] };
    kinds
};
