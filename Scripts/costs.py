#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Generates the table of costs from the figures of `make bench`, .build/bench.json.

`costs.py` prints it; `costs.py --write` puts it into Documentation/FAQ.md, between `<!-- costs -->` and
`<!-- /costs -->`. A figure that was not measured has no row.
"""
import json
import os
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.realpath(__file__)), ".."))
ROWS = (("launch.task.async", "overhead of a launch task"),
        ("event.dispatch.handler", "delivering an event, per handler"),
        ("service.resolve.shared", "resolving a service"),
        ("route.match.github", "matching a path to its route"),
        ("discovery.scan.1000", "discovering 1,000 modules at launch"),
        ("app.size", "a stripped release program with one module"),
        ("module.compile", "a clean debug build of 51 modules"),
        ("module.compile.debug", "the same with a plug-in that isn't optimized"))
BEGIN, END = "<!-- costs -->\n", "<!-- /costs -->\n"
PEERS = 2
# Peers that are alternatives within Gantry.
OWN = ("RouteTrie",)


def amount(value, unit):
    """A figure for people to read: two digits, and a suitable unit."""
    if unit == "bytes":
        return f"{value / 1e6:.2g} MB"
    units = ["ns", "µs", "ms", "s"]
    while unit in units[:-1] and value >= 1000:
        value, unit = value / 1000, units[units.index(unit) + 1]
    digits = f"{value:.2g}" if value < 100 else f"{value:.0f}"
    return f"{digits} ×" if unit == "ratio" else f"{digits} {unit}"


def table(figures):
    """The table of the available figures; empty without any."""
    known = {figure["name"]: figure for figure in figures}
    lines = []
    for name, label in ROWS:
        if name not in known:
            continue
        figure = known[name]
        peers = [peer for peer in figure.get("peers", {}).items() if not peer[0].startswith(OWN)]
        peers = sorted(peers, key=lambda peer: peer[1])[:PEERS]
        others = ", ".join(f"{peer}: {amount(value, figure['unit'])}" for peer, value in peers)
        lines.append(f"| {label} | {amount(figure['value'], figure['unit'])} | {others or '–'} |")
    head = ["| | Gantry | others |", "|---|---:|---|"] if lines else []
    return "".join(line + "\n" for line in head + lines)


def put(page, text):
    """A page with its text between the two marks replaced."""
    before, _, rest = page.partition(BEGIN)
    _, mark, after = rest.partition(END)
    if not mark:
        sys.exit(f"costs: the FAQ has no lines {BEGIN.strip()} and {END.strip()}")
    return before + BEGIN + text + END + after


def main():
    """Prints the table, or writes it."""
    path = os.path.join(ROOT, ".build/bench.json")
    if not os.path.exists(path):
        sys.exit("costs: there is no .build/bench.json; `make bench` writes it")
    with open(path, encoding="utf-8") as file:
        text = table(json.load(file))
    if sys.argv[1:] != ["--write"]:
        print(text, end="")
        return
    page = os.path.join(ROOT, "Documentation/FAQ.md")
    with open(page, encoding="utf-8") as file:
        new = put(file.read(), text)
    with open(page, "w", encoding="utf-8") as file:
        file.write(new)


if __name__ == "__main__":
    main()
