"""A hello-world of each front end, by the lines of its page, in a Debian root that has the programs of the host
languages, and of stringmill nothing but the files of a release, in one folder. Node and Rust are newer than those of
Debian 12: the root sees those of this machine."""

import pathlib
import re
import shutil
import zipfile

from . import archives, facts, packages, roots, targets
from .facts import Skipped
from .trials import fresh, has, need, page_block, project, round_trip, says

# Programs of the hosts, and unzip for packages without their own installer.
PACKAGES = (
    "gcc,libc6-dev,pkg-config,unzip,php-cli,python3-venv,openjdk-17-jdk-headless,mono-mcs,mono-devel,ca-certificates"
)
BASE = facts.WORK / "root"
SETTINGS = {"HOME": "/home", "LANG": "C.UTF-8", "PATH": "/opt/node/bin:/opt/rust/bin:/usr/sbin:/usr/bin:/sbin:/bin"}


def root():
    """A copy of the root with the hosts, and in its /home the files of dist/, as a user finds them: in one folder."""
    roots.may_enter()
    need("debootstrap")
    roots.debian(BASE, f"--include={PACKAGES}")
    folder = fresh("hosts")
    facts.run("cp", "-a", "--reflink=auto", BASE, folder / "root")
    for file in archives.members(facts.DIST):
        shutil.copy(file, folder / "root/home")
    # Every machine has this file, but debootstrap does not write it.
    (folder / "root/etc/hosts").write_text("127.0.0.1 localhost\n")
    return folder / "root"


def inside(place, script, mounts=()):
    """What a script prints that runs in /home of the root, where it sees no file of this clone. `mounts` are pairs of
    folders of this machine, read-only there, and their places in the root."""
    words = []
    for source, target in mounts:
        (place / target).mkdir(parents=True, exist_ok=True)
        words += [str(source), str(place / target)]
    return says(
        "unshare",
        "--mount",
        "bash",
        "-euc",
        'root=$1 script=$2; shift 2; mount -t proc proc "$root/proc"; mount --bind /dev "$root/dev"\n'
        'while [ $# -gt 0 ]; do mount --bind "$1" "$2"; mount -o remount,ro,bind "$2"; shift 2; done\n'
        'exec chroot "$root" env -i ' + " ".join(f"{name}={value}" for name, value in SETTINGS.items()) + " "
        'bash -euc "cd /home; sudo() { \\"\\$@\\"; }\n$script"',
        "-",
        place,
        script,
        *words,
    )


def write(place, name, text):
    file = place / "home" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def expect(what, said, *wanted):
    for one in wanted:
        if one not in said:
            facts.fail(f"{what} says {said!r}, which has no {one!r}")


def shell(place):
    """The Debian package, and every line of README but the one that builds the command."""
    has("deb", "smill_*_amd64.deb")
    files = "find / -xdev ! -path '/proc/*' ! -path '/var/*' ! -path '/home/*' | sort"
    before = inside(place, files)
    inside(place, page_block("docs/platforms.md", "sh", "dpkg -i"))
    lines = page_block("README.md", "sh", "smill pack notes").split("\n")
    script = "\n".join(line for line in lines if not line.startswith("cargo "))
    said = inside(
        place,
        "mkdir notes api; printf 'caf\\303\\251\\n' > notes/a.txt; echo '<p>' > page.html\n"
        "echo '{\"b\": 1, \"a\": []}' > api.json; cp api.json api; printf '{}\\n[1' > events.ndjson\n"
        "printf 'caf\\351' | gzip > scan.txt.gz; echo '{a: 1}' > log.ion\n"
        # The status of clean and repair is 1 if they changed anything.
        f"load() {{ cat > loaded; }}\nset +e\n{script}\nset -e\n"
        "cmp notes/a.txt copy/notes/a.txt; cat loaded bad.ndjson good.txt events.ndjson",
    )
    expect("smill", said, "\\u003cp\\u003e", '{"a":1}', "{}\n[1", "caf\ufffd{}\n")
    inside(place, "smill selftest; test -s /usr/share/man/man1/smill-pack.1.gz")
    inside(place, "test -s /usr/share/bash-completion/completions/smill; dpkg -r smill")
    if before != inside(place, files):
        facts.fail("dpkg -r smill leaves files, or takes some away")


