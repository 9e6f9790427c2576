#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the public declarations to `Documentation/Declarations`, one file for each target: `make declarations`.

A version's lists, beside those of the last version, show what has changed in the public API. The folder iOS has the
declarations that only the build for iOS has. They are left as they are until `make check-apple` has extracted the
symbol graphs of that build.
"""
import glob
import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "check"))
import documentation

FOLDER = "Documentation/Declarations"
ONLY_IOS = FOLDER + "/iOS"
# Conformances that others bring along.
IMPLIED = {"Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype"}


def lines(graph):
    """A line for each public declaration and each conformance that a graph's module declares."""
    own = {}
    for symbol in graph["symbols"]:
        name = symbol["identifier"]["precise"]
        is_public = symbol.get("accessLevel") in ("public", "open") and "::SYNTHESIZED::" not in name
        if is_public and symbol["kind"]["identifier"] != "swift.extension":
            own[name] = ".".join(symbol["pathComponents"])
            text = "".join(part["spelling"] for part in symbol.get("declarationFragments", ()))
            yield f"{own[name]}: " + re.sub(r"\s+", " ", text)
    titles = {symbol["identifier"]["precise"]: symbol["names"]["title"] for symbol in graph["symbols"]}
    for relation in graph["relationships"]:
        if relation["kind"] == "conformsTo" and relation["source"] in own:
            other = relation.get("targetFallback") or titles.get(relation["target"], relation["target"])
            if other not in IMPLIED:
                yield f"{own[relation['source']]}: conforms to {other}"


def declared(graphs, targets):
    """The sorted lines of each target, from the folder of its symbol graphs."""
    found = {target: set() for target in targets}
    for path in glob.glob(os.path.join(graphs, "*.symbols.json")):
        target = re.split(r"[@.]", os.path.basename(path))[0]
        if target in found:
            with open(path, encoding="utf-8") as file:
                found[target].update(lines(json.load(file)))
    return {target: sorted(all_lines) for target, all_lines in found.items() if all_lines}


def only_ios():
    """The lines that the build for iOS adds to those of the build on Linux."""
    linux = declared(documentation.LINUX, documentation.APPLE)
    return {target: [line for line in all_lines if line not in linux.get(target, ())]
            for target, all_lines in declared(documentation.IOS, documentation.APPLE).items()}


def write(root, now, folder=FOLDER):
    """Writes the lists, and removes those of targets that are gone."""
    folder = os.path.join(root, folder)
    os.makedirs(folder, exist_ok=True)
    for path in glob.glob(os.path.join(folder, "*.txt")):
        if os.path.basename(path).removesuffix(".txt") not in now:
            os.remove(path)
    for target, all_lines in now.items():
        with open(os.path.join(folder, f"{target}.txt"), "w", encoding="utf-8") as file:
            file.write("".join(f"{line}\n" for line in all_lines))


if __name__ == "__main__":
    os.chdir(os.path.join(os.path.dirname(os.path.realpath(__file__)), ".."))
    write(".", declared(documentation.symbol_graphs(), documentation.public_targets(documentation.description())))
    if os.path.isdir(documentation.IOS):
        write(".", only_ios(), ONLY_IOS)
