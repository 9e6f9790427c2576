#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Documentation/README.md links to every guide, and llms.txt contains the same for programs.

`index.py --write` generates llms.txt, in the form of https://llmstxt.org: the first lines of README.md,
then each page of the index with its description.
"""
import os
import re
import sys

from swiftsource import files, finish, read

INDEX = "Documentation/README.md"
ENTRY = re.compile(r"- \[([^\]]+)\]\(([^)#\s]+\.md)\)(?:: (.*))?")


def plain(text):
    """A text on one line, without Markdown's link and emphasis marks."""
    text = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text)
    return " ".join(text.replace("**", "").split())


def entries(root):
    """Each page in the index: its part, title, path and description."""
    part = None
    for line in read(root, INDEX).split("\n"):
        entry = ENTRY.fullmatch(line)
        if line.startswith("## "):
            part = line.removeprefix("## ").strip()
        elif entry:
            path = os.path.normpath(os.path.join("Documentation", entry.group(2)))
            yield part, entry.group(1), path, plain(entry.group(3) or "")


def text(root):
    """The contents of llms.txt."""
    readme = read(root, "README.md").split("\n\n")
    lines = [readme[0].strip(), "", "> " + plain(readme[1])]
    section = None
    for name, title, path, description in entries(root):
        if name != section:
            lines += ["", f"## {name}", ""]
            section = name
        lines.append(f"- [{title}]({path})" + (f": {description}" if description else ""))
    return "\n".join(lines) + "\n"


def check(root):
    """A line for each guide that is missing from the index, and for an outdated llms.txt."""
    named = {path for _, _, path, _ in entries(root)}
    guides = files(root, lambda path: re.fullmatch(r"Documentation/[^/]+\.md", path))
    problems = [f"{path}: the index, {INDEX}, does not lead to it"
                for path in guides if path != INDEX and path not in named]
    path = os.path.join(root, "llms.txt")
    if not os.path.isfile(path) or read(root, "llms.txt") != text(root):
        problems.append("llms.txt: not current; `Scripts/check/index.py --write` makes it")
    return problems


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        with open("llms.txt", "w", encoding="utf-8") as output:
            output.write(text("."))
    else:
        finish("index", check("."))
