#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The size of the project: code, files, public API and locks, as `make figures` prints them, and the times of the last
`make check`. Looked at when a version is made: each figure of a target or of the whole that is more than 5 % above its
budget in `budgets.json` has a line of its own. `figures.py --write-budgets` makes today's figures the budgets.

Declarations are counted by pattern, with an error of a few per cent. Code lines are lines that are neither
blank nor comments.
"""
import json
import os
import re
import statistics
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "check"))
import sizes
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
            folder = os.path.join(root, "Sources", other)
            if not os.path.isdir(folder) or found.get(other, 0) is None:
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


def products(manifest):
    """The number of products that a package's manifest declares."""
    return len(re.findall(r"\.(?:library|executable|plugin)\(name: \"\w+\", targets:", manifest))


# These look at an app, and aren't part of one.
APART = {"GantryFleet", "GantryInspector", "GantryMain", "GantryMonitor", "GantryAppleMonitor", "GantryTelemetry", "GantryTool"}


def measure(root):
    """The figures that have a budget: for the whole, and for each target, in the order of their names."""
    sources = files(root, lambda path: path.endswith((".swift", ".c", ".h")), under=("Sources",))
    exports = exported(root, "Gantry")
    rows, names, declarations = {}, 0, 0
    for path in sources:
        target, text = path.split("/")[1], mask(read(root, path))
        kinds = PUBLIC.findall(text) if path.endswith(".swift") else []
        row = rows.setdefault(target, {"code lines": 0, "public types": 0})
        row["code lines"] += sum(1 for line in text.split("\n") if line.strip())
        row["public types"] += sum(kind in TYPES for kind in kinds)
        declarations += len(kinds)
        if target in exports and path.endswith(".swift"):
            names += brought(text, exports[target])
    lines = {target: row["code lines"] for target, row in rows.items()}
    whole = {
        "code lines": sum(lines.values()),
        "code lines an app depends on": sum(lines[target] for target in lines.keys() - APART),
        "public types": sum(row["public types"] for row in rows.values()),
        "public declarations": declarations,
        "types that `import Gantry` brings": names,
        "products": products(read(root, "Package.swift")),
    }
    return {"whole": whole, **dict(sorted(rows.items()))}


def steps(root):
    """The steps of the last `make check`, each with its seconds."""
    path = os.path.join(root, ".build/check-times")
    if not os.path.isfile(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [(f"make check: {name}", f"{seconds} s") for name, seconds in map(str.split, file)]


BUDGETS = "Scripts/budgets.json"
SLACK = 1.05


def over(measured, budgets):
    """A row for each figure that exceeds its budget by more than the slack, or that has none."""
    for owner, row in measured.items():
        for name, value in row.items():
            budget = budgets.get(owner, {}).get(name, 0)
            if value > budget * SLACK:
                yield f"over budget: {owner}, {name}", f"{value:,} of {budget:,}"


def write_budgets(root, measured):
    """Writes the measured figures as budgets, with a line for each target."""
    rows = (f"  {json.dumps(owner)}: {json.dumps(row)}" for owner, row in measured.items())
    with open(os.path.join(root, BUDGETS), "w", encoding="utf-8") as file:
        file.write("{\n" + ",\n".join(rows) + "\n}\n")


def main(root):
    swift = files(root, lambda path: path.endswith(".swift"), under=("Sources",))
    texts = [read(root, path) for path in swift]
    code = sum(map(code_lines, texts))
    tests = files(root, lambda path: path.endswith(".swift"), under=("Tests",))
    test_code = sum(code_lines(read(root, path)) for path in tests)
    measured = measure(root)
    rows = [
        *((name, f"{value:,}") for name, value in measured["whole"].items()),
        ("files; median lines", f"{len(swift)}; "
         f"{statistics.median(text.count(chr(10)) for text in texts):.0f}"),
        ("mutexes", sum(map(mutexes, texts))),
        ("test code : code", f"{test_code / code:.2f}"),
        *steps(root),
        *over(measured, json.loads(read(root, BUDGETS))),
        *(tuple(problem.split(": ", 1)) for problem in sizes.check(root, slack=1)),
    ]
    width = max(len(name) for name, _ in rows)
    for name, value in rows:
        print(f"{name:<{width}}  {value:>10}")


if __name__ == "__main__":
    ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    write_budgets(ROOT, measure(ROOT)) if sys.argv[1:] == ["--write-budgets"] else main(ROOT)
