"""What is linked into a program or library: its bill of materials (CycloneDX)."""

import json

from . import facts, targets


def write(target, package, folder):
    """Writes the bill of materials of `package` for `target` into `folder`."""
    manifest = facts.ROOT / package
    name = f"{package.replace('/', '-')}-{target.name}"
    facts.run(
        "cargo",
        "cyclonedx",
        "--quiet",
        "--manifest-path",
        manifest / "Cargo.toml",
        "--format",
        "json",
        "--target",
        target.name,
        "--no-build-deps",
        "--override-filename",
        name,
        **targets.environment(target),
    )
    made = json.loads((manifest / f"{name}.json").read_text())
    for written in facts.ROOT.rglob(f"{name}.json"):
        if facts.WORK not in written.parents:
            written.unlink()
    (folder / "sbom.cdx.json").write_text(neutral(json.dumps(made, indent=2)) + "\n")


def neutral(text):
    """A bill without the paths of this machine."""
    return text.replace(f"path+file://{facts.ROOT}", "path+file://").replace(f"file://{facts.ROOT}", "file://")