def c(place):
    has("archives", f"libstringmill-*-{targets.HOST.name}.tar.gz")
    manual = re.sub(r"(?m)^ \* ?", "", (facts.ROOT / "core/capi/include/stringmill.h").read_text())
    example, compile_line = re.search(r"(?s)( +#include <stdio.h>.*?\n    }\n)\n +(cc .*?)\n", manual).groups()
    write(place, "example.c", example)
    said = inside(place, f"{page_block('docs/platforms.md', 'sh', 'tar -xf')}\n{compile_line}\n./a.out")
    expect("C", said, r'"say \"hi\"\n"')


def rust(place):
    """The lines of the README of the crate, with its packages alone and the compiler of this machine."""
    has("crates", "stringmill-[0-9]*.crate")
    project(place / "home/rust")
    sysroot = targets.sysroot()
    said = inside(place, "cd rust/project; CARGO_HOME=/home/cargo cargo run --quiet --offline", [(sysroot, "opt/rust")])
    expect("Rust", said, "passed")


# The libraries that the Java programs of the pages use, with the property of java/pom.xml for each version.
JAVA_HOSTS = {
    "jackson2": [
        ("com.fasterxml.jackson.core", "jackson-core", "jackson2"),
        ("com.fasterxml.jackson.core", "jackson-databind", "jackson2"),
    ],
    "jackson3": [
        ("tools.jackson.core", "jackson-core", "jackson3"),
        ("tools.jackson.core", "jackson-databind", "jackson3"),
    ],
    "ion": [("com.amazon.ion", "ion-java", "ion")],
}
JAVA_CLASS = """import io.github.stringmill.*;
import io.github.stringmill.{module}.*;
{imports}
public class Hello {{
    public static void main(String[] arguments) throws Exception {{
        {lines}
        System.out.println(Stringmill.kernels());
    }}
}}
"""


def pom_version(library):
    return facts.output("bash", "-c", '. tools/suites.sh; pom_version "$1"', "-", library)


def central(group, artifact, version):
    """A jar of Maven Central, in the local repository."""
    return facts.output("bash", "-c", '. tools/suites.sh; central "$@"', "-", group, artifact, version)


def run_java(place, module, imports, lines):
    """What a program with these lines prints, compiled and run against the jars of the bundle."""
    (place / "home" / module).mkdir(exist_ok=True)
    for group, artifact, library in JAVA_HOSTS[module]:
        shutil.copy(central(group, artifact, pom_version(library)), place / "home" / module)
    if module != "ion":
        minor = ".".join(pom_version("jackson2").split(".")[:2])
        shutil.copy(central("com.fasterxml.jackson.core", "jackson-annotations", minor), place / "home" / module)
    write(place, f"{module}/Hello.java", JAVA_CLASS.format(module=module, imports=imports, lines=lines))
    ours = f"~/.m2/repository/io/github/stringmill/{{stringmill,stringmill-{module}}}/{facts.version()}"
    return inside(
        place,
        f"{page_block('docs/java.md', 'sh', '-bundle.zip')}\ncd {module}\n"
        f"for jar in {ours}/*-{facts.version()}.jar; do cp $jar .; done\n"
        "javac -cp '*' Hello.java; java -cp '*:.' Hello",
    )


SAY = 'java.util.Map.of("say", "caf\\u00e9 \\"hi\\"".repeat(20))'


