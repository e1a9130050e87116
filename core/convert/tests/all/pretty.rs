//! Chosen line breaks and indentation: the same values, the same comments in order, the same bytes when laid out again.

use crate::ion::ION;
use crate::running::{UP, convert, error, in_pieces, random, text};
use crate::tree::read_whole;
use stringmill_convert::{Conversion, Converter, Indent, Layout, Loss, OnLoss, PrettyLayout, Target, TopLevel};
use stringmill_ion::{Event, Options, Reader};
use stringmill_kernels::Tier;
use stringmill_random::cases;

const BLANKS: Indent = Indent::Blanks(2);

fn ion(indent: Indent, width: usize, comments: bool) -> Conversion {
    Conversion { pretty: Some(PrettyLayout { indent, width, comments }), ..ION }
}

/// Comments of a text, without the spaces between them.
pub(crate) fn comments(text: &[u8]) -> Vec<Vec<u8>> {
    let mut reader = Reader::new(text).keeping_comments();
    let mut all = Vec::new();
    loop {
        let event = reader.next().unwrap();
        all.extend(reader.kept_comments().map(|comment| comment.text.to_vec()));
        if event == Event::End {
            return all;
        }
    }
}

#[track_caller]
fn check(width: usize, input: &str, expected: &str) {
    let conversion = ion(BLANKS, width, true);
    assert_eq!(text(&conversion, input.as_bytes()), expected);
    assert_eq!(text(&conversion, expected.as_bytes()), expected, "again");
}

#[test]
fn comments_keep_their_lines() {
    check(
        40,
        "// head\n/* a\n b */ {a:1, // one\n // two\n b: /*in*/ x::/*y*/2 /*z*/ , c:[1,2,3], // last\n}// end",
        "// head\n/* a\n b */\n{\n  a: 1, // one\n  // two\n  b: /*in*/ x:: /*y*/ 2, /*z*/\n  c: [1, 2, 3] // last\n} // end\n",
    );
    check(40, "[1, /*x*/ 2]", "[1, /*x*/ 2]\n");
    check(8, "[1, /*x*/ 2]", "[\n  1,\n  /*x*/ 2\n]\n");
    check(8, "[1 /*x*/, 2]", "[\n  1, /*x*/\n  2\n]\n");
    check(8, "(f /*x*/ 1 /*y*/ 2)", "(\n  f\n  /*x*/ 1\n  /*y*/ 2\n)\n");
    check(40, "[ // c\n1]", "[ // c\n  1\n]\n");
    check(40, "[/*c*/\n1]", "[/*c*/ 1]\n");
    check(4, "[/*c*/\n1]", "[ /*c*/\n  1\n]\n");
    check(40, "[\n/*c*/\n]", "[\n  /*c*/\n]\n");
    check(40, "[1\n/*c*/\n]", "[\n  1\n  /*c*/\n]\n");
    check(40, "[/*c*/]", "[/*c*/]\n");
    check(40, "1 // a\n// b\n\n2 /*c*/ 3", "1 // a\n// b\n2\n/*c*/ 3\n");
}

#[test]
fn comments_in_a_value_come_before_it_if_they_end_the_line() {
    check(40, "{a: // c\n 1}", "{ // c\n  a: 1\n}\n");
    check(40, "{b:2,\na /*x*/: // c\n /*y*/ 1}", "{\n  b: 2,\n  /*x*/ // c\n  /*y*/ a: 1\n}\n");
    check(40, "a /*1*/ :: /*2*/ b", "a:: /*1*/ /*2*/ b\n");
    check(40, "['''a''' /*1*/ '''b''', 2]", "[/*1*/ \"ab\", 2]\n");
    check(40, "{x: '''a''' /*1*/ '''b'''}", "{x: /*1*/ \"ab\"}\n");
}

