#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The size of the project: code, files, public API and locks, as `make figures` prints them.

Declarations are counted by pattern, with an error of a few per cent. Code lines are lines that are neither
blank nor comments.
"""
import os
import re
import statistics
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "check"))
from swiftsource import files, mask, read

PUBLIC = re.compile(
    r"^ *(?:@\w+(?:\([^)\n]*\))? +)*(?:public|open)(?: +(?:final|static|class|nonisolated|override|"
    r"mutating|indirect|convenience|package\(set\)|internal\(set\)|private\(set\)))* +"
    r"(func|var|let|init|subscript|case|struct|class|enum|actor|protocol|typealias|macro)\b", re.M)
TYPES = {"struct", "class", "enum", "actor", "protocol", "typealias"}
OUTER = re.compile(
    r"(?:@?\w+(?:\(\w+\))? +)*(?:struct|class|enum|actor|protocol|typealias|extension) +(\w+)")
# The declaration, whether it's initialized there or in an initializer.
MUTEX = re.compile(r"\b(?:let|var) +\w+ *(?:: *Mutex<|= *Mutex\b)")
EXPORT = re.compile(r"@_exported public import (?:\w+ )?(\w+)(?:\.(\w+))?")


def code_lines(text):
    return sum(1 for line in mask(text).split("\n") if line.strip())


def mutexes(text):
    """The number of mutexes that a text declares."""
    return len(MUTEX.findall(mask(text)))


def exported(root, target, found=None):
    """The names that importing a target brings in, for each of this package's targets; None means all."""
    found = {target: None} if found is None else found
    path = f"Sources/{target}/Exports.swift"
    if os.path.isfile(os.path.join(root, path)):
        for other, name in EXPORT.findall(read(root, path)):
            if not os.path.isdir(os.path.join(root, "Sources", other)) or found.get(other, 0) is None:
                continue
            if name:
                found.setdefault(other, set()).add(name)
            else:
                found[other] = None
                exported(root, other, found)
    return found


def brought(text, names):
    """The number of public types in a masked text that belong to these names, nested types included."""
    count, outer = 0, None
    for line in text.split("\n"):
        top = OUTER.match(line)
        outer = top.group(1) if top else outer
        public = PUBLIC.match(line)
        if public and public.group(1) in TYPES and (names is None or outer in names):
            count += 1
    return count


def main(root):
    swift = files(root, lambda path: path.endswith(".swift"), under=("Sources",))
    tests = files(root, lambda path: path.endswith(".swift"), under=("Tests",))
    texts = {path: read(root, path) for path in swift}
    code = sum(code_lines(text) for text in texts.values())
    test_code = sum(code_lines(read(root, path)) for path in tests)
    declared = {path: PUBLIC.findall(mask(text)) for path, text in texts.items()}
    exports = exported(root, "Gantry")
    here = {path: brought(mask(text), exports[path.split("/")[1]])
            for path, text in texts.items() if path.split("/")[1] in exports}
    types = {path: sum(kind in TYPES for kind in kinds) for path, kinds in declared.items()}
    rows = [
        ("code lines in Sources", f"{code:,}"),
        ("files; median lines", f"{len(swift)}; "
         f"{statistics.median(text.count(chr(10)) for text in texts.values()):.0f}"),
        ("public declarations", f"{sum(map(len, declared.values())):,}"),
        ("public types", sum(types.values())),
        ("public types that `import Gantry` brings",
         sum(here.values())),
        ("of them standard events and their values",
         sum(count for path, count in here.items() if "/Vocabulary/" in path)),
        ("mutexes", sum(map(mutexes, texts.values()))),
        ("test code : code", f"{test_code / code:.2f}"),
    ]
    width = max(len(name) for name, _ in rows)
    for name, value in rows:
        print(f"{name:<{width}}  {value:>10}")


if __name__ == "__main__":
    main(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
