#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How true the declarations of Swift modules are: symbols that the toolchain's own libraries don't export.

Usage: symbols.py LIST FOLDER, or symbols.py --write LIST FOLDER to write the list anew. FOLDER has what
was built for iOS. Each Swift symbol that the libraries for Apple systems and those below them import
and no object there defines is looked up in the libraries of this system's toolchain: by its mangled name, or demangled, where the parts
of Foundation are read as one module and the ownership of arguments is left out. The remainder must be the
list: bridging to Objective-C, which is not on this system, and the modules that only Apple's systems have.
"""
import glob
import os
import re
import shutil
import subprocess
import sys

NM = "llvm-nm-19"
# Libraries that no app of Apple's systems needs; they are built beside the others.
OTHERS = ("GantryHTTP", "GantryTesting")
# Classes that are of C's module where Objective-C is.
BRIDGED = re.compile(r"\b__C\.(NS\w+)")
HEAD = """# SPDX-License-Identifier: Apache-2.0
#
# The Swift symbols that the libraries import on Apple systems and that the toolchain's own libraries do
# not export; `symbols.py` compares. For these the declarations in `overlays` are our word alone.
#
"""


def symbols(arguments):
    """The Swift symbols that `llvm-nm` lists; those of Mach-O have one more underscore."""
    lines = subprocess.run([NM, *arguments], capture_output=True, text=True, check=False).stdout
    names = (line.split()[-1] for line in lines.splitlines() if line.split())
    return {name.removeprefix("_") for name in names if re.match(r"_?\$s", name)}


def plain(names):
    """Symbols in words, by symbol: without what differs between the systems."""
    names = sorted(names)
    command = ["swift-demangle", "--compact"]
    text = subprocess.run(
        command, input="\n".join(names), capture_output=True, text=True, check=True
    ).stdout.splitlines()
    return dict(zip(names, map(cleaned, text)))


def cleaned(text):
    """A demangled symbol as both systems have it."""
    text = re.sub(r"\bFoundation(Essentials|Internationalization|Networking)\b", "Foundation", text)
    text = re.sub(r"\b__(shared|owned) ", "", text)
    return BRIDGED.sub(r"Foundation.\1", text)


def remainder(imported, real, words):
    """In words: what is imported and not exported. `words` gives the words of a set of symbols."""
    left = imported - real
    known = set(words({name for name in real if "Foundation" in name}).values())
    return sorted(set(words(left).values()) - known)


def libraries():
    """The libraries of the toolchain."""
    root = os.path.dirname(os.path.dirname(os.path.realpath(shutil.which("swiftc"))))
    found = glob.glob(f"{root}/lib/swift/linux/lib*.so")
    return [path for path in found if re.search(r"(swift|Foundation|dispatch)", path)]


def differences(found, listed):
    """A line for each symbol of one side only."""
    lines = [f"not exported by the toolchain, and not in the list: {x}" for x in found - listed]
    return sorted(lines + [f"in the list, and not imported or exported now: {x}" for x in listed - found])


def main(arguments):
    """Prints the differences; 1 where there is one."""
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
