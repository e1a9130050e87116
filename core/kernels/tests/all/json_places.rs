//! The places that `json_places` lists beside its tokens, and those that a search byte by byte finds.

use stringmill_kernels::{
    JsonPlace, JsonPlaces, JsonStructure, JsonStructureProgress, JsonTokens, Tier, json_places_with,
};
use stringmill_outcome::{Chunk, Error, ErrorCode};

/// Where tokens of a stream begin, and where strings and scalars end, with their marks.
#[derive(Debug, Default)]
pub(crate) struct Places {
    starts: Vec<usize>,
    ends: Vec<(usize, bool)>,
    marked: bool,
}

/// A mark of a string that has no end makes no difference.
impl PartialEq for Places {
    fn eq(&self, other: &Self) -> bool {
        (&self.starts, &self.ends) == (&other.starts, &other.ends)
    }
}

impl Places {
    /// Scans the piece at `base`, for which `found` is expected.
    pub(crate) fn scan(
        &mut self,
        tier: Tier,
        rules: JsonStructure,
        place: JsonPlace,
        (src, base): (&[u8], usize),
        chunk: Chunk,
        found: JsonStructureProgress<'_>,
    ) {
        let len = JsonPlaces::room(src.len());
        let (mut starts, mut ends) = (vec![0; len], vec![0; len]);
        let mut places = JsonPlaces::new(&mut starts, &mut ends);
        places.marked = self.marked;
        let mut room = JsonTokens::ROOM;
        let again = json_places_with(tier, &rules, place, src, &mut room, &mut places, chunk);
        assert_eq!(again, found, "{tier}: places change the tokens");
        self.starts.extend(places.starts().iter().map(|&at| base + usize::from(at)));
        let end = |&end: &u16| (base + usize::from(end & !JsonPlaces::MARK), end & JsonPlaces::MARK != 0);
        self.ends.extend(places.ends().iter().map(end));
        self.marked = places.marked;
    }

    /// The same, `len` bytes earlier.
    pub(crate) fn earlier(self, len: usize) -> Self {
        let starts = self.starts.into_iter().map(|at| at - len).collect();
        Places { starts, ends: self.ends.into_iter().map(|(at, mark)| (at - len, mark)).collect(), ..self }
    }

    /// The places of `tokens`, as far as they are whole before `error`.
    pub(crate) fn expected(src: &[u8], tokens: &[(u8, usize)], error: Option<Error>) -> Self {
        let before = error.map_or(src.len(), |error| error.offset as usize);
        // A scalar may touch the next one, which then is the next token, or this error.
        let touching = error.filter(|error| error.code == ErrorCode::JsonTrailing).map(|_| before);
        let mut places = Places::default();
        for (index, &(first, at)) in tokens.iter().enumerate().filter(|(_, token)| !b",:\n".contains(&token.0)) {
            places.starts.push(at);
            let next = tokens.get(index + 1).map(|token| token.1).or(touching).unwrap_or(src.len());
            places.ends.extend(match first {
                b'{' | b'}' | b'[' | b']' | b'?' => None,
                b'"' => string_end(src, at).filter(|end| end.0 < before),
                _ => scalar_end(&src[..next], at).filter(|end| end.0 <= before),
            });
        }
        places
    }
}

/// The end of the number or literal at `at`, if it is whole.
fn scalar_end(src: &[u8], at: usize) -> Option<(usize, bool)> {
    for word in ["true", "false", "null"] {
        if src[at..].starts_with(word.as_bytes()) {
            return Some((at + word.len(), false));
        }
    }
    let len = src[at..].iter().take_while(|byte| b"+-.0123456789Ee".contains(byte)).count();
    let text = &src[at..at + len];
    text.last()?.is_ascii_digit().then(|| (at + len, text.iter().any(|byte| b".Ee".contains(byte))))
}

fn string_end(src: &[u8], at: usize) -> Option<(usize, bool)> {
    let (mut end, mut marked) = (at + 1, false);
    loop {
        match src.get(end)? {
            b'"' => return Some((end, marked)),
            b'\\' => (end, marked) = (end + 2, true),
            _ => end += 1,
        }
    }
}
