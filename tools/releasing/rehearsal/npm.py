"""npm: the packed package to verdaccio, a registry of npm itself, and from there into an empty project."""

import base64
import hashlib
import json
import pathlib
import shutil
import urllib.request

from .. import facts, hosts, trials
from . import front, place, workflow

MANIFESTS = pathlib.Path(__file__).parent / "npm"
# Without a link to the real registry, a package that is not here is not found.
CONFIG = """storage: ./storage
auth:
  htpasswd:
    file: ./htpasswd
packages:
  '**':
    access: $all
    publish: $authenticated
web:
  enable: false
log: { type: stdout, format: pretty, level: http }
"""


def programs():
    """The folder of verdaccio, publint and attw, of the versions of npm/package-lock.json."""
    folder = place.TOOLS / "npm"
    wanted = (MANIFESTS / "package-lock.json").read_text()
    if not (folder / "complete").exists() or (folder / "complete").read_text() != wanted:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(MANIFESTS, folder)
        if facts.status("npm", "ci", "--silent", "--no-audit", "--no-fund", cwd=folder, PATH=place.path()) != 0:
            raise facts.Skipped("verdaccio could not be installed")
        (folder / "complete").write_text(wanted)
    return folder / "node_modules/.bin"


def package(folder):
    """The packed package, and where it is from."""
    if files := place.released("npm", "stringmill-*.tgz"):
        return files[0], place.source(True)
    place.build("tools/hosts/js", "build")
    # Without scripts, which would build the package again.
    facts.run("npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", folder, cwd=facts.ROOT / "js",
              PATH=place.path())
    return next(folder.glob("stringmill-*.tgz")), place.source(False)


def lint(tools, file):
    """publint and attw have nothing to say. TypeScript's `node10` finds no entry below a package, whatever the package says."""
    trials.says(tools / "publint", "--strict", file, PATH=place.path())
    trials.says(tools / "attw", "--profile", "node16", "--no-emoji", file, PATH=place.path())


def token(address):
    """The token of a new person at the registry."""
    body = json.dumps({"name": "person", "password": "rehearsal", "email": "person@example.invalid"}).encode()
    request = urllib.request.Request(f"{address}/-/user/org.couchdb.user:person", body, method="PUT")
    request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["token"]


def publish(folder, file, registry):
    """The job of publish.yml, until it has nothing to do: the upload is cut off, its answer is lost, and then all is there."""
    settings = folder / "npmrc"
    host = registry.address.removeprefix("http:")
    settings.write_text(f"registry={registry.address}/\n{host}/:_authToken=${{NODE_AUTH_TOKEN}}\nfetch-retries=0\n")
    job = workflow.Job(
        "npm", folder, place.release(folder, [file]),
        # Only GitHub can attest the commit of a package.
        {" --provenance": ""},
        NPM_CONFIG_USERCONFIG=str(settings), NODE_AUTH_TOKEN=token(registry.address), PATH=place.path(),
    )
    # Registering the person was an upload too.
    registry.faults, registry.uploads = [front.CUT, front.LOST], []
    job.fails("the upload was cut off", lambda: registry.uploads == [front.CUT])
    job.fails("the answer to the upload was lost", lambda: registry.uploads == [front.CUT, front.LOST])
    job.passes()
    if registry.uploads != [front.CUT, front.LOST]:
        facts.fail(f"the package was sent {len(registry.uploads)} times, not twice")
    return settings


def install(folder, settings, file):
    """An empty project gets the bytes that were sent, and runs the first example of the page and a `require`."""
    user = folder / "user"
    user.mkdir()
    options = {"NPM_CONFIG_USERCONFIG": str(settings), "NODE_AUTH_TOKEN": "", "NPM_CONFIG_CACHE": str(folder / "cache")}
    options["PATH"] = place.path()
    trials.says("npm", "init", "--yes", cwd=user, **options)
    trials.says("npm", "install", f"stringmill@{facts.version()}", cwd=user, **options)
    locked = json.loads((user / "package-lock.json").read_text())["packages"]["node_modules/stringmill"]
    digest = "sha512-" + base64.b64encode(hashlib.sha512(file.read_bytes()).digest()).decode()
    if locked["integrity"] != digest:
        facts.fail(f"npm installed a file with {locked['integrity']}, not {digest}")
    program, results = hosts.javascript_example()
    (user / "hello.mjs").write_text(program)
    hosts.expect("the first example of docs/javascript.md", trials.says("node", "hello.mjs", cwd=user, **options), *results)
    said = trials.says("node", "-p", "require('stringmill').jsonEscape('\\n').length", cwd=user, **options)
    if said != "2\n":
        facts.fail(f"require of the package said {said!r}")


def rehearse():
    place.need("node", "npm")
    folder = place.fresh("npm")
    file, source = package(folder)
    tools = programs()
    lint(tools, file)
    (folder / "config.yaml").write_text(CONFIG)
    port = front.free_port()
    command = ["node", tools / "verdaccio", "--config", folder / "config.yaml", "--listen", f"127.0.0.1:{port}"]
    with front.program(folder / "verdaccio.log", port, *command, cwd=folder, env=place.environment()):
        with front.serving(front.Front(port, [])) as registry:
            settings = publish(folder, file, registry)
            install(folder, settings, file)
    return f"the package {source}; publint and attw say nothing; published in three runs, installed, import and require"
