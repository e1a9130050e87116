"""``python -m stringmill`` runs the command ``smill`` of the wheel, with the same arguments."""

import os
import pathlib
import subprocess
import sys
from importlib import metadata


def command() -> pathlib.Path | None:
    """Returns the path of the command that was installed with this package, or None."""
    try:
        files = metadata.files("stringmill") or []
    except metadata.PackageNotFoundError:
        return None
    found = [file for file in files if file.name in ("smill", "smill.exe")]
    # `pip install --target` puts scripts beside the package, and lists them elsewhere.
    beside = pathlib.Path(__file__).resolve().parents[1] / "bin"
    places = [place for file in found for place in (pathlib.Path(file.locate()), beside / file.name)]
    return next((place for place in places if place.is_file()), None)


def main() -> int:
    program = command()
    if program is None:
        print(
            "stringmill: this installation has no command smill: packages that are built from the source distribution have none",
            file=sys.stderr,
        )
        return 1
    arguments = [str(program), *sys.argv[1:]]
    if os.name == "posix":
        os.execv(program, arguments)
    return subprocess.run(arguments, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
