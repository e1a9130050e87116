"""The file `copyright` of a Debian package, in the machine-readable format 1.0."""

import collections
import re

from . import licences

FORMAT = "https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/"
APACHE = "On Debian systems, the Apache License, Version 2.0, is in /usr/share/common-licenses/Apache-2.0."
HOLDER = re.compile(r"(?m)^[\s*#/]*Copyright\b(?: ?\(c\)| ?©)?[ :]*(.*\d{4}.*)$")
# SPDX, and the words of Debian for it.
WORDS = {
    "MIT": "Expat",
    "-Clause": "-clause",
    " OR ": " or ",
    " AND ": " and ",
    " WITH LLVM-exception": " with LLVM exception",
}


def text(product, names):
    """The file for a product. Crates are named as folders of a source package that has them, as `cargo vendor` makes it."""
    linked, macros, runtime = licences.collect(licences.PRODUCTS[product], names, with_zig=True)
    lines = [
        f"Format: {FORMAT}",
        "Upstream-Name: stringmill",
        "Source: https://github.com/stringmill/stringmill",
        "",
        "Files: *",
        "Copyright: the authors of stringmill",
        "License: Apache-2.0",
    ]
    groups = collections.defaultdict(list)
    for folder, some in (("vendor", linked + macros), ("toolchain", runtime)):
        for part in some:
            place = f"{part.name}-{part.version}".replace(" ", "-").replace(",", "")
            groups[part.licence, tuple(part.texts)].append(f"{folder}/{place}/*")
    for (licence, texts), places in groups.items():
        holders = dict.fromkeys(holder for one in texts for holder in HOLDER.findall(one)) or ["the authors of these parts"]
        lines += ["", "Files: " + "\n ".join(places), "Copyright: " + "\n ".join(holders)]
        lines.append(f"License: {licence_in_debian(licence)}")
        for text in texts:
            lines += [f" {line.rstrip()}" if line.strip() else " ." for line in shortened(text).splitlines()] + [" ."]
        lines.pop()
    return "\n".join([*lines, "", "License: Apache-2.0", f" {APACHE}"]) + "\n"


def licence_in_debian(expression):
    """An SPDX expression in the words of Debian, which has no parentheses."""
    expression = re.sub(r"\((.*?)\) AND ", r"\1, and ", expression.replace("/", " OR "))
    for word, other in WORDS.items():
        expression = expression.replace(word, other)
    return expression


def shortened(text):
    """A text, or where Debian has it."""
    is_apache = "Apache License" in text and "END OF TERMS AND CONDITIONS" in text and "LLVM Exceptions" not in text
    return APACHE if is_apache else text.strip("\n")


def listed(text):
    """The crates that such a file names; None if it is not of this format."""
    head, *paragraphs = text.split("\n\n")
    fields = [set(re.findall(r"(?m)^(\S+):", paragraph)) for paragraph in paragraphs]
    if not head.startswith(f"Format: {FORMAT}\n") or any(
        found not in ({"Files", "Copyright", "License"}, {"License"}) for found in fields
    ):
        return None
    return set(re.findall(r"(?m)^(?:Files:)? vendor/(\S+?)-(\d+\.\d+\.\d+\S*)/\*$", text))
