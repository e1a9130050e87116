//! Twice the input takes at most 2.3 times the work, for every command and every shape of input.
//!
//! Work is counted in instructions, by cachegrind, so the load of the machine does not matter. What the command does
//! without input is subtracted. Valgrind knows no AVX-512, so the tier is avx2 at most.

use nix::fcntl::{FcntlArg, fcntl};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Bytes of the smaller input: several of the blocks that the command reads at once.
const LEN: usize = 300 * 1024;
/// Bytes of one write to the input: a command that restarts a token with each piece does quadratic work.
const PIECE: i32 = 4096;
const GROWTH_MAX: f64 = 2.3;

/// An input of about this many bytes.
type Shape = fn(usize) -> Vec<u8>;

fn repeat(text: &str, len: usize) -> Vec<u8> {
    text.repeat(len / text.len()).into_bytes()
}

/// `text` with a number in place of each `#`, again and again.
fn numbered(text: &str, len: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(len);
    let mut number = 0;
    while out.len() < len {
        out.extend_from_slice(text.replace('#', &number.to_string()).as_bytes());
        number += 1;
    }
    out
}

fn around(before: &str, inside: Vec<u8>, after: &str) -> Vec<u8> {
    [before.as_bytes(), &inside, after.as_bytes()].concat()
}

/// `items` with commas between them, in brackets.
fn list(before: &str, item: &str, after: &str, len: usize) -> Vec<u8> {
    let mut items = numbered(&format!("{item},"), len);
    items.pop();
    around(before, items, after)
}

