# SPDX-License-Identifier: Apache-2.0
"""The file with the benchmarks' figures, and what they should be at most."""
import json
import os
import sys


def join(path, entries):
    """Puts the figures into the file, and replaces those with the same names."""
    old = json.load(open(path, encoding="utf-8")) if os.path.exists(path) else []
    names = {entry["name"] for entry in entries}
    kept = [entry for entry in old if entry["name"] not in names] + entries
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(sorted(kept, key=lambda entry: entry["name"]), file, indent=2)
        file.write("\n")


def verdict(value, aim, unit):
    """Says whether a figure meets its aim, in the words of the benchmarks in Swift."""
    found = "met" if value <= aim else "BROKEN" if is_broken(value, aim) else "missed"
    return f"aim {aim} {unit}: {found}"


def is_broken(value, aim):
    """Whether a figure misses its aim by more than a tenth: less than that is the noise of a machine."""
    return not value <= aim * 1.1


def finish(broken):
    """Ends the program with a failure if figures have missed their aims by more than a tenth."""
    if broken:
        sys.exit(f"missed by more than a tenth of the aim: {', '.join(broken)}")
