#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Links two libraries with Gantry in two ways, and asks one of them for its modules and faults. Two copies of
# Gantry in a process are a fault that names both libraries, because neither finds the modules of the other.

set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$root/.build/copies
source "$here/../package.sh"

gantry=()
for target in CGantryAtomics CGantryImages Gantry{,Core,Discovery,Events,Interfaces,Launch,Names,Reports,Routing} \
  Gantry{Services,Support} Logging; do
  while IFS= read -r object; do gantry+=("$object"); done < <(find "$built/$target.build" -name '*.o')
done
for module in Orders Basket; do
  swiftc -swift-version 6 -parse-as-library -module-name "$module" "${imports[@]}" \
    -load-plugin-executable "$plugin#GantryMacros" -c "$here/Fixture/$module.swift" -o "$work/$module.o" || exit 1
done

# library FOLDER NAME ARGUMENT...: links a library.
library() {
  mkdir -p "$work/$1"
  swiftc -emit-library -o "$work/$1/lib$2.so" -Xlinker "-soname=lib$2.so" -Xlinker -rpath -Xlinker "\$ORIGIN" "${@:3}"
}

# says FOLDER LINE...: links a program with both libraries of a folder, and compares its output.
says() {
  clang "$here/Fixture/main.c" -o "$work/$1/program" -L "$work/$1" -Wl,--no-as-needed,--allow-shlib-undefined \
    -lOrders -lBasket -Wl,-rpath,"\$ORIGIN" || return 1
  diff <(printf '%s\n' "${@:2}") <("$work/$1/program" 2>&1 | sed "s#$work/$1/##g")
}

for module in Orders Basket; do
  library own "$module" "$work/$module.o" "${gantry[@]}" || exit 1
done
library shared Gantry "${gantry[@]}" || exit 1
for module in Orders Basket; do
  library shared "$module" "$work/$module.o" -L "$work/shared" -lGantry || exit 1
done

expect 'a second copy of Gantry is a fault that names both libraries' says own Orders \
  "the process has 2 copies of Gantry, in libBasket.so and libOrders.so. Modules of one can't be started by another. \
Link Gantry in one framework, and let the others depend on it."
expect 'libraries that share a third with Gantry have no fault' says shared 'Basket Orders'
verdict
