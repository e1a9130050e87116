//! `smill inspect`.

use crate::compressed::gzip;
use crate::running::smill;

/// A symbol table, a struct, annotations, padding, a blob of more than a row, and a version marker.
const DATA: &[u8] = b"\xE0\x01\x00\xEA\xEA\x81\x83\xD7\x87\xB5\x81\x61\x82\xC3\xA9\
\xDB\x8A\x21\x07\x84\xE4\x81\x8B\x71\x0A\x8B\x00\
\xAE\x89\x01\x02\x03\x04\x05\x06\x07\x08\x09\xE0\x01\x00\xEA\x2F";

const TABLE: &str = "    offset    length  type            bytes                       text
         0         4  version         e0 01 00 ea                 $ion_1_0
         4        11  annotations     ea 81 83                    $ion_symbol_table::  // $3
         7         8  struct          d7                          {
         8         1  field           87                            symbols:  // $7
         9         6  list            b5                            [
        10         2  string          81 61                           \"a\"  // $10
        12         3  string          82 c3 a9                        \"\u{e9}\"  // $11
        15         0  end                                           ]
        15         0  end                                         }
        15        12  struct          db                          {
        16         1  field           8a                            a:  // $10
        17         2  int             21 07                         7
        19         1  field           84                            name:  // $4
        20         5  annotations     e4 81 8b                      '\u{e9}'::  // $11
        23         2  symbol          71 0a                         a  // $10
        25         1  field           8b                            '\u{e9}':  // $11
        26         1  padding         00                            // no value
        27         0  end                                         }
        27        11  blob            ae 89 01 02 03 04 05 06     {{AQIDBAUGBwgJ}}
                                      07 08 09
        38         4  version         e0 01 00 ea                 $ion_1_0
        42         1  int             2f                          null.int
";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.10n"), DATA).unwrap();
    std::fs::write(folder.path().join("a.10n.gz"), gzip(DATA)).unwrap();
    folder
}

fn shown(arguments: &[&str], input: &[u8]) -> String {
    let all = ["inspect"].iter().chain(arguments);
    String::from_utf8(smill(all).input(input).fine()).unwrap()
}

#[test]
fn a_table_of_every_byte() {
    assert_eq!(shown(&[], DATA), TABLE);
    let folder = folder();
    let output = smill(["inspect", "-o", "table", "a.10n"]).within(folder.path()).fine();
    assert_eq!(output, b"");
    assert_eq!(std::fs::read_to_string(folder.path().join("table")).unwrap(), TABLE);
    // Each byte appears once: no padding here has contents.
    let bytes: String = TABLE.lines().skip(1).flat_map(|line| line[38..].split("  ").next()).collect();
    let expected: String = DATA.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(bytes.replace(' ', ""), expected);
}

/// Offsets are those of the contents.
#[test]
fn compressed_and_several_files() {
    let listed = smill(["inspect", "a.10n.gz", "a.10n"]).within(folder().path()).fine();
    assert_eq!(String::from_utf8(listed).unwrap(), format!("a.10n.gz:\n{TABLE}\na.10n:\n{TABLE}"));
    assert_eq!(shown(&["-"], &gzip(DATA)), TABLE);
}

#[test]
fn objects() {
    let text = shown(&["--json", "--max-bytes", "4"], DATA);
    let expected = "{\"source\":\"stdin\",\"offset\":20,\"length\":5,\"depth\":1,\"type\":\"annotations\",\
                    \"bytes\":\"e4818b\",\"text\":\"'\u{e9}'::\",\"ids\":[11]}";
    assert_eq!(text.lines().nth(13), Some(expected));
    let expected = "{\"source\":\"stdin\",\"offset\":27,\"length\":11,\"depth\":0,\"type\":\"blob\",\
                    \"bytes\":\"ae890102\",\"text\":\"{{AQ\",\"cut\":true}";
    assert_eq!(text.lines().nth(18), Some(expected));
    assert_eq!(text.lines().count(), 21);
    smill(["check", "--format", "ndjson"]).input(&text).fine();
}

