#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Privacy manifests declare exactly the required-reason APIs that libraries of an app use.

The list is Apple's, as "Describing use of required reason API" had it in November 2026.
"""
import os
import plistlib
import re

from swiftsource import files, finish, line_of, mask, read

# Not linked by an app: the compiler plug-in, the tool, and the library for tests.
APART = {"GantryMacros", "GantryMain", "GantryTesting", "GantryTool"}
NAME = "PrivacyInfo.xcprivacy"
ATTRIBUTES = r"\bf?getattrlist(?:at|bulk)?\b"
CATEGORIES = {
    "FileTimestamp": ATTRIBUTES + r"|\b[fl]?stat(?:at)?\s*\(|\.(?:creation|(?:file|content)?[mM]odification)Date(?:Key)?\b"
    r"|\bNS(?:FileCreation|FileModification|URLCreation|URLContentModification)Date(?:Key)?\b",
    "SystemBootTime": r"\bsystemUptime\b|\bmach_absolute_time\b",
    "DiskSpace": ATTRIBUTES + r"|\bf?statv?fs\b|\bvolume(?:Available|Total)Capacity\w*|\bsystem(?:Free)?Size\b"
    r"|\bNSFileSystem(?:Free)?Size\b|\bNSURLVolume(?:Available|Total)Capacity\w*",
    "ActiveKeyboards": r"\bactiveInputModes\b",
    "UserDefaults": r"\b(?:NS)?UserDefaults\b",
}
PREFIX = "NSPrivacyAccessedAPICategory"


def targets(root):
    """Each target of the package, with the names that its declaration mentions; its dependencies are among them."""
    if not os.path.isfile(os.path.join(root, "Package.swift")):
        return {}
    blocks = re.split(r'\.\w*(?:[tT]arget|macro)\(\s*(?=name: "\w+"(?!, condition))', read(root, "Package.swift"))[1:]
    names = [re.findall(r'"([^"]+)"', block) for block in blocks]
    return {first: set(others) for first, *others in names}


def reached(target, mentions):
    """A target, and all that it depends on."""
    found, open_ = set(), [target]
    while open_:
        name = open_.pop()
        if name not in found:
            found.add(name)
            open_ += mentions.get(name, set()) & mentions.keys()
    return found


def declared(root, path):
    """The categories that a privacy manifest gives reasons for."""
    rows = plistlib.loads(read(root, path).encode()).get("NSPrivacyAccessedAPITypes", [])
    return {row["NSPrivacyAccessedAPIType"].removeprefix(PREFIX) for row in rows
            if row.get("NSPrivacyAccessedAPITypeReasons")}


def uses(root):
    """The target, the category and the line of each use, the first in a file for each category."""
    for path in files(root, lambda path: path.endswith((".swift", ".c", ".h", ".m")), under=("Sources",)):
        target = path.split("/")[1]
        if target in APART:
            continue
        text = mask(read(root, path))
        for category, pattern in CATEGORIES.items():
            found = re.search(pattern, text)
            if found:
                yield target, category, f"{path}:{line_of(text, found.start())}: '{found.group().strip(' (')}'"


def check(root):
    """A line for each use that no manifest declares, and each declaration without a use or an effect."""
    mentions, manifests, problems = targets(root), {}, []
    for path in files(root, lambda path: path.endswith("/" + NAME), under=("Sources",)):
        owner = path.split("/")[1]
        if NAME not in mentions.get(owner, set()):
            problems.append(f"{path}: it isn't a resource of {owner} in Package.swift")
        manifests[owner] = (path, declared(root, path))
    needed = {owner: set() for owner in manifests}
    for target, category, place in uses(root):
        near = [owner for owner in manifests if owner in reached(target, mentions) and category in manifests[owner][1]]
        for owner in near:
            needed[owner].add(category)
        if not near:
            problems.append(f"{place} is a required-reason API of the category {category}, and no {NAME} that "
                            f"comes with {target} declares it")
    for owner, (path, categories) in sorted(manifests.items()):
        problems += [f"{path}: nothing uses the category {name}" for name in sorted(categories - needed[owner])]
    return problems


if __name__ == "__main__":
    finish("privacy", check("."))
