"""Packs a folder into one JSON object by Python's json, like `smill pack`: the peer of `make demo`."""

import json
import os
import sys

texts = {}
for folder, _, names in os.walk(sys.argv[1]):
    for name in names:
        path = os.path.join(folder, name)
        with open(path, encoding="utf-8", newline="") as file:
            texts[path] = file.read()
sys.stdout.buffer.write(json.dumps(dict(sorted(texts.items())), ensure_ascii=False).encode())