const LONG_LINE: Shape = |len| repeat("plain words ", len);
const NON_ASCII: Shape = |len| repeat("caf\u{e9} \u{20ac} \u{1F600}\n", len);
const ESCAPES: Shape = |len| repeat("a \"quoted\" \\ line\n\u{1}", len);
const BAD_BYTES: Shape = |len| b"ab\xff".repeat(len / 60);
const BAD_LINES_OF_TEXT: Shape = |len| b"some text \xE0\x80 here\n".repeat(len / 190);
const BAD_BYTES_IN_LINES: Shape = |len| b"[\"some text \xE0\x80 here\"]\n".repeat(len / 190);
const CRLF: Shape = |len| repeat("some text\r\n", len);
const CR: Shape = |len| repeat("\r", len);
const STRING: Shape = |len| around("\"", repeat("plain words \u{e9} ", len), "\"");
const STRING_OF_ESCAPES: Shape = |len| around("\"", repeat("\\n\\u00e9\\\"", len), "\"");
const STRING_CUT: Shape = |len| around("\"", repeat("plain words ", len), "");
const NUMBER: Shape = |len| repeat("1234567890", len);
const ARRAY: Shape = |len| list("[", "#", "]", len);
const OBJECT: Shape = |len| list("{", "\"name#\":#", "}", len);
const SAME_NAMES: Shape = |len| list("{", "\"name\":#", "}", len);
/// A repeated name at the end of many that are not.
const LATE_REPEATED: Shape = |len| list("{", "\"name#\":#", ",\"name0\":[]}", len);
const DEEP_REPEATED: Shape = |len| [repeat("{\"a\":", len / 2), b"1".to_vec(), repeat(",\"a\":1}", len / 2)].concat();
const DEEP: Shape = |len| [vec![b'['; len / 2], vec![b']'; len / 2]].concat();
const DEEP_OBJECTS: Shape = |len| [repeat("{\"a\":", len), b"1".to_vec(), vec![b'}'; len / 5]].concat();
const DEEP_UNSORTED: Shape = |len| [repeat("{\"b\":", len / 2), b"1".to_vec(), repeat(",\"a\":1}", len / 2)].concat();
/// Names out of order: a multiplication by an odd number modulo 2^32 repeats none.
const UNSORTED: Shape = |len| {
    let name = |number: usize| (number as u32).wrapping_mul(0x9E37_79B1);
    let members: Vec<String> = (0..len / 20).map(|number| format!("\"{:08x}\": [{number}]", name(number))).collect();
    around("{", members.join(", ").into_bytes(), "}")
};
const RECORDS: Shape = |len| list("[", "{\"id\":#,\"name\":\"text\",\"tags\":[1,[2]]}", "]", len);
const STRING_IN_ARRAY: Shape = |len| around("[", STRING(len), "]");
const NUMBERS: Shape = |len| numbered("# ", len);
const JOINED: Shape = |len| repeat("{\"a\":[1,\"x\"]}\"text\"[]", len);
const SEQUENCE: Shape = |len| numbered("\u{1E}{\"id\":#,\"name\":\"text\"}\n\u{1E}#", len);
const LONG_TEXT: Shape = |len| around("\u{1E}", STRING(len), "");
const LINES: Shape = |len| numbered("{\"id\":#,\"name\":\"text\"}\n", len);
const STRING_LINES: Shape = |len| numbered("\"text \\u00e9 #\"\n", len);
const BAD_LINES: Shape = |len| numbered("{\"id\":#,\"name\":nul}\n", len);
const MIXED_LINES: Shape = |len| numbered("{\"id\":#}\n{\"id\":}\n", len);
const EMPTY_LINES: Shape = |len| repeat("\n", len);
const LONG_GOOD_LINE: Shape = |len| around("{\"a\":", STRING(len), "}\n");
const LINE_BAD_AT_ITS_START: Shape = |len| around("x{\"a\":", STRING(len), "}\n");
const LINE_BAD_AT_ITS_END: Shape = |len| around("{\"a\":", STRING(len), "}}\n");
const MENDED_LINES: Shape = |len| numbered("{\"id\":#,\"name\":\"a\tb\",}\n", len);
const MENDED_STRING: Shape = |len| around("[\"", repeat("plain \t words \u{1}", len), "\"");
const MENDED_ARRAY: Shape = |len| list("[", "{'a':+#,/* b */}", ",]", len);
const ION_VALUES: Shape = |len| numbered("{id:#,name:\"text\",when:2024-01-01T}\n", len);
const ION_BAD_LINES: Shape = |len| numbered("{id:#,name:}\n", len);
const ION_LIST: Shape = |len| list("[", "{id:#,name:word}", "]", len);
const ION_FIELDS: Shape = |len| list("{", "name#:#", "}", len);
const ION_SEXP: Shape = |len| around("(", repeat("a + 1 ", len), ")");
const ION_ANNOTATIONS: Shape = |len| around("", numbered("a#::", len), "1");
const ION_LONG_STRING: Shape = |len| repeat("'''part of one string''' ", len);
const ION_ONE_LONG_STRING: Shape = |len| around("'''", repeat("plain words\n", len), "'''");
const ION_SYMBOL: Shape = |len| around("'", repeat("plain words ", len), "'");
const ION_BLOB: Shape = |len| around("{{", repeat("YWJj\n", len), "}}");
const ION_CLOB: Shape = |len| around("{{\"", repeat("plain words ", len), "\"}}");
const ION_COMMENT: Shape = |len| around("/*", repeat("plain words ", len), "*/ 1");
const ION_COMMENTS: Shape = |len| repeat("1 // words\n", len);
const ION_COMMENTS_INSIDE: Shape = |len| around("[1, x::", repeat("/* words */ ", len), "{a:2}]");
const ION_BLANKS: Shape = |len| around("1", vec![b' '; len], "2");
/// Integers that change their base, each in quadratic time, so their length is limited.
const ION_LONG_INTS: Shape = |len| repeat(&format!("0x{}\n", "7".repeat(4000)), len / 4);
const ION_LONG_DECIMALS: Shape = |len| repeat(&format!("{}.\n", "7".repeat(4000)), len / 4);
const ION_DECIMAL: Shape = |len| around("1.", NUMBER(len), "");
const ION_TABLE: Shape = |len| list("$ion_symbol_table::{symbols:[", "\"s#\"", "]} $10", len);
const ION_TABLES: Shape = |len| numbered("$ion_symbol_table::{symbols:[\"s#\"]} $10\n", len);
const ION_GROWING_TABLE: Shape =
    |len| numbered("$ion_symbol_table::{imports:$ion_symbol_table,symbols:[\"s#\"]} $10\n", len);
