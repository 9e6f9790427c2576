#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Tests the files that `gantry new` creates: a command-line app with small and full modules, and a separate
# interface. Everything builds without warnings, passes its tests, follows the house's format, and runs: full
# modules in their demo apps, and the app with all commands. The build folder is the one for the examples.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$root/.build/new
source "$here/../package.sh"
scratch=$root/.build
gantry=$built/gantry
flags=(-Xswiftc -warnings-as-errors)
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1
# Other apps in that folder have modules with the same names; their next build restores these.
rm -rf "$scratch"/debug/Bazaar_*.resources

# make ARGUMENT...: `gantry new`, without its output.
make() { "$gantry" new "$@" > /dev/null && extras .; }

formatted() { swift format lint --strict --recursive "$@"; }

# tested FOLDER: builds a package with its tests, and runs them.
tested() {
  "$root/Scripts/anew" swift test --package-path "$1" --scratch-path "$scratch" --quiet "${flags[@]}" \
    > "$work/tests.log" 2>&1 || { cat "$work/tests.log"; return 1; }
}

# demo NAME: a module's demo app shows its launch, its page, and its log.
demo() {
  local shown
  shown=$("$scratch/debug/$1Demo" 2>&1) &&
    grep -q "^Ready after .*, 3 tasks, 0 skipped, 0 failed$" <<< "$shown" &&
    grep -q "^/.*?name=Ada → $1 says hello, Ada!$" <<< "$shown" &&
    grep -q " info .*greeted Ada$" <<< "$shown"
}

expect 'an app is made' make app Shop --platform terminal
expect 'a module is made in it' make module Orders --into Shop --full
expect 'a second one, whose imports stand in another order' make module AccountBalance --into Shop --full
expect 'a small one, with a test alone' make module Reviews --into Shop
expect 'an interface alone' make module Tea --api-only
expect 'an interface in the app' make module Tracking --api-only --into Shop
expect 'its module, which takes that interface' make module Tracking --into Shop
expect 'a module that uses the interface of another' make module Goods --into Shop --uses Orders
uses() { "$gantry" use "$@" --package Shop > /dev/null; }
expect 'and of a second one, which is added' uses AccountBalance --in Goods
expect 'and the stub of its service by the tests' uses Orders OrdersTesting --in GoodsTests
cat > Shop/Modules/Goods/Sources/Goods/Listening.swift << 'END'
import AccountBalanceAPI
import Gantry
import OrdersAPI

/// Opens the page of one module when another has greeted.
@On func greeted(_ event: AccountBalanceGreeted, context: ModuleContext) async throws {
  _ = try await context.router.call(OrdersPage(name: event.guest))
}
END
cat > Shop/Modules/Goods/Tests/GoodsTests/StubTests.swift << 'END'
import GantryTesting
import Goods
import OrdersAPI
import OrdersTesting
import Testing

@Suite struct StubTests {
  @Test func `a module finds the stub`() async throws {
    let host = try await TestApplication.start(
      GoodsModule.self,
      providing: { $0.provide(StubOrders(guests: ["Ada"]), as: (any OrdersService).self) })
    let service = try host.application.services.resolve((any OrdersService).self)
    #expect(await service.guests == ["Ada"])
  }
}
END
# part KIND NAME: the code that is printed is a source file of the module Reviews.
part() { "$gantry" new "$1" "$2" > "Shop/Modules/Reviews/Sources/Reviews/$2.swift"; }
expect 'the code of an event is printed' part event ReviewsPlaced
expect 'that of a route is' part route ReviewsList
expect 'that of a service is' part service ReviewsStore
expect 'a module with the shortest name' make module M --full
expect 'a module with the longest name' make module ABCDEFGHIJKLMNOPQRSTUVWX --full
expect 'a small one with the longest path' make module ZyXwVuTsRqPoNmLkJiHgFeDc
expect 'a module in C' make module Sugar --language c
expect 'a module in Objective-C' make module Milk --language objc
expect 'an app with the longest name' make app ABCDEFGHIJKLMNOPQRSTUVWY --platform terminal
expect 'an iOS app' make app Kiosk --platform ios
expect 'a module in that' make module Tulips --into Kiosk
expect 'all of it has the house format' formatted .

