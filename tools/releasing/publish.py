"""Publishes the crates, each after those that it needs. What is there already is left alone, so that a run that was broken off is
run again; where the registry limits new crates, the program waits as long as the registry says."""

import email.utils
import os
import re
import shutil
import subprocess
import time

from . import facts, fold, registry


def publish(*options, **settings):
    """Publishes the crates. Returns how many of them were there already, or fails with the first that was refused."""
    there, names = 0, fold.write()
    for number, name in enumerate(names, 1):
        while True:
            done = subprocess.run(
                ["cargo", "publish", "--locked", "--allow-dirty", "--package", name, *options],
                cwd=fold.PLACE, env=os.environ | settings, text=True, stderr=subprocess.PIPE,
            )
            until = re.search(r"try again after (.*? GMT)", done.stderr)
            if not until or done.returncode == 0:
                break
            wait = max(1, email.utils.parsedate_to_datetime(until[1]).timestamp() - time.time())
            print(f"release: the registry takes {name} in {wait:.0f} s", flush=True)
            time.sleep(wait)
        if done.returncode != 0 and "already exists on" not in done.stderr:
            print(done.stderr, end="")
            raise facts.Skipped(f"{name}, crate {number} of {len(names)}, was refused; the same command continues from there")
        there += done.returncode != 0
        print(f"release: {name} {facts.version()} {'is there' if done.returncode else 'is published'}", flush=True)
    return there


def crates(*options):
    try:
        publish(*options)
    except facts.Skipped as reason:
        facts.fail(reason)


USER = """
fn main() {
    let error = stringmill::json::json_check(stringmill::json::JsonCheck::STRICT, &mut [], b"[1,]").unwrap_err();
    print!("{:?} at {}", error.code, error.offset);
}
"""


def rehearse():
    """From nothing to a program that depends on the library, and to the installed command, by a registry that makes the first crate
    wait and refuses the second one. The second run finishes."""
    place = facts.WORK / "rehearsal"
    shutil.rmtree(place, ignore_errors=True)
    (place / "user/src").mkdir(parents=True)
    with registry.running(1) as server:
        index = f"sparse+{server.address}/"
        config = [
            word
            for setting in ("source.crates-io.replace-with='here'", f"source.here.registry='{index}'")
            for word in ("--config", setting)
        ]
        settings = {
            "CARGO_REGISTRIES_REHEARSAL_INDEX": index,
            "CARGO_REGISTRIES_REHEARSAL_TOKEN": "any",
            "CARGO_TARGET_DIR": str(place / "target"),
        }
        options = ["--registry", "rehearsal", "--quiet", *config]
        try:
            publish(*options, **settings)
        except facts.Skipped as reason:
            print(f"release: as meant, {reason}")
        else:
            facts.fail("the registry refused a crate, and nothing was said")
        there = publish(*options, **settings)
        if there != 1 or not server.refused:
            facts.fail(f"{there} crates, not 1, were there the second time; {server.refused} had to wait")
        (place / "user/src/main.rs").write_text(USER)
        (place / "user/Cargo.toml").write_text(
            '[package]\nname = "user"\nedition = "2024"\n[workspace]\n'
            f'[dependencies]\nstringmill = "={facts.version()}"\n'
        )
        said = facts.output("cargo", "run", "--quiet", *config, cwd=place / "user", **settings)
        if said != "JsonValueExpected at 3":
            facts.fail(f"a program that uses the published crate said {said!r}")
        facts.run("cargo", "install", "--quiet", "--debug", "--root", place, *config, "stringmill-cli", **settings)
        facts.run(place / "bin/smill", "selftest")
    print("release: the library and the command came out of a registry, in two runs")
