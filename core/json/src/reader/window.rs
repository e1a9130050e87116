//! A window of checked text, and the places of its tokens.

use crate::check::JsonChecker;
use alloc::vec::Vec;
use stringmill_kernels::JsonPlaces;
use stringmill_outcome::{Chunk, Error, ErrorCode};

/// Two lists of offsets in one allocation, and how many offsets of each are read.
#[derive(Debug, Default)]
pub(crate) struct Window {
    /// The starts of tokens, and from `half` on the ends.
    lists: Vec<u16>,
    half: usize,
    /// The lengths of the lists.
    started: usize,
    ended: usize,
    /// How many offsets of each list are read. `end` may exceed `ended` by one: the token that the window cuts was
    /// skipped, so its end in the next window is read already.
    start: usize,
    end: usize,
    /// Where the window begins in the text; wrapped below zero for a window of an earlier piece.
    base: usize,
    /// Whether the token that the window cuts has a mark.
    marked: bool,
    /// Whether this is the last window.
    pub(super) is_last: bool,
}

impl Window {
    /// Judges `src`, which is at `base`, and lists the tokens up to an error. If `skip` containers have to end first
    /// and do not end in `src`, only counts the containers. Returns the place in the text at which the judged bytes
    /// end.
    pub(super) fn judge(
        &mut self,
        checker: &mut JsonChecker<'_>,
        base: usize,
        src: &[u8],
        chunk: Chunk,
        skip: &mut u64,
    ) -> Result<usize, Error> {
        debug_assert!(self.start == self.started && self.end >= self.ended, "all tokens are read");
        if let Err(code) = self.reserve(JsonPlaces::room(src.len())) {
            self.clear();
            return Err(Error::new(code, base as u64));
        }
        let (starts, ends) = self.lists.split_at_mut(self.half);
        let mut places = JsonPlaces::new(starts, ends);
        (places.marked, places.skip, places.ahead) = (self.marked, *skip, self.end - self.ended);
        let judged = checker.step_with(src, chunk, &mut places);
        let judged = judged.map(|read| base + read).map_err(|error| error.after(base as u64));
        *skip = places.skip;
        (self.start, self.end) = (0, places.ahead);
        (self.started, self.ended) = (places.starts().len(), places.ends().len());
        (self.base, self.marked) = (base, places.marked);
        judged.inspect_err(|error| self.keep_before(error.offset as usize))
    }

    /// Forgets the tokens after an error at `offset` in the text.
    #[cold]
    pub(super) fn keep_before(&mut self, offset: usize) {
        match offset.checked_sub(self.base) {
            Some(offset) => {
                let whole = |end: u16| usize::from(end & !JsonPlaces::MARK) <= offset;
                self.started = self.starts().partition_point(|&start| usize::from(start) < offset);
                self.ended = self.ends().partition_point(|&end| whole(end));
            }
            // The error is in a token that began in an earlier window.
            None => self.clear(),
        }
    }

    /// The places at which the tokens of the window begin, and the places at which strings, numbers and literals end,
    /// with their marks. The first end may belong to a token of an earlier window.
    pub(crate) fn tokens(&self) -> (impl Iterator<Item = usize>, impl Iterator<Item = (usize, bool)>) {
        let in_text = |offset: u16| self.base.wrapping_add(usize::from(offset & !JsonPlaces::MARK));
        let starts = self.starts().iter().map(move |&start| in_text(start));
        (starts, self.ends().iter().map(move |&end| (in_text(end), end & JsonPlaces::MARK != 0)))
    }

    /// Makes room for `room` offsets in each list. A list that has to grow doubles at least, up to the room of a whole
    /// window.
    #[inline]
    fn reserve(&mut self, room: usize) -> Result<(), ErrorCode> {
        if self.half < room {
            let half = room.max(2 * self.half).min(JsonPlaces::room(JsonPlaces::WINDOW));
            let more = 2 * half - self.lists.len();
            self.lists.try_reserve_exact(more).map_err(|_| ErrorCode::MemoryRefused)?;
            self.lists.resize(2 * half, 0);
            self.half = half;
        }
        Ok(())
    }

