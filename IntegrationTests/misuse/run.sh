#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The compiler shows mistakes that only it can find at the user's line, not inside an expansion. Every
# error is at a line that expects it here. Every such line has exactly one error, or the number that it
# states if the compiler can't be kept from reporting more.

set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$root/.build/misuse
source "$here/../package.sh"

cd "$here" || exit 1
# Each file separately: files of one target also report each other's mistakes at file scope. A file may begin
# with the options that it needs.
for source in *.swift; do
  read -r -a options < <(sed -n 's|^// Options: ||p' "$source")
  swiftc ${options[@]+"${options[@]}"} -typecheck -swift-version 6 -module-name Misuse -parse-as-library \
    "${imports[@]}" -load-plugin-executable "$plugin#GantryMacros" \
    -diagnostic-style llvm "$source" 2>&1 | grep -E '^[^ ].*: error: '
done > "$work/errors.txt"

python3 - "$work/errors.txt" *.swift <<'PYTHON'
import os, re, sys

output, *sources = sys.argv[1:]
expected = {}
for source in sources:
    for number, line in enumerate(open(source), start=1):
        if match := re.search(r"// (?:error|(\d) errors): (.+)$", line):
            expected[source, number] = match[2], int(match[1] or 1)
wrong = []
met = {}
for line in open(output):
    match = re.match(r"(.+?):(\d+):\d+: error: (.*)", line)
    place, text = (os.path.basename(match[1]), int(match[2])), match[3]
    if place not in expected:
        wrong.append(f"not expected there: {line.strip()}")
        continue
    met[place] = met.get(place, 0) + 1
    if expected[place][0] not in text:
        wrong.append(f"not '{expected[place][0]}': {line.strip()}")
for place, (text, count) in expected.items():
    if met.get(place, 0) != count:
        wrong.append(f"{place[0]}:{place[1]}: {met.get(place, 0)} errors, not {count}: '{text}'")
print("\n".join(wrong) if wrong else f"passed   {len(met)} mistakes are shown once, at their lines")
sys.exit(bool(wrong))
PYTHON
