"""Whether the sources are ready for a release: one version everywhere, and crates that a registry takes."""

import json
import re
import shutil
import xml.etree.ElementTree as xml

from . import facts

# The other places of the version: patterns of files, and of the text around it.
PLACES = [
    ("core/capi/include/stringmill.h", r'^#define SMILL_VERSION_TEXT "(.*)"$'),
    ("php/php_stringmill.h", r'^#define PHP_STRINGMILL_VERSION "(.*)"$'),
    ("dotnet/*/*.csproj", r"<Version>(.*)</Version>"),
    ("dotnet/StringMill/AssemblyInfo.cs", r'AssemblyVersion\("(.*)\.0"\)'),
    ("core/fuzz/Cargo.toml", r'^version = "(.*)"$'),
    ("js/package.json", r'^ *"version": "(.*)"'),
    ("docs/java.md", r"<version>(.*)</version>"),
    ("docs/ion-java.md", r"<version>(.*)</version>"),
]
MAVEN = "{http://maven.apache.org/POM/4.0.0}"
# Each published crate brings these.
REQUIRED = {"Cargo.toml", "LICENSE", "NOTICE", "README.md"}


def one_version():
    """Every part names the version of Cargo.toml."""
    version, found = facts.version(), []
    for pattern, text in PLACES:
        for file in sorted(facts.ROOT.glob(pattern)):
            named = re.findall(text, file.read_text(), re.M)
            found += [(file, one) for one in named]
    for line in re.findall(r'^stringmill.*version = "(.*)" }$', (facts.ROOT / "Cargo.toml").read_text(), re.M):
        found.append((facts.ROOT / "Cargo.toml", line.removeprefix("=")))
    for file in sorted(facts.ROOT.glob("java/**/pom.xml")):
        if "target" not in file.parts:
            found += [(file, one) for one in versions_in_pom(file)]
    wrong = [f"{file.relative_to(facts.ROOT)} says {named}, not {version}" for file, named in found if named != version]
    if wrong:
        facts.fail("; ".join(wrong))
    print(f"release: {version} in {len({file for file, _ in found})} files")


def versions_in_pom(file):
    """The versions that a pom gives to parts of the product."""
    root = xml.parse(file).getroot()
    for element in [root, *root.iter(f"{MAVEN}parent"), *root.iter(f"{MAVEN}dependency")]:
        group = element.findtext(f"{MAVEN}groupId")
        version = element.findtext(f"{MAVEN}version")
        if group == "io.github.stringmill" and version and not version.startswith("${"):
            yield version


def published_crates():
    """The packages of the workspace that may be published, by their names."""
    packages = json.loads(facts.output("cargo", "metadata", "--locked", "--no-deps", "--format-version", "1"))[
        "packages"
    ]
    return {package["name"]: package for package in packages if package["publish"] is None}


def crates(verify):
    """A registry would take every crate. With `verify` each one is also compiled from its package alone."""
    extra = [] if verify else ["--no-verify"]
    facts.run("cargo", "publish", "--workspace", "--dry-run", "--locked", "--allow-dirty", "--quiet", *extra)
    names = published_crates()
    page = (facts.ROOT / "core/README.md").read_text()
    for name, package in names.items():
        if f"`{name}`" not in page:
            facts.fail(f"core/README.md does not name the crate {name}")
        files = facts.output("cargo", "package", "--list", "--allow-dirty", "--quiet", "-p", name).split("\n")
        if missing := REQUIRED - set(files):
            facts.fail(f"the package {name} lacks {', '.join(sorted(missing))}")
        folder = facts.ROOT / package["manifest_path"].removesuffix("Cargo.toml")
        for file in (file for file in files if file.endswith(".rs")):
            no_way_out(name, file, (folder / file).read_text(), set(files))
    print(f"release: a registry would take {len(names)} crates{'' if verify else ', not compiled here'}")


def no_way_out(name, file, text, files):
    """Files that a source includes are in its package."""
    for included in re.findall(r'include(?:_str|_bytes)?!\(\s*"(.*?)"', text):
        parts = file.split("/")[:-1]
        for part in included.split("/"):
            parts = parts[:-1] if part == ".." and parts else [*parts, part]
        if "/".join(parts) not in files:
            facts.fail(f"{name}: {file} includes {included}, which its package does not have")


def dependencies():
    """Licences, origins and versions of the crates of others are those that deny.toml allows. Known weaknesses are looked
    up by .github/workflows/test.yml: their list has to be downloaded."""
    program = shutil.which("cargo-deny") or shutil.which("cargo-deny", path=facts.TOOLS / "bin")
    if not program:
        print("release: left out: licences of other crates (needs: cargo install --locked cargo-deny)")
        return
    suites = (facts.ROOT / "tools/suites.sh").read_text()
    for folder in [".", *re.search(r"^outside=\((.*)\)$", suites, re.M)[1].split()]:
        manifest = facts.ROOT / folder / "Cargo.toml"
        facts.run(program, "--log-level", "error", "--manifest-path", manifest, "--locked", "--config", "deny.toml",
                  "check", "licenses", "bans", "sources")
