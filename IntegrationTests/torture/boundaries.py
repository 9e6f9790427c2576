# SPDX-License-Identifier: Apache-2.0
"""`kill -9` at the beginning and the end of each launch task, handler of a launch event and piece of work: the next launch must blame the right task."""
import os
import signal
import subprocess
import time

from depot import Books
from journal import Journal
from trials import Row, blamed, folder

# The longest wait for a launch, or for its end, in seconds.
LAUNCH = 60


def visit(bench, program):
    """Kills a program at its task boundaries; `program` has the members that `Launches` has for Depot."""
    row = Row("kill -9 at task boundaries")
    with folder() as place:
        journal = os.path.join(place, program.journal)
        program.prepare(row, place)
        with open(journal, "rb") as file:
            clean = file.read()
        known = Journal(journal)
        tasks = known.tasks
        # The steps that end a module's launch have a mark only if they do something.
        needed = {f"{mark} {task}" for task in tasks if "." in task for mark in ("begin", "end")}
        # Long-running work ends only when the program stops.
        lasting = {f"end {name}" for name in known.of("r")}
        needed -= lasting
        every = [mark for mark in rehearsed(program, place, needed) if mark not in lasting]
        row.expect(f"without a mark: {sorted(needed - set(every))}", needed and needed <= set(every))
        chosen = bench.dice.sample(every, min(5, len(every))) if bench.is_short else every
        visited = suspects = 0
        for boundary in chosen:
            if not reached(program, place, boundary, journal, clean):
                row.expect(f"{boundary} was not visited", False)
                continue
            visited += 1
            row.deaths += 1
            mark, task = boundary.split(" ", 1)
            found = Journal(journal)
            # Work that may only wait isn't suspect after one death.
            guilty = [name for name in found.in_flight if name.split(".")[0] not in program.observers]
            suspects += bool(guilty)
            row.expect(f"at '{boundary}' these were under way: {found.under_way}",
                       (task in found.under_way) == (mark == "begin"))
            blamed(row, guilty, program.revive(row, place), {name.split(".")[0] for name in known.names})
        row.note = (f"{visited} of {len(chosen)} boundaries visited, of {len(every)}; "
                    f"{suspects} with a task under way")
    return row


def rehearsed(program, place, needed):
    """The marks of an undisturbed launch, in order."""
    marks = os.path.join(place, "marks")
    with open(marks, "w+", encoding="utf-8") as file:
        process = program.launch(place, {"TORTURE_MARKS": marks})
        seen, end = [], time.monotonic() + LAUNCH
        while not needed.issubset(seen) and time.monotonic() < end and process.poll() is None:
            time.sleep(0.05)
            seen += file.read().splitlines()
        # Time for marks that follow.
        time.sleep(0.5)
        process.terminate()
        process.wait(LAUNCH)
        seen += file.read().splitlines()
    return list(dict.fromkeys(seen))


def reached(program, place, boundary, journal, clean):
    """Whether a launch from a clean journal was killed at a boundary."""
    with open(journal, "wb") as file:
        file.write(clean)
    process = program.launch(place, {"TORTURE_MARK": boundary})
    try:
        return process.wait(LAUNCH) == -signal.SIGKILL
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    return False


class Launches:
    """Depot, for the trial of its task boundaries."""

    journal = "depot.journal"
    # The modules that only observe, which are never suspects.
    observers = frozenset()

    def __init__(self, bench):
        self.bench, self.books = bench, Books()

    def prepare(self, row, place):
        depot = row.start(self.bench.depot(place))
        depot.offer()
        for key in "abc":
            self.books.send(depot, key)
        row.stop(depot)

    def launch(self, place, environment):
        return self.bench.depot(place, environment=environment).process

    def revive(self, row, place):
        return row.revive(self.bench, place, self.books)


def killed_at_tasks(bench):
    return visit(bench, Launches(bench))
