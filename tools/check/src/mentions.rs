//! What the pages name exists: functions and types of C, Java and .NET, settings and functions of PHP, environment
//! variables, and error codes. In turn, a page names each environment variable that only a user can set.
//!
//! Names are read from inline code and from code blocks. A name is known if it is a word of the host's code outside
//! comments, or of a file name there.

use crate::finding::Finding;
use crate::tree::{SourceFile, Tree};
use std::collections::BTreeSet;
use toml::{Table, Value};

/// A name, with the text before and after it on its line.
struct Word<'a> {
    before: &'a str,
    name: &'a str,
    after: &'a str,
}

/// The names of one host.
struct Host {
    /// Whether the file with this path is a page that names them.
    is_page: fn(&str) -> bool,
    /// Whether a word of a page is such a name.
    is_name: fn(&Word) -> bool,
    /// The folder with the code that has the names.
    code: &'static str,
}

const HOSTS: &[Host] = &[
    Host {
        is_page: |path| path.ends_with(".md") || path.starts_with("core/capi/include/"),
        is_name: |word| word.name.starts_with("smill_") || word.name.starts_with("SMILL_"),
        code: "core/capi/include/",
    },
    Host {
        is_page: |path| matches!(path, "docs/java.md" | "docs/ion-java.md"),
        is_name: is_type_or_method,
        code: "java/",
    },
    Host {
        is_page: |path| path == "docs/dotnet.md" || path.starts_with("dotnet/") && path.ends_with(".md"),
        is_name: is_type_or_method,
        code: "dotnet/",
    },
    Host {
        is_page: |path| path == "docs/php.md" || path.starts_with("php/") && path.ends_with(".md"),
        is_name: |word| word.before.ends_with("stringmill.") || word.before.ends_with("Stringmill\\"),
        code: "php/",
    },
    Host {
        is_page: |path| PAGES.contains(&path),
        is_name: |word| is_type_or_method(word) || word.name.contains('_') && !word.name.starts_with("STRINGMILL_"),
        code: "",
    },
];

/// Pages whose names may be of any host.
const PAGES: &[&str] = &[
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
    "docs/architecture.md",
    "docs/bytes.md",
    "docs/ion.md",
    "docs/platforms.md",
    "vectors/README.md",
];

/// Names of other products that no code of ours uses.
const OF_OTHERS: &[&str] = &["findAndRegisterModules", "JsonEncodedText", "COMPlus_GCgen0size", "NativeFileReference"];

/// Pages in which numbers in parentheses are error codes.
const CODES: &[&str] = &["docs/bytes.md", "docs/ion.md"];

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings: Vec<_> = HOSTS.iter().flat_map(|host| unknown_names(tree, host)).collect();
    findings.extend(variables(tree));
    findings.extend(unknown_codes(tree));
    findings.extend(wrong_parameters(tree));
    findings
}

/// A type, constant or method by its form: with capital and small letters, with an underscore, or called.
fn is_type_or_method(word: &Word) -> bool {
    let capital = word.name.contains(|c: char| c.is_ascii_uppercase());
    let is_mixed = capital && word.name.contains(|c: char| c.is_ascii_lowercase() || c == '_');
    // Options, properties, patterns and paths have other forms; the environment is checked by itself.
    let is_part = word.before.ends_with(['-', '/', '*']) || word.after.starts_with(['-', '/']);
    let is_other = word.name.starts_with("STRINGMILL_") || OF_OTHERS.contains(&word.name);
    !is_part && !is_other && (is_mixed || word.after.starts_with('('))
}

fn unknown_names(tree: &Tree, host: &Host) -> Vec<Finding> {
    let is_data =
        |path: &str| ["vectors/", "bench/records/", "bench/corpus/"].iter().any(|folder| path.starts_with(folder));
    let is_code =
        |file: &&SourceFile| file.path.starts_with(host.code) && !file.path.ends_with(".md") && !is_data(&file.path);
    let files: Vec<&SourceFile> = tree.files.iter().filter(is_code).collect();
    let texts: Vec<String> = files.iter().map(|file| without_comments(&file.text)).collect();
    let sources = texts.iter().map(String::as_str).chain(files.iter().map(|file| file.name()));
    let known: BTreeSet<&str> = sources.flat_map(words).map(|word| word.name).collect();
    // "smill_record_..." means all functions that begin so.
    let begins = |name: &str| known.range(name..).next().is_some_and(|next| next.starts_with(name));
    let place = if host.code.is_empty() { "the code" } else { host.code };
    let mut findings = Vec::new();
    for page in tree.files.iter().filter(|file| (host.is_page)(&file.path)) {
        for (line, code) in code(page) {
            let names = words(code).into_iter().filter(host.is_name).map(|word| word.name);
            let unknown = names.filter(|name| !(known.contains(name) || name.ends_with('_') && begins(name)));
            let says = |name| Finding::new(&page.path, line, format!("names {name}, which {place} lacks"));
            findings.extend(unknown.collect::<BTreeSet<_>>().into_iter().map(says));
        }
    }
    findings
}

