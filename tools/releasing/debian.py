"""The Debian packages: smill, the shared library, and what programs are compiled with. Each one has the file `copyright` in the
machine-readable format 1.0."""

import collections
import email.utils
import gzip
import re
import shutil

from . import archives, facts, licences, sources

FORMAT = "https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/"
HOME = "https://github.com/stringmill/stringmill"
MAINTAINER = "The stringmill authors <stringmill@users.noreply.github.com>"
APACHE = "On Debian systems, the Apache License, Version 2.0, is in /usr/share/common-licenses/Apache-2.0."
APACHE_TEXT = re.compile(
    r"(?s)[ ]*Apache License\n\s*Version 2\.0.*?END OF TERMS AND CONDITIONS(?:.*?limitations under the License\.)?"
)
HOLDER = re.compile(r"(?m)^[\s*#/]*Copyright\b(?: ?\(c\)| ?©)?[ :]*(.*\d{4}.*)$")
# SPDX, and the words of Debian for it.
WORDS = {
    "MIT": "Expat",
    "-Clause": "-clause",
    " OR ": " or ",
    " AND ": " and ",
    " WITH LLVM-exception": " with LLVM exception",
}


def text(product, names):
    """The file for a product. Crates are named as folders of a source package that has them, as `cargo vendor` makes it."""
    linked, macros, runtime = licences.collect(licences.PRODUCTS[product], names, with_zig=True)
    year = email.utils.formatdate(int(facts.epoch())).split()[3]
    lines = [
        f"Format: {FORMAT}",
        "Upstream-Name: stringmill",
        f"Upstream-Contact: {MAINTAINER}",
        f"Source: {HOME}",
        "",
        "Files: *",
        f"Copyright: {year} {MAINTAINER}",
        "License: Apache-2.0",
    ]
    groups, authors = collections.defaultdict(list), collections.defaultdict(dict)
    for folder, some in (("vendor", linked + macros), ("toolchain", runtime)):
        for part in some:
            place = f"{part.name}-{part.version}".replace(" ", "-").replace(",", "")
            groups[part.licence, tuple(part.texts)].append(f"{folder}/{place}/*")
            authors[part.licence, tuple(part.texts)] |= dict.fromkeys(part.authors or [f"the authors of {part.name}"])
    for (licence, texts), places in groups.items():
        holders = dict.fromkeys(holder for one in texts for holder in HOLDER.findall(one)) or authors[licence, texts]
        lines += ["", "Files: " + "\n ".join(places), "Copyright: " + "\n ".join(holders)]
        lines.append(f"License: {licence_in_debian(licence)}")
        for text in texts:
            lines += [f" {line.rstrip()}" if line.strip() else " ." for line in shortened(text).splitlines()] + [" ."]
        lines.pop()
    return "\n".join([*lines, "", "License: Apache-2.0", f" {APACHE}"]) + "\n"


def licence_in_debian(expression):
    """An SPDX expression in the words of Debian, which has no parentheses."""
    expression = re.sub(r"\((.*?)\) AND ", r"\1, and ", expression.replace("/", " OR "))
    for word, other in WORDS.items():
        expression = expression.replace(word, other)
    return expression


def shortened(text):
    """A text, in which the Apache License is replaced by its place in Debian."""
    return APACHE_TEXT.sub(f"{APACHE}\n", text).strip("\n")


def listed(text):
    """The crates that such a file names; None if it is not of this format."""
    head, *paragraphs = text.split("\n\n")
    fields = [set(re.findall(r"(?m)^(\S+):", paragraph)) for paragraph in paragraphs]
    if not head.startswith(f"Format: {FORMAT}\n") or any(
        found not in ({"Files", "Copyright", "License"}, {"License"}) for found in fields
    ):
        return None
    return set(re.findall(r"(?m)^(?:Files:)? vendor/(\S+?)-(\d+\.\d+\.\d+\S*)/\*$", text))


