# SPDX-License-Identifier: Apache-2.0
# Part of Gantry, a framework that gives every module of an app its own life.
# See LICENSE for the terms.
"""Ways to kill, stop and starve Depot. Each returns a row of the table."""
import contextlib
import mmap
import signal
import struct
import tempfile
import threading
import time

from depot import Books, Depot, Down


class Row:
    """The counts of one trial, and all that was not as it must be."""

    def __init__(self, name):
        self.name, self.note, self.problems = name, "", []
        self.deaths = self.starts = self.accepted = self.lost = self.doubled = 0
        self.slowest = 0.0

    def expect(self, label, holds):
        if not holds:
            self.problems.append(label)

    def start(self, depot):
        taken = depot.up()
        self.starts += 1
        self.slowest = max(self.slowest, taken)
        return depot

    def audit(self, depot, books):
        lost, doubled = books.audit(depot)
        self.lost += lost
        self.doubled += doubled
        self.accepted += len(books.accepted)

    def stop(self, depot, statuses=(0,)):
        status, _ = depot.stop()
        self.expect(f"it stops with {status}, not one of {statuses}", status in statuses)

    def revive(self, bench, folder, books):
        """Starts it again without any fault; looks at the books, and stops it."""
        depot = bench.depot(folder)
        try:
            self.start(depot)
            self.audit(depot, books)
            self.stop(depot)
        finally:
            depot.end()
        return depot.log


class Bench:
    """The program to torture, the dice, and how much is done."""

    def __init__(self, argv, shim, dice, is_short):
        self.argv, self.shim, self.dice, self.is_short = argv, shim, dice, is_short

    def rounds(self, short, full):
        return short if self.is_short else full

    def depot(self, folder, fault=None, at=None, sql=None, slow=None, **options):
        given = {"FAULT": fault, "AT": at, "SQL": sql, "SLOW": slow}
        environment = {f"TORTURE_{name}": str(value) for name, value in given.items() if value}
        if environment:
            environment["LD_PRELOAD"] = self.shim
        return Depot(self.argv, folder, environment, **options)


def folder():
    return tempfile.TemporaryDirectory(prefix="torture-")


def killed_at_statements(bench):
    row = Row("kill -9 at each statement")
    numbers = sorted(bench.dice.sample(range(1, 170), 8)) if bench.is_short else range(1, 1000)
    for number in numbers:
        with folder() as place:
            books, depot = Books(), bench.depot(place, "kill", at=number)
            with contextlib.suppress(Down):
                depot.up()
                depot.offer()
                for key in "abcd":
                    books.send(depot, key)
            is_over = len(books.accepted) == 4
            row.deaths += not is_over
            depot.end()
            row.revive(bench, place, books)
            if is_over:
                break
    row.expect("nothing was killed", row.deaths > 0)
    return row


class Journal:
    """The launch journal as Gantry lays it out, read while the program writes it."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)

    def word(self, offset):
        return struct.unpack_from("<I", self.bytes, offset)[0]

    @property
    def session(self):
        return self.word(64)

    @property
    def phase(self):
        return self.word(68) & 7

    @property
    def names(self):
        def name(slot):
            start = 4096 + 128 * slot
            return self.bytes[start + 16:start + 16 + self.word(start + 12)].decode()
        return [name(slot) for slot in range(self.word(88))]

    @property
    def in_flight(self):
        return [name for slot, name in enumerate(self.names)
                if self.word(4096 + 128 * slot) == self.session]

    def seen(self, depot):
        """The slots of tasks that last long enough to be seen from outside, until it is ready."""
        session, slots = self.session + 1, set()
        while depot.process.poll() is None and (self.session < session or self.phase < 2):
            slots.update(slot for slot in range(self.word(88)) if self.word(4096 + 128 * slot) == session)
        return sorted(slots)

    def wait(self, slot, session, is_end, depot):
        """Waits for the begin or the end of a task; whether it was seen before ready."""
        offset, has_begun = 4096 + 128 * slot, False
        while depot.process.poll() is None:
            for _ in range(2000):
                marked = self.word(offset) == session
                if marked and not is_end or has_begun and not marked:
                    return True
                has_begun = has_begun or marked
            if self.session == session and self.phase >= 2:
                return False
        return False


def killed_at_tasks(bench):
    row, books = Row("kill -9 at task boundaries"), Books()
    with folder() as place:
        first = row.start(bench.depot(place))
        first.offer()
        for key in "abc":
            books.send(first, key)
        row.stop(first)
        with open(first.path("depot.journal"), "rb") as file:
            clean = file.read()
        rehearsal = bench.depot(place, slow=10_000)
        slots = Journal(first.path("depot.journal")).seen(rehearsal)
        row.start(rehearsal)
        row.stop(rehearsal)
        missed = suspects = 0
        for slot in bench.dice.sample(slots, min(4, len(slots))) if bench.is_short else slots:
            for is_end in (False, True):
                with open(first.path("depot.journal"), "wb") as file:
                    file.write(clean)
                journal = Journal(first.path("depot.journal"))
                # Slowly, so that a look from outside sees each task.
                depot = bench.depot(place, slow=10_000)
                missed += not journal.wait(slot, journal.session + 1, is_end, depot)
                depot.kill()
                row.deaths += 1
                suspects += bool(journal.in_flight)
                blamed(row, journal.in_flight, row.revive(bench, place, books))
        row.expect("no task was under way at any kill", suspects > 0)
        row.note = f"{missed} after ready, {suspects} with a task under way"
    return row


def blamed(row, tasks, log):
    """Whether a launch says that it leaves out, or runs all the same, exactly these tasks' modules."""
    lines = [line for line in log.splitlines() if "safe mode (suspects)" in line]
    for task in tasks:
        module = task.split(".")[0]
        row.expect(f"{task} was under way and is not blamed: {lines}", any(module in x for x in lines))
    others = {"Items", "Movements", "Reorder", "Storage", "Web"} - {x.split(".")[0] for x in tasks}
    for other in others:
        row.expect(f"{other} is blamed for {tasks}: {lines}", not any(other in x for x in lines))


