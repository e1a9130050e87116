"""Packages for the languages, from what native.py built: .deb, jars, NuGet, PHP, crates, and those of other scripts."""

import datetime
import io
import shutil
import zipfile

from . import archives, contents, debian, facts, fold, licences, native, redhat, roots, targets


def fresh(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def to_dist(kind, *files):
    """Copies files into a folder of dist/, which then holds nothing else."""
    folder = fresh(facts.DIST / kind)
    for file in files:
        if contents.is_package(file):
            contents.check(file)
        shutil.copy(file, folder)
    if not files:
        facts.fail(f"nothing was made for dist/{kind}")


def built_targets():
    """The targets whose native files are there."""
    return [target for target in targets.TARGETS.values() if any(native.native_folder(target).iterdir())]


def deb():
    """The Debian packages of each architecture whose archives are there."""
    architectures = [target for target in targets.TARGETS.values() if target.deb]
    made = [debian.build(package, target) for target in architectures for package in debian.PACKAGES]
    to_dist("deb", *filter(None, made))


def rpm():
    """The command as .rpm packages, for the architectures of the Debian packages."""
    made = [redhat.build(target) for target in targets.TARGETS.values() if target.deb]
    to_dist("rpm", *filter(None, made))


def natives(place):
    """A folder with the native file of each target at place(target, file); None leaves a target out."""
    folder = fresh(facts.WORK / "natives")
    for target in built_targets():
        for file in native.native_folder(target).iterdir():
            if at := place(target, file):
                (folder / at).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file, folder / at)
    return folder


def jars():
    """Jars, sources, documentation and poms, and all of them as a bundle for Maven Central. The bundle has
    checksums and no signatures: who publishes it has the key."""
    folder = natives(
        lambda target, file: target.jar and "java" in file.name and f"META-INF/native/{target.jar}/{file.name}"
    )
    names = [target.name for target in built_targets() if target.jar]
    (folder / "META-INF" / licences.FILE).write_text(licences.text("java", names, with_zig=True))
    repository = fresh(facts.WORK / "maven")
    # Files of an earlier build would get into the jars.
    deploy(repository, "clean", "-Pspark", STRINGMILL_NATIVES=str(folder))
    bundle = facts.WORK / f"stringmill-{facts.version()}-bundle.zip"
    check_bundle(write_bundle(repository, bundle), folder)
    main = [file for file in archives.members(repository) if file.suffix in (".jar", ".pom")]
    to_dist("maven", bundle, *main)


