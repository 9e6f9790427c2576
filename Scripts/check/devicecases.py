# SPDX-License-Identifier: Apache-2.0
"""`Scripts/on-a-device` with programs that print what Xcode's do. `Scripts/apple/simulator.py` names the sources of the
forms."""
import json
import os
import re
import subprocess
import tempfile

import simulator

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../.."))
RUNTIME = "com.apple.CoreSimulator.SimRuntime."
DEVICES = json.dumps({"devices": {
    f"{RUNTIME}iOS-18-2": [{"udid": "OLD", "isAvailable": True, "state": "Shutdown", "name": "iPhone 16"}],
    f"{RUNTIME}iOS-26-4": [
        {"udid": "PAD", "isAvailable": True, "state": "Booted", "name": "iPad Air"},
        {"udid": "NEW", "isAvailable": True, "state": "Shutdown", "name": "iPhone 17"},
        {"udid": "GONE", "isAvailable": False, "state": "Shutdown", "name": "iPhone 17 Pro",
         "availabilityError": "runtime profile not found"}],
    f"{RUNTIME}watchOS-26-4": [{"udid": "WATCH", "isAvailable": True, "name": "iPhone-like watch"}],
}})
SUMMARY = {"title": "Test - Phone", "result": "Passed", "totalTestCount": 3, "passedTests": 2, "failedTests": 0,
           "skippedTests": 1, "expectedFailures": 0, "testFailures": []}
FAILURE = {"testName": "an order empties the basket", "targetName": "PhoneTests", "failureText": "Expectation failed"}
LAUNCH = {"readyMilliseconds": 12.34, "tasks": [
    {"name": "Basket", "isJoin": True, "outcome": {"succeeded": {}}},
    {"name": "Basket.init", "isJoin": False, "outcome": {"succeeded": {}}},
    {"name": "News.fetch", "isJoin": False}]}
BAD = {"name": "Orders.open", "isJoin": False, "outcome": {"failed": {"message": "no disk"}}}
PROCESSES = "PID\tStatus\tLabel\n-\t0\tcom.apple.a\n4711\t0\tUIKitApplication:com.example.app[7f0c][rb-legacy]\n"

# A question, the output, arguments, and the answer: a text that it has, after "!" if it is a failure.
ANSWERS = [
    ("device", DEVICES, (), "NEW\niPhone 17, iOS 26.4"),
    ("device", DEVICES, ("OLD",), "OLD\niPhone 16, iOS 18.2"),
    ("device", DEVICES, ("GONE",), "!there is no simulator GONE"),
    ("device", '{"devices": {}}', (), "!there is no simulator of an iPhone"),
    ("device", "xcrun: error", (), "!isn't the output that was expected"),
    ("pid", "com.example.app: 4711\n", (), "4711"),
    ("pid", "An error was encountered", (), "!no process in the output"),
    ("process", PROCESSES, ("com.example.app",), "4711"),
    ("process", PROCESSES, ("com.example.ap",), "!no process of com.example.ap runs"),
    ("scheme", '{"workspace": {"name": "Phone", "schemes": ["Phone", "Phone-Package"]}}', ("Phone-Package", "Phone"),
     "Phone-Package"),
    ("scheme", '{"project": {"schemes": ["Phone"], "targets": []}}', ("Phone-Package", "Phone"), "Phone"),
    ("scheme", '{"project": {"schemes": []}}', ("A", "B"), "!no scheme A or B, only none"),
    ("scheme", 'Resolve Package Graph\n\n{\n  "workspace": {"schemes": ["Phone"]}\n}\n', ("Phone",), "Phone"),
    ("scheme", "xcodebuild: error", ("Phone",), "!isn't the output that was expected"),
    ("tests", json.dumps(SUMMARY), (), "Passed: 3 tests, 2 passed, 0 failed, 1 skipped"),
    ("tests", json.dumps(SUMMARY | {"failedTests": 1, "testFailures": [FAILURE]}), (),
     "!an order empties the basket: Expectation failed"),
    ("tests", json.dumps(SUMMARY | {"totalTestCount": 0, "passedTests": 0}), (), "!Passed: 0 tests"),
    ("tests", "{}", (), "!isn't the output that was expected"),
    ("launch", json.dumps(LAUNCH), (), "ready after 12.3 ms, 2 tasks"),
    ("launch", json.dumps(LAUNCH | {"tasks": [BAD]}), (), "!ready; failed: Orders.open"),
    ("launch", json.dumps({"tasks": []}), (), "!not ready; failed: none"),
]