#[test]
fn comments_of_symbol_tables_come_before_the_next_value() {
    check(
        80,
        "$ion_1_0 // c\n $ion_symbol_table::{/*t*/symbols:[\"a\"/*u*/]} /*v*/ $10",
        "// c\n/*t*/ /*u*/ /*v*/\na\n",
    );
    check(
        80,
        "1 /*c*/ $ion_symbol_table::{imports:[{name:\"x\",max_id:3}]} $10",
        "1 /*c*/\n$ion_symbol_table::{imports: [{name: \"x\", version: 1, max_id: 3}]}\n$10\n",
    );
}

#[test]
fn kept_comments_are_no_loss() {
    let strict = Conversion { on_loss: OnLoss::Refuse, ..ion(BLANKS, 0, true) };
    assert_eq!(convert(&strict, b"1 //").unwrap().0, "1 //\n");
    let dropped = ion(BLANKS, 0, false);
    assert_eq!(convert(&dropped, b"1 //").unwrap().1.count(Loss::Comments), 1);
    assert_eq!(error(&strict, b"[1, /* "), ("ion_comment_unterminated", 7));
}

#[test]
fn without_a_width_the_layout_is_that_of_the_target() {
    let texts = [
        "",
        "1",
        "{a:[1,{b:{},c:[],d:()}],'x y':a::b::(c + 'q r' {{AA==}} {{\"}\\\"}\"}})} 2024-01-01T12:00Z \"\\\"\"",
    ];
    for input in texts {
        let own = Conversion { target: Target::Ion(Options::PRETTY), ..ION };
        let laid_out = ion(BLANKS, 0, false);
        assert_eq!(text(&laid_out, input.as_bytes()), text(&own, input.as_bytes()));
    }
    for input in
        ["1", "[]", "{}", "[[],{},[1,{\"a\":[{}],\"b\\\"\\\\\":\"x,y:[\"}]]", "{\"a\":{\"b\":[null,true,-1.5e3]}}"]
    {
        let target = Target::Json(TopLevel::One, Layout::Pretty);
        let laid_out = Conversion { pretty: Some(PrettyLayout::default()), target, ..UP };
        assert_eq!(text(&laid_out, input.as_bytes()), text(&Conversion { target, ..UP }, input.as_bytes()));
    }
}

#[test]
fn indentation_is_of_the_chosen_width() {
    let tabs = ion(Indent::Tab, 0, false);
    assert_eq!(text(&tabs, b"[1,[2]]"), "[\n\t1,\n\t[\n\t\t2\n\t]\n]\n");
    assert_eq!(text(&ion(Indent::Blanks(4), 0, false), b"[1]"), "[\n    1\n]\n");
    assert_eq!(text(&ion(Indent::Blanks(0), 0, false), b"[1]"), "[\n1\n]\n");
    let json = Conversion { target: Target::Json(TopLevel::Array, Layout::Compact), ..tabs };
    assert_eq!(text(&json, b"1 {a:2}"), "[\n\t1,\n\t{\n\t\t\"a\": 2\n\t}\n]\n");
}

/// A random JSON text.
fn document(below: &mut impl FnMut(usize) -> usize, depth: usize, out: &mut String) {
    let kind = below(if depth > 5 { 4 } else { 8 });
    match kind {
        0 => *out += ["1", "-2.5", "null", "true"][below(4)],
        1..=3 => {
            *out += ["\"a\"", "\"\\\"\\\\\"", "\"\u{e9}[{,:\u{20ac}\"", "\"plain words of a text\"", "\"\""][below(5)]
        }
        _ => {
            let is_object = kind > 5;
            out.push(if is_object { '{' } else { '[' });
            for at in 0..below(5) {
                *out += if at > 0 { "," } else { "" };
                if is_object {
                    *out += ["\"a\":", "\"name\":", "\"\\\":\":"][below(3)];
                }
                document(below, depth + 1, out);
            }
            out.push(if is_object { '}' } else { ']' });
        }
    }
}

