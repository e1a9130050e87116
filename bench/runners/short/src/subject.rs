//! Who is measured.

use std::hint::black_box;

/// Room for the output of any text, with the quotes and stores of peers.
const ROOM: usize = 4096;

/// Does all texts, each over the one before; returns the sum of the lengths of their outputs.
pub(crate) type Run<'a> = Box<dyn Fn(&[&[u8]], &mut Vec<u8>) -> usize + 'a>;

pub(crate) struct Subject<'a> {
    pub(crate) name: String,
    pub(crate) run: Run<'a>,
    /// Quotes that it writes.
    pub(crate) quotes: usize,
    pub(crate) compared: bool,
}

/// A subject that writes into a slice.
pub(crate) fn into_slice<'a>(name: &str, work: impl Fn(&[u8], &mut [u8]) -> usize + 'a) -> Subject<'a> {
    let run: Run<'a> = Box::new(move |texts, out| {
        out.resize(ROOM, 0);
        texts.iter().map(|text| black_box(work(text, black_box(&mut *out)))).sum()
    });
    Subject { name: name.to_owned(), run, quotes: 0, compared: true }
}

/// A subject whose output is one byte for each text that it accepts.
pub(crate) fn verdict<'a>(name: &str, accepts: impl Fn(&[u8]) -> bool + 'a) -> Subject<'a> {
    into_slice(name, move |text, _| usize::from(accepts(text)))
}
