"""Two crates out of those of the workspace, for a registry: a user sees one library and one command, while in the repository the
compiler keeps the layers apart.

A part becomes a module below `parts`: its `crate::` becomes `crate::parts::NAME::`, and so does `stringmill_NAME::` in all others.
Nothing else of a source changes.
"""

import json
import re
import shutil
import tomllib
import zlib

from . import facts

PLACE = facts.WORK / "folded"
LIBRARY = {name: f"core/{name}" for name in "outcome profile kernels numbers output json ion convert columns text".split()}
# Parts that a build without the feature `std` does not have.
STD = {"output", "ion", "convert", "columns"}
COMMAND = {"diagnostic": "core/diagnostic", "measure": "bench/measure"}


def manifest(folder):
    return tomllib.loads((facts.ROOT / folder / "Cargo.toml").read_text())


def rewritten(text, parts, own=None):
    """A source with the paths that it has in the folded crate; `own` is the part that it comes from."""
    if own:
        text = re.sub(r"\bcrate::(?!parts::)", f"crate::parts::{own}::", text)
    return re.sub(rf"(?<![\w\"/-])stringmill_({'|'.join(parts)})\b", r"crate::parts::\1", text)


def without_crate_attributes(text):
    """The root of a part as a module, without the attributes that only the root of a crate may have."""
    return re.sub(r"^#!\[no_std\]\n|^(?:#\[cfg\(feature = \"std\"\)\]\n)?extern crate (?:alloc|std);\n", "", text, flags=re.M)


def sources(folder, to, parts, own=None):
    base = facts.ROOT / folder / "src"
    for file in sorted(base.rglob("*.rs")):
        text = rewritten(file.read_text(), parts, own)
        name = file.relative_to(base)
        if own and str(name) == "lib.rs":
            name, text = "mod.rs", without_crate_attributes(text)
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        (to / name).write_text(text)


def dependencies(folders):
    """The crates of others that the parts need: those for all targets, and those for some."""
    everywhere, somewhere = {}, {}
    for folder in folders:
        about = manifest(folder)
        here = {None: about.get("dependencies", {})}
        here |= {target: table.get("dependencies", {}) for target, table in about.get("target", {}).items()}
        for target, table in here.items():
            into = somewhere.setdefault(target, {}) if target else everywhere
            for name, wanted in table.items():
                if not name.startswith("stringmill"):
                    if into.get(name, wanted) != wanted:
                        facts.fail(f"two parts want {name} with other features or versions")
                    into[name] = wanted
    return everywhere, somewhere


def features(folder, parts):
    """The features of a folded crate: those of its root, with what they ask of the parts."""
    own = manifest(folder).get("features", {})
    inside = {name: manifest(part).get("features", {}) for name, part in parts.items()}

    def resolved(word, table):
        if word.startswith("dep:"):
            return set() if word.startswith("dep:stringmill") else {word}
        if "/" in word:
            part, feature = word.removeprefix("stringmill-").split("/")
            return set().union(*(resolved(inner, inside[part]) for inner in inside[part][feature]))
        return {word} if word in own else set().union(*(resolved(inner, table) for inner in table[word]))

    return {name: sorted(set().union(*(resolved(word, own) for word in words)) - {name}) for name, words in own.items()}


def toml(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(inner)}" for key, inner in value.items()) + " }"
    # A list, a text or a truth is written as in JSON.
    return json.dumps(value, ensure_ascii=False)


def write_manifest(folder, to, parts, **more):
    workspace = tomllib.loads((facts.ROOT / "Cargo.toml").read_text())["workspace"]
    about = manifest(folder)
    package = {key: workspace["package"][key] if isinstance(value, dict) and value.get("workspace") else value
               for key, value in about["package"].items() if key != "metadata"}
    package |= {"readme": "README.md", "include": ["/src", "/LICENSE", "/NOTICE", "/README.md"], "build": False}
    del package["publish"]
    everywhere, somewhere = dependencies([folder, *parts.values()])
    tables = {"package": package, "dependencies": everywhere | more, "features": features(folder, parts)}
    tables |= {f"package.metadata.{name}": table for name, table in about["package"].get("metadata", {}).items() if name != "deb"}
    tables |= {f"target.'{target}'.dependencies": table for target, table in somewhere.items()}
    lines = [f"[{name}]\n" + "".join(f"{key} = {toml(value)}\n" for key, value in table.items()) for name, table in tables.items()]
    lines += [f"[[bin]]\n{''.join(f'{key} = {toml(value)}{chr(10)}' for key, value in table.items())}" for table in about.get("bin", [])]
    (to / "Cargo.toml").write_text("\n".join(lines))


