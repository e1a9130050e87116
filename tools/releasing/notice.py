"""What is linked into a program or library: its bill of materials (CycloneDX), and the notices of the licences."""

import json
import pathlib
import re

from . import facts, targets

# What no manifest names.
RUNTIME = {
    "Rust standard library": "MIT OR Apache-2.0, https://github.com/rust-lang/rust",
    "LLVM libunwind and compiler-rt, as zig brings them": "Apache-2.0 WITH LLVM-exception, https://llvm.org",
    "musl": "MIT, https://musl.libc.org",
    "mingw-w64 runtime": "ZPL-2.1, https://www.mingw-w64.org",
}


def runtime(target, is_command):
    """The parts of RUNTIME that are linked."""
    names = ["Rust standard library", "LLVM libunwind and compiler-rt, as zig brings them"]
    if target.is_musl and is_command:
        names.append("musl")
    if target.system == "windows":
        names.append("mingw-w64 runtime")
    return names


def bill(target, package, folder):
    """Writes the bill of materials of `package` for `target` into `folder`, and returns its components."""
    manifest = facts.ROOT / package
    name = f"{package.replace('/', '-')}-{target.name}"
    facts.run(
        "cargo",
        "cyclonedx",
        "--quiet",
        "--manifest-path",
        manifest / "Cargo.toml",
        "--format",
        "json",
        "--target",
        target.name,
        "--no-build-deps",
        "--override-filename",
        name,
        **targets.environment(target),
    )
    made = json.loads((manifest / f"{name}.json").read_text())
    for written in facts.ROOT.rglob(f"{name}.json"):
        if facts.WORK not in written.parents:
            written.unlink()
    (folder / "sbom.cdx.json").write_text(neutral(json.dumps(made, indent=2)) + "\n")
    return made["components"]


def neutral(text):
    """A bill without the paths of this machine."""
    return text.replace(f"path+file://{facts.ROOT}", "path+file://").replace(f"file://{facts.ROOT}", "file://")


def licence_texts(components):
    """The licence files of other projects' crates, each text once, with the crates that have it."""
    metadata = json.loads(facts.output("cargo", "metadata", "--locked", "--format-version", "1"))
    folders = {(one["name"], one["version"]): pathlib.Path(one["manifest_path"]).parent for one in metadata["packages"]}
    texts = {}
    for component in components:
        folder = folders[component["name"], component["version"]]
        if folder.is_relative_to(facts.ROOT):
            continue
        for file in sorted(folder.iterdir()):
            if re.match(r"(?i)(licen[cs]e|copying|copyright|notice|unlicense)", file.name) and file.is_file():
                texts.setdefault(file.read_text(errors="replace").strip(), []).append(component["name"])
    return texts


def write(target, package, folder, is_command):
    """Writes LICENSE, NOTICE and the bill of materials into `folder`."""
    components = bill(target, package, folder)
    others = sorted(
        {(one["name"], one["version"], licence(one)) for one in components if not one["name"].startswith("stringmill")}
    )
    lines = [
        "stringmill",
        "Copyright the authors of stringmill",
        "",
        "Linked into the programs and libraries of this archive:",
        "",
    ]
    lines += [f"- {name}: {RUNTIME[name]}" for name in runtime(target, is_command)]
    lines += [f"- {name} {version}: {kind}" for name, version, kind in others]
    for text, names in sorted(licence_texts(components).items(), key=lambda pair: pair[1]):
        lines += ["", "-" * 80, ", ".join(sorted(set(names))), "", text]
    (folder / "NOTICE").write_text("\n".join(lines) + "\n")
    (folder / "LICENSE").write_bytes((facts.ROOT / "LICENSE").read_bytes())


def licence(component):
    """The licence of a component of a bill, as an expression."""
    kinds = [
        one.get("expression") or one["license"].get("id") or one["license"].get("name")
        for one in component.get("licenses", [])
    ]
    return " AND ".join(kinds) or facts.fail(f"{component['name']} names no licence")
