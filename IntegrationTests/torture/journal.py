# SPDX-License-Identifier: Apache-2.0
"""Reads the launch journal of a program."""
import os

SIZE = 128


class Journal:
    """The launch journal: records of 128 bytes, the first two of which are about the launch as a whole."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        lines = [data[at:at + SIZE].decode().strip() for at in range(2 * SIZE, len(data), SIZE)]
        # The mark and the kind, three numbers, and the name, which may contain spaces.
        self.records = [(fields[0][0], fields[0][1], fields[4]) for fields in (line.split(" ", 4) for line in lines)]

    def of(self, kinds):
        return [name for _, kind, name in self.records if kind in kinds]

    @property
    def names(self):
        return [name for _, _, name in self.records]

    @property
    def tasks(self):
        return self.of("t")

    @property
    def under_way(self):
        return [name for mark, _, name in self.records if mark == "+"]

    @property
    def in_flight(self):
        """The work that one death is blamed on: long-running work may only wait, so it isn't among it."""
        runs = self.of("r")
        return [name for name in self.under_way if name not in runs]


def guilty(path, task):
    """The task that ended the program, and the tasks that ran on other threads; the journal may be missing."""
    return sorted({task, *(Journal(path).in_flight if os.path.exists(path) else [])})
