#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles libraries for an old system up to the compiler's last diagnostic, which is in SIL.

Usage: floor.py FOLDER LIBRARY... -- COMPILER ARGUMENT...

The libraries are compiled in this order, each as a module in FOLDER, without code: an error about a
function that the system lacks comes before that.
"""
import glob
import os
import re
import subprocess
import sys


def settings():
    """The features that all targets of the package enable."""
    with open("Package.swift", encoding="utf-8") as file:
        features = re.findall(r'^  \.enableUpcomingFeature\("(\w+)"\),$', file.read(), re.M)
    return [flag for feature in features for flag in ("-enable-upcoming-feature", feature)]


def problem(library, folder, command):
    """What the compiler says about a library that it refuses; else None."""
    sources = sorted(glob.glob(f"Sources/{library}/**/*.swift", recursive=True))
    ran = subprocess.run(
        [*command, *settings(), "-package-name", "gantry", "-module-name", library, "-wmo", "-I", folder,
         "-emit-module-path", f"{folder}/{library}.swiftmodule", "-emit-sil", "-o", f"{folder}/{library}.sil",
         "-diagnostic-style", "llvm", *sources],
        capture_output=True, text=True, check=False,
    )
    if ran.returncode == 0:
        return None
    lines = sorted({line for line in ran.stderr.split("\n") if " error: " in line})
    return "\n".join(lines[:20]) or ran.stderr[-2000:]


def main(folder, arguments):
    """Compiles libraries until one is refused, and returns the exit code."""
    split = arguments.index("--")
    os.makedirs(folder, exist_ok=True)
    for library in arguments[:split]:
        lines = problem(library, folder, arguments[split + 1 :])
        if lines:
            print(f"apple: {library} is refused\n{lines}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
