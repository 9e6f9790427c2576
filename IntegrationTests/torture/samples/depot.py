# SPDX-License-Identifier: Apache-2.0
"""A stand-in for Depot with one fault, to check that the trials find it.

usage: depot.py faithful|forgetful|doubling|unblamed|stubborn
"""
import http.server
import json
import os
import signal
import sys
import threading

FAULT = sys.argv[1]
FILE = "movements.txt"
lock = threading.Lock()
keys = []


class Handler(http.server.BaseHTTPRequestHandler):
    def answer(self, status, value=None):
        body = json.dumps(value or {}).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path.startswith("/movements/"):
            return self.answer(200 if self.path.rsplit("/", 1)[1] in keys else 404)
        return self.answer(200, {"quantity": len(keys)})

    def do_PUT(self):
        self.answer(201)

    def do_POST(self):
        key = self.headers["Idempotency-Key"]
        with lock:
            if key in keys and FAULT != "doubling":
                return self.answer(200)
            keys.append(key)
            if FAULT != "forgetful":
                with open(FILE, "a") as file:
                    file.write(key + "\n")
                    file.flush()
                    os.fsync(file.fileno())
        return self.answer(201)

    def log_message(self, *_):
        pass


def stop(*_):
    if FAULT != "stubborn":
        os._exit(0)


if os.path.exists(FILE):
    with open(FILE) as file:
        keys = file.read().split()
if os.environ.get("TORTURE_FAULT") == "abort" and not os.path.exists("died"):
    with open("died", "w"):
        os.abort()
if FAULT == "unblamed":
    print("safe mode (suspects): 1 launch died; quarantined: Movements", file=sys.stderr, flush=True)
signal.signal(signal.SIGTERM, stop)
server = http.server.ThreadingHTTPServer(("127.0.0.1", int(os.environ["WEB_PORT"])), Handler)
server.serve_forever()
