#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each picture in Documentation is made by a command and current, and its dark form is shown.

A page compares each SVG with the output of its command; the step `readme` runs it. A PNG is a screen of a
program, whose times differ with each run, so this step compares the sources that draw it with those that drew
it. `make check-apps` leaves new pictures in .build/shop, and `pictures.py --write` takes them from there.
"""
import hashlib
import os
import re
import shutil
import sys

from swiftsource import files, finish, read

FOLDER = "Documentation/Reports"
DRAWN = ".build/shop"
LIST = f"{FOLDER}/pictures.txt"
# Each screen, and the files that decide how it looks.
SOURCES = {
    "inspect": ["Sources/GantryTool/Running/InspectPage.swift", "Sources/GantryReports/Page/LaunchReport+HTML.swift"],
    "pages": ["Examples/Bazaar/Sources/DebugKit/Resources/Templates/pages.mustache",
              "Examples/Bazaar/Sources/DebugKit/Resources/Templates/bars.mustache",
              "Examples/Bazaar/Sources/DebugKit/Resources/debug.css",
              "Examples/Bazaar/Sources/Web/Resources/Templates/frame.mustache",
              "Examples/Bazaar/Sources/Web/Resources/style.css"],
}


def current(root):
    """A line for each screen, with the hash of its sources."""
    for name, sources in sorted(SOURCES.items()):
        text = "".join(read(root, path) for path in sources if os.path.isfile(os.path.join(root, path)))
        yield f"{name} {hashlib.sha256(text.encode()).hexdigest()[:16]}"


def check(root):
    """A line for each picture that no command makes, that isn't current, or whose dark form isn't shown."""
    pages = {path: read(root, path) for path in files(root, lambda path: path.endswith(".md"))}
    pictures = files(root, lambda path: re.fullmatch(r"Documentation/(?!Badges/).*\.(svg|png)", path))
    drawn = read(root, LIST).splitlines() if os.path.isfile(os.path.join(root, LIST)) else []
    problems = []
    for path in pictures:
        name, kind = os.path.splitext(os.path.basename(path))
        shown = [page for page, text in pages.items() if f"/{name}{kind}" in text]
        if kind == ".svg":
            if not any(f"cmp - {path}" in text for text in pages.values()):
                problems.append(f"{path}: no page compares it with the output of its command")
        elif name.removesuffix("~dark") not in SOURCES:
            problems.append(f"{path}: no command makes it; `SOURCES` of pictures.py lists those that one makes")
        elif not name.endswith("~dark"):
            problems += [f"{page}: shows {name}.png, and not its dark form; write <picture>"
                         for page in shown if f"{name}~dark.png" not in pages[page]]
    problems += [f"{FOLDER}/{line.split()[0]}.png: its sources have changed; run `make check-apps`, then "
                 "`Scripts/check/pictures.py --write`"
                 for line in current(root) if f"{FOLDER}/{line.split()[0]}.png" in pictures and line not in drawn]
    return problems


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        for name in SOURCES:
            for form in ("", "~dark"):
                shutil.copy(f"{DRAWN}/{name}{form}.png", FOLDER)
        with open(LIST, "w", encoding="utf-8") as output:
            output.write("".join(f"{line}\n" for line in current(".")))
    else:
        finish("pictures", check("."))
