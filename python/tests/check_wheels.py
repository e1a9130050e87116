"""Checks wheels: `check_wheels.py "3.13 3.14t" WHEEL...`. For each system, there is one for each of these versions of Python, and one of
the stable ABI. Each has the module, with the name that this Python looks for, the command and the stubs; nothing in it names a folder of
its builder; its programs are for the system of the tag, and those for Linux need no library, and no version of a symbol, that the tag does
not promise. Needs pyelftools.
"""

import io
import os
import pathlib
import re
import sys
import zipfile
from collections.abc import Iterator

from elftools.elf.dynamic import DynamicSection
from elftools.elf.elffile import ELFFile
from elftools.elf.gnuversions import GNUVerNeedSection
from elftools.elf.sections import SymbolTableSection

TAG = re.compile(r"-(cp3\d+)-(abi3|cp3\d+t?)-(.*)\.whl$")
STABLE = ("cp311", "abi3")
# Of PEP 600 and PEP 656: what every system has. A program for musl may be linked with it statically.
LIBRARIES = {
    "manylinux": {"libc.so.6", "libm.so.6", "libdl.so.2", "librt.so.1", "libpthread.so.0", "libgcc_s.so.1", "ld-linux-x86-64.so.2"},
    "musllinux": {"libc.so"},
}
LIBRARIES["manylinux"].add("ld-linux-aarch64.so.1")
# What musl has since a later version than 1.2.0; its symbols have no versions.
NEW_IN_MUSL = {"_Fork", "gettid", "reallocarray", "qsort_r", "pthread_getname_np", "statx", "preadv2", "pwritev2"}
# The working directory, in which the wheels are built, and the one of cargo.
FOLDERS = [os.getcwd(), os.environ.get("CARGO_HOME") or str(pathlib.Path.home() / ".cargo")]
# How programs for other systems begin.
BEGINNINGS = {
    "macosx_11_0_x86_64": bytes.fromhex("cffaedfe07000001"),
    "macosx_11_0_arm64": bytes.fromhex("cffaedfe0c000001"),
    "win_amd64": b"MZ",
}
MACHINES = {"x86_64": "EM_X86_64", "aarch64": "EM_AARCH64"}


def needed(program: ELFFile) -> Iterator[str]:
    section = program.get_section_by_name(".dynamic")
    if isinstance(section, DynamicSection):
        yield from (tag.needed for tag in section.iter_tags("DT_NEEDED"))


def versions(program: ELFFile) -> Iterator[tuple[str, tuple[int, ...]]]:
    section = program.get_section_by_name(".gnu.version_r")
    if isinstance(section, GNUVerNeedSection):
        for _, symbols in section.iter_versions():
            for symbol in symbols:
                name, _, number = symbol.name.partition("_")
                yield name, tuple(int(part) for part in number.split("."))


def undefined(program: ELFFile) -> set[str]:
    """Returns the symbols without which the program does not start."""
    section = program.get_section_by_name(".dynsym")
    if not isinstance(section, SymbolTableSection):
        return set()
    return {
        symbol.name
        for symbol in section.iter_symbols()
        if symbol["st_shndx"] == "SHN_UNDEF" and symbol["st_info"]["bind"] == "STB_GLOBAL"
    }


def faults(name: str, content: bytes, tag: str) -> Iterator[str]:
    """Yields what is wrong with a program for Linux."""
    found = re.search(r"(manylinux|musllinux)_(\d+)_(\d+)_(\w+)", tag)
    if found is None:
        yield f"the tag {tag} promises no C library"
        return
    system, major, minor, machine = found.groups()
    program = ELFFile(io.BytesIO(content))
    if program["e_machine"] != MACHINES[machine]:
        yield f"{name} is for {program['e_machine']}"
    if more := set(needed(program)) - LIBRARIES[system]:
        yield f"{name} needs {sorted(more)}"
    promised = (int(major), int(minor))
    if system == "manylinux":
        if new := {number for version, number in versions(program) if version == "GLIBC" and number > promised}:
            yield f"{name} needs glibc {sorted(new)}"
    else:
        if any(versions(program)):
            yield f"{name} has versions of symbols"
        if new_names := undefined(program) & NEW_IN_MUSL:
            yield f"{name} needs {sorted(new_names)}"
    if name.endswith(".so") and not any(symbol.startswith("Py") for symbol in undefined(program)):
        yield f"{name} is no module of Python"


def module_name(abi: str, tag: str) -> re.Pattern[str]:
    """Returns the name of the module that a Python looks for, or, of the stable ABI, every newer one."""
    version = abi.removeprefix("cp")
    if tag.startswith("win"):
        return re.compile(r"stringmill/_native\.pyd" if abi == "abi3" else rf"stringmill/_native\.{abi}-{tag}\.pyd")
    ending = "abi3" if abi == "abi3" else rf"cpython-{version}-(darwin|(x86_64|aarch64)-linux-(gnu|musl))"
    return re.compile(rf"stringmill/_native\.{ending}\.so")


def wrong(path: str) -> Iterator[str]:
    found = TAG.search(path)
    if found is None or (found[1], found[2]) != STABLE and found[2].rstrip("t") != found[1]:
        yield "the name has no tag of a version of Python, or of the stable ABI"
        return
    abi, tag = found[2], found[3]
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
        for part in ("stringmill/__init__.py", "stringmill/py.typed", "stringmill/_native.pyi"):
            if part not in names:
                yield f"there is no {part}"
        modules = [name for name in names if re.fullmatch(r"stringmill/.*\.(so|pyd)", name)]
        commands = [name for name in names if re.fullmatch(r"stringmill-[^/]*\.data/scripts/smill(\.exe)?", name)]
        if len(modules) != 1 or len(commands) != 1:
            yield f"modules {modules}, commands {commands}"
        expected = module_name(abi, tag)
        if not all(expected.fullmatch(name) for name in modules):
            yield f"{modules} is not {expected.pattern}"
        for name in names:
            if named := [folder for folder in FOLDERS if folder.encode() in wheel.read(name)]:
                yield f"{name} names {named}"
        for name in modules + commands:
            content = wheel.read(name)
            if "linux" in tag:
                yield from faults(name, content, tag)
            elif tag not in BEGINNINGS or not content.startswith(BEGINNINGS[tag]):
                yield f"{name} is not for {tag}"
        text = next(name for name in names if name.endswith(".dist-info/WHEEL"))
        if tag.split(".")[0] not in wheel.read(text).decode():
            yield f"the tags in {text} are not those of the name"


def missing(versions: list[str], paths: list[str]) -> Iterator[str]:
    """Yields the wheels that a system does not have."""
    numbers = [version.replace(".", "") for version in versions]
    expected = {STABLE, *((f"cp{number.rstrip('t')}", f"cp{number}") for number in numbers)}
    systems: dict[str, set[tuple[str, str]]] = {}
    for found in filter(None, map(TAG.search, paths)):
        systems.setdefault(found[3], set()).add((found[1], found[2]))
    for system, tags in systems.items():
        yield from (f"{system} has no wheel {python}-{abi}" for python, abi in sorted(expected - tags))


def main() -> int:
    versions, paths = sys.argv[1].split(), sys.argv[2:]
    failed = 0
    for path in paths:
        found = list(wrong(path))
        print(f"{path.rpartition('/')[2]}: {'; '.join(found) or 'holds what its tag promises'}")
        failed += bool(found)
    absent = list(missing(versions, paths))
    for one in absent:
        print(one)
    return 1 if failed or absent or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
