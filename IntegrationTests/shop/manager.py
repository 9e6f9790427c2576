# SPDX-License-Identifier: Apache-2.0
"""Bazaar under a service manager: a socket that receives its launch, reload, watchdog and stop messages."""
import os
import signal
import socket
import sys
import tempfile
import time

from running import Shop, expect, failures

# The longest wait for a message, in seconds; the machine may be busy.
PATIENCE = 60


class Manager:
    """A service manager like systemd, for a service of `Type=notify-reload` with a watchdog."""

    def __init__(self, folder):
        self.path = os.path.join(folder, "notify")
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(self.path)
        self.environment = {"NOTIFY_SOCKET": self.path, "WATCHDOG_USEC": "2000000"}

    def hears(self, word):
        """Whether a message with this line arrives, after any others."""
        end = time.monotonic() + PATIENCE
        while (left := end - time.monotonic()) > 0:
            self.socket.settimeout(left)
            try:
                if word in self.socket.recv(65_536).decode().splitlines():
                    return True
            except TimeoutError:
                break
        return False


def main(program):
    # A manager starts its services with the default, even if it was started by `nohup`.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    with tempfile.TemporaryDirectory() as folder:
        manager = Manager(folder)
        shop = Shop(program, {"Storage": {"database": "bazaar.sqlite"}}, folder,
                    environment=manager.environment)
        expect("the manager hears that the shop is ready", manager.hears("READY=1"))
        expect("it is watched", all(manager.hears("WATCHDOG=1") for _ in range(3)))
        shop.process.send_signal(signal.SIGHUP)
        expect("a reload begins", manager.hears("RELOADING=1"))
        expect("and ends", manager.hears("READY=1"))
        shop.process.terminate()
        expect("the manager hears of the stop", manager.hears("STOPPING=1"))
        expect("which is in good order", shop.end() == 0)
        manager.socket.close()
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main(sys.argv[1])
