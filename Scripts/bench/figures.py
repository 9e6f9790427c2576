# SPDX-License-Identifier: Apache-2.0
# Part of Gantry, a framework that gives every module of an app its own life.
# See LICENSE for the terms.
"""The file of figures that benchmarks write, and the tool that some measure."""
import json
import os
import subprocess
import sys


def join(path, entries):
    """Puts the figures into the file, in place of those of the same names."""
    old = json.load(open(path, encoding="utf-8")) if os.path.exists(path) else []
    names = {entry["name"] for entry in entries}
    kept = [entry for entry in old if entry["name"] not in names] + entries
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(sorted(kept, key=lambda entry: entry["name"]), file, indent=2)
        file.write("\n")


def build_tool(root):
    """Builds the tool with the flags and the seed of the gate, where it has built: with others, all of
    the package would be built again."""
    flags = os.path.join(root, ".build/flags")
    words = open(flags, encoding="utf-8").read().split() if os.path.exists(flags) else []
    subprocess.run(
        ["swift", "build", "--package-path", root, "--product", "gantry", "--quiet", *words],
        check=True, stdin=subprocess.DEVNULL, stdout=sys.stderr,
        env={**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"})
