#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# A package whose executable names no module. Removing a line from the executable's dependencies removes
# the module, adding a line adds it, and nothing else needs to change. SwiftPM builds the package. Gantry
# comes from its own build folder, because building the macros takes minutes.

set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$root/.build/linked-targets
source "$here/../package.sh"

package=$work/Package
rm -rf "$package"
cp -R "$here/Package" "$package"
GANTRY_ARCHIVE=$work/libpackage.a
GANTRY_IMPORTS=$(printf '%s\n' "${imports[@]}" \
  -load-plugin-executable "$plugin#GantryMacros")
export GANTRY_ARCHIVE GANTRY_IMPORTS

build() { swift build --package-path "$package" --scratch-path "$work/build" --quiet; }

# says LINE...: compares the program's whole output, and shows the differences.
says() {
  diff <(printf '%s\n' "$@") <("$work/build/debug/Cafe" 2> "$work/log") && return
  cat "$work/log" && return 1
}

# mentions NAME: no -q, or the pipe breaks.
mentions() { { strings -a "$work/build/debug/Cafe" && nm -a "$work/build/debug/Cafe"; } |
  grep "$1" > /dev/null; }

# one_line: the total change in the package is one line.
one_line() { [ "$(diff -r "$here/Package" "$package" | grep -c '^[<>]')" -eq 1 ]; }

build || exit 1
expect 'the modules of the dependencies are alive, and both of two functions of one name' \
  says 'linked: Coffee Tea smellCoffee smellTea' 'Tea steeps' 'Coffee brews' \
  'Coffee is smelled' 'Tea is smelled' 'Tea is served' 'Coffee is served' \
  'Coffee is cleared' 'Tea is cleared'

sed -i.old '/^        "Tea",$/d' "$package/Package.swift" && rm "$package/Package.swift.old"
build || exit 1
expect 'one line was taken out of the manifest' one_line
expect 'without its target in the dependencies a module is gone, and the others live on' \
  says 'linked: Coffee smellCoffee' 'Coffee brews' 'Coffee is smelled' 'Coffee is served' \
  'Coffee is cleared'
expect 'nothing of it is in the program' not mentions TeaModule
expect 'while what is left can be seen there' mentions CoffeeModule

cp "$here/Package/Package.swift" "$package/Package.swift"
sed -i.old 's/^        "Coffee",$/&\n        "Milk",/' "$package/Package.swift" &&
  rm "$package/Package.swift.old"
build || exit 1
expect 'one line was added to the manifest' one_line
expect 'with its target among the dependencies a module is alive, in its place' \
  says 'linked: Coffee Milk Tea smellCoffee smellTea' 'Milk steams' 'Tea steeps' \
  'Coffee brews' 'Coffee is smelled' 'Tea is smelled' 'Milk is served' 'Tea is served' \
  'Coffee is served' 'Coffee is cleared' 'Tea is cleared' 'Milk is cleared'

verdict
