#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Part of Gantry, a framework that gives every module of an app its own life.
# See LICENSE for the terms.
"""The size of the house: code, files, public API and locks, as `make figures` prints them.

Declarations are counted by pattern, within a few per cent. Code lines are those that are neither
blank nor a comment.
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
EXPORT = re.compile(r"@_exported public import (\w+)")


def code_lines(text):
    return sum(1 for line in mask(text).split("\n") if line.strip())


def exported(root, target, seen=None):
    """A target, and the targets of this package that its import brings along."""
    seen = seen if seen is not None else set()
    path = f"Sources/{target}/Exports.swift"
    if target in seen or not os.path.isdir(os.path.join(root, "Sources", target)):
        return seen
    seen.add(target)
    if os.path.isfile(os.path.join(root, path)):
        for other in EXPORT.findall(read(root, path)):
            exported(root, other, seen)
    return seen


def main(root):
    swift = files(root, lambda path: path.endswith(".swift"), under=("Sources",))
    tests = files(root, lambda path: path.endswith(".swift"), under=("Tests",))
    texts = {path: read(root, path) for path in swift}
    code = sum(code_lines(text) for text in texts.values())
    test_code = sum(code_lines(read(root, path)) for path in tests)
    declared = {path: PUBLIC.findall(mask(text)) for path, text in texts.items()}
    brought = exported(root, "Gantry")
    types = {path: sum(kind in TYPES for kind in kinds) for path, kinds in declared.items()}
    rows = [
        ("code lines in Sources", f"{code:,}"),
        ("files; median lines", f"{len(swift)}; "
         f"{statistics.median(text.count(chr(10)) for text in texts.values()):.0f}"),
        ("public declarations", f"{sum(map(len, declared.values())):,}"),
        ("public types", sum(types.values())),
        ("public types that `import Gantry` brings",
         sum(count for path, count in types.items() if path.split("/")[1] in brought)),
        ("mutexes", sum(len(re.findall(r"\bMutex\(|: Mutex<", mask(text)))
                        for text in texts.values())),
        ("test code : code", f"{test_code / code:.2f}"),
    ]
    width = max(len(name) for name, _ in rows)
    for name, value in rows:
        print(f"{name:<{width}}  {value:>10}")


if __name__ == "__main__":
    main(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
