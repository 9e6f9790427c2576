#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Removes the objects of deleted sources of this package: objects.py BUILD.

A build doesn't remove them, and a program linked from all objects in a folder would then contain some code
twice.
"""
import glob
import os
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../.."))


def stale(root, build):
    """The objects in a build folder whose source is no longer in the folder of their target."""
    for folder in sorted(glob.glob(f"{root}/Sources/*")):
        target = os.path.basename(folder)
        sources = {os.path.basename(path) for path in glob.glob(f"{folder}/**/*.swift", recursive=True)}
        # SwiftPM writes this source.
        sources.add("resource_bundle_accessor.swift")
        for path in glob.glob(f"{build}/{target}.build/*.swift.o"):
            if os.path.basename(path).removesuffix(".o") not in sources:
                yield path


if __name__ == "__main__":
    for object_file in stale(ROOT, os.path.abspath(sys.argv[1])):
        os.remove(object_file)
