#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs the monitor's tests in a release build, where the optimizer can inline calls: every call of a page
# must still be timed. The package's own tests cover the debug build.

set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
out=$here/.build/run.out
[ -n "${GANTRY_BUILT-}" ] || "$root/Scripts/check/build" || exit 1
mkdir -p "$here/.build"
if swift test --package-path "$here" -c release -Xswiftc -warnings-as-errors >"$out" 2>&1; then
  grep -E "Test run with .* passed" "$out"
else
  cat "$out"
  exit 1
fi
