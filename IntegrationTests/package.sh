# SPDX-License-Identifier: Apache-2.0
#
# For tests that inspect built programs. Builds the package as the gate does, and collects its objects in
# `$work/libpackage.a`, because building the macros again would take minutes. Expects `$root` and `$work`;
# sets `$built`, `$plugin`, `$map`, the arguments `$imports`, and the arguments `$settings` with which the
# package's own targets are compiled. If GANTRY_BUILT names the folder of a build
# of the same sources, nothing is built, and that folder's objects are used. GANTRY_PLUGIN names its
# compiler plug-in.

source "$(dirname "${BASH_SOURCE[0]}")/expect.sh"
needs_linux "it links the objects of the package by hand"

built=${GANTRY_BUILT-}
if [ -z "$built" ]; then
  "$root/Scripts/check/build" || exit 1
  built=$(swift build --package-path "$root" --show-bin-path)
fi
plugin=${GANTRY_PLUGIN-$built/GantryMacros-tool}
mkdir -p "$work"
map=$(find "$root/.build/checkouts" -path '*/CSystem/include/module.modulemap')
imports=(-I "$built/Modules" -Xcc "-fmodule-map-file=$map" -I "$root/Sources/CGantryImages/include")
# SwiftPM names the package after its folder.
settings=(-swift-version 6
  -package-name "$(basename "$root" | tr '[:upper:]' '[:lower:]' | tr -c '[:alnum:]\n' _)")
for feature in $(sed -nE 's/^  \.enableUpcomingFeature\("(.*)"\),$/\1/p' "$root/Package.swift"); do
  settings+=(-enable-upcoming-feature "$feature")
done
rm -f "$work/libpackage.a"
"$root/Scripts/check/objects" "$built"
# The objects of the targets that the tests or the benchmarks link. Apps that are built in the same folder
# put their objects there as well. Those of the libraries for Apple systems are left out, unless `$for_apple` is
# set: the linker would take a default argument from one of them, and with it that library's module.
without='|GantryApple.*'
[ -z "${for_apple-}" ] || without=
{ cat "$built"/{GantryPackageTests,Benchmarks}.product/Objects.LinkFileList 2>/dev/null || true; } \
  | sed -nE "s#^'?.*/([^/]+)\.build/.*#\1#p" | sed 's/-tool$//' | sort -u \
  | grep -vE "^(_?Swift.*|.*Tests|.*Fixture|Benchmarks$without)\$" | while read -r target; do
    [ ! -d "$built/$target.build" ] || find "$built/$target.build" -name '*.o' -print0
  done | xargs -0 ar qcs "$work/libpackage.a"
