#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# For scripts that type the commands of a page. Only the folder and the build folders differ from a user's.
# The tool is built with everything else, as in the gate, so that nothing is built twice. Sets `$root`.
source "$(dirname "${BASH_SOURCE[0]}")/../expect.sh"
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

# prepare FOLDER: makes `swift` build with the gate's flags in its folders.
prepare() {
  mkdir -p "$1/programs"
  # Other apps in the build folder have modules with the same names; their next build restores these.
  rm -rf "$root"/.build/debug/Bazaar_*.resources
  cat > "$1/programs/swift" <<'SHIM'
#!/usr/bin/env bash
verb=$1
shift
folder=()
if [ -d Sources/GantryTool ]; then
  set -- --traits Extras --build-tests
else
  folder=(--scratch-path "$FIRST_APP_SCRATCH")
  extras .
fi
# Here, many packages share the folder; a user's folder has only the app and its modules.
rm -f "$FIRST_APP_SCRATCH"/{debug,release}.yaml
exec "$FIRST_APP_SWIFT" "$verb" "${folder[@]}" -Xswiftc -warnings-as-errors "$@"
SHIM
  chmod +x "$1/programs/swift"
  FIRST_APP_SWIFT=$(command -v swift)
  export -f extras
  export FIRST_APP_SWIFT FIRST_APP_SCRATCH=$root/.build
  export PATH="$1/programs:$root/.build/debug:$PATH"
}

# type_lines FILE: types each line, and prints the output.
type_lines() {
  local line
  while IFS= read -r line <&3; do
    eval "$line" 2> "$1.errors" || { cat "$1.errors" >&2; exit 1; }
  done 3< "$1"
}
