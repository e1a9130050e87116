"""smill as an .rpm package, made of an archive by rpmbuild, which does not compile anything then."""

import shutil

from . import debian, facts

SPEC = """Name: smill
Version: {version}
Release: 1
Summary: Packs, escapes, checks, converts and repairs text as JSON or Amazon Ion
License: Apache-2.0
URL: {home}
Packager: {maintainer}
# Nothing is compiled, stripped or looked at here.
AutoReqProv: no
Requires: glibc >= 2.17
%define __os_install_post %{{nil}}
%define _build_id_links none

%install
cp -a {root}/. %{{buildroot}}/

%description
{description}

%files
%attr(755, root, root) /usr/bin/smill
%attr(644, root, root) /usr/share/man/man1/*
%attr(644, root, root) /usr/share/bash-completion/completions/smill
%attr(644, root, root) /usr/share/zsh/site-functions/_smill
%attr(644, root, root) /usr/share/fish/vendor_completions.d/smill.fish
%license /usr/share/licenses/smill
"""
# The same bytes for the same commit.
SETTINGS = {
    "_buildhost": "localhost",
    "use_source_date_epoch_as_buildtime": "1",
    "clamp_mtime_to_source_date_epoch": "1",
    "_binary_payload": "w9.xzdio",
    "_source_filedigest_algorithm": "8",
}
LICENCES = ("LICENSE", "NOTICE", "THIRD-PARTY-LICENSES", "sbom.cdx.json")


def build(target):
    """The package for a target, or None if its archive was not built."""
    stage = facts.WORK / "stage" / target.stem("smill")
    if not stage.exists():
        return None
    work = facts.WORK / "rpm"
    shutil.rmtree(work, ignore_errors=True)
    root = work / "root"
    for part in ("bin", "share/bash-completion", "share/zsh", "share/fish"):
        shutil.copytree(stage / part, root / "usr" / part)
    for page in (stage / "share/man/man1").iterdir():
        debian.write(root, f"usr/share/man/man1/{page.name}.gz", debian.compressed(page.read_bytes()))
    for name in LICENCES:
        debian.write(root, f"usr/share/licenses/smill/{name}", (stage / name).read_bytes())
    description = debian.PACKAGES["smill"]["Description"].partition("\n")[2]
    lines = [line.strip().lstrip(".") for line in description.split("\n")]
    values = {"version": facts.version(), "home": debian.HOME, "maintainer": debian.MAINTAINER, "root": root}
    debian.write(work, "smill.spec", SPEC.format(description="\n".join(lines), **values))
    machine = target.name.split("-")[0]
    definitions = {"_topdir": work, "_rpmdir": work} | SETTINGS
    words = [word for name, value in definitions.items() for word in ("--define", f"{name} {value}")]
    facts.run("rpmbuild", "-bb", "--quiet", *words, "--target", machine, work / "smill.spec", SOURCE_DATE_EPOCH=facts.epoch())
    (file,) = work.glob(f"{machine}/smill-*.rpm")
    return file.rename(facts.WORK / file.name)