const ION_MARKERS: Shape = |len| repeat("$ion_1_0 a\n", len);
const DYNAMODB: Shape = |len| numbered("$ion_1_0 {Item:{Id:#.,Name:\"text\",Set:$dynamodb_SS::[\"a\",\"b\"]}}\n", len);
const SHIFT_JIS: Shape = |len| b"[\"\x93\xfa\x96\x7b \x81\"]\n[\"\x93\xfa\"]\n".repeat(len / 18);
const UTF_16: Shape = |len| b"a\0\xe9\0\x3d\xd8\x00\xde\x00\xd8 \0\n\0".repeat(len / 56);
const TYPED: Shape = |len| numbered("{\"$ion_annotations\":[\"a\"],\"$ion_value\":{\"$ion_int\":\"0x#\"}}\n", len);
const PACKED: Shape = |len| list("{", "\"d/f#\":\"text\"", "}", len / 8);
const PACKED_LINES: Shape = |len| numbered("{\"path\":\"d/f#\",\"text\":\"text\"}\n", len / 8);
const PACKED_LONG: Shape = |len| around("{\"f\":", STRING(len), "}");
const PACKED_LAST: Shape = |len| numbered("{\"n\":[#,{\"a\":\"x\"}],\"text\":\"text\",\"path\":\"d/f#\"}\n", len / 8);
const PACKED_LONG_LAST: Shape = |len| around("{\"text\":", STRING(len), ",\"path\":\"f\"}");
const PACKED_LONG_OTHER: Shape = |len| around("{\"other\":", STRING(len), ",\"text\":\"\",\"path\":\"f\"}");
const PACKED_LONG_NAME: Shape = |len| around("{", STRING(len), ":0,\"text\":\"\",\"path\":\"f\"}");
const PACKED_MEMBERS: Shape = |len| list("{", "\"m#\":[#]", ",\"text\":\"\",\"path\":\"f\"}", len);

/// `text` as gzip data, in members of at most 10,000 bytes.
fn gzip(text: &[u8]) -> Vec<u8> {
    let member = |piece: &[u8]| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(6));
        encoder.write_all(piece).unwrap();
        encoder.finish().unwrap()
    };
    text.chunks(10_000).flat_map(member).collect()
}

/// `items` of binary Ion in a container or table with this head: a length of four bytes follows the head.
fn binary(head: &[u8], items: &[u8]) -> Vec<u8> {
    let len = items.len();
    let length = [(len >> 21) as u8, (len >> 14) as u8 & 0x7F, (len >> 7) as u8 & 0x7F, len as u8 | 0x80];
    [b"\xE0\x01\x00\xEA", head, &length, items].concat()
}

const BINARY_STRUCT: &[u8] = b"\xDA\x84\x21\x07\x85\xE5\x81\x84\x82ab";
const BINARY_VALUES: Shape = |len| [b"\xE0\x01\x00\xEA", &BINARY_STRUCT.repeat(len / 11)[..]].concat();
const BINARY_LIST: Shape = |len| binary(b"\xBE", &BINARY_STRUCT.repeat(len / 11));
const BINARY_STRING: Shape = |len| binary(b"\x8E", &repeat("plain words ", len));
const BINARY_INT: Shape = |len| binary(b"\x2E", &repeat("1234567890", len));
/// Longer than others, because skipping costs little beside the first buffers.
const BINARY_PADDING: Shape = |len| binary(b"\x0E", &repeat("\0", 8 * len));
const BINARY_PADDINGS: Shape = |len| binary(b"\xBE", &repeat("\0", len));
/// Tables that extend one another.
const BINARY_TABLES: Shape =
    |len| [b"\xE0\x01\x00\xEA", &b"\xEA\x81\x83\xD7\x86\x71\x03\x87\xB2\x81a\x71\x0A".repeat(len / 13)[..]].concat();

