#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Compiles the libraries for Apple systems on this system, against the UIKit written in plain Swift in the
# folder beside this file, and runs their tests and those in `Tests`. Then `lines.py` counts the lines that
# ran here and in `apple-appkit`, and compares them with `lines.txt`.

set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$root/.build/apple-uikit
desktop=$root/.build/apple-appkit
kit=UIKit
source "$here/../package.sh"
source "$here/../apple-system/build.sh"

libraries
sources=()
while IFS= read -r file; do sources+=("$file"); done < <(find "$root/Tests/GantryAppleTests" -name '*.swift')
tests AppDelegateTests "${sources[@]}" "$here"/Tests/*.swift \
  "$system"/Messages.swift
calls && expect 'the program that measures the delegates runs' \
  env LLVM_PROFILE_FILE="$work/calls.profraw" "$work/AppleCalls" --smoke
# The gate has already run `apple-appkit`; if this script runs alone, it does so here.
[ -e "$desktop/coverage.json" ] || "$here/../apple-appkit/run.sh" || exit 1
expect 'the lines that ran are those of the list' \
  python3 "$here/lines.py" "$root/Sources" "$here/lines.txt" "$work" "$desktop"
verdict
