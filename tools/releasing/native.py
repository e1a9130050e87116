"""libstringmill, the library of the jar, and smill, for one target: built, stripped and archived."""

import hashlib
import re
import shutil

from . import archives, bill, contents, facts, licences, targets


# Libraries of Windows that Rust's standard library needs, and the unwinder, which zig provides.
WINDOWS_LIBRARIES = "-lkernel32 -lntdll -luserenv -lws2_32 -ldbghelp -lunwind".split()


def stage(target, kind):
    """An empty folder for the contents of an archive, by the name that it unpacks to."""
    folder = facts.WORK / "stage" / target.stem(kind)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def native_folder(target):
    """The stripped files of `target` that packages of other languages take."""
    folder = facts.WORK / "native" / target.name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def cargo(target, packages, is_library=True):
    facts.run(
        "cargo-zigbuild",
        "zigbuild",
        "--locked",
        "--release",
        "--quiet",
        "--target",
        targets.zigbuild_name(target),
        *[word for package in packages for word in ("-p", package)],
        **targets.environment(target, is_library),
    )


def compile_runtime(target):
    """Compiles what zig adds to programs and libraries for Linux: parts of the C library, and the unwinder. Their debug
    information names folders of this machine, which no option replaces, and is taken away."""
    folder, settings = facts.WORK / "stage" / f"runtime-{target.name}", targets.environment(target)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "empty.c").write_text("int main(void) { return 0; }\n")
    # Compiled in the way of cargo-zigbuild, so that zig uses its cached results.
    compiler = [*c_compiler(target).split(), "-g", "-fno-sanitize=all", folder / "empty.c", "-lunwind"]
    for options in ([], ["-fPIE", "-pie"], ["-fPIC", "-shared"]):
        facts.run(*compiler, *options, "-o", folder / "empty", **settings)
    for pattern in ("*.a", "*crt*.o"):
        for file in (facts.WORK / "zig").rglob(pattern):
            facts.run(targets.objcopy(), "--strip-debug", file, **settings)


def compile_all(target):
    """Compiles what is built for `target`, at once, because cargo would compile the kernels again for a program alone.
    With musl, a program has other flags than a library."""
    if target.system == "linux":
        compile_runtime(target)
    libraries = ["stringmill-capi", "stringmill-java"] if target.jar else ["stringmill-capi"]
    if target.is_musl:
        cargo(target, libraries)
        cargo(target, ["stringmill-cli"], is_library=False)
    else:
        cargo(target, [*libraries, "stringmill-cli"])


def identify(source):
    """A copy of a program or library for Windows whose identity, which links it to its debug information, is a hash of all
    else in it. The linker lets it depend on the folder."""
    content = bytearray(source.read_bytes())
    (found,) = re.finditer(rb"RSDS(.{16})\x01\0\0\0[^\0]*\.pdb\0", content, re.S)
    at = slice(*found.span(1))
    content[at] = bytes(16)
    content[at] = hashlib.sha256(content).digest()[:16]
    copy = facts.WORK / "stage/identified"
    copy.write_bytes(content)
    shutil.copymode(source, copy)
    return copy


def strip(target, source, file, debug):
    """Copies a program or shared library to `file` without its debug information, which goes into `debug`."""
    tool, settings = targets.objcopy(), targets.environment(target)
    if target.system == "macos":
        shutil.copy(source, file)
        return
    if target.system == "windows":
        source = identify(source)
    apart = debug / f"{file.name}.debug"
    facts.run(tool, "--only-keep-debug", source, apart, **settings)
    facts.run(tool, "--strip-unneeded", source, file, **settings)
    # The link has only the name of the file, without a folder.
    facts.run(tool, f"--add-gnu-debuglink={apart.name}", file, cwd=debug, **settings)


def c_compiler(target):
    return f"python3 -m ziglang cc -target {target.zig}"


def linux_library(target, folder, debug):
    """What `make install` installs, with a pkg-config file that works wherever the archive is unpacked."""
    root = facts.WORK / "stage" / f"root-{target.name}"
    shutil.rmtree(root, ignore_errors=True)
    environment = targets.environment(target)
    objcopy = targets.objcopy()
    facts.run(
        "tools/releasing/install",
        DESTDIR=str(root),
        PREFIX="/usr",
        STRINGMILL_TARGET=targets.zigbuild_name(target),
        CC=f"{c_compiler(target)} -lunwind",
        OBJCOPY=str(objcopy),
        STRINGMILL_DEBUG=str(debug / "libstringmill.so.debug"),
        **environment,
    )
    shutil.copytree(root / "usr", folder, symlinks=True, dirs_exist_ok=True)
    relocate(folder)
    shutil.copy((folder / "lib/libstringmill.so").resolve(), native_folder(target) / "libstringmill.so")


def relocate(folder):
    """The pkg-config file of an archive works wherever the archive is unpacked; that of CMake always does."""
    file = folder / "lib/pkgconfig/stringmill.pc"
    file.write_text(file.read_text().replace("prefix=/usr\n", "prefix=${pcfiledir}/../..\n"))


def describe(target, folder, shared, import_library="", private=()):
    """The files for pkg-config and CMake of an archive."""
    root = facts.WORK / "stage" / f"root-{target.name}"
    shutil.rmtree(root, ignore_errors=True)
    words = [shared, import_library, " ".join(private)]
    facts.run("tools/releasing/install", "describe", *words, DESTDIR=str(root), PREFIX="/usr", STRINGMILL_TARGET=target.name)
    shutil.copytree(root / "usr", folder, dirs_exist_ok=True)
    relocate(folder)


def headers(folder):
    (folder / "include").mkdir()
    (folder / "lib").mkdir()
    for header in sorted((facts.ROOT / "core/capi/include").glob("*.h")):
        shutil.copy(header, folder / "include")


