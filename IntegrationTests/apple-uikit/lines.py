#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts the lines of the libraries for Apple systems that ran on this system.

Usage: lines.py SOURCES LIST WORK...: the folder of the original sources, the list to compare with, and
work folders. Each work folder has a `coverage.json` from `llvm-cov export -summary-only`, and the compiled
`sources`. If several have the same file, the highest count applies. A file that the compiler left out
counts with its lines of code. The list names the files of which no line runs, and the lowest shares of
all lines and of those of the other files that must run.
"""
import json
import os
import sys

TARGETS = ["GantryApple", "GantryAppleMonitor", "GantryApplePush"]


def code(text):
    """The number of lines of code, without comments, empty lines, conditions and imports."""
    skipped = ("//", "#", "internal import", "public import", "package import")
    lines = [line.strip() for line in text.split("\n")]
    return sum(1 for line in lines if line and not line.startswith(skipped))


def is_conditional(text):
    """Whether the compiler may leave out the whole file."""
    lines = [line for line in text.split("\n") if line and not line.startswith("//")]
    return bool(lines) and lines[0].startswith("#if")


def counted(reports, sources):
    """For each source, by its path below `sources`: the number of lines that ran, and of all lines.

    `reports` are pairs of a report and the folder of the sources that were compiled.
    """
    found = {}
    for target in TARGETS:
        for folder, _, names in os.walk(f"{sources}/{target}"):
            for name in filter(lambda name: name.endswith(".swift"), names):
                path = f"{folder}/{name}"
                with open(path, encoding="utf-8") as file:
                    text = file.read()
                if is_conditional(text):
                    found[os.path.relpath(path, sources)] = (0, code(text))
    for report, copies in reports:
        for file in report["data"][0]["files"]:
            path = os.path.relpath(file["filename"], copies)
            lines = file["summary"]["lines"]
            if lines["count"] and path.split("/")[0] in TARGETS:
                ran = (lines["covered"], lines["count"])
                found[path] = max(found.get(path, ran), ran)
    return found


def problems(found, text):
    """A line for each difference from the list."""
    rows = [line.split(maxsplit=1) for line in text.split("\n") if line and line[0] != "#"]
    least = {row[0]: int(row[1]) for row in rows if row[0] in ("least", "others")}
    listed = {row[1] for row in rows if row[0] == "never"}
    never = {path for path, (ran, _) in found.items() if ran == 0}
    lines = [f"nothing of {path} ran, and the list does not say so" for path in never - listed]
    lines += [f"the list says that nothing of {path} ran" for path in listed - never]
    for name, share in shares(found).items():
        if share < least[name]:
            lines.append(f"{name}: {share:.1f} % of the lines ran, of the list's {least[name]} %")
    return sorted(lines)


def shares(found):
    """The shares of lines that ran: of all files, and of those in which any ran."""
    return {name: 100 * sum(ran for ran, _ in pairs) / max(1, sum(lines for _, lines in pairs))
            for name, pairs in (("least", list(found.values())),
                                ("others", [pair for pair in found.values() if pair[0]]))}


def main(sources, listed, *folders):
    """Prints the shares and the differences; returns 1 if there is a difference."""
    reports = []
    for folder in folders:
        with open(f"{folder}/coverage.json", encoding="utf-8") as file:
            reports.append((json.load(file), os.path.realpath(f"{folder}/sources")))
    found = counted(reports, os.path.realpath(sources))
    for path, (ran, lines) in sorted(found.items()):
        if ran < lines:
            print(f"  {ran:4} of {lines:4} lines  {path}")
    ran, lines = (sum(pair[at] for pair in found.values()) for at in (0, 1))
    least, others = shares(found).values()
    print(f"  {ran} of {lines} lines ran, {least:.1f} %, and {others:.1f} % of the files in which any ran")
    with open(listed, encoding="utf-8") as file:
        differences = problems(found, file.read())
    for line in differences:
        print(f"  {line}")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
