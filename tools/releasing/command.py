"""smill.exe under Wine: every command, and the promises of docs/bytes.md about files and names."""

import json
import os
import re
import subprocess
import time

from . import facts

# Names that Windows can hold, in the order of their bytes.
NAMES = sorted(
    ["a b.txt", "100%", "%3A", "console", "it's", "\u00e9\u20ac\U0001f600.txt", ".hidden", "d/e/f", "empty", "x" * 255],
    key=str.encode,
)
# Names that Windows cannot hold, and the results of --names windows-escaped; None if that refuses them too.
REFUSED = {
    "a:b": "a%3Ab",
    "a\\b": "a%5Cb",
    "q?": "q%3F",
    "CON": "%43ON",
    "d/nul.txt": "d/%6Eul.txt",
    "com\u00b9": "%63om\u00b9",
    "dot.": "dot%2E",
    "space ": "space%20",
    "line\n": "line%0A",
    "x" * 256: None,
    "../out": None,
    "/out": None,
    "d/../../out": None,
    "nul\0": None,
}
# Other spellings of places outside the folder.
OUTSIDE = ["..\\out", "C:\\out", "C:out", "\\out", "\\\\server\\share\\out", "//server/share/out", "\\\\?\\C:\\out"]


class Session:
    """Runs smill.exe and windows.exe of a folder, with a Wine of its own."""

    def __init__(self, folder):
        self.smill_file, self.helper_file = folder / "smill.exe", folder / "windows.exe"
        self.environment = os.environ | {
            "WINEPREFIX": str(folder / "wine"),
            "WINEDEBUG": "-all",
            "LC_ALL": "C.UTF-8",
        }
        self.place = folder / "work"
        self.place.mkdir()

    def start(self, program, *words, **settings):
        return subprocess.Popen(
            ["wine", str(program), *map(str, words)],
            cwd=self.place,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            **settings,
        )

    def smill(self, *words, stdin=b""):
        """Exit code, output and messages."""
        process = self.start(self.smill_file, *words)
        out, err = process.communicate(stdin)
        return process.returncode, out, err.decode()

    def helper(self, *words):
        """The output of the C program, as lines."""
        process = self.start(self.helper_file, *words)
        return process.communicate()[0].decode().replace("\r", "").splitlines()

    def fine(self, *words, stdin=b""):
        """The output of a call without messages."""
        code, out, err = self.smill(*words, stdin=stdin)
        expect((code, err), (0, ""), words)
        return out

    def refuses(self, code, *words, stdin=b"", says=""):
        """A call ends with this code, and says so."""
        found, _, err = self.smill(*words, stdin=stdin)
        if found != code or says not in err:
            facts.fail("smill", *words, f"ended with status {found}, not {code}:", err)

    def files(self, name="."):
        """Paths and bytes of all files below a folder."""
        top = self.place / name
        found = [file for file in top.rglob("*") if file.is_file()]
        return {str(file.relative_to(top)): file.read_bytes() for file in found}


def expect(found, wanted, what):
    if found != wanted:
        facts.fail(f"{what}: {found!r}, not {wanted!r}")


def streams(wine):
    """Every command from standard input to standard output, with bytes that text streams would change."""
    binary = wine.fine("convert", "--from", "json", "--to", "ion-binary", stdin=b'{"a":[1,2.5,null]}')
    expect(binary[:4], b"\xe0\x01\x00\xea", "binary Ion")
    for words, given, wanted in [
        ("escape", b'a"\r\n\x1a\xe2\x82\xac', b'"a\\"\\r\\n\\u001a\xe2\x82\xac"\n'),
        ("unescape", b'"\\r\\n\\n\\u001a\xc3\xa9"', b"\r\n\n\x1a\xc3\xa9"),
        ("check --format json", b"[1,\r\n2]", b""),
        ("clean -q --strip-bom", b"\xef\xbb\xbfa\r\n", b"a\r\n"),
        ("repair", b"[1,2]\r\n", b"[1,2]\r\n"),
        ("convert --from json --to ion --layout compact", b'{"a":[1,2.5,null]}', b"{a:[1,2.5,null]}\n"),
        ("convert --from ion-binary --to ion --layout compact", binary, b"{a:[1,2.5,null]}\n"),
        ("canon", b'{"b":1,\r\n"a":1e0}', b'{"a":1,"b":1}'),
    ]:
        expect(wine.fine(*words.split(), stdin=given), wanted, words)
    for words, given in [
        ("inspect", binary),
        ("escape --profile list", b""),
        ("completions powershell", b""),
        ("man", b""),
        ("--version -v", b""),
        ("bench --help", b""),
        ("--help", b""),
    ]:
        expect(wine.fine(*words.split(), stdin=given) != b"", True, words)
    wine.fine("selftest", "-q")
    for code, words, given, says in [
        (1, "clean", b"\xff", "stdin:1:1 (byte 0)"),
        (2, "escape --no-such-option", b"", "--no-such-option"),
        (3, "check", b"a\xff", "stdin:1:2 (byte 1)"),
        (4, "check missing.json", b"", "cannot open missing.json"),
        (5, "check --format json --max-depth 1", b"[[1]]", "stdin:1:2 (byte 1)"),
    ]:
        wine.refuses(code, *words.split(), stdin=given, says=says)