/// The code of a page, each piece with its line: inline code, and code blocks of a language. Of other files, all lines.
fn code(page: &SourceFile) -> Vec<(usize, &str)> {
    let is_markdown = page.path.ends_with(".md");
    let mut block = None;
    // A test of its own compares the members that a section lists as absent.
    let mut is_absent = false;
    let mut found = Vec::new();
    for (line, number) in page.text.lines().zip(1..) {
        is_absent = if line.starts_with("## ") { line.ends_with(" absent") } else { is_absent };
        if is_absent {
            continue;
        }
        match (line.trim_start().strip_prefix("```"), block) {
            (Some(language), None) if is_markdown => block = Some(language),
            (Some(_), Some(_)) => block = None,
            (_, None) if is_markdown => found.extend(line.split('`').skip(1).step_by(2).map(|code| (number, code))),
            // Commands name files of the reader.
            (_, Some("sh" | "")) => {}
            _ => found.push((number, line)),
        }
    }
    found
}

fn words(text: &str) -> Vec<Word<'_>> {
    let is_in_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(gap) = text[from..].find(is_in_name) {
        let start = from + gap;
        let end = text[start..].find(|c| !is_in_name(c)).map_or(text.len(), |len| start + len);
        found.push(Word { before: &text[..start], name: &text[start..end], after: &text[end..] });
        from = end;
    }
    found
}

/// The text without `/* */` and `//` comments. What looks like one in a string goes too.
fn without_comments(text: &str) -> String {
    let mut pieces = text.split("/*");
    let first = pieces.next().unwrap_or("").to_owned();
    let blocks = pieces.filter_map(|piece| piece.split_once("*/")).map(|(_, code)| code);
    let code = blocks.fold(first, |code, piece| code + " " + piece);
    code.lines().map(|line| line.split("//").next().unwrap_or("")).collect::<Vec<_>>().join("\n")
}

/// Variables of the environment that a page names and no code reads, and those that code reads, that no script sets and
/// that no page names.
fn variables(tree: &Tree) -> Vec<Finding> {
    let of_product = |word: &Word| word.name.starts_with("STRINGMILL_");
    let is_read = |word: &Word| {
        let ways = ["var(\"", "var_os(\"", "environ.get(\"", "getenv(\"", "getenv('", "Variable(\"", "$", "${"];
        ways.iter().any(|way| word.before.ends_with(way))
    };
    let is_set = |word: &Word| word.after.starts_with('=') || word.before.ends_with("env(\"");
    let (mut read, mut set) = (BTreeSet::new(), BTreeSet::new());
    let (pages, code): (Vec<_>, Vec<_>) = tree.files.iter().partition(|file| file.path.ends_with(".md"));
    for word in code.iter().flat_map(|file| words(&file.text)).filter(of_product) {
        if is_read(&word) {
            read.insert(word.name);
        } else if is_set(&word) {
            set.insert(word.name);
        }
    }
    let mut findings = Vec::new();
    for page in pages {
        for (line, number) in page.text.lines().zip(1..) {
            for word in words(line).into_iter().filter(of_product) {
                set.insert(word.name);
                if !read.contains(word.name) {
                    findings.push(Finding::new(
                        &page.path,
                        number,
                        format!("names {}, which no code reads", word.name),
                    ));
                }
            }
        }
    }
    let unknown = read.difference(&set);
    findings.extend(unknown.map(|name| Finding::new("CONTRIBUTING.md", 0, format!("does not name {name}"))));
    findings
}

/// Error codes in parentheses, as in `(703, 704)` or `(401 to 404)`, that do not exist.
fn unknown_codes(tree: &Tree) -> Vec<Finding> {
    let errors = tree.get("spec/errors.toml").and_then(|file| file.text.parse::<Table>().ok());
    let list = errors.as_ref().and_then(|table| table.get("error")).and_then(Value::as_array).into_iter().flatten();
    let known: BTreeSet<String> = list.filter_map(|error| error.get("code")).map(ToString::to_string).collect();
    let is_code = |word: &str| word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_digit());
    let mut findings = Vec::new();
    for page in CODES.iter().filter_map(|path| tree.get(path)) {
        for (line, number) in page.text.lines().zip(1..) {
            let groups = line.split('(').skip(1).filter_map(|rest| rest.split_once(')')).map(|(group, _)| group);
            // A measure such as "(287 MB/s)" is no list of codes.
            let lists = groups.map(|group| group.split([',', ' ']).filter(|word| !matches!(*word, "" | "to")));
            for codes in lists.filter(|words| words.clone().all(is_code)) {
                let unknown = codes.filter(|code| !known.contains(*code));
                findings
                    .extend(unknown.map(|code| Finding::new(&page.path, number, format!("no error has code {code}"))));
            }
        }
    }
    findings
}

