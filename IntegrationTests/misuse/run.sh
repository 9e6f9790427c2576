#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Part of Gantry, a framework that gives every module of an app its own life.
# See LICENSE for the terms.
#
# Mistakes that only the compiler can see are shown at the user's line, not somewhere in an
# expansion: every error is at a line of Misuse.swift that expects it, and every such line has one.

set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$root/.build/misuse
source "$here/../package.sh"

cd "$here"
swiftc -typecheck -swift-version 6 -module-name Misuse -parse-as-library \
  "${imports[@]}" -load-plugin-executable "$built/GantryMacros-tool#GantryMacros" \
  -diagnostic-style llvm Misuse.swift 2>&1 | grep -E '^[^ ].*: error: ' > "$work/errors.txt"

python3 - Misuse.swift "$work/errors.txt" <<'PYTHON'
import re, sys

source, output = sys.argv[1:]
expected = {}
for number, line in enumerate(open(source), start=1):
    if match := re.search(r"// error: (.+)$", line):
        expected[number] = match.group(1)
wrong = []
met = set()
for line in open(output):
    match = re.match(r"(.+?):(\d+):\d+: error: (.*)", line)
    place, number, text = match[1], int(match[2]), match[3]
    if place.endswith(source) and number in expected:
        if expected[number] in text:
            met.add(number)
    else:
        wrong.append(f"not expected there: {line.strip()}")
for number in sorted(set(expected) - met):
    wrong.append(f"{source}:{number}: no error says '{expected[number]}'")
print("\n".join(wrong) if wrong else f"passed   {len(met)} mistakes are shown at their lines")
sys.exit(bool(wrong))
PYTHON
