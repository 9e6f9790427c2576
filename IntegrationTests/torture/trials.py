# SPDX-License-Identifier: Apache-2.0
"""Ways to kill, stop and starve Depot. Each returns a row of the table."""
import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time

from depot import Books, Depot, Down
from journal import guilty

MODULES = {"Items", "Movements", "Reorder", "Storage", "Web"}


class Row:
    """The counts of one trial, and every problem that it found."""

    def __init__(self, name):
        self.name, self.note, self.problems = name, "", []
        self.deaths = self.starts = self.accepted = self.lost = self.doubled = 0
        self.named = self.slandered = 0
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
        """Starts Depot again without a fault, checks the record of movements, and stops it."""
        depot = bench.depot(folder)
        try:
            self.start(depot)
            self.audit(depot, books)
            self.stop(depot)
        finally:
            depot.end()
        return depot.log


class Bench:
    """The program to torture, the random numbers, and the amount of work."""

    def __init__(self, argv, shim, dice, is_short):
        self.argv, self.shim, self.dice, self.is_short = argv, shim, dice, is_short

    def rounds(self, short, full):
        return short if self.is_short else full

    def depot(self, folder, fault=None, at=None, sql=None, slow=None, environment=None, **options):
        given = {"FAULT": fault, "AT": at, "SQL": sql, "SLOW": slow}
        environment = {f"TORTURE_{name}": str(value) for name, value in given.items() if value} | (
            environment or {})
        if environment:
            environment["LD_PRELOAD"] = self.shim
        return Depot(self.argv, folder, environment, **options)


def folder():
    return tempfile.TemporaryDirectory(prefix="torture-")


@contextlib.contextmanager
def small_disk(row):
    """A folder on its own small file system; None, and a note in the row, if there can't be one."""
    if os.geteuid() != 0 or not sys.platform.startswith("linux"):
        row.note = "not run: a file system of its own needs root on Linux"
        yield None
        return
    with folder() as place:
        # SQLite may write 4 MB to its log before it transfers them to the database.
        mount = ["mount", "-t", "tmpfs", "-o", "size=16m", "torture", place]
        if subprocess.run(mount, capture_output=True, check=False).returncode:
            row.note = "not run: tmpfs cannot be mounted here"
            yield None
            return
        try:
            yield place
        finally:
            subprocess.run(["umount", "-l", place], check=False)


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


def blamed(row, tasks, log, modules=MODULES):
    """Whether a launch says that it leaves out, or still runs, exactly these tasks' modules."""
    lines = [line for line in log.splitlines() if "safe mode (suspects)" in line]
    for task in tasks:
        module = task.split(".")[0]
        is_named = any(module in x for x in lines)
        row.named += is_named
        row.expect(f"{task} was under way and is not blamed: {lines}", is_named)
    for other in modules - {x.split(".")[0] for x in tasks}:
        is_slandered = any(other in x for x in lines)
        row.slandered += is_slandered
        row.expect(f"{other} is blamed for {tasks}: {lines}", not is_slandered)


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
        tasks = guilty(os.path.join(place, "depot.journal"), "Reorder.migrate")
        depot, books = crash(), Books()
        row.expect("the second launch leaves the task out", depot.process.poll() is None)
        if depot.process.poll() is None:
            blamed(row, tasks, depot.log)
            depot.offer()
            row.expect("the rest works without it", books.send(depot, "a") == 201)
            row.audit(depot, books)
            row.stop(depot)
        depot.end()
    with folder() as place:
        depot = bench.depot(place, "abort", sql='CREATE TABLE "item"')
        depot.process.wait(30)
        row.deaths += 1
        blamed(row, guilty(os.path.join(place, "depot.journal"), "Items.migrate"), row.revive(bench, place, Books()))
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


TRIALS = [killed_at_statements, killed_at_random, crashed_task, hung, failing_worker]
