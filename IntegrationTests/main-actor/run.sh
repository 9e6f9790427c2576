#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The samples of the guides also compile in a target whose default is the main actor, with the upcoming
# features of a new project in Xcode.

set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$root/.build/main-actor
source "$here/../package.sh"

# compiles GUIDE: whether the compiler accepts the files of a guide without an error.
compiles() {
  # The guides are a package without other settings.
  swiftc -typecheck "${settings[@]:0:4}" -parse-as-library -module-name "$1" "${imports[@]}" \
    -load-plugin-executable "$plugin#GantryMacros" -diagnostic-style llvm \
    -default-isolation MainActor -enable-upcoming-feature NonisolatedNonsendingByDefault \
    -enable-upcoming-feature InferIsolatedConformances "$root/Guides/$1"/*.swift 2>"$work/$1.log" \
    || { grep ' error: ' "$work/$1.log"; return 1; }
}

for guide in "$root"/Guides/*/; do
  expect "$(basename "$guide")" compiles "$(basename "$guide")"
done
verdict
