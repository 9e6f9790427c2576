# SPDX-License-Identifier: Apache-2.0
"""Ways to kill and stop Bazaar. Customers give their orders no key. Each accepted order must be there, and each order
that is there must have exactly one message."""
import contextlib
import http.client
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time

import boundaries
from depot import STOP
from trials import Row, folder

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../shop"))
from running import Customer, NotServing, Shop, soon  # noqa: E402

# Enough for as many forms as the test sends.
SETTINGS = {"Storage": {"database": "bazaar.sqlite"}, "Web": {"formsPerMinute": 1_000_000}}


def order(shop, name, accepted, count=1_000_000):
    """Sends orders until one is refused, or gets no answer."""
    with contextlib.suppress(OSError, http.client.HTTPException, AttributeError, ValueError):
        customer = Customer(shop)
        customer.sign_in(name)
        for _ in range(count):
            # A refused order leads back to its form.
            accepted.append(int(customer.order()[1].removeprefix("/orders/")))


def rows(place, text):
    with sqlite3.connect(os.path.join(place, "bazaar.sqlite"), timeout=10) as database:
        return database.execute(text).fetchall()


def revive(row, bench, place, accepted):
    """Starts Bazaar again, and checks its orders and messages."""
    begun = time.monotonic()
    shop = Shop(bench.argv[0], SETTINGS, place)
    row.starts += 1
    row.slowest = max(row.slowest, time.monotonic() - begun)
    row.expect("orders are without a message", soon(
        lambda: rows(place, "SELECT count(*) FROM unconfirmed_orders") == [(0,)]))
    orders = {number for number, in rows(place, "SELECT number FROM orders")}
    told = [int(text.split("order ")[1].split(":")[0])
            for text, in rows(place, "SELECT text FROM messages")]
    row.accepted += len(accepted)
    row.lost += len(set(accepted) - orders) + len(orders - set(told))
    row.doubled += len(told) - len(set(told)) + len(accepted) - len(set(accepted))
    row.expect("it does not stop in good order", shop.stop() == 0)


def killed_at_statements(bench):
    row = Row("kill -9 at each statement")
    numbers = sorted(bench.dice.sample(range(1, 60), 4)) if bench.is_short else range(1, 1000)
    for number in numbers:
        with folder() as place:
            accepted, is_over = [], False
            fault = {"LD_PRELOAD": bench.shim, "TORTURE_FAULT": "kill", "TORTURE_AT": str(number)}
            with contextlib.suppress(NotServing):
                shop = Shop(bench.argv[0], SETTINGS, place, environment=fault)
                order(shop, "Ada", accepted, count=4)
                is_over = len(accepted) == 4
                shop.kill()
            row.deaths += not is_over
            revive(row, bench, place, accepted)
            if is_over:
                break
    row.expect("nothing was killed", row.deaths > 0)
    return row


class Launches:
    """Bazaar with a journal, for the trial at task boundaries. A launch that leaves out Web doesn't serve."""

    journal = "bazaar.journal"
    observers = frozenset({"Inspector"})

    def __init__(self, bench):
        self.bench, self.accepted = bench, []

    def launch(self, place, environment):
        with open(os.path.join(place, "log"), "wb") as log:
            return subprocess.Popen(
                [self.bench.argv[0], "--serve", "0", "--folder", place, "--journal", self.journal],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={**os.environ, "LD_PRELOAD": self.bench.shim, **environment})

    def prepare(self, row, place):
        shop = Shop(self.bench.argv[0], SETTINGS, place)
        order(shop, "Ada", self.accepted, count=3)
        row.expect("it does not stop in good order", shop.stop() == 0)
        self.ready(row, place)

    def ready(self, row, place, environment=None):
        """Launches Bazaar until it is ready, stops it, and returns its log."""
        process = self.launch(place, environment or {})
        log, end = "", time.monotonic() + boundaries.LAUNCH
        while "Ready after" not in log and process.poll() is None and time.monotonic() < end:
            time.sleep(0.01)
            with open(os.path.join(place, "log"), encoding="utf-8") as file:
                log = file.read()
        process.terminate()
        row.expect(f"it is not ready, or does not stop:\n{log}",
                   process.wait(boundaries.LAUNCH) == 0 and "Ready after" in log)
        return log

    def revive(self, row, place):
        log = self.ready(row, place)
        revive(row, self.bench, place, self.accepted)
        return log


def killed_at_tasks(bench):
    return boundaries.visit(bench, Launches(bench))


def with_customers(bench, row, rounds, latest, end):
    """Ends a shop with customers again and again, each time after at most this number of seconds."""
    accepted = []
    with folder() as place:
        for _ in range(rounds):
            shop = Shop(bench.argv[0], SETTINGS, place)
            row.starts += 1
            threads = [threading.Thread(target=order, args=(shop, name, accepted)) for name in "ABC"]
            for thread in threads:
                thread.start()
            time.sleep(bench.dice.uniform(0.05, latest))
            end(shop)
            row.deaths += 1
            for thread in threads:
                thread.join()
        revive(row, bench, place, accepted)
    return row


def killed_at_random(bench):
    row = Row("kill -9 at random, with customers")
    with_customers(bench, row, bench.rounds(4, 40), 0.4, lambda shop: shop.kill())
    row.expect("no order was accepted", row.accepted > 0)
    return row


def stopped_with_customers(bench):
    row = Row("SIGTERM, with customers")

    def stop(shop):
        begun = time.monotonic()
        shop.process.send_signal(signal.SIGTERM)
        row.expect("it ends with another status than 0", shop.end() == 0)
        row.expect("it ends late", time.monotonic() < begun + STOP)

    return with_customers(bench, row, bench.rounds(3, 30), 0.35, stop)


TRIALS = [killed_at_statements, killed_at_tasks, killed_at_random, stopped_with_customers]
