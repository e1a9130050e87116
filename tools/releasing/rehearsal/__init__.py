"""`tools/release rehearse`: from built packages to an installation by the ordinary client of each language, by registries on this
machine. Uploads break off in the middle; the same command is then run again, and skips what is there."""

from .. import facts, publish
from . import maven, npm, nuget, php, pypi


def crates():
    publish.rehearse()
    return "the library and the command, published in two runs; a program uses the one, and the other is installed"


REGISTRIES = {"crates": crates, "npm": npm.rehearse, "pypi": pypi.rehearse, "maven": maven.rehearse,
              "nuget": nuget.rehearse, "php": php.rehearse}


def every(*names):
    """Rehearses these registries, or all. What cannot be rehearsed here is named with the reason."""
    names = names or tuple(REGISTRIES)
    # What cannot be had is left out, with its reason.
    facts.status("tools/setup", "rehearse")
    left_out = []
    for name in names:
        try:
            print(f"rehearse: {name}: {REGISTRIES[name]()}", flush=True)
        except facts.Skipped as reason:
            left_out.append(f"{name} ({reason})")
    if left_out:
        print(f"rehearse: left out: {'; '.join(left_out)}", flush=True)
    if len(left_out) == len(names):
        facts.not_run("no registry could be rehearsed")
