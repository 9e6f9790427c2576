#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Removes the objects of deleted sources of this package: objects.py BUILD.

A build doesn't remove them, and a program linked from all objects in a folder would then contain some code
twice.
"""
import glob
import os
import sys

from swiftsource import homes

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../.."))


def stale(root, build):
    """The objects in a build folder whose source is no longer in the folder of their target."""
    folders = homes(root)
    named = {os.path.basename(folder) for folder in glob.glob(f"{root}/Sources/*")}
    for target in sorted((named - set(folders.values())) | folders.keys()):
        folder = f"{root}/Sources/{folders.get(target, target)}"
        sources = {os.path.basename(path) for path in glob.glob(f"{folder}/**/*.swift", recursive=True)}
        # SwiftPM writes this source.
        sources.add("resource_bundle_accessor.swift")
        for path in glob.glob(f"{build}/{target}.build/*.swift.o"):
            if os.path.basename(path).removesuffix(".o") not in sources:
                yield path


if __name__ == "__main__":
    for object_file in stale(ROOT, os.path.abspath(sys.argv[1])):
        os.remove(object_file)
