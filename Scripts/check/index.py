#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Documentation/README.md links to every guide and table, llms.txt contains the same for programs, and each
guide ends with a link to the next one.

The order of the index is the only one. `index.py --write` generates llms.txt, in the form of
https://llmstxt.org: the first lines of README.md, then each page of the index with its description. It also
writes the last line of each guide, `Next: [title](page)`; the last guide leads to the index.
"""
import os
import re
import sys

from swiftsource import files, finish, read

INDEX = "Documentation/README.md"
# Guides are read one after the other; pages in this folder are looked up.
REFERENCE = "Documentation/Reference"
NEXT = re.compile(r"(?:^|\n)Next: [^\n]*\n?\Z")
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


def nexts(root):
    """Each guide, in order, and its last line."""
    guides = [(title, path) for _, title, path, _ in entries(root)
              if os.path.dirname(path) == "Documentation" and os.path.isfile(os.path.join(root, path))]
    for (_, path), (title, goal) in zip(guides, [*guides[1:], ("all guides", INDEX)]):
        yield path, f"Next: [{title}]({os.path.basename(goal)})."


def check(root):
    """A line for each page that is missing from the index, and for a last line or an llms.txt that isn't current."""
    named = {path for _, _, path, _ in entries(root)}
    guides = files(root, lambda path: re.fullmatch(r"Documentation/(?:Reference/)?[^/]+\.md", path))
    problems = [f"{path}: the index, {INDEX}, does not lead to it"
                for path in guides if path != INDEX and path not in named]
    for path, line in nexts(root):
        if not read(root, path).endswith(f"\n\n{line}\n"):
            problems.append(f"{path}: the last line must be '{line}'; `Scripts/check/index.py --write` writes it")
    path = os.path.join(root, "llms.txt")
    if not os.path.isfile(path) or read(root, "llms.txt") != text(root):
        problems.append("llms.txt: not current; `Scripts/check/index.py --write` makes it")
    return problems


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        with open("llms.txt", "w", encoding="utf-8") as output:
            output.write(text("."))
        for path, line in nexts("."):
            page = NEXT.sub("", read(".", path)).rstrip("\n")
            with open(path, "w", encoding="utf-8") as output:
                output.write(f"{page}\n\n{line}\n")
    else:
        finish("index", check("."))