    /// Where tokens begin, from the beginning of the window.
    #[inline]
    fn starts(&self) -> &[u16] {
        self.lists.get(..self.started).unwrap_or(&[])
    }

    /// Where strings, numbers and literals end, with their marks.
    #[inline]
    fn ends(&self) -> &[u16] {
        self.lists.get(self.half..).and_then(|ends| ends.get(..self.ended)).unwrap_or(&[])
    }

    /// Where the next token begins.
    #[inline]
    pub(super) fn start(&self) -> Option<usize> {
        self.starts().get(self.start).map(|&start| self.base.wrapping_add(start.into()))
    }

    /// Where the next string, number or literal ends, and its mark.
    #[inline]
    pub(super) fn end(&self) -> Option<(usize, bool)> {
        let &end = self.ends().get(self.end)?;
        let offset = usize::from(end & !JsonPlaces::MARK);
        Some((self.base.wrapping_add(offset), end & JsonPlaces::MARK != 0))
    }

    /// The first byte of the next token.
    #[inline]
    pub(super) fn first(&self, src: &[u8]) -> Option<u8> {
        src.get(self.start()?).copied()
    }

    /// Where the window begins in the text.
    #[inline]
    pub(crate) fn base(&self) -> usize {
        self.base
    }

    /// The starts that are not read.
    #[inline]
    pub(super) fn starts_left(&self) -> &[u16] {
        self.starts().get(self.start..).unwrap_or(&[])
    }

    /// The ends that are not read.
    #[inline]
    pub(super) fn ends_left(&self) -> &[u16] {
        self.ends().get(self.end..).unwrap_or(&[])
    }

    /// Passes `starts` tokens, among them `ends` strings, numbers and literals.
    #[inline]
    pub(super) fn pass_many(&mut self, starts: usize, ends: usize) {
        (self.start, self.end) = (self.start + starts, self.end + ends);
    }

    #[inline]
    pub(super) fn pass(&mut self) {
        self.start += 1;
    }

    #[inline]
    pub(super) fn pass_end(&mut self) {
        self.end += 1;
    }

    #[inline]
    pub(super) fn pass_value(&mut self) {
        self.pass();
        self.pass_end();
    }

    /// Passes tokens up to the end of `levels` open containers, at least one. Returns whether that end is in this
    /// window.
    pub(super) fn pass_levels(&mut self, src: &[u8], levels: &mut u64) -> bool {
        let starts = self.starts();
        let (mut depth, mut ends) = (*levels, 0);
        for (passed, &start) in starts[self.start.min(starts.len())..].iter().enumerate() {
            let byte = src.get(self.base.wrapping_add(start.into())).copied().unwrap_or(0) | 0x20;
            // `{` and `[`, `}` and `]` differ in one bit.
            let (opens, closes) = (u64::from(byte == b'{'), u64::from(byte == b'}'));
            depth = depth.wrapping_add(opens).wrapping_sub(closes);
            ends += usize::from(opens | closes == 0);
            if depth == 0 {
                (self.start, self.end) = (self.start + passed + 1, self.end + ends);
                return true;
            }
        }
        (self.start, self.end) = (starts.len(), self.end + ends);
        *levels = depth;
        false
    }

    /// Forgets all tokens.
    pub(super) fn clear(&mut self) {
        (self.started, self.start) = (0, 0);
        (self.ended, self.end) = (0, 0);
    }

    /// Resets the window to the beginning of a text.
    pub(super) fn restart(&mut self) {
        self.clear();
        (self.marked, self.is_last) = (false, false);
    }

    /// The text begins `len` bytes later.
    pub(super) fn shift(&mut self, len: usize) {
        self.base = self.base.wrapping_sub(len);
    }
}
