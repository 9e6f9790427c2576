#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The libraries for Apple systems, compiled for this system against a UIKit of plain Swift in the
# folder beside this file, and their tests with those of the folder `Tests`. Then the lines that ran here
# and in `apple-appkit` are counted: `lines.py` compares them with `lines.txt`.

set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$root/.build/apple-uikit
desktop=$root/.build/apple-appkit
kit=UIKit
source "$here/../package.sh"
source "$here/../apple-system/build.sh"

libraries
mapfile -t sources < <(find "$root/Tests/GantryAppleTests" -name '*.swift')
tests AppDelegateTests "${sources[@]}" "$here"/Tests/*.swift \
  "$system"/{Messages,Waiting}.swift
calls && expect 'the program that measures the delegates runs' \
  env LLVM_PROFILE_FILE="$work/calls.profraw" "$work/AppleCalls" --smoke
# The gate has run it before; alone, this script does.
[ -e "$desktop/coverage.json" ] || "$here/../apple-appkit/run.sh" || exit 1
expect 'the lines that ran are those of the list' \
  python3 "$here/lines.py" "$root/Sources" "$here/lines.txt" "$work" "$desktop"
verdict