/// A value of compact JSON as its text before the bracket, and its members; plainly.
struct Plain<'t> {
    flat: &'t str,
    name: &'t str,
    members: Vec<Plain<'t>>,
}

fn parse<'t>(text: &mut &'t str, name: &'t str) -> Plain<'t> {
    let whole = *text;
    let mut members = Vec::new();
    if text.starts_with(['[', '{']) {
        let is_object = text.starts_with('{');
        *text = &text[1..];
        while !text.starts_with([']', '}']) {
            *text = text.trim_start_matches(',');
            let mut name = "";
            if is_object {
                let end = string_end(text);
                name = &text[..end];
                *text = &text[end + 1..];
            }
            members.push(parse(text, name));
        }
        *text = &text[1..];
    } else if text.starts_with('"') {
        *text = &text[string_end(text)..];
    } else {
        *text = &text[text.find([',', ']', '}']).unwrap_or(text.len())..];
    }
    Plain { flat: &whole[..whole.len() - text.len()], name, members }
}

fn string_end(text: &str) -> usize {
    let (mut at, bytes) = (1, text.as_bytes());
    while bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}

impl Plain<'_> {
    fn one_line(&self) -> String {
        if self.members.is_empty() {
            return self.flat.to_owned();
        }
        let members: Vec<String> =
            self.members.iter().map(|member| format!("{}{}", member.label(), member.one_line())).collect();
        format!("{}{}{}", &self.flat[..1], members.join(", "), &self.flat[self.flat.len() - 1..])
    }

    fn label(&self) -> String {
        if self.name.is_empty() { String::new() } else { format!("{}: ", self.name) }
    }

    fn lay_out(&self, depth: usize, column: usize, width: usize, indent: usize) -> String {
        let flat = self.one_line();
        if self.members.is_empty() || column + flat.chars().count() + usize::from(depth > 0) <= width {
            return flat;
        }
        let inside = " ".repeat(indent * (depth + 1));
        let members: Vec<String> = self
            .members
            .iter()
            .map(|member| {
                let label = inside.clone() + &member.label();
                let column = label.chars().count();
                label + &member.lay_out(depth + 1, column, width, indent)
            })
            .collect();
        let (open, close) = (&self.flat[..1], &self.flat[self.flat.len() - 1..]);
        format!("{open}\n{}\n{}{close}", members.join(",\n"), " ".repeat(indent * depth))
    }
}

#[test]
fn json_agrees_with_a_plain_layout() {
    let mut below = random(5);
    for _ in 0..1500 {
        let mut input = String::new();
        document(&mut below, 0, &mut input);
        let (width, indent) = (below(60), below(5));
        let pretty = PrettyLayout { indent: Indent::Blanks(indent as u8), width, comments: false };
        let conversion = Conversion { target: Target::Json(TopLevel::One, Layout::Pretty), pretty: Some(pretty), ..UP };
        let expected = parse(&mut &input[..], "").lay_out(0, 0, width, indent) + "\n";
        assert_eq!(text(&conversion, input.as_bytes()), expected, "{width} {indent}: {input}");
        assert_eq!(text(&conversion, expected.as_bytes()), expected);
    }
}

const PIECES: [&str; 38] = [
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "[",
    "(",
    ",",
    ",",
    " ",
    "\n",
    "a",
    "b::",
    "'c d'::",
    "1",
    "-17",
    "2.5d3",
    "1e5",
    "null.int",
    "2024-02-29T12:00:00.10-00:00",
    "\"s//\"",
    "'''l\n//''' '''m'''",
    "{{aGVs//8=}}",
    "{{\"}}\"}}",
    "+",
    "a:",
    "'e f':",
    "\"g\":",
    "//x\n",
    "//x\n",
    "/*y*/",
    "/*y*/",
    "/*z\n * z*/",
    "(a+b)",
    "{a:1,b:[2]}",
    "$ion_1_0 ",
    "$ion_symbol_table::{imports:[{name:\"x\",max_id:3}],symbols:[\"y\"]} $10",
];

