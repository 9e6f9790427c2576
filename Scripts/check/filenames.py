#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A file of the libraries has at most one public type at file scope, and the file is named after it."""
import os
import re

from swiftsource import files, finish, line_of, mask, read

# A declaration begins a line; inside `#if` it is indented.
PUBLIC = re.compile(
    r"^ *(?:@\w+(?:\([^)]*\))?\s+)*public (?:(?:final|indirect|nonisolated) )*"
    r"(?:struct|class|enum|actor|protocol) (\w+)", re.MULTILINE)


def check(root):
    """A line for each public type at file scope that has no file of its name."""
    problems = []
    for path in files(root, lambda path: path.endswith(".swift"), under=("Sources",)):
        stem = os.path.basename(path).removesuffix(".swift").split("+")[0]
        text = mask(read(root, path))
        for found in PUBLIC.finditer(text):
            if found.group(1) != stem and is_outer(text, found.start()):
                problems.append(f"{path}:{line_of(text, found.start(1))}: '{found.group(1)}' is public; move it to "
                                f"{found.group(1)}.swift")
    return problems


def is_outer(text, position):
    """Whether a position is outside of all braces."""
    before = text[:position]
    return before.count("{") == before.count("}")


if __name__ == "__main__":
    finish("file names", check("."))
