"""Whether a JSON object holds exactly the files below a folder, by Python's own json: a witness that is not ours.

usage: compare.py OBJECT FOLDER
"""

import json
import os
import sys

with open(sys.argv[1], "rb") as packed:
    # Pairs, not a dict: a repeated name would hide.
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
