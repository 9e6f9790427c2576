# SPDX-License-Identifier: Apache-2.0
#
# Builds that are worse in a way, that can't be judged or that are alike, made of the launches of one build, and rows
# that say anything: what `gantry fleet report` finds in them, and its exit status.

import glob
import hashlib
import json
import os
import random

import launches

BUILD = "4220"
WEEK = 7 * 86_400_000
HUGE = 2**63 - 1


def split(folder, count=None):
    """The launches of a build, with half of the installations in another build."""
    rows = []
    for file in sorted(glob.glob(f"{folder}/*.ndjson")):
        for line in open(file):
            if f'"build":"{BUILD}"' in line and '"tasks"' not in line:
                row = json.loads(line)
                is_new = hashlib.md5(row["install"].encode()).digest()[0] % 2
                row |= {"build": "new" if is_new else "old", "started_at": row["started_at"] + WEEK * is_new}
                rows.append(row)
    return rows[:count]


def write(name, rows):
    with open(name, "w") as file:
        file.writelines(row if isinstance(row, str) else json.dumps(row, separators=(",", ":")) + "\n" for row in rows)
    return name


def sometimes(share, **values):
    draw = random.Random(1)
    return lambda row, _: row | values if draw.random() < share else row


def failing(share):
    draw, task = random.Random(1), launches.PLANS[BUILD].names.index("Orders.init")
    return lambda row, _: row | {"failed": [task]} if draw.random() < share else row


def slower_in_background(row, is_new):
    """Half of the launches in the background, in the new build: they take twice as long, in each build."""
    draw = random.Random(row["id"]).random()
    if draw >= (.5 if is_new else .05):
        return row | {"source": "user"}
    double = {name: [2 * time for time in row[name]] for name in ("start", "run", "wait")}
    return row | double | {"source": "background", "ready": 2 * row["ready"]}


# The change to each row of the new build, or of both; the exit status; a word of the verdict.
CASES = {
    "nothing": (lambda row, _: row, 0, "Nothing"),
    "never ready": (sometimes(.3, ready=0, outcome="stopped", path=[]), 1, "never ready"),
    "a failing task": (failing(1), 1, "Orders.init fails"),
    "a task that fails once in a hundred launches": (failing(.01), 1, "Orders.init fails"),
    "deaths": (sometimes(.2, previous="died"), 1, "die more often"),
    "safe mode": (sometimes(.1, safe=1), 1, "safe mode"),
    "no class in common": (lambda row, _: row | {"device": "renamed " + row["device"]}, 2, "class in common"),
    "another mix of sources": (slower_in_background, 0, "Nothing"),
}


def planted(folder, report, expect):
    rows, plan = split(folder), ("--plan", f"{folder}/plan-{BUILD}.json")

    def verdict(label, lines, status, words):
        found, end = report([write("gate.ndjson", lines)], *plan)
        text = found["verdict"]["name"] + ": " + " ".join(found["verdict"]["reasons"])
        expect(f"gate, {label}: {status}", end == status and (words in text or status == 0), text)

    for label, (change, status, words) in CASES.items():
        both = change is slower_in_background
        changed = [change(row, row["build"] == "new") if both or row["build"] == "new" else row for row in rows]
        verdict(label, changed, status, words)
    old = [row for row in rows if row["build"] == "old"]
    few = [row for row in rows if row["build"] == "new" and row["kind"] == "again"][:3]
    verdict("three launches", old + few, 2, "3 of 100")
    verdict("one build", old, 2, "one build")
    same = [row | {"build": "new", "started_at": row["started_at"] + WEEK} for row in old]
    verdict("ids of other launches", old + same, 2, "id of another launch")
    verdict("rows that arrived twice", rows + rows, 0, "")


def apps(folder, gantry, options, expect):
    rows = split(folder, 2_000)
    other = [row | {"app": "com.example.other", "id": row["id"][::-1]} for row in rows]
    for label, lines, app, status, words in (
        ("two apps", rows + other, [], 64, "Choose one with '--app'"), ("one of two apps", rows + other, ["--app", "com.example.shop"], 2, ""),
        ("no such app", rows, ["--app", "com.example.shap"], 2, "Did you mean com.example.shop?"),
    ):
        end = gantry("report", write("apps.ndjson", lines), *app, "--duckdb", options.duckdb)
        expect(f"gate, {label}", (end.returncode == status or status == 2 and not words) and words in end.stderr, end.stderr.strip())


# The values of a key that a row of the internet may have, and whether the row can be used then. None is absence.
VALUES = {
    "ready": ([HUGE, -HUGE - 1, -1, 1e300, "abc", None, [1], {}, 10**13], False),
    "weight": ([1e308, "NaN", "Infinity", "-Infinity", 1e12, 0, -1], False),
    "started_at": ([HUGE, -1, "yesterday", None, []], False),
    "build": ([None, "b" * 400_000], False), "plan": ([None], False),
    "kind": ([None, "", "other", 5], True), "device": ([None, "a\nb", "a\0b", 3, "📱" * 64], True),
    "source": ([None, 9, "other"], True), "process": ([None, "other"], True), "app": ([None, "evil"], True),
    "install": ([None], True), "id": ([None], True), "tags": ([[1], {"a": {"b": 1}}], True),
    "start": ([[], [1], [HUGE] * 30, [-5] * 30, "x", [None] * 30, [[1]] * 30, [1] * 99_999], True),
    "run": ([[], None, [2**31 - 1] * 30, [-(2**31)] * 30, [1.5] * 30], True),
    "path": ([[99, 2**31 - 1], [-1, -(2**31)], [0] * 99_999, [None], list(range(99_999)), ["a"]], True),
    "failed": ([[99, -1, 2**31 - 1], [3] * 99_999, [None], list(range(99_999))], True),
    "suspects": ([[f"s{n}" for n in range(30_000)], [None], "x", [1, 2]], True),
    "tasks": ([["x"] * 3, [f"t{n}" for n in range(30_000)], [None, "a"]], True),
    "previous": ([None, "other"], True), "safe": ([HUGE, -3, "on", None], True), "reason": ([None, "other"], True),
    "dropped": ([HUGE, HUGE, -1, "x"], True), "workers": ([HUGE, -1, None], True), "v": (["x", 2, None], True),
}
LINES = ["garbage", "[1,2]", "7", "null", "{}", "\0\0", "[" * 100_000, '{"a":' * 5_000, '{"v":1,"id":"42', "NaN"]


def odd(folder, report, expect):
    rows = split(folder, 12_000)
    sample = next(row for row in rows if row["build"] == "new" and row["reason"] == "sample" and row["ready"])
    lines, unusable, number = [], 0, 0
    for key, (values, is_usable) in VALUES.items():
        for value in values:
            number += 1
            row = sample | {"id": f"odd{number}", "previous": "died" if key == "suspects" else "survived", key: value}
            if value is None and number % 2:
                del row[key]
            lines.append(json.dumps(row) + "\n")
            unusable += not is_usable
    lines += [line + "\n" for line in LINES]
    found, status = report([write("odd.ndjson", rows[:6_000] + lines + rows[6_000:])], "--from", "old", "--to", "new")
    counted = sum(row["rows"] for row in found["unusable"])
    expect(
        f"{number + len(LINES)} odd rows end no report", status == 0 and counted >= unusable and found["rows"] > len(rows) - 10,
        f"{counted} can't be used: {found['unusable']}, {found['verdict']}")
