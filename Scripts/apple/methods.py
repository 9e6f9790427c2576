#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Generates everything that follows from `methods.txt`: sources, declarations, and a documentation page.

Usage: methods.py [--check]; `--check` writes nothing, and fails if a file differs.
"""
import os
import subprocess
import sys

from methodtable import (
    MERGES, PROTOCOLS, RULES, events, is_notified, is_of_system, is_push, mistakes, reason, rows,
)
from standins import call, protocols, signature

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
HEAD = """SPDX-License-Identifier: Apache-2.0

Written by Scripts/apple/methods.py from methods.txt: change it there.
"""
MOBILE = "canImport(UIKit) && !os(watchOS) && !os(tvOS)"
DESKTOP = "canImport(AppKit) && !targetEnvironment(macCatalyst)"
# How to read the scene from a notification.
SCENE = """{ notification in
          guard let scene = notification.object as? UIScene else { return nil }
          return { SceneFacts(scene) }
        }"""
MOBILE_STATE = [("ModularAppDelegate", "A"), ("ModularSceneDelegate", "SW")]
WINDOW = ["var window: UIWindow? { get set }"]
MOBILE_DELEGATES = [
    ("CompleteApplicationDelegate", ["UIApplicationDelegate"], "A", WINDOW),
    ("CompleteSceneDelegate", ["UISceneDelegate"], "S", []),
    (
        "CompleteWindowSceneDelegate", ["CompleteSceneDelegate", "UIWindowSceneDelegate"], "W",
        WINDOW,
    ),
]
DESKTOP_DELEGATES = [("CompleteApplicationDelegate", ["NSApplicationDelegate"], "M", [])]
# The first system version that the libraries support, by the letter of the protocol.
LEAST = {"M": 15}


def head():
    """The head of a generated file."""
    return "".join(f"// {line}\n" if line else "\n" for line in HEAD.split("\n")[:-1]) + "\n"


def formatted(text):
    """Formats Swift as the project does."""
    command = ["swift", "format", "--configuration", f"{ROOT}/.swift-format"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def cases(table):
    """The enumeration."""
    text = head()
    text += "/// A method of the delegates of an app, its scenes and its notification center.\n///\n"
    text += "/// Each case has its name in Objective-C; `host.explain(_:)` says which modules handle it.\n"
    text += "public enum DelegateMethod: String, Sendable, Codable, CaseIterable {\n"
    known = set()
    for row in table:
        if row["case"] in known:
            continue
        known.add(row["case"])
        heard = " and ".join(f"`{name}`" for name in events(row))
        heard = f"; modules hear {heard}" if heard else ""
        text += f"  /// `{row['selector']}`{heard}.\n" if len(row["selector"] + heard) < 90 else (
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
    rule = "notified" if is_notified(row) else row["respond"]
    rule = "handledBefore(26)" if "<" in rule else rule
    merge = "none" if row["merge"] == "-" else row["merge"]
    heard = "" if is_of_system(row) else "".join(f", {name}.self" for name in events(row))
    kind = {"S": ".scene", "W": ".windowScene", "N": ".notifications"}.get(row["protocol"], ".app")
    return (
        f"    row(\n      .{row['case']}, {kind}, {selector},\n"
        f'      "{row["encoding"]}", .{rule}, .{merge}{heard}),\n'
    )


def swift_rows(table):
    """The array of rows."""
    text = head() + "internal import GantryCore\n\nextension DelegateMethodRow {\n"
    text += "  /// The methods of a kit's delegates, in the order of the cases.\n"
    text += "  package static func all(of kit: DelegateKit) -> [DelegateMethodRow] {\n"
    text += "    kit == .uiKit ? apps + scenes + centers : macApps + centers\n  }\n"
    for name, protocols in (("apps", "A"), ("scenes", "SW"), ("centers", "N")):
        text += f"\n  private static let {name}: [DelegateMethodRow] = [\n"
        text += "".join(swift_row(row) for row in table if row["protocol"] in protocols) + "  ]\n"
    return text + "}\n"


def swift_rows_of_appkit(table):
    """The array of AppKit's rows."""
    text = head() + "internal import GantryCore\n\nextension DelegateMethodRow {\n"
    text += "  /// The methods of AppKit's delegate, in the order of the table.\n"
    text += "  static let macApps: [DelegateMethodRow] = [\n"
    text += "".join(swift_row(row) for row in table if row["protocol"] == "M") + "  ]\n"
    return text + "}\n"


