"""Checks by Python's json that a JSON object contains exactly the files below a folder.

usage: compare.py OBJECT FOLDER
"""

import json
import os
import sys

with open(sys.argv[1], "rb") as packed:
    # Pairs, because a dict would hide a repeated name.
    pairs = json.load(packed, object_pairs_hook=list)
texts = dict(pairs)
paths = sorted(os.path.join(folder, name) for folder, _, names in os.walk(sys.argv[2]) for name in names)
if len(pairs) != len(paths) or sorted(texts) != paths:
    sys.exit(f"{len(pairs)} names in the object, {len(paths)} files in the folder, or other names")
for path in paths:
    with open(path, "rb") as file:
        if file.read() != texts[path].encode():
            sys.exit(f"{path} differs")
print(f"{len(paths)} strings read by Python are the {len(paths)} files, byte for byte")
