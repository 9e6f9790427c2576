#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Part of Gantry, a framework that gives every module of an app its own life.
# See LICENSE for the terms.
#
# The libraries for Apple systems, compiled for this system against a UIKit of plain Swift in the
# folder beside this file, and their tests with those of the folder `Tests`. Then the lines that ran
# are counted: `lines.py` compares them with `lines.txt`.
#
# Objective-C is not there: `@objc` is taken out of the copies that are compiled, and what needs its
# runtime is left out by the sources themselves.

set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$root/.build/apple-uikit
source "$here/../package.sh"

package=$(basename "$root" | tr '[:upper:]' '[:lower:]')
features=()
for name in ExistentialAny InternalImportsByDefault MemberImportVisibility InferIsolatedConformances \
  NonisolatedNonsendingByDefault ImmutableWeakCaptures; do
  features+=(-enable-upcoming-feature "$name")
done
tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
tests=$tools/../lib/swift/host/plugins
flags=(swiftc -I "$work/modules" -swift-version 6 -parse-as-library -Onone -enable-testing -package-name "$package"
  "${features[@]}" "${imports[@]}" -load-plugin-executable "$built/GantryMacros-tool#GantryMacros"
  -plugin-path "$tests" -profile-generate -profile-coverage-mapping)

rm -rf "$work"/{sources,modules,profile} && mkdir -p "$work"/{sources,modules,profile}

# library NAME FILE...: compiles a module.
library() {
  local name=$1
  shift
  "${flags[@]}" -module-name "$name" -emit-module -emit-module-path "$work/modules/$name.swiftmodule" \
    -wmo -c "$@" -o "$work/$name.o" || exit 1
}

# copied NAME: the sources of a target without `@objc`.
copied() {
  cp -R "$root/Sources/$1" "$work/sources/$1"
  find "$work/sources/$1" -name '*.swift' -exec sed -i -E 's/@objc open/public/; s/@objc(\([^)]*\))? ?//' {} +
}

library UIKit "$here"/UIKit/*.swift
for name in GantryApple GantryApplePush GantryAppleMonitor; do copied "$name"; done
# The activities of Foundation are the stand-in's here.
sed -i 's/^  internal import Foundation$/&\n  internal import UIKit/' \
  "$work/sources/GantryApple/UIKit/UserActivity+System.swift"
mapfile -t sources < <(find "$work/sources/GantryApple" -name '*.swift')
library GantryApple "${sources[@]}"
library GantryApplePush "$work/sources/GantryApplePush"/*.swift
library GantryAppleMonitor "$work/sources/GantryAppleMonitor"/*.swift
cat >"$work/Runner.swift" <<'SWIFT'
import Testing
@main struct Runner {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
SWIFT
mapfile -t sources < <(find "$root/Tests/GantryAppleTests" -name '*.swift')
"${flags[@]}" -module-name AppleTests "${sources[@]}" "$here"/Tests/*.swift "$work/Runner.swift" \
  "$work"/{UIKit,GantryApple,GantryApplePush,GantryAppleMonitor}.o \
  "$built"/LaunchFixture.build/*.o "$work/libpackage.a" -o "$work/Tests" || exit 1
LLVM_PROFILE_FILE=$work/profile/%p.profraw "$work/Tests" >"$work/log" 2>&1
status=$?
grep -E '✘|Test run with' "$work/log" | head -n 20
expect 'the tests pass against the UIKit of plain Swift' [ "$status" -eq 0 ]
"$tools/llvm-profdata" merge -o "$work/profile/all" "$work"/profile/*.profraw &&
  "$tools/llvm-cov" export -summary-only -instr-profile "$work/profile/all" "$work/Tests" \
    >"$work/coverage.json" 2>/dev/null
expect 'the lines that ran are those of the list' \
  python3 "$here/lines.py" "$work/coverage.json" "$work/sources" "$root/Sources" "$here/lines.txt"
verdict