def java(place):
    has("maven", "stringmill-*-bundle.zip")
    lines = page_block("docs/java.md", "java", "// Jackson 3.x, from").split("\n")
    for module, imports, line in (
        ("jackson2", "import com.fasterxml.jackson.databind.*;", lines[0]),
        ("jackson3", "import tools.jackson.databind.json.JsonMapper;", lines[1]),
    ):
        said = run_java(place, module, imports, f"{line}\nSystem.out.println(mapper.writeValueAsString({SAY}));")
        expect(module, said, r'{"say":"café \"hi\"', "native")


def ion_java(place):
    has("maven", "stringmill-*-bundle.zip")
    lines = page_block("docs/ion-java.md", "java", "StringmillIonReaderBuilder.standard()")
    said = run_java(
        place,
        "ion",
        "import com.amazon.ion.*;",
        'var stream = new java.io.ByteArrayInputStream("{say: a::\\"caf\\u00e9\\"}".getBytes("UTF-8"));\n'
        f"var out = new java.io.ByteArrayOutputStream();\n{lines}\n"
        "writer.writeValues(reader);\nwriter.close();\nSystem.out.println(out.toString(\"UTF-8\"));\n"
        'System.out.println(system.singleValue("[1]"));',
    )
    expect("ion-java", said, '{say:a::"café"}', "[1]")


def php(place):
    has("php", "php_stringmill-*_php8.2-*.zip")
    said = inside(place, page_block("docs/php.md", "sh", "unzip -o php_stringmill"))
    expect("PHP", said, r'{"a":"caf\u00e9"}', "json_encode replaced => yes")


def dotnet(place):
    has("nuget", "StringMill.[0-9]*.nupkg")
    lines = page_block("docs/dotnet.md", "csharp", 'JsonEncoder.DotNet.Escape("1 < 2")')
    write(
        place,
        "Hello.cs",
        'using StringMill;\nclass Hello { static void Main() {\nvar text = "caf\\u00e9 \\"hi\\"";\n'
        f"var output = new System.Buffers.ArrayBufferWriter<byte>();\n{lines}\n"
        "System.Console.WriteLine(System.Text.Encoding.UTF8.GetString(bytes));\n"
        "System.Console.WriteLine(System.Text.Encoding.UTF8.GetString(output.WrittenSpan.ToArray()));\n"
        "System.Console.WriteLine(JsonEncoder.Kernels);\n} }\n",
    )
    said = inside(place, page_block("docs/dotnet.md", "sh", "unzip -o -j"))
    expect(".NET", said, r"1 \u003C 2", r"café \"hi\"", "native")


def python(place):
    """The wheel, and the examples of strings of its page, which doctest compares."""
    has("python", "stringmill-*manylinux*x86_64*.whl")
    examples = page_block("docs/python.md", "python", "import stringmill\n>>> stringmill.json_escape")
    write(place, "python/hello.txt", examples)
    # Runs in its own folder, where Python does not find stringmill.so of PHP.
    inside(place, "cd python; ln -s ../stringmill-*.whl .\n" + page_block("docs/python.md", "sh", "--find-links . stringmill"))
    said = inside(place, "cd python; venv/bin/python -m doctest -v hello.txt; venv/bin/smill --version")
    expect("Python", said, "3 passed and 0 failed", f"smill {facts.version()}")


def javascript_example():
    """The first example of docs/javascript.md as a program, and its results: each comment is what its line shows."""
    lines = page_block("docs/javascript.md", "js", 'import { jsonEscape, utf8Repair } from "stringmill"').split("\n")
    shown = [line.rsplit("; // ", 1) for line in lines if "; // " in line]
    if len(shown) < 3:
        facts.fail("the first example of docs/javascript.md shows too little")
    program = "\n".join(f"console.log({line.rsplit('; // ', 1)[0]});" if "; // " in line else line for line in lines)
    return program, [result for _, result in shown]


