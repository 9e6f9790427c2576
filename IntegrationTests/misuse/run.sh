#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The compiler shows mistakes that only it can find at the user's line, not inside an expansion. Every
# error is at a line that expects it here. Every such line has exactly one error, or the number that it
# states if the compiler can't be kept from reporting more. Where the macro sees no mistake, the compiler's error is
# in the expansion, and Troubleshooting.md has it.

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
    -diagnostic-style llvm "$source" 2>&1 | grep -E '^[^ ].*: (error|note: in expansion of macro)'
done > "$work/errors.txt"

python3 - "$work/errors.txt" "$root/Documentation/Reference/Troubleshooting.md" *.swift <<'PYTHON'
import os, re, sys

output, guide, *sources = sys.argv[1:]
headings = "".join(line for line in open(guide) if line.startswith("## "))
expected = {}
expanded = {}
for source in sources:
    for number, line in enumerate(open(source), start=1):
        if match := re.search(r"// (?:error|(\d) errors): (.+)$", line):
            expected[source, number] = match[2], int(match[1] or 1)
        # The attribute is in the line before.
        if match := re.search(r"// in the expansion: (.+)$", line):
            words = ".*".join(re.escape(part) for part in match[1].split("…"))
            expanded[source, number - 1] = match[1], re.compile(words)
wrong = []
met = {}
shown = set()
errors = []
for line in open(output):
    match = re.match(r"(.+?):(\d+):\d+: (error: )?(.*)", line)
    place = os.path.basename(match[1]), int(match[2])
    if match[3]:
        errors.append((line.strip(), place, match[4], []))
    else:
        errors[-1][3].append(place)
for line, place, text, macros in errors:
    if expansions := [macro for macro in macros if macro in expanded]:
        shown.update(macro for macro in expansions if expanded[macro][1].search(text))
        continue
    if place not in expected:
        wrong.append(f"not expected there: {line}")
        continue
    met[place] = met.get(place, 0) + 1
    if expected[place][0] not in text:
        wrong.append(f"not '{expected[place][0]}': {line}")
for place, (text, count) in expected.items():
    if met.get(place, 0) != count:
        wrong.append(f"{place[0]}:{place[1]}: {met.get(place, 0)} errors, not {count}: '{text}'")
for place, (text, _) in expanded.items():
    if place not in shown:
        wrong.append(f"{place[0]}:{place[1]}: no error in the expansion: '{text}'")
    if f'"{text}"' not in headings:
        wrong.append(f"Troubleshooting.md: no heading has \"{text}\"")
print("\n".join(wrong) if wrong else f"passed   {len(met)} mistakes are shown once, at their lines, and {len(shown)} in the expansion")
sys.exit(bool(wrong))
PYTHON
