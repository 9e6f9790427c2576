#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the table of behaviors with the tests, the checks and the guides that it names.

Each number from 1 on occurs once. A test's tag is in the table as a test, and each test in the table has
a tag. A text that the table quotes is in its file.
"""
import os
import re
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
LINE = re.compile(r"B(\d+) \| (test|(?:comparison|stated|missing) \S+: .+?) \| \S.*")


def problems(table, tags, read):
    """A line for each difference.

    `table` is the text of the table, `tags` are the numbers of the tests, and `read` returns the text of a
    file, or None if there is none.
    """
    found, lines = {}, []
    for line in table.split("\n"):
        if not line or line.startswith("#"):
            continue
        match = LINE.fullmatch(line)
        if not match or int(match[1]) in found:
            lines.append(f"no line of the table, or a second one: {line}")
            continue
        found[int(match[1])] = match[2]
    for number in sorted(set(range(1, max(found, default=0) + 1)) - set(found)):
        lines.append(f"B{number} is missing")
    for number, evidence in sorted(found.items()):
        if evidence == "test":
            if number not in tags:
                lines.append(f"B{number} is said to be tested, and no test has its tag")
            continue
        if number in tags:
            lines.append(f"B{number} has a test, and the table does not say so")
        path, text = evidence.split(" ", 1)[1].split(": ", 1)
        if " ".join(text.split()) not in " ".join((read(path) or "").split()):
            lines.append(f"B{number}: {path} does not say '{text}'")
    return lines + [f"B{number} is in no line" for number in sorted(tags - set(found))]


def tested():
    """The numbers with which tests are tagged."""
    numbers = set()
    # The tests against the stand-ins are in folders beside them.
    roots = ["Tests", "IntegrationTests/apple-uikit/Tests", "IntegrationTests/apple-appkit/Tests"]
    for folder, _, names in (step for root in roots for step in os.walk(f"{ROOT}/{root}")):
        for name in names:
            if name.endswith(".swift"):
                with open(f"{folder}/{name}", encoding="utf-8") as file:
                    tags = re.findall(r"\.tags\(([^)]*)\)", file.read())
                numbers |= {int(x) for tag in tags for x in re.findall(r"\.b(\d+)\b", tag)}
    return numbers


def read(path):
    """A file's text; None if there is none."""
    full = f"{ROOT}/{path}"
    if not os.path.isfile(full):
        return None
    with open(full, encoding="utf-8") as file:
        return file.read()


if __name__ == "__main__":
    found = problems(read("Scripts/apple/behaviors.txt"), tested(), read)
    for line in found:
        print(f"apple: {line}")
    sys.exit(1 if found else 0)