def javascript(place):
    """The package of npm in Node, and the first example of its page."""
    has("npm", "stringmill-*.tgz")
    need("node", "npm")
    program, results = javascript_example()
    write(place, "hello.mjs", program)
    modules = pathlib.Path(facts.output("npm", "root", "--global"))
    node = place / "opt/node/bin"
    node.mkdir(parents=True)
    shutil.copy(facts.output("node", "-p", "process.execPath"), node / "node")
    write(place, "../opt/node/bin/npm", '#!/bin/sh\nexec node /opt/npm/bin/npm-cli.js "$@"\n')
    (node / "npm").chmod(0o755)
    script = page_block("docs/javascript.md", "sh", "npm install ./stringmill-") + "\nnode hello.mjs"
    said = inside(place, script, [(modules / "npm", "opt/npm")])
    expect("JavaScript", said, *results)


def spark(place):
    """The jar for Spark, with the pyspark that tools/setup spark installed, in the Python and the Java of the root."""
    has("maven", "stringmill-spark-*[0-9].jar")
    pyspark = list((facts.ROOT / "build/spark").glob("lib/python3*/site-packages/pyspark"))
    if not pyspark:
        raise Skipped("pyspark is missing; see tools/setup spark")
    write(
        place,
        "spark/job.py",
        "from pyspark.sql import SparkSession\n\nspark = SparkSession.builder.getOrCreate()\n"
        + page_block("docs/spark.md", "python", 'format("stringmill-json").schema("id LONG, name STRING")')
        + "\nprint(df.collect())\n",
    )
    write(place, "spark/logs/a.ndjson", '{"id": 1, "name": "caf\\u00e9"}\n')
    said = inside(
        place,
        "cd spark; cp ../stringmill-spark-*[0-9].jar .\n"
        "export PATH=/opt/pyspark/pyspark/bin:$PATH PYTHONPATH=/opt/pyspark SPARK_LOCAL_IP=127.0.0.1\n"
        + page_block("docs/spark.md", "sh", "spark-submit --jars stringmill-spark-"),
        [(pyspark[0].parent, "opt/pyspark")],
    )
    expect("Spark", said, "[Row(id=1, name='caf\u00e9')]")


def php_newer():
    """The extension for PHP 8.4 in the newer Debian that tools/run php-newer installs."""
    has("php", "php_stringmill-*_php8.4-*.zip")
    newer = packages.newer_php()
    folder = fresh("php-newer")
    zipfile.ZipFile(next((facts.DIST / "php").glob("php_stringmill-*_php8.4-*.zip"))).extract("stringmill.so", folder)
    shutil.copy(folder / "stringmill.so", newer / "tmp")
    said = says(
        "chroot",
        newer,
        "php",
        "-d",
        "extension=/tmp/stringmill.so",
        "-r",
        'echo PHP_VERSION, " ", json_encode(["a" => "caf\\u{e9}"]), " ", phpversion("stringmill");',
    )
    expect("PHP 8.4", said, "8.4.", r'{"a":"caf\u00e9"}', f" {facts.version()}")
    return said


def deb():
    """The Debian package for AArch64, unpacked into the first stage of a bare Debian, whose libraries qemu gives it."""
    need("qemu-aarch64", "dpkg-deb")
    has("deb", "smill_*_arm64.deb")
    base = facts.WORK / "root-arm64"
    roots.debian(base, "--foreign", "--arch=arm64")
    folder = fresh("deb")
    facts.run("cp", "-a", "--reflink=auto", base, folder / "root")
    file = next((facts.DIST / "deb").glob("smill_*_arm64.deb"))
    facts.run("dpkg-deb", "-x", file, folder / "root")
    pages = folder / "root/usr/share"
    for place in ("man/man1/smill-pack.1.gz", "bash-completion/completions/smill", "doc/smill/copyright"):
        if not (pages / place).is_file():
            facts.fail(f"{file.name} has no /usr/share/{place}")
    return "arm64: " + round_trip(["qemu-aarch64", "-L", folder / "root", folder / "root/usr/bin/smill"], folder)


HOSTS = [shell, c, rust, java, ion_java, php, dotnet, python, javascript, spark]


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
