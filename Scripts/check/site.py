#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The site of the documentation is generated without a warning or a dead link, and a browser shows it. What
only the build for iOS declares is documented as well, and listed in `Documentation/Declarations/iOS`.

Reads the symbol graphs that the steps `documentation` and `apple` have left.
"""
import functools
import http.server
import os
import re
import subprocess
import threading

import declarations
import documentation
from swiftsource import finish

PAGES = {"documentation": "GantryEvents", "documentation/gantrycore/application": "func start",
         "documentation/gantry/order": "Which task goes first",
         "documentation/gantryappevents/eventvocabulary": "DidBecomeActive",
         "documentation/gantryapple/modularappdelegate": "makeApplication"}


def unseen(site):
    """A line for each page that a browser doesn't show correctly."""
    subprocess.run(["Scripts/bootstrap", "chromium"], check=True)
    handler = functools.partial(Quiet, directory=site)
    problems = []
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for path, text in PAGES.items():
            shown = subprocess.run(
                ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
                 "--virtual-time-budget=20000", f"http://127.0.0.1:{server.server_port}/{path}/"],
                stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120).stdout
            if text not in re.sub(r"<[^>]*>", "", shown):
                problems.append(f"{site}/{path}: a browser does not show '{text}'")
        server.shutdown()
    return problems


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files without logging each request."""

    def log_message(self, *_):
        """Logs nothing."""


def main():
    """Checks the symbol graphs of the build for iOS, and makes the site."""
    for folder, step in ((documentation.LINUX, "documentation"), (documentation.IOS, "apple")):
        if not os.path.isdir(folder):
            finish("site", [f"there is no {folder}; `make check-{step}` makes it"])
    problems, count = documentation.check(documentation.IOS, declarations.APPLE)
    print(f"{count} public symbols for iOS")
    # What the compiler adds inherits its documentation from the standard library, which this build doesn't have.
    problems = [problem for problem in problems if not problem.startswith("?:")]
    problems += declarations.differences(
        declarations.stored(".", declarations.ONLY_IOS), declarations.only_ios(), declarations.ONLY_IOS)
    if not problems:
        subprocess.run(["Scripts/site", "--graphs", documentation.LINUX], check=True)
        problems = unseen(".build/site")
    finish("site", problems)


if __name__ == "__main__":
    main()
