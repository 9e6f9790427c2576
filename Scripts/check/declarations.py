#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The public declarations are those that `Documentation/Declarations` lists, one file for each target.

So a change of the public API is seen in a change's diff. `declarations.py --write` writes the lists. The
step `documentation` compares them, because it has the symbol graphs. The folder iOS has the declarations that
only the build for iOS has; the step `site` compares these, and `--write` leaves them until `make check-apple`
has extracted their symbol graphs.
"""
import glob
import json
import os
import re
import sys

FOLDER = "Documentation/Declarations"
ONLY_IOS = FOLDER + "/iOS"
# The targets that have other declarations for iOS.
APPLE = ("GantryApple", "GantryAppleMonitor", "GantryApplePush")
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
    import documentation

    linux = declared(documentation.LINUX, APPLE)
    return {target: [line for line in all_lines if line not in linux.get(target, ())]
            for target, all_lines in declared(documentation.IOS, APPLE).items()}


def stored(root, folder=FOLDER):
    """The lines of each list."""
    found = {}
    for path in glob.glob(os.path.join(root, folder, "*.txt")):
        with open(path, encoding="utf-8") as file:
            found[os.path.basename(path).removesuffix(".txt")] = file.read().splitlines()
    return found


def differences(before, now, folder=FOLDER):
    """A line for each declaration that is new or gone."""
    problems = []
    for target in sorted(before.keys() | now.keys()):
        old, new = set(before.get(target, ())), set(now.get(target, ()))
        path = f"{folder}/{target}.txt"
        problems += [f"{path}: gone: {line}" for line in sorted(old - new)]
        problems += [f"{path}: new: {line}" for line in sorted(new - old)]
    if problems:
        problems.append("if that is meant, `Scripts/check/declarations.py --write` writes the lists")
    return problems


def write(root, now, folder=FOLDER):
    """Writes the lists, and removes those of targets that are gone."""
    gone = stored(root, folder).keys() - now.keys()
    folder = os.path.join(root, folder)
    os.makedirs(folder, exist_ok=True)
    for name in gone:
        os.remove(os.path.join(folder, f"{name}.txt"))
    for target, all_lines in now.items():
        with open(os.path.join(folder, f"{target}.txt"), "w", encoding="utf-8") as file:
            file.write("".join(f"{line}\n" for line in all_lines))


if __name__ == "__main__":
    import documentation

    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    write(".", declared(documentation.symbol_graphs(), documentation.public_targets()))
    if os.path.isdir(documentation.IOS):
        write(".", only_ios(), ONLY_IOS)
