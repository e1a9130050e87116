"""What every part of a release asks: the version, the date, the targets, and how to run a command."""

import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DIST = ROOT / "dist"
WORK = ROOT / "build/release"
# Programs that tools/setup release installs.
TOOLS = ROOT / "build/release-tools"


class Skipped(Exception):
    """A part cannot be made or tried here, for this reason."""


def fail(*words):
    print("release: FAILED:", *words)
    sys.exit(1)


def not_run(reason):
    print(f"release: not run ({reason})")
    sys.exit(77)


def status(*command, cwd=ROOT, **settings):
    """Runs a command; returns its status."""
    return subprocess.run([str(word) for word in command], cwd=cwd, env=os.environ | settings).returncode


def run(*command, cwd=ROOT, **settings):
    """Runs a command; a failure ends the program."""
    if (ended := status(*command, cwd=cwd, **settings)) != 0:
        fail(*command, f"ended with status {ended}")


def output(*command, cwd=ROOT, **settings):
    """The output of a command; a failure ends the program."""
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, env=os.environ | settings, text=True, stdout=subprocess.PIPE
    )
    if done.returncode != 0:
        fail(*command, f"ended with status {done.returncode}")
    return done.stdout.strip()


def version():
    """The version number of the product, from Cargo.toml."""
    return re.search(r'^\[workspace\.package\]\nversion = "(.*)"$', (ROOT / "Cargo.toml").read_text(), re.M)[1]


def epoch():
    """The time of the commit, in seconds since 1970: the date of every file of a release."""
    return os.environ.get("SOURCE_DATE_EPOCH") or output("git", "log", "-1", "--format=%ct")
