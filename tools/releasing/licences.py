"""The licences of the crates that a package is built from, as one text."""

import collections
import functools
import html
import json
import pathlib
import re
import textwrap
import tomllib

from . import facts, targets

FILE = "THIRD-PARTY-LICENSES"
FILES = ("LICENSE", "NOTICE", FILE)
# The packages of cargo that are compiled into each package.
PRODUCTS = {
    "c": ["stringmill-capi"],
    "java": ["stringmill-java"],
    "npm": ["stringmill-wasm"],
    "python": ["stringmill-python", "stringmill-cli"],
    "smill": ["stringmill-cli"],
}
RULE = "=" * 100
TEXT_NAME = re.compile(r"(?i)(.*licen[cs]e.*|copying|copyright|notice|unlicense)(\.(txt|md|[a-z0-9-]+))?")
SOURCE_NAME = re.compile(r".*\.(rs|c|h|py|yml|spdx|toml)")
# Folders of a crate that are not compiled into any program.
UNUSED_FOLDERS = {"benches", "examples", "tests", ".github"}
# The standard library contains tables of Unicode.
STANDARD_TEXTS = ("Apache-2.0", "MIT", "Unicode-3.0")
# Crates of the standard library whose notices the toolchain lacks (seen in Rust 1.95).
WITHOUT_NOTICE = {
    "addr2line": "Apache-2.0 OR MIT",
    "adler2": "0BSD OR MIT OR Apache-2.0",
    "memchr": "Unlicense OR MIT",
    "miniz_oxide": "MIT OR Zlib OR Apache-2.0",
    "object": "Apache-2.0 OR MIT",
}
# Crates of Rust itself, and crates that only its tests and macros use.
OF_RUST = re.compile(r"alloc|compiler_builtins|core|panic_.*|proc_macro|profiler_builtins|rustc_std_.*|std|std_detect|sysroot|test|unwind")
NOT_LINKED = {"getopts", "rustc_literal_escaper"}
# Edges of `cargo tree`: linked crates; and these with the crates of macros, because macros write code that is linked.
LINKED, WITH_MACROS = "normal,no-proc-macro", "normal"
# Of two licences that are offered, the other one is chosen: zstd's C library is under BSD-3-Clause or, by COPYING,
# GPL-2.0.
NOT_CHOSEN = {("zstd-sys", "zstd/COPYING")}

Part = collections.namedtuple("Part", "name version licence texts authors", defaults=[()])


def is_allowed(expression, allowed):
    """Whether an SPDX expression can be met by licences of `allowed` alone."""
    words = re.findall(r"[()/]|[^\s()/]+(?: WITH [^\s()/]+)?", expression)
    values = {"(": "(", ")": ")", "/": "or", "OR": "or", "AND": "and"}
    return bool(words) and eval(" ".join(values.get(word, str(word in allowed)) for word in words), {})


def names_of_crates(packages, names, edges):
    """Name and version of each crate that these packages are built from, for any of the targets."""
    found = set()
    for package in packages:
        for name in names:
            tree = facts.output(
                "cargo", "tree", "--locked", "-p", package, "--target", name, "--edges", edges, "--prefix", "none"
            )
            found |= set(re.findall(r"(?m)^(\S+) v(\S+)", tree))
    return found


def crates(packages, names, edges=LINKED):
    """The crates of others among them, as `cargo metadata` describes them."""
    wanted = names_of_crates(packages, names, edges)
    filters = [word for name in names for word in ("--filter-platform", name)]
    every = json.loads(facts.output("cargo", "metadata", "--locked", "--format-version", "1", *filters))["packages"]
    found = [one for one in every if (one["name"], one["version"]) in wanted and one["source"] is not None]
    return sorted(found, key=lambda one: (one["name"], one["version"]))


def own_texts(crate):
    folder = pathlib.Path(crate["manifest_path"]).parent
    texts = []
    for file in sorted(folder.rglob("*")):
        place = file.relative_to(folder)
        if (
            file.is_file()
            and TEXT_NAME.fullmatch(file.name)
            and not SOURCE_NAME.fullmatch(file.name)
            and place.parts[0] not in UNUSED_FOLDERS
            and (crate["name"], str(place)) not in NOT_CHOSEN
        ):
            texts.append(file.read_text(errors="replace"))
    return texts


def parts(packages, names):
    """The crates with their texts. A crate without a text has that of another one of its repository, by the same licence."""
    allowed = set(tomllib.loads((facts.ROOT / "deny.toml").read_text())["licenses"]["allow"])
    found = crates(packages, names, WITH_MACROS)
    texts = {crate["id"]: own_texts(crate) for crate in found}
    for crate in found:
        what = f"the crate {crate['name']} {crate['version']}"
        if not is_allowed(crate["license"] or "", allowed):
            facts.fail(f"{what} has the licence {crate['license']}, which deny.toml does not allow")
        siblings = [one for one in found if all(one[key] == crate[key] for key in ("repository", "license"))]
        own = texts[crate["id"]] or next((texts[one["id"]] for one in siblings if texts[one["id"]]), None)
        if not own:
            facts.fail(f"{what} has no text of its licence, {crate['license']}")
        yield Part(crate["name"], crate["version"], crate["license"], own, crate["authors"])