# The fields of each package beside those that all have. {version} is the version of stringmill, {abi} the part of it
# that programs are bound to.
PACKAGES = {
    "smill": {
        "Section": "utils",
        "Depends": "libc6 (>= 2.17)",
        "Description": """packs, escapes, checks, converts and repairs text as JSON or Ion
 smill packs a folder of text files into one JSON file and unpacks it again,
 escapes and unescapes strings of any length, checks UTF-8, JSON, NDJSON and
 Amazon Ion and names the place of each error, converts among these formats
 with a list of what was lost, writes canonical JSON (RFC 8785), and takes
 damaged records out of a file.
 .
 It reads files, pipes and compressed streams (gzip, zstd) that are larger
 than memory, with the vector instructions of the processor.""",
    },
    "libstringmill{abi}": {
        "Section": "libs",
        "Depends": "libc6 (>= 2.17)",
        "Multi-Arch": "same",
        "Description": """escapes, checks and converts UTF-8, JSON and Ion: shared library
 libstringmill escapes and unescapes strings, checks and transcodes UTF-8,
 UTF-16 and Latin-1, encodes and decodes base64, and reads, writes and
 converts JSON and Amazon Ion, with the vector instructions of the processor.
 .
 This package has the shared library that programs need when they run.""",
    },
    "libstringmill-dev": {
        "Section": "libdevel",
        "Depends": "libstringmill{abi} (= {version})",
        "Multi-Arch": "same",
        "Description": """escapes, checks and converts UTF-8, JSON and Ion: files for C and C++
 libstringmill escapes and unescapes strings, checks and transcodes UTF-8,
 UTF-16 and Latin-1, encodes and decodes base64, and reads, writes and
 converts JSON and Amazon Ion, with the vector instructions of the processor.
 .
 This package has the headers, which are its manual, the static library, and
 files for pkg-config and CMake.""",
    },
}
# The name of an architecture in the paths of libraries.
TRIPLETS = {"amd64": "x86_64-linux-gnu", "arm64": "aarch64-linux-gnu"}
# The folders for the completions of an archive.
COMPLETIONS = {
    "bash-completion/completions/smill": "bash-completion/completions/smill",
    "zsh/site-functions/_smill": "zsh/vendor-completions/_smill",
    "fish/vendor_completions.d/smill.fish": "fish/vendor_completions.d/smill.fish",
}


def compressed(content):
    return gzip.compress(content, 9, mtime=0)


def write(root, name, content):
    file = root / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


def smill_files(stage, root, target):
    """The program with its manual pages and completions."""
    shutil.copytree(stage / "bin", root / "usr/bin")
    for page in (stage / "share/man/man1").iterdir():
        write(root, f"usr/share/man/man1/{page.name}.gz", compressed(page.read_bytes()))
    for place, there in COMPLETIONS.items():
        write(root, f"usr/share/{there}", (stage / "share" / place).read_bytes())


def library_files(stage, root, target):
    """The shared library, and what packages and the loader are told of it."""
    folder = root / "usr/lib" / TRIPLETS[target.deb]
    folder.mkdir(parents=True)
    for file in (stage / "lib").glob("libstringmill.so.*"):
        shutil.copy(file, folder, follow_symlinks=False)
    write(root, "DEBIAN/shlibs", "libstringmill {abi} libstringmill{abi} (>= {version})\n".format(**names()))
    write(root, "DEBIAN/triggers", "activate-noawait ldconfig\n")
    symbols = (facts.ROOT / "core/capi/symbols.txt").read_text().split()
    lines = [f" {one}@STRINGMILL_{names()['abi']} {names()['abi']}.0\n" for one in sorted(symbols)]
    lines.insert(0, f" STRINGMILL_{names()['abi']}@STRINGMILL_{names()['abi']} {names()['abi']}.0\n")
    write(root, "DEBIAN/symbols", "libstringmill.so.{abi} libstringmill{abi} #MINVER#\n".format(**names()) + "".join(lines))


