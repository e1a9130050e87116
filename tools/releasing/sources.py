"""Whether the sources are ready for a release: one version everywhere, and crates that a registry takes."""

import contextlib
import fnmatch
import re
import shutil

from . import facts, fold

def abi(version):
    """The part of a version that changes when programs must be built again, as core/capi/build.rs has it."""
    return ".".join(version.split(".")[: 2 if version.startswith("0.") else 1])


def minor(version):
    return ".".join(version.split(".")[:2])


def part(index):
    return lambda version: version.split(".")[index]


POM = r"<groupId>io\.github\.stringmill(?:\.examples)?</groupId>\s*<artifactId>.*</artifactId>\s*<version>([\d.]+)</version>"
MANIFEST = r'^version = "(.*)"$'
# Every place that has the version: a pattern of files, a pattern of the text around it, and the part of the version,
# if not all of it.
PLACES = [
    ("Cargo.toml", MANIFEST),
    ("core/fuzz/Cargo.toml", MANIFEST),
    ("bench/runners/*/Cargo.toml", MANIFEST),
    ("*Cargo.lock", r'^name = "stringmill.*"\nversion = "(.*)"$'),
    ("core/capi/include/stringmill.h", r"^#define SMILL_VERSION_MAJOR (\d+)$", part(0)),
    ("core/capi/include/stringmill.h", r"^#define SMILL_VERSION_MINOR (\d+)$", part(1)),
    ("core/capi/include/stringmill.h", r"^#define SMILL_VERSION_PATCH (\d+)$", part(2)),
    ("core/capi/include/stringmill.h", r'^#define SMILL_VERSION_TEXT "(.*)"$'),
    ("core/capi/include/stringmill.h", r'as text, such as "(.*?)"'),
    ("core/capi/include/stringmill.h", r"(?:\.so\.|STRINGMILL_)([\d.]*\d)", abi),
    ("core/capi/tests/all/exports.rs", r"libstringmill\.so\.([\d.]*\d)", abi),
    ("tools/releasing/trials.py", r"libstringmill\.so\.([\d.]*\d)", abi),
    ("core/stringmill/README.md", r'^stringmill = "(.*)"$', minor),
    ("php/php_stringmill.h", r'^#define PHP_STRINGMILL_VERSION "(.*)"$'),
    ("dotnet/*.csproj", r"<Version>(.*)</Version>"),
    ("dotnet/StringMill/AssemblyInfo.cs", r'AssemblyVersion\("(.*)\.0"\)'),
    ("dotnet/StringMill/Escape/NativeKernels.cs", r"follows: (\d+\.\d+), as in SMILL_VERSION", minor),
    ("dotnet/StringMill/Escape/NativeKernels.cs", r"VersionNeeded = (\d+) \* 1000000", part(0)),
    ("dotnet/StringMill/Escape/NativeKernels.cs", r"VersionNeeded = \d+ \* 1000000 \+ (\d+) \* 1000;", part(1)),
    ("docs/dotnet.md", r"StringMill(?:\.SystemTextJson)?\.(\d+\.\d+\.\d+)\.nupkg"),
    ("java/*pom.xml", POM),
    ("java/*/NativeLibrary.java", r'String VERSION = "(.*)"', minor),
    ("java/*/NativeProcessTest.java", r'String version = "(.*?)";'),
    ("java/*/NativeProcessTest.java", r'other \+ ", and ([\d.]+) is needed"', minor),
    ("docs/*java.md", r"<version>(.*)</version>"),
    ("docs/spark.md", r"stringmill-spark-(\d.*?)\.jar"),
    ("js/package.json", r'^ *"version": "(.*)"'),
    ("js/package-lock.json", r'"name": "stringmill",\n *"version": "(.*)"'),
    (".github/ISSUE_TEMPLATE/bug.yml", r"placeholder: (\d\S+)"),
    ("README.md", r"^Nothing is released yet: .* of version (\d\S+)"),
    # The newest release, or the next one.
    ("CHANGELOG.md", r"\A# .*\n[^#]*^## (?:Unreleased \()?(\d+\.\d+\.\d+)"),
]
# Files that may contain the same number for other reasons.
NOT_OURS = {
    "CHANGELOG.md": "earlier releases",
    "bench/records/*": "records say what was measured",
    "*Cargo.lock": "crates of others",
    "*package-lock.json": "packages of others",
    "python/requirements.txt": "packages of others",
    "tools/releasing/rehearsal/pypi.txt": "packages of others",
    "tools/check/src/commands.rs": "a page that a test invents",
}
# Files that each published crate must have.
REQUIRED = {"Cargo.toml", "LICENSE", "NOTICE", "README.md"}


