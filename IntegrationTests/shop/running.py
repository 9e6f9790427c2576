# SPDX-License-Identifier: Apache-2.0
"""Bazaar as a separate process, and the tests' expectations of it."""
import http.client
import json
import os
import re
import resource
import subprocess
import tempfile
import threading
import time
import urllib.parse

failures = []


def expect(label, holds):
    print(("passed   " if holds else "FAILED   ") + label, flush=True)
    if not holds:
        failures.append(label)


def soon(holds):
    """Whether a condition becomes true: messages are written after the answer, late if the machine is busy."""
    end = time.monotonic() + 30
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


class Shop:
    """Bazaar in a folder, by default a new one, on a free port."""

    def __init__(self, program, configuration, folder=None, user=None, environment=None, port=0,
                 descriptors=None):
        self.own = None if folder else tempfile.TemporaryDirectory()
        self.folder = folder or self.own.name
        with open(os.path.join(self.folder, "bazaar.json"), "w") as file:
            json.dump(configuration, file)
        self.shown = []

        def limit():
            resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))

        self.process = subprocess.Popen([program, "--serve", str(port), "--folder", self.folder],
                                        preexec_fn=limit if descriptors else None,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True, user=user,
                                        env={**os.environ, **(environment or {})})
        for line in self.process.stdout:
            self.shown.append(line)
            match = re.match(r"Web: (http://\S+)", line)
            if match:
                self.url = match.group(1)
                break
        else:
            self.process.wait()
            raise NotServing("".join(self.shown), self.process.returncode)
        # If a program's output isn't read, the program blocks sooner or later.
        self.reading = threading.Thread(target=lambda: self.shown.extend(self.process.stdout))
        self.reading.start()

    def stop(self):
        self.process.terminate()
        return self.end()

    def kill(self):
        self.process.kill()
        return self.end()

    def end(self):
        # The app's own limit for a stop is 20 seconds.
        self.process.wait(timeout=25)
        self.reading.join()
        self.process.stdin.close()
        self.process.stdout.close()
        if self.own:
            self.own.cleanup()
        return self.process.returncode


class NotServing(Exception):
    """Bazaar ended instead, with these words and this exit code."""

    def __init__(self, words, code):
        super().__init__("Bazaar does not serve:\n" + words)
        self.words, self.code = words, code


class Customer:
    """A browser that reads only forms."""

    def __init__(self, shop):
        address = urllib.parse.urlsplit(shop.url)
        self.host, self.port, self.cookie = address.hostname, address.port, None

    def ask(self, method, path, fields=None):
        """Sends a request; returns the answer's status, the path of the final page, and the page."""
        headers = {"Cookie": self.cookie} if self.cookie else {}
        if fields is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection = http.client.HTTPConnection(self.host, self.port, timeout=60)
        try:
            connection.request(method, path, fields and urllib.parse.urlencode(fields), headers)
            answer = connection.getresponse()
            text = answer.read().decode()
            given = answer.headers.get("Set-Cookie")
            self.cookie = given.split(";")[0] if given else self.cookie
            return answer.status, answer.headers.get("Location"), text
        finally:
            connection.close()

    def ticket(self, page):
        return re.search('name="ticket" value="([^"]*)"', self.ask("GET", page)[2]).group(1)

    def sign_in(self, name):
        self.ask("POST", "/account/sign-in", {"ticket": self.ticket("/account"), "name": name})

    def order(self, ticket=None):
        """Orders tea."""
        fields = {"ticket": ticket or self.ticket("/catalog/1"), "item": "tea", "quantity": 1}
        return self.ask("POST", "/orders/place", fields)
