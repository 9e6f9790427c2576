#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Part of Gantry, a framework that gives every module of an app its own life.
# See LICENSE for the terms.
"""Writes all that follows from `methods.txt`: sources, declarations, and a page of documentation.

Usage: methods.py [--check], where `--check` writes nothing and fails where a file is another one.
"""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PROTOCOLS = {
    "A": "UIApplicationDelegate",
    "S": "UISceneDelegate",
    "W": "UIWindowSceneDelegate",
    "N": "UNUserNotificationCenterDelegate",
    "M": "NSApplicationDelegate",
}
# How a method is called that modules may take part in, by the kinds of its result and arguments.
SHAPES = {
    "v@": "tells1", "v@@": "tells2", "v@@@": "tells3", "B@@": "asks2", "B@@@": "asks3",
    "Q@": "word1", "Q@@": "word2",
}
COLUMNS = "protocol case respond event returns selector arguments introduced deprecated encoding"
HEAD = """SPDX-License-Identifier: Apache-2.0
Part of Gantry, a framework that gives every module of an app its own life.
See LICENSE for the terms.

Written by Scripts/apple/methods.py from methods.txt: change it there.
"""
RULES = {
    "always": "always",
    "handled": "when a module hears the event",
    "handled<26": "when a module hears the event, before iOS 26",
    "notified": "when a subclass overrides it; modules hear of it by a notification",
    "overridden": "when a subclass overrides it",
}


def rows():
    """The lines of the table, each a dictionary by column."""
    with open(f"{HERE}/methods.txt", encoding="utf-8") as file:
        lines = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    return [dict(zip(COLUMNS.split(), re.split(r"\s*\|\s*", line))) for line in lines]


def head():
    """The head of a generated file."""
    return "".join(f"// {line}\n" if line else "\n" for line in HEAD.split("\n")[:-1]) + "\n"


