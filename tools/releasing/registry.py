"""A registry of crates on this machine, for a rehearsal: what is published to it, and redirects to crates.io for the others.

As crates.io with an owner who has just made other crates, it makes a new crate wait, though not as long, and it breaks off once in
the middle. Its protocol is that of the
Cargo Book, "Registry Index" and "Registry Web API".
"""

import contextlib
import email.utils
import hashlib
import http.server
import json
import struct
import threading
import time

WAIT = 2
INDEX = "https://index.crates.io"
FILES = "https://static.crates.io/crates"


class Registry(http.server.ThreadingHTTPServer):
    def __init__(self, breaks_at):
        super().__init__(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server_address[1]}"
        self.crates, self.files = {}, {}
        self.last, self.refused = None, 0
        self.breaks_at = breaks_at

    def may_add(self):
        """Whether a new crate need not wait: WAIT seconds have gone since the first one was asked for."""
        self.last = self.last or time.time()
        waits = time.time() - self.last < WAIT
        self.refused += waits
        return not waits


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *words):
        pass

    def answer(self, status, body=b"", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def refuse(self, status, why):
        self.answer(status, json.dumps({"errors": [{"detail": why}]}).encode())

    def do_GET(self):
        registry, parts = self.server, self.path.strip("/").split("/")
        if parts == ["config.json"]:
            self.answer(200, json.dumps({"dl": f"{registry.address}/files", "api": registry.address}).encode())
        elif parts[0] == "files":
            _, name, version, _ = parts
            body = registry.files.get((name, version))
            if body:
                self.answer(200, body)
            else:
                self.answer(302, Location=f"{FILES}/{name}/{version}/download")
        elif parts[-1] in registry.crates:
            self.answer(200, "\n".join(map(json.dumps, registry.crates[parts[-1]])).encode())
        elif parts[-1].startswith("stringmill") or parts[-1] == "smill":
            self.answer(404)
        else:
            self.answer(302, Location=f"{INDEX}{self.path}")

    def do_PUT(self):
        registry, body = self.server, self.rfile.read(int(self.headers["Content-Length"]))
        (length,) = struct.unpack_from("<I", body)
        about, file = json.loads(body[4 : 4 + length]), body[8 + length :]
        name, version = about["name"], about["vers"]
        if len(registry.crates) == registry.breaks_at:
            registry.breaks_at = None
            return self.refuse(503, "the registry cannot be reached")
        if name not in registry.crates and not registry.may_add():
            after = email.utils.formatdate(registry.last + WAIT + 1, usegmt=True)
            return self.refuse(429, f"You have published too many new crates. Please try again after {after} or write to us.")
        registry.files[name, version] = file
        registry.crates.setdefault(name, []).append(entry(about, file))
        self.answer(200, json.dumps({"warnings": {}}).encode())


def entry(about, file):
    """The line of the index for what was published."""
    deps = []
    for dep in about["deps"]:
        renamed = dep.pop("explicit_name_in_toml", None)
        dep["req"] = dep.pop("version_req")
        if renamed:
            dep |= {"name": renamed, "package": dep["name"]}
        # Crates from crates.io are in this index too.
        deps.append(dep | {"registry": None})
    return {
        "name": about["name"],
        "vers": about["vers"],
        "deps": deps,
        "cksum": hashlib.sha256(file).hexdigest(),
        "features": {},
        "features2": about["features"],
        "yanked": False,
        "links": about.get("links"),
        "rust_version": about.get("rust_version"),
        "v": 2,
    }


@contextlib.contextmanager
def running(breaks_at):
    registry = Registry(breaks_at)
    thread = threading.Thread(target=registry.serve_forever)
    thread.start()
    try:
        yield registry
    finally:
        registry.shutdown()
        thread.join()
