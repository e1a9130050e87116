"""A hello-world of each front end, by the lines of its page, in a Debian root that has the programs of the host
languages, and of stringmill nothing but what is in dist/."""

import os
import shutil
import subprocess
import tarfile
import zipfile

from . import facts, targets
from .trials import Skipped, fresh, need, says

# The programs of the hosts.
PACKAGES = "gcc,libc6-dev,pkg-config,php-cli,python3,openjdk-17-jdk-headless,mono-mcs,mono-devel,nodejs"
BASE = facts.WORK / "root"


def root():
    """A copy of the root with the hosts, which is made once."""
    if os.geteuid() != 0:
        raise Skipped("only root may enter another root")
    need("debootstrap", "chroot")
    if not (facts.WORK / "root.complete").exists():
        shutil.rmtree(BASE, ignore_errors=True)
        log = facts.WORK / "root.log"
        with open(log, "w") as file:
            done = subprocess.run(
                ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", "bookworm", BASE],
                stdout=file,
                stderr=file,
            )
        if done.returncode != 0:
            raise Skipped(f"Debian bookworm with the hosts could not be installed, see {log.relative_to(facts.ROOT)}")
        (facts.WORK / "root.complete").touch()
    folder = fresh("hosts")
    facts.run("cp", "-a", "--reflink=auto", BASE, folder / "root")
    return folder / "root"


def inside(place, script):
    """What a script prints that runs in /home of the root, where it sees no file of this clone."""
    return says(
        "unshare",
        "--mount",
        "bash",
        "-euc",
        'mount -t proc proc "$1/proc"; exec chroot "$1" env -i LANG=C.UTF-8 '
        'PATH=/usr/sbin:/usr/bin:/sbin:/bin sh -euc "cd /home; $2"',
        "-",
        place,
        script,
    )


def page(name, *lines):
    """These lines, each of which the page must have."""
    text = (facts.ROOT / name).read_text()
    for line in lines:
        if line not in text:
            facts.fail(f"{name} no longer has the line: {line}")
    return "\n".join(lines)


def expect(what, said, wanted):
    if wanted not in said:
        facts.fail(f"{what} says {said!r}, which has no {wanted!r}")


def only(kind, pattern):
    files = sorted((facts.DIST / kind).glob(pattern)) if (facts.DIST / kind).exists() else []
    if len(files) != 1:
        raise Skipped(f"dist/{kind} has no {pattern}" if not files else f"dist/{kind} has {len(files)} {pattern}")
    return files[0]


def shell(place):
    file = only("deb", "smill_*_amd64.deb")
    shutil.copy(file, place / "home/smill.deb")
    files = "find / -xdev ! -path '/proc/*' ! -path '/var/*' ! -path '/home/*' | sort"
    before = inside(place, files)
    inside(place, "dpkg -i smill.deb")
    script = page("README.md", "smill pack notes > notes.json", "smill unpack -C copy notes.json")
    inside(place, f"mkdir notes; printf 'caf\\303\\251\\n' > notes/a.txt\n{script}\ncmp notes/a.txt copy/notes/a.txt")
    inside(place, "smill selftest; test -s /usr/share/man/man1/smill-pack.1.gz")
    inside(place, "test -s /usr/share/bash-completion/completions/smill; dpkg -r smill")
    if before != inside(place, files):
        facts.fail("dpkg -r smill leaves files, or takes some away")


def c(place):
    name = f"libstringmill-{facts.version()}-{targets.HOST.name}"
    with tarfile.open(facts.DIST / "archives" / f"{name}.tar.gz") as archive:
        archive.extractall(place / "home", filter="data")
    shutil.copy(facts.ROOT / "core/capi/tests/programs/example.c", place / "home")
    said = inside(
        place,
        f"export PKG_CONFIG_PATH=/home/{name}/lib/pkgconfig; cc example.c $(pkg-config --cflags --libs stringmill) "
        f"-Wl,-rpath,/home/{name}/lib -o example; ./example",
    )
    expect("C", said, r'"say \"hi\"\n"')