#[test]
fn a_part_of_the_input() {
    let lines = |from: usize, to: usize| TABLE.lines().take(to).skip(from).map(|line| format!("{line}\n"));
    let heading = || lines(0, 1);
    // The offset is inside the value of the second field: the struct around it remains.
    let expected: String = heading().chain(lines(10, 11)).chain(lines(13, 23)).collect();
    assert_eq!(shown(&["--skip-bytes", "21"], DATA), expected);
    let dots = format!("{:66}  ...\n", "");
    let expected: String = heading().chain(lines(10, 11)).chain(lines(13, 16)).chain([dots]).collect();
    assert_eq!(shown(&["--skip-bytes", "21", "--limit-bytes", "4"], DATA), expected);
    // What follows is neither shown nor checked.
    let expected: String = heading().chain(lines(1, 2)).collect::<String>() + &format!("{:64}  ...\n", "");
    assert_eq!(shown(&["--limit-bytes", "4"], &[&DATA[..15], b"\xF0"].concat()), expected);
    assert_eq!(shown(&["--skip-bytes", "43"], DATA), heading().collect::<String>());
    let cut = shown(&["--max-bytes", "9"], DATA);
    assert!(cut.contains("ae 89 01 02 03 04 05 06     {{AQIDBAU...\n"), "{cut}");
    assert!(cut.contains("\n                                      07...\n"), "{cut}");
}

/// All before an error is shown, then the error.
#[test]
fn errors() {
    let outcome = smill(["inspect"]).input(&DATA[..30]).caught();
    let expected = "\
error: input ends inside an Ion value
  --> stdin (byte 30)
   |
   = hex  ae 89 01 []
   = help complete the value, or check whether the input is cut short
";
    assert_eq!((outcome.code, &*outcome.err), (Some(3), expected));
    let before: String = TABLE.lines().take(19).map(|line| format!("{line}\n")).collect();
    assert_eq!(String::from_utf8(outcome.out).unwrap(), before);
    let expected = "\
error: binary Ion must begin with its version marker
  --> stdin:1:1 (byte 0)
   |
 1 | {id:7}
   | ^^^^
   = hex  [7b 69 64 3a] 37 7d 0a
   = help begin the data with E0 01 00 EA, or read it as text
   = help smill convert --to ion-binary turns Ion text or JSON into binary Ion
";
    assert_eq!(smill(["inspect", "-"]).input("{id:7}\n").fails(3), expected);
    let err = smill(["inspect", "--max-string", "8"]).input(DATA).fails(5);
    assert!(
        err.starts_with("error: string is longer than the limit\n") && err.contains("--max-string sets it"),
        "{err}"
    );
    let err = smill(["inspect", "--max-depth", "1"]).input(DATA).fails(5);
    assert!(err.contains("(byte 9)") && err.contains("--max-depth sets it"), "{err}");
    // A failure leaves the old file.
    let folder = folder();
    std::fs::write(folder.path().join("table"), "old").unwrap();
    std::fs::write(folder.path().join("cut.10n"), &DATA[..30]).unwrap();
    smill(["inspect", "-o", "table", "a.10n", "cut.10n"]).within(folder.path()).fails(3);
    assert_eq!(std::fs::read_to_string(folder.path().join("table")).unwrap(), "old");
    assert!(smill(["inspect", "absent"]).within(folder.path()).fails(4).contains("absent"));
}

/// Characters that a terminal would act on are visible.
#[test]
fn text_is_safe_for_a_terminal() {
    let data = b"\xE0\x01\x00\xEA\x88a\x1B[2J\xE2\x80\xAE";
    let table = shown(&[], data);
    assert!(table.contains("  \"a\\x1b[2J\\u{202e}\"\n"), "{table:?}");
    assert!(shown(&["--json"], data).ends_with("\"text\":\"\\\"a\\\\x1b[2J\\u202e\\\"\"}\n"));
}

/// `orders`, version 1: id, item, and an ID without text; version 2 in a binary file.
fn catalog() -> tempfile::TempDir {
    let folder = folder();
    let tables = folder.path().join("tables/more");
    std::fs::create_dir_all(&tables).unwrap();
    let one = "$ion_shared_symbol_table::{name:\"orders\",version:1,symbols:[\"id\",\"item\",null]}";
    std::fs::write(folder.path().join("tables/orders.ion"), one).unwrap();
    let two = one.replace("version:1", "version:2").replace("null", "\"kind\"");
    let binary = smill(["convert", "--from", "ion", "--to", "ion-binary"]).input(two).fine();
    std::fs::write(tables.join("orders-2.10n.gz"), gzip(&binary)).unwrap();
    std::fs::write(folder.path().join("tables/README"), "not Ion").unwrap();
    folder
}