# The process that "runs" is the script, which is alive.
PROGRAMS = {
    "sleep": "exit 0",
    "sw_vers": "echo 'ProductVersion: 26.4'",
    "xcrun": """
case "$1 $2" in
  'simctl list') cat "$SAMPLES/devices" ;;
  'simctl launch' | 'simctl spawn')
    [ -z "${SIMCTL_CHILD_GANTRY_REPORT-}" ] || cat "$SAMPLES/launch" >"$SIMCTL_CHILD_GANTRY_REPORT"
    for word; do :; done
    if [ "$2" = launch ]; then echo "$word: $PPID"; fi
    if [ "$word" = list ]; then
      for app in uikit swiftui; do printf '%s\\t0\\tUIKitApplication:com.example.phone.%s[1]\\n' "$PPID" "$app"; done
    fi ;;
  'simctl openurl') [ "$4" != "${REFUSED-}" ] || { echo 'error -10814'; exit 1; } ;;
  'xcresulttool get') cat "$SAMPLES/summary" ;;
  'swift build')
    while [ "$1" != --scratch-path ]; do shift; done
    mkdir -p "$2/debug"
    printf '#!/bin/sh\\ncat "$SAMPLES/launch" >"$GANTRY_REPORT"\\n' >"$2/debug/Mixed"
    chmod +x "$2/debug/Mixed" ;;
esac
""",
    "xcodebuild": """
case " $* " in
  *' -version '*) echo 'Xcode 26.4' ;;
  *' -list '*) echo '{"workspace": {"schemes": ["Phone-Package"]}}' ;;
  *" ${BROKEN-none} "*) echo 'error: it does not compile'; exit 65 ;;
  *' test '*) while [ "$1" != -resultBundlePath ]; do shift; done; mkdir -p "$2" ;;
esac
""",
}


def run(**environment):
    """The script's exit status, and the text that it has written."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in PROGRAMS.items():
            with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
                file.write(f"#!/bin/sh\n{text}\n")
            os.chmod(f"{folder}/{name}", 0o755)
        samples = {"devices": DEVICES, "summary": json.dumps(SUMMARY), "launch": json.dumps(LAUNCH)}
        for name, text in samples.items():
            with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
                file.write(text)
        shell = os.environ.get("DEVICE_BASH", "bash")
        end = subprocess.run(
            [shell, f"{ROOT}/Scripts/on-a-device", f"{folder}/out.txt"], check=False, capture_output=True, text=True,
            env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "SAMPLES": folder, **environment})
        with open(f"{folder}/out.txt", encoding="utf-8") as file:
            return end.returncode, file.read() + end.stderr


def flows():
    """Each run with its exit status, the words that its text must have, and those that it must not have."""
    yield {}, 0, ["ok      PhoneSwiftUI starts with a URL", "ok      Mixed launches and is ready",
                   "launch report of Mixed", "2 passed", "ready after 12.3 ms", "All steps passed"], ["FAILED"]
    yield {"BROKEN": "PhoneSwiftUI"}, 1, [
        "ok      PhoneUIKit starts with a URL", "FAILED  build PhoneSwiftUI", "it does not compile", "Please send",
        "launch report of PhoneUIKit"], ["install PhoneSwiftUI", "All steps"]
    yield {"REFUSED": "shop://nothing"}, 1, ["FAILED  PhoneUIKit goes on after a URL", "error -10814"], ["leaves"]
    yield {"GANTRY_SIMULATOR": "NONE"}, 1, ["FAILED  choose a simulator", "there is no simulator NONE"], ["boot"]


def verdicts():
    """Each case's problems, beside the expected ones."""
    for question, text, arguments, expected in ANSWERS:
        said, is_good = simulator.answer(question, text, *arguments)
        is_right = expected.removeprefix("!") in said and is_good != expected.startswith("!")
        yield f"device {question} {arguments}", [] if is_right else [said], None
    for environment, status, has, lacks in flows():
        code, text = run(**environment)
        wrong = [word for word in has if word not in text] + [word for word in lacks if re.search(re.escape(word), text)]
        yield f"device {environment}", [] if code == status and not wrong else [f"{code}, {wrong}: {text}"], None