def formatted(text):
    """Swift as the project's format has it."""
    command = ["swift", "format", "--configuration", f"{ROOT}/.swift-format"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def event(row):
    """The type that modules hear; empty where they hear none."""
    return row["event"].rstrip("*").replace("-", "")


def is_push(row):
    """Whether an app without remote notifications must not name the method."""
    return "RemoteNotification" in row["selector"]


def cases(table):
    """The enumeration."""
    text = head()
    text += "/// A method of the delegates of an app, its scenes and its notifications, one case for each.\n///\n"
    text += "/// ``selector`` is its name in Objective-C; `host.explain(_:)` tells which modules handle it.\n"
    text += "public enum DelegateMethod: String, Sendable, Codable, CaseIterable {\n"
    known = set()
    for row in table:
        if row["case"] in known:
            continue
        known.add(row["case"])
        heard = f"; modules hear `{event(row)}`" if event(row) else ""
        text += f"  /// `{row['selector']}`{heard}.\n" if len(row["selector"] + heard) < 88 else (
            f"  /// `{row['selector']}`.\n"
        )
        text += f"  case {row['case']}\n"
    return text + "}\n"


def swift_row(row):
    """One element of the array of rows."""
    selector = f'"{row["selector"]}"'
    if is_push(row):
        parts = ", ".join(f'"{part}"' for part in row["selector"].split(":"))
        selector = f'joined({parts})'
    rule = ".handledBefore(26)" if "<" in row["respond"] else f".{row['respond']}"
    heard = f", {event(row)}.self" if event(row) and not row["event"].endswith("*") else ""
    kind = {"S": ".scene", "W": ".windowScene", "N": ".notifications"}.get(row["protocol"], ".app")
    return (
        f"    row(\n      .{row['case']}, {kind}, {selector},\n"
        f'      "{row["encoding"]}", {rule}{heard}),\n'
    )


def swift_rows(table):
    """The array of rows."""
    text = head() + "internal import Gantry\n\nextension DelegateMethodRow {\n"
    text += "  /// The methods of a kit's delegates, in the order of the cases.\n"
    text += "  package static func all(of kit: DelegateKit) -> [Self] {\n"
    text += "    kit == .uiKit ? apps + scenes + centres : macApps + centres\n  }\n"
    for name, protocols in (("apps", "A"), ("scenes", "SW"), ("centres", "N")):
        text += f"\n  private static let {name}: [Self] = [\n"
        text += "".join(swift_row(row) for row in table if row["protocol"] in protocols) + "  ]\n"
    return text + "}\n"


def swift_rows_of_appkit(table):
    """The array of AppKit's rows."""
    text = head() + "internal import Gantry\n\nextension DelegateMethodRow {\n"
    text += "  /// The methods of AppKit's delegate, in the order of the table.\n"
    text += "  static let macApps: [Self] = [\n"
    text += "".join(swift_row(row) for row in table if row["protocol"] == "M") + "  ]\n"
    return text + "}\n"


def shape(row):
    """How a method is called; None where modules take no part in it."""
    kinds = re.sub(r"[0-9?]", "", row["encoding"])
    is_heard = row["respond"] not in ("notified", "overridden") and row["protocol"] != "M"
    return SHAPES.get(kinds[:1] + kinds[3:]) if is_heard else None


def code(table):
    """The functions that take the place of methods, one for each."""
    text = head() + "/// The function that takes the place of a method, one for each.\n///\n"
    text += "/// Each knows its own, whatever name it is called by: libraries exchange the names of methods.\n"
    text += "enum InterposedCode {\n"
    text += "  /// The function for a method; nil for one in which modules take no part.\n"
    text += "  static func of(_ method: DelegateMethod) -> CodeRef? {\n"
    text += "    apps[method] ?? scenes[method] ?? centres[method]\n  }\n"
    for name, kinds in (("apps", "A"), ("scenes", "SW"), ("centres", "N")):
        text += f"\n  private static let {name}: [DelegateMethod: CodeRef] = [\n"
        for row in table:
            if row["protocol"] not in kinds or not (kind := shape(row)):
                continue
            words = ", ".join(f"${2 + place}" for place in range(int(kind[-1])))
            run = f"Interposer.run(.{row['case']}, $0, $1, [{words}])"
            end = {"t": "", "a": ".isTrue", "w": ".bits"}[kind[0]]
            text += f"    .{row['case']}: Code.{kind} {{ {'' if end else '_ = '}{run}{end} }},\n"
        text += "  ]\n"
    return text + "}\n"


def declaration(row):
    """The method as a header declares it."""
    parts = row["selector"].split(":")[:-1]
    arguments = [argument.strip().split(" ", 1) for argument in row["arguments"].split(";")]
    named = [f"{part}:({kind}){name}" for part, (name, kind) in zip(parts, arguments)]
    ends = f", deprecated = {row['deprecated']}" if row["deprecated"] != "-" else ""
    system = "macos" if row["protocol"] == "M" else "ios"
    since = f"availability({system}, introduced = {row['introduced']}{ends})"
    return f"- ({row['returns']})" + "\n    ".join(named) + f"\n    __attribute__(({since}));\n"


def header(table, protocols):
    """The protocols, for the compiler: of each the letter, and the protocol that it is below."""
    text = head().rstrip() + "\n\n#pragma clang assume_nonnull begin\n"
    for kind, inherited in protocols:
        text += f"\nMAIN_ACTOR @protocol {PROTOCOLS[kind]} <{inherited}>\n@optional\n"
        text += "".join(declaration(row) for row in table if row["protocol"] == kind)
        if kind in "AW":
            text += "@property(nullable, nonatomic, strong) UIWindow *window;\n"
        text += "@end\n"
    return text + "\n#pragma clang assume_nonnull end\n"


def names(table, kinds):
    """The names of methods in Objective-C, for a stand-in that asks its delegate for them."""
    text = head() + "/// The methods that delegates are asked for, by their names in Objective-C.\n"
    text += "public enum DelegateNames {\n  /// All of them.\n  public static let all = [\n"
    text += "".join(f'    "{row["selector"]}",\n' for row in table if row["protocol"] in kinds)
    return text + "  ]\n}\n"


def page(table):
    """The page of the documentation."""
    text = (
        "# Delegate methods\n\n"
        "The methods of the system's delegates in an app that lives in a [Gantry host](17-Apple.md):\n"
        "which event your modules hear in place of each, and when the system is told that\n"
        "your delegate has the method. A notification stands for a method where the system posts one\n"
        "in every kind of app; the event then comes from there, and never twice. The methods for remote\n"
        "notifications are in `GantryApplePush`: an app that doesn't link it has none of them.\n"
    )
    for kind, name in PROTOCOLS.items():
        text += f"\n## `{name}`\n\n| Method | Event | The system is told of it |\n|---|---|---|\n"
        for row in table:
            if row["protocol"] == kind:
                heard = f"`{event(row)}`" if event(row) else "–"
                rule = RULES[row["respond"]]
                if is_push(row):
                    rule += ", with `GantryApplePush`" if row["respond"] == "handled" else ""
                text += f"| `{row['selector']}` | {heard} | {rule} |\n"
    text += "\nNext: [Apps on iOS and macOS](17-Apple.md).\n"
    return text


def outputs():
    """Every generated file and its text."""
    table = rows()
    return {
        "Sources/GantryApple/Methods/DelegateMethod.swift": formatted(cases(table)),
        "Sources/GantryApple/Methods/DelegateMethodRow+Table.swift": formatted(swift_rows(table)),
        "Sources/GantryApple/Methods/DelegateMethodRow+AppKit.swift": formatted(
            swift_rows_of_appkit(table)
        ),
        "Sources/GantryApple/Runtime/InterposedCode.swift": formatted(code(table)),
        "Scripts/apple/headers/UIKit/Delegates.h": header(
            table, (("A", "NSObject"), ("S", "NSObject"), ("W", "UISceneDelegate"))
        ),
        "Scripts/apple/headers/AppKit/Delegates.h": header(table, (("M", "NSObject"),)),
        "IntegrationTests/apple-uikit/UIKit/DelegateNames.swift": formatted(names(table, "ASW")),
        "IntegrationTests/apple-appkit/AppKit/DelegateNames.swift": formatted(names(table, "M")),
        "Documentation/DelegateMethods.md": page(table),
    }


def main(is_check):
    """Writes or compares; 1 where a file is not what the table says."""
    stale = []
    for path, text in outputs().items():
        full = f"{ROOT}/{path}"
        old = None
        if os.path.exists(full):
            with open(full, encoding="utf-8") as file:
                old = file.read()
        if old == text:
            continue
        stale.append(path)
        if not is_check:
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "w", encoding="utf-8") as file:
                file.write(text)
    if is_check:
        for path in stale:
            print(f"apple: {path} is not what Scripts/apple/methods.txt says; run methods.py")
    return 1 if is_check and stale else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
