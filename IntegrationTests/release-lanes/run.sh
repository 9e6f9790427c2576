#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# In an optimized build, too, every asynchronous function of a module runs on its actor, even if its first act
# is to await a `nonisolated(nonsending)` function. Swift before 6.3.3 can remove the hop at its entry.
# Gantry and the modules are optimized here. The other objects and the macros are those of the package's own
# build folder, because a release build of the macros would take minutes.

set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$root/.build/release-lanes
source "$here/../package.sh"

optimize=(-O -parse-as-library "${imports[@]}" -load-plugin-executable "$plugin#GantryMacros")

# The files that modules call are optimized, as in a release build. All of Gantry would take a minute.
resources=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
sources=()
outputs=()
while read -r file; do
  if [[ $file = */Modules/* ]]; then
    sources+=(-primary-file)
    outputs+=(-o "$work/$(basename "$file" .swift).gantry.o")
  fi
  sources+=("$file")
done < <(find "$root/Sources/GantryCore" -name '*.swift' | sort)
rm -f "$work"/*.o
swiftc -frontend -c "${optimize[@]}" "${settings[@]}" -plugin-path "$resources/host/plugins" \
  -module-name GantryCore "${sources[@]}" "${outputs[@]}" || exit 1

# program NAME SWIFTC_ARGUMENT...: builds a program, and runs it; its output is in `$work/NAME.out`.
program() {
  local name=$1
  shift
  swiftc "${optimize[@]}" -wmo -swift-version 6 -module-name "$name" "$@" \
    "$here/Places.swift" "$here/ReleaseLanes.swift" "$work"/*.gantry.o "$work/libpackage.a" \
    -Xlinker --allow-multiple-definition -o "$work/$name" &&
    "$work/$name" >"$work/$name.out" 2>"$work/$name.log" || cat "$work/$name.log"
}

# lines HOMES SHAPE...: the lines of a program for all shapes, if all is right.
lines() {
  local homes=$1 home shape act
  shift
  for home in $homes; do
    for shape in "$@"; do
      for act in first second; do echo "$home, $shape, $act act: on its actor"; done
    done
  done
}

# acts HOME SHAPE...: the lines of shapes that a program has only once.
acts() {
  local home=$1 shape
  shift
  for shape in "$@"; do echo "$home, $shape, first act: on its actor"; done
}

has() { diff <(sort "$work/$1.expected") "$work/$1.out"; }

{
  lines 'mainModule mainMethod inherited ownActor globalActor' init service
  lines 'mainModule mainMethod inherited ownActor globalActor' \
    task 'throwing task' 'after-ready task' handler route run shutdown
  lines 'mainMethod globalActor' 'free task' 'free handler' 'free route'
  acts superclass init task 'throwing task' 'after-ready task' handler 'named handler' route service getter \
    run shutdown
  acts protocolActor init task 'token task' 'task with a result' route service run
  acts mainProtocol init task service getter
  acts requirement task
  acts override task
  acts renamed task 'task of a class' 'task of an actor' 'free task'
  acts renamedMain task
  acts none 'task beside a requirement' 'task beside an override' 'nonisolated task' 'concurrent task'
} >"$work/Modules.expected"
cp "$work/Modules.expected" "$work/Sending.expected"
lines byDefault 'free task' 'free handler' 'free route' >"$work/Defaults.expected"

modules=("$here"/{MainModules,InheritingModules,InheritedActors,ActorModules,Functions}.swift)
# A release build ignores the variable; a debug build would refuse a module that isn't linked.
export GANTRY_ONLY=Missing
program Modules "${modules[@]}"
expect 'GANTRY_ONLY has no effect, and the log says so' \
  grep -q 'GANTRY_ONLY is ignored: a debug build takes it' "$work/Modules.log"
unset GANTRY_ONLY
expect 'each function runs on its actor' has Modules
# Without the actor written at it, an override has none in such a target, in debug builds, too.
sed -i '/^override/d' "$work/Sending.expected"
program Sending -enable-upcoming-feature NonisolatedNonsendingByDefault "${modules[@]}"
sed -i '/^override/d' "$work/Sending.out"
expect 'each function runs on its actor in a target that inherits isolation' has Sending
program Defaults -default-isolation MainActor "$here/DefaultFunctions.swift"
expect "each function runs on the target's default actor" has Defaults
verdict
