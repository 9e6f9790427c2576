#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The badges of README.md agree with Package.swift, LICENSE and the gate.

`badges.py --write` generates them. They are files in the repository: a server's badge needs a public
address, and shows the last state that the server received.
"""
import os
import re
import sys

from swiftsource import finish, read

FOLDER = "Documentation/Badges"
LETTER, PADDING, HEIGHT = 6.7, 8, 20
LICENSES = {"Apache License": "Apache-2.0", "MIT License": "MIT"}


def facts(root):
    """Each badge, as (file, label, value); only facts that the repository holds."""
    package = read(root, "Package.swift")
    tools = re.match(r"// swift-tools-version: *([\d.]+)", package)
    if tools:
        yield "swift", "Swift", f"{tools.group(1)} or later"
    platforms = re.findall(r"\.(macOS|iOS)\(\.v(\d+)\)", package)
    if platforms:
        names = ["Linux"] + [f"{name} {number}" for name, number in sorted(platforms)]
        yield "platforms", "platforms", " · ".join(names)
    license = next((name for text, name in LICENSES.items() if text in read(root, "LICENSE")), None)
    if license:
        yield "license", "license", license


def svg(label, value):
    """A badge of two halves, readable on light and dark pages."""
    widths = [round(len(text) * LETTER + 2 * PADDING) for text in (label, value)]
    left, right = widths
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="{HEIGHT}" '
        f'role="img" aria-label="{label}: {value}">\n'
        f"<title>{label}: {value}</title>\n"
        f'<rect width="{left + right}" height="{HEIGHT}" rx="4" fill="#0b5a8f"/>\n'
        f'<path d="M4 0 H{left} V{HEIGHT} H4 A4 4 0 0 1 0 {HEIGHT - 4} V4 A4 4 0 0 1 4 0 Z" '
        'fill="#444c56"/>\n'
        '<g fill="#fff" font-family="system-ui, -apple-system, sans-serif" font-size="11.5" '
        'text-anchor="middle">\n'
        f'<text x="{left / 2}" y="14">{label}</text>\n'
        f'<text x="{left + right / 2}" y="14">{value}</text>\n'
        "</g>\n</svg>\n"
    )


def check(root):
    """A line for each badge that is missing, stale, or states no fact."""
    wanted = {f"{name}.svg": svg(label, value) for name, label, value in facts(root)}
    folder = os.path.join(root, FOLDER)
    found = set(os.listdir(folder)) if os.path.isdir(folder) else set()
    problems = [f"{FOLDER}/{name}: a badge without a fact" for name in sorted(found - set(wanted))]
    for name, text in wanted.items():
        if name not in found or read(root, f"{FOLDER}/{name}") != text:
            problems.append(f"{FOLDER}/{name}: not current; `Scripts/check/badges.py --write` makes it")
    return problems


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        os.makedirs(FOLDER, exist_ok=True)
        for name, label, value in facts("."):
            with open(f"{FOLDER}/{name}.svg", "w", encoding="utf-8") as output:
                output.write(svg(label, value))
    else:
        finish("badges", check("."))
