# SPDX-License-Identifier: Apache-2.0
"""The file with the benchmarks' figures."""
import json
import os


def join(path, entries):
    """Puts the figures into the file, and replaces those with the same names."""
    old = json.load(open(path, encoding="utf-8")) if os.path.exists(path) else []
    names = {entry["name"] for entry in entries}
    kept = [entry for entry in old if entry["name"] not in names] + entries
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(sorted(kept, key=lambda entry: entry["name"]), file, indent=2)
        file.write("\n")
