#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# A program that opens libraries with modules after its start. The modules launch, hear events and answer
# routes. A library that is opened twice is added once. A library with a faulty module is refused once, as a
# whole, and the others are added. The program and the libraries share the Gantry that the program links.

set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$root/.build/opened
source "$here/../package.sh"

compile=(swiftc -swift-version 6 -parse-as-library "${imports[@]}"
  -load-plugin-executable "$plugin#GantryMacros")

# The program contains everything that a library may refer to, even if the program doesn't use it.
rm -f "$work/libshared.a"
for target in Gantry{,Discovery,Events,Launch,Routing,Services,Text} CGantryImages Logging; do
  ar rcs "$work/libshared.a" "$built/$target.build"/*.o
done
"${compile[@]}" -module-name Opened "$here/main.swift" -Xlinker --export-dynamic \
  -Xlinker --whole-archive -Xlinker "$work/libshared.a" -Xlinker --no-whole-archive \
  -Xlinker "$work/libpackage.a" -o "$work/Opened" || exit 1
for library in Plugin Faulty; do
  "${compile[@]}" -emit-library -module-name "$library" "$here/$library.swift" \
    -o "$work/lib$library.so" || exit 1
done

"$work/Opened" "$work" > "$work/output" 2> "$work/log"
status=$?
[ "$status" -eq 0 ] || cat "$work/output" "$work/log"

# between FIRST LAST: the lines of the output between two lines that begin with these, inclusive.
between() { sed -n "/^$1/,/^$2/p" "$work/output"; }

# says TEXT LINE...: whether a part of the output has exactly these lines.
says() {
  local text=$1
  shift
  diff <(printf '%s\n' "$@") <(printf '%s\n' "$text")
}

used=('Host hears' 'Plugin hears' 'Plugin pings' 'page 7' 'no route: No route answers /sound.')
expect 'the program ends as it should' [ "$status" -eq 0 ]
expect 'before a library is opened there is nothing to add' \
  says "$(between 'Host launches' 'modules' | head -3)" 'Host launches' 'nothing: nothing new' 'modules: Host'
expect 'its modules and functions launch, and get what they inject' \
  says "$(between 'Plugin launches' 'modules: Host Plugin' | head -4)" \
  'Plugin launches: good day' 'a function of the library runs' 'Plugin: added' \
  'modules: Host Plugin afterPlugin'
expect 'they hear events and answer routes' \
  says "$(between 'Host hears' 'no route' | head -5)" "${used[@]}"
expect 'a library that is opened twice is added once' \
  says "$(between 'Plugin: nothing new' 'modules')" 'Plugin: nothing new' \
  'modules: Host Plugin afterPlugin'
expect 'a library with a faulty module is refused as a whole, with the fault' \
  says "$(between 'Faulty is refused' 'modules' | sed 's/; the application goes.*//; s/ (.*//')" \
  'Faulty is refused: the modules cannot be added' '- Faulty requires Nowhere' \
  'modules: Host Plugin afterPlugin'
expect 'nothing of it has launched' not grep -Eq '^(Faulty|Sound) (launches|hears)' "$work/output"
expect 'the app goes on, and starts again with what was added' \
  says "$(between 'Faulty is refused' 'never' | sed 1,3d)" "${used[@]}" 'Plugin ends' 'Host ends' \
  'Host launches' 'Plugin launches: good day' 'a function of the library runs' "${used[@]}" \
  'Plugin ends' 'Host ends'
verdict
