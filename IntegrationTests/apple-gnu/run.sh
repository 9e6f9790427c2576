#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Tests the part of GantryApple and GantryAppleMonitor that changes classes, and modules that are classes.
# It uses GNU's Objective-C runtime and GNUstep's Foundation, which has key-value observing. The delegates,
# controllers and modules are written in Objective-C, in `Objects`.

set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$root/.build/apple-gnu
"$root/Scripts/bootstrap" gnustep || exit 1
for_apple=yes
source "$here/../package.sh"

mkdir -p "$work/modules"
headers=$(gcc -print-file-name=include)/objc
cat >"$work/modules/module.modulemap" <<EOF
module CObjC { header "$headers/runtime.h" header "$headers/message.h" export * }
module CObjects { header "$here/Objects/Objects.h" }
EOF
read -ra flags < <(gnustep-config --objc-flags)
for name in Objects Modules; do
  gcc "${flags[@]}" -Werror -I "$root/Sources/GantryC/include" -DGANTRY_TARGET='"Shop"' \
    -MF "$work/$name.d" -c "$here/Objects/$name.m" -o "$work/$name.o" || exit 1
done
printf '%s\n' 'import Testing' '@main struct Runner {' \
  '  static func main() async { await Testing.__swiftPMEntryPoint() as Never }' '}' >"$work/Runner.swift"
tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
swiftc -swift-version 6 -parse-as-library -Onone -warnings-as-errors -I "$work/modules" "${imports[@]}" \
  -I "$root/Sources/GantryC/include" \
  -package-name "$(basename "$root" | tr '[:upper:]' '[:lower:]')" \
  -plugin-path "$tools/../lib/swift/host/plugins" -module-name GnuTests "$here"/Tests/*.swift \
  "$work"/{Runner.swift,Objects.o,Modules.o,libpackage.a} -lgnustep-base -lobjc -o "$work/Tests" || exit 1
"$work/Tests" >"$work/log" 2>&1
status=$?
grep -E '✘|Test run with|GNUstep' "$work/log" | head -n 20
expect "the tests pass on GNU's Objective-C runtime" [ "$status" -eq 0 ]
verdict
