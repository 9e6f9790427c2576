#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Bazaar contains the pages for developers, but its build for customers contains nothing of them: no
# record, route, symbol, string or file. Both are debug builds. So the optimizer can't be the reason why
# something is missing, and external packages are compiled only once. `debug-module` inspects an optimized
# build. The trait isn't the only guard: without a debug build, the files of those pages compile to nothing.

set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$root/.build/debug-kit
"$root/Scripts/bootstrap" sqlite
source "$here/../package.sh"
rm -rf "$work"

# program NAME SWIFT_BUILD_ARGUMENT...: builds Bazaar in the folder of all examples, and keeps a copy,
# because the next build replaces it. That folder keeps resources that a build doesn't need.
program() {
  local build=(swift build --package-path "$root/IntegrationTests/shop" --scratch-path "$root/.build"
    -Xswiftc -warnings-as-errors "${@:2}") bin
  bin=$("${build[@]}" --show-bin-path) || return 1
  rm -rf "$bin"/Bazaar_*.resources "$bin/Bazaar.product"
  "$root/Scripts/anew" "${build[@]}" --product Bazaar --quiet </dev/null || return 1
  mkdir -p "$work/$1"
  cp -R "$bin/Bazaar" "$bin/Bazaar.product" "$bin"/Bazaar_*.resources "$work/$1"
}

customers=$work/customers
debug=$work/debug
# The first has the flags of the examples step, which has built it.
program debug || exit 1
program customers --disable-default-traits || exit 1

# The package's folder may have any name, and its build folder is called `debug`. No -q: grep must read
# to the end, or the pipe breaks and the search counts as failed.
mentions() {
  { strings -a "$1" && nm -a "$1"; } | sed "s#$root##g; s#/\.build/[^/]*/debug/##g" \
    | grep -iE "$2" > /dev/null
}

# object TARGET SWIFTC_ARGUMENT...: compiles a target of Bazaar with its trait, but without DEBUG.
object() {
  swiftc -swift-version 6 "${imports[@]}" -load-plugin-executable "$plugin#GantryMacros" \
    -D DebugKit -wmo -parse-as-library -module-name "$1" -c "$root/IntegrationTests/shop/Sources/$1"/*.swift \
    -o "$work/$1.o" "${@:2}"
}
links() { grep -qs 'DebugKit' "$1"/Bazaar.product/Objects.LinkFileList; }
copies() { find "$1/" -path '*.resources/*' -name "$2" | grep -q .; }
declares() { GANTRY_MANIFEST=json "$1/Bazaar" --folder "$work" | grep -q "\"name\" : \"$2\""; }

# answers PROGRAM PATH STATUS: requests a page over HTTP and compares its status.
answers() {
  local folder line status
  folder=$(mktemp -d)
  cp "$root/IntegrationTests/shop/bazaar.json" "$folder"
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

words='debugkit|debug/(pages|style)|how long pages take'
expect 'a debug build declares DebugKit' declares "$debug" DebugKit
expect 'a debug build names DebugKit in symbols and strings' mentions "$debug/Bazaar" "$words"
expect 'a debug build links DebugKit' links "$debug"
expect 'a debug build has its templates' copies "$debug" bars.mustache
expect 'a debug build has its style' copies "$debug" debug.css
expect 'a debug build answers /debug/pages' answers "$debug" /debug/pages 200

expect 'a build for customers declares the shop' declares "$customers" Catalog
expect 'a build for customers times its pages' declares "$customers" Monitor
expect 'a build for customers names the other modules' mentions "$customers/Bazaar" 'MonitorModule'
expect 'a build for customers has the other templates' copies "$customers" frame.mustache
expect 'a build for customers does not declare DebugKit' not declares "$customers" DebugKit
expect 'a build for customers has no symbol or string of DebugKit' not mentions "$customers/Bazaar" "$words"
expect 'a build for customers does not link DebugKit' not links "$customers"
expect 'a build for customers has none of its templates' not copies "$customers" bars.mustache
expect 'a build for customers has no style of it' not copies "$customers" debug.css
expect 'a build for customers answers the shop' answers "$customers" / 200
expect 'a build for customers knows no /debug/pages' answers "$customers" /debug/pages 404

object DebugKit -D DEBUG || exit 1
expect 'with DEBUG its code is compiled' mentions "$work/DebugKit.o" '\$s8DebugKit|debug/'
object DebugKit && object Bazaar || exit 1
expect 'without DEBUG no code of DebugKit is compiled' not mentions "$work/DebugKit.o" '\$s8DebugKit|debug/'
expect 'and the program does not name it' not mentions "$work/Bazaar.o" "$words"

verdict
