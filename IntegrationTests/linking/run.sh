#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Builds and runs small programs that must find the records of targets that they never import, one for
# each way of linking. Usage: run.sh [WORK_FOLDER]; a folder that you name is kept for faster builds.

set -uo pipefail
if [ "$(uname)" != Linux ]; then
  echo 'skipped: it needs Linux: it links ELF files in many ways'
  exit 0
fi
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=${1:-$root/.build/linking}
passed=0
failed=0
skipped=0

# verdict LABEL COMMAND...: runs the command and prints one line, with the output only if it fails.
verdict() {
  local label=$1 output
  shift
  if output=$("$@" 2>&1); then
    passed=$((passed + 1))
    echo "passed   $label"
  else
    failed=$((failed + 1))
    echo "FAILED   $label"
    printf '%s\n' "$output" | tail -20 | sed 's/^/         /'
  fi
}

skip() {
  skipped=$((skipped + 1))
  echo "skipped  $1"
}

# build_and_run FOLDER SWIFT_BUILD_ARGUMENT... -- PRODUCT PROBE_ARGUMENT...
build_and_run() {
  local options=(--package-path "$work" --scratch-path "$work/.build-$1")
  shift
  while [ "$1" != -- ]; do
    options+=("$1")
    shift
  done
  shift
  local product=$1 folder
  shift
  swift build "${options[@]}" --product "$product" || return 1
  folder=$(swift build "${options[@]}" --show-bin-path) || return 1
  "$folder/$product" "$@"
}

stripped() {
  cp "$release/Probe" "$work/out/stripped" && strip "$work/out/stripped" &&
    "$work/out/stripped" Coffee Tea
}

# link NAME LINKER_ARGUMENT...: links the program's release objects again. The build names the main
# function after the target.
link() {
  local name=$1
  shift
  swiftc -o "$work/out/$name" "$release"/{Probe,GantryDiscovery,CGantryImages}.build/*.o "$@" \
    -Xlinker --defsym=main=Probe_main -Xlinker --gc-sections -Xlinker -rpath -Xlinker "$runtime"
}

linked_with() {
  link "with-$1" "-use-ld=$1" "$release"/{Tea,Coffee}.build/*.o && "$work/out/with-$1" Coffee Tea
}

archive_left_out() {
  link archive -L "$work/out" -lTea && "$work/out/archive"
}

archive_whole() {
  link whole -Xlinker --whole-archive -Xlinker "$work/out/libTea.a" -Xlinker --no-whole-archive &&
    "$work/out/whole" Tea
}

# A reference to any symbol of the member makes the linker include it.
archive_referenced() {
  local symbol
  symbol=$(nm --defined-only "$work/out/libTea.a" | awk '$2 ~ /[A-Z]/ && /Tea/ { print $3; exit }')
  [ -n "$symbol" ] || return 1
  link referenced -Xlinker -u -Xlinker "$symbol" "$work/out/libTea.a" && "$work/out/referenced" Tea
}

opened_at_run_time() {
  swiftc -emit-library -parse-as-library -o "$work/out/libLate.so" "$work/Late/Late.swift" &&
    "$release/Probe" Coffee Tea --open "$work/out/libLate.so" Coffee Late@libLate.so Tea
}

# builds_of PART: the build identifiers of a program with that version of a library.
builds_of() {
  clang -shared -fPIC -Wl,--build-id "-DPART=$1" "$here/Fixture/Builds/part.c" \
    -o "$work/out/libPart.so" && "$work/out/builds"
}

# Changing only the library makes a different build, although the program is unchanged.
library_is_part_of_the_build() {
  local first second
  clang -shared -fPIC -DPART=1 "$here/Fixture/Builds/part.c" -o "$work/out/libPart.so" &&
    clang -Wl,--build-id -I "$root/Sources/CGantryImages/include" "$here/Fixture/Builds/main.c" \
      "$root"/Sources/CGantryImages/*.c -L "$work/out" -lPart "-Wl,-rpath,$work/out" \
      -o "$work/out/builds" || return 1
  first=$(builds_of 1) && second=$(builds_of 2) || return 1
  printf '%s\n' "$first" "$second"
  [ "$(grep -c '^library ..' <<< "$first")" = 1 ] && [ "$first" = "$(builds_of 1)" ] &&
    [ "$(grep '^program ..' <<< "$first")" = "$(grep '^program' <<< "$second")" ] &&
    [ "$first" != "$second" ]
}

# Staged beside links to the sources, because a package can't reach outside its folder.
mkdir -p "$work/Sources" "$work/out"
cp -Rp "$here/Fixture/Package.swift" "$here/Fixture/Shelf" "$here/Fixture/Late" "$work"
mkdir -p "$work/Sources/ProbeShared"
cp -Rp "$here"/Fixture/{Probe,Tea,Coffee} "$work/Sources"
cp -p "$here/Fixture/Probe/main.swift" "$work/Sources/ProbeShared"
for target in CGantryImages GantryDiscovery; do
  ln -sfn "$root/Sources/$target" "$work/Sources/$target"
done
runtime=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")/lib/swift/linux

verdict "debug" build_and_run plain -- Probe Coffee Tea
verdict "shared library in the dependency graph" build_and_run plain -- ProbeShared \
  Shelf@libShelf.so Tea
verdict "address sanitizer" build_and_run address --sanitize=address -- Probe Coffee Tea
verdict "release, static standard library" build_and_run static -c release --static-swift-stdlib \
  -- Probe Coffee Tea
verdict "release" build_and_run plain -c release -- Probe Coffee Tea
release=$(swift build --package-path "$work" --scratch-path "$work/.build-plain" -c release \
  --show-bin-path)
verdict "release, stripped" stripped
for linker in bfd gold lld; do
  if command -v "ld.$linker" > /dev/null; then
    verdict "linker $linker" linked_with "$linker"
  else
    skip "linker $linker: not installed"
  fi
done
rm -f "$work/out/libTea.a"
ar rcs "$work/out/libTea.a" "$release"/Tea.build/*.o
verdict "static archive, nothing refers to the member: not linked" archive_left_out
verdict "static archive, --whole-archive" archive_whole
verdict "static archive, the member is referred to" archive_referenced
verdict "library opened at run time: found after, not before" opened_at_run_time
verdict "the build is told by the program and each library with records" \
  library_is_part_of_the_build

[ "$skipped" -eq 0 ] || echo "$skipped skipped"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
