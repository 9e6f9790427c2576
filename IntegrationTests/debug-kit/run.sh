#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Part of Gantry, a framework that gives every module of an app its own life.
# See LICENSE for the terms.
#
# The pages for developers are in the debug build of Bazaar, and nothing of them is in its release
# build: no record, route, symbol, string or file. Both are built from Bazaar's own manifest and
# looked at as programs; the release build is not optimised, so that nothing goes but what was never
# there.

set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$root/.build/debug-kit
"$root/Scripts/bootstrap" sqlite
source "$here/../package.sh"

# As the examples step builds it, so that there is nothing to do after it.
examples=(swift build --package-path "$root/Examples/Bazaar" --scratch-path "$root/.build/examples"
  -Xswiftc -warnings-as-errors)
"${examples[@]}" --product Bazaar --quiet </dev/null || exit 1
debug=$("${examples[@]}" --show-bin-path)

# The same manifest in a tree where Gantry comes without its plug-in.
tree=$work/tree
mkdir -p "$tree/Examples/Bazaar"
cp -p "$here/Gantry.swift" "$tree/Package.swift"
cp -p "$root/Examples/Bazaar/Package.swift" "$tree/Examples/Bazaar"
ln -sfn "$root/Sources" "$tree/Sources"
ln -sfn "$root/Examples/Bazaar/Sources" "$tree/Examples/Bazaar/Sources"
ln -sfn "$root/Examples/Bazaar/Tests" "$tree/Examples/Bazaar/Tests"
macros=(-Xswiftc -Xfrontend -Xswiftc -load-plugin-executable
  -Xswiftc -Xfrontend -Xswiftc "$built/GantryMacros-tool#GantryMacros")
customers=(swift build --package-path "$tree/Examples/Bazaar" --scratch-path "$work/build"
  -c release --disable-default-traits -Xswiftc -Onone "${macros[@]}")
"${customers[@]}" --product Bazaar --quiet </dev/null || exit 1
release=$("${customers[@]}" --show-bin-path)

# Where the package lies may have any name. Without -q: grep must read to the end, or the pipe breaks
# and the search counts as failed.
mentions() {
  { strings -a "$1/Bazaar" && nm -a "$1/Bazaar"; } | sed "s#$root##g" | grep -iE "$2" > /dev/null
}
links() { grep -qs 'DebugKit' "$1"/Bazaar.product/Objects.LinkFileList; }
copies() { find "$1/" -path '*.resources/*' -name "$2" | grep -q .; }
declares() { GANTRY_MANIFEST=json "$1/Bazaar" --folder "$work" | grep -q "\"name\" : \"$2\""; }

# answers PROGRAM PATH STATUS: the status of a page, asked for over HTTP.
answers() {
  local folder line status
  folder=$(mktemp -d)
  cp "$root/Examples/Bazaar/bazaar.json" "$folder"
  exec 3< <(exec "$1/Bazaar" --serve 0 --folder "$folder" 2>&1 </dev/null)
  local program=$!
  while IFS= read -r line <&3; do
    case $line in 'Web: '*) break ;; esac
  done
  status=$(python3 - "${line#Web: }$2" <<'END'
import sys, urllib.error, urllib.request
try:
    print(urllib.request.urlopen(sys.argv[1], timeout=30).status)
except urllib.error.HTTPError as error:
    print(error.code)
END
  )
  kill -TERM "$program"
  wait "$program"
  exec 3<&-
  rm -rf "$folder"
  [ "$status" = "$3" ]
}

words='debugkit|debugapi|debug/(pages|modules|launch|trace|style)|how long pages take'
expect 'a debug build declares DebugKit' declares "$debug" DebugKit
expect 'a debug build names DebugKit in symbols and strings' mentions "$debug" "$words"
expect 'a debug build has what the app tells of itself' mentions "$debug" 'DebugAPI10Inspection'
expect 'a debug build answers /debug/modules' answers "$debug" /debug/modules 200
expect 'a debug build links DebugKit' links "$debug"
expect 'a debug build has its templates' copies "$debug" bars.mustache
expect 'a debug build has its style' copies "$debug" debug.css
expect 'a debug build answers /debug/pages' answers "$debug" /debug/pages 200

expect 'a release build declares the shop' declares "$release" Catalog
expect 'a release build times its pages' declares "$release" Monitor
expect 'a release build names the other modules' mentions "$release" 'MonitorModule'
expect 'a release build has the other templates' copies "$release" frame.mustache
expect 'a release build does not declare DebugKit' not declares "$release" DebugKit
expect 'a release build has no symbol or string of DebugKit' not mentions "$release" "$words"
expect 'a release build does not link DebugKit' not links "$release"
expect 'a release build has none of its templates' not copies "$release" bars.mustache
expect 'a release build has no style of it' not copies "$release" debug.css
expect 'a release build answers the shop' answers "$release" / 200
expect 'a release build knows no /debug/pages' answers "$release" /debug/pages 404

verdict
