#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every source file and script begins with the license, in one line."""
from swiftsource import HEADER, files, finish, read

CODE = (".swift", ".c", ".h")
SCRIPTS = (".py", ".sh", "Makefile")


def accept(path):
    """Sources, and programs in the folders for scripts."""
    in_scripts = path.startswith(("Scripts/", ".ci/")) and "." not in path.rsplit("/", 1)[-1]
    return path.endswith(CODE + SCRIPTS) or in_scripts


def check(root):
    """A line for each file without the header."""
    problems = []
    for path in files(root, accept):
        mark = "// " if path.endswith(CODE) else "# "
        lines = read(root, path).split("\n")
        if lines[0].startswith(("#!", "// swift-tools-version")):
            lines = lines[1:]
        if lines[:1] != [mark + HEADER]:
            problems.append(f"{path}:1: the header '{mark}{HEADER}' is missing")
    return problems


if __name__ == "__main__":
    finish("license", check("."))
