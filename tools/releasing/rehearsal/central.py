"""What Maven Central takes and demands: a server for its upload, which breaks off once, and its rules for a bundle."""

import email
import hashlib
import http.server
import pathlib
import socket
import tempfile
import xml.etree.ElementTree as xml

from .. import facts

ADDRESS = "https://central.sonatype.com"
DIGESTS = {".md5": hashlib.md5, ".sha1": hashlib.sha1}
# Files about another file, which have no signature.
ABOUT = (".asc", ".md5", ".sha1", ".sha256", ".sha512")
NAMESPACE = "io.github.stringmill"
POM = "{http://maven.apache.org/POM/4.0.0}"
# Fields that each pom must have, itself or from its parent.
FIELDS = ("name", "description", "url", "licenses/license/name", "licenses/license/url", "developers/developer/name",
          "scm/connection", "scm/developerConnection", "scm/url")


class Central(http.server.ThreadingHTTPServer):
    """Takes one bundle. The first upload ends in its middle."""

    def __init__(self, token):
        super().__init__(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server_address[1]}"
        self.token, self.uploads, self.bundle = token, 0, None


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *words):
        pass

    def do_POST(self):
        central, length = self.server, int(self.headers["Content-Length"])
        central.uploads += 1
        if central.uploads == 1:
            self.rfile.read(length // 2)
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        form = email.message_from_bytes(f"Content-Type: {self.headers['Content-Type']}\n\n".encode() + self.rfile.read(length))
        parts = {part.get_param("name", header="content-disposition"): part for part in form.get_payload()}
        is_known = self.path.startswith("/api/v1/publisher/upload?") and "publishingType=USER_MANAGED" in self.path
        is_allowed = self.headers["Authorization"] == f"Bearer {central.token}"
        status = 404 if not is_known else 401 if not is_allowed else 400 if set(parts) != {"bundle"} else 201
        if status == 201:
            central.bundle = parts["bundle"].get_payload(decode=True)
        self.send_response(status)
        self.end_headers()
        # The id of a deployment.
        self.wfile.write(b"00000000-0000-0000-0000-000000000000")


def missing_in_pom(name, contents):
    """What a pom lacks."""
    pom, found = xml.fromstring(contents[name]), set()
    coordinates = {field: pom.findtext(POM + field) or pom.findtext(f"{POM}parent/{POM}{field}") for field in ("groupId", "version")}
    if coordinates["groupId"] != NAMESPACE or "SNAPSHOT" in coordinates["version"]:
        yield f"{name} is {coordinates}"
    while pom is not None:
        found |= {field for field in FIELDS if (pom.findtext(POM + f"/{POM}".join(field.split("/"))) or "").strip()}
        parent = pom.find(POM + "parent")
        artifact, version = (parent.findtext(POM + field) for field in ("artifactId", "version")) if parent is not None else (None, None)
        place = f"{NAMESPACE.replace('.', '/')}/{artifact}/{version}/{artifact}-{version}.pom"
        pom = xml.fromstring(contents[place]) if place in contents else None
    yield from (f"{name} has no {field}" for field in FIELDS if field not in found)


def missing(contents, is_signed):
    """What Maven Central would refuse in a bundle: its files by their names. `is_signed(content, signature)` says whether a
    signature is good."""
    for name, content in contents.items():
        if name.endswith(ABOUT):
            continue
        for ending, digest in DIGESTS.items():
            if contents.get(name + ending, b"").decode().strip() != digest(content).hexdigest():
                yield f"{name} has no {ending} that is right"
        if name + ".asc" not in contents or not is_signed(content, contents[name + ".asc"]):
            yield f"{name} has no good signature"
        if name.endswith(".pom"):
            yield from missing_in_pom(name, contents)
            stem = name.removesuffix(".pom")
            if xml.fromstring(content).findtext(f"{POM}packaging") != "pom":
                yield from (stem + end + " is missing" for end in (".jar", "-sources.jar", "-javadoc.jar") if stem + end not in contents)


class Signer:
    """A new key of gpg, in a folder with a short name, as its sockets need. `home` has the key, `reader` only its public part."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="rehearsal-"))
        self.home, self.reader = self.folder / "own", self.folder / "reader"
        for home in (self.home, self.reader):
            home.mkdir(mode=0o700)
        self.passphrase = "rehearsal"
        secret = ["--pinentry-mode", "loopback", "--passphrase", self.passphrase]
        self.gpg(self.home, *secret, "--quick-generate-key", "rehearsal <rehearsal@example.invalid>", "ed25519", "sign", "1d")
        self.key = self.gpg(self.home, *secret, "--armor", "--export-secret-keys")
        (self.folder / "public").write_text(self.gpg(self.home, "--armor", "--export"))
        self.gpg(self.reader, "--import", self.folder / "public")

    def gpg(self, home, *words):
        return facts.output("gpg", "--quiet", "--batch", *words, GNUPGHOME=str(home))

    def new_home(self):
        """A home without keys, as on a machine of GitHub."""
        home = pathlib.Path(tempfile.mkdtemp(prefix="home-", dir=self.folder))
        return str(home)

    def is_signed(self, content, signature):
        (self.folder / "content").write_bytes(content)
        (self.folder / "signature").write_bytes(signature)
        return facts.status("gpg", "--quiet", "--batch", "--trust-model", "always", "--logger-file", self.folder / "log",
                            "--verify", self.folder / "signature", self.folder / "content", GNUPGHOME=str(self.reader)) == 0
