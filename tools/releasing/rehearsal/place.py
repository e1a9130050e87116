"""The folders of rehearsals, and which packages are sent."""

import os
import shutil

from .. import facts

FOLDER = facts.ROOT / "build/rehearsal"
# Programs that rehearsals install once.
TOOLS = facts.ROOT / "build/rehearsal-tools"


def fresh(name):
    folder = FOLDER / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def need(*tools):
    for tool in tools:
        if not shutil.which(tool, path=path()):
            raise facts.Skipped(f"{tool} is missing; see tools/setup rehearse")


def path():
    """PATH with the Node of tools/setup js, which is there if that of the system is old."""
    return f"{facts.ROOT / 'build/node/package/bin'}:{os.environ['PATH']}"


def environment(**settings):
    """The variables of a program with that PATH."""
    return os.environ | {"PATH": path()} | settings


def released(kind, pattern):
    """The files of this name in a folder of dist/; nothing if there are none of this version."""
    return [file for file in sorted((facts.DIST / kind).glob(pattern)) if facts.version() in file.name]


def build(*command, **settings):
    """Runs what builds packages; Skipped if it says that it cannot."""
    status = facts.status(*command, **settings)
    if status == 77:
        raise facts.Skipped(f"{' '.join(map(str, command))} was not run")
    if status != 0:
        facts.fail(*command, f"ended with status {status}")


def release(folder, files):
    """A folder with these files, as a release of GitHub has them."""
    place = folder / "release"
    place.mkdir()
    for file in files:
        shutil.copy(file, place)
    return place


def source(is_released):
    return "of dist/" if is_released else "built here"
