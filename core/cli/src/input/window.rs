//! A stretch of a stream in memory: bytes still unread, a little of what went before, and where in the stream it is.

use stringmill::{Chunk, Place, Position};

/// Bytes kept before the unread ones, so that an error can show what led up to it.
const BEFORE: usize = 256;
/// Bytes after an error that its picture may show.
const AFTER: usize = 128;
/// Bytes that a window holds.
pub(crate) const WINDOW: usize = 128 * 1024;

/// A stretch of a stream. Bytes come in at its end and are consumed from its front.
pub(crate) struct Window {
    bytes: Vec<u8>,
    /// The unread bytes are `bytes[start..end]`.
    start: usize,
    end: usize,
    /// Where `bytes[0]` stands in the stream.
    base: u64,
    /// Lines and columns up to `bytes[counted]`, which is no later than `bytes[start]`.
    place: Place,
    counted: usize,
    ended: bool,
    /// A place to return to, which must not leave the window.
    mark: Option<usize>,
}

/// A copy of the bytes around a place in a stream, enough to draw it.
#[derive(Debug)]
pub(crate) struct Scene {
    /// What stands before the place.
    pub(crate) before: Vec<u8>,
    /// Where in `before` the line begins, or as much of it as is shown.
    pub(crate) line: usize,
    /// Whether the line began earlier.
    pub(crate) cut: bool,
    /// What stands at the place and after it.
    pub(crate) after: Vec<u8>,
    /// The place, in lines and columns.
    pub(crate) position: Position,
    /// The place, in bytes from the start of the stream.
    pub(crate) offset: u64,
}

impl Window {
    pub(crate) fn new(len: usize) -> Self {
        Window {
            bytes: vec![0; len.max(4 * BEFORE)],
            start: 0,
            end: 0,
            base: 0,
            place: Place::default(),
            counted: 0,
            ended: false,
            mark: None,
        }
    }

    /// Forgets the stream, to be used for another one.
    pub(crate) fn reset(&mut self) {
        (self.start, self.end, self.base, self.ended) = (0, 0, 0, false);
        (self.place, self.counted, self.mark) = (Place::default(), 0, None);
    }

    /// The bytes that are not yet consumed.
    pub(crate) fn unread(&self) -> &[u8] {
        &self.bytes[self.start..self.end]
    }

    /// Whether more may follow the unread bytes.
    pub(crate) fn chunk(&self) -> Chunk {
        if self.ended { Chunk::Last } else { Chunk::More }
    }

    /// Whether a scene at the first unread byte would show more if there were more.
    pub(crate) fn wants_more(&self) -> bool {
        !self.ended && self.end - self.start < AFTER
    }

    /// Whether nothing follows the unread bytes.
    pub(crate) fn is_finished(&self) -> bool {
        self.ended
    }

    /// Whether all is consumed and nothing follows.
    pub(crate) fn is_spent(&self) -> bool {
        self.ended && self.start == self.end
    }

    /// Declares that nothing follows.
    pub(crate) fn finish(&mut self) {
        self.ended = true;
    }

    /// Offset in the stream of the first unread byte.
    pub(crate) fn offset(&self) -> u64 {
        self.base + self.start as u64
    }

    /// Consumes `len` unread bytes.
    pub(crate) fn consume(&mut self, len: usize) {
        self.start += len;
    }

    /// Marks the first unread byte, to return to it. What is read on to must not be more than fits in the window.
    pub(crate) fn mark(&mut self) {
        self.mark = Some(self.start);
    }

    /// Forgets the mark.
    pub(crate) fn forget_mark(&mut self) {
        self.mark = None;
    }

    /// Makes the marked byte the first unread one again.
    pub(crate) fn return_to_mark(&mut self) {
        self.start = self.mark.take().unwrap_or(self.start);
    }

    /// Room for more bytes after the unread ones: all that is free. It is empty only where the window is full of unread
    /// bytes.
    pub(crate) fn room(&mut self) -> &mut [u8] {
        // One more than a scene shows: it tells whether a line began right there.
        let keep = self.mark.unwrap_or(self.start).saturating_sub(BEFORE + 1);
        if keep > 0 {
            // These bytes leave the window, so their lines are counted now.
            self.count_to(keep);
            self.base += keep as u64;
            self.bytes.copy_within(keep..self.end, 0);
            (self.start, self.end, self.counted) = (self.start - keep, self.end - keep, self.counted - keep);
            self.mark = self.mark.map(|mark| mark - keep);
        }
        &mut self.bytes[self.end..]
    }

    /// Makes room where there is none: for a reader that needs more than fits to get on.
    ///
    /// If the system refuses memory, the error is how many bytes were asked for.
    pub(crate) fn widen(&mut self) -> Result<(), usize> {
        if self.room().is_empty() {
            let len = self.bytes.len();
            // By a quarter: what is read next may be all that is missing.
            let more = (len / 4).max(WINDOW);
            self.bytes.try_reserve_exact(more).map_err(|_| len + more)?;
            self.bytes.resize(len + more, 0);
        }
        Ok(())
    }

    /// Declares the first `len` bytes of the room filled.
    pub(crate) fn fill(&mut self, len: usize) {
        self.end += len;
    }

    /// Line and column of the byte at `at` of the unread ones.
    pub(crate) fn position(&self, at: usize) -> Position {
        let mut place = self.place;
        place.pass(&self.bytes[self.counted..self.start + at]);
        place.position()
    }

    fn count_to(&mut self, to: usize) {
        if self.counted < to {
            self.place.pass(&self.bytes[self.counted..to]);
            self.counted = to;
        }
    }

    /// What stands around the first unread byte.
    pub(crate) fn scene(&mut self) -> Scene {
        // A later scene need not count these lines again.
        self.count_to(self.start);
        let known = &self.bytes[self.start.saturating_sub(BEFORE + 1)..self.start];
        let newline = known.iter().rposition(|&byte| byte == b'\n');
        let cut = newline.is_none() && self.offset() > BEFORE as u64;
        let line = newline.map_or(usize::from(cut), |newline| newline + 1);
        let before = known.to_vec();
        let after = self.bytes[self.start..self.end.min(self.start + AFTER)].to_vec();
        Scene { before, line, cut, after, position: self.place.position(), offset: self.offset() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever the sizes of the pieces, a scene is the same.
    #[test]
    fn scenes_do_not_depend_on_chunks() {
        let mut text = Vec::new();
        for line in 0..400 {
            text.extend_from_slice(format!("line {line} \u{e9}{}\n", "x".repeat(line % 37)).as_bytes());
        }
        let at = text.len() - 700;
        let mut scenes = Vec::new();
        for piece in [1, 7, 64, 255, 256, 257, 500] {
            let mut window = Window::new(1024);
            let mut given = 0;
            let mut consumed = 0;
            while consumed < at {
                let len = piece.min(window.room().len()).min(text.len() - given);
                window.room()[..len].copy_from_slice(&text[given..given + len]);
                window.fill(len);
                given += len;
                let len = window.unread().len().min(at - consumed);
                window.consume(len);
                consumed += len;
            }
            while given < at + AFTER {
                window.room()[0] = text[given];
                window.fill(1);
                given += 1;
            }
            assert_eq!(window.offset(), at as u64);
            let scene = window.scene();
            assert_eq!(scene.position, stringmill::locate(&text, at));
            scenes.push(format!("{:?} {} {} {:?}", scene.before, scene.line, scene.cut, &scene.after[..AFTER]));
        }
        assert!(scenes.windows(2).all(|pair| pair[0] == pair[1]));
    }
}
