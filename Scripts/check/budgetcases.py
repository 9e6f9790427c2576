# SPDX-License-Identifier: Apache-2.0
"""The cases of `selftest.py` for budgets: a package with one target, and its budgets."""
import json
import os
import tempfile

import budgets

HEAD = "// SPDX-License-Identifier: Apache-2.0\n"
# The lines and public types of the target's sources, its budgets, and words that the only problem must contain.
CASES = [
    ((49, 1), (50, 1), None),
    ((50, 1), (50, 1), None),
    ((51, 1), (50, 1), "A, code lines: has 100, 50 above its budget of 50"),
    ((50, 1), (100, 1), "A, code lines: has 50; lower its budget of 100"),
    ((50, 2), (50, 1), "A, public types: has 2, 1 above its budget of 1"),
    ((50, 2), (50, 3), "A, public types: has 2; lower its budget of 3"),
    ((50, 1), (50, None), "A, public types: has no budget"),
]


def written(root, path, text):
    path = os.path.join(root, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def package(root, lines, types):
    """Writes a package with a target `A`, and fitting budgets."""
    public = "".join(f"public enum A{index} {{}}\n" for index in range(types))
    written(root, "Sources/A/A.swift", HEAD + public + "let a = 1\n" * (lines - types))
    written(root, "Package.swift", "")
    written(root, budgets.PATH, json.dumps(budgets.measured(root)))


def verdicts():
    """Each case, its problems, and the expected one."""
    for size, (lines, types), expected in CASES:
        with tempfile.TemporaryDirectory() as root:
            package(root, *size)
            rows = budgets.load(root)
            row = {"code lines": lines, "public types": types}
            rows["A"] = {name: value for name, value in row.items() if value is not None}
            written(root, budgets.PATH, json.dumps(rows))
            yield f"budgets {size} {row}", budgets.check(root), expected
            budgets.lower(root)
            left = [problem for problem in budgets.check(root) if "above" not in problem]
            yield f"budgets {size} {row} lowered", left, None
            raised = expected and "above" in expected and not budgets.check(root)
            yield f"budgets {size} {row} not raised", ["it was raised"] if raised else [], None