def java(place):
    for file in (only("maven", "stringmill-[0-9]*[0-9].jar"), only("maven", "stringmill-jackson2-*[0-9].jar")):
        shutil.copy(file, place / "home")
    version = facts.output("bash", "-c", ". tools/suites.sh; pom_version jackson2")
    for artifact, number in (
        ("jackson-core", version),
        ("jackson-databind", version),
        ("jackson-annotations", ".".join(version.split(".")[:2])),
    ):
        shutil.copy(
            facts.output(
                "bash", "-c", '. tools/suites.sh; central "$@"', "-", "com.fasterxml.jackson.core", artifact, number
            ),
            place / "home",
        )
    line = page("docs/java.md", "ObjectMapper mapper = new ObjectMapper(new StringmillFactory());")
    (place / "home/Hello.java").write_text(f"""import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.stringmill.*;
import io.github.stringmill.jackson2.*;
public class Hello {{
    public static void main(String[] arguments) throws Exception {{
        {line}
        System.out.println(mapper.writeValueAsString(java.util.Map.of("say", "caf\\u00e9 \\"hi\\"".repeat(20))));
        System.out.println(Stringmill.kernels());
    }}
}}
""")
    said = inside(place, "javac -cp '/home/*' Hello.java; java -cp '/home/*:/home' Hello")
    expect("Java", said, r'{"say":"café \"hi\"')
    expect("Java", said, "native")


def php(place):
    file = only("php", "php_stringmill-*_php8.2-*.zip")
    zipfile.ZipFile(file).extract("stringmill.so", place / "home")
    page("README.md", "extension=stringmill")
    said = inside(
        place,
        "cp stringmill.so $(php -r 'echo ini_get(\"extension_dir\");'); "
        'php -d extension=stringmill -r \'echo json_encode(["a" => "caf\\u{e9}"]), " ", '
        'Stringmill\\json_canonical("{\\"b\\": 1, \\"a\\": 2}");\'',
    )
    expect("PHP", said, r'{"a":"caf\u00e9"} {"a":2,"b":1}')


def dotnet(place):
    package = zipfile.ZipFile(only("nuget", "StringMill.[0-9]*.nupkg"))
    (place / "home/StringMill.dll").write_bytes(package.read("lib/netstandard2.1/StringMill.dll"))
    (place / "home/libstringmill.so").write_bytes(package.read("runtimes/linux-x64/native/libstringmill.so"))
    line = page("docs/dotnet.md", 'byte[] bytes = JsonEncoder.DotNet.Escape("1 < 2");')
    (place / "home/Hello.cs").write_text(f"""using StringMill;
class Hello {{ static void Main() {{
    {line}
    System.Console.WriteLine(System.Text.Encoding.UTF8.GetString(bytes));
}} }}
""")
    said = inside(
        place, "mcs -nologo -r:StringMill.dll -r:/usr/lib/mono/4.5/Facades/netstandard.dll Hello.cs; mono Hello.exe"
    )
    expect(".NET", said, r"1 \u003C 2")


def python(place):
    file = only("python", "stringmill-*manylinux*x86_64*.whl")
    zipfile.ZipFile(file).extractall(place / "home/python")
    line = page("docs/python.md", r"""stringmill.json_escape("café", profile="ascii")""")
    said = inside(place, f"PYTHONPATH=/home/python python3 -c 'import stringmill; print({line})'")
    expect("Python", said, r"b'caf\\u00e9'")


HOSTS = [shell, c, java, php, dotnet, python]


def hosts():
    """All front ends whose packages are in dist/; the others are named."""
    place = root()
    done = []
    for host in HOSTS:
        try:
            host(place)
            done.append(host.__name__)
        except Skipped as reason:
            print(f"release: left out: {host.__name__} in a fresh root ({reason})")
    if not done:
        raise Skipped("dist/ has no package of a front end")
    return ", ".join(done)