def standard_library(names):
    """Rust's standard library and the crates in it, by the notices of the toolchain."""
    documents = targets.sysroot() / "share/doc/rust"
    notices = documents / "COPYRIGHT-library.html"
    if not notices.exists():
        facts.fail(f"the toolchain has no {notices}: use one of rustup")
    rust = facts.output("rustc", "--version").split()[1]
    texts = {name: (documents / f"licenses/{name}.txt").read_text() for name in STANDARD_TEXTS}
    yield Part("Rust standard library", rust, "(MIT OR Apache-2.0) AND Unicode-3.0", list(texts.values()))
    found = [crates_of_standard_library(name) for name in names]
    linked = set().union(*(crates for crates, _ in found))
    versions = {crate: version for _, some in found for crate, version in some.items()}
    for section in notices.read_text().split("<h3>📦 ")[1:]:
        name, version = re.match(r"(.+?)-(\d.*?)</h3>", section).groups()
        if name.replace("-", "_") in linked:
            linked.remove(name.replace("-", "_"))
            licence = re.search(r"License:</b> (.*?)</p>", section)[1]
            yield Part(name, version, licence, [html.unescape(text) for text in re.findall(r"(?s)<pre>(.*?)</pre>", section)])
    for name in sorted(linked):
        if name not in WITHOUT_NOTICE:
            facts.fail(f"the standard library has the crate {name}, whose licence is not known")
        licence = WITHOUT_NOTICE[name]
        text = [texts["Apache-2.0"]] if "Apache" in licence else texts_of_registry(name)
        yield Part(name, versions.get(name, f"of Rust {rust}"), licence, text)


@functools.cache
def crates_of_standard_library(name):
    """Crates of others in the standard library of a target, and the versions that paths of sources give."""
    linked, versions = set(), {}
    for file in (targets.sysroot() / f"lib/rustlib/{name}/lib").glob("*.rlib"):
        crate = re.sub(r"^lib|-[0-9a-f]+$", "", file.stem)
        if not OF_RUST.fullmatch(crate) and crate not in NOT_LINKED:
            linked.add(crate)
        paths = re.findall(rb"rust/deps[/\\]([a-zA-Z0-9_-]+?)-(\d+\.\d+\.\d+)[/\\]", file.read_bytes())
        versions |= {crate.decode(): version.decode() for crate, version in paths}
    return linked, versions


@functools.cache
def texts_of_registry(name):
    """The licences of a crate of Cargo.lock, in any version."""
    every = json.loads(facts.output("cargo", "metadata", "--locked", "--format-version", "1"))["packages"]
    return own_texts(next(one for one in every if one["name"] == name))


def linked_by_zig(names):
    """What zig links into programs and libraries: its unwinder, and a C library."""
    folder = next(iter(facts.ROOT.glob("build/*/*venv/lib/*/site-packages/ziglang")), None)
    if folder is None:
        facts.fail("zig is not installed; see tools/setup release")
    version = (folder.parent / next(folder.parent.glob("ziglang-*.dist-info")).name).stem.split("-")[1]
    known = [
        ("LLVM libunwind and compiler-rt", "Apache-2.0 WITH LLVM-exception", "lib/libunwind/LICENSE.TXT", ""),
        ("musl", "MIT", "lib/libc/musl/COPYRIGHT", "musl"),
        ("mingw-w64 runtime", "ZPL-2.1", "lib/libc/mingw/COPYING", "windows"),
    ]
    for name, licence, file, word in known:
        if any(word in target for target in names):
            yield Part(name, f"of zig {version}", licence, [(folder / file).read_text()])


def collect(packages, names, with_zig):
    """All that is in a package besides stringmill: crates that are linked, crates of macros, and the runtime."""
    linked = names_of_crates(packages, names, LINKED)
    every = list(parts(packages, names))
    runtime = [*standard_library(names), *(linked_by_zig(names) if with_zig else [])]
    crates_linked = [part for part in every if (part.name, part.version) in linked]
    return crates_linked, [part for part in every if part not in crates_linked], runtime


def by_text(everything):
    """The texts, each once whatever its spaces are, with the parts that have it."""
    texts = {}
    for part in everything:
        for text in part.texts:
            shown, users = texts.setdefault(" ".join(text.split()), (text.strip("\n").rstrip(), []))
            if part not in users:
                users.append(part)
    return texts.values()


def text(product, names, with_zig):
    """THIRD-PARTY-LICENSES as one text."""
    packages = PRODUCTS[product]
    linked, macros, runtime = collect(packages, names, with_zig)
    lines = [
        f"Third-party licences of stringmill {facts.version()}",
        "",
        f"packages: {', '.join(packages)}",
        f"targets: {', '.join(names)}",
        f"crates: {len(linked)}",
        "",
        *(f"- {part.name} {part.version}: {part.licence}" for part in linked),
        *(["", "Crates of macros, which wrote code that is linked:", ""] if macros else []),
        *(f"- {part.name} {part.version}: {part.licence}" for part in macros),
        "",
        "Parts of the compiler and the linker:",
        "",
        *(f"- {part.name} {part.version}: {part.licence}" for part in runtime),
    ]
    for shown, users in by_text(linked + macros + runtime):
        if RULE in shown:
            facts.fail(f"a licence of {users[0].name} contains the line between licences")
        names_of_users = ", ".join(f"{part.name}\0{part.version}" for part in users)
        heads = [line.replace("\0", " ") for line in textwrap.wrap(names_of_users, 100, break_on_hyphens=False)]
        lines += ["", RULE, *heads, "", *(line.rstrip() for line in shown.splitlines())]
    return "\n".join(lines) + "\n"


def write(product, folder, names, with_zig=True):
    """Writes LICENSE, NOTICE and THIRD-PARTY-LICENSES into `folder`. What is not changed keeps its time."""
    contents = {name: (facts.ROOT / name).read_text() for name in ("LICENSE", "NOTICE")}
    contents[FILE] = text(product, names, with_zig)
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in contents.items():
        file = folder / name
        if not file.exists() or file.read_text() != content:
            file.write_text(content)
