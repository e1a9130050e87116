"""PyPI: wheels and the source distribution to pypiserver by twine, and from there into new environments by pip."""

import pathlib
import shutil
import subprocess

from .. import archives, facts, trials
from . import front, place, workflow

REQUIREMENTS = pathlib.Path(__file__).parent / "pypi.txt"
# twine refuses --skip-existing for any other registry than PyPI, although it understands the answer of pypiserver.
TWINE = """import sys
import twine.__main__, twine.settings
twine.settings.Settings.verify_feature_capability = lambda self: None
sys.exit(twine.__main__.main())
"""


def programs():
    """An environment with twine and pypiserver, of the versions of pypi.txt."""
    folder, wanted = place.TOOLS / "pypi", REQUIREMENTS.read_text()
    if not (folder / "complete").exists() or (folder / "complete").read_text() != wanted:
        shutil.rmtree(folder, ignore_errors=True)
        facts.run("/usr/bin/python3", "-m", "venv", folder)
        pip = [folder / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        if facts.status(*pip, "--require-hashes", "-r", REQUIREMENTS) != 0:
            raise facts.Skipped("twine and pypiserver could not be installed")
        (folder / "complete").write_text(wanted)
    return folder / "bin/python"


def packages(folder):
    """Wheels and the source distribution, and where they are from."""
    if files := place.released("python", "stringmill-*"):
        return files, place.source(True)
    place.build("tools/hosts/python", "build")
    maturin = facts.ROOT / "build/python/venv/bin/maturin"
    facts.run(maturin, "sdist", "--manifest-path", "python/native/Cargo.toml", "--out", folder)
    wheels = sorted((facts.ROOT / "build/python/wheels").glob("*.whl"))
    return [*wheels, *folder.glob("*.tar.gz")], place.source(False)


def publish(folder, python, files, registry):
    """What the job does: its own lines, and then twine as its action calls it. The second upload is cut off, the answer to the
    one after it is lost, and then the rest is sent."""
    job = workflow.Job("python", folder, place.release(folder, files), {})
    job.passes()
    sent = sorted((job.folder / "dist").iterdir())
    if {file.name for file in sent} != {file.name for file in files}:
        facts.fail(f"publish.yml sends {[file.name for file in sent]}")
    trials.says(python, "-m", "twine", "check", "--strict", *sent)
    upload = [python, "-c", TWINE, "upload", "--non-interactive", "--disable-progress-bar",
              "--skip-existing", "--repository-url", f"{registry.address}/", *sent]
    settings = {"TWINE_USERNAME": "person", "TWINE_PASSWORD": "rehearsal"}

    def fails(uploads):
        done = subprocess.run(list(map(str, upload)), env=place.environment(**settings), text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        if done.returncode == 0 or registry.uploads != uploads:
            facts.fail(f"twine ended with status {done.returncode} after the uploads {registry.uploads}:", done.stdout)

    registry.faults = [None, front.CUT, None, front.LOST]
    fails([None, front.CUT])
    fails([None, front.CUT, None, front.LOST])
    trials.says(*upload, **settings)
    trials.says(*upload, **settings)


def new_environment(folder):
    """An environment of the Python that the wheels are for."""
    facts.run(facts.ROOT / "build/python/venv/bin/python", "-m", "venv", folder)
    return folder / "bin/python"


def pip(python, registry, *words, **settings):
    """Installs by pip from this registry alone."""
    trials.says(python, "-m", "pip", "--isolated", "--disable-pip-version-check", "install", "--no-cache-dir", "--index-url",
                f"{registry.address}/simple/", *words, f"stringmill=={facts.version()}", **settings)


def use(folder, python, **settings):
    """The first example of the page, by doctest."""
    page = folder / "hello.txt"
    page.write_text(trials.page_block("docs/python.md", "python", "import stringmill\n>>> stringmill.json_escape"))
    said = trials.says(python, "-m", "doctest", "-v", page, cwd=folder, **settings)
    if "3 passed and 0 failed" not in said:
        facts.fail("the example of docs/python.md says:", said[-1000:])


def install_wheel(folder, registry):
    python = new_environment(folder / "wheel")
    pip(python, registry, "--only-binary", ":all:")
    use(folder, python)
    if trials.says(folder / "wheel/bin/smill", "--version") != f"smill {facts.version()}\n":
        facts.fail("the command of the wheel says another version")


def install_source(folder, registry):
    """pip builds the source distribution, by the maturin that is here. Nothing is timed, so what is compiled soonest will do."""
    settings = {
        "PATH": f"{facts.ROOT / 'build/python/venv/bin'}:{place.path()}",
        "CARGO_PROFILE_RELEASE_LTO": "off",
        "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "16",
        "CARGO_PROFILE_RELEASE_OPT_LEVEL": "0",
    }
    pip(facts.ROOT / "build/python/venv/bin/python", registry, "--no-binary", "stringmill", "--no-build-isolation",
        "--no-deps", "--target", folder / "source", **settings)
    use(folder, new_environment(folder / "plain"), PYTHONPATH=str(folder / "source"))


def rehearse():
    place.need("cargo")
    folder = place.fresh("pypi")
    files, source = packages(folder)
    python = programs()
    (folder / "files").mkdir()
    port = front.free_port()
    command = [python, "-m", "pypiserver", "run", "--interface", "127.0.0.1", "--port", port, "--disable-fallback",
               "--authenticate", ".", "--passwords", ".", folder / "files"]
    with front.program(folder / "pypiserver.log", port, *command):
        with front.serving(front.Front(port, [])) as registry:
            publish(folder, python, files, registry)
            there = {file.name: archives.sha256(file) for file in (folder / "files").iterdir()}
            if there != {file.name: archives.sha256(file) for file in files}:
                facts.fail(f"the registry has other files: {sorted(there)}")
            install_wheel(folder, registry)
            install_source(folder, registry)
    return f"{len(files)} files {source}; twine check; published in three runs; wheel and source installed, examples run"