def code(table):
    """The functions that replace methods, one for each way to call them."""
    text = head() + "/// The functions that replace delegate methods, one for each method.\n///\n"
    text += "/// Each one knows its own method, whatever name it is called by, since libraries exchange the\n"
    text += "/// names of methods.\n"
    text += "enum InterposedCode {\n"
    text += "  /// The function for a method of a shape; nil if modules take no part in the method.\n"
    text += "  static func of(_ method: DelegateMethod, as shape: MethodShape) -> CodeRef? {\n"
    text += "    switch shape {\n"
    known = {}
    for row in table:
        if row["shape"] != "-":
            known.setdefault(row["shape"], []).append(row["case"])
    for kind in sorted(known):
        text += f"    case .{kind}: {kind}[method]\n"
    text += "    }\n  }\n"
    for kind in sorted(known):
        text += f"\n  private static let {kind}: [DelegateMethod: CodeRef] = [\n"
        words = ", ".join(f"${2 + place}" for place in range(int(kind[-1])))
        end = {"t": "", "a": ".isTrue", "w": ".bits"}[kind[0]]
        for case in dict.fromkeys(known[kind]):
            run = f"Interposer.run(.{case}, $0, $1, [{words}])"
            text += f"    .{case}: Code.{kind} {{ {'' if end else '_ = '}{run}{end} }},\n"
        text += "  ]\n"
    return text + "}\n"


def change(row):
    """The case of `AppChange` or `SceneChange` that a notification becomes."""
    name = events(row)[0].removeprefix("Scene") if row["protocol"] == "S" else events(row)[0]
    return name[0].lower() + name[1:]


def state(table, kit, condition, scene, delegates):
    """How modules hear of a kit's state: notifications, their event types, and the methods to override."""
    protocols = "".join(letters for _, letters in delegates)
    text = head() + f"#if {condition}\n  internal import Foundation\n  public import {kit}\n\n"
    text += f"  extension StateNotifications {{\n    /// The notifications that {kit} posts in every kind of app.\n"
    text += f"    static var of{kit}: Self {{\n      Self("
    for label, letters in (("app", "AM"), ("scene", "SW")):
        lines = [
            f"          {row['source']}: .{change(row)},\n" for row in table
            if row["source"] != "method" and row["protocol"] in letters
            and row["protocol"] in protocols
        ]
        text += f"\n        {label}: [\n{''.join(lines)}        ]," if lines else f" {label}: [:],"
    text += f"\n        sceneOf: {scene})\n    }}\n  }}\n\n  extension MethodAnswers {{\n"
    text += f"    /// Adds the events with types of {kit} and related frameworks.\n    func addEventsOf{kit}() {{\n"
    for row in table:
        if row["protocol"] not in protocols or not is_of_system(row):
            continue
        line = f"add({events(row)[0]}.self, for: .{row['case']})"
        if float(row["introduced"]) > LEAST.get(row["protocol"], 18):
            line = f"if #available(iOS {row['introduced']}, *) {{ {line} }}"
        text += f"      {line}\n"
    return text + "    }\n  }\n" + "".join(forwards(table, *one) for one in delegates) + "#endif\n"


def forwards(table, name, protocols):
    """The delegate methods that only a subclass needs, because modules hear a notification."""
    text = "\n  // Changes of state. Modules hear them through notifications, so these methods are only for\n"
    text += "  // subclasses. Methods in extensions can be overridden because the Objective-C runtime dispatches\n"
    text += f"  // them.\n  extension {name} {{\n"
    for row in table:
        if row["protocol"] in protocols and is_notified(row):
            text += "    /// Does nothing; override it in a subclass.\n"
            text += f"    @objc open {signature(row)} {{}}\n"
    return text + "  }\n"


def face(table):
    """The methods of scenes that an app's own delegates forward to the class for Objective-C."""
    text = head() + f"#if {MOBILE} && canImport(ObjectiveC)\n  public import CloudKit\n  public import UIKit\n\n"
    text += "  // Methods of scenes, for delegates that forward them. It inherits those of the app.\n"
    text += "  extension GantryHost {\n"
    for row in table:
        if row["protocol"] not in "SW" or row["swift"] == "-" or is_notified(row):
            continue
        heard = " and ".join(f"`{name}`" for name in events(row))
        text += f"    /// Takes the call of a scene's delegate; modules hear {heard}.\n"
        if float(row["introduced"]) > 16:
            text += f"    @available(iOS {row['introduced']}, *)\n"
        text += f"    @objc({row['selector']})\n"
        text += f"    public {signature(row)} {{ scenes.{call(row)} }}\n"
    return text + "  }\n#endif\n"


def declaration(row):
    """The method's declaration in a header."""
    parts = row["selector"].split(":")[:-1]
    arguments = [argument.strip().split(" ", 1) for argument in row["arguments"].split(";")]
    named = [f"{part}:({kind}){name}" for part, (name, kind) in zip(parts, arguments)]
    ends = f", deprecated = {row['deprecated']}" if row["deprecated"] != "-" else ""
    system = "macos" if row["protocol"] == "M" else "ios"
    since = f"availability({system}, introduced = {row['introduced']}{ends})"
    return f"- ({row['returns']})" + "\n    ".join(named) + f"\n    __attribute__(({since}));\n"


