# SPDX-License-Identifier: Apache-2.0
# Part of Gantry, a framework that gives every module of an app its own life.
# See LICENSE for the terms.
"""The trials find a depot that forgets, one that doubles, one that blames the wrong task, and one that does not stop."""
import os
import random
import sys

import depot
import starving
import torture
import trials

SAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "samples/depot.py")


def problems(fault, trial):
    # The samples need no library: the fault is in them.
    bench = trials.Bench([sys.executable, SAMPLE, fault], "", random.Random(7), True)
    return torture.run(trial, bench).problems


def main():
    rows = [
        ("faithful", trials.killed_at_random, None),
        ("forgetful", trials.killed_at_random, "movements or orders are lost"),
        ("doubling", starving.two_at_once, "are doubled"),
        ("unblamed", trials.crashed_task, "Reorder.migrate was under way and is not blamed"),
        ("stubborn", starving.stopped_in_every_stage, "did not stop within"),
    ]
    failed = False
    for fault, trial, wanted in rows:
        depot.STOP = 1 if fault == "stubborn" else 11
        found = problems(fault, trial)
        is_right = any(wanted in text for text in found) if wanted else not found
        failed = failed or not is_right
        print(("passed   " if is_right else "FAILED   ") + (
            f"the {fault} depot is found out" if wanted else f"the {fault} depot passes"), flush=True)
        if not is_right:
            print("\n".join(found))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