def symbols():
    return (facts.ROOT / "core/capi/symbols.txt").read_text().split()


def windows_library(target, folder, debug):
    """stringmill.dll, linked from the static library so that it and its import library have that name."""
    headers(folder)
    for name in ("bin", "lib"):
        (folder / name).mkdir(exist_ok=True)
    static = folder / "lib/libstringmill.a"
    facts.run(
        targets.objcopy(),
        "--strip-debug",
        targets.built(target, "libstringmill_capi.a"),
        static,
        **targets.environment(target),
    )
    definitions = facts.WORK / "stage/stringmill.def"
    definitions.write_text("LIBRARY stringmill.dll\nEXPORTS\n" + "".join(f"  {name}\n" for name in symbols()))
    whole = facts.WORK / "stage/stringmill.dll"
    facts.run(
        *c_compiler(target).split(),
        "-shared",
        "-Wl,--gc-sections",
        "-o",
        whole,
        targets.built(target, "libstringmill_capi.a"),
        definitions,
        f"-Wl,--out-implib,{folder / 'lib/libstringmill.dll.a'}",
        *WINDOWS_LIBRARIES,
        **targets.environment(target),
    )
    strip(target, whole, folder / "bin/stringmill.dll", debug)
    describe(target, folder, "../bin/stringmill.dll", "libstringmill.dll.a", WINDOWS_LIBRARIES)
    shutil.copy(folder / "bin/stringmill.dll", native_folder(target))


def macos_library(target, folder, debug):
    """libstringmill.dylib, which programs find by @rpath. Rust's own linker makes it of the static library and signs it
    ad hoc; the linker of zig knows no list of symbols. A debug map would name folders of this machine."""
    headers(folder)
    static = targets.built(target, "libstringmill_capi.a")
    shutil.copy(static, folder / "lib/libstringmill.a")
    work = facts.WORK / "stage" / f"link-{target.name}"
    work.mkdir(exist_ok=True)
    (work / "symbols").write_text("".join(f"_{name}\n" for name in symbols()))
    system = next((facts.TOOLS / "venv/lib").glob("*/site-packages/ziglang/lib/libc/darwin/libSystem.tbd"))
    # Rust's linker refuses to read names of processors that are newer than it.
    (work / "libSystem.tbd").write_text(re.sub(r",?\s*arm64e\.x1-[a-z]+", "", system.read_text()))
    library = folder / "lib/libstringmill.dylib"
    facts.run(
        targets.objcopy().with_name("rust-lld"),
        "-flavor",
        "darwin",
        "-arch",
        target.arch,
        "-platform_version",
        "macos",
        targets.MACOS,
        targets.MACOS,
        "-dylib",
        "-dead_strip",
        "-S",
        "-install_name",
        f"@rpath/{library.name}",
        "-o",
        library,
        "-exported_symbols_list",
        work / "symbols",
        *[word for name in symbols() for word in ("-u", f"_{name}")],
        static,
        work / "libSystem.tbd",
        **targets.environment(target),
    )
    describe(target, folder, library.name)
    shutil.copy(library, native_folder(target))


LIBRARIES = {"linux": linux_library, "windows": windows_library, "macos": macos_library}
JAVA = {"linux": "libstringmill_java.so", "windows": "stringmill_java.dll", "macos": "libstringmill_java.dylib"}


def library(target):
    """The archive of libstringmill, and the library of the jar."""
    folder, debug = stage(target, "libstringmill"), stage(target, "libstringmill-debug")
    LIBRARIES[target.system](target, folder, debug)
    licences.write("c", folder, [target.name])
    bill.write("c", target, folder)
    if target.jar:
        name = JAVA[target.system]
        strip(target, targets.built(target, name), native_folder(target) / name, debug)
    finish(target, "libstringmill", folder, debug)


def smill(target):
    """The name of the program."""
    return "smill.exe" if target.system == "windows" else "smill"


def command(target):
    """The archive of smill, with manual pages and completions."""
    folder, debug = stage(target, "smill"), stage(target, "smill-debug")
    name = smill(target)
    (folder / "bin").mkdir()
    strip(target, targets.built(target, name), folder / "bin" / name, debug)
    pages(folder / "share")
    licences.write("smill", folder, [target.name])
    bill.write("smill", target, folder)
    finish(target, "smill", folder, debug)


def pages(share):
    """Manual pages and completions, which are the same for every target."""
    program = targets.built(targets.HOST, "smill")
    if not program.exists():
        compile_all(targets.HOST)
    facts.run(program, "man", "-q", share / "man/man1")
    for shell, place in [
        ("bash", "bash-completion/completions/smill"),
        ("zsh", "zsh/site-functions/_smill"),
        ("fish", "fish/vendor_completions.d/smill.fish"),
        ("powershell", "powershell/smill.ps1"),
    ]:
        (share / place).parent.mkdir(parents=True)
        facts.run(program, "completions", shell, "-o", share / place)


def finish(target, kind, folder, debug):
    """Puts both archives into dist/, whose bill has each crate that the debug information names."""
    debug_files = {file.name: file.read_bytes() for file in archives.members(debug)}
    bill.check((folder / "sbom.cdx.json").read_bytes(), debug_files, folder.name)
    archives.write_sums(folder)
    file = facts.DIST / "archives" / target.archive(kind)
    pack = archives.zip_folder if target.system == "windows" else archives.tar
    pack(folder, file)
    contents.check(file)
    if archives.members(debug):
        archives.tar(debug, facts.DIST / "debug" / f"{debug.name}.tar.gz")


def build(target):
    """All that is built for a target."""
    print(f"release: {target.name}", flush=True)
    compile_all(target)
    library(target)
    command(target)
