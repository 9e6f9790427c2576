# SPDX-License-Identifier: Apache-2.0
#
# Compiles the libraries for Apple systems on this system, against a stand-in for UIKit or AppKit written
# in plain Swift, and the stand-ins beside this file. Expects `$root`, `$work`, `$kit` (the stand-in's
# name) and `$here` (the stand-in's folder), after `package.sh`. Set `$modes` to use other compiler modes,
# and `$package` and `$macros` for the name and the plug-in of another build.
#
# There is no Objective-C here: `@objc` is removed from the copies that are compiled, and the stand-in
# provides `NSObject` and the runtime.

needs_linux "it compiles against stand-ins"
system=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ -n "${package-}" ] || package=$(basename "$root" | tr '[:upper:]' '[:lower:]')
[ -n "${modes-}" ] || modes=(-Onone -enable-testing -profile-generate -profile-coverage-mapping)
features=()
for name in ExistentialAny InternalImportsByDefault MemberImportVisibility InferIsolatedConformances \
  NonisolatedNonsendingByDefault ImmutableWeakCaptures; do
  features+=(-enable-upcoming-feature "$name")
done
tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
flags=(swiftc -I "$work/modules" -I "$root/Sources/GantryC/include" -swift-version 6 -parse-as-library "${modes[@]}" -package-name "$package"
  "${features[@]}" "${imports[@]}" -plugin-path "$tools/../lib/swift/host/plugins"
  -load-plugin-executable "${macros-$plugin}#GantryMacros")
objects=()

rm -rf "$work"/{sources,modules,profile} && mkdir -p "$work"/{sources,modules,profile}

# library NAME FILE...: compiles a module.
library() {
  local name=$1
  shift
  "${flags[@]}" -module-name "$name" -emit-module -emit-module-path "$work/modules/$name.swiftmodule" \
    -wmo -c "$@" -o "$work/$name.o" || exit 1
  objects+=("$work/$name.o")
}

# copied NAME: the sources of a target without `@objc`.
copied() {
  cp -R "$root/Sources/$1" "$work/sources/$1"
  find "$work/sources/$1" -name '*.swift' -exec \
    sed -i -E 's/@objc open/public/; s/@objc(\([^)]*\))? ?//; s/: NSObject, /: Root, /' {} +
}

# libraries: the stand-ins and everything that is compiled against them.
libraries() {
  local name sources
  for name in ObjectiveC UserNotifications CloudKit Intents BackgroundTasks; do
    [ "$name" = BackgroundTasks ] && [ "$kit" = AppKit ] || library "$name" "$system/$name"/*.swift
  done
  library "$kit" "$here/$kit"/*.swift
  for name in GantryApple GantryApplePush GantryAppleMonitor; do copied "$name"; done
  # Here, the stand-in provides Foundation's activities and the runtime.
  sed -i -E "s/^  (internal|public) import Foundation$/&\n  \1 import $kit/" \
    "$work/sources/GantryApple/"{UIKit/UserActivity+System,Attaching/Interposition+BothKits,Events/SystemObjects}.swift
  rm "$work/sources/GantryApple/Runtime/LiveRuntime.swift"
  sources=()
  while IFS= read -r file; do sources+=("$file"); done < <(find "$work/sources/GantryApple" -name '*.swift')
  library GantryApple "${sources[@]}" "$system/LiveRuntime.swift"
  library GantryApplePush "$work/sources/GantryApplePush"/*.swift
  library GantryAppleMonitor "$work/sources/GantryAppleMonitor"/*.swift
}

# calls: compiles the program that measures the delegates.
calls() {
  local bench=$root/Benchmarks/Sources
  clang -O2 -I "$bench/CAllocations/include" -c "$bench/CAllocations/allocations.c" \
    -o "$work/allocations.o"
  library Figures "$bench"/Figures/*.swift
  cp "$bench/CAllocations/include/CAllocations.h" "$work/modules"
  echo 'module CAllocations { header "CAllocations.h" }' >"$work/modules/module.modulemap"
  "${flags[@]}" -module-name AppleCalls -wmo "$bench"/AppleCalls/*.swift \
    "$bench"/Benchmarks/{Benchmark,Report,Runner,Session}.swift "${objects[@]}" \
    "$work"/{allocations.o,libpackage.a} -o "$work/AppleCalls"
}

# run ARGUMENT...: runs tests; the stand-ins' tests run separately, because a process has one runtime.
run() {
  LLVM_PROFILE_FILE=$work/profile/%p.profraw "$work/Tests" "$@" >>"$work/log" 2>&1
}

# tests SUITE FILE...: compiles and runs tests, and counts the lines that ran: `coverage.json`. SUITE is
# the stand-ins' suite.
tests() {
  local suite=$1
  shift
  printf '%s\n' 'import Testing' '@main struct Runner {' \
    '  static func main() async { await Testing.__swiftPMEntryPoint() as Never }' '}' \
    >"$work/Runner.swift"
  "${flags[@]}" -module-name AppleTests -wmo "$@" "$work/Runner.swift" "${objects[@]}" \
    "$built"/LaunchFixture.build/*.o "$work/libpackage.a" -o "$work/Tests" || exit 1
  : >"$work/log"
  run --filter "$suite" && { [ "$kit" = AppKit ] || run --skip "$suite"; }
  local status=$?
  grep -E '✘|Test run with' "$work/log" | head -n 20
  expect "the tests pass against the $kit of plain Swift" [ "$status" -eq 0 ]
  "$tools/llvm-profdata" merge -o "$work/profile/all" "$work"/profile/*.profraw &&
    "$tools/llvm-cov" export -summary-only -instr-profile "$work/profile/all" "$work/Tests" \
      >"$work/coverage.json" 2>/dev/null
}
