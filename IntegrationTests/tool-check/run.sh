#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# `gantry check` and `gantry why` build a small app with faults, and report all of them. The part of the tool that runs
# programs and reads files is optimized, as in the build that people install: what it does with descriptors and
# pointers could depend on that. `make check-long` optimizes the whole tool. Usage: run.sh [WORK_FOLDER]; a folder that
# you name is kept for faster builds.

set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$root/.build/release-tool
source "$here/../package.sh"

yaml=$(find "$root/.build/checkouts" -path '*/CYaml/include/module.modulemap')
resources=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
optimize=(-O -parse-as-library "${settings[@]}" "${imports[@]}" -Xcc "-fmodule-map-file=$yaml")
sources=()
outputs=()
while read -r file; do
  if [[ $file = */App/* ]]; then
    sources+=(-primary-file)
    outputs+=(-o "$work/$(basename "$file" .swift).tool.o")
  fi
  sources+=("$file")
done < <(find "$root/Sources/GantryTool" "$built/GantryTool.build/DerivedSources" -name '*.swift' \
  ! -path '*/Templates/*' | sort)
rm -f "$work"/*.tool.o
swiftc -frontend -c "${optimize[@]}" -plugin-path "$resources/host/plugins" -module-name GantryTool \
  "${sources[@]}" "${outputs[@]}" || exit 1
gantry=$work/gantry
swiftc "${optimize[@]}" -D Extras -module-name GantryMain "$root"/Sources/GantryMain/*.swift "$work"/*.tool.o \
  "$work/libpackage.a" -Xlinker --allow-multiple-definition -o "$gantry" || exit 1

work=${1:-$root/.build/tool-check}
failed=0
mkdir -p "$work"
rm -rf "$work/Sources" "$work/accepted.json" "$work/gantry.yaml"
cp -Rp "$here/Package/." "$work"
cd "$work" || exit 1

# says LABEL STATUS EXPECTED_FILE ARGUMENT...: compares the tool's output.
says() {
  local label=$1 status=$2 expected=$3
  shift 3
  "$gantry" "$@" >out.txt 2>errors.txt
  local ended=$?
  if [ "$ended" -eq "$status" ] && diff "$expected" out.txt >difference.txt; then
    echo "passed   $label"
  else
    failed=$((failed + 1))
    echo "FAILED   $label: status $ended"
    cat difference.txt errors.txt
  fi
}

# answers LABEL STATUS LINE NAME
answers() {
  echo "$3" >line.txt
  says "$1" "$2" line.txt why "$4" --no-build
}

says 'check builds the app and names every fault' 1 "$here/expected.txt" check
answers 'why: in the program' 0 \
  'Orders would not run ← No module provides Money (Orders/Orders.swift:9).' Orders
answers 'why: without an open standard input' 0 \
  'Orders would not run ← No module provides Money (Orders/Orders.swift:9).' Orders 0<&-
answers 'why: not in the package graph' 1 \
  'Kit is not linked ← the target Kit declares it (Sources/Kit/KitModule.swift:6) ← Shop does not depend on the target Kit. Add it to the dependencies of Shop.' Kit
answers 'why: not compiled here' 1 \
  "RegistryModule is not linked ← the target Account declares it (Sources/Account/AccountModule.swift:11) ← it is compiled only under '#if os(Windows)', which is false or unknown in this build." RegistryModule
answers 'why: unknown, with near names' 1 \
  'Acount is not linked ← this program has no record or list entry of that name ← did you mean Account?' Acount
says 'what a baseline accepts is no fault' 0 /dev/stdin \
  check --no-build --baseline accepted.json --write-baseline <<END
Shop: 1 module, 0 functions, 6 targets; no faults (4 accepted by the baseline)
END

# The guide's example.
cp "$root/Documentation/Graphs/gantry.yaml" .
says 'a file of layer rules finds the same imports' 0 /dev/stdin check --no-build --baseline accepted.json <<'END'
Shop: 1 module, 0 functions, 6 targets; no faults (4 accepted by the baseline)
END

echo "$failed failed"
[ "$failed" -eq 0 ]
