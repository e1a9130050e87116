"""NuGet: packages and their symbols to a server of this process by NuGet's own client on Mono, and from there into a folder feed and
a folder of packages, whose assemblies the tests of tools/run dotnet-package run with.

The client is nuget.exe, since the .NET SDK is not in the registries that are used here. `dotnet nuget push` has the same code below it.
"""

import email
import http.server
import io
import json
import zipfile

from .. import archives, facts, trials
from . import front, place, workflow

SOURCE = "https://api.nuget.org/v3/index.json"
CLIENT = place.TOOLS / "nuget/package/nuget-5.8.0.exe"
# Replaces the SDK: passes a push to nuget.exe, in its own syntax.
DOTNET = """#!/usr/bin/env bash
set -euo pipefail
[ "$#" = 8 ] && [ "$1 $2 $4 $5 $7" = 'nuget push --skip-duplicate --source --api-key' ] ||
  { echo "dotnet: $* is not rehearsed" >&2; exit 2; }
exec mono "$NUGET" push "$3" -SkipDuplicate -Source "$6" -ApiKey "$8" -NonInteractive
"""


class Server(http.server.ThreadingHTTPServer):
    """Takes packages and symbols as the protocol of NuGet says (service index, PackagePublish, SymbolPackagePublish)."""

    def __init__(self, folder):
        super().__init__(("127.0.0.1", 0), Handler)
        self.folder = folder

    def add(self, kind, content):
        """Puts a package into the folder; returns the status of the answer."""
        with zipfile.ZipFile(io.BytesIO(content)) as package:
            name = next(one for one in package.namelist() if one.endswith(".nuspec")).removesuffix(".nuspec")
        file = self.folder / f"{name}.{facts.version()}.{'nupkg' if kind == 'packages' else 'snupkg'}"
        if file.exists():
            return 409
        file.write_bytes(content)
        return 201


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *words):
        pass

    def answer(self, status, body=b""):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        # Clients must use the address of the front before this server.
        address = f"http://{self.headers['Host']}"
        kinds = {"PackagePublish/2.0.0": "packages", "SymbolPackagePublish/4.9.0": "symbols"}
        resources = [{"@id": f"{address}/{place}", "@type": kind} for kind, place in kinds.items()]
        if self.path != "/index.json":
            self.answer(404)
            return
        self.answer(200, json.dumps({"version": "3.0.0", "resources": resources}).encode())

    def do_PUT(self):
        head = f"Content-Type: {self.headers['Content-Type']}\n\n".encode()
        form = email.message_from_bytes(head + self.rfile.read(int(self.headers["Content-Length"])))
        content = form.get_payload()[0].get_payload(decode=True)
        if self.headers["X-NuGet-ApiKey"] != "rehearsal":
            self.answer(403)
            return
        self.answer(self.server.add(self.path.strip("/"), content))


def packages():
    """Packages and symbols, and where they are from."""
    files = place.released("nuget", "*.*nupkg")
    if not files:
        place.build("tools/hosts/dotnet-package", "pack")
        files = sorted((facts.ROOT / "build/dotnet/packages").glob("*.*nupkg"))
        return files, place.source(False)
    return files, place.source(True)


def publish(folder, files, registry):
    """The job of publish.yml. The upload of the first symbols is cut off as often as the client tries it. Run again, it skips the first
    package; the answer to the second one is lost, and the client tries it again itself."""
    job = workflow.Job(
        "nuget", folder, place.release(folder, files), {SOURCE: f"{registry.address}/index.json"},
        NUGET=str(CLIENT), KEY="rehearsal", HOME=str(folder),
    )
    job.program("dotnet", DOTNET)
    cut = [None, front.CUT, front.CUT, front.CUT]
    lost = [None, None, front.LOST]
    registry.faults = cut + lost
    job.fails("the upload of symbols was cut off", lambda: registry.uploads == cut)
    job.passes()
    job.passes()
    if registry.uploads[: len(cut + lost)] != cut + lost:
        facts.fail(f"the uploads were {registry.uploads}")


def install(folder):
    """A folder feed in the layout of NuGet's client, and from it a folder of packages."""
    feed, user = folder / "feed", folder / "user"
    nuget = ["mono", CLIENT]
    trials.says(*nuget, "init", folder / "files", feed, "-NonInteractive", HOME=str(folder))
    for name in ("StringMill", "StringMill.SystemTextJson"):
        version = facts.version()
        stem = feed / name.lower() / version / f"{name.lower()}.{version}.nupkg"
        if not stem.exists() or not stem.with_name(f"{stem.name}.sha512").exists():
            facts.fail(f"the feed has no {stem.relative_to(feed)}")
        # The dependencies of the package are only in the real registry.
        trials.says(*nuget, "install", name, "-Version", version, "-Source", feed, "-OutputDirectory", user, "-ExcludeVersion",
                    "-DependencyVersion", "Ignore", "-NonInteractive", HOME=str(folder))
    place.build("tools/hosts/dotnet-package", "installed", user / "StringMill", user / "StringMill.SystemTextJson")


def rehearse():
    place.need("mono")
    if not CLIENT.exists():
        raise facts.Skipped("nuget.exe could not be downloaded; see tools/setup rehearse")
    folder = place.fresh("nuget")
    files, source = packages()
    (folder / "files").mkdir()
    with front.serving(Server(folder / "files")) as server:
        with front.serving(front.Front(server.server_address[1], [])) as registry:
            publish(folder, files, registry)
    there = {file.name: archives.sha256(file) for file in (folder / "files").iterdir()}
    if there != {file.name: archives.sha256(file) for file in files}:
        facts.fail(f"the registry has other files: {sorted(there)}")
    install(folder)
    return f"{len(files)} packages {source}; published in two runs with their symbols; installed from a folder feed, tests passed"
