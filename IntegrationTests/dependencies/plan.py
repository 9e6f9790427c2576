#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the modules that a build of a program would compile, one on each line: plan.py PACKAGE PROGRAM FLAG...

After a tab come the modules of Gantry on which the module depends only through others: it would not be compiled again
after a change of one of them.

Reads SwiftPM's graph of commands, and compiles nothing. The name of a module for the compiler's own system, which a
plug-in links, ends with `-tool`.
"""
import re
import subprocess
import sys

EDGE = re.compile(r'\s*"(.+)" -> "(.+)" \[color')
COMMAND = re.compile(r'\s*"(.+)" \[style=bold\];// C\.([A-Za-z_0-9]+)-.*?-debug(-tool)?\.module$')


def main():
    """Walks from the program to all commands before it."""
    package, program, *flags = sys.argv[1:]
    graph = subprocess.run(["swift", "build", "--package-path", package, "--print-manifest-job-graph", *flags],
                           check=True, stdin=subprocess.DEVNULL, capture_output=True, text=True).stdout
    before, modules, found = {}, {}, None
    for line in graph.split("\n"):
        if edge := EDGE.match(line):
            before.setdefault(edge.group(2), []).append(edge.group(1))
        elif command := COMMAND.match(line):
            modules[command.group(1)] = command.group(2) + (command.group(3) or "")
        elif exe := re.match(rf'\s*"(<{program}-.*-debug\.exe>)" \[', line):
            found = exe.group(1)
    if not found:
        sys.exit(f"plan: {package} has no program {program}")

    def walk(node, into=lambda node: True):
        """The nodes before a node; those before them only where `into` is true of it."""
        seen, following = set(), list(before.get(node, []))
        while following:
            node = following.pop()
            if node not in seen:
                seen.add(node)
                following += before.get(node, []) if into(node) else []
        return {modules[node] for node in seen if node in modules}

    compiled = walk(found)
    for command, name in sorted(modules.items(), key=lambda module: module[1]):
        if name in compiled:
            through = walk(command) - walk(command, lambda node: node not in modules)
            print(name, *[f"\t{module}" for module in sorted(through) if re.match(r"Gantry\w*$", module)], sep="")


if __name__ == "__main__":
    main()