const BINARY_SHAPES: &[(&str, Shape)] = &[
    ("values", BINARY_VALUES),
    ("list", BINARY_LIST),
    ("string", BINARY_STRING),
    ("padding", BINARY_PADDING),
    ("many paddings", BINARY_PADDINGS),
    ("symbol tables", BINARY_TABLES),
    // The last one: JSON has no integers of this length.
    ("int", BINARY_INT),
];

const GZIP_LINES: Shape = |len| gzip(&LINES(10 * len));
const ZSTD_LINES: Shape = |len| zstd::encode_all(&LINES(10 * len)[..], 1).unwrap();

/// Arguments, and the shapes of their input. `@` is an input in a file.
const CASES: &[(&str, &[(&str, Shape)])] = &[
    ("check", &[("long line", LONG_LINE), ("non-ASCII", NON_ASCII)]),
    ("check --all", &[("bad bytes", BAD_BYTES), ("bad lines", BAD_LINES_OF_TEXT)]),
    (
        "check --format json --max-depth 10000000",
        &[
            ("string", STRING),
            ("escapes", STRING_OF_ESCAPES),
            ("cut string", STRING_CUT),
            ("number", NUMBER),
            ("array", ARRAY),
            ("object", OBJECT),
            ("deep", DEEP),
            ("deep objects", DEEP_OBJECTS),
            ("late error", LINE_BAD_AT_ITS_END),
        ],
    ),
    (
        "check --format ndjson --all",
        &[("lines", LINES), ("bad lines", BAD_LINES), ("long bad line", LINE_BAD_AT_ITS_START)],
    ),
    (
        "check --format ndjson --rejects bad --pass",
        &[
            ("lines", LINES),
            ("bad lines", BAD_LINES),
            ("mixed lines", MIXED_LINES),
            ("empty lines", EMPTY_LINES),
            ("long line", LONG_GOOD_LINE),
            ("long line, bad at its start", LINE_BAD_AT_ITS_START),
            ("long line, bad at its end", LINE_BAD_AT_ITS_END),
        ],
    ),
    ("check --format json-values --all", &[("lines", LINES), ("numbers", NUMBERS), ("joined", JOINED)]),
    ("check --format json-seq --all", &[("texts", SEQUENCE), ("one text", LONG_TEXT), ("no separator", LINES)]),
    ("check --all --encoding utf-16le", &[("UTF-16", UTF_16)]),
    ("check --format ndjson --rejects bad --pass --encoding shift_jis", &[("undecodable lines", SHIFT_JIS)]),
    (
        "check --format ion --max-depth 10000000",
        &[
            ("string", STRING),
            ("escapes", STRING_OF_ESCAPES),
            ("long strings", ION_LONG_STRING),
            ("one long string", ION_ONE_LONG_STRING),
            ("symbol", ION_SYMBOL),
            ("blob", ION_BLOB),
            ("clob", ION_CLOB),
            ("int", NUMBER),
            ("decimal", ION_DECIMAL),
            ("comment", ION_COMMENT),
            ("comments", ION_COMMENTS),
            ("blanks", ION_BLANKS),
            ("annotations", ION_ANNOTATIONS),
            ("values", ION_VALUES),
            ("list", ION_LIST),
            ("fields", ION_FIELDS),
            ("sexp", ION_SEXP),
            ("deep", DEEP),
            ("table", ION_TABLE),
            ("tables", ION_TABLES),
            ("growing table", ION_GROWING_TABLE),
            ("markers", ION_MARKERS),
        ],
    ),
    (
        "convert --from json --to ion --max-depth 10000000",
        &[("string", STRING), ("number", NUMBER), ("array", ARRAY), ("object", OBJECT), ("deep", DEEP)],
    ),
    (
        "convert --from json --to json --pretty --max-depth 1000",
        &[("array", ARRAY), ("object", OBJECT), ("string", STRING)],
    ),
    ("convert --from json --to json --layout compact", &[("array", ARRAY), ("string", STRING)]),
    (
        "convert --from json --each --to ndjson",
        &[("numbers", ARRAY), ("records", RECORDS), ("string", STRING_IN_ARRAY)],
    ),
    ("convert --from json --each --to ion", &[("records", RECORDS)]),
    ("convert --from ion --each --to ndjson", &[("list", ION_LIST), ("sexp", ION_SEXP)]),
    ("convert --from ion --each --to ion", &[("list", ION_LIST)]),
    ("convert --from json-values --to json-seq --pretty", &[("lines", LINES), ("joined", JOINED)]),
    ("convert --from ndjson --to json --array", &[("lines", LINES)]),
    ("convert --from dynamodb-ion --to ndjson", &[("items", DYNAMODB)]),
    (
        "convert --from ion --to ion-binary --max-depth 10000000",
        &[("values", ION_VALUES), ("list", ION_LIST), ("fields", ION_FIELDS), ("string", STRING), ("deep", DEEP)],
    ),
    (
        "convert --from json --to ion-binary --max-depth 10000000",
        &[("array", ARRAY), ("object", OBJECT), ("deep", DEEP)],
    ),
    ("convert --from ion --to ndjson", &[("long ints", ION_LONG_INTS)]),
    ("convert --from ion --to ion-binary", &[("long decimals", ION_LONG_DECIMALS)]),
    ("convert --from ion-binary --to ndjson", BINARY_SHAPES.split_at(6).0),
    ("convert --from json-values --to json-seq", &[("lines", LINES), ("numbers", NUMBERS), ("joined", JOINED)]),
    ("convert --from json-seq --to ndjson --rejects bad", &[("texts", SEQUENCE), ("one text", LONG_TEXT)]),
    (
        "convert --from ndjson --to ion",
        &[
            ("lines", LINES),
            ("long line", LONG_GOOD_LINE),
            ("empty lines", EMPTY_LINES),
            ("gzip", GZIP_LINES),
            ("zstd", ZSTD_LINES),
        ],
    ),
    (
        "convert --from ndjson --to ion --rejects bad",
        &[("bad lines", BAD_LINES), ("mixed lines", MIXED_LINES), ("long bad line", LINE_BAD_AT_ITS_END)],
    ),
    ("convert --from ndjson --to ion --typed", &[("typed", TYPED)]),
    (
        "convert --from ion --to ndjson --max-depth 10000000",
        &[
            ("values", ION_VALUES),
            ("list", ION_LIST),
            ("fields", ION_FIELDS),
            ("same names", SAME_NAMES),
            ("string", STRING),
            ("long strings", ION_LONG_STRING),
            ("blob", ION_BLOB),
            ("clob", ION_CLOB),
            ("annotations", ION_ANNOTATIONS),
            ("deep", DEEP),
            ("tables", ION_TABLES),
        ],
    ),
    ("convert --from ion --lines --to ndjson --rejects bad", &[("bad lines", ION_BAD_LINES), ("values", ION_VALUES)]),
    (
        "convert --from ion --to ndjson --typed",
        &[("values", ION_VALUES), ("tables", ION_TABLES), ("annotations", ION_ANNOTATIONS)],
    ),
    (
        "convert --from ion --to ion",
        &[("values", ION_VALUES), ("string", STRING), ("table", ION_TABLE), ("growing table", ION_GROWING_TABLE)],
    ),
    (
        "convert --from ion --to ion --pretty --comments keep --width 80 --max-depth 10000000",
        &[
            ("values", ION_VALUES),
            ("list", ION_LIST),
            ("fields", ION_FIELDS),
            ("sexp", ION_SEXP),
            ("string", STRING),
            ("deep", DEEP),
            ("comment", ION_COMMENT),
            ("comments", ION_COMMENTS),
            ("comments before a value", ION_COMMENTS_INSIDE),
            ("tables", ION_TABLES),
        ],
    ),
    (
        "convert --from json --to json --pretty --indent tab --width 200 --max-depth 10000000",
        &[("array", ARRAY), ("object", OBJECT), ("string", STRING), ("deep", DEEP), ("deep objects", DEEP_OBJECTS)],
    ),
    (
        "canon --max-depth 10000000",
        &[
            ("string", STRING),
            ("escapes", STRING_OF_ESCAPES),
            ("number", ION_DECIMAL),
            ("number above the range", NUMBER),
            ("array", ARRAY),
            ("object", OBJECT),
            ("object out of order", UNSORTED),
            ("same names", SAME_NAMES),
            ("deep", DEEP),
            ("deep objects", DEEP_OBJECTS),
            ("deep objects out of order", DEEP_UNSORTED),
        ],
    ),
    (
        "canon --pretty --repeated keep",
        &[("array", ARRAY), ("object out of order", UNSORTED), ("same names", SAME_NAMES), ("string", STRING)],
    ),
    ("canon --memory 1M", &[("object", OBJECT), ("object out of order", UNSORTED)]),
    (
        "canon --verify --max-depth 10000000",
        &[("string", STRING), ("array", ARRAY), ("deep", DEEP), ("deep objects", DEEP_OBJECTS)],
    ),
    (
        "repair --mend truncated,trailing-commas,comments,single-quotes,plus-signs,closers --max-depth 10000000",
        &[
            ("array", ARRAY),
            ("string", STRING),
            ("cut string", STRING_CUT),
            ("mended array", MENDED_ARRAY),
            ("mended string", MENDED_STRING),
            ("deep", DEEP),
            ("late error", LINE_BAD_AT_ITS_END),
        ],
    ),
    (
        "repair --mend truncated,trailing-commas,comments,single-quotes,plus-signs --max-length 100000",
        &[("array", ARRAY), ("mended array", MENDED_ARRAY)],
    ),
    (
        "repair --mend repeated-first --max-depth 10000000",
        &[
            ("object", OBJECT),
            ("same names", SAME_NAMES),
            ("deep objects", DEEP_OBJECTS),
            ("late error", LATE_REPEATED),
        ],
    ),
    ("repair --mend repeated-first --max-length 100000", &[("same names", SAME_NAMES)]),
    (
        "repair --mend repeated-last --max-depth 10000000",
        &[("same names", SAME_NAMES), ("deep objects", DEEP_REPEATED), ("late error", LATE_REPEATED)],
    ),
    (
        "repair --format ndjson --mend trailing-commas --rejects bad",
        &[
            ("lines", LINES),
            ("bad lines", BAD_LINES),
            ("mended lines", MENDED_LINES),
            ("long line, bad at its start", LINE_BAD_AT_ITS_START),
            ("long line, bad at its end", LINE_BAD_AT_ITS_END),
        ],
    ),
    ("escape", &[("long line", LONG_LINE), ("escapes", ESCAPES), ("non-ASCII", NON_ASCII)]),
    ("escape --profile ascii --on-invalid replace --times 3", &[("escapes", ESCAPES), ("bad bytes", BAD_BYTES)]),
    ("clean", &[("long line", LONG_LINE), ("non-ASCII", NON_ASCII), ("bad bytes", BAD_BYTES)]),
    ("clean --encoding utf-16le", &[("UTF-16", UTF_16)]),
    ("clean -c --on-invalid visible", &[("bad lines", BAD_LINES_OF_TEXT), ("CR LF", CRLF), ("CR", CR)]),
    ("repair --format ndjson --on-invalid replace", &[("bad bytes", BAD_BYTES_IN_LINES)]),
    ("escape --compress gzip", &[("escapes", ESCAPES)]),
    ("escape --compress zstd", &[("escapes", ESCAPES)]),
    ("escape --lines", &[("long line", LONG_LINE), ("empty lines", EMPTY_LINES), ("lines", LINES), ("CR LF", CRLF)]),
    ("escape --null --times 2", &[("escapes", ESCAPES)]),
    ("unescape --lines", &[("strings", STRING_LINES), ("string", STRING), ("empty lines", EMPTY_LINES)]),
    ("unescape --null --bare", &[("long line", LONG_LINE), ("empty lines", EMPTY_LINES)]),
    ("unescape", &[("string", STRING), ("escapes", STRING_OF_ESCAPES)]),
    ("unescape --on-invalid reversible", &[("escapes", STRING_OF_ESCAPES)]),
    ("unescape --bare --times 2", &[("long line", LONG_LINE)]),
    ("pack @", &[("long line", LONG_LINE), ("escapes", ESCAPES)]),
    ("check", BINARY_SHAPES),
    ("convert --from ion-binary --to ion", BINARY_SHAPES),
    ("convert --from ion-binary --to ion-binary", BINARY_SHAPES),
    ("inspect", BINARY_SHAPES),
    ("inspect --json", BINARY_SHAPES),
    ("unpack --no-sync -C out", &[("object", PACKED), ("lines", PACKED_LINES), ("long text", PACKED_LONG)]),
    (
        "unpack --no-sync -C out --ndjson",
        &[
            ("path last", PACKED_LAST),
            ("long text first", PACKED_LONG_LAST),
            ("long other member", PACKED_LONG_OTHER),
            ("long name of a member", PACKED_LONG_NAME),
            ("other members", PACKED_MEMBERS),
        ],
    ),
    ("pack @ --ndjson --modes", &[("escapes", ESCAPES)]),
];

