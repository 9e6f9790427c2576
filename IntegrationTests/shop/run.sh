#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Bazaar as a web shop: on a bad day, with kills, locks and impatient customers; under a service manager;
# and in a real headless browser. It leaves pictures of the pages in .build/shop for people to look at, as
# wide as a phone and a desktop screen, light and dark.

set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
"$root/Scripts/bootstrap" python swift sqlite chromium chromedriver
# Builds it as the examples step does, so that nothing is left to build after that step.
build=(swift build --package-path "$root/Examples/Bazaar" --scratch-path "$root/.build"
  -Xswiftc -warnings-as-errors)
"$root/Scripts/anew" "${build[@]}" --product Bazaar --quiet </dev/null
swift build --package-path "$root" --traits Extras --scratch-path "$root/.build" -Xswiftc -warnings-as-errors --product gantry --quiet
mkdir -p "$root/.build/shop"
bazaar="$("${build[@]}" --show-bin-path)/Bazaar"
python3 "$here/faults.py" "$bazaar"
python3 "$here/manager.py" "$bazaar"
exec python3 "$here/shop.py" "$bazaar" "$root/.build/shop"