#[test]
fn documents_with_comments_keep_values_and_comments() {
    let mut below = random(23);
    let (mut good, mut kept) = (0, 0);
    for case in 0..cases(60_000) as usize {
        let mut input = String::new();
        for _ in 0..below(12) {
            input += PIECES[below(PIECES.len())];
            input += ["", " ", " ", "\n", ",", "/*w*/", "//v\n"][below(7)];
        }
        let input = match case % 4 {
            0 => input,
            1 => format!("[{input}]"),
            2 => format!("({input})"),
            _ => format!("{{a:{input}}}"),
        };
        let Ok(expected) = read_whole(Tier::best(), input.as_bytes()) else { continue };
        good += 1;
        let indent = [BLANKS, Indent::Blanks(0), Indent::Blanks(8), Indent::Tab][below(4)];
        let conversion = ion(indent, [0, 5, 10, 20, 40, 200][below(6)], true);
        let (out, losses) = if good % 8 == 0 {
            convert(&conversion, input.as_bytes()).unwrap()
        } else {
            let done = in_pieces(Tier::best(), &conversion, input.as_bytes(), input.len().max(1), usize::MAX).unwrap();
            (String::from_utf8(done.0).unwrap(), done.1)
        };
        assert!(losses.is_empty());
        assert_eq!(read_whole(Tier::best(), out.as_bytes()).as_ref(), Ok(&expected), "{input}\n{out}");
        let all = comments(input.as_bytes());
        assert_eq!(comments(out.as_bytes()), all, "{input}\n{out}");
        kept += all.len();
        let again = in_pieces(Tier::best(), &conversion, out.as_bytes(), out.len().max(1), usize::MAX).unwrap().0;
        assert_eq!(String::from_utf8(again).unwrap(), out, "{input}");
        let dropped = ion(indent, 40, false);
        let bare = in_pieces(Tier::best(), &dropped, input.as_bytes(), 7, 1).unwrap().0;
        assert_eq!(read_whole(Tier::best(), &bare).as_ref(), Ok(&expected), "{input}");
    }
    assert!(good > cases(3000) && kept > cases(3000) as usize, "{good} documents, {kept} comments");
    println!("{good} documents with {kept} comments");
}

#[test]
fn many_comments_before_one_value_need_no_memory_for_all() {
    let mut input = b"[1".to_vec();
    input.resize(3 << 20, b' ');
    for (at, byte) in input[2..].iter_mut().enumerate() {
        *byte = b"\n// a comment line"[at % 18];
    }
    input.extend(b"\n, 2]");
    let (out, _) = in_pieces(Tier::best(), &ion(BLANKS, 40, true), &input, 10_000, 10_000).unwrap();
    assert!(out.starts_with(b"[\n  1,\n  // a comment line\n"), "{}", out[..40].escape_ascii());
    assert_eq!(comments(&out), comments(&input));
    assert_eq!(read_whole(Tier::best(), &out), read_whole(Tier::best(), b"[1, 2]"));
}

#[test]
fn lines_as_records_keep_their_comments_and_lose_bad_ones() {
    let conversion = ion(BLANKS, 40, true);
    let mut stack = [];
    let mut converter = Converter::new(&conversion, &mut stack);
    let input = b"{a:1} // one\n// two\n[1, // bad\n[2, 3] /*three*/\n";
    let refused = converter.lines(input, 0).unwrap_err();
    assert_eq!(refused.error.code.name(), "ion_incomplete");
    converter.lines(&input[31..], 31).unwrap();
    converter.end_lines(input.len() as u64).unwrap();
    let out = converter.take(|bytes| Ok::<_, ()>(String::from_utf8(bytes.to_vec()).unwrap())).unwrap();
    assert_eq!(out, "{a: 1} // one\n// two\n[2, 3] /*three*/\n");
}
