#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares `methods.txt` with `bindings.txt`, both ways.

`bindings.txt` has the selector and type encoding of each method, which follow from the bindings that the objc2 project
generates from the headers of Apple's SDKs.
"""
import os
import re
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
# The methods that only one of the two tables has, with the reason.
ELSEWHERE = {
    "window": "a property, which has no row",
    "setWindow:": "a property, which has no row",
    "application:handlerForIntent:": "of Intents, which these bindings are made without",
    "application:handleIntent:completionHandler:": "of Intents, which these bindings are made without",
    "supportedInterfaceOrientationsForWindowScene:": "of an SDK after that of the bindings",
}


def table(path):
    """The rows of a table: protocol and selector, with the encoding."""
    with open(path, encoding="utf-8") as file:
        lines = [line.strip() for line in file]
    names = [line for line in lines if line.startswith("# protocol |")][-1]
    names = [name.strip() for name in names.strip("# ").split("|")]
    rows = [dict(zip(names, re.split(r"\s*\|\s*", line)))
            for line in lines if line and not line.startswith("#")]
    return {(row["protocol"], row["selector"]): row["encoding"] for row in rows}


def differences(ours, theirs, elsewhere=ELSEWHERE):
    """A line for each method that differs between the two, and for each unused reason."""
    lines, unused = [], set(elsewhere)
    for protocol, selector in sorted(ours.keys() | theirs.keys()):
        mine, other = ours.get((protocol, selector)), theirs.get((protocol, selector))
        if selector in elsewhere and None in (mine, other):
            unused.discard(selector)
        elif mine != other:
            lines.append(f"{protocol} {selector}: {mine or 'not'} in the table, "
                         f"{other or 'not'} in the bindings")
    return lines + [f"{selector} is in both: ELSEWHERE names it no more" for selector in sorted(unused)]


if __name__ == "__main__":
    lines = differences(table(f"{HERE}/methods.txt"), table(f"{HERE}/bindings.txt"))
    print("".join(f"bindings: {line}\n" for line in lines), end="")
    sys.exit(1 if lines else 0)
