#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs the program before and after the adoption, and holds the README to what is compiled: its
# diff, the number of changed lines, and the output. BIN names the folder of the built programs;
# without it they are built first.
set -euo pipefail
cd "$(dirname "$0")"
most=19

fail() {
  echo "Adoption: $*"
  exit 1
}

# block LANGUAGE NUMBER: the text of a code block of the README.
block() {
  awk -v open="\`\`\`$1" -v number="$2" '
    $0 == "```" { shown = 0 }
    shown { print }
    $0 == open { shown = ++count == number }' README.md
}

changes=$(diff -U1 --label Before/Program.swift --label After/Program.swift \
  Sources/Before/Program.swift Sources/After/Program.swift || true)
[ "$changes" = "$(block diff 1)" ] || fail "the diff in README.md is not the real one:
$changes"
[ "$(ls Sources/Before)" = "$(ls Sources/After)" ] || fail "the diff must show all files"

# What was added to the manifest names Gantry: the package, and the target's dependency on it.
count=$(($(grep -c '^[-+][^-+]' <<<"$changes") + $(grep -c '^[-+]$' <<<"$changes") \
  + $(grep -c '"gantry"' Package.swift)))
[ "$count" -le "$most" ] || fail "$count changed lines; at most $most"
grep -q "$count changed lines" README.md || fail "README.md must say '$count changed lines'"

if [ -z "${BIN-}" ]; then
  scratch="$PWD/../../.build"
  swift build --scratch-path "$scratch" --quiet 1>&2
  BIN=$(swift build --scratch-path "$scratch" --show-bin-path)
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

letters() {
  mkdir -p "$work/$1"
  touch "$work/$1/ada.txt" "$work/$1/ben.txt"
}

number=0
for program in Before After; do
  number=$((number + 1))
  letters "$program"
  output=$("$BIN/$program" "$work/$program" --until-empty 2>"$work/errors") \
    || fail "$program failed: $(cat "$work/errors")"
  [ "$output" = "$(block console "$number" | grep -v '^\$ ')" ] \
    || fail "the output of $program is not what README.md shows:
$output"
  [ -f "$work/$program/sent/ada.txt" ] || fail "$program delivered nothing"
done

# The program still ends by its own signals, and the module then files what it has heard.
letters signaled
"$BIN/After" "$work/signaled" --interval 10 >"$work/output" 2>/dev/null &
program=$!
for _ in $(seq 200); do
  [ -f "$work/signaled/sent/ben.txt" ] && break
  sleep 0.05
done
kill -TERM "$program"
wait "$program" || fail "After ended with status $? at SIGTERM"
grep -q 'receipts filed: ada.txt, ben.txt' "$work/output" \
  || fail "After filed no receipts at SIGTERM: $(cat "$work/output")"
