"""The targets of a release, and the environment in which one of them is built."""

import dataclasses
import os
import pathlib
import shutil

from . import facts


@dataclasses.dataclass(frozen=True)
class Target:
    """`zig` is how zig's C compiler names it, `rid` how NuGet does, `jar` is its folder in the jar and `deb` the
    architecture of Debian."""

    name: str
    zig: str
    rid: str
    jar: str = ""
    deb: str = ""

    @property
    def system(self):
        return "linux" if "linux" in self.name else "macos" if "darwin" in self.name else "windows"

    @property
    def arch(self):
        """The processor, as Apple's linker names it."""
        return self.name.split("-")[0].replace("aarch64", "arm64")

    @property
    def is_musl(self):
        return self.name.endswith("musl")

    def stem(self, kind):
        """The folder that an archive unpacks to."""
        return f"{kind}-{facts.version()}-{self.name}"

    def archive(self, kind):
        """The name of an archive."""
        return f"{self.stem(kind)}{'.zip' if self.system == 'windows' else '.tar.gz'}"


TARGETS = {
    target.name: target
    for target in [
        Target("x86_64-unknown-linux-gnu", "x86_64-linux-gnu.2.17", "linux-x64", "linux-x86_64", "amd64"),
        Target("aarch64-unknown-linux-gnu", "aarch64-linux-gnu.2.17", "linux-arm64", "linux-aarch64", "arm64"),
        Target("x86_64-unknown-linux-musl", "x86_64-linux-musl", "linux-musl-x64"),
        Target("aarch64-unknown-linux-musl", "aarch64-linux-musl", "linux-musl-arm64"),
        Target("x86_64-pc-windows-gnu", "x86_64-windows-gnu", "win-x64", "windows-x86_64"),
        Target("x86_64-apple-darwin", "x86_64-macos", "osx-x64", "mac-os-x-x86_64"),
        Target("aarch64-apple-darwin", "aarch64-macos", "osx-arm64", "mac-os-x-aarch64"),
    ]
}

# The oldest glibc that programs support.
GLIBC = ".2.17"

# The oldest macOS that programs support.
MACOS = "11.0"

# The target of this machine, whose smill writes the manual pages.
HOST = TARGETS["x86_64-unknown-linux-gnu"]


def zigbuild_name(target):
    """The target as `cargo zigbuild` takes it: with the oldest glibc."""
    return target.name + (GLIBC if target.name.endswith("-linux-gnu") else "")


def sysroot():
    return pathlib.Path(facts.output("rustc", "--print", "sysroot"))


def objcopy():
    """The one of Rust, which knows the object files of all targets."""
    return sysroot() / f"lib/rustlib/{HOST.name}/bin/rust-objcopy"


# One folder for all targets, because they share the programs that run during a build.
CARGO_FOLDER = facts.WORK / "cargo"


def environment(target, is_library=True):
    """Variables of every build for `target`: no path of this machine in what is built, and debug information, which is
    then cut off into files of its own. The shared library of musl must not be linked against a static C library."""
    cargo_home = pathlib.Path(os.environ.get("CARGO_HOME") or pathlib.Path.home() / ".cargo")
    flags = [f"--remap-path-prefix={facts.ROOT}=stringmill", f"--remap-path-prefix={cargo_home}=cargo"]
    if target.is_musl and is_library:
        flags.append("-Ctarget-feature=-crt-static")
    if target.system == "macos":
        # The UUID is a hash of everything that is linked, and a debug map would contain the path of this folder.
        flags.append("-Clink-arg=-Wl,-S")
    # The folder of tools may be a link into another clone.
    folders = {facts.ROOT: "stringmill", facts.TOOLS.resolve(): "stringmill/build/release-tools", cargo_home: "cargo"}
    prefixes = " ".join(f"-ffile-prefix-map={folder}={name}" for folder, name in folders.items())
    has_debug_file = target.system != "macos"
    return {
        "PATH": f"{facts.TOOLS / 'venv/bin'}:{facts.TOOLS / 'bin'}:{os.environ['PATH']}",
        "CARGO_TARGET_DIR": str(CARGO_FOLDER),
        "CARGO_INCREMENTAL": "0",
        "MACOSX_DEPLOYMENT_TARGET": MACOS,
        "CARGO_PROFILE_RELEASE_DEBUG": "line-tables-only" if has_debug_file else "false",
        "CARGO_PROFILE_RELEASE_STRIP": "none" if has_debug_file else "debuginfo",
        # By cargo's order of precedence, only the flags of this variable count.
        "RUSTFLAGS": " ".join(flags),
        "CFLAGS": prefixes,
        f"CFLAGS_{target.name.replace('-', '_')}": prefixes,
        "SOURCE_DATE_EPOCH": facts.epoch(),
        # For rust-objcopy.
        "LD_LIBRARY_PATH": str(sysroot() / "lib"),
        "ZIG_GLOBAL_CACHE_DIR": str(facts.WORK / "zig"),
        "ZIG_LOCAL_CACHE_DIR": str(facts.WORK / "zig"),
    }


def built(target, name):
    """What cargo built for `target`."""
    return CARGO_FOLDER / target.name / "release" / name


def check_tools():
    missing = [] if (facts.TOOLS / "venv/bin/cargo-zigbuild").exists() else ["cargo-zigbuild"]
    missing += [name for name in ("cc", "git", "rustup", "dpkg-deb", "rpmbuild") if not shutil.which(name)]
    if missing:
        facts.not_run(f"{', '.join(missing)} missing; see tools/setup release")
    installed = facts.output("rustup", "target", "list", "--installed").split()
    if absent := [name for name in TARGETS if name not in installed]:
        facts.not_run(f"rustup target add {' '.join(absent)} first; see tools/setup release")
