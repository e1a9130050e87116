"""Whether built packages have the licences of stringmill and of the crates in them."""

import io
import re
import subprocess
import tarfile
import zipfile

from . import bill, debian, facts, licences

# Native code. Assemblies of .NET below lib/ and analyzers/ contain none.
COMPILED = re.compile(r"(?!lib/net|analyzers/dotnet).*\.(so[\d.]*|dll|dylib|a|pyd|wasm|exe)|(.*/)?(bin|scripts)/smill")
# The paths of sources in messages of compiled code.
CRATE_IN_CODE = re.compile(rb"registry/src/[^/\0]+/([a-zA-Z0-9_-]+?)-(\d+\.\d+\.\d+[^/\0]*)/")
BILL = re.compile(r"(.*/)?sbom\.cdx\.json")
# The source distribution for Python also lists the crates: wheels that pip builds from it take the list.
SDIST = re.compile(r"stringmill-[\d.]+\.tar\.gz")
COPYRIGHT = "usr/share/doc/[^/]+/copyright"
# The names of packages, and what they are built from; empty for packages with only sources or portable code.
KINDS = [
    (r"stringmill-[^/]*\.whl", "python"),
    (r"stringmill-[\d.]+\.tar\.gz", ""),
    (r"stringmill-[\d.]+\.tgz", "npm"),
    (r"stringmill(-[a-z0-9]+)?-[\d.]+\.jar", "java"),
    (r"stringmill(-[a-z0-9]+)?-[\d.]+-(sources|javadoc|tests)\.jar", ""),
    (r"StringMill[^/]*\.nupkg", "c"),
    (r"php_stringmill-[^/]*", "c"),
    (r"libstringmill-[^/]*", "c"),
    (r"smill-[^/]*", "smill"),
    (r"smill_[^/]*\.deb", "smill"),
    (r"libstringmill[^/]*_[^/]*\.deb", "c"),
    (r"[^/]*\.crate", ""),
]


def members(file):
    """The files of an archive by their names."""
    if file.name.endswith((".whl", ".jar", ".nupkg", ".zip")):
        with zipfile.ZipFile(file) as archive:
            return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}
    content = file.read_bytes()
    if file.name.endswith(".deb"):
        content = subprocess.run(["dpkg-deb", "--fsys-tarfile", file], check=True, stdout=subprocess.PIPE).stdout
    if file.name.endswith(".rpm"):
        content = subprocess.run(["rpm2archive", "-"], check=True, stdin=open(file, "rb"), stdout=subprocess.PIPE).stdout
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        return {one.name.removeprefix("./"): archive.extractfile(one).read() for one in archive if one.isfile()}


def is_package(file):
    """Whether it is an archive: a pom or a checksum is none, and packages of symbols have no code."""
    return file.suffix not in (".pom", ".snupkg") and not file.name.endswith("-bundle.zip")


def product(file):
    """What a package is built from."""
    for pattern, found in KINDS:
        if re.fullmatch(pattern, file.name):
            return found
    facts.fail(f"{file.name} is no package whose licences are known")


def unique(name, held, file):
    """The text of the one file of this name that is not in a folder of a part; META-INF and dist-info may be above it."""
    found = [one for one in held if re.fullmatch(rf"(.*/)?{name}", one)]
    if not found:
        facts.fail(f"{file.name} has no {name}")
    return held[min(found, key=lambda one: one.count("/"))].decode()


def check(file):
    """Ends the program if a package lacks a licence. Returns the number of crates whose licences it has."""
    held, kind = members(file), product(file)
    is_debian = file.suffix == ".deb"
    for name in ["NOTICE"] if is_debian else ["LICENSE", "NOTICE"]:
        if unique(name, held, file) != (facts.ROOT / name).read_text():
            facts.fail(f"{file.name} has another {name}")
    compiled = {name: content for name, content in held.items() if COMPILED.fullmatch(name)}
    is_sdist = SDIST.fullmatch(file.name)
    if not compiled and not is_sdist:
        return 0
    for name in filter(BILL.fullmatch, held):
        bill.check(held[name], compiled, file.name)
    if compiled and not kind:
        facts.fail(f"{file.name} has compiled code: {', '.join(compiled)}")
    if is_debian:
        listed = debian_list(unique(COPYRIGHT, held, file), file)
    else:
        listed = plain_list(unique(licences.FILE, held, file), kind or "python", file)
    for name, content in compiled.items():
        in_code = {(one.decode(), version.decode()) for one, version in CRATE_IN_CODE.findall(content)}
        if more := in_code - listed:
            facts.fail(f"{file.name}: {name} is built from {sorted(more)}, whose licences it does not have")
    return len(listed)


def debian_list(text, file):
    """The crates of a file `copyright`."""
    found = debian.listed(text)
    if found is None:
        facts.fail(f"{COPYRIGHT} of {file.name} is not in the format of Debian")
    return found


def plain_list(text, kind, file):
    """The crates of THIRD-PARTY-LICENSES, which are those of cargo, and each has a text."""
    head, *texts = text.split(f"\n{licences.RULE}\n")
    names = re.search(r"(?m)^targets: (.*)$", head)[1].split(", ")
    crates = {(one["name"], one["version"]) for one in licences.crates(licences.PRODUCTS[kind], names)}
    listed = set(re.findall(r"(?m)^- (\S+) (\d\S*): .+$", re.split("Crates of macros|Parts of the compiler", head)[0]))
    if listed != crates or f"\ncrates: {len(crates)}\n" not in head:
        facts.fail(f"{file.name} lists other crates than cargo: {sorted(listed ^ crates)}")
    with_text = set()
    for one in texts:
        users, _, licence = one.partition("\n\n")
        if len(licence) > 100:
            with_text |= set(users.replace("\n", " ").split(", "))
    parts = set(re.findall(r"(?m)^- (.+): [^:]+$", head))
    if without := parts - with_text:
        facts.fail(f"{file.name} has no text for {', '.join(sorted(without))}")
    return listed
