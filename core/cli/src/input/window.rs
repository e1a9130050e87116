//! A window over a stream: the unread bytes, some bytes before them, and their position in the stream.

use stringmill::{Chunk, Place, Position};
pub(crate) use stringmill_diagnostic::Scene;

/// Bytes kept before the unread ones, so that a diagnostic can show them.
const BEFORE: usize = 256;
/// Bytes after an error that its diagnostic may show.
const AFTER: usize = 128;
/// Size of a window in bytes.
pub(crate) const WINDOW: usize = 128 * 1024;

/// A window over a stream. Bytes are added at its end and consumed from its front.
pub(crate) struct Window {
    bytes: Vec<u8>,
    /// The unread bytes are `bytes[start..end]`.
    start: usize,
    end: usize,
    /// Offset of `bytes[0]` in the stream.
    base: u64,
    /// Line and column of `bytes[counted]`, which is no later than `bytes[start]`.
    place: Place,
    counted: usize,
    ended: bool,
    /// A position to return to; it never leaves the window.
    mark: Option<usize>,
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

    /// Starts a new stream.
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

    /// Whether a scene at the first unread byte would show bytes that are not read yet.
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

    /// Marks the end of the stream.
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

    /// Marks the first unread byte, to return to it. The bytes read until then must fit in the window.
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

    /// Free space after the unread bytes. It is empty only if the window is full of unread bytes.
    pub(crate) fn room(&mut self) -> &mut [u8] {
        // One more byte than a scene shows: if it is a line feed, the line begins right after it.
        let keep = self.mark.unwrap_or(self.start).saturating_sub(BEFORE + 1);
        if keep > 0 {
            // These bytes leave the window, so count their lines now.
            self.count_to(keep);
            self.base += keep as u64;
            self.bytes.copy_within(keep..self.end, 0);
            (self.start, self.end, self.counted) = (self.start - keep, self.end - keep, self.counted - keep);
            self.mark = self.mark.map(|mark| mark - keep);
        }
        &mut self.bytes[self.end..]
    }

    /// Grows a full window, for a reader that needs more bytes to make progress.
    ///
    /// If the system refuses memory, the error is the number of bytes requested.
    pub(crate) fn widen(&mut self) -> Result<(), usize> {
        if self.room().is_empty() {
            let len = self.bytes.len();
            // Only by a quarter: the reader may need few more bytes.
            let more = (len / 4).max(WINDOW);
            self.bytes.try_reserve_exact(more).map_err(|_| len + more)?;
            self.bytes.resize(len + more, 0);
        }
        Ok(())
    }

    /// Declares the first `len` bytes of [`Window::room`] filled.
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

    /// The surroundings of the first unread byte.
    pub(crate) fn scene(&mut self) -> Scene {
        // A later scene need not count these lines again.
        self.count_to(self.start);
        let known = &self.bytes[self.start.saturating_sub(BEFORE + 1)..self.start];
        let newline = known.iter().rposition(|&byte| byte == b'\n');
        let cut = newline.is_none() && self.offset() > BEFORE as u64;
        let line = newline.map_or(usize::from(cut), |newline| newline + 1);
        let before = known.to_vec();
        let after = self.bytes[self.start..self.end.min(self.start + AFTER)].to_vec();
        Scene { before, line, cut, after, position: self.place.position(), offset: self.offset(), unit: "byte" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A scene is independent of the sizes of reads.
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
