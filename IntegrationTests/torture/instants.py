# SPDX-License-Identifier: Apache-2.0
"""A signal at forced instants of Depot's life: before it listens, between listening and running, and in each stage. It must
stop in good order, and before its limit would force it to."""
import os
import signal
import time

import boundaries
from depot import START, Books
from journal import Journal
from trials import Row, folder

CATCHES = ["before", "after"]


def ended(row, depot, instant, statuses):
    """Waits for the end that the signal causes."""
    limit = time.monotonic() + START
    while depot.process.poll() is None and time.monotonic() < limit:
        time.sleep(0.005)
    row.deaths += 1
    row.expect(f"{instant}: it does not stop:\n{depot.log}", depot.process.poll() is not None)
    depot.end()
    row.expect(f"{instant}: it ends with {depot.process.returncode}, not one of {statuses}:\n{depot.log}",
               depot.process.returncode in statuses)
    row.expect(f"{instant}: it was forced:\n{depot.log}", "did not stop within" not in depot.log)


def stopped_at_forced_instants(bench):
    row, books = Row("a signal at forced instants"), Books()
    with folder() as place:
        depot = row.start(bench.depot(place))
        depot.offer()
        books.send(depot, "a")
        row.stop(depot)
        known = Journal(os.path.join(place, "depot.journal"))
        needed = {f"{mark} {task}" for task in known.tasks if "." in task for mark in ("begin", "end")}
        lasting = {f"end {name}" for name in known.of("r")}
        needed -= lasting
        seen = boundaries.rehearsed(boundaries.Launches(bench), place, needed)
        stages = [mark for mark in seen if mark not in lasting]
        row.expect(f"few stages are known: {stages}", len(stages) > 5)
        for number in (signal.SIGTERM, signal.SIGINT):
            for catch in CATCHES:
                # Before the program catches it, the system ends it at once.
                statuses = (-number,) if catch == "before" else (0,)
                depot = bench.depot(place, environment={"TORTURE_SIGNAL": str(int(number)), "TORTURE_CATCH": catch})
                ended(row, depot, f"{number.name} {catch} it listens", statuses)
        for stage in stages:
            depot = bench.depot(place, environment={"TORTURE_SIGNAL": str(int(signal.SIGTERM)), "TORTURE_MARK": stage})
            ended(row, depot, f"SIGTERM at '{stage}'", (0,))
        row.note = f"{len(stages)} stages, and {2 * len(CATCHES)} instants of the start"
        log = row.revive(bench, place, books)
        row.expect(f"a stop is taken for a death:\n{log}", "safe mode" not in log)
    return row
