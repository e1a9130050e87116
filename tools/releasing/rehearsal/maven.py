"""Maven: the bundle, signed and sent by the lines of publish.yml, is held against what Maven Central demands. A project takes the
jars of that bundle by Maven, from a repository that is a folder, into an empty local repository."""

import io
import shutil
import zipfile

from .. import facts, hosts, packages, trials
from . import central, front, place, workflow

PROJECT = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>user</groupId>
  <artifactId>user</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source>
    <maven.compiler.target>17</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <repositories>
    <repository>
      <id>rehearsal</id>
      <url>{repository}</url>
      <releases><checksumPolicy>fail</checksumPolicy></releases>
    </repository>
  </repositories>
  <dependencyManagement>
    <dependencies>
      <dependency>
        <groupId>io.github.stringmill</groupId>
        <artifactId>stringmill-bom</artifactId>
        <version>{version}</version>
        <type>pom</type>
        <scope>import</scope>
      </dependency>
    </dependencies>
  </dependencyManagement>
  <dependencies>
    <dependency>
      <groupId>io.github.stringmill</groupId>
      <artifactId>stringmill-jackson2</artifactId>
    </dependency>
    <dependency>
      <groupId>com.fasterxml.jackson.core</groupId>
      <artifactId>jackson-databind</artifactId>
      <version>{jackson}</version>
    </dependency>
  </dependencies>
</project>
"""


def bundle(folder):
    """The bundle, and where it is from. Here it is built without Spark, whose own jars are half a gigabyte."""
    if files := place.released("maven", "stringmill-*-bundle.zip"):
        return files[0], place.source(True)
    if (status := facts.status("tools/hosts/java", "jdk", "17")) != 0:
        raise facts.Skipped(f"tools/run java jdk 17 ended with status {status}")
    packages.deploy(folder / "deployed")
    file = folder / f"stringmill-{facts.version()}-bundle.zip"
    packages.write_bundle(folder / "deployed", file)
    return file, place.source(False) + " without Spark"


def publish(folder, file, signer):
    """The job of publish.yml: with a wrong passphrase, until its upload is cut off, and again. Returns the files that arrived."""
    with front.serving(central.Central("rehearsal")) as server:
        job = workflow.Job(
            "maven", folder, place.release(folder, [file]), {central.ADDRESS: server.address},
            KEY=signer.key, TOKEN=server.token,
        )
        job.settings |= {"GNUPGHOME": signer.new_home(), "PASSPHRASE": "another"}
        job.fails("no file could be signed", lambda: server.uploads == 0)
        job.settings |= {"GNUPGHOME": signer.new_home(), "PASSPHRASE": signer.passphrase}
        job.fails("the upload was cut off", lambda: server.uploads == 1)
        job.settings["GNUPGHOME"] = signer.new_home()
        job.passes()
        if not server.bundle or server.uploads != 2:
            facts.fail(f"the bundle was refused, or sent {server.uploads} times")
    with zipfile.ZipFile(io.BytesIO(server.bundle)) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}


def check(contents, sent, signer):
    """Maven Central would take the bundle, and would refuse it without a signature, a checksum, sources or documentation."""
    if {name for name in contents if not name.endswith(".asc")} != set(sent):
        facts.fail("the bundle that was sent has other files than the one that was built")
    if faults := list(central.missing(contents, signer.is_signed)):
        facts.fail("Maven Central would refuse the bundle:", "; ".join(faults))
    jar = next(name for name in contents if name.endswith(f"/stringmill-{facts.version()}.jar"))
    others = {name: content for name, content in contents.items() if name.startswith(jar.rsplit("/", 1)[0])}
    for taken in (f"{jar}.asc", f"{jar}.sha1", jar.replace(".jar", "-sources.jar"), jar.replace(".jar", "-javadoc.jar")):
        if not list(central.missing({name: content for name, content in others.items() if name != taken}, signer.is_signed)):
            facts.fail(f"the rules of the rehearsal take a bundle without {taken}")
    if not list(central.missing(others | {jar: contents[jar] + b"\0"}, signer.is_signed)):
        facts.fail("the rules of the rehearsal take a jar that was changed")


def install(folder, contents):
    """A project with the lines of the page, by Maven, with what the bundle has alone."""
    for name, content in contents.items():
        file = folder / "repository" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    user, local = folder / "user", folder / "local"
    (user / "src/main/java").mkdir(parents=True)
    repository = (folder / "repository").as_uri()
    (user / "pom.xml").write_text(
        PROJECT.format(repository=repository, version=facts.version(), jackson=hosts.pom_version("jackson2"))
    )
    line = trials.page_block("docs/java.md", "java", "// Jackson 3.x, from").split("\n")[0]
    (user / "src/main/java/Hello.java").write_text(hosts.JAVA_CLASS.format(
        module="jackson2", imports="import com.fasterxml.jackson.databind.*;",
        lines=f"{line}\nSystem.out.println(mapper.writeValueAsString({hosts.SAY}));",
    ))
    jdk = facts.output("tools/hosts/java", "jdk", "17").split("\n")[-1]
    trials.says("mvn", "--batch-mode", "--no-transfer-progress", f"-Dmaven.repo.local={local}", "compile", cwd=user, JAVA_HOME=jdk)
    jars = [file for group in ("io/github/stringmill", "com/fasterxml/jackson") for file in (local / group).rglob("*.jar")]
    said = trials.says(f"{jdk}/bin/java", "-cp", ":".join(map(str, [user / "target/classes", *jars])), "Hello")
    if r'{"say":"café \"hi\"' not in said or "native" not in said:
        facts.fail(f"a program that uses the jars says {said!r}")


def rehearse():
    place.need("mvn", "gpg", "curl", "zip", "unzip")
    folder = place.fresh("maven")
    file, source = bundle(folder)
    sent = set(zipfile.ZipFile(file).namelist())
    signer = central.Signer()
    try:
        contents = publish(folder, file, signer)
        check(contents, sent, signer)
    finally:
        # The agents of gpg end with their folders.
        shutil.rmtree(signer.folder, ignore_errors=True)
    install(folder, contents)
    signed = sum(name.endswith(".asc") for name in contents)
    return f"the bundle {source}; sent in two runs, {signed} files signed; a project resolved and ran what arrived"