def header(table, protocols):
    """The protocols, for the compiler: the letter of each, and the protocol that it inherits from."""
    text = head().rstrip() + "\n\n#pragma clang assume_nonnull begin\n"
    for kind, inherited in protocols:
        text += f"\nMAIN_ACTOR @protocol {PROTOCOLS[kind]} <{inherited}>\n@optional\n"
        text += "".join(declaration(row) for row in table if row["protocol"] == kind)
        if kind in "AW":
            text += "@property(nullable, nonatomic, strong) UIWindow *window;\n"
        text += "@end\n"
    return text + "\n#pragma clang assume_nonnull end\n"


def names(table, kinds):
    """The Objective-C names of methods, for a stand-in that asks its delegate about them."""
    text = head() + "/// The methods that delegates are asked for, by their names in Objective-C.\n"
    text += "public enum DelegateNames {\n  /// All of them.\n  public static let all = [\n"
    text += "".join(f'    "{row["selector"]}",\n' for row in table if row["protocol"] in kinds)
    return text + "  ]\n}\n"


def page(table):
    """The documentation page."""
    text = (
        "# Delegate methods\n\n"
        "The methods of the system's delegates in an app with a [Gantry host](../AppleApps.md). For each method,\n"
        "the tables show the event that your modules receive, its source, and how the answers of several\n"
        "modules are combined. They also show when your delegate responds to the method, and whether modules\n"
        "receive the event if the host is attached to a delegate of your own.\n\n"
        "If the system posts a notification for a method in every kind of app, the event comes from the\n"
        "notification, and never twice. The methods for remote notifications are in `GantryApplePush`: an app\n"
        "that doesn't link it doesn't have them. A subclass may override every method, and responds to those\n"
        "that it overrides. An app that declares schemes or hosts also responds to the methods for URLs. With\n"
        "hosts, it responds to those that continue an activity as well.\n"
    )
    for kind, name in PROTOCOLS.items():
        text += f"\n## `{name}`\n\n| Method | Event | Comes from | Answers | The delegate responds | Attached |\n"
        text += "|---|---|---|---|---|---|\n"
        for row in table:
            if row["protocol"] == kind:
                heard = ", ".join(f"`{name}`" for name in events(row)) or "–"
                rule = RULES[row["respond"]]
                if is_push(row):
                    rule += ", with `GantryApplePush`" if row["respond"] == "handled" else ""
                source = f"`{row['source']}`" if row["source"] != "method" else "the method"
                attached = "yes" if row["shape"] != "-" or is_notified(row) else "no"
                text += f"| `{row['selector']}` | {heard} | {source if events(row) else '–'} "
                text += f"| {MERGES[row['merge']]} | {rule} | {attached} |\n"
    text += "\n## Methods that send no event\n\n"
    text += "Implement them in your subclass, with `@objc` and the selector where the base class has none to override.\n\n"
    text += "| Method | Why |\n|---|---|\n"
    text += "".join(f"| `{row['selector']}` | {reason(row)} |\n" for row in table if not events(row))
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
        "Sources/GantryApple/UIKit/State+UIKit.swift": formatted(
            state(table, "UIKit", MOBILE, SCENE, MOBILE_STATE)
        ),
        "Sources/GantryApple/ObjectiveC/GantryHost+Scenes.swift": formatted(face(table)),
        "Sources/GantryApple/AppKit/State+AppKit.swift": formatted(
            state(table, "AppKit", DESKTOP, "{ _ in nil }", [("ModularAppDelegate", "M")])
        ),
        "Scripts/apple/headers/UIKit/Delegates.h": header(
            table, (("A", "NSObject"), ("S", "NSObject"), ("W", "UISceneDelegate"))
        ),
        "Scripts/apple/headers/AppKit/Delegates.h": header(table, (("M", "NSObject"),)),
        "IntegrationTests/apple-uikit/UIKit/DelegateNames.swift": formatted(names(table, "ASW")),
        "IntegrationTests/apple-appkit/AppKit/DelegateNames.swift": formatted(names(table, "M")),
        "IntegrationTests/apple-uikit/UIKit/CompleteDelegates.swift": formatted(
            head().rstrip() + "\n" + protocols(table, ["CloudKit", "Foundation", "Intents"], MOBILE_DELEGATES)
        ),
        "IntegrationTests/apple-appkit/AppKit/CompleteDelegates.swift": formatted(
            head().rstrip() + "\n" + protocols(table, ["CloudKit", "Foundation", "Intents"], DESKTOP_DELEGATES)
        ),
        "Documentation/Reference/DelegateMethods.md": page(table),
    }


def main(is_check):
    """Writes or compares; returns 1 if a file doesn't match the table, or the table has mistakes."""
    stale, wrong = [], mistakes(rows())
    for line in wrong:
        print(f"apple: {line}")
    if wrong:
        return 1
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
