#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every relative link in a Markdown file leads to an existing file, and to a heading in it."""
import os
import re
from urllib.parse import unquote

from swiftsource import files, finish, line_of, read

LINK = re.compile(r"!?\[[^\]]*\]\(\s*<?([^)\s>]+)>?[^)]*\)|^\[[^\]]+\]:\s*<?([^\s>]+)"
                  r"|<(?:img|source) [^>]*\bsrc(?:set)?=\"([^\"]+)\"", re.M)
FENCE = re.compile(r"^ *(```+|~~~+).*?^ *\1[^\n]*$|`[^`\n]+`", re.M | re.S)


def prose(text):
    """The text with its code blanked out; line numbers don't change."""
    return FENCE.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def anchors(text):
    """The anchors of a page's headings, as websites derive them, numbered if repeated."""
    found = set(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", text))
    without_blocks = re.sub(r"^ *(```+|~~~+).*?^ *\1[^\n]*$", "", text, flags=re.M | re.S)
    for heading in re.findall(r"^#{1,6}\s+(.*?)\s*#*$", without_blocks, re.M):
        heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        name, number = slug, 0
        while name in found:
            number += 1
            name = f"{slug}-{number}"
        found.add(name)
    return found


def check(root):
    """A line for each dead link."""
    problems = []
    for path in files(root, lambda path: path.endswith(".md")):
        text = read(root, path)
        for match in LINK.finditer(prose(text)):
            target = match.group(1) or match.group(2) or match.group(3)
            if re.match(r"[a-z][a-z0-9+.-]*:", target, re.I) or target.startswith("//"):
                continue
            place, _, anchor = unquote(target).partition("#")
            base = root if place.startswith("/") else os.path.join(root, os.path.dirname(path))
            goal = os.path.join(base, place.lstrip("/")) if place else os.path.join(root, path)
            at = f"{path}:{line_of(text, match.start())}"
            if not os.path.exists(goal):
                problems.append(f"{at}: the link to '{target}' leads to no file")
            elif anchor and goal.endswith(".md") and anchor not in anchors(read("", goal)):
                problems.append(f"{at}: there is no heading '#{anchor}' behind '{target}'")
    return problems


if __name__ == "__main__":
    finish("links", check("."))
