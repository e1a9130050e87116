"""Publishes the crates, each after those that it needs. What is there already is left alone, so that a run that was broken off is
run again; where the registry limits new crates, the program waits as long as the registry says."""

import email.utils
import os
import re
import shutil
import subprocess
import time

from . import facts, registry, sources


def in_order():
    """The crates to publish, each after those of them that it needs."""
    packages, order = sources.published_crates(), []

    def add(name):
        for dependency in packages[name]["dependencies"]:
            # A registry drops what only tests need, unless it has a version.
            if dependency["name"] in packages and (dependency["kind"] != "dev" or dependency["req"] != "*"):
                add(dependency["name"])
        if name not in order:
            order.append(name)

    for name in sorted(packages):
        add(name)
    return order


def publish(*options, **settings):
    """Publishes all crates. Returns how many of them were there already, or fails with the first that was refused."""
    there, order = 0, in_order()
    for number, name in enumerate(order, 1):
        while True:
            done = subprocess.run(
                ["cargo", "publish", "--locked", "--package", name, *options],
                cwd=facts.ROOT, env=os.environ | settings, text=True, stderr=subprocess.PIPE,
            )
            until = re.search(r"try again after (.*? GMT)", done.stderr)
            if not until or done.returncode == 0:
                break
            wait = max(1, email.utils.parsedate_to_datetime(until[1]).timestamp() - time.time())
            print(f"release: the registry takes {name} in {wait:.0f} s", flush=True)
            time.sleep(wait)
        if done.returncode != 0 and "already exists on" not in done.stderr:
            print(done.stderr, end="")
            raise facts.Skipped(f"{name}, crate {number} of {len(order)}, was refused; the same command continues from there")
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
    """From nothing to a program that depends on the crate, by a registry that refuses in the middle. The second run finishes."""
    place = facts.WORK / "rehearsal"
    shutil.rmtree(place, ignore_errors=True)
    (place / "user/src").mkdir(parents=True)
    half = len(in_order()) // 2 + 2
    with registry.running(half) as server:
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
        options = ["--registry", "rehearsal", "--no-verify", "--allow-dirty", "--quiet", *config]
        try:
            publish(*options, **settings)
        except facts.Skipped as reason:
            print(f"release: as meant, {reason}")
        else:
            facts.fail("the registry refused a crate, and nothing was said")
        there = publish(*options, **settings)
        if there != half or not server.refused:
            facts.fail(f"{there} crates, not {half}, were there the second time; {server.refused} had to wait")
        (place / "user/src/main.rs").write_text(USER)
        (place / "user/Cargo.toml").write_text(
            '[package]\nname = "user"\nedition = "2024"\n[workspace]\n'
            f'[dependencies]\nstringmill = "={facts.version()}"\n'
        )
        said = facts.output("cargo", "run", "--quiet", *config, cwd=place / "user", **settings)
    if said != "JsonValueExpected at 3":
        facts.fail(f"a program that uses the published crate said {said!r}")
    print(f"release: {len(in_order())} crates came out of a registry, in two runs")
