#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# A module finds its files in debug and release builds, linked statically and from a library. It finds them
# after the app was moved to another folder, and from any working folder, and says where it looked.

set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$root/.build/resources
source "$here/../package.sh"

# static NAME SWIFTC_ARGUMENT...: an app with the module in the program.
static() {
  local app=$work/$1
  shift
  rm -rf "$app" && mkdir -p "$app"/{parts,app}
  swiftc "$@" -parse-as-library -module-name Reader "${imports[@]}" -emit-module \
    -emit-module-path "$app/parts/Reader.swiftmodule" -c "$here/Reader.swift" \
    -o "$app/parts/Reader.o" &&
    swiftc "$@" "${imports[@]}" -I "$app/parts" "$here/main.swift" "$app/parts/Reader.o" \
      "$work/libpackage.a" -o "$app/app/Shop" && files "$app/app"
}

# dynamic NAME SWIFTC_ARGUMENT...: an app with the module and its dependencies in a library, which has a
# separate folder.
dynamic() {
  local app=$work/$1
  shift
  rm -rf "$app" && mkdir -p "$app"/{parts,app/lib}
  swiftc "$@" -parse-as-library -module-name Reader "${imports[@]}" -emit-module \
    -emit-module-path "$app/parts/Reader.swiftmodule" -emit-library "$here/Reader.swift" \
    "$work/libpackage.a" -o "$app/app/lib/libReader.so" &&
    swiftc "$@" "${imports[@]}" -I "$app/parts" "$here/main.swift" -L "$app/app/lib" -lReader \
      -Xlinker -rpath -Xlinker '$ORIGIN/lib' -o "$app/app/Shop" && files "$app/app/lib"
}

# files FOLDER: the files that SwiftPM puts beside a product.
files() { mkdir -p "$1/App_Reader.resources" && echo 'found' > "$1/App_Reader.resources/note.txt"; }

# reads FOLDER TEXT: the text that the app in a folder reads when it's started from another folder.
reads() { [ "$(cd / && "$1/Shop")" = "$2" ]; }

moved() {
  rm -rf "$work/moved $1" && mv "$work/$1/app" "$work/moved $1" && reads "$work/moved $1" found
}

linked() { ln -sfn "$work/moved $1/Shop" "$work/Shop" && reads "$work" found; }

in_the_working_folder() { (cd "$work/moved $1" && PATH=. Shop) | grep -qx found; }

# Files in the working folder aren't the app's.
says_where() {
  rm -rf "$work/moved $1"/{,lib/}App_Reader.resources
  mkdir -p "$work/other" && files "$work/other"
  local said="^resource 'note.txt' of 'Reader' is missing; looked in .*$work/moved $1"
  (cd "$work/other" && "$work/moved $1/Shop") | grep -q "$said" &&
    (cd "$work/other" && PATH="$work/moved $1" Shop) | grep -q "$said"
}

for optimization in Onone O; do
  for linking in static dynamic; do
    name=$linking-$optimization
    "$linking" "$name" "-$optimization" || exit 1
    expect "$name: found where it was built" reads "$work/$name/app" found
    expect "$name: found after a move" moved "$name"
    expect "$name: found through a symbolic link" linked "$name"
    expect "$name: found from its own folder" in_the_working_folder "$name"
    expect "$name: a missing file says where it was looked for" says_where "$name"
  done
done
verdict
