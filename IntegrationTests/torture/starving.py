# SPDX-License-Identifier: Apache-2.0
"""Depot without disk space, permissions or descriptors, in a crowd, and stopped in every stage."""
import contextlib
import glob
import os
import shutil
import signal
import socket
import threading
import time

from depot import START, Books, Down
from trials import Row, folder, small_disk

NOBODY = 65534


def full_disk(bench):
    row, books = Row("a full disk"), Books()
    with small_disk(row) as place:
        if place is None:
            return row
        depot = bench.depot(place)
        try:
            row.start(depot)
            depot.offer()
            books.send(depot, "before")
            with open(depot.path("ballast"), "wb", 0) as ballast, contextlib.suppress(OSError):
                while True:
                    ballast.write(b"x" * 4096)
            statuses = [books.send(depot, f"full-{number}") for number in range(200)]
            row.expect("no movement was refused", 503 in statuses)
            row.expect("the program died", depot.process.poll() is None)
            os.remove(depot.path("ballast"))
            row.expect("with space, it does not go on", books.send(depot, "after") in (200, 201))
            row.audit(depot, books)
            depot.kill()
            row.deaths += 1
            row.revive(bench, place, books)
        finally:
            depot.end()
    return row


def forbidden(bench):
    row = Row("no right to write")
    user = NOBODY if os.geteuid() == 0 else None
    with folder() as home:
        argv = reachable(bench.argv, home)
        for label, names, rights in [
            ("folder", ["."], 0o555), ("database", ["depot.sqlite"], 0o444),
            ("state", ["depot.sqlite", "depot.sqlite-wal", "depot.sqlite-shm", "."], 0o555),
        ]:
            with folder() as place:
                books, own = Books(), bench.depot(place)
                row.start(own)
                own.offer()
                books.send(own, "a")
                row.stop(own)
                for name in [".", *os.listdir(place)]:
                    if user:
                        os.chown(os.path.join(place, name), user, -1)
                for name in names:
                    if os.path.exists(own.path(name)):
                        os.chmod(own.path(name), rights)
                depot = type(own)(argv, place, user=user)
                try:
                    # If its write-ahead log exists, SQLite doesn't need the folder; then it must keep its word.
                    depot.up()
                    books.send(depot, "b")
                except Down:
                    row.deaths += 1
                    row.expect(f"no reason is told for the {label}:\n{depot.log}",
                               "error" in depot.log and depot.process.returncode > 0)
                depot.end()
                for name in names:
                    if os.path.exists(own.path(name)):
                        os.chmod(own.path(name), 0o755)
                for name in os.listdir(place):
                    if user:
                        os.chown(os.path.join(place, name), os.geteuid(), -1)
                row.revive(bench, place, books)
    return row


def reachable(argv, home):
    """The program where every user can run it, because the clone may be in a private folder."""
    os.chmod(home, 0o755)
    if len(argv) > 1:
        return argv
    for bundle in glob.glob(os.path.join(os.path.dirname(argv[0]), "*.resources")):
        shutil.copytree(bundle, os.path.join(home, os.path.basename(bundle)))
    return [shutil.copy(argv[0], home)]


def no_descriptors(bench):
    row, books = Row("no descriptors left"), Books()
    with folder() as place:
        depot = row.start(bench.depot(place, descriptors=64))
        depot.offer()
        books.send(depot, "before")
        crowd = []
        with contextlib.suppress(OSError):
            for _ in range(120):
                crowd.append(socket.create_connection(("127.0.0.1", depot.port), timeout=1))
        time.sleep(0.3)
        row.expect("the program died", depot.process.poll() is None)
        for guest in crowd:
            guest.close()
        end = time.monotonic() + 10
        while books.send(depot, "after") not in (200, 201) and time.monotonic() < end:
            time.sleep(0.1)
        row.expect("it does not answer when they are gone", "after" in books.accepted)
        row.audit(depot, books)
        depot.kill()
        row.deaths += 1
        starved = bench.depot(place, descriptors=8)
        try:
            starved.up()
        except Down:
            row.deaths += 1
        row.expect(f"it hangs without descriptors for {START} s", starved.log or starved.process.poll())
        starved.end()
        row.revive(bench, place, books)
    return row


def two_at_once(bench):
    row, books = Row("two on one database"), Books()
    with folder() as place:
        pair = [bench.depot(place) for _ in range(2)]
        try:
            for depot in pair:
                row.start(depot)
                depot.offer()
            threads = [thread for depot in pair
                       for thread in books.customers(depot, "same", each=bench.rounds(20, 200))]
            for thread in threads:
                thread.join()
            row.stop(pair[0])
        finally:
            for depot in pair:
                depot.end()
        row.deaths += 1
        row.revive(bench, place, books)
    return row


def stopped_in_every_stage(bench):
    row, books = Row("SIGTERM in every stage"), Books()
    with folder() as place:
        count = bench.rounds(8, 60)
        for number in range(count):
            depot = bench.depot(place)
            threads = []
            if number % 2:
                row.start(depot)
                depot.offer()
                threads = books.customers(depot, str(number))
                time.sleep(bench.dice.uniform(0, 0.1))
            else:
                time.sleep(0.4 * number / count)
            row.deaths += 1
            # Before the program's first line runs, the system ends the process by itself.
            row.stop(depot, (0, -signal.SIGTERM))
            for thread in threads:
                thread.join()
        row.revive(bench, place, books)
    return row


def stopped_during_a_request(bench):
    row, books = Row("SIGTERM during a request"), Books()
    with folder() as place:
        first = row.start(bench.depot(place))
        first.offer()
        row.stop(first)
        depot = row.start(bench.depot(place, slow=50_000))
        asking = threading.Thread(target=books.send, args=(depot, "a"))
        asking.start()
        time.sleep(0.1)
        row.expect("the request was over before", "a" not in books.accepted)
        row.deaths += 1
        row.stop(depot)
        asking.join()
        row.expect("the request got no answer", "a" in books.accepted)
        row.revive(bench, place, books)
    return row


def hurried(bench):
    row, books = Row("requests while it launches"), Books()
    total, crowd = bench.rounds(200, 3000), 16
    with folder() as place:
        depot = bench.depot(place)

        def insist(customer):
            for number in range(customer, total, crowd):
                while books.send(depot, f"h{number}") not in (200, 201):
                    if time.monotonic() > depot.begun + 60:
                        return
                    if depot.offer() == 0:
                        time.sleep(0.01)

        threads = [threading.Thread(target=insist, args=(index,)) for index in range(crowd)]
        for thread in threads:
            thread.start()
        row.start(depot)
        for thread in threads:
            thread.join()
        row.expect(f"{len(books.accepted)} of {total} were accepted", len(books.accepted) == total)
        row.audit(depot, books)
        row.stop(depot)
    return row


TRIALS = [full_disk, forbidden, no_descriptors, two_at_once, stopped_in_every_stage,
          stopped_during_a_request, hurried]
