# SPDX-License-Identifier: Apache-2.0
"""Bazaar on a bad day: kills, locks, missing permissions, impatient customers, a guard that fails.

usage: faults.py BAZAAR
"""
import glob
import http.client
import os
import random
import shutil
import sqlite3
import sys
import tempfile
import threading
import time
import traceback

from running import Customer, NotServing, Shop, expect, failures, soon

DATABASE = {"Storage": {"database": "bazaar.sqlite"}}
# Enough for as many forms as the test sends.
BUSY = {**DATABASE, "Web": {"formsPerMinute": 1_000_000}}


def rows(folder, text):
    with sqlite3.connect(os.path.join(folder, "bazaar.sqlite"), timeout=10) as database:
        return database.execute(text).fetchall()


def refused(program, configuration, folder, user=None):
    """The reason why Bazaar doesn't serve; empty if it serves."""
    try:
        Shop(program, configuration, folder, user).stop()
        return ""
    except NotServing as error:
        return error.words if error.code not in (0, None) else ""


def send_often(program):
    shop = Shop(program, DATABASE)
    ada = Customer(shop)
    ada.sign_in("Ada")
    ticket, answers = ada.ticket("/catalog/1"), []
    threads = [threading.Thread(target=lambda: answers.append(ada.order(ticket)[:2]))
               for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expect("one form sent eight times at once is one order, and each has its answer",
           answers == [(303, "/orders/1")] * 8
           and rows(shop.folder, "SELECT count(*) FROM orders") == [(1,)])
    shop.stop()


def kill(program):
    """Kills Bazaar while customers order; each accepted order must be there, with its message."""
    dice = random.Random(7)
    accepted = []

    def order(shop, name):
        try:
            customer = Customer(shop)
            customer.sign_in(name)
            while True:
                accepted.append(int(customer.order()[1].split("/")[-1]))
        except (OSError, http.client.HTTPException, AttributeError, ValueError):
            pass

    with tempfile.TemporaryDirectory() as folder:
        for _ in range(6):
            shop = Shop(program, BUSY, folder)
            threads = [threading.Thread(target=order, args=(shop, name)) for name in "ABC"]
            for thread in threads:
                thread.start()
            time.sleep(dice.uniform(0.1, 0.7))
            shop.kill()
            for thread in threads:
                thread.join()
        shop = Shop(program, DATABASE, folder)
        all_told = soon(lambda: rows(folder, "SELECT count(*) FROM unconfirmed_orders") == [(0,)])
        orders = {number for number, in rows(folder, "SELECT number FROM orders")}
        told = [int(text.split("order ")[1].split(":")[0])
                for text, in rows(folder, "SELECT text FROM messages")]
        expect(f"{len(accepted)} accepted orders outlive six kills", set(accepted) <= orders
               and len(accepted) > 0)
        expect("each order has its message, once", all_told and sorted(told) == sorted(orders))
        shop.stop()


def start_twice(program):
    with tempfile.TemporaryDirectory() as folder:
        shop = Shop(program, DATABASE, folder)
        words = refused(program, DATABASE, folder)
        expect("a second instance says so and ends",
               "another Bazaar has it open. End the other one" in words)
        ada = Customer(shop)
        ada.sign_in("Ada")
        expect("and the first goes on", ada.order()[0] == 303)
        shop.kill()
        expect("a kill leaves nothing locked", refused(program, DATABASE, folder) == "")


def lock(program):
    """Another program locks the whole database, as a backup does."""
    shop = Shop(program, DATABASE)
    ada = Customer(shop)
    ada.sign_in("Ada")
    path = os.path.join(shop.folder, "bazaar.sqlite")
    database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    database.execute("BEGIN EXCLUSIVE")
    timer = threading.Timer(0.5, lambda: database.execute("COMMIT"))
    timer.start()
    expect("an order waits for a short lock", ada.order()[1] == "/orders/1")
    timer.join()
    database.execute("BEGIN EXCLUSIVE")
    status, place, _ = ada.order()
    expect("behind a long one it is refused", (status, place) == (303, "/catalog/1"))
    status, _, text = ada.ask("GET", "/orders")
    expect("and a page is closed for the moment",
           status == 503 and "orders is not available right now" in text)
    database.execute("COMMIT")
    expect("then all is well", ada.ask("GET", "/orders")[0] == 200 and ada.order()[0] == 303)
    folder = os.path.dirname(path)
    shop.process.terminate()
    shop.process.wait(timeout=10)
    database.execute("BEGIN EXCLUSIVE")
    words = refused(program, DATABASE, folder)
    expect("a launch says that another program is in the way",
           "database is locked. Wait until the other program is done with it" in words)
    database.close()
    shop.end()


def forbid(program):
    """Bazaar notices files that it can't write before it accepts orders. Root may write any file."""
    user = 65534 if os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory() as place:
        forbid_each(reachable(program, place), user)


def reachable(program, place):
    """A copy of the program where every user can run it, because the clone may be in a private folder."""
    os.chmod(place, 0o755)
    for bundle in glob.glob(os.path.join(os.path.dirname(program), "*.resources")):
        shutil.copytree(bundle, os.path.join(place, os.path.basename(bundle)))
    return shutil.copy(program, place)


def forbid_each(program, user):
    for label, name, rights in [("file", "bazaar.sqlite", 0o444), ("folder", ".", 0o555),
                                ("lock", "bazaar.sqlite.lock", 0o444)]:
        with tempfile.TemporaryDirectory() as folder:
            Shop(program, DATABASE, folder).stop()
            for file in [".", *os.listdir(folder)]:
                if user:
                    os.chown(os.path.join(folder, file), user, -1)
            os.chmod(os.path.join(folder, name), rights)
            words = refused(program, DATABASE, folder, user)
            os.chmod(folder, 0o755)
            expect(f"a {label} that may not be written stops the launch",
                   "Let this user write the file and its folder" in words)


def order_much(program):
    """Many orders from one customer don't delay other customers."""
    shop = Shop(program, DATABASE)
    with sqlite3.connect(os.path.join(shop.folder, "bazaar.sqlite"), timeout=10) as database:
        database.executemany(
            "INSERT INTO orders (customer, item, quantity, total, placed) VALUES (?, 'tea', 1, 1, 1)",
            [("Midas",)] * 20_000)
    midas = Customer(shop)
    midas.sign_in("Midas")
    begin = time.monotonic()
    status, _, text = midas.ask("GET", "/orders")
    last = midas.ask("GET", "/orders?page=834")
    one = midas.ask("GET", "/orders/7")
    account = midas.ask("GET", "/account")
    taken = time.monotonic() - begin
    expect(f"20,000 orders are shown by pages, four of them in {taken * 1000:.0f} ms",
           status == 200 and text.count("<tr>") == 25 and "Page 1 of 834" in text
           and last[2].count("<tr>") == 9 and one[0] == 200
           and "20000 orders so far" in account[2] and taken < 2)
    statuses = [midas.order()[0] for _ in range(31)]
    expect("who orders as no person does is asked to wait",
           statuses.count(303) == 29 and statuses[-1] == 429)
    shop.stop()


def fail_to_guard(program):
    with tempfile.TemporaryDirectory() as folder:
        words = refused(program, {**DATABASE, "Account": {"signInFor": ["::"]}}, folder)
        expect("a guard that cannot start keeps the shop closed", "askForNames" in words and "::" in words)


def main(program):
    for part in [send_often, kill, start_twice, lock, forbid, order_much, fail_to_guard]:
        try:
            part(program)
        except Exception:
            failures.append(part.__name__)
            traceback.print_exc()
    sys.exit(1 if failures else 0)


main(*sys.argv[1:])
