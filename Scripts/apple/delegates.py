#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the methods of compiled delegates with the table in `methods.txt`.

Usage: delegates.py [--appkit] [--push] OBJECT..., with the objects of GantryApple for iOS (for macOS with
`--appkit`), or of GantryApplePush. Each method that the host answers must be there, with the table's name
and type encoding. Methods that only an app with remote notifications may have must be missing; with
`--push`, exactly those must be there.

delegates.py --without-push OBJECT..., with the objects of an app without remote notifications: no class
may have one of their methods, and no code may name one.
"""
import re
import subprocess
import sys

from methodtable import is_notified, is_push, rows

CLASSES = {
    "A": "ModularAppDelegate",
    "S": "ModularSceneDelegate",
    "W": "ModularSceneDelegate",
    "N": "UserNotificationDelegate",
    "M": "ModularAppDelegate",
}
# The protocols of an app, for each kit.
UIKIT, APPKIT = "ASWN", "MN"
# Selectors that code refers to, and strings from which code can make one.
SECTIONS = ("__DATA,__objc_selrefs", "__TEXT,__cstring")
OWNER = re.compile(
    r"_TtC\d+GantryApple\d+((?:ModularApp|ModularScene|UserNotification)Delegate)"
    r"|\b_?(GantryHost)$|__CATEGORY_(GantryHost)_\$_"
)
# The class for Objective-C, which has the methods of scenes as well; its own methods may be called anything.
FACE = "GantryHost"


def table_of(kit):
    """The rows of a kit's protocols."""
    return [row for row in rows() if row["protocol"] in kit]


def methods(text):
    """The methods of each class in what `llvm-objdump --objc-meta-data` prints: names, encodings."""
    found = {name: {} for name in (*CLASSES.values(), FACE)}
    owner, inside, selector = None, False, None
    for line in text.split("\n"):
        if match := OWNER.search(line):
            owner = match.group(1) or match.group(2) or match.group(3)
        if re.search(r"\b(baseMethods|instanceMethods)\b", line):
            inside = True
        elif re.search(r"\b(baseProtocols|classMethods|protocols|Meta Class)\b", line):
            inside = False
        if not inside or owner not in found:
            continue
        if match := re.match(r"\s+name \S+ (\S+)$", line):
            selector = match.group(1)
        elif (match := re.match(r"\s+types \S+ (\S+)$", line)) and selector:
            found[owner][selector] = match.group(1)
            selector = None
    return found


def named(text, table):
    """A line for each method of remote notifications that the output of `llvm-objdump` names.

    The output lists the methods of classes and categories, selectors that code refers to, and literals.
    The lists of protocols are skipped, because every delegate has those of the system's protocol.
    """
    wanted = {row["selector"] for row in table if is_push(row)}
    lines, inside = [], True
    for line in text.split("\n"):
        if re.search(r"\b(baseProtocols|protocols)\b", line):
            inside = False
        elif re.search(r"\b(baseMethods|instanceMethods|classMethods|Contents of)\b", line):
            inside = True
        names = set(re.findall(r"[\w:]+:", line)) if inside else set()
        lines += [f"a program without remote notifications names {x}" for x in names & wanted]
    return sorted(set(lines))


def problems(found, table, is_pushing=False):
    """A line for each difference from the table."""
    lines = []
    for row in table:
        selector, name = row["selector"], CLASSES[row["protocol"]]
        there = found[name].get(selector)
        if is_push(row) != is_pushing or is_own(row):
            if there:
                lines.append(f"{name} has {selector}, which an app has for itself or not at all")
        elif there is None:
            lines.append(f"{name} lacks {selector}")
        elif there != row["encoding"]:
            lines.append(f"{selector} of {name} is {there}, in the table {row['encoding']}")
        elif row["protocol"] in "SW" and not is_notified(row):
            forwarded = found[FACE].get(selector)
            if forwarded != row["encoding"]:
                lines.append(f"{selector} of {FACE} is {forwarded}, in the table {row['encoding']}")
    known = {row["selector"] for row in table}
    for name, own in found.items():
        for selector in own:
            # An Objective-C class's methods that aren't a delegate's have at most one argument.
            if selector.count(":") > 1 and selector not in known and name != FACE:
                lines.append(f"{name} has {selector}, which is in no line of the table")
    return lines


def is_own(row):
    """Whether only an app implements the method, and none of the library's delegates does."""
    return row["respond"] == "overridden" and not is_notified(row)


def dump(*arguments):
    """The output of `llvm-objdump` for Mach-O objects."""
    command = ["llvm-objdump-19", "--macho", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def main(arguments):
    """Prints the differences; returns 1 if there is one."""
    paths = [argument for argument in arguments if not argument.startswith("--")]
    text = dump("--objc-meta-data", *paths)
    if "--without-push" in arguments:
        for section in SECTIONS:
            text += dump(f"--section={section}", *paths)
        lines = named(text, rows())
    else:
        kit = APPKIT if "--appkit" in arguments else UIKIT
        lines = problems(methods(text), table_of(kit), "--push" in arguments)
    for line in lines:
        print(f"apple: {line}")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
