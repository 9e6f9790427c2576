#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The size of the project, as `make figures` prints it: code lines, public API and products. Looked at when a version is
made: each figure of a target or of the whole that is more than 5 % above its budget in `budgets.json` has a line of its
own. `figures.py --write-budgets` makes today's figures the budgets.

Declarations are counted by pattern, with an error of a few per cent. Code lines are lines that are neither
blank nor comments.
"""
import json
import os
import re
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.realpath(__file__)), ".."))
sys.path.insert(0, os.path.join(ROOT, "Scripts/check"))
import documentation
import sizes
from swiftsource import files, mask, read

BUDGETS, SLACK = os.path.join(ROOT, "Scripts/budgets.json"), 1.05
PUBLIC = re.compile(
    r"^ *(?:@\w+(?:\([^)\n]*\))? +)*(?:public|open)(?: +(?:final|static|class|nonisolated|override|"
    r"mutating|indirect|convenience|package\(set\)|internal\(set\)|private\(set\)))* +"
    r"(func|var|let|init|subscript|case|struct|class|enum|actor|protocol|typealias|macro)\b", re.M)
TYPES = {"struct", "class", "enum", "actor", "protocol", "typealias"}
OUTER = re.compile(r"(?:@?\w+(?:\(\w+\))? +)*(?:struct|class|enum|actor|protocol|typealias|extension) +(\w+)")
# These look at an app, and aren't part of one.
APART = {"GantryFleet", "GantryInspector", "GantryMain", "GantryMonitor", "GantryAppleMonitor", "GantryTelemetry", "GantryTool"}


def brought(text, names):
    """The number of public types in a masked text that belong to these names, nested types included."""
    count, outer = 0, None
    for line in text.split("\n"):
        top = OUTER.match(line)
        outer = top.group(1) if top else outer
        public = PUBLIC.match(line)
        count += public is not None and public.group(1) in TYPES and (names is None or outer in names)
    return count


def measure(root):
    """The figures: for the whole, and for each target, in the order of their names."""
    exports = documentation.exported(root, "Gantry")
    rows, names, declarations = {}, 0, 0
    for path in files(root, lambda path: path.endswith((".swift", ".c", ".h")), under=("Sources",)):
        target, text = path.split("/")[1], mask(read(root, path))
        kinds = PUBLIC.findall(text) if path.endswith(".swift") else []
        row = rows.setdefault(target, {"code lines": 0, "public types": 0})
        row["code lines"] += sum(1 for line in text.split("\n") if line.strip())
        row["public types"] += sum(kind in TYPES for kind in kinds)
        declarations += len(kinds)
        if target in exports and path.endswith(".swift"):
            names += brought(text, exports[target])
    whole = {
        "code lines": sum(row["code lines"] for row in rows.values()),
        "code lines an app depends on": sum(rows[target]["code lines"] for target in rows.keys() - APART),
        "public types": sum(row["public types"] for row in rows.values()),
        "public declarations": declarations,
        "types that `import Gantry` brings": names,
        "products": len(re.findall(r"\.(?:library|executable|plugin)\(name: \"\w+\", targets:", read(root, "Package.swift"))),
    }
    return {"whole": whole, **dict(sorted(rows.items()))}


def over(measured, budgets):
    """A row for each figure that exceeds its budget by more than the slack, or that has none."""
    for owner, row in measured.items():
        for name, value in row.items():
            budget = budgets.get(owner, {}).get(name, 0)
            if value > budget * SLACK:
                yield f"over budget: {owner}, {name}", f"{value:,} of {budget:,}"


def main(measured):
    """Prints the figures, or writes the budgets with a line for each target."""
    if sys.argv[1:] == ["--write-budgets"]:
        rows = (f"  {json.dumps(owner)}: {json.dumps(row)}" for owner, row in measured.items())
        with open(BUDGETS, "w", encoding="utf-8") as file:
            file.write("{\n" + ",\n".join(rows) + "\n}\n")
        return
    rows = [*((name, f"{value:,}") for name, value in measured["whole"].items()),
            *over(measured, json.loads(read(ROOT, BUDGETS))),
            *(tuple(problem.split(": ", 1)) for problem in sizes.check(ROOT, slack=1))]
    width = max(len(name) for name, _ in rows)
    for name, value in rows:
        print(f"{name:<{width}}  {value:>10}")


if __name__ == "__main__":
    main(measure(ROOT))
