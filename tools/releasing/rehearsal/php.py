"""PHP: what Packagist reads of the tag, by Composer, and what PIE finds in a release, by its rules. PIE itself is in none of the
registries that are used here, so its steps are those of its documentation.

The first time the release lacks the extension that is built for this PHP, as after an upload that ended, and PIE takes the sources.
"""

import json
import shutil
import tarfile
import zipfile

from .. import facts, packages, targets, trials
from . import place

NAME = "stringmill/stringmill"
HELLO = 'echo json_encode(["a" => "caf\\u{e9}"]), " ", phpversion("stringmill"), " ", (int) function_exists("Stringmill\\\\json_encode");'


def release_files(folder):
    """Sources and extensions, and where they are from."""
    if files := place.released("php", "php_stringmill-*"):
        return files, place.source(True)
    prefix = folder / "prefix"
    facts.run("tools/releasing/install", PREFIX=str(prefix))
    sources, file = packages.php_sources({targets.HOST.name: prefix}, with_zig=False)
    return [file, packages.extension(sources, "")], place.source(False)


def packagist(folder):
    """The package of the tag, as Composer sees it in a repository; returns its description."""
    origin, user = folder / "origin", folder / "user"
    facts.run("git", "clone", "--quiet", "--bare", "--shared", facts.ROOT, origin)
    tag = f"v{facts.version()}"
    facts.run("git", "tag", "--force", tag, "HEAD", cwd=origin)
    user.mkdir()
    about = {"repositories": [{"type": "vcs", "url": str(origin)}, {"packagist.org": False}]}
    (user / "composer.json").write_text(json.dumps(about))
    settings = {"COMPOSER_HOME": str(folder / "composer"), "COMPOSER_ALLOW_SUPERUSER": "1", "COMPOSER_NO_INTERACTION": "1"}
    # The Composer of Debian 12 does not know the fields for PIE.
    plain = {key: value for key, value in json.loads((facts.ROOT / "composer.json").read_text()).items() if key != "php-ext"}
    (folder / "composer.json").write_text(json.dumps(plain))
    trials.says("composer", "validate", "--strict", "--no-check-lock", folder / "composer.json", **settings)
    said = json.loads(trials.says("composer", "show", "--all", "--format=json", NAME, tag, cwd=user, **settings))
    if said["versions"] != [tag] or said["type"] != "php-ext":
        facts.fail(f"Composer finds {said['versions']}, {said['type']}")
    return json.loads(facts.output("git", "show", f"{tag}:composer.json", cwd=origin))


def php(*words):
    return trials.says("php", "-n", *words)


def names(kind, tag):
    """The names that PIE looks for in a release, the first ones first, by its page for maintainers of extensions."""
    if kind == "pre-packaged-source":
        return [f"php_stringmill-{tag}-src.tgz", f"php_stringmill-{tag}-src.zip", f"stringmill-{tag}.tgz"]
    minor, machine, debug, zts = php("-r", 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION, " ", php_uname("m"), " ", PHP_DEBUG, " ", PHP_ZTS;').split(" ")
    libc = "musl" if "musl" in trials.says("sh", "-c", "ldd --version 2>&1 || true") else "glibc"
    stem = f"php_stringmill-{tag}_php{minor}-{machine}-linux-{libc}{'-debug' if debug == '1' else ''}"
    ends = ["-zts"] if zts == "1" else ["", "-nts"]
    return [f"{stem}{end}.{suffix}" for end in ends for suffix in ("zip", "tgz")]


def unpack(file, folder):
    folder.mkdir(parents=True)
    if file.suffix == ".zip":
        zipfile.ZipFile(file).extractall(folder)
    else:
        with tarfile.open(file) as archive:
            archive.extractall(folder, filter="data")


def pie(about, release, folder):
    """Takes the first file of the release that fits, by the methods of composer.json in their order; returns the method and the
    extension. Sources are built without Rust."""
    shutil.rmtree(folder, ignore_errors=True)
    extension = about["php-ext"]
    for method in extension["download-url-method"]:
        if found := [release / name for name in names(method, f"v{facts.version()}") if (release / name).exists()]:
            break
    else:
        facts.fail(f"PIE finds nothing in {sorted(file.name for file in release.iterdir())}")
    unpack(found[0], folder)
    if method == "pre-packaged-binary":
        return method, folder / "stringmill.so"
    inside = list(folder.iterdir())
    top = inside[0] if len(inside) == 1 else folder
    build = "phpize >/dev/null && ./configure --quiet && make -s -j2 >/dev/null"
    trials.says("env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "sh", "-ec", build, cwd=top / extension["build-path"])
    return method, top / extension["build-path"] / "modules/stringmill.so"


def expect(method, about, release, folder):
    """PIE uses this method, and PHP loads what it finds."""
    found, file = pie(about, release, folder)
    said = php("-d", f"extension={file}", "-r", HELLO)
    if found != method or said != f'{{"a":"caf\\u00e9"}} {facts.version()} 1':
        facts.fail(f"PIE takes {found}, and PHP says {said!r}")


def rehearse():
    place.need("php", "phpize", "composer", "git", "make")
    folder = place.fresh("php")
    about = packagist(folder)
    files, source = release_files(folder)
    sources = [file for file in files if "-src." in file.name]
    release = place.release(folder, sources)
    expect("pre-packaged-source", about, release, folder / "pie")
    for file in files:
        shutil.copy(file, release)
    expect("pre-packaged-binary", about, release, folder / "pie")
    return f"{len(files)} files {source}; Composer reads the tag; by PIE's rules sources are built, and the extension loaded"
