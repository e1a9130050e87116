//! Any bytes under any limits, cut anywhere and skipped at any place: every tier gives the same events, up to the error
//! of the checker; with lines, those of the next line after each of its errors.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stringmill::json::{Event, JsonCheck, PausedReader};
use stringmill::{Chunk, Error, Tier};
use stringmill_fuzz::json_errors;

fuzz_target!(|input: (u8, u8, u8, bool, [u8; 3], &[u8])| {
    let (cut, skip, mode, lone_surrogates, [depth, string, len], src) = input;
    // 255 means no limit.
    let limit = |limit: u8| if limit == u8::MAX { u64::MAX } else { limit.into() };
    let (lines, values) = (mode % 3 == 1, mode % 3 == 2);
    let (depth_max, string_max, len_max) = (depth.into(), limit(string), limit(len));
    let rules = JsonCheck { lines, values, lone_surrogates, depth_max, string_max, len_max };
    let whole = events(Tier::SCALAR, rules, src, 0, skip);
    let parts = src.split_at(src.len().min(cut.into()));
    assert_eq!(whole.1, json_errors(Tier::SCALAR, rules, parts.into()), "the errors of the checker");
    for tier in Tier::available() {
        assert_eq!(events(tier, rules, src, cut.into(), skip), whole, "{tier}");
        assert_eq!(events(tier, rules, src, 0, skip), whole, "{tier}");
    }
});

/// The offsets and texts of all events, one value skipped, and the errors.
fn events(tier: Tier, rules: JsonCheck, src: &[u8], cut: usize, skip: u8) -> (Vec<(u64, Vec<u8>)>, Vec<Error>) {
    let (mut seen, mut errors, mut at, mut to_skip) = (Vec::new(), Vec::new(), 0, Some(usize::from(skip)));
    let mut paused = PausedReader::with_tier(tier, rules);
    for end in [cut.min(src.len()), src.len()] {
        let chunk = if end == src.len() { Chunk::Last } else { Chunk::More };
        let mut reader = paused.resume(&src[at..end], chunk);
        loop {
            if to_skip.take_if(|skip| *skip == seen.len()).is_some() {
                reader.skip();
            }
            let text = match reader.next() {
                Ok(Event::End) => return (seen, errors),
                Ok(Event::More) => break,
                Ok(Event::Name(text) | Event::String(text)) => text.raw().to_vec(),
                Ok(Event::Number(number)) => number.text().to_vec(),
                Ok(event) => format!("{event:?}").into_bytes(),
                Err(error) => {
                    errors.push(error);
                    if !rules.lines {
                        return (seen, errors);
                    }
                    reader.next_line();
                    continue;
                }
            };
            seen.push((reader.offset(), text));
        }
        let (state, read) = reader.pause();
        (paused, at) = (state, at + read);
    }
    unreachable!("the last piece has an end or an error");
}
