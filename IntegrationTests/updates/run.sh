#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Builds an app that names only the product Gantry, changes the layout of a type in a library that Gantry re-exports, and
# builds again, as after an update: the app is compiled again, and reads the type as before. Compiles Gantry once, and
# most of it a second time.

set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$root/.build/updates
source "$here/../package.sh"

rm -rf "$work/gantry" "$work/app" && mkdir -p "$work/gantry"
cp -R "$root"/{Package.swift,Plugins,Sources,Tests} "$work/gantry"
cp -R "$here/App" "$work/app"
read -ra flags <<< "$(GANTRY_PLUGIN=$plugin "$root/Scripts/plugin" "$work/plugin")"
export GANTRY_PREBUILT_MACROS=1

# builds LOG: builds the app, incrementally.
builds() {
  swift build --package-path "$work/app" "${flags[@]}" > "$work/$1.log" 2>&1 || { tail -n 20 "$work/$1.log"; return 1; }
}
runs() { diff <(echo "ready: Messages.init, Messages.load") <("$work/app/.build/debug/App" 2> "$work/$1.err"); }

expect 'an app is built' builds first
expect 'it reads the report of its launch' runs first

report=$work/gantry/Sources/GantryLaunch/Report/LaunchReport.swift
sed -i.old 's/^  package let schemaVersion: Int$/  package var added = [1, 2, 3]\n&/' "$report"
expect 'a report gets another first property' not cmp -s "$report" "$report.old"
rm "$report.old"
expect 'the app is built again' builds second
expect 'its target was compiled again' grep -q 'Compiling App ' "$work/second.log"
expect 'it reads the report as before' runs second
verdict