def deploy(repository, *words, **settings):
    """Builds the jars, and puts them with their poms and checksums into a repository that is a folder."""
    date = datetime.datetime.fromtimestamp(int(facts.epoch()), datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    facts.run(
        "tools/hosts/java",
        "mvn",
        "--quiet",
        *words,
        "deploy",
        "-DskipTests",
        f"-Dproject.build.outputTimestamp={date}",
        "-Dmaven.install.skip",
        f"-DaltDeploymentRepository=release::default::file:{repository}",
        SOURCE_DATE_EPOCH=facts.epoch(),
        **settings,
    )


def write_bundle(repository, file):
    """Packs a repository as Maven Central takes it; returns its files by their names."""
    unwanted = [
        file
        for file in archives.members(repository)
        if file.name.startswith("maven-metadata") or "-tests." in file.name
    ]
    for one in unwanted:
        one.unlink()
    contents = {str(one.relative_to(repository)): one.read_bytes() for one in archives.members(repository)}
    archives.zip_files(contents, file)
    return contents


def check_bundle(contents, folder):
    """Each jar has its sources, documentation and pom, and every file its checksums; the jar has all libraries of
    `folder`."""
    for name in contents:
        if name.endswith((".jar", ".pom")) and not {f"{name}.md5", f"{name}.sha1"} <= set(contents):
            facts.fail(f"{name} has no checksums")
        if name.endswith(f"-{facts.version()}.jar"):
            stem = name.removesuffix(".jar")
            missing = [end for end in (".pom", "-sources.jar", "-javadoc.jar") if stem + end not in contents]
            if missing:
                facts.fail(f"{name} comes without {', '.join(missing)}")
    jar = f"io/github/stringmill/stringmill/{facts.version()}/stringmill-{facts.version()}.jar"
    inside = zipfile.ZipFile(io.BytesIO(contents[jar]))
    if not any(name.startswith("META-INF/versions/22/") for name in inside.namelist()):
        facts.fail(f"{jar} lacks the classes of newer Java: tools/run newer-jdk found no JDK")
    libraries = {str(file.relative_to(folder)): file for file in archives.members(folder)}
    others = [name for name, file in libraries.items() if inside.read(name) != file.read_bytes()]
    if not libraries or others:
        facts.fail(f"{jar} has other libraries: {others or 'none'}")
    print(f"release: {jar.rsplit('/', 1)[1]} has {len(libraries) - 1} native libraries")


def nuget():
    """NuGet packages with the library of every platform, tested by their own script."""
    folder = natives(lambda target, file: "java" not in file.name and f"{target.rid}/native/{file.name}")
    facts.run("tools/hosts/dotnet-package", STRINGMILL_NATIVES=str(folder))
    to_dist("nuget", *(facts.ROOT / "build/dotnet/packages").glob("*.*nupkg"))


def php_stages():
    """The C library of each target for Linux, as it was built: the folders by the names of the targets."""
    return {
        target.name: facts.WORK / "stage" / f"libstringmill-{facts.version()}-{target.name}"
        for target in built_targets()
        if target.system == "linux"
    }


def php_sources(stages, with_zig=True):
    """The source package by the name that PIE looks for, which has the tag: composer.json, the extension, and static libraries,
    so that it needs no Rust."""
    folder = fresh(facts.WORK / "stage" / f"php_stringmill-v{facts.version()}-src")
    shutil.copytree(
        facts.ROOT / "php", folder / "php", ignore=shutil.ignore_patterns("*.o", "*.lo", "build", "modules", ".libs")
    )
    shutil.copy(facts.ROOT / "composer.json", folder)
    licences.write("c", folder, list(stages), with_zig)
    for name, stage in stages.items():
        place = folder / "lib" / name.replace("unknown-", "")
        place.mkdir(parents=True)
        shutil.copy(stage / "lib/libstringmill.a", place)
        shutil.copytree(stage / "include", folder / "include", dirs_exist_ok=True)
    file = facts.WORK / f"{folder.name}.tgz"
    archives.tar(folder, file)
    return folder, file


def extension(folder, php_prefix, root=None):
    """Builds the extension from the source package with one PHP, in another root below build/ if one is given, and packs it by
    the name that PIE looks for."""
    place = fresh((root or facts.WORK) / "php-extension")
    shutil.copytree(folder, place, dirs_exist_ok=True)
    inside, path = ([], place) if root is None else (["chroot", root], "/php-extension")
    script = (
        'cd "$1/php" && "$2phpize" >/dev/null && CFLAGS="-O2 -ffile-prefix-map=$1=." ./configure --quiet'
        " && make -s -j2 >/dev/null && strip --strip-unneeded modules/stringmill.so"
    )
    facts.run(*inside, "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "sh", "-ec", script, "-", path, php_prefix)
    about = facts.output(
        *inside,
        f"/usr/bin/{php_prefix}php",
        "-n",
        "-r",
        "echo PHP_MAJOR_VERSION.'.'.PHP_MINOR_VERSION.' '.php_uname('m').(PHP_DEBUG?'-debug':'').' '.(int) PHP_ZTS;",
    )
    number, machine, is_zts = about.split()
    name = f"php_stringmill-v{facts.version()}_php{number}-{machine}-linux-glibc{'-zts' if is_zts == '1' else ''}.zip"
    archives.zip_files(
        {
            "stringmill.so": (place / "php/modules/stringmill.so").read_bytes(),
            **{name: (folder / name).read_bytes() for name in licences.FILES},
        },
        facts.WORK / name,
    )
    shutil.rmtree(place)
    return facts.WORK / name


def newer_php():
    """A Debian with PHP 8.4, the one of tools/run php-newer."""
    place = facts.ROOT / "build/debian/trixie"
    roots.debian(place, "--include=php-cli,php-dev,make", suite="trixie")
    return place


def php():
    """The source package, and the extension for PHP 8.2 of this Debian and 8.4 of the next."""
    folder, sources_file = php_sources(php_stages())
    made = [sources_file, extension(folder, "")]
    try:
        made.append(extension(folder, "", newer_php()))
    except facts.Skipped as reason:
        print(f"release: left out: the extension for PHP 8.4 ({reason})")
    to_dist("php", *made)


def crates():
    """The packages that `cargo publish` would send."""
    place = fresh(facts.WORK / "crates")
    fold.write()
    facts.run("cargo", "package", "--workspace", "--locked", "--no-verify", "--quiet", "--allow-dirty", cwd=fold.PLACE,
              CARGO_TARGET_DIR=str(place), SOURCE_DATE_EPOCH=facts.epoch())
    to_dist("crates", *(place / "package").glob("*.crate"))


def wheels():
    """Wheels with the command for each target, and the source distribution."""
    made = fresh(facts.WORK / "wheels")
    for target in built_targets():
        command = facts.WORK / "stage" / f"smill-{facts.version()}-{target.name}/bin" / native.smill(target)
        settings = targets.environment(target) | {
            "STRINGMILL_COMMAND": str(command),
            # What zig adds has debug information of its own.
            "CARGO_PROFILE_RELEASE_DEBUG": "false",
            "CARGO_PROFILE_RELEASE_STRIP": "debuginfo",
        }
        facts.run("tools/hosts/python", "wheels", target.name, **settings)
        for file in (facts.ROOT / "build/python/dist").iterdir():
            shutil.copy(file, made)
    to_dist("python", *made.iterdir())


def npm():
    """The package of npm."""
    facts.run("tools/hosts/js", "build")
    place = fresh(facts.WORK / "npm")
    facts.run("npm", "pack", "--silent", "--pack-destination", place, cwd=facts.ROOT / "js")
    to_dist("npm", *place.glob("*.tgz"))


KINDS = {"deb": deb, "rpm": rpm, "crates": crates, "jars": jars, "nuget": nuget, "php": php, "python": wheels, "npm": npm}