/// Instructions that the command executes for `input`.
fn work(arguments: &str, input: &[u8]) -> u64 {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("input");
    fs::write(&file, input).unwrap();
    count(folder.path(), arguments, &file)
}

fn count(folder: &Path, arguments: &str, input: &Path) -> u64 {
    let words = arguments.split(' ').map(|word| if word == "@" { "input" } else { word });
    let mut child = Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", "--log-file=count"])
        .arg(env!("CARGO_BIN_EXE_smill"))
        .args(words)
        .arg("--quiet")
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("valgrind runs (Debian package valgrind)");
    let mut stdin = child.stdin.take().unwrap();
    fcntl(&stdin, FcntlArg::F_SETPIPE_SZ(PIECE)).unwrap();
    let input = fs::read(input).unwrap();
    // A command that stops early does not read all of it.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let out = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(matches!(out.status.code(), Some(0 | 1 | 3)), "{arguments}: {}", String::from_utf8_lossy(&out.stderr));
    let log = fs::read_to_string(folder.join("count")).unwrap();
    let line = log.lines().find(|line| line.contains("I ") && line.contains("refs")).unwrap_or_else(|| panic!("{log}"));
    line.rsplit(' ').next().unwrap().replace(',', "").parse().unwrap()
}

#[test]
#[ignore = "needs valgrind and two minutes; tools/run linear-growth runs it"]
fn twice_the_input_takes_twice_the_work() {
    let only = std::env::var("STRINGMILL_GROWTH").unwrap_or_default();
    // Each start of valgrind takes a second. STRINGMILL_ONE_IN runs a part of the cases.
    let one_in = std::env::var("STRINGMILL_ONE_IN").map_or(1, |text| text.parse::<usize>().unwrap().min(8));
    let mut failed = Vec::new();
    let mut number = 0;
    for (arguments, shapes) in CASES {
        let mut start = None;
        for (name, shape) in *shapes {
            let case = format!("{arguments}: {name}");
            number += 1;
            if !case.contains(&only) || number % one_in != 0 {
                continue;
            }
            let start = *start.get_or_insert_with(|| work(arguments, &shape(200)));
            let [once, twice] = [LEN, 2 * LEN].map(|len| work(arguments, &shape(len)).saturating_sub(start));
            let growth = twice as f64 / once as f64;
            let each = once as f64 / shape(LEN).len() as f64;
            println!("{growth:5.2}  {each:8.1} instructions a byte  {case}");
            if growth > GROWTH_MAX {
                failed.push(format!("{growth:.2} {case}"));
            }
        }
    }
    assert!(failed.is_empty(), "more than {GROWTH_MAX} times the work: {failed:#?}");
}