def tracked():
    """The text of each file that git tracks, by its name."""
    texts = {}
    for name in facts.output("git", "ls-files", "-z").strip("\0").split("\0"):
        file = facts.ROOT / name
        if file.is_file():
            with contextlib.suppress(UnicodeDecodeError):
                texts[name] = file.read_bytes().decode()
    return texts


def with_version(texts, version, found=None):
    """The texts with this version in every place. Adds to `found` the file, the text and the wanted text of each place."""
    texts, found = dict(texts), [] if found is None else found
    for files, pattern, *form in PLACES:
        wanted = form[0](version) if form else version

        def replaced(match):
            found.append((name, match[1], wanted))
            start, end = (edge - match.start() for edge in match.span(1))
            return match[0][:start] + wanted + match[0][end:]

        before = len(found)
        for name in fnmatch.filter(texts, files):
            texts[name] = re.sub(pattern, replaced, texts[name], flags=re.M)
        if len(found) == before:
            facts.fail(f"{files} has no version where PLACES of tools/releasing/sources.py expects one: {pattern}")
    return texts


def one_version():
    """Every part names the version of Cargo.toml, and PLACES has every part."""
    texts, version, found = tracked(), facts.version(), []
    with_version(texts, version, found)
    wrong = [f"{name} says {named}, not {wanted}" for name, named, wanted in found if named != wanted]
    if wrong:
        facts.fail("; ".join(wrong))
    other = with_version(texts, "98.7.65")
    number = re.compile(rf"(?<!\d)(?<!\d\.){re.escape(version)}(?!\d)")
    kept = [name for name, text in other.items() if number.search(text)]
    kept = [name for name in kept if not any(fnmatch.fnmatch(name, files) for files in NOT_OURS)]
    if kept:
        facts.fail(f"`tools/release version` would leave {version} in {', '.join(kept)}: add them to PLACES or NOT_OURS")
    if with_version(other, version) != texts:
        facts.fail("`tools/release version` of another version and then of this one changes the sources")
    print(f"release: {version} in {len({name for name, _, _ in found})} files")


def set_version(version=""):
    """Changes the version everywhere."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        facts.fail(f"{version} is no version such as 1.2.3")
    texts = tracked()
    if not re.search(r"\A# .*\n[^#]*^## Unreleased \(", texts["CHANGELOG.md"], re.M):
        facts.fail(f"CHANGELOG.md begins with a release: add a heading `## Unreleased ({version})` first")
    changed = {name: text for name, text in with_version(texts, version).items() if text != texts[name]}
    for name, text in changed.items():
        (facts.ROOT / name).write_bytes(text.encode())
    print(f"release: {version} in {len(changed)} files that had another; tools/run abi writes core/capi/abi.txt")


def crates(verify):
    """A registry would take the crates. With `verify` each one is also compiled from its package alone."""
    extra = [] if verify else ["--no-verify"]
    names = fold.write()
    facts.run("cargo", "publish", "--workspace", "--dry-run", "--locked", "--allow-dirty", "--quiet", *extra, cwd=fold.PLACE)
    for name in names:
        files = facts.output("cargo", "package", "--list", "--allow-dirty", "--quiet", "-p", name, cwd=fold.PLACE).split("\n")
        if missing := REQUIRED - set(files):
            facts.fail(f"the package {name} lacks {', '.join(sorted(missing))}")
        for file in (file for file in files if file.endswith(".rs")):
            no_way_out(name, file, (fold.PLACE / name / file).read_text(), set(files))
    print(f"release: a registry would take {' and '.join(names)}{'' if verify else ', not compiled here'}")


def no_way_out(name, file, text, files):
    """Files that a source includes are in its package."""
    for included in re.findall(r'include(?:_str|_bytes)?!\(\s*"(.*?)"', text):
        parts = file.split("/")[:-1]
        for part in included.split("/"):
            parts = parts[:-1] if part == ".." and parts else [*parts, part]
        if "/".join(parts) not in files:
            facts.fail(f"{name}: {file} includes {included}, which its package does not have")


def dependencies(is_release=False):
    """Licences, origins and versions of the crates of others are those that deny.toml allows. Known weaknesses are looked
    up by .github/workflows/test.yml: their list has to be downloaded. No release is made without this check."""
    program = shutil.which("cargo-deny") or shutil.which("cargo-deny", path=facts.TOOLS / "bin")
    if not program and is_release:
        facts.not_run("cargo-deny is missing, and no release is made without it; see tools/setup release")
    if not program:
        print("release: left out: licences of other crates (needs: cargo install --locked cargo-deny)")
        return
    suites = (facts.ROOT / "tools/suites.sh").read_text()
    for folder in [".", *re.search(r"^outside=\((.*)\)$", suites, re.M)[1].split()]:
        manifest = facts.ROOT / folder / "Cargo.toml"
        facts.run(program, "--log-level", "error", "--manifest-path", manifest, "--locked", "--config", "deny.toml",
                  "check", "licenses", "bans", "sources")
