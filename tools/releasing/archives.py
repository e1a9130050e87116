"""Archives that come out the same whenever and wherever they are made."""

import gzip
import hashlib
import tarfile
import time
import zipfile

from . import facts


def members(folder):
    """Files and links below a folder, in the order of their names."""
    return sorted(path for path in folder.rglob("*") if path.is_file() or path.is_symlink())


def tar(folder, file):
    """Writes the folder, with its own name, as .tar.gz. Owners are root, dates that of the commit."""

    def plain(member):
        member.uid = member.gid = 0
        member.uname = member.gname = "root"
        member.mtime = int(facts.epoch())
        member.mode = 0o755 if member.mode & 0o100 else 0o644
        return member

    file.parent.mkdir(parents=True, exist_ok=True)
    with (
        open(file, "wb") as raw,
        gzip.GzipFile("", "wb", 9, raw, mtime=int(facts.epoch())) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive,
    ):
        for path in members(folder):
            archive.add(path, f"{folder.name}/{path.relative_to(folder)}", filter=plain)


def zip_files(contents, file):
    """Writes a zip from a dictionary of names and bytes."""
    file.parent.mkdir(parents=True, exist_ok=True)
    date = time.gmtime(int(facts.epoch()))[:6]
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in sorted(contents.items()):
            entry = zipfile.ZipInfo(name, date)
            is_program = name.endswith((".exe", ".dll", ".so", ".dylib")) or "/bin/" in name
            entry.external_attr = (0o100755 if is_program else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)


def zip_folder(folder, file):
    """Writes the folder, with its own name, as .zip."""
    zip_files({f"{folder.name}/{path.relative_to(folder)}": path.read_bytes() for path in members(folder)}, file)


def sha256(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()


def md5(file):
    """The sum that a Debian package has of each file."""
    return hashlib.md5(file.read_bytes(), usedforsecurity=False).hexdigest()


def write_sums(folder):
    """SHA256SUMS of a folder, as sha256sum takes it; returns how many files it names."""
    files = [file for file in members(folder) if file.name != "SHA256SUMS" and not file.is_symlink()]
    lines = [f"{sha256(file)}  {file.relative_to(folder)}\n" for file in files]
    (folder / "SHA256SUMS").write_text("".join(lines))
    return len(files)
