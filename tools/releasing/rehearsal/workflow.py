"""The lines of .github/workflows/publish.yml. A rehearsal runs these lines and no copy of them."""

import os
import re
import subprocess
import textwrap

from .. import facts

# Replaces GitHub's program: $RELEASE is the folder with the files of a release.
GH = """#!/usr/bin/env bash
set -euo pipefail
[ "$1 $2" = 'release download' ] || { echo "gh: $* is not rehearsed" >&2; exit 2; }
shift 2
dir=. found=()
while [ $# -gt 0 ]; do
  case $1 in
    --dir) dir=$2; shift ;;
    --pattern) for file in "$RELEASE"/$2; do [ ! -e "$file" ] || found+=("$file"); done; shift ;;
  esac
  shift
done
[ ${#found[@]} -gt 0 ] || { echo "no assets match the file pattern" >&2; exit 1; }
mkdir -p "$dir"
cp "${found[@]}" "$dir"
"""


def steps(job):
    """The texts of all `run` of a job."""
    text = (facts.ROOT / ".github/workflows/publish.yml").read_text()
    lines, found = re.search(rf"(?ms)^  {job}:\n(.*?)(?=^  \S|\Z)", text)[1].split("\n"), []
    for number, line in enumerate(lines):
        if match := re.match(r"( +(?:- )?)run: (.*)", line):
            block = []
            for inner in lines[number + 1 :]:
                if inner.strip() and len(inner) - len(inner.lstrip()) <= len(match[1]):
                    break
                block.append(inner)
            found.append(textwrap.dedent("\n".join(block)) if match[2] == "|" else match[2])
    return found


class Job:
    """A job of publish.yml in a folder. `changes` are texts of its lines and what is there in the rehearsal."""

    def __init__(self, job, folder, release, changes, **settings):
        self.folder, self.lines = folder / "job", steps(job)
        for old, new in changes.items():
            if not any(old in text for text in self.lines):
                facts.fail(f"publish.yml has no {old!r} in the job {job}")
            self.lines = [text.replace(old, new) for text in self.lines]
        programs = folder / "programs"
        programs.mkdir(parents=True, exist_ok=True)
        self.programs = programs
        self.program("gh", GH)
        self.settings = {
            "PATH": f"{programs}:{settings.pop('PATH', os.environ['PATH'])}",
            "RELEASE": str(release),
            "TAG": f"v{facts.version()}",
            "GITHUB_REPOSITORY": "stringmill/stringmill",
        } | settings

    def program(self, name, text):
        """Puts a program before those of this machine."""
        (self.programs / name).write_text(text)
        (self.programs / name).chmod(0o755)

    def run(self):
        """Runs all steps, each as GitHub runs it, in an empty folder. Returns whether they passed, and what they said."""
        subprocess.run(["rm", "-rf", self.folder], check=True)
        self.folder.mkdir()
        said = ""
        for text in self.lines:
            done = subprocess.run(
                ["bash", "-e", "-c", text], cwd=self.folder, env=os.environ | self.settings, text=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )
            said += done.stdout
            if done.returncode != 0:
                return False, said
        return True, said

    def fails(self, why, has_happened):
        """The job fails, and for this reason."""
        passed, said = self.run()
        if passed or not has_happened():
            facts.fail(f"{why}: the job {'passed' if passed else 'failed before'}:", said)

    def passes(self):
        passed, said = self.run()
        if not passed:
            facts.fail("the job did not pass:", said)
        return said
