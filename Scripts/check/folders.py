#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The folders of a target use each other in one direction only, as targets do.

A folder uses another if one of its files names a type that the other declares at file scope, even if only to
extend it. A file beside the folders counts as a separate folder, but such files may use each other like
files in a folder. Some names are ignored, because their text alone doesn't show which type is meant: names
after a dot, names that several folders declare, and names that the using folder declares in its own types.
"""
import os
import re
import sys

from swiftsource import files, finish, line_of, mask, read

TYPE = re.compile(
    r"^( *)(?:@[\w.]+(?:\([^)\n]*\))? +)*((?:\w+(?:\(\w+\))? +)*)"
    r"(?:struct|class|enum|actor|protocol|typealias) +(\w+)", re.M)
USE = re.compile(r"(?<![\w.])[A-Z]\w*")


def room(path):
    """The folder of a file below its target; the file itself if it's beside the folders."""
    return path.split(os.sep)[2]


def uses(root, paths):
    """For each pair of folders of a target: the first use of the second by the first, as (place, name)."""
    texts = {path: mask(read(root, path)) for path in paths}
    homes, own = {}, {}
    for path, text in texts.items():
        for indent, words, name in TYPE.findall(text):
            own.setdefault(room(path), set()).add(name)
            if not indent and "private" not in words:
                homes.setdefault(name, set()).add(room(path))
    found = {}
    for path, text in texts.items():
        for match in USE.finditer(text):
            home = homes.get(match.group(), ())
            if len(home) == 1 and match.group() not in own.get(room(path), ()):
                place = f"{path}:{line_of(text, match.start())}"
                found.setdefault((room(path), *home), (place, match.group()))
    return found


def way(found, start, end):
    """The shortest path from one folder to another, as pairs; None if there is none."""
    ways = {start: []}
    for at in (waiting := [start]):
        for pair in sorted(pair for pair in found if pair[0] == at and pair[1] not in ways):
            ways.setdefault(pair[1], ways[at] + [pair])
            waiting.append(pair[1])
    return ways.get(end)


def check(root):
    """A line for each cycle of folders, with the first use of each by the one before it."""
    targets, problems = {}, []
    for path in files(root, lambda path: path.endswith(".swift"), under=("Sources",)):
        if len(path.split(os.sep)) > 2 and "Templates" not in path.split(os.sep):
            targets.setdefault(path.split(os.sep)[1], []).append(path)
    for target, paths in sorted(targets.items()):
        found, told = uses(root, paths), set()
        for pair in sorted(found):
            back = way(found, pair[1], pair[0])
            if pair in told or back is None or all(at.endswith(".swift") for at in pair):
                continue
            told |= {pair, *back}
            steps = [f"{origin} uses {name} of {to} ({place})" for origin, to, (place, name) in
                     ((*step, found[step]) for step in [pair, *back])]
            problems.append(f"Sources/{target}: folders in a circle: {', '.join(steps)}")
    return problems


if __name__ == "__main__":
    finish("folders", check(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")))
