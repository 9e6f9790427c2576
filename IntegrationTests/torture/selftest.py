# SPDX-License-Identifier: Apache-2.0
"""The trials must find a depot that forgets, one that doubles, one that blames the wrong task, and one that doesn't
stop. The trial at task boundaries must find a program that survives them, and one that blames the wrong module."""
import os
import random
import subprocess
import sys

import boundaries
import depot
import starving
import torture
import trials
from journal import Journal

SAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "samples")
SAMPLE = os.path.join(SAMPLES, "depot.py")


def problems(fault, trial):
    # The samples don't need the library: they contain their faults.
    bench = trials.Bench([sys.executable, SAMPLE, fault], "", random.Random(7), True)
    return torture.run(trial, bench).problems


class Launches:
    """A program with a journal of one task, for the trial at its boundaries."""

    journal = "launch.journal"
    observers = frozenset()

    def __init__(self, fault):
        self.fault = fault

    def prepare(self, row, place):
        lines = ["gantry-launch-journal 2 0 0 3", "L 0 0 0 0", "-t 0 0 0 Items.migrate"]
        with open(os.path.join(place, self.journal), "w", encoding="utf-8") as file:
            file.write("".join(f"{line:127}\n" for line in lines))

    def launch(self, place, environment):
        return subprocess.Popen([sys.executable, os.path.join(SAMPLES, "marks.py"), self.fault],
                                cwd=place, env={**os.environ, **environment})

    def revive(self, row, place):
        guilty = Journal(os.path.join(place, self.journal)).in_flight
        blamed = "Web" if self.fault == "slandering" else "Items"
        return f"safe mode (suspects): 1 launch died; quarantined: {blamed}" if guilty else ""


def boundary_problems(fault):
    bench = trials.Bench([], "", random.Random(7), False)
    return torture.run(lambda bench: boundaries.visit(bench, Launches(fault)), bench).problems


def main():
    rows = [
        ("faithful", trials.killed_at_random, None),
        ("forgetful", trials.killed_at_random, "movements or orders are lost"),
        ("doubling", starving.two_at_once, "are doubled"),
        ("unblamed", trials.crashed_task, "Reorder.migrate was under way and is not blamed"),
        ("stubborn", starving.stopped_in_every_stage, "did not stop within"),
        ("faithful", None, None), ("immortal", None, "begin Items.migrate was not visited"),
        ("slandering", None, "Items.migrate was under way and is not blamed"),
    ]
    failed = False
    for fault, trial, wanted in rows:
        depot.STOP = 1 if fault == "stubborn" else 11
        # Python takes a while to start on a busy machine, and the trial waits as long for the immortal program.
        boundaries.LAUNCH = 2 if fault == "immortal" else 60
        found = problems(fault, trial) if trial else boundary_problems(fault)
        kind = "depot" if trial else "program"
        is_right = any(wanted in text for text in found) if wanted else not found
        failed = failed or not is_right
        print(("passed   " if is_right else "FAILED   ") + (
            f"the {fault} {kind} is found out" if wanted else f"the {fault} {kind} passes"), flush=True)
        if not is_right:
            print("\n".join(found))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
