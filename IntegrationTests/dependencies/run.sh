#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Checks which packages an app that depends on Gantry fetches, with the trait and without, and builds a client
# of GantryCore, GantryProcess, GantryApple and GantryC, which compiles neither swift-syntax nor swift-configuration,
# and draws its launch.
# A client with macros loads a plug-in that was built before, and doesn't compile swift-syntax either.

set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$root/.build/dependencies
source "$here/../package.sh"

# fetched TRAITS: the packages that an app fetches if its dependency ends with TRAITS, one on each line.
fetched() {
  rm -rf "$work" && mkdir -p "$work/Sources/App" && touch "$work/Sources/App/App.swift"
  cat > "$work/Package.swift" << MANIFEST
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
  swift package --package-path "$work" resolve > "$work/log" 2>&1 || { cat "$work/log" >&2; return 1; }
  sed -n 's/.*"identity" : "\(.*\)".*/\1/p' "$work/Package.resolved" | sort
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
budget=$(python3 -c 'import json, sys; print(json.load(sys.stdin)["whole"]["packages resolved by default"])' \
  < "$root/Scripts/check/budgets.json")
expect 'their number is in the budgets' same "$budget" "$(wc -l <<< "$core")"
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

# The client and its own copy of Gantry, without the trait.
client=$here/Client
page=$work/launch.html
rm -f "$page"
# Both programs are built with the flags of the second, because with others the core would be compiled again.
read -ra flags <<< "$(GANTRY_PLUGIN=$plugin "$root/Scripts/plugin" "$work/plugin")"
expect 'the plug-in is in the folder' test -x "$work/plugin/GantryMacros-tool"
# client PRODUCT: builds a program of the client.
client() {
  swift build --package-path "$client" --product "$1" -Xswiftc -warnings-as-errors "${flags[@]}" > "$work/client.log" 2>&1 \
    || { grep -E 'error:' "$work/client.log" || tail -n 20 "$work/client.log"; return 1; }
}
program=$(swift build --package-path "$client" --show-bin-path)
rm -rf "$program"/{Gantry,GantryInterfaces,GantryMacros-tool,Author}.build
expect 'a client of GantryCore is built' client Client
expect 'a client of GantryCore finds the record that it wrote by hand' \
  same $'loaded\n["Messages"]' "$(GANTRY_REPORT=$page "$program/Client" 2> "$work/client.err")"
expect 'it draws its launch without a trait' grep -q '<html' "$page"
# SwiftPM makes a folder for each target that it plans; only those that are compiled have objects.
compiled() { find "$program/" -name '*.o' | sed -E 's#.*/([^/]+)\.build/.*#\1#' | sort -u | grep -E "$1"; }
expect 'it compiles the core' compiled '^GantryCore$'
expect 'it compiles the hosts for apps, and the header for C' compiled '^Gantry(Apple|CSupport)$'
expect 'it compiles no macro and none of swift-syntax' not compiled '^(_?Swift(Syntax|Parser|Diagnostics).*|GantryMacros)(-tool)?$'

# The client also links GantryTelemetry, as an app may whose other configuration has the trait.
expect 'without the trait, telemetry is an empty library' compiled '^GantryTelemetry$'
expect 'it compiles none of what that needs' not compiled '^(Tracing|Instrumentation|(Core)?Metrics|GantryMonitor)$'
expect 'it compiles none of swift-configuration' not compiled '^(Gantry)?Configuration$'


# SwiftPM evaluates the manifest of the package with the variable.
export GANTRY_PREBUILT_MACROS=1
expect 'a client with macros is built with the plug-in' client Author
expect 'its macros are expanded' same loaded "$("$program/Author" 2> "$work/client.err")"
expect 'it compiles the macros that Gantry declares' compiled '^Gantry$'
expect 'it compiles no plug-in and none of swift-syntax' not compiled '^(_?Swift(Syntax|Parser|Diagnostics).*|GantryMacros)(-tool)?$'

verdict
