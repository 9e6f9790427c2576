#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Checks which packages an app that depends on Gantry fetches, with all traits and with `traits: []`, and
# that Gantry compiles without its trait.

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
  targets: [.target(name: "App", dependencies: [.product(name: "Gantry", package: "gantry")])])
MANIFEST
  swift package --package-path "$work" resolve > "$work/log" 2>&1 || { cat "$work/log" >&2; return 1; }
  sed -n 's/.*"identity" : "\(.*\)".*/\1/p' "$work/Package.resolved" | sort
}

core='swift-async-algorithms
swift-collections
swift-configuration
swift-log
swift-service-lifecycle
swift-syntax
swift-system'
all=$(sort <<< "$core
flyingfox
swift-argument-parser
swift-http-types
swift-mustache
yams")

# same EXPECTED FOUND: compares, and shows the differences.
same() { diff <(echo "$1") <(echo "$2"); }

expect 'an app fetches twelve packages with the monitor, the inspector, HTTP and the tool' same "$all" "$(fetched '')"
budget=$(python3 -c 'import json, sys; print(json.load(sys.stdin)["whole"]["packages resolved by default"])' \
  < "$root/Scripts/check/budgets.json")
expect 'their number is in the budgets' same "$budget" "$(wc -l <<< "$all")"
# With two traits, planning the build again would compile the package and all its importers again.
single() {
  swift package --package-path "$root" dump-package | python3 -c '
import json, sys
package = json.load(sys.stdin)
defaults = next(trait["enabledTraits"] for trait in package["traits"] if trait["name"] == "default")
asked = [(place["identity"], [trait["name"] for trait in place.get("traits", [])])
         for dependency in package["dependencies"] for place in dependency.get("sourceControl", [])]
wrong = [(name, traits) for name, traits in [("gantry", defaults), *asked] if len(traits) > 1]
print(*wrong)
sys.exit(bool(wrong) or not asked or not defaults)'
}
expect 'no package has more than one trait' single
expect 'with no traits it fetches seven' same "$core" "$(fetched ', traits: []')"

# typechecked SWIFTC_ARGUMENT...: Gantry's sources, with the settings of its manifest.
typechecked() {
  local settings
  mapfile -t settings < <(swift package --package-path "$root" dump-package | python3 -c '
import json, sys
targets = {target["name"]: target for target in json.load(sys.stdin)["targets"]}
for setting in targets["Gantry"]["settings"]:
    [(kind, value)] = setting["kind"].items()
    print({"enableUpcomingFeature": "-enable-upcoming-feature", "swiftLanguageMode": "-swift-version"}[kind])
    print(value["_0"])
')
  find "$root/Sources/Gantry" -name '*.swift' -print0 | xargs -0 swiftc -typecheck -module-name Gantry \
    -warnings-as-errors -package-name "$(basename "$root" | tr '[:upper:]' '[:lower:]')" "${settings[@]}" \
    "${imports[@]}" -load-plugin-executable "$plugin#GantryMacros" "$@"
}
{ echo "#if !Tools"; echo "let wrong: Int = \"\""; echo "#endif"; } > "$work/Wrong.swift"
expect 'a fault of what is without the trait is found' not typechecked "$work/Wrong.swift" 2> /dev/null
expect 'Gantry compiles without them' typechecked

verdict
