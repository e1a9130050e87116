//! Memory of readers: none is asked for twice, and a refusal is an error after which the reader can be used.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use stringmill_json::{Event, JsonCheck, PausedReader, Tape};
use stringmill_outcome::{Chunk, Error, ErrorCode};

thread_local! {
    static REQUESTS: Cell<u64> = const { Cell::new(0) };
    /// Whether the next request is refused.
    static REFUSES: Cell<bool> = const { Cell::new(false) };
}

/// The system allocator, with a count.
struct Counting;

// SAFETY: all calls are passed on unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        REQUESTS.set(REQUESTS.get() + 1);
        if REFUSES.take() {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller's promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Reads all events, and the same on a tape. Returns the memory with how many events there were, or the error.
fn read(paused: PausedReader, tape: &mut Tape, src: &[u8]) -> (PausedReader, Result<usize, Error>) {
    let mut reader = paused.restart().resume(src, Chunk::Last);
    let mut events = 0;
    let found = loop {
        match reader.next() {
            Ok(Event::End) => break Ok(events),
            Ok(_) => events += 1,
            Err(error) => break Err(error),
        }
    };
    let mut reader = reader.pause().0.restart().resume(src, Chunk::Last);
    while let Ok(true) = tape.fill(&mut reader, 1000) {}
    (reader.pause().0, found)
}

#[test]
fn a_second_text_takes_no_memory() {
    let deep = format!("{}1{}", "[".repeat(300), "]".repeat(300));
    let long = format!("[{}0]", "\"text\", ".repeat(3_000));
    let texts = [long.as_str(), &deep, r#"{"ok":true}"#, "[1 2]", "", r#"{"a": [1, {"b": "\n"}]}"#];
    let (mut paused, mut tape) = (PausedReader::new(JsonCheck::STRICT), Tape::default());
    for text in texts {
        (paused, _) = read(paused, &mut tape, text.as_bytes());
    }
    for text in texts.iter().rev() {
        let before = REQUESTS.get();
        (paused, _) = read(paused, &mut tape, text.as_bytes());
        assert_eq!(REQUESTS.get() - before, 0, "{} bytes", text.len());
    }
}

#[test]
fn refused_memory_is_an_error_and_the_next_text_is_read() {
    for text in [r#"{"ok":true}"#.to_owned(), format!("[{}0]", "1,".repeat(5_000))] {
        let (paused, mut tape) = (PausedReader::new(JsonCheck::STRICT), Tape::default());
        REFUSES.set(true);
        let (paused, found) = read(paused, &mut tape, text.as_bytes());
        assert!(!REFUSES.take(), "memory was asked for");
        assert_eq!(found, Err(Error::new(ErrorCode::MemoryRefused, 0)));
        let (_, found) = read(paused, &mut tape, text.as_bytes());
        assert!(found.is_ok_and(|events| events > 3));
    }
}
