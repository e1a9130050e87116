//! Comments are skipped and counted once, for any pieces of input.

use stringmill_ion::{Comments, Event, Reader};
use stringmill_kernels::Tier;
use stringmill_outcome::{Chunk, Error};

/// The comments of a text in pieces of `size` bytes, taken after every `every` events.
fn comments(tier: Tier, text: &[u8], size: usize, every: usize) -> Result<Comments, Error> {
    let mut reader = Reader::streaming().on_tier(tier);
    let mut all = Comments::default();
    let (mut at, mut events) = (0, 0);
    loop {
        let event = reader.next()?;
        events += 1;
        if events % every == 0 || event == Event::End {
            let Comments { count, first } = reader.take_comments();
            if all.count == 0 {
                all.first = first;
            }
            all.count += count;
        }
        match event {
            Event::End => return Ok(all),
            Event::NeedInput => {
                let end = text.len().min(at + size);
                reader.feed(&text[at..end], if end == text.len() { Chunk::Last } else { Chunk::More });
                at = end;
            }
            _ => {}
        }
    }
}

/// Texts in which every comment has one `c`, and no other token has any.
const TEXTS: &[&str] = &[
    "",
    "1 [a, {b: \"//\"}] '/*' {{AA//}} ''' // '''",
    "//c",
    "/*c*/",
    " // c\n /* c **/ //c\r\n/*c*///c\n1",
    "1 //c\n2 /* c\n * / */ /*c*/",
    "[/*c*/1 /*c*/, //c\n2 /*c*/]/*c*/",
    "{/*c*/a/*c*/:/*c*/b/*c*/::/*c*/d /*c*/,//c\n}",
    "{'a'/*c*/:1,\"a\"//c\n:1,'''a'''/*c*/'''b'''/*c*/:1}",
    "(a/*c*/+/*c*/-//c\n/*c*/)",
    "'a' /*c*/ :: //c\n 'b' /*c*/",
    "'''a''' /*c*/ '''\\n''' //c\n /*c*/ '''d''' /*c*/ 1",
    "$ion_1_0 /*c*/ $ion_1_0 //c\n 7",
    "$ion_symbol_table::{/*c*/symbols:[\"a\"/*c*/,'''x'''/*c*/'''y'''],//c\n x:[/*c*/]} /*c*/ $10",
];

#[test]
fn each_comment_is_counted_once() {
    for tier in Tier::available() {
        // Many blanks lead to another path of the reader, and long comments exceed the length that is read again at once.
        for (blanks, inside) in [("", ""), (&" ".repeat(100)[..], ""), ("", &"x".repeat(5000)[..])] {
            for text in TEXTS {
                let text = text.replace('c', &format!("c{inside}")).replace("/*c", &format!("{blanks}/*c"));
                let count = text.matches('c').count() as u64;
                let first = text.find('c').map_or(0, |at| text[..at].rfind('/').unwrap());
                // Two slashes, or a slash and a star.
                let first = if text[..first].ends_with('/') { first - 1 } else { first };
                let expected = Comments { count, first: first as u64 };
                let sizes: &[usize] =
                    if inside.is_empty() { &[1, 2, 3, 7, 64, usize::MAX / 2] } else { &[1000, 4096, 100_000] };
                for &size in sizes {
                    for every in [1, 2, usize::MAX] {
                        let found = comments(tier, text.as_bytes(), size, every);
                        assert_eq!(found, Ok(expected), "{tier}, pieces of {size}, every {every}: {text}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_reader_of_a_slice_counts_too() {
    let mut reader = Reader::new(b"1 /*c*/ [2 //c\n]".as_slice());
    while reader.next().unwrap() != Event::End {}
    assert_eq!(reader.take_comments(), Comments { count: 2, first: 2 });
    assert_eq!(reader.take_comments(), Comments::default());
}
