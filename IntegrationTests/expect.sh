# SPDX-License-Identifier: Apache-2.0
#
# The result lines and the verdict of a test that is a script.

passed=0
failed=0

# expect LABEL CONDITION...: prints one line.
expect() {
  local label=$1
  shift
  if "$@"; then
    passed=$((passed + 1))
    echo "passed   $label"
  else
    failed=$((failed + 1))
    echo "FAILED   $label"
  fi
}

not() { ! "$@"; }

# extras FOLDER: gives the packages there the trait of the gate's other builds, so that Gantry is compiled once.
extras() {
  find "$1" -name Package.swift -not -path '*/.build/*' -exec \
    sed -i.old 's#\.package(name: "gantry", path: \("[^"]*"\))#.package(name: "gantry", path: \1, traits: ["Extras"])#' {} +
  find "$1" -name Package.swift.old -not -path '*/.build/*' -exec rm {} +
}

# verdict: prints the last line, and returns whether everything passed.
verdict() {
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
}

# needs_linux REASON: ends a test that can't run on a Mac.
needs_linux() {
  [ "$(uname)" != Linux ] || return 0
  echo "skipped: it needs Linux: $1"
  exit 0
}
