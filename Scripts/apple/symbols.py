#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks declarations of Swift modules: lists the symbols that the toolchain's own libraries don't export.

Usage: symbols.py LIST FOLDER, or symbols.py --write LIST FOLDER to write the list. FOLDER contains the
build for iOS. It looks at each Swift symbol that the libraries for Apple systems, and the libraries below
them, import and no object there defines. It searches the libraries of this system's toolchain for the
mangled name, and then for the demangled name. For the latter, Foundation's parts count as one module, and
the ownership of arguments is ignored. The symbols that remain must be those of the list: bridging to
Objective-C, which this system doesn't have, and the modules that only Apple's systems have.
"""
import glob
import os
import re
import shutil
import subprocess
import sys

NM = "llvm-nm-19"
# Libraries that apps on Apple systems don't need; they are built beside the others.
OTHERS = ("GantryHTTP", "GantryTesting")
# Classes that belong to the C module on systems with Objective-C.
BRIDGED = re.compile(r"\b__C\.(NS\w+)")
HEAD = """# SPDX-License-Identifier: Apache-2.0
#
# The Swift symbols that the libraries import on Apple systems and that the toolchain's own libraries do
# not export; `symbols.py` compares. For these the declarations in `overlays` are our word alone.
#
"""


def symbols(arguments):
    """The Swift symbols that `llvm-nm` lists; in Mach-O they have one more underscore."""
    lines = subprocess.run([NM, *arguments], capture_output=True, text=True, check=False).stdout
    names = (line.split()[-1] for line in lines.splitlines() if line.split())
    return {name.removeprefix("_") for name in names if re.match(r"_?\$s", name)}


def plain(names):
    """The demangled names of symbols, by symbol, without the differences between the systems."""
    names = sorted(names)
    command = ["swift-demangle", "--compact"]
    text = subprocess.run(
        command, input="\n".join(names), capture_output=True, text=True, check=True
    ).stdout.splitlines()
    return dict(zip(names, map(cleaned, text)))


def cleaned(text):
    """A demangled symbol in the form that both systems share."""
    text = re.sub(r"\bFoundation(Essentials|Internationalization|Networking)\b", "Foundation", text)
    text = re.sub(r"\b__(shared|owned) ", "", text)
    return BRIDGED.sub(r"Foundation.\1", text)


def remainder(imported, real, words):
    """The demangled imports that aren't exported. `words` returns the demangled names of a set of symbols."""
    left = imported - real
    known = set(words({name for name in real if "Foundation" in name}).values())
    return sorted(set(words(left).values()) - known)


def libraries():
    """The libraries of the toolchain."""
    root = os.path.dirname(os.path.dirname(os.path.realpath(shutil.which("swiftc"))))
    found = glob.glob(f"{root}/lib/swift/linux/lib*.so")
    return [path for path in found if re.search(r"(swift|Foundation|dispatch)", path)]


def differences(found, listed):
    """A line for each symbol that only one side has."""
    lines = [f"not exported by the toolchain, and not in the list: {x}" for x in found - listed]
    return sorted(lines + [f"in the list, and not imported or exported now: {x}" for x in listed - found])


def main(arguments):
    """Prints the differences; returns 1 if there is one."""
    path, folder = (argument for argument in arguments if argument != "--write")
    libraries_there = glob.glob(f"{folder}/Gantry*.build")
    own = [
        path
        for library in libraries_there
        if os.path.basename(library).removesuffix(".build") not in OTHERS
        for path in glob.glob(f"{library}/**/*.o", recursive=True)
    ]
    imported = symbols(["-u", *own])
    imported -= symbols(["--defined-only", *glob.glob(f"{folder}/*.build/**/*.o", recursive=True)])
    real = set().union(*(symbols(["-D", "--defined-only", library]) for library in libraries()))
    found = remainder(imported, real, plain)
    if "--write" in arguments:
        with open(path, "w", encoding="utf-8") as file:
            file.write(HEAD + "".join(f"{line}\n" for line in found))
    with open(path, encoding="utf-8") as file:
        listed = {line.rstrip("\n") for line in file if line.strip() and not line.startswith("#")}
    lines = differences(set(found), listed)
    for line in lines:
        print(f"apple: {line}")
    print(f"  {len(imported)} Swift symbols imported, {len(found)} that the toolchain does not export")
    return 1 if lines or not imported else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
