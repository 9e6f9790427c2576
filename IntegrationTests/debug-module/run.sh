#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# A debug module in `#if DEBUG` leaves no record, symbol or string in an optimized build without DEBUG.
# With `enabled: .debug` alone, it leaves no record. This test inspects a program that is linked from the
# package's own build folder, because a release build of the macros would take minutes. If the module is
# behind a package trait, its target isn't linked and its resources aren't copied. A program without any
# record says so.

set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$root/.build/debug-module
source "$here/../package.sh"

# program NAME SWIFTC_ARGUMENT...: builds the program with the objects of the package.
program() {
  local name=$1
  shift
  swiftc "$@" -module-name "$name" \
    "${imports[@]}" -load-plugin-executable "$plugin#GantryMacros" \
    "$here/Modules.swift" "$here/main.swift" -Xlinker "$work/libpackage.a" -o "$work/$name"
}

# No -q: grep must read to the end, or the pipe breaks and the search counts as failed.
mentions() { { strings -a "$work/$1" && nm -a "$work/$1"; } | grep -i 'toolbox' > /dev/null; }

lists() { [ "$("$work/$1")" = "$2" ]; }

program WithDebug -Onone -DDEBUG || exit 1
program WithoutDebug -O || exit 1
expect 'a debug build has the debug modules' \
  lists WithDebug 'Halfway Shop Toolbox inspectToolboxMarker'
expect 'a debug build mentions the debug module' mentions WithDebug
expect 'a release build has no record of a debug module' lists WithoutDebug 'Shop'
expect 'a release build has no symbol or string of a debug module' not mentions WithoutDebug

# A wildcard such as `.note*` is usual where a program should be small.
says_that_it_has_no_records() {
  objcopy --remove-section='.note*' "$work/WithoutDebug" "$work/Bare" || return 1
  "$work/Bare" Shop | grep 'this program has no link-time records, not even that of Gantry' >/dev/null
}

expect 'a program whose records were removed says so' says_that_it_has_no_records

# traits NAME SWIFT_BUILD_ARGUMENT...: builds the package whose debug module is behind a trait.
traits() {
  local name=$1
  shift
  swift build --package-path "$here/Package" --scratch-path "$work/$name" --product App --quiet "$@"
}

# The linker's command line names the object, even if nothing refers to it.
links() { grep -rqs 'ToolboxModule' "$work/$1/"*/*/App.product/; }

copies() { find "$work/$1" -name toolbox.txt -path '*.resources/*' | grep -q .; }

traits WithTrait || exit 1
traits WithoutTrait -c release --disable-default-traits || exit 1
expect 'with the trait the module is linked' links WithTrait
expect 'with the trait its resources are copied' copies WithTrait
expect 'without the trait the module is not linked' not links WithoutTrait
expect 'without the trait its resources are not copied' not copies WithoutTrait

verdict