def processes(wine):
    """A reader that goes away, a process without streams, and arguments that are not ASCII."""
    (wine.place / "large").write_bytes(b"x" * 1_000_000)
    process = wine.start(wine.smill_file, "escape", "large")
    process.stdout.close()
    expect((process.stderr.read(), process.wait()), (b"", 141), "a closed pipe")
    name = "\u00e9\u20ac\U0001f600 x.json"
    (wine.place / name).write_text("[1]")
    wine.fine("check", "--format", "json", name)
    wine.refuses(3, "check", "--format", "ndjson", name, "--encoding", "utf-16le", says=name.split()[0])
    for words, code in [("check large", 0), ("check missing", 4), ("escape large", 4), ("check", 4), ("check \\ud800", 4)]:
        expect(wine.helper("bare", f"{wine.smill_file} {words}"), [f"exit {code}"], f"bare {words}")


def round_trip(wine):
    """pack, unpack, and pack again."""
    source = wine.place / "source"
    for number, name in enumerate(NAMES):
        file = source / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"" if name == "empty" else f"{number}\r\n".encode() * 100)
    deep = "/".join(["deep" * 10] * 12) + "/file"
    (source / deep).parent.mkdir(parents=True)
    (source / deep).write_text("far below")
    packed = wine.fine("pack", "-q", "source")
    names = sorted([f"source/{name}" for name in [*NAMES, deep]], key=str.encode)
    expect(list(json.loads(packed)), names, "pack")
    wine.fine("unpack", "-C", "copy", stdin=packed)
    expect(wine.files("copy/source"), wine.files("source"), "unpack")
    wine.fine("pack", "-o", "again.json", "source")
    expect((wine.place / "again.json").read_bytes(), packed, "pack -o")
    lines = wine.fine("pack", "--ndjson", "--modes", "source\\d")
    expect(json.loads(lines)["path"], "source/d/e/f", "pack of a path with backslashes")
    wine.fine("unpack", "--modes", "-C", "modes", stdin=lines)


def names(wine):
    """What Windows cannot hold is refused or escaped, and nothing appears outside of the folder."""
    for name in [*REFUSED, *OUTSIDE]:
        given = json.dumps({"first": "1", name: "2"}, separators=(",", ":")).encode()
        wine.refuses(3, "unpack", "-C", "refused/in", stdin=given, says="stdin:1:14 (byte 13)")
        expect(wine.files("refused"), {"in/first": b"1"}, name)
        (wine.place / "refused/in/first").unlink()
    escaped = {name: written for name, written in REFUSED.items() if written}
    given = json.dumps({name: "2" for name in escaped}).encode()
    wine.fine("unpack", "-C", "escaped", "--names", "windows-escaped", stdin=given)
    expect(wine.files("escaped"), {name: b"2" for name in escaped.values()}, "escaped names")
    wine.refuses(2, "unpack", "--names", "any", stdin=b"{}")
    wine.refuses(3, "unpack", "-C", "case", stdin=b'{"d/a":"1","D/A":"2"}', says="differs from another only in case")
    expect(wine.files("case"), {"d/a": b"1"}, "case")
    wine.refuses(3, "unpack", "--on-invalid", "reversible", stdin=b'{"\\udcff":""}', says="not UTF-8")
    wine.refuses(2, "escape", "-o", "NUL", stdin=b"x", says="device")


def replacing(wine):
    """Files are kept, or replaced whole or not at all."""
    (wine.place / "r").mkdir()
    old = wine.place / "r/Name"
    old.write_text("old")
    wine.refuses(1, "unpack", "-C", "r", stdin=b'{"name":"new"}', says="kept name")
    expect(old.read_text(), "old", "a file that exists")
    wine.fine("unpack", "-C", "r", "--force", stdin=b'{"Name":"new"}')
    wine.refuses(3, "unpack", "-C", "r", "--force", stdin=b'{"Name":"half', says="stdin:1:14 (byte 13)")
    expect(wine.files("r"), {"Name": b"new"}, "a file that was replaced")
    wine.fine("escape", "-i", "r/Name")
    wine.refuses(3, "unescape", "-o", "r/Name", stdin=b'"x', says="stdin:1:3 (byte 2)")
    expect(wine.files("r"), {"Name": b'"new"\n'}, "a file that a failure left")
    line = f"{wine.smill_file} escape -i r/Name"
    expect(wine.helper("hold", "r/Name", line)[-1:], ["exit 4"], "a file that another process holds")
    expect(wine.files("r"), {"Name": b'"new"\n'}, "a file that was held")
    killed = wine.start(wine.smill_file, "unpack", "-C", "killed")
    killed.stdin.write(b'{"a":"' + b"x" * 1_000_000)
    killed.stdin.flush()
    while not wine.files("killed") if (wine.place / "killed").exists() else True:
        time.sleep(0.1)
    killed.kill()
    killed.communicate()
    (left,) = wine.files("killed")
    expect(bool(re.fullmatch(r"\.smill-\d+-0\.tmp", left)), True, left)
    wine.fine("unpack", "-C", "killed", stdin=b'{"b":"1"}')
    expect(wine.files("killed"), {"b": b"1"}, "the folder of a killed process")


def links(wine):
    """A link inside of the folder is not followed. Wine has no links of Windows, but follows those of this system."""
    (wine.place / "l/d").mkdir(parents=True)
    (wine.place / "outside").mkdir()
    (wine.place / "l/link").symlink_to("../outside")
    (wine.place / "l/file").symlink_to("../outside/new")
    wine.refuses(3, "unpack", "-C", "l", stdin=b'{"link/x":"1"}', says="symbolic link")
    wine.smill("unpack", "-C", "l", "--force", stdin=b'{"file":"1"}')
    expect(wine.files("outside"), {}, "the folder of a link")


PARTS = [streams, processes, round_trip, names, replacing, links]


def every_part(folder):
    """All of it; returns what it was."""
    wine = Session(folder)
    for part in PARTS:
        part(wine)
    return ", ".join(part.__name__.replace("_", " ") for part in PARTS)
