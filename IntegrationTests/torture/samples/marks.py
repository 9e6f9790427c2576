# SPDX-License-Identifier: Apache-2.0
"""A stand-in for a program with a launch journal, whose only task is Items.migrate.

usage: marks.py faithful|immortal|slandering
"""
import os
import signal
import struct
import sys

FAULT = sys.argv[1]
FILE = "launch.journal"
SESSION, SLOT = 64, 4096


def write(offset, number):
    with open(FILE, "r+b") as file:
        file.seek(offset)
        file.write(struct.pack("<I", number))


with open(FILE, "rb") as file:
    session = struct.unpack_from("<I", file.read(), SESSION)[0] + 1
write(SESSION, session)
for mark, number in [("begin", session), ("end", 0)]:
    write(SLOT, number)
    if "TORTURE_MARKS" in os.environ:
        with open(os.environ["TORTURE_MARKS"], "a", encoding="utf-8") as file:
            file.write(f"{mark} Items.migrate\n")
    if os.environ.get("TORTURE_MARK") == f"{mark} Items.migrate" and FAULT != "immortal":
        os.kill(os.getpid(), signal.SIGKILL)
signal.pause()