/// Functions of PHP in the pages whose parameters have other names than in the stub; callers may name them.
fn wrong_parameters(tree: &Tree) -> Vec<Finding> {
    fn parameters(text: &str) -> Vec<&str> {
        words(text).iter().filter(|word| word.before.ends_with('$')).map(|word| word.name).collect()
    }
    let stub = tree.get("php/stringmill.stub.php").map_or("", |file| file.text.as_str());
    let signatures: Vec<&str> = stub.lines().filter_map(|line| line.strip_prefix("function ")).collect();
    let mut findings = Vec::new();
    for page in tree.files.iter().filter(|file| file.path == "docs/php.md") {
        for (line, code) in code(page) {
            let Some((name, arguments)) = code.strip_prefix("Stringmill\\").and_then(|code| code.split_once('('))
            else {
                continue;
            };
            let signature = signatures.iter().find_map(|it| it.strip_prefix(name)?.strip_prefix('('));
            if signature.is_some_and(|it| parameters(it) != parameters(arguments)) {
                findings.push(Finding::new(&page.path, line, format!("has other parameters of {name} than the stub")));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::planted;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        check(&planted(files)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn names_that_the_code_lacks_are_found() {
        let java = "`Here.make(int)` and `-Dstringmill.kernels=pure`, `A.java`, `UTF8`, `CharSequence` but `Gone.make()`\n\
                    ```java\nHere.lost(plain); // `Here`\n```\n```sh\nsmill Nowhere\n```\nNo code: Nowhere\n";
        let found = found(&[
            ("core/capi/include/a.h", "int smill_a(void); /* as smill_b */\nint smill_record_read(void);\n"),
            ("docs/a.md", "`smill_a(x)` `smill_record_...` `smill_c` `SMILL_D`, smill_e\n"),
            ("docs/java.md", java),
            ("java/A.java", "class Here { CharSequence make() { plain(); /* Gone */ } } // lost\n"),
            (
                "docs/php.md",
                "`stringmill.override` `php/stringmill.c` `stringmill.gone` `Stringmill\\tier()` `Stringmill\\no()`\n",
            ),
            ("php/stringmill.c", "INI(\"stringmill.override\") PHP_FUNCTION(tier)\n"),
            ("README.md", "`JsonReader` `smill_a` `JsonPrinter` `json_print`\n"),
            ("dotnet/README.md", "## Members that are absent\n`GetLost`\n## Others\n`JsonReader` `JsonWriter`\n"),
            ("dotnet/A.cs", "class JsonReader {}\n"),
        ]);
        let expected = [
            "core/capi/include/a.h:1: names smill_b, which core/capi/include/ lacks",
            "docs/a.md:1: names smill_c, which core/capi/include/ lacks",
            "docs/a.md:1: names SMILL_D, which core/capi/include/ lacks",
            "docs/java.md:1: names Gone, which java/ lacks",
            "docs/java.md:3: names lost, which java/ lacks",
            "dotnet/README.md:4: names JsonWriter, which dotnet/ lacks",
            "docs/php.md:1: names gone, which php/ lacks",
            "docs/php.md:1: names no, which php/ lacks",
            "README.md:1: names JsonPrinter, which the code lacks",
            "README.md:1: names json_print, which the code lacks",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn variables_that_only_the_code_or_only_a_page_has_are_found() {
        let found = found(&[
            ("core/a.rs", "var_os(\"STRINGMILL_A\"); // STRINGMILL_COMMENT\ncommand.env(\"STRINGMILL_SET\", \"1\");\n"),
            ("java/A.java", "System.getenv(\"STRINGMILL_B\");\n"),
            ("tools/a.py", "os.environ.get(\"STRINGMILL_PYTHON\")\n"),
            ("tools/a", "export STRINGMILL_C=1\necho ${STRINGMILL_SUITES:-} $STRINGMILL_C\n"),
            ("dotnet/A.cs", "Environment.GetEnvironmentVariable(\"STRINGMILL_SET\");\n"),
            ("docs/a.md", "`STRINGMILL_A=1` `STRINGMILL_GONE`\n"),
        ]);
        let expected = [
            "docs/a.md:1: names STRINGMILL_GONE, which no code reads",
            "CONTRIBUTING.md: does not name STRINGMILL_B",
            "CONTRIBUTING.md: does not name STRINGMILL_PYTHON",
            "CONTRIBUTING.md: does not name STRINGMILL_SUITES",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn parameters_of_other_names_are_found() {
        let page = "`Stringmill\\good($text, $policy = \"replace\")` `Stringmill\\good`\n`Stringmill\\bad($text)`\n";
        let stub = "function good(string $text, string $policy = \"replace\"): string {}\nfunction bad(string $string): ?int {}\n";
        let found = found(&[("docs/php.md", page), ("php/stringmill.stub.php", stub)]);
        assert_eq!(found, ["docs/php.md:2: has other parameters of bad than the stub"]);
    }

    #[test]
    fn error_codes_that_do_not_exist_are_found() {
        let found = found(&[
            ("spec/errors.toml", "[[error]]\ncode = 401\n[[error]]\ncode = 405\n"),
            ("docs/ion.md", "Refused (401 to 405), (401, 402) or (406); 287 times (287 MB/s) as fast (in 403 cases)\n"),
            ("docs/php.md", "(407)\n"),
        ]);
        assert_eq!(found, ["docs/ion.md:1: no error has code 402", "docs/ion.md:1: no error has code 406"]);
    }
}
