#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The header of GantryC: compilers accept it without a warning in each version of C and C++, and linked
# images keep all records, with each linker and with what removes unused code. A tool that is missing is a
# failure. Usage: run.sh [WORK_FOLDER]

set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=${1:-$root/.build/c-modules}
source "$here/../expect.sh"
needs_linux "it links with the linkers of Linux"
rm -rf "$work" && mkdir -p "$work"
cd "$work" || exit 1

header=$root/Sources/GantryC/include
options=(-I "$header" -I "$root/Sources/CGantryImages/include" -Wall -Wextra -Werror)
names=(flush plain plainMap setUpCrashes showMap warmMap)

# has NAME... : whether standard input is these lines.
has() { diff <(printf '%s\n' "$@") - >&2; }

# compile COMPILER VERSION FILE: compiles a file of the fixture for a version of its language.
compile() {
  "$1" "-std=$2" "${options[@]}" -O2 -c "$here/Fixture/$3" -o "$3.$1.$2.o" 2>"$3.$1.$2.log"
}

for version in c99 c11 c17 c2x gnu17; do
  expect "clang, $version" compile clang "$version" crash.c
  expect "gcc, $version" compile gcc "$version" crash.c
done
for version in c++11 c++14 c++17 c++20 c++23 gnu++20; do
  expect "clang++, $version" compile clang++ "$version" map.cpp
  expect "g++, $version" compile g++ "$version" map.cpp
done

# build COMPILER FLAG...: compiles everything with flags, as objects with sections of their own.
build() {
  local compiler=$1 cxx=clang++ file
  shift
  [ "$compiler" = clang ] || cxx=g++
  for file in "$here"/Fixture/{crash,reader}.c "$root"/Sources/CGantryImages/*.c; do
    "$compiler" "${options[@]}" "$@" -O2 -ffunction-sections -fdata-sections -c "$file" || return 1
  done
  "$cxx" "${options[@]}" "$@" -O2 -ffunction-sections -fdata-sections -c "$here/Fixture/map.cpp"
} 2>build.log

# finds NAME COMPILER FLAG... : links the objects, and runs the program. A flag `+` separates those of the
# compiler from those that only the linker gets.
finds() {
  local name=$1 compiler=$2 flags=() last=()
  shift 2
  while [ $# -gt 0 ] && [ "$1" != + ]; do flags+=("$1"); shift; done
  [ $# -eq 0 ] || { shift; last=("$@"); }
  rm -f ./*.o
  build "$compiler" ${flags[@]+"${flags[@]}"} || { cat build.log; return 1; }
  local cxx=clang++
  [ "$compiler" = clang ] || cxx=g++
  "$cxx" ${flags[@]+"${flags[@]}"} ./*.o ${last[@]+"${last[@]}"} -o "$name" 2>link.log \
    || { cat link.log; return 1; }
  "./$name" | has "${names[@]}"
}

# archived LINKER FLAG...: a program with the functions of crash.c in a static archive.
archived() {
  rm -f ./*.o libcrash.a && build clang && ar qcs libcrash.a crash.o && rm crash.o || return 1
  clang++ ./*.o "-fuse-ld=$1" "${@:2}" libcrash.a -o archived && ./archived
}

left_out() { archived "$1" | has plainMap showMap warmMap; }

pulled_in() { archived "$1" -Wl,--gc-sections -Wl,-u,gantry_link_plain | has "${names[@]}"; }

stripped() { cp "$1" stripped && strip stripped && ./stripped | has "${names[@]}"; }

for linker in bfd gold lld; do
  expect "$linker, unused sections removed" \
    finds "clang-$linker" clang + "-fuse-ld=$linker" -Wl,--gc-sections
  expect "$linker, stripped" stripped "clang-$linker"
  expect "$linker, an archive without a reference" left_out "$linker"
  expect "$linker, an archive with a reference to a function" pulled_in "$linker"
done
expect "gcc, unused sections removed" finds gcc-bfd gcc + -Wl,--gc-sections
expect "gcc, stripped" stripped gcc-bfd
expect "address sanitizer" finds address clang -fsanitize=address
expect "link-time optimization" finds optimized clang -flto + -fuse-ld=lld -Wl,--gc-sections
expect "link-time optimization, gcc" finds optimized-gcc gcc -flto + -Wl,--gc-sections
expect "not position-independent" finds fixed clang -fno-pie + -no-pie -Wl,--gc-sections

# Records for Apple systems. `Scripts/check/apple` runs the search over such an image.
apple() {
  local file
  for file in crash.c map.c; do
    clang -target arm64-apple-macosx13.0 -ffreestanding "${options[@]}" -O2 -c "$file" -o "$file.mac.o" \
      || return 1
  done
  ld64.lld-19 -arch arm64 -platform_version macos 13.0 13.0 -dylib -dead_strip -undefined dynamic_lookup \
    crash.c.mac.o map.c.mac.o -o modules.dylib || return 1
  # Each record has 40 bytes.
  [ "$(llvm-objdump-19 --section-headers modules.dylib | awk '$2 == "__gantry" { print $3 }')" \
    = "$(printf '%08x' $((40 * ${#names[@]})))" ]
}
cp "$here/Fixture/crash.c" crash.c
# The same functions as in map.cpp, because there is no C++ library for Apple systems here.
sed 's/std::string last;/static const char *last;/; s/last.empty()/!last[0]/; s/last.c_str()/last/
  /#include <string>/d; /namespace/d' "$here/Fixture/map.cpp" >map.c
sed -i 's/return gantry_fail(call, "no place")/{ gantry_fail(call, "no place"); return; }/' map.c
expect "Mach-O for arm64, unused code removed" apple

verdict
