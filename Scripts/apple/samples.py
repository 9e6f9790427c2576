#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles files with mistakes: exactly the lines with the comment `// refused` must be errors.

Usage: samples.py FILE... -- COMPILER ARGUMENT...
"""
import os
import re
import subprocess
import sys
import tempfile


def problem(path, command):
    """A line if the compiler refuses other lines than the marked ones; else None."""
    with open(path, encoding="utf-8") as file:
        wanted = {at for at, line in enumerate(file, 1) if line.rstrip().endswith("// refused")}
    # A compiler that fails removes its output. With /dev/null as output, that removes the device.
    with tempfile.TemporaryDirectory() as folder:
        output = subprocess.run(
            [*command, "-c", path, "-o", os.path.join(folder, "sample.o")],
            capture_output=True, text=True, check=False,
        ).stderr
    refused = {int(at) for at in re.findall(rf"{re.escape(path)}:(\d+):\d+: error", output)}
    if refused == wanted and wanted:
        return None
    return f"{path}: refused were lines {sorted(refused)}, not {sorted(wanted)}\n{output[:2000]}"


if __name__ == "__main__":
    split = sys.argv.index("--")
    found = [problem(path, sys.argv[split + 1 :]) for path in sys.argv[1:split]]
    lines = [line for line in found if line]
    for line in lines:
        print(f"apple: {line}")
    sys.exit(1 if lines else 0)
