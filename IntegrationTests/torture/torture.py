# SPDX-License-Identifier: Apache-2.0
"""Kills, stops and starves Depot and Bazaar, and counts what they lost or doubled.

usage: torture.py DEPOT [BAZAAR] [--short] [--seed N] [--only WORD]

The short form is for the gate: some of Depot's trials, with signals at forced instants and few rounds.
"""
import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import traceback

import bazaar
import bazaar_starving
import boundaries
import instants
import starving
import trials
from trials import Bench, Row

HERE = os.path.dirname(os.path.abspath(__file__))
SHORT = [instants.stopped_at_forced_instants, boundaries.killed_at_tasks, trials.crashed_task,
         starving.stopped_during_a_request, trials.killed_at_random]
COLUMNS = ["ends", "starts", "accepted", "lost", "doubled", "blamed", "wrongly", "slowest start"]


def build_shim(place):
    """The library that makes SQLite fail; None if it can't be built or loaded."""
    shim = os.path.join(place, "faults.so")
    done = subprocess.run(["clang", "-shared", "-fPIC", "-O1", "-o", shim,
                           *(os.path.join(HERE, name) for name in ("faults.c", "marks.c", "signals.c")), "-ldl"],
                          check=False)
    return shim if done.returncode == 0 else None


def run(trial, bench):
    """The row of a trial; an exception is one of its problems."""
    begun = time.monotonic()
    try:
        row = trial(bench)
    except Exception:
        row = Row(trial.__name__)
        row.problems.append(traceback.format_exc())
    row.expect(f"{row.lost} movements or orders are lost", row.lost == 0)
    row.expect(f"{row.doubled} are doubled", row.doubled == 0)
    row.seconds = time.monotonic() - begun
    return row


def show(program, row):
    cells = [row.deaths, row.starts, row.accepted, row.lost, row.doubled, row.named, row.slandered,
             f"{row.slowest:.2f} s"]
    print(f"{program:7} {row.name:36}" + "".join(
        f"{cell:>{len(name) + 2}}" for name, cell in zip(COLUMNS, cells))
        + f"  {'FAILED' if row.problems else 'passed'} in {row.seconds:.0f} s"
        + (f"; {row.note}" if row.note else ""), flush=True)
    for problem in row.problems:
        print("    " + problem.strip().replace("\n", "\n    "), flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("depot")
    parser.add_argument("bazaar", nargs="?")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--only", default="", help="trials whose function has this in its name")
    given = parser.parse_args()
    # A shell starts what runs in the background without SIGINT; programs that inherit that would never hear it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    print(f"seed {given.seed}; --seed {given.seed} repeats it")
    print(f"{'':44}" + "".join(f"{name:>{len(name) + 2}}" for name in COLUMNS))
    rows = []
    with tempfile.TemporaryDirectory() as place:
        shim = build_shim(place)
        for program, path, all_trials in [
                ("Depot", given.depot, SHORT if given.short else
                 [instants.stopped_at_forced_instants, boundaries.killed_at_tasks, *trials.TRIALS, *starving.TRIALS]),
                ("Bazaar", given.bazaar, [] if given.short else bazaar.TRIALS + bazaar_starving.TRIALS)]:
            for trial in all_trials:
                if given.only in trial.__name__:
                    # Each trial has its own random numbers, so with --only they are the same as in the whole run.
                    dice = random.Random(f"{given.seed} {trial.__name__}")
                    bench = Bench([os.path.abspath(path)], shim, dice, given.short)
                    rows.append(run(trial, bench))
                    show(program, rows[-1])
    failed = [row.name for row in rows if row.problems]
    print(f"{sum(row.deaths for row in rows)} ends, {sum(row.accepted for row in rows)} accepted, "
          f"{sum(row.lost for row in rows)} lost, {sum(row.doubled for row in rows)} doubled; "
          f"{len(rows) - len(failed)} trials passed, {len(failed)} failed")
    sys.exit(1 if failed or not rows else 0)


if __name__ == "__main__":
    main()
