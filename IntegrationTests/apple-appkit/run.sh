#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Compiles the libraries for Apple systems on this system, against the AppKit written in plain Swift in the
# folder beside this file, and runs the tests in `Tests`. `apple-uikit` counts the lines that ran.

set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$root/.build/apple-appkit
kit=AppKit
source "$here/../package.sh"
source "$here/../apple-system/build.sh"

libraries
tests DesktopTests "$root"/Tests/GantryAppleTests/{FakeSystem,Tags,Waiting}.swift "$here"/Tests/*.swift \
  "$system"/Messages.swift
verdict