def fold(folder, parts, root, std=frozenset(), **more):
    """Writes one crate, and returns its folder."""
    to = PLACE / manifest(folder)["package"]["name"]
    sources(folder, to / "src", parts)
    for name, part in parts.items():
        sources(part, to / "src/parts" / name, parts, name)
    listed = "".join(('#[cfg(feature = "std")]\n' if name in std else "") + f"pub mod {name};\n" for name in sorted(parts))
    (to / "src/parts/mod.rs").write_text(f"//! Layers that are crates of their own in the repository.\n\n#![allow(dead_code, unused_imports)] // what other crates of the repository use\n\n{listed}")
    file = to / "src" / root
    # The modules go after the attributes of the crate.
    head, body = re.fullmatch(r"((?:(?://!.*|#!\[.*|)\n)*)(.*)", file.read_text(), flags=re.S).groups()
    file.write_text(f"{head}mod parts;\n\n{body}")
    for name in ("LICENSE", "NOTICE"):
        shutil.copy(facts.ROOT / name, to / name)
    shutil.copy(facts.ROOT / folder / "README.md", to / "README.md")
    write_manifest(folder, to, parts, **more)
    return to


def library():
    to = fold("core/stringmill", LIBRARY, "lib.rs", STD)
    file = to / "src/lib.rs"
    # With the feature `std` the prelude of `std` is imported in every part, as the parts that need `std` expect. All parts but the
    # kernels forbid unsafe code themselves.
    text = file.read_text().replace("#![no_std]\n#![forbid(unsafe_code)]\n", '#![cfg_attr(not(feature = "std"), no_std)]\n')
    file.write_text(text.replace("mod parts;\n", "extern crate alloc;\n\nmod parts;\n", 1))
    return to


def command():
    """The command with its vectors as files: those that the reference generates are not generated again."""
    to = fold("core/cli", COMMAND, "main.rs", stringmill={"path": "../stringmill", "version": f"={facts.version()}"})
    facts.run("cargo", "run", "--quiet", "-p", "stringmill-sweeps")
    files = {file.stem: file for folder in ("vectors", "build/vectors") for file in (facts.ROOT / folder).glob("*.json")}
    (to / "src/vectors").mkdir()
    for name, file in files.items():
        (to / f"src/vectors/{name}.json.zlib").write_bytes(zlib.compress(file.read_bytes(), 9))
    listed = "".join(f'include_bytes!("vectors/{name}.json.zlib"),\n' for name in sorted(files))
    (to / "src/vectors.rs").write_text(f"&[\n{listed}]\n")
    cases = to / "src/commands/selftest/cases.rs"
    built, here = 'include!(concat!(env!("OUT_DIR"), "/vectors.rs"))', 'include!("../../vectors.rs")'
    if built not in cases.read_text():
        facts.fail(f"{cases} does not include the vectors as tools/releasing/fold.py expects")
    cases.write_text(cases.read_text().replace(built, here))
    return to


def write():
    """Writes both crates into a workspace of their own, and returns their names: the library first, which the command needs."""
    shutil.rmtree(PLACE, ignore_errors=True)
    names = [folder.name for folder in (library(), command())]
    (PLACE / "Cargo.toml").write_text(f'[workspace]\nresolver = "3"\nmembers = {json.dumps(names)}\n')
    shutil.copy(facts.ROOT / "Cargo.lock", PLACE / "Cargo.lock")
    # Removes the other crates of this repository from the lock file.
    facts.run("cargo", "update", "--quiet", "--workspace", cwd=PLACE)
    return names
