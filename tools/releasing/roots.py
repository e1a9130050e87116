"""Bare Debian systems in folders of their own, and files of packages for other processors."""

import shutil
import subprocess

from . import facts


def may_enter(mounts=True):
    """Raises Skipped if this process may not enter another root, with mounts of its own if they are asked for. It tries: in a
    container, root may lack the right, and a user may have it."""
    tried = ["chroot", "/", "true"]
    if mounts:
        tried = ["unshare", "--mount", "--pid", "--fork", "sh", "-ec", "mount --bind / /; chroot / true"]
    try:
        done = subprocess.run(tried, text=True, stdin=subprocess.DEVNULL, capture_output=True)
    except FileNotFoundError:
        raise facts.Skipped(f"{tried[0]} is missing") from None
    if done.returncode != 0:
        said = (done.stderr.strip() or f"status {done.returncode}").split("\n")[-1]
        raise facts.Skipped(f"no right to enter another root: {said}")


def debian(place, *options, suite="bookworm"):
    """Installs a bare Debian into `place`, once."""
    complete, log = place.with_name(f"{place.name}.installed"), place.with_name(f"{place.name}.log")
    if complete.exists():
        return
    may_enter(mounts=False)
    if not shutil.which("debootstrap"):
        raise facts.Skipped(f"Debian {suite} needs debootstrap")
    shutil.rmtree(place, ignore_errors=True)
    place.parent.mkdir(parents=True, exist_ok=True)
    print(f"release: installing Debian {suite} into {place.relative_to(facts.ROOT)}", flush=True)
    with open(log, "w") as file:
        done = subprocess.run(["debootstrap", "--variant=minbase", *options, suite, place], stdout=file, stderr=file)
    if done.returncode != 0:
        raise facts.Skipped(f"Debian {suite} could not be installed, see {log.relative_to(facts.ROOT)}")
    complete.touch()


def package_file(package, architecture, folder):
    """Downloads a package of this Debian for an architecture; returns the folder with its files."""
    address = facts.output("apt-get", "download", "--print-uris", f"{package}:amd64").split()[0].strip("'")
    file = folder / f"{package}-{architecture}.deb"
    address = address.replace("_amd64.deb", f"_{architecture}.deb")
    facts.run("/usr/lib/apt/apt-helper", "-qq", "download-file", address, file)
    facts.run("dpkg-deb", "-x", file, folder / architecture)
    return folder / architecture
