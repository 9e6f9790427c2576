#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The budgets of `budgets.json`: the most lines and names that each target and the whole may have.

Code lines are rounded up to the next 50; all else is exact. A budget is the measured value, so it is lowered in the
commit that makes room: `Scripts/check/budgets.py --write` does that. It never raises one. To raise one, edit the
file, and give the reason in CONTRIBUTING.md.
"""
import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), ".."))
import figures
from swiftsource import read

PATH = "Scripts/check/budgets.json"
LINES = {"code lines", "code lines an app depends on"}
# The packages that are resolved are in the file, too; IntegrationTests/dependencies compares them.
ELSEWHERE = {"packages resolved by default"}


def rounded(name, value):
    """The budget for a measured value."""
    return -(-value // 50) * 50 if name in LINES else value


def measured(root):
    """The budgets that today's sources need: a table for the whole, and one for each target."""
    found = figures.measure(root)
    return {owner: {name: rounded(name, value) for name, value in row.items()}
            for owner, row in found.items()}


def load(root):
    return json.loads(read(root, PATH))


def check(root):
    """A line for each budget that is exceeded, loose, missing or unused."""
    if not os.path.isfile(os.path.join(root, PATH)):
        return []
    budgets, found, problems = load(root), measured(root), []
    for owner in sorted(budgets.keys() | found.keys()):
        allowed, needed = budgets.get(owner, {}), found.get(owner, {})
        for name in sorted((allowed.keys() | needed.keys()) - ELSEWHERE):
            limit, value = allowed.get(name), needed.get(name)
            if limit is None or value is None:
                problem = "has no budget" if limit is None else "is in the budgets, but not in the sources"
            elif value > limit:
                problem = f"has {value}, {value - limit} above its budget of {limit}"
            elif value < limit:
                problem = f"has {value}; lower its budget of {limit}: Scripts/check/budgets.py --write"
            else:
                continue
            problems.append(f"{PATH}: {owner}, {name}: {problem}")
    return problems


def lower(root):
    """Writes the file with each budget lowered to what is needed; none is raised."""
    budgets = load(root)
    for owner, row in measured(root).items():
        known = budgets.get(owner, {})
        budgets[owner] = {**known, **{name: min(value, known.get(name, value)) for name, value in row.items()}}
    found = measured(root)
    kept = {owner: row for owner, row in budgets.items() if owner in found}
    text = json.dumps(kept, indent=2)
    # One line for each target.
    text = re.sub(r"\{\n    ([^{}]*?)\n  \}", lambda row: "{" + re.sub(r",\n *", ", ", row.group(1)) + "}", text)
    with open(os.path.join(root, PATH), "w", encoding="utf-8") as file:
        file.write(text + "\n")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: Scripts/check/budgets.py --write (`make check-sizes` compares)")
    lower(".")
