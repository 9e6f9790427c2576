# SPDX-License-Identifier: Apache-2.0
"""The table of delegate methods, `methods.txt`: its rows, and checks of them."""
import os
import re

HERE = os.path.dirname(os.path.realpath(__file__))
PROTOCOLS = {
    "A": "UIApplicationDelegate",
    "S": "UISceneDelegate",
    "W": "UIWindowSceneDelegate",
    "N": "UNUserNotificationCenterDelegate",
    "M": "NSApplicationDelegate",
}
COLUMNS = """protocol case source event respond merge shape returns selector swift arguments
introduced deprecated encoding"""
RULES = {
    "always": "always",
    "handled": "when a module hears the event",
    "handled<26": "when a module hears the event, before iOS 26",
    "overridden": "when a subclass overrides it",
}
# The result of each rule for several answers.
MERGES = {
    "-": "–",
    "none": "–",
    "any": "one true is true",
    "all": "one false is false",
    "first": "the first",
    "fetch": "new data, else failed, else no data",
    "union": "all together",
    "concatenation": "all, one after the other",
    "intersection": "those that all allow",
}

# The reason why modules don't hear an AppKit method that isn't obsolete, one for each method.
REASONS = {
    "willUpdate": "it comes in each pass of the event loop",
    "didUpdate": "it comes in each pass of the event loop",
    "openFile": "not called where the delegate has `application:openURLs:`, by which modules hear `OpenURL`",
    "openFiles": "not called where the delegate has `application:openURLs:`, by which modules hear `OpenURL`",
    "openTemporaryFile": "whoever opens the file has to remove it: one owner, and no event",
    "openFileWithoutInterface": "a program asks for one file, of one document class: your subclass knows it",
    "printFile": "the older form of `application:printFiles:withSettings:showPrintPanels:`; modules hear `PrintFiles`",
    "delegateHandlesKey": "it says that the delegate itself has a property for scripts, which only its class can declare",
}


def reason(row):
    """The reason why modules don't hear a method; None if there is none."""
    if row["protocol"] == "M":
        return REASONS.get(row["case"])
    if row["case"] == "didFinishLaunchingWithoutOptions":
        return "the system does not call it beside its successor"
    return f"deprecated since iOS {row['deprecated']}" if is_obsolete(row) else None


def rows():
    """The lines of the table, each a dictionary by column."""
    with open(f"{HERE}/methods.txt", encoding="utf-8") as file:
        lines = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    return [dict(zip(COLUMNS.split(), re.split(r"\s*\|\s*", line))) for line in lines]


def events(row):
    """The types that modules hear; empty if they hear nothing."""
    return [name.rstrip("*") for name in row["event"].split() if name != "-"]


def is_of_system(row):
    """Whether the event's type contains types of the app's frameworks."""
    return "*" in row["event"]


def is_notified(row):
    """Whether modules hear of the method only through a system notification."""
    return row["source"] != "method" and row["respond"] == "overridden"


def shape(row):
    """How to call code with the method's encoding; None if an argument or the result isn't a word."""
    kinds = re.sub(r"[0-9?]", "", row["encoding"])
    verb = {"v": "tells", "B": "asks", "Q": "word", "@": "word"}.get(kinds[:1])
    return f"{verb}{len(kinds) - 3}" if verb and re.fullmatch("[@qQB]*", kinds[3:]) else None


def is_obsolete(row):
    """Whether UIKit has had a replacement for the method since iOS 13.2, or earlier."""
    if row["case"] == "didFinishLaunchingWithoutOptions":
        # Not marked as obsolete, but not called if its successor is there.
        return True
    return row["deprecated"] != "-" and float(row["deprecated"]) <= 13.2


def mistakes(table):
    """A line for each row that contradicts itself."""
    lines = []
    for row in table:
        name, heard = f"{row['protocol']} {row['case']}", events(row)
        if row["respond"] not in RULES or row["merge"] not in MERGES:
            lines.append(f"{name}: no such word for when to respond, or for how answers merge")
        if (row["merge"] == "-") == bool(heard):
            lines.append(f"{name}: events have a rule, and methods without events none")
        if row["respond"].startswith("handled") and not heard:
            lines.append(f"{name}: no module can hear it")
        if row["shape"] != "-" and (row["shape"] != shape(row) or not heard or is_notified(row)):
            lines.append(f"{name}: it is not called as {row['shape']}, or not for modules")
        if not heard and not reason(row):
            lines.append(f"{name}: no module hears it, and nothing says why")
        if heard and row["protocol"] == "M" and row["case"] in REASONS:
            lines.append(f"{name}: modules hear it, and REASONS says why they do not")
        if row["source"] != "method" and not heard:
            lines.append(f"{name}: a notification stands for it, and no event")
    return lines


def is_push(row):
    """Whether an app without remote notifications must not name the method."""
    return "RemoteNotification" in row["selector"]
