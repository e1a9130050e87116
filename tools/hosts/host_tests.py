"""Runs the tests of a host library with our classes in the place of its own, for jackson-tests and ion-java-tests.

Status 77 of such a program: not run, for the reason in the last line.
"""

import collections
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as xml

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def not_run(suite, reason):
    print(f"{suite}: not run ({reason})")
    sys.exit(77)


def output(*command):
    """The output of a command in the repository; a failure ends the program."""
    return subprocess.run(command, cwd=ROOT, check=True, text=True, stdout=subprocess.PIPE).stdout.strip()


def suites(function, *words):
    """The output of a function of tools/suites.sh."""
    return output("bash", "-c", '. tools/suites.sh; "$@"', "suites", function, *words)


def set_up(suite, jdk):
    """Installs the needs of Java; the folder of a JDK."""
    if subprocess.run(["tools/setup", "java"], cwd=ROOT).returncode != 0:
        not_run(suite, "its needs could not be installed")
    return pathlib.Path(output("tools/hosts/java", "jdk", jdk))


def package(*options):
    """Builds the Java modules without their tests."""
    output("tools/hosts/java", "mvn", "--quiet", "package", *options, "-DskipTests", "-Dmaven.javadoc.skip", "-Dmaven.source.skip")


class Tests:
    """A copy of the tests, in which one kind of classes runs: ours or the original ones."""

    def __init__(self, folder, source, jdk, class_path):
        self.folder, self.jdk, self.class_path = folder, jdk, class_path
        self.java, self.classes = folder / "java", folder / "classes"
        shutil.copytree(source, self.java)
        self.classes.mkdir()

    def rewrite(self, replacements):
        """Applies regular expressions to every source."""
        for file in self.java.rglob("*.java"):
            text = file.read_text(encoding="utf-8")
            changed = text
            for pattern, replacement in replacements:
                changed = re.sub(pattern, replacement, changed)
            if changed != text:
                file.write_text(changed, encoding="utf-8")

    def declared(self, file):
        """The class that a source declares, which need not have the name of the file."""
        text = (self.java / file).read_text(encoding="utf-8")
        package = re.search(r"^package (.*);", text, re.M)[1]
        return package + "." + re.search(r"^(?:public |final |abstract )*class (\w+)", text, re.M)[1]

    def compile(self, files):
        """Compiles sources and the ones they need; the errors, or nothing."""
        options = ["-nowarn", "-Xlint:none", "-proc:none", "-encoding", "UTF-8", "-Xmaxerrs", "1000"]
        command = [self.jdk / "bin/javac", *options, "-sourcepath", ".", "-cp", self.class_path, "-d", self.classes, *files]
        done = subprocess.run(command, cwd=self.java, text=True, stderr=subprocess.PIPE)
        return done.stderr if done.returncode != 0 else ""

    def run(self, console, files, options):
        """Runs the tests of sources; how often each test passed or failed, by verdict. Skipped ones are left out."""
        select = [word for file in files for word in ("--select-class", self.declared(file))]
        reports = self.folder / "reports"
        command = [self.jdk / "bin/java", *options, "-jar", console, "execute", "--class-path",
                   f"{self.class_path}:{self.classes}", *select, "--details=none", "--disable-ansi-colors",
                   f"--reports-dir={reports}"]
        with open(self.folder / "output.txt", "w") as log:
            subprocess.run(command, cwd=self.folder, stdout=log, stderr=subprocess.STDOUT)
        found = {"passed": collections.Counter(), "failed": collections.Counter()}
        for report in reports.glob("*.xml"):
            for case in xml.parse(report).iter("testcase"):
                kinds = {child.tag for child in case}
                if "skipped" not in kinds:
                    verdict = "failed" if kinds & {"failure", "error"} else "passed"
                    found[verdict][f"{case.get('classname')}.{case.get('name')}"] += 1
        return found
