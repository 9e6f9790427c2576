#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The tests of each module, and the shop on a bad day, with kills, locks and impatient customers, and under a service
# manager. A part of `make check-long`.

set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
"$root/Scripts/bootstrap" python swift sqlite
# Builds it as the examples step does, so that nothing is left to build after that step.
"$root/Scripts/anew" swift test --package-path "$here" --scratch-path "$root/.build" --quiet -Xswiftc -warnings-as-errors \
  </dev/null
build=(swift build --package-path "$here" --scratch-path "$root/.build"
  -Xswiftc -warnings-as-errors)
"$root/Scripts/anew" "${build[@]}" --product Bazaar --quiet </dev/null
bazaar="$("${build[@]}" --show-bin-path)/Bazaar"
BIN=$root/.build/debug "$here/check.sh"
python3 "$here/faults.py" "$bazaar"
exec python3 "$here/manager.py" "$bazaar"
