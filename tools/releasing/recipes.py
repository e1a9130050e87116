"""The recipes of packaging/ for other package managers, filled in with version, names and sums of dist/; and what cargo-binstall
is told by core/cli/Cargo.toml."""

import hashlib
import json
import re
import shutil
import subprocess
import tomllib

from . import archives, facts, targets

FOLDER = facts.ROOT / "packaging"
TOKEN = re.compile(r"@([A-Z0-9]+)(?: ([a-z0-9_-]+))?@")
CRATE = "stringmill-cli"


def sums():
    """A function from a file of dist/, found by its name, and an algorithm to its sum."""

    def found(name, algorithm):
        files = list(facts.DIST.glob(f"*/{name}"))
        if len(files) != 1:
            facts.fail(f"dist/ has no {name}; run tools/release native, and tools/release packages crates")
        return hashlib.new(algorithm, files[0].read_bytes()).hexdigest()

    return found


def no_sums(name, algorithm):
    """For checks where nothing is built."""
    return "0" * 2 * hashlib.new(algorithm).digest_size


def filled(text, sum_of):
    """A recipe with the values of its tokens."""

    def value(match):
        word, name = match.groups()
        if word == "VERSION":
            return facts.version()
        if word == "RELEASE":
            return f"https://github.com/stringmill/stringmill/releases/download/v{facts.version()}"
        if name != "crate" and name not in targets.TARGETS:
            facts.fail(f"packaging/ names {name}, which is no target of a release")
        file = f"{CRATE}-{facts.version()}.crate" if name == "crate" else targets.TARGETS[name].archive("smill")
        if word == "FILE":
            return file
        if word == "STEM":
            return targets.TARGETS[name].stem("smill")
        return sum_of(file, word.lower())

    return TOKEN.sub(value, text)


def recipes(sum_of):
    """Each recipe by its name."""
    files = [file for file in archives.members(FOLDER) if file.name != "README.md"]
    return {str(file.relative_to(FOLDER)): filled(file.read_text(), sum_of) for file in files}


def write():
    """Writes the recipes to dist/packaging/."""
    folder = facts.DIST / "packaging"
    shutil.rmtree(folder, ignore_errors=True)
    for name, text in recipes(sums()).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    print(f"release: {len(archives.members(folder))} files in dist/packaging/")


def check():
    """Every recipe parses, as far as a parser is there, and names files that a release makes."""
    made, left_out = recipes(no_sums), []
    known = {target.archive("smill") for target in targets.TARGETS.values()}
    for name, text in made.items():
        # In some recipes, a variable of the package manager is the version.
        whole = re.sub(r"\$(?:version|pkgver)\b|\$\{\{ version \}\}", facts.version(), text)
        named = set(re.findall(r"smill-[\w.-]*?\.(?:tar\.gz|zip)\b", whole)) - {f"{CRATE}.tar.gz"}
        if other := named - known:
            facts.fail(f"packaging/{name} names {sorted(other)}, which a release does not make")
        if not named and f"{CRATE}-{facts.version()}.crate" not in whole and "PackageVersion" not in whole:
            facts.fail(f"packaging/{name} names no file of a release")
        parse(name, text, left_out)
    binstall()
    for reason in left_out:
        print(f"release: left out: {reason}")
    print(f"release: {len(made)} recipes and cargo-binstall name what is made")


# Programs that parse a recipe from standard input, by the names of recipes.
PARSERS = [
    (r".*BUILD", ["bash", "-n"]),
    (r".*\.rb", ["ruby", "-c"]),
    (r".*\.nix", ["nix-instantiate", "--parse", "-"]),
]


def parse(name, text, left_out):
    """Fails if a file is not of its language; adds a reason to `left_out` if that cannot be seen here."""
    if name.endswith(".json"):
        json.loads(text)
    if name.endswith(".yaml"):
        try:
            import yaml
        except ImportError:
            left_out.append(f"packaging/{name} (python3-yaml is missing)")
        else:
            yaml.safe_load(text)
    for pattern, command in PARSERS:
        if re.fullmatch(pattern, name):
            if not shutil.which(command[0]):
                left_out.append(f"packaging/{name} ({command[0]} is missing)")
            elif subprocess.run(command, input=text, text=True, stdout=subprocess.DEVNULL).returncode != 0:
                facts.fail(f"{command[0]} cannot parse packaging/{name}")


def binstall():
    """What cargo-binstall would download for each target is its archive, and the program is where it looks."""
    package = tomllib.loads((facts.ROOT / "core/cli/Cargo.toml").read_text())["package"]
    told = package["metadata"]["binstall"]
    for name in targets.TARGETS | told["overrides"]:
        # The program for Windows is the same for the msvc and gnu targets.
        target = targets.TARGETS[name.replace("-msvc", "-gnu")]
        here = {key: value for key, value in told.items() if key != "overrides"} | told["overrides"].get(name, {})
        values = {"repo": "", "version": facts.version(), "target": name, "bin": "smill"}
        values["binary-ext"] = ".exe" if target.system == "windows" else ""
        address, place = (re.sub(r"\{ ([a-z-]+) \}", lambda match: values[match[1]], here[key]) for key in ("pkg-url", "bin-dir"))
        kind = {"tgz": ".tar.gz", "zip": ".zip"}[here["pkg-fmt"]]
        wanted = f"{target.stem('smill')}/bin/smill{values['binary-ext']}"
        if address != f"/releases/download/v{facts.version()}/{target.archive('smill')}" or not address.endswith(kind):
            facts.fail(f"cargo-binstall would look for {address}")
        if place != wanted:
            facts.fail(f"cargo-binstall would look for {place} in {target.archive('smill')}, not {wanted}")
