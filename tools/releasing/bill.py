"""What is linked into a program or library: its bill of materials (CycloneDX), of the resolution of its build."""

import datetime
import json
import re
import tomllib
import uuid

from . import facts, licences, targets

REPOSITORY = "https://github.com/stringmill/stringmill"
# A line of `cargo tree` with the options below.
LINE = re.compile(r"(\d+)(\S+) v(\S+?)(?: \(([^|]*)\))?\|([^|]*)\|(\S*)")
# C code in a crate, as in the version 2.1.3+zstd.1.5.7: its licence and package.
C_CODE = {"zstd": ("BSD-3-Clause", "pkg:github/facebook/zstd@v")}
# The paths of sources in compiled code and its debug information: of crates, and of those in the standard library.
IN_CODE = re.compile(rb"(?:registry/src/[^/\0]+|rust/deps)[/\\]([a-zA-Z0-9_-]+?)-(\d+\.\d+\.\d+(?:[-+][\w.+-]+)?)[/\\]")


def component(name, version, licence, **more):
    """A part with its version. The old form MIT/Apache-2.0 is MIT OR Apache-2.0."""
    expression = licence.replace("/", " OR ")
    return {"type": "library", "bom-ref": f"{name}@{version}", "name": name, "version": version} | more | {
        "licenses": [{"expression": expression}]
    }


def checksums():
    """SHA-256 of each crate of a registry, by name and version."""
    packages = tomllib.loads((facts.ROOT / "Cargo.lock").read_text())["package"]
    return {(one["name"], one["version"]): one["checksum"] for one in packages if "checksum" in one}


def crates(package, name):
    """The components that cargo links into a package for a target, and the references that each one depends on."""
    tree = facts.output(
        "cargo", "tree", "--locked", "-p", package, "--target", name, "--edges", licences.LINKED, "--prefix", "depth",
        "--format", "{p}|{l}|{r}",
    )  # fmt: skip
    found, uses, above, sums = {}, {}, [], checksums()
    for line in tree.split("\n"):
        depth, crate, version, path, licence, repository = LINE.match(line).groups()
        part = component(crate, version, licence, purl=f"pkg:cargo/{crate}@{version}")
        if sum_of_crate := sums.get((crate, version)):
            part["hashes"] = [{"alg": "SHA-256", "content": sum_of_crate}]
        elif not path:
            facts.fail(f"Cargo.lock has no hash of {crate} {version}")
        if repository:
            part["externalReferences"] = [{"type": "vcs", "url": repository}]
        reference = part["bom-ref"]
        found[reference] = part
        uses.setdefault(reference, set())
        above[int(depth) :] = [reference]
        if len(above) > 1:
            uses[above[-2]].add(reference)
        for word, number in re.findall(r"\+([a-z]+)\.(.*)", version):
            c_licence, c_package = C_CODE[word]
            found[f"{word}@{number}"] = component(word, number, c_licence, purl=c_package + number)
            uses[reference].add(f"{word}@{number}")
    return found, uses


def runtime(name):
    """Rust's standard library with its crates, and what zig links: components, and the first one's references."""
    standard, *inside = licences.standard_library([name])
    parts = [component("rust-std", standard.version, standard.licence, purl=f"pkg:generic/rust-std@{standard.version}")]
    for one in inside:
        address = {"purl": f"pkg:cargo/{one.name}@{one.version}"} if one.version[0].isdigit() else {}
        parts.append(component(one.name, one.version, one.licence, **address))
        parts[-1]["bom-ref"] = f"rust-std/{one.name}@{one.version}"
    of_zig = []
    for one in licences.linked_by_zig([name]):
        number = one.version.removeprefix("of zig ")
        of_zig.append(component(one.name, f"zig-{number}", one.licence, purl=f"pkg:pypi/ziglang@{number}"))
    return parts, of_zig


def text(product, name):
    """The bill of a product for a target. The same build has the same bill, serial number and all."""
    (package,) = licences.PRODUCTS[product]
    found, uses = crates(package, name)
    standard, of_zig = runtime(name)
    root = next(iter(found))
    about = found.pop(root) | {"type": "application" if product == "smill" else "library"}
    about["properties"] = [{"name": "stringmill:product", "value": product}, {"name": "stringmill:target", "value": name}]
    uses[root] |= {one["bom-ref"] for one in [standard[0], *of_zig]}
    uses[standard[0]["bom-ref"]] = {one["bom-ref"] for one in standard[1:]}
    made = {
        "metadata": {
            "timestamp": datetime.datetime.fromtimestamp(int(facts.epoch()), datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": about,
        },
        "components": [found[key] for key in sorted(found)] + standard + of_zig,
        "dependencies": [{"ref": key, "dependsOn": sorted(uses[key])} for key in sorted(uses)],
    }
    serial = uuid.uuid5(uuid.uuid5(uuid.NAMESPACE_URL, REPOSITORY), json.dumps(made))
    head = {"bomFormat": "CycloneDX", "specVersion": "1.6", "serialNumber": f"urn:uuid:{serial}", "version": 1}
    return json.dumps(head | made, indent=2) + "\n"


def write(product, target, folder):
    """Writes the bill of a product for a target into `folder`."""
    (folder / "sbom.cdx.json").write_text(text(product, target.name))


def check(content, code, what):
    """Ends the program if a bill has other crates than the resolution of its build, a crate without hash, or lacks one whose
    sources `code` names: files with their debug information. Returns how many components it has."""
    bill = json.loads(content)
    about = {one["name"]: one["value"] for one in bill["metadata"]["component"]["properties"]}
    product, name = about["stringmill:product"], about["stringmill:target"]
    known = {one["bom-ref"].removeprefix("rust-std/") for one in bill["components"]}
    others = {one["bom-ref"] for one in bill["components"] if "hashes" in one}
    linked = {f"{crate['name']}@{crate['version']}" for crate in licences.crates(licences.PRODUCTS[product], [name])}
    if others != linked:
        facts.fail(f"the bill of {what} names other crates than cargo links: {sorted(others ^ linked)}")
    for file, bytes_of_file in code.items():
        seen = {f"{crate.decode()}@{version.decode()}" for crate, version in IN_CODE.findall(bytes_of_file)}
        if missing := seen - known:
            facts.fail(f"the bill of {what} lacks what is linked into {file}: {sorted(missing)}")
    return len(bill["components"])


def check_resolution():
    """The bills of every target have the crates that cargo links, each once, and none that only the compiler runs."""
    every = json.loads(facts.output("cargo", "metadata", "--locked", "--format-version", "1"))["packages"]
    macros = {one["name"] for one in every if "proc-macro" in one["targets"][0]["kind"]}
    count = 0
    for product, name in ((product, name) for product in ("c", "smill") for name in targets.TARGETS):
        found, _ = crates(*licences.PRODUCTS[product], name)
        linked = licences.names_of_crates(licences.PRODUCTS[product], [name], licences.LINKED)
        named = {(one["name"], one["version"]) for one in found.values() if one["purl"].startswith("pkg:cargo/")}
        wrong = (named ^ linked) | {one for one in named if one[0] in macros}
        if wrong or not linked:
            facts.fail(f"the bill of {product} for {name} is wrong about {sorted(wrong)}")
        count += len(linked)
    print(f"release: bills of {2 * len(targets.TARGETS)} archives have the {count} crates that are linked")