all_tested() {
  local folder
  for folder in Shop Shop/Modules/*; do
    tested "$folder" || { echo "the tests of $folder fail"; return 1; }
  done
}
expect 'the app and all its packages build without warnings, and pass their tests' all_tested
expect 'the interface passes its tests' tested TeaAPI
expect 'the module in C passes its tests' tested Sugar
expect 'the module in Objective-C is compiled, and is empty here' tested Milk
expect 'the modules of the iOS app fit together' tested Kiosk
manifest_listed() { "$gantry" list modules --manifest Kiosk/app.json | grep -q '^Tulips '; }
expect 'its tests write the manifest, which the tool reads' manifest_listed
app=(--package-path Shop --scratch-path "$scratch" --quiet "${flags[@]}")
# A demo is a product of the module's package, which the app's folder builds as well.
ran() {
  "$root/Scripts/anew" swift build "${app[@]}" && swift run "${app[@]}" OrdersDemo > demo.log \
    && grep -q '^/.*?name=Ada → Orders says hello, Ada!$' demo.log
}
expect 'the app is built, and runs the demo of a module' ran
for module in Orders AccountBalance Tracking; do
  expect "the demo app of $module runs it alone" demo $module
done
# The app has the commands of all modules, although only its manifest names them.
answered() { [ "$("$scratch/debug/Shop" "${@:2}" 2> app.err)" = "$1" ]; }
commands=$'Commands:\n  account-balance [--name …]\n  goods [--name …]\n  orders [--name …]\n  reviews [--name …]\n  reviews-list\n  tracking [--name …]'
expect 'without a command, the app lists those of its modules' answered "$commands"
expect 'a module has a command' answered 'Orders says hello, world!' orders
expect 'another has one' answered 'AccountBalance says hello, Ada!' account-balance --name Ada
expect 'the small one has one' answered 'Reviews says hello, Ada!' reviews --name Ada
expect 'the printed route is one' answered 'ReviewsList' reviews-list
unknown() { ! "$scratch/debug/Shop" "${@:2}" > tea.out 2> tea.err && [ ! -s tea.out ] && grep -qF "Shop: $1" tea.err; }
expect 'another word is an error' unknown 'there is no such command' tea
expect 'and so is an option that no command has' unknown 'there is no option --nam' reviews --nam Ada
listed() {
  GANTRY_MANIFEST=json "$scratch/debug/Shop" | grep '"name" : "AccountBalance"' > /dev/null
}
expect 'its manifest can be had' listed
# A status of 1, not a crash.
refused() {
  GANTRY_MANIFEST=xml "$scratch/debug/$1" > /dev/null 2> refused.log
  [ $? -eq 1 ] && grep -q ": GANTRY_MANIFEST is 'xml'" refused.log
}
expect 'another format is refused' refused Shop
expect 'by the demo app of a module, too' refused OrdersDemo

# No other module can have the name of anything that is linked into the app.
taken_names() {
  local name fault=0
  nm "$scratch/debug/Shop" > symbols
  for name in $(cd "$scratch/debug/Modules" && ls -d ./*.swiftmodule); do
    name=$(basename "$name" .swiftmodule)
    case $name in [!A-Z]*) continue ;; esac
    ! grep -qF "\$s${#name}$name" symbols || ! make module "$name" --into Shop --dry-run 2> /dev/null \
      || { echo "a module could be called $name"; fault=1; }
  done
  return $fault
}
expect 'no name of what is linked is free' taken_names

# Wherever it is interrupted, the tree is complete or doesn't exist. A hidden folder may be left.
mkdir template && for number in $(seq 400); do echo '{{name}}' > "template/$number.template"; done
whole() { [ ! -e "$1" ] || [ "$(ls "$1" | wc -l)" -eq 400 ]; }
interrupted() {
  local signal round
  for signal in INT TERM KILL; do
    for round in $(seq 12); do
      "$gantry" new module "Cut$signal$round" --template template > /dev/null 2>&1 &
      sleep "0.0$((round % 10))"
      kill -s "$signal" $! 2> /dev/null
      wait $! 2> /dev/null
      whole "Cut$signal$round" || { echo "Cut$signal$round is half there"; return 1; }
    done
  done
}
expect 'an interrupted tree is whole or not there' interrupted

# As a plug-in of SwiftPM, in the app's own folder.
plugin() {
  swift package --package-path Shop --scratch-path "$scratch" "${flags[@]}" \
    --allow-writing-to-package-directory gantry new module Pot --into . > plugin.log 2>&1 \
    && grep -q 'Shop links it now.' plugin.log && [ -f Shop/Modules/Pot/Package.swift ] \
    && grep -q 'Modules/Pot' Shop/Package.swift || { cat plugin.log; return 1; }
}
expect 'the plug-in does the same' plugin

# As the guide prints it, without another build folder. SwiftPM has locked the package's own folder, so
# nothing may wait for that. The tool is already built, and a program with its name passes the call on.
mkdir -p Depot/Sources/{Depot,GantryMain} && cp -R "$root/Plugins" Depot
cat > Depot/Package.swift << 'END'
// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "Depot",
  products: [.executable(name: "gantry", targets: ["GantryMain"])],
  dependencies: [],
  targets: [
    .executableTarget(name: "Depot", dependencies: []),
    .executableTarget(name: "GantryMain"),
    .plugin(
      name: "GantryPlugin",
      capability: .command(intent: .custom(verb: "gantry", description: "The tool."))),
  ]
)
END
cat > Depot/Sources/GantryMain/main.swift << END
import Foundation

let words = ["$gantry"] + CommandLine.arguments.dropFirst()
_ = execv(words[0], words.map { strdup(\$0) } + [nil])
END
cat > Depot/Sources/Depot/main.swift << 'END'
print(
  """
  {"schemaVersion": 6, "rejectedRecords": [], "modules": [],
   "graph": {"nodes": [], "milestones": [], "idleEdges": {}},
   "findings": {"takesLinked": true, "hasNoRecords": false, "skipped": [], "faults": [],
                "warnings": []}}
  """)
END
guide() {
  (cd Depot && perl -e 'alarm shift; exec @ARGV or die' 100 swift package "$@" > ../guide.log 2> ../guide.err) \
    || { cat guide.log guide.err; return 1; }
}
checked() {
  guide gantry check "$@" --product Depot \
    && [ "$(cat guide.log)" = 'Depot: 0 modules, 0 functions, 2 targets; no faults' ]
}
expect 'as a plug-in without a build folder of its own, the tool checks an app' checked
expect 'also one that is named' checked --package .
linked() {
  guide --allow-writing-to-package-directory gantry new module Orders --into . --target Depot \
    && grep -q 'Depot links it now.' guide.log
}
expect 'and makes a module' linked
verdict