/// Data that imports a table, and uses the IDs of its symbols.
fn importing(import: &str) -> String {
    format!("$ion_symbol_table::{{imports:[{{name:\"orders\",{import}}}],symbols:[\"x\"]}} {{$10:$11}} $12 $13\n")
}

#[test]
fn symbols_of_a_catalog_have_texts() {
    const CATALOG: [&str; 2] = ["--catalog", "tables"];
    let folder = catalog();
    let convert = |to: &str, catalog: &[&str], input: &[u8]| {
        let all = [&["convert", "--from", "ion", "--to", to, "--on-loss", "allow"], catalog].concat();
        smill(all).within(folder.path()).input(input).caught()
    };
    let text = |to: &str, input: &[u8]| String::from_utf8(convert(to, &CATALOG, input).out).unwrap();
    let known = "{id:item}\nkind\nx\n";
    // The newest version takes the place of an absent one.
    for import in ["version:2", "version:2,max_id:3", "version:9,max_id:3"] {
        let input = importing(import);
        assert_eq!(text("ion", input.as_bytes()), known, "{import}");
        smill(["check", "--format", "ion", "--catalog", "tables"]).within(folder.path()).input(&input).fine();
    }
    // An ID without text, and an absent table.
    let input = importing("version:1");
    assert_eq!(text("ndjson", input.as_bytes()), "{\"id\":\"item\"}\n\"$12\"\n\"x\"\n");
    let input = importing("version:1,max_id:3").replace("orders", "absent");
    assert_eq!(text("ndjson", input.as_bytes()), "{\"$10\":\"$11\"}\n\"$12\"\n\"x\"\n");
    for (catalog, import) in [(&[][..], "version:2"), (&CATALOG, "version:9")] {
        let outcome = convert("ion", catalog, importing(import).as_bytes());
        assert_eq!(outcome.code, Some(3));
        assert!(outcome.err.contains("= help --catalog reads shared symbol tables from a folder"), "{}", outcome.err);
    }
    // Binary Ion that has the IDs alone.
    let binary = convert("ion-binary", &[], importing("version:2,max_id:3").as_bytes()).out;
    assert_eq!(text("ion", &binary), known);
    let shown = |catalog: &[&str]| {
        let all = ["inspect"].iter().chain(catalog);
        String::from_utf8(smill(all).within(folder.path()).input(&binary).fine()).unwrap()
    };
    let with = shown(&CATALOG);
    assert!(with.contains("  id:  // $10\n") && with.contains("  item  // $11\n"), "{with}");
    assert!(shown(&[]).contains("  $10:  // $10\n"));
}

#[test]
fn catalogs_that_cannot_be_used_are_refused() {
    let folder = catalog();
    let fails = |code, arguments: &[&str]| smill(arguments).within(folder.path()).input("1").fails(code);
    let check = |code| fails(code, &["check", "--format", "ion", "--catalog", "tables"]);
    assert!(fails(4, &["check", "--format", "ion", "--catalog", "absent"]).contains("absent"));
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    assert!(fails(2, &["inspect", "--catalog", "empty"]).contains("no file named .ion or .10n"));
    assert_eq!(fails(2, &["check", "--format", "json", "--catalog", "tables"]), "error: --catalog is for Ion\n");
    let convert = ["convert", "--from", "json", "--to", "ion", "--catalog", "tables"];
    assert_eq!(fails(2, &convert), "error: --catalog is for Ion\n");
    let again = folder.path().join("tables/zz.ion");
    std::fs::copy(folder.path().join("tables/orders.ion"), &again).unwrap();
    assert_eq!(check(3), "error: tables/zz.ion: the catalog has table orders, version 1, twice\n");
    std::fs::write(&again, "// tables\n\n {name:\"orders\"}\n").unwrap();
    let expected = "\
error: value that is no shared symbol table
  --> tables/zz.ion:3:2 (byte 12)
   |
 3 |  {name:\"orders\"}
   |  ^
   = hex  0a 0a 20 [7b] 6e 61 6d
   = help a table is $ion_shared_symbol_table::{name:\"...\", version:1, symbols:[\"...\"]}
";
    assert_eq!(check(3), expected);
    std::fs::write(&again, "{name:").unwrap();
    let err = check(3);
    assert!(err.starts_with("error: value that is no shared symbol table\n"), "{err}");
    std::fs::write(&again, "$ion_shared_symbol_table::{name:").unwrap();
    let err = check(3);
    assert!(err.starts_with("error: input ends inside an Ion value\n  --> tables/zz.ion:1:33 (byte 32)"), "{err}");
}
