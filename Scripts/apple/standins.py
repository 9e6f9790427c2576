# SPDX-License-Identifier: Apache-2.0
"""Writes the protocols of the stand-ins for UIKit and AppKit, with the methods of the library's delegates.

The methods are declared as Swift imports those of the Objective-C protocols, with the table's names.
"""
import re

from methodtable import is_push

# Swift's names for types that it imports under another name.
NAMES = {
    "BOOL": "Bool", "NSString": "String", "NSURL": "URL", "NSData": "Data", "NSError": "any Error",
    "NSNotification": "Notification", "NSDictionary": "[AnyHashable: Any]", "id": "Any",
    "CKShareMetadata": "CKShare.Metadata", "UISceneConnectionOptions": "UIScene.ConnectionOptions",
    "UIWindowSceneGeometry": "UIWindowScene.Geometry",
    "UISceneWindowingControlStyle": "UIWindowScene.WindowingControlStyle",
    "NSApplicationTerminateReply": "NSApplication.TerminateReply",
    "NSApplicationPrintReply": "NSApplication.PrintReply",
    "NSPrintInfoAttributeKey": "NSPrintInfo.AttributeKey",
}
NESTED = re.compile(r"UIApplication(LaunchOptionsKey|OpenURLOptionsKey|ExtensionPointIdentifier)")


def swift_type(kind):
    """The Swift type for an Objective-C type."""
    kind = kind.strip()
    if match := re.fullmatch(r"void \(\^\)\((.*)\)", kind):
        argument = re.sub(r"(?<=[\s*])\w+$", "", match[1]) if match[1] != "void" else ""
        return f"@escaping ({swift_type(argument) if argument else ''}) -> Void"
    if kind.endswith("_Nullable"):
        return swift_type(kind.removesuffix("_Nullable")) + "?"
    kind = kind.rstrip("* ")
    if match := re.fullmatch(r"(NSArray|NSSet|NSDictionary|id)<(.*)>", kind):
        inner = [swift_type(part) for part in match[2].split(",")]
        return {
            "NSArray": f"[{inner[0]}]", "NSSet": f"Set<{inner[0]}>", "id": f"any {inner[0]}",
            "NSDictionary": f"[{': '.join(inner)}]",
        }[match[1]]
    if match := NESTED.fullmatch(kind):
        return f"UIApplication.{match[1]}"
    return NAMES.get(kind, kind)


def signature(row):
    """The method's declaration in Swift."""
    name, labels = row["swift"].removesuffix(")").split("(")
    arguments = [argument.strip().split(" ", 1) for argument in row["arguments"].split(";")]
    parts = []
    for label, (argument, kind) in zip(labels.split(":"), arguments):
        named = argument if label == argument else f"{label} {argument}"
        parts.append(f"{named}: {swift_type(kind)}")
    result = "" if row["returns"] == "void" else f" -> {swift_type(row['returns'])}"
    return f"func {name}({', '.join(parts)}){result}"


def call(row):
    """A call of the method in Swift, with the arguments of its declaration."""
    name, labels = row["swift"].removesuffix(")").split("(")
    arguments = [argument.strip().split(" ", 1)[0] for argument in row["arguments"].split(";")]
    pairs = zip(labels.split(":"), arguments)
    named = ", ".join(argument if label == "_" else f"{label}: {argument}" for label, argument in pairs)
    return f"{name}({named})"


def protocols(table, imports, wanted):
    """The protocols: the name of each, its parents, the letter of its rows, and its properties."""
    text = "\n// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation\n\n"
    text += "".join(f"public import {name}\n" for name in imports)
    for name, above, letter, properties in wanted:
        text += f"\n/// In place of the optional methods of `{above[-1]}`: those that the library's delegates have.\n"
        text += f"@MainActor public protocol {name}: {', '.join(above)} {{\n"
        text += "".join(f"  {line}\n" for line in properties)
        for row in table:
            if row["protocol"] == letter and row["swift"] != "-" and not is_push(row):
                text += f"  {signature(row)}\n"
        text += "}\n"
    return text
