# SPDX-License-Identifier: Apache-2.0
"""A stand-in for a program with a launch journal, whose only task is Items.migrate.

usage: marks.py faithful|immortal|slandering
"""
import os
import signal
import sys

FAULT = sys.argv[1]
FILE = "launch.journal"
RECORD = 256


def write(mark):
    with open(FILE, "r+b") as file:
        file.seek(RECORD)
        file.write(mark)


for word, mark in [("begin", b"+"), ("end", b"-")]:
    write(mark)
    if "TORTURE_MARKS" in os.environ:
        with open(os.environ["TORTURE_MARKS"], "a", encoding="utf-8") as file:
            file.write(f"{word} Items.migrate\n")
    if os.environ.get("TORTURE_MARK") == f"{word} Items.migrate" and FAULT != "immortal":
        os.kill(os.getpid(), signal.SIGKILL)
signal.pause()
