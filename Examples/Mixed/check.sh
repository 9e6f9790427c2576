#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The launch has the functions in C, C++ and Objective-C and the Swift module in the order of their
# dependencies, and the command line knows where each of them is declared. BIN names the folder of the built
# programs; without it they are built first.
set -euo pipefail
cd "$(dirname "$0")"

fail() {
  echo "Mixed: $*"
  exit 1
}

scratch="$PWD/../../.build"
if [ -z "${BIN-}" ]; then
  swift build --scratch-path "$scratch" --quiet 1>&2
  BIN=$(swift build --scratch-path "$scratch" --show-bin-path)
fi
output=$("$BIN/Mixed" 2>/dev/null)
for line in 'noted: an order at 54.32 N, 10.14 E' 'badge: 1'; do
  grep -qxF "$line" <<<"$output" || fail "there is no line '$line' in
$output"
done

# line TASK: the number of a task's line in the launch.
line() { grep -nE -m 1 "[^A-Za-z.]$1 " <<<"$output" | cut -d: -f1; }
order=$(for task in setUpCrashes loadMap readBadge Orders.open; do line "$task"; done)
[ "$(wc -w <<<"$order")" = 4 ] && sort -nc <<<"$order" 2>/dev/null \
  || fail "the tasks are not in the order of their dependencies:
$output"

gantry() { "$scratch/debug/gantry" "$@" --package . --scratch-path "$scratch" --no-build; }
list=$(gantry list tasks)
for source in Crashes/crashes.c Map/map.cpp Badges/badges.m; do
  grep -q " $source:[0-9]" <<<"$list" || fail "gantry list does not say that a task is in $source:
$list"
done
gantry check || fail "gantry check found faults"
