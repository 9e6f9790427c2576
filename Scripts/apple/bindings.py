#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the table of methods with generated bindings of the same protocols.

`bindings.txt` has the selector and type encoding of each method. They come from the bindings of the objc2
project, which are generated from the headers of Apple's SDKs. Usage:

bindings.py                      compares `methods.txt` with it, both ways
bindings.py --read REPOSITORY    writes it again, from a git repository of the bindings (objc2-generated)
"""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
PROTOCOLS = {
    "A": ("UIApplicationDelegate", "UIKit/UIApplication.rs"),
    "S": ("UISceneDelegate", "UIKit/UIScene.rs"),
    "W": ("UIWindowSceneDelegate", "UIKit/UIWindowScene.rs"),
    "N": ("UNUserNotificationCenterDelegate", "UserNotifications/UNUserNotificationCenter.rs"),
    "M": ("NSApplicationDelegate", "AppKit/NSApplication.rs"),
}
# Enumerations and numbers, by the C type that their declarations name; all other types are objects.
NUMBERS = {"NSInteger": "q", "NSUInteger": "Q", "NSTimeInterval": "d"}
RECTANGLE = "{CGRect={CGPoint=dd}{CGSize=dd}}"
SIZES = {"B": 4, RECTANGLE: 32}
HEAD = """# SPDX-License-Identifier: Apache-2.0
#
# The methods of the protocols in `methods.txt`, with the type encodings that follow from bindings that the
# objc2 project makes from Apple's SDKs (github.com/madsmtm/objc2-generated); `bindings.py` beside this
# file wrote it, and compares the two.
#
# protocol | selector | encoding
"""


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


def kind(text, enumerations):
    """The encoding of one of the bindings' types."""
    text = re.sub(r"\b(?:Option|Retained)<(.*)>$", r"\1", text.strip())
    if "Block<" in text:
        return "@?"
    name = text.split("::")[-1]
    number = NUMBERS.get(name) or NUMBERS.get(enumerations.get(name, ""))
    fixed = {"": "v", "bool": "B", "CGRect": RECTANGLE, "NSRect": RECTANGLE}
    if name in fixed or number:
        return fixed.get(name, number)
    return "@"


def encoding(result, arguments):
    """The encoding of a method, with the offset of each argument."""
    offset, text = 16, "@0:8"
    for argument in arguments:
        text += f"{argument}{offset}"
        offset += SIZES.get(argument, 8)
    return f"{result}{offset}{text}"


def split(arguments):
    """The types in a list of arguments, without the receiver and thread markers."""
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(arguments.replace("->", "  ") + ","):
        depth += letter in "<(["
        depth -= letter in ">)]"
        if letter == "," and depth == 0:
            parts.append(arguments[start:at].strip())
            start = at + 1
    types = [part.split(":", 1)[1].strip() for part in parts if ":" in part]
    return [name for name in types if name != "MainThreadMarker"]


METHOD = re.compile(
    r"#\[unsafe\(method\(([\w:]+)\)\)\](?:(?!#\[unsafe\(method\().)*?fn \w+\((.*?)\)\s*"
    r"(?:->\s*([^;{]*?))?\s*[;{]", re.S)


def methods(text, protocol, enumerations):
    """The methods of a protocol in a file of the bindings: selector and encoding."""
    start = text.index(f"unsafe trait {protocol}:")
    body = re.sub(r"^ *//.*\n", "", text[start:text.index("\n    }\n", start)], flags=re.M)
    found = {}
    for selector, arguments, result in METHOD.findall(body):
        kinds = [kind(part, enumerations) for part in split(arguments)]
        found[selector] = encoding(kind(result, enumerations), kinds)
    return found


def read(repository):
    """All methods of the protocols that the bindings have."""
    def git(*arguments):
        command = ["git", f"--git-dir={repository}", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    enumerations = {}
    for line in git("grep", "-hE", "^(pub struct|pub type) .*NS(U?Integer|TimeInterval)", "HEAD",
                    "--", "AppKit", "UIKit", "UserNotifications").split("\n"):
        if match := re.search(r"pub (?:struct|type) (\w+)\b.*\b(NSU?Integer|NSTimeInterval)\b", line):
            enumerations[match[1]] = match[2]
    return {(letter, selector): code
            for letter, (protocol, path) in PROTOCOLS.items()
            for selector, code in methods(git("show", f"HEAD:{path}"), protocol, enumerations).items()}


def differences(ours, theirs, elsewhere=ELSEWHERE):
    """A line for each method that differs between the two, and for each unused reason."""
    lines, unused = [], set(elsewhere)
    for protocol, selector in sorted(ours.keys() | theirs.keys()):
        mine, other = ours.get((protocol, selector)), theirs.get((protocol, selector))
        if selector in elsewhere and None in (mine, other):
            unused.discard(selector)
        elif mine != other:
            lines.append(f"{PROTOCOLS[protocol][0]} {selector}: {mine or 'not'} in the table, "
                         f"{other or 'not'} in the bindings")
    return lines + [f"{selector} is in both: ELSEWHERE names it no more" for selector in sorted(unused)]


def main():
    """Compares, or reads."""
    path = f"{HERE}/bindings.txt"
    if sys.argv[1:2] == ["--read"]:
        found = read(sys.argv[2])
        with open(path, "w", encoding="utf-8") as file:
            file.write(HEAD)
            file.writelines(f"{key[0]} | {key[1]} | {code}\n" for key, code in found.items())
    lines = differences(table(f"{HERE}/methods.txt"), table(path))
    print("".join(f"bindings: {line}\n" for line in lines), end="")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
