# SPDX-License-Identifier: Apache-2.0
"""Reads the launch journal while a program writes it."""
import mmap
import os
import struct


class Journal:
    """The launch journal in Gantry's layout."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)

    def word(self, offset):
        return struct.unpack_from("<I", self.bytes, offset)[0]

    @property
    def names(self):
        def name(slot):
            start = 4096 + 128 * slot
            return self.bytes[start + 16:start + 16 + self.word(start + 12)].decode()
        return [name(slot) for slot in range(self.word(88))]

    @property
    def in_flight(self):
        session = self.word(64)
        return [name for slot, name in enumerate(self.names) if self.word(4096 + 128 * slot) == session]


def guilty(path, task):
    """The task that ended the program, and the tasks that ran on other threads; the journal may be missing."""
    return sorted({task, *(Journal(path).in_flight if os.path.exists(path) else [])})
