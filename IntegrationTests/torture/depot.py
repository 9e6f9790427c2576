# SPDX-License-Identifier: Apache-2.0
"""Depot as a process that may die, its customers, and the record of their movements."""
import http.client
import json
import os
import resource
import signal
import socket
import subprocess
import threading
import time

# The longest time from the program's start until it is ready, and from SIGTERM to its end.
START, STOP = 60, 11


class Down(Exception):
    """The program doesn't serve."""


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Depot:
    """The program in a folder, on its own port; each start appends to the same log."""

    def __init__(self, argv, folder, environment=None, descriptors=None, user=None):
        self.folder, self.port = folder, free_port()
        self.log_start = os.path.getsize(self.path("log")) if os.path.exists(self.path("log")) else 0

        def limit():
            if descriptors:
                resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))

        with open(self.path("log"), "ab") as log:
            self.begun = time.monotonic()
            self.process = subprocess.Popen(
                argv, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log, user=user,
                preexec_fn=limit if descriptors else None,
                env={**os.environ, "WEB_PORT": str(self.port), **(environment or {})})

    def path(self, name):
        return os.path.join(self.folder, name)

    @property
    def log(self):
        """The log of this start."""
        with open(self.path("log"), "rb") as file:
            file.seek(self.log_start)
            return file.read().decode(errors="replace")

    def up(self):
        """Waits until the program is ready; returns how long that took."""
        while time.monotonic() < self.begun + START:
            if self.process.poll() is not None:
                raise Down(f"it ended with {self.process.returncode}:\n{self.log}")
            if self.ask("GET", "/health/ready")[0] == 200:
                return time.monotonic() - self.begun
            time.sleep(0.01)
        self.kill()
        raise Down(f"it was not ready within {START} s:\n{self.log}")

    def ask(self, method, path, value=None, headers=None):
        """Returns the status and the text of the answer; 0 if there is none."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            body = json.dumps(value) if value is not None else None
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except (OSError, http.client.HTTPException):
            return 0, ""
        finally:
            connection.close()

    def book(self, key):
        """Sends a movement of one tea; returns the status of the answer."""
        return self.ask("POST", "/movements", {"sku": "tea", "quantity": 1},
                        {"Idempotency-Key": key})[0]

    def offer(self):
        """Creates the item of all movements."""
        return self.ask("PUT", "/items/tea", {"name": "Tea", "reorderAt": 3, "reorderQuantity": 9})[0]

    def kill(self):
        self.process.kill()
        return self.process.wait()

    def stop(self):
        """Asks the program to end; returns the status, and how long it took."""
        begun = time.monotonic()
        self.process.terminate()
        try:
            self.process.wait(STOP)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Down(f"it did not stop within {STOP} s:\n{self.log}") from None
        return self.process.returncode, time.monotonic() - begun

    def end(self):
        """Removes everything, whatever happened."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()


class Books:
    """The movements that customers have sent, and those that were answered with 201 or 200."""

    def __init__(self):
        self.lock = threading.Lock()
        self.sent, self.accepted, self.created, self.twice = set(), set(), set(), 0

    def send(self, depot, key):
        with self.lock:
            self.sent.add(key)
        status = depot.book(key)
        with self.lock:
            if status == 201:
                # Answers to the same key may arrive out of order: a 200 before its 201.
                self.twice += key in self.created
                self.created.add(key)
            if status in (200, 201):
                self.accepted.add(key)
        return status

    def customers(self, depot, name, count=3, each=100_000):
        """Threads that send movements until an answer is missing."""
        def buy(customer):
            for number in range(each):
                if self.send(depot, f"{name}-{customer}-{number}") == 0:
                    return

        threads = [threading.Thread(target=buy, args=(index,)) for index in range(count)]
        for thread in threads:
            thread.start()
        return threads

    def audit(self, depot):
        """Repeats the movements without an answer; returns how many were lost, and how many doubled."""
        depot.offer()
        lost = sum(depot.ask("GET", f"/movements/{key}")[0] != 200 for key in self.accepted)
        before = self.accepted.copy()
        for key in self.sent - before:
            self.send(depot, key)
        status, text = depot.ask("GET", "/stock/tea")
        stock = json.loads(text)["quantity"] if status == 200 else 0
        return lost, max(0, stock - (len(self.accepted) - lost)) + self.twice
