#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Checks which packages an app that depends on Gantry fetches, with the trait and without, and what SwiftPM would compile
# for a client of GantryCore, GantryProcess, GantryApple and GantryC: neither swift-syntax nor swift-configuration. A
# client with macros that loads a plug-in which was built before doesn't compile swift-syntax either. Both programs are
# compiled with the package's own build, because theirs would compile all of Gantry again; the first draws its launch.
# The step `apple` really builds the libraries without the trait.

set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$root/.build/dependencies
source "$here/../package.sh"

# fetched TRAITS: the packages that an app fetches if its dependency ends with TRAITS, one on each line.
fetched() {
  rm -rf "$work/app" && mkdir -p "$work/app/Sources/App" && touch "$work/app/Sources/App/App.swift"
  cat > "$work/app/Package.swift" << MANIFEST
// swift-tools-version: 6.3
import PackageDescription
let package = Package(
  name: "App",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "gantry", path: "$root"$1)],
  targets: [
    .target(
      name: "App",
      dependencies: [
        .product(name: "Gantry", package: "gantry"), .product(name: "GantryTelemetry", package: "gantry"),
      ])
  ])
MANIFEST
  swift package --package-path "$work/app" resolve > "$work/app.log" 2>&1 || { cat "$work/app.log" >&2; return 1; }
  sed -n 's/.*"identity" : "\(.*\)".*/\1/p' "$work/app/Package.resolved" | sort
}

core='swift-async-algorithms
swift-collections
swift-configuration
swift-http-types
swift-log
swift-service-lifecycle
swift-syntax
swift-system'
all=$(sort <<< "$core
swift-argument-parser
swift-distributed-tracing
swift-metrics
yams")

# same EXPECTED FOUND: compares, and shows the differences.
same() { diff <(echo "$1") <(echo "$2"); }

expect 'an app fetches eight packages' same "$core" "$(fetched '')"
# With two traits, planning the build again would compile the package and all its importers again.
single() {
  swift package --package-path "$root" dump-package | python3 -c '
import json, sys
package = json.load(sys.stdin)
own = [trait["name"] for trait in package["traits"] if trait["name"] != "default"]
asked = [(place["identity"], [trait["name"] for trait in place.get("traits", [])])
         for dependency in package["dependencies"] for place in dependency.get("sourceControl", [])]
wrong = [(name, traits) for name, traits in [("gantry", own), *asked] if len(traits) > 1]
print(*wrong)
sys.exit(bool(wrong) or not asked or not own)'
}
expect 'no package has more than one trait' single
expect 'with the trait it fetches four more' same "$all" "$(fetched ', traits: ["Extras"]')"

client=$here/Client
read -ra flags <<< "$(GANTRY_PLUGIN=$plugin "$root/Scripts/plugin" "$work/plugin" | sed 's/-Xswiftc//g')"
expect 'the plug-in is in the folder' test -x "$work/plugin/GantryMacros-tool"
# client PROGRAM: compiles a program of the client.
client() {
  swiftc -parse-as-library -swift-version 6 -warnings-as-errors "${imports[@]}" "${flags[@]}" \
    -module-name "$1" "$client/Sources/$1"/*.swift "$work/libpackage.a" -o "$work/$1"
}
page=$work/launch.html
expect 'a client of GantryCore is built' client Client
expect 'it finds the record that it wrote by hand' \
  same $'loaded\n["Messages"]' "$(GANTRY_REPORT=$page "$work/Client" 2> "$work/client.err")"
expect 'it draws its launch' grep -q '<html' "$page"
expect 'a client with macros is built with the plug-in' client Author
expect 'its macros are expanded' same loaded "$("$work/Author" 2> "$work/client.err")"

# plan PROGRAM: the modules that SwiftPM would compile.
plan() { "$here/plan.py" "$client" "$1" -Xswiftc -warnings-as-errors > "$work/plan"; }
compiled() { grep -E "$1" "$work/plan"; }
syntax='^(_?Swift(Syntax|Parser|Diagnostics).*|GantryMacros)(-tool)?$'
expect 'a client of GantryCore is planned' plan Client
expect 'it compiles the core' compiled '^GantryCore$'
expect 'each module is compiled again after a change of any that it builds on' not compiled $'\t'
expect 'it compiles the hosts for apps, and the header for C' compiled '^Gantry(Apple|CSupport)$'
expect 'it compiles no macro and none of swift-syntax' not compiled "$syntax"
# The client also links GantryTelemetry, as an app may whose other configuration has the trait.
expect 'without the trait, telemetry is an empty library' compiled '^GantryTelemetry$'
expect 'it compiles none of what that needs' not compiled '^(Tracing|Instrumentation|(Core)?Metrics|GantryMonitor)$'
expect 'it compiles none of swift-configuration' not compiled '^(Gantry)?Configuration$'

# `swift run` also builds the programs of an app's dependencies.
expect 'the program gantry is planned' plan gantry
expect 'without the trait, it compiles none of the tool' not compiled '^(GantryTool|ArgumentParser|Yams)$'
expect 'it compiles its own file' compiled '^GantryMain$'

expect 'a client with macros is planned' plan Author
expect 'it compiles the plug-in and swift-syntax' compiled '^SwiftSyntax-tool$'
# SwiftPM evaluates the manifest of the package with the variable.
export GANTRY_PREBUILT_MACROS=1
expect 'with a plug-in that was built before, it is planned, too' plan Author
expect 'it compiles the macros that Gantry declares' compiled '^Gantry$'
expect 'its modules are compiled again, too' not compiled $'\t'
expect 'it compiles no plug-in and none of swift-syntax' not compiled "$syntax"

verdict
