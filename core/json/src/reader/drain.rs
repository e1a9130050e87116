//! Passes the tokens of a window at once, without an event for each token.

use super::Reader;
use super::nesting::Bracket;
use stringmill_kernels::JsonPlaces;

/// A token of a window.
pub(crate) struct WindowToken {
    /// Its first byte.
    pub(crate) first: u8,
    /// Where it begins in the piece.
    pub(crate) at: usize,
    /// Its end: of a string the closing quote, of others the byte after it.
    pub(crate) end: usize,
    /// As [`JsonPlaces::MARK`].
    pub(crate) mark: bool,
    /// Whether it is a name.
    pub(crate) is_name: bool,
}

impl Reader<'_> {
    /// How many tokens the window lists, and an offset in the piece that none of them reaches.
    pub(crate) fn listed(&self) -> (usize, usize) {
        let window = &self.state.window;
        (window.starts_left().len(), window.base().saturating_add(JsonPlaces::WINDOW + 1))
    }

    /// Passes at most `most` tokens of the window to `take`. Stops before a token that needs memory or another window;
    /// [`Reader::next`] reads that token.
    #[inline]
    pub(crate) fn drain(&mut self, most: usize, mut take: impl FnMut(WindowToken)) {
        let (src, state) = (self.src, &mut self.state);
        let (window, nesting) = (&mut state.window, &mut state.nesting);
        let (base, starts, ends) = (window.base(), window.starts_left(), window.ends_left());
        let (mut passed, mut ended) = (0, 0);
        for &start in starts.iter().take(most) {
            let at = base.wrapping_add(start.into());
            let Some(&first) = src.get(at) else { break };
            let token = if let Some(Bracket { opens, is_object }) = Bracket::of(first) {
                if opens == 1 && nesting.is_full() {
                    break;
                }
                nesting.turn(opens, is_object);
                WindowToken { first, at, end: at.wrapping_add(1), mark: false, is_name: false }
            } else {
                let Some(&end) = ends.get(ended) else { break };
                ended += 1;
                let mark = end & JsonPlaces::MARK != 0;
                let end = base.wrapping_add(usize::from(end & !JsonPlaces::MARK));
                WindowToken { first, at, end, mark, is_name: nesting.take_value() }
            };
            take(token);
            passed += 1;
            state.at = at;
        }
        window.pass_many(passed, ended);
    }
}
