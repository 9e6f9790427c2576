#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The spans of a real launch leave a program as OTLP, over loopback, and are decoded by OpenTelemetry's own
# classes: each link resolves, and each time is that of the report. An app that doesn't link GantryTelemetry
# has no symbol of it.

set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$root/.build/telemetry
source "$here/../package.sh"

"$root/Scripts/bootstrap" telemetry || exit 1

# The tests link this module as the compiler's plug-ins do, so the build may lack it for programs.
swiftc -Onone -wmo -parse-as-library -swift-version 5 "${imports[@]}" -module-name InMemoryTracing \
  -emit-module -emit-module-path "$work/InMemoryTracing.swiftmodule" -c -o "$work/InMemoryTracing.o" \
  "$root"/.build/checkouts/swift-distributed-tracing/Sources/InMemoryTracing/*.swift || exit 1
swiftc -Onone -parse-as-library -swift-version 6 "${imports[@]}" -I "$work" -module-name Traced \
  "$here"/Sources/*.swift "$work/InMemoryTracing.o" "$work/libpackage.a" -o "$work/traced" || exit 1
expect 'spans of a launch are decoded, and each has the times and links of the report' \
  "$work/python/bin/python" "$here/receiver.py" "$work/traced" "$work"

symbols() { nm --defined-only "$1" | grep -cE '15GantryTelemetry|7Tracing|15Instrumentation|11CoreMetrics' || true; }
expect 'a program with telemetry has symbols of it' test "$(symbols "$work/traced")" -gt 100
expect 'an app that does not link it has none' test "$(symbols "$built/BlockingFixture")" -eq 0

verdict