def killed_at_random(bench):
    row, books = Row("kill -9 at random, with customers"), Books()
    with folder() as place:
        for number in range(bench.rounds(6, 60)):
            depot = bench.depot(place)
            threads = []
            if number % 2:
                row.start(depot)
                depot.offer()
                threads = books.customers(depot, str(number))
            time.sleep(bench.dice.uniform(0, 0.3))
            depot.kill()
            row.deaths += 1
            for thread in threads:
                thread.join()
        row.revive(bench, place, books)
    row.expect("no movement was accepted", row.accepted > 0)
    return row


def crashed_task(bench):
    row = Row("a task that crashes")
    with folder() as place:
        def crash():
            depot = bench.depot(place, "abort", sql='CREATE TABLE "supply"')
            try:
                row.start(depot)
            except Down:
                row.deaths += 1
                row.expect("it is the task that ends it", depot.process.returncode == -signal.SIGABRT)
            return depot
        row.expect("the first launch dies", crash().process.poll() is not None)
        depot, books = crash(), Books()
        row.expect("the second launch leaves the task out", depot.process.poll() is None)
        if depot.process.poll() is None:
            blamed(row, ["Reorder.migrate"], depot.log)
            depot.offer()
            row.expect("the rest works without it", books.send(depot, "a") == 201)
            row.audit(depot, books)
            row.stop(depot)
        depot.end()
    with folder() as place:
        depot = bench.depot(place, "abort", sql='CREATE TABLE "item"')
        depot.process.wait(30)
        row.deaths += 1
        blamed(row, ["Items.migrate"], row.revive(bench, place, Books()))
    return row


def hung(bench):
    row = Row("a task, a handler that hangs")

    def in_launch():
        with folder() as place:
            depot = bench.depot(place, "hang", sql='CREATE TABLE "supply"')
            time.sleep(1)
            stopped(depot)
            row.revive(bench, place, Books())

    def while_running():
        with folder() as place:
            books, depot = Books(), bench.depot(place, "hang", sql='INSERT INTO "movement"')
            row.start(depot)
            depot.offer()
            waiting = threading.Thread(target=books.send, args=(depot, "a"))
            waiting.start()
            time.sleep(0.5)
            stopped(depot)
            waiting.join()
            row.revive(bench, place, books)

    def stopped(depot):
        try:
            row.deaths += 1
            depot.stop()
        except Down as error:
            row.expect(str(error), False)

    threads = [threading.Thread(target=body) for body in (in_launch, while_running)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    row.expect("not all came up again", row.starts == 3)
    return row


def failing_worker(bench):
    row, books = Row("a worker that throws"), Books()
    with folder() as place:
        depot = row.start(bench.depot(place, "fail", sql="INSERT INTO supply"))
        depot.offer()
        for number in range(20):
            row.expect("a movement waits for the worker", books.send(depot, str(number)) == 201)
        row.expect("its failure is not in the log", "runs again" in depot.log)
        row.stop(depot)
        row.revive(bench, place, books)
    return row


TRIALS = [killed_at_statements, killed_at_tasks, killed_at_random, crashed_task, hung, failing_worker]
