#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the search for records over linked images, in an emulator.

Usage: scan.py FOLDER, the folder in which `Scripts/check/apple` links its images: the program, with the
module Tea and a function; libCoffee.dylib with a module; libPlain.dylib without one; libCopy.dylib with
Coffee and a second copy of Gantry; and programs that take Tea from an archive, with and without -ObjC.
"""
import shutil
import struct
import sys
from collections import Counter

from emulator import Process

MANIFEST, COPY = 1, 2
NOTE, BUILD = struct.Struct("<3Q4I2Q"), struct.Struct("<Q?7xQ64s")
FLAGS_OFFSET, IN_SHARED_CACHE = 24, 0x80000000


def records(process, wanted=MANIFEST):
    """The records of a kind that are found, as (file, version, symbol of the accessor)."""
    capacity = 64
    buffer = process.allocate(NOTE.size * capacity)
    count = process.call("_gantry_images_copy_notes", buffer, capacity)
    found = []
    for index in range(count):
        note = NOTE.unpack(process.read(buffer + NOTE.size * index, NOTE.size))
        path, _, _, _, _, kind, version, accessor, _ = note
        if kind == wanted:
            found.append((name(process.read_text(path)), version, symbol(process, accessor)))
    return found


def symbol(process, address):
    """The file and the symbol that an address belongs to; empty if there is none."""
    image = process.image_at(address)
    if image is None:
        return "", ""
    linked = address - image.start + image.base
    symbols = [text for text, value in image.symbols.items() if value == linked]
    return name(image.path), symbols[0] if symbols else ""


def builds(process):
    """The identifiers of a build, as (file, whether it is the program, identifier)."""
    capacity = 16
    buffer = process.allocate(BUILD.size * capacity)
    count = process.call("_gantry_images_copy_build_ids", buffer, capacity)
    found = []
    for index in range(count):
        at = buffer + BUILD.size * index
        path, is_program, size, identifier = BUILD.unpack(process.read(at, BUILD.size))
        found.append((name(process.read_text(path)), is_program, identifier[:size].hex()))
    return found


def name(path):
    """The last part of a path."""
    return path.rsplit("/", 1)[-1]


def in_shared_cache(path):
    """A copy of a library that claims to be in the system's shared cache."""
    copy = path.replace(".dylib", "-cached.dylib")
    shutil.copyfile(path, copy)
    with open(copy, "r+b") as file:
        file.seek(FLAGS_OFFSET)
        (flags,) = struct.unpack("<I", file.read(4))
        file.seek(FLAGS_OFFSET)
        file.write(struct.pack("<I", flags | IN_SHARED_CACHE))
    return copy


def problems(folder):
    """A line for each wrong result."""
    program, coffee, plain = (
        f"{folder}/{file}" for file in ("Shop", "libCoffee.dylib", "libPlain.dylib")
    )
    process = Process([plain, coffee, program, in_shared_cache(coffee)])
    found = records(process)
    per_file = Counter(file for file, _, _ in found)
    yield from differs("records of each image", per_file, {"Shop": 2, "libCoffee.dylib": 1})
    for file, version, (holder, accessor) in found:
        yield from differs(f"version of a record of {file}", version, 1)
        yield from differs(f"the image of an accessor of {file}", holder, file)
        module = "Coffee" if "Coffee" in file else "Tea"
        if module not in accessor:
            yield f"the accessor of a record of {file} is '{accessor}'"
    copies = [file for file, _, _ in records(process, COPY)]
    yield from differs("copies of Gantry beside libraries without one", copies, ["Shop"])
    pair = Process([f"{folder}/libCopy.dylib", program])
    copies = [file for file, _, _ in records(pair, COPY)]
    yield from differs("copies of Gantry", copies, ["libCopy.dylib", "Shop"])
    images = {name(image.path): image.uuid for image in process.images}
    wanted = [("libCoffee.dylib", False), ("Shop", True)]
    wanted = [(file, is_program, images[file]) for file, is_program in wanted]
    yield from differs("builds with other images first", builds(process), wanted)
    path = process.call("_gantry_image_path", process.images[1].start + 64)
    yield from differs("the path of an address", process.read_text(path), coffee)
    for file, count in (("Archive", 0), ("ArchiveObjC", 2)):
        yield from differs(f"records of {file}", len(records(Process([f"{folder}/{file}"]))), count)


def differs(label, got, wanted):
    """A line if two values differ."""
    if got != wanted:
        yield f"{label}: {got}, not {wanted}"


if __name__ == "__main__":
    lines = list(problems(sys.argv[1]))
    for line in lines:
        print(f"apple: {line}")
    sys.exit(1 if lines else 0)