def dev_files(stage, root, target):
    """Headers, the static library, and files for pkg-config and CMake, in the folders of the architecture."""
    private = re.search(r"(?m)^Libs\.private: (.*)$", (stage / "lib/pkgconfig/stringmill.pc").read_text())[1]
    folder = f"usr/lib/{TRIPLETS[target.deb]}"
    settings = {"DESTDIR": str(root), "PREFIX": "/usr", "LIBDIR": f"/{folder}", "STRINGMILL_TARGET": target.name}
    facts.run("tools/releasing/install", "describe", "libstringmill.so", "", private, **settings)
    shutil.copytree(stage / "include", root / "usr/include")
    shutil.copy(stage / "lib/libstringmill.a", root / folder)
    (root / folder / "libstringmill.so").symlink_to(f"libstringmill.so.{names()['abi']}")


# The function that fills each package, and the archive that its files come from.
CONTENTS = {
    "smill": (smill_files, "smill"),
    "libstringmill{abi}": (library_files, "libstringmill"),
    "libstringmill-dev": (dev_files, "libstringmill"),
}


def names():
    return {"version": facts.version(), "abi": sources.abi(facts.version())}


def documents(root, package, product, stage, target):
    """Licences, the changelog and the list of parts."""
    place = f"usr/share/doc/{package}"
    write(root, f"{place}/copyright", text("smill" if product == "smill" else "c", [target.name]))
    date = email.utils.formatdate(int(facts.epoch()))
    news = f"  * Release {facts.version()}. CHANGELOG.md of its tag says what changed:\n    {HOME}"
    log = f"stringmill ({facts.version()}) stable; urgency=medium\n\n{news}\n\n -- {MAINTAINER}  {date.replace('-0000', '+0000')}\n"
    write(root, f"{place}/changelog.gz", compressed(log.encode()))
    for name in ("NOTICE", "sbom.cdx.json"):
        write(root, f"{place}/{name}", (stage / name).read_bytes())


def control(root, package, target):
    """The file `control`, and the sums of all files."""
    files = [file for file in archives.members(root) if "DEBIAN" not in file.relative_to(root).parts]
    folders = {folder for file in files for folder in file.relative_to(root).parents}
    size = len(folders) + sum(1 if file.is_symlink() else -(-file.stat().st_size // 1024) for file in files)
    fields = {
        "Package": package.format(**names()),
        "Source": "stringmill",
        "Version": facts.version(),
        "Architecture": target.deb,
        "Maintainer": MAINTAINER,
        "Installed-Size": str(size),
        "Priority": "optional",
        "Homepage": HOME,
    } | PACKAGES[package]
    description = fields.pop("Description")
    lines = [f"{name}: {value.format(**names())}\n" for name, value in (fields | {"Description": description}).items()]
    write(root, "DEBIAN/control", "".join(lines))
    sums = [f"{archives.md5(file)}  {file.relative_to(root)}\n" for file in files if not file.is_symlink()]
    write(root, "DEBIAN/md5sums", "".join(sums))


def build(package, target):
    """The file of a package for a target, or None if the archive with its contents was not built."""
    fill, product = CONTENTS[package]
    stage = facts.WORK / "stage" / target.stem(product)
    if not stage.exists():
        return None
    root = facts.WORK / "deb"
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    fill(stage, root, target)
    documents(root, package.format(**names()), product, stage, target)
    control(root, package, target)
    for path in root.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.parent.name == "bin" else 0o644)
    file = facts.WORK / f"{package.format(**names())}_{facts.version()}_{target.deb}.deb"
    options = ["--root-owner-group", "-Zxz", "--threads-max=1"]
    facts.run("dpkg-deb", "--build", *options, root, file, SOURCE_DATE_EPOCH=facts.epoch())
    return file
