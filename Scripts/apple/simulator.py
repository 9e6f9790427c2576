#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads what the programs of Xcode print: simulator.py WHAT [ARGUMENT...] <OUTPUT.

    device [UDID]     `simctl list devices available -j`: an iPhone's UDID, and a line about it
    pid               `simctl launch`: the process
    process BUNDLE    `simctl spawn DEVICE launchctl list`: the process of an app
    scheme NAME...    `xcodebuild -list -json`: the first of these schemes that there is
    tests             `xcresulttool get test-results summary`: the numbers, and each failure
    launch            a launch report of Gantry as JSON: when the app was ready, and failed tasks

Ends with 1 and a sentence if the output doesn't say it, or if something failed.

The forms: `simctl list` has runtimes by identifier, and of each device `udid`, `name` and `isAvailable` (`simctl help
list`). `simctl launch` prints the bundle and the process, `com.example.app: 4711` (`simctl help launch`). `launchctl
list` has the columns PID, Status and Label (launchctl(1)), and the label of an app begins with `UIKitApplication:` and its
bundle. `xcodebuild -list -json` has `schemes` of a `project` or a `workspace` (xcodebuild(1)). The summary of a result
bundle has the schema that `xcresulttool help get test-results summary` prints: `result`, `totalTestCount`, `passedTests`,
`failedTests`, `skippedTests`, and `testFailures` with `testName` and `failureText`.
"""
import json
import re
import sys


class Missing(Exception):
    """The output doesn't say what was asked, or says that something failed."""


def device(text, udid=""):
    """The UDID of a device and a line about it: the one that was asked for, or the iPhone with the newest system."""
    found = []
    for runtime, devices in json.loads(text)["devices"].items():
        system = re.fullmatch(r".*\.SimRuntime\.iOS-([\d-]+)", runtime)
        for one in devices if system else []:
            if one.get("isAvailable", True):
                version = [int(part) for part in system.group(1).split("-")]
                found.append((version, one["name"], one["udid"]))
    chosen = [one for one in found if one[2] == udid] if udid else [one for one in found if one[1].startswith("iPhone")]
    if not chosen:
        raise Missing(f"there is no simulator {udid}" if udid else
                      "there is no simulator of an iPhone: install a runtime in Xcode's settings, Components")
    version, name, udid = max(chosen)
    return f"{udid}\n{name}, iOS {'.'.join(map(str, version))}"


def pid(text):
    """The process that `simctl launch` has started."""
    found = re.search(r"^\S+: (\d+)\s*$", text, re.M)
    if not found:
        raise Missing(f"no process in the output of simctl launch: {text.strip()!r}")
    return found.group(1)


def process(text, bundle):
    """The process of an app that runs."""
    found = re.search(rf"^(\d+)\t\S+\tUIKitApplication:{re.escape(bundle)}(?:\[|$)", text, re.M)
    if not found:
        raise Missing(f"no process of {bundle} runs")
    return found.group(1)


def scheme(text, *names):
    """The first of some schemes that there is."""
    # xcodebuild may print how it resolves packages first.
    lists = json.loads(text[re.search(r"^\{|\Z", text, re.M).start():])
    schemes = (lists.get("workspace") or lists.get("project") or {}).get("schemes", [])
    for name in names:
        if name in schemes:
            return name
    raise Missing(f"there is no scheme {' or '.join(names)}, only {', '.join(schemes) or 'none'}")


def tests(text):
    """The numbers of tests. Failures, or no tests at all, are an error."""
    summary = json.loads(text)
    line = (f"{summary['result']}: {summary['totalTestCount']} tests, {summary['passedTests']} passed, "
            f"{summary['failedTests']} failed, {summary['skippedTests']} skipped")
    failures = [f"{one['testName']}: {one['failureText']}" for one in summary.get("testFailures") or []]
    if failures or summary["failedTests"] or not summary["passedTests"]:
        raise Missing("\n".join([line, *failures]))
    return line


def launch(text):
    """When an app was ready. A launch that isn't ready, or in which a task failed, is an error."""
    report = json.loads(text)
    ready = report.get("readyMilliseconds")
    ran = [task for task in report["tasks"] if not task["isJoin"]]
    good = ({"succeeded"}, {"skipped"}, set())
    failed = [task["name"] for task in ran if set(task.get("outcome") or {}) not in good]
    if ready is None or failed:
        raise Missing(f"{'not ready' if ready is None else 'ready'}; failed: {', '.join(failed) or 'none'}")
    return f"ready after {ready:.1f} ms, {len(ran)} tasks"


QUESTIONS = {"device": device, "pid": pid, "process": process, "scheme": scheme, "tests": tests, "launch": launch}


def answer(question, text, *arguments):
    """The answer, and whether there is one."""
    try:
        return QUESTIONS[question](text, *arguments), True
    except Missing as problem:
        return str(problem), False
    except (ValueError, KeyError, TypeError, AttributeError) as problem:
        return f"this isn't the output that was expected ({problem!r}): {text[:500]!r}", False


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in QUESTIONS:
        sys.exit(__doc__)
    said, is_good = answer(sys.argv[1], sys.stdin.read(), *sys.argv[2:])
    print(said, file=sys.stdout if is_good else sys.stderr)
    sys.exit(0 if is_good else 1)
