//! Comments are skipped and counted once, for any pieces of input.

use stringmill_ion::{CommentPlace, Comments, Event, Limits, Reader};
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

/// Each kept comment of a text in pieces of `size` bytes, after its event: new line, place and text.
fn kept(text: &[u8], size: usize) -> Vec<String> {
    let mut reader = Reader::streaming().keeping_comments();
    let (mut found, mut at) = (Vec::new(), 0);
    loop {
        let event = reader.next().unwrap();
        for comment in reader.kept_comments() {
            let line = if comment.on_new_line { "line " } else { "" };
            found.push(format!("{line}{:?} {}", comment.place, String::from_utf8_lossy(comment.text)));
        }
        match event {
            Event::End => return found,
            Event::NeedInput => {
                let end = text.len().min(at + size);
                reader.feed(&text[at..end], if end == text.len() { Chunk::Last } else { Chunk::More });
                at = end;
            }
            event => found.push(format!("{event:?} {}", reader.is_on_new_line())),
        }
    }
}

#[test]
fn kept_comments_have_their_text_and_place() {
    for text in TEXTS {
        let long = text.replace('c', &format!("c{}", "x".repeat(3000)));
        for text in [*text, &long] {
            let expected = kept(text.as_bytes(), text.len().max(1));
            let count = expected.iter().filter(|line| line.contains("//") || line.contains("/*")).count();
            assert_eq!(count, text.matches('c').count(), "{text}: {expected:?}");
            for size in [1, 2, 3, 7, 1000] {
                assert_eq!(kept(text.as_bytes(), size), expected, "pieces of {size}: {text}");
            }
        }
    }
    let expected = [
        "line BeforeComma // 1",
        "Open(Struct) true",
        "line BeforeComma /*2*/",
        "AfterName /*3*/",
        "AfterName /*4*/",
        "Inside /*5*/",
        "Inside /*6*/",
        "Value(Symbol) false",
        "BeforeComma /*7*/",
        "BeforeValue /*8*/",
        "Close(Struct) true",
        "BeforeComma // 9",
    ];
    assert_eq!(kept(b"// 1\n{\n/*2*/ a/*3*/:/*4*/b/*5*/::/*6*/c /*7*/, /*8*/ \n} // 9", 1000), expected);
}

#[test]
fn a_comment_has_the_limit_of_a_value() {
    let limits = Limits { value_len: 10, ..Limits::DEFAULT };
    let read = |text: &'static [u8]| {
        let mut reader = Reader::new(text).limited(limits).keeping_comments();
        loop {
            match reader.next() {
                Ok(Event::End) => return Ok(reader.kept_comments().count()),
                Err(error) => return Err((error.code.name(), error.offset)),
                _ => {}
            }
        }
    };
    assert_eq!(read(b"1 /*345678*/ /*345678*/"), Ok(2));
    assert_eq!(read(b"1 /*3456789*/"), Err(("limit_string_len", 12)));
    let mut reader = Reader::new(b"/*c*/ 1".as_slice()).keeping_comments();
    reader.next().unwrap();
    let place = reader.kept_comments().map(|comment| comment.place).next();
    assert_eq!(place, Some(CommentPlace::BeforeComma));
}
