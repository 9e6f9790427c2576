# SPDX-License-Identifier: Apache-2.0
"""Bazaar with a task that crashes or hangs, without disk space or descriptors, in a crowd, and stopped in every stage.
`IntegrationTests/shop` tests a second instance, a locked database and files without write permission."""
import collections
import contextlib
import http.client
import os
import signal
import socket
import subprocess
import sys
import threading

from bazaar import SETTINGS, Launches, Shop, order, revive, soon
from boundaries import LAUNCH
from depot import free_port
from journal import Journal, guilty
from trials import Row, blamed, folder, small_disk

# The app's own limit for a stop is 20 seconds; then it abandons code that hangs.
STOP = 30


def crashed_task(bench):
    row, launches = Row("a task that crashes"), Launches(bench)
    with folder() as place:
        launches.prepare(row, place)
        modules = {name.split(".")[0] for name in Journal(os.path.join(place, launches.journal)).names}
        fault = {"TORTURE_MARK": "begin Messages.createTable", "TORTURE_FAULT": "abort"}
        row.expect("it is the task that ends it",
                   launches.launch(place, fault).wait(LAUNCH) == -signal.SIGABRT)
        row.deaths += 1
        # The task would crash again, so the launch has to leave it out.
        blamed(row, guilty(os.path.join(place, launches.journal), "Messages.createTable"),
               launches.ready(row, place, fault), modules)
        revive(row, bench, place, launches.accepted)
    return row


def hung_task(bench):
    row, launches = Row("a task that hangs"), Launches(bench)
    if bench.is_short:
        row.note = "not run: it lasts as long as the bound of a stop"
        return row
    with folder() as place:
        launches.prepare(row, place)
        marks = os.path.join(place, "marks")
        process = launches.launch(place, {
            "TORTURE_SQL": '"orders"', "TORTURE_FAULT": "hang", "TORTURE_MARKS": marks})

        def hangs():
            with contextlib.suppress(FileNotFoundError), open(marks, encoding="utf-8") as file:
                return "end Orders.init" in file.read()
            return False

        row.expect("it does not get so far", soon(hangs))
        process.terminate()
        try:
            process.wait(STOP)
        except subprocess.TimeoutExpired:
            row.expect(f"it did not stop within {STOP} s", False)
            process.kill()
            process.wait()
        row.deaths += 1
        revive(row, bench, place, launches.accepted)
    return row


def full_disk(bench):
    row, accepted = Row("a full disk"), []
    with small_disk(row) as place:
        if place is None:
            return row
        shop = Shop(bench.argv[0], SETTINGS, place)
        row.starts += 1
        order(shop, "Ada", accepted, count=3)
        before = len(accepted)
        ballast = os.path.join(place, "ballast")
        with open(ballast, "wb", 0) as file, contextlib.suppress(OSError):
            while True:
                file.write(b"x" * 4096)
        order(shop, "Ben", accepted, count=200)
        row.expect("no order was refused", len(accepted) < before + 200)
        row.expect("the program died", shop.process.poll() is None)
        os.remove(ballast)
        full = len(accepted)
        order(shop, "Cy", accepted, count=2)
        row.expect("with space, it does not go on", len(accepted) == full + 2)
        shop.kill()
        row.deaths += 1
        revive(row, bench, place, accepted)
    return row


def stopped_in_every_stage(bench):
    row, launches = Row("SIGTERM in every stage"), Launches(bench)
    with folder() as place:
        launches.prepare(row, place)
        count = bench.rounds(5, 40)
        for number in range(count):
            process = launches.launch(place, {})
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(0.8 * number / count)
            process.terminate()
            # Before the program's first line runs, the system ends the process by itself.
            row.expect("it ends with another status than 0", process.wait(STOP) in (0, -signal.SIGTERM))
            row.deaths += 1
        # None of these ends counts as a failed launch.
        blamed(row, [], launches.ready(row, place), {"Account", "Messages", "Orders", "Storage", "Web"})
        revive(row, bench, place, launches.accepted)
    return row


def no_descriptors(bench):
    row, accepted, crowd, limit = Row("no descriptors left"), [], [], 64
    if not sys.platform.startswith("linux"):
        row.note = "not run: the open files of a process are counted in /proc"
        return row
    with folder() as place:
        port = free_port()
        shop = Shop(bench.argv[0], SETTINGS, place, port=port, descriptors=limit)
        row.starts += 1
        order(shop, "Ada", accepted, count=2)
        before = len(accepted)
        with contextlib.suppress(OSError):
            for _ in range(2 * limit):
                crowd.append(socket.create_connection(("127.0.0.1", port), timeout=1))
        files = f"/proc/{shop.process.pid}/fd"
        row.expect("it has descriptors left", soon(lambda: len(os.listdir(files)) >= limit))
        for guest in crowd:
            guest.close()

        def sells():
            order(shop, "Ben", accepted, count=1)
            return len(accepted) > before

        row.expect("it does not sell when the crowd is gone", soon(sells))
        row.expect("the program died", shop.process.poll() is None)
        shop.kill()
        row.deaths += 1
        revive(row, bench, place, accepted)
    return row


def hurried(bench):
    row, accepted = Row("requests while it launches"), []
    answers, is_over, port = collections.Counter(), threading.Event(), free_port()
    # A busy machine answers few of them in the time of the trial. A quiet one gets the whole crowd.
    least, wanted = 200, bench.rounds(200, 3000)

    def insist():
        while not is_over.is_set():
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            try:
                connection.request("GET", "/catalog")
                answers[connection.getresponse().status] += 1
            except (OSError, http.client.HTTPException):
                answers[0] += 1
                # A crowd without a rest would take the processor that the launch needs.
                is_over.wait(0.01)
            finally:
                connection.close()

    with folder() as place:
        threads = [threading.Thread(target=insist) for _ in range(8)]
        for thread in threads:
            thread.start()
        try:
            shop = Shop(bench.argv[0], SETTINGS, place, port=port)
            row.starts += 1
            order(shop, "Ada", accepted, count=5)
            soon(lambda: answers[200] >= wanted)
            row.expect(f"fewer than {least} requests were answered: {answers}", answers[200] >= least)
            row.note = f"{answers[200]} of {wanted} requests answered"
        finally:
            is_over.set()
            for thread in threads:
                thread.join()
        row.expect("none came before it listened", answers[0] > 0)
        row.expect(f"it answers with {dict(answers)}", set(answers) <= {0, 200})
        row.expect(f"{len(accepted)} of 5 orders were accepted", len(accepted) == 5)
        row.expect("it does not stop in good order", shop.stop() == 0)
        revive(row, bench, place, accepted)
    return row


TRIALS = [crashed_task, hung_task, full_disk, no_descriptors, hurried, stopped_in_every_stage]
