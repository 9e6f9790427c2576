#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The libraries for Apple systems, compiled for this system against an AppKit of plain Swift in the
# folder beside this file, with the tests of the folder `Tests`. `apple-uikit` counts the lines that ran.

set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$root/.build/apple-appkit
kit=AppKit
source "$here/../package.sh"
source "$here/../apple-system/build.sh"

libraries
tests DesktopTests "$root"/Tests/GantryAppleTests/{FakeSystem,Tags}.swift "$here"/Tests/*.swift \
  "$system"/{Messages,Waiting}.swift
verdict
