#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# For scripts that type the commands of a page. Only the folder, the port and the build folders differ from
# a user's. The tool is built with everything else, as in the gate, so that nothing is built twice. Sets
# `$root`.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

# prepare FOLDER: makes `swift` build with the gate's flags in its folders, and chooses a port.
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
  set -- --build-tests
else
  folder=(--scratch-path "$FIRST_APP_SCRATCH")
  for word in "$@"; do
    shift
    if [ "$word" = --scratch-path ]; then skip=1; continue; fi
    if [ -n "${skip:-}" ]; then skip=; continue; fi
    set -- "$@" "$word"
  done
fi
# Here, many packages share the folder; a user's folder has only the app and its modules.
rm -f "$FIRST_APP_SCRATCH"/{debug,release}.yaml
exec "$FIRST_APP_SWIFT" "$verb" "${folder[@]}" -Xswiftc -warnings-as-errors "$@"
SHIM
  chmod +x "$1/programs/swift"
  FIRST_APP_SWIFT=$(command -v swift)
  export FIRST_APP_SWIFT FIRST_APP_SCRATCH=$root/.build
  export PATH="$1/programs:$root/.build/debug:$PATH"
  # Keeps the port if it is free: SwiftPM compiles each manifest again if the environment differs.
  WEB_PORT=$(python3 - "$root/.build/web-port" <<'CHOOSE'
import pathlib, socket, sys
file = pathlib.Path(sys.argv[1])
with socket.socket() as wish:
    wish.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        wish.bind(("127.0.0.1", int(file.read_text())))
    except (OSError, ValueError):
        wish.bind(("127.0.0.1", 0))
    file.write_text(f"{wish.getsockname()[1]}")
    print(wish.getsockname()[1])
CHOOSE
  )
  export WEB_PORT
}

# answers PID: waits until an app that was started answers or has ended.
answers() {
  python3 - "$WEB_PORT" "$1" <<'PROBE'
import os, socket, sys, time
end = time.monotonic() + 600
while time.monotonic() < end:
    try:
        socket.create_connection(("127.0.0.1", int(sys.argv[1]))).close()
        sys.exit(0)
    except OSError:
        time.sleep(0.1)
    if not os.path.exists("/proc") or os.path.exists(f"/proc/{sys.argv[2]}"):
        continue
    sys.exit("typing: the program has ended")
sys.exit("typing: nothing answers")
PROBE
}

# type_lines FILE: types each line, and prints the output. A separate shell has its own jobs: `%1`.
type_lines() {
  bash "$root/IntegrationTests/new/typing.sh" "$1" 2> "$1.errors" \
    | sed "s/127.0.0.1:$WEB_PORT/127.0.0.1:8080/" || { cat "$1.errors" >&2; exit 1; }
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
  set -euo pipefail -m
  while IFS= read -r line <&3; do
    eval "${line//8080/$WEB_PORT}"
    case $line in *'&') answers "$!" ;; esac
  done 3< "$1"
  wait
fi
