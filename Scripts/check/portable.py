#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Shell scripts have nothing that only a bash after 3.2 or a GNU tool understands: portable.py SCRIPT...

A Mac has bash 3.2 and BSD's tools. A script that needs Linux says so: it calls `needs_linux` or reads `package.sh`, both
of IntegrationTests, or compares `uname` with Linux. Such a script may use GNU's tools.
"""
import re
import sys

from swiftsource import finish, read

# What only a later bash has, and the version.
BASH = {
    r"\b(?:mapfile|readarray)\b": "4.0: read lines in a loop",
    r"\b(?:declare|local|typeset) -[a-zA-Z]*A": "4.0: an associative array",
    r"\b(?:declare|local|typeset) -[a-zA-Z]*n\b": "4.3: a reference",
    r"\bwait -[a-zA-Z]*n": "4.3: wait for a process by its number",
    r"\bBASHPID\b": "4.0",
    r"\bEPOCH(?:SECONDS|REALTIME)\b": "5.0: use `date +%s`",
    r"\$\{[A-Za-z_]\w*(?:\[[^]]*\])?(?:\^\^?|,,?)[^}]*\}": "4.0: use `tr`",
    r"\$\{[A-Za-z_]\w*(?:\[[^]]*\])?@[A-Za-z]\}": "4.4",
    r"\$\{[A-Za-z_]\w*\[-\d+\]\}": "4.3: an index from the end",
    r"\[\[ -v |\btest -v ": "4.2: use `[ -n \"${x+set}\" ]`",
    r"\bcoproc\b": "4.0",
    r"\|&|&>>|;;?&(?!&)(?=\s)": "4.0: write `2>&1`",
    r"\bshopt -s (?:globstar|lastpipe|inherit_errexit)\b": "4.0 or later",
    r"printf '%\(": "4.2: use `date`",
}
# What only GNU's tools have.
GNU = {
    r"\bsed (?:-[nE]+ )*(?:-[nE]*i|--in-place)(?!\.\w)": "BSD's sed needs a suffix: `-i.old`",
    r"\bsed -[nEi.a-z ]*r\b": "use `sed -E`",
    r"\bgrep -[a-zA-Z]*P": "BSD's grep has no Perl patterns",
    r"\bfind\b[^|;]*-(?:printf|quit|regextype)\b": "use `| head -n 1`, or `-exec`",
    r"\bxargs\b[^|;]* -(?:r|d|a)\b": "BSD's xargs lacks it",
    r"\bstat -[c]|\bstat --": "use Python, or `wc -c`",
    r"\bdate -(?:d|-date)|\bdate \+[^ ]*%N": "BSD's date lacks it",
    r"(?<![\w.-])timeout \d": "use Perl's `alarm`",
    r"(?<![\w.-])(?:setsid|nproc|tac|sha256sum|md5sum|numfmt)\b": "a Mac has no such program",
    r"\bcp -[a-zA-Z]*t\b|\bcp --": "BSD's cp lacks it",
    r"\bln -[a-zA-Z]*[Tr]\b": "BSD's ln lacks it",
    r"\b(?:head|tail) -n -\d": "BSD's head and tail can't leave out lines at the end",
    r"\bsort -[a-zA-Z]*V": "BSD's sort has no version order",
    r"\bmktemp --|\bmktemp -p": "use `mktemp -d`",
    r"\brenice -n|\bps --": "use `nice`",
    r"/proc/(?!self/fd)": "a Mac has no /proc",
    r"\bnm (?:-[a-z]+ )*--": "BSD's nm lacks it",
}
LINUX = re.compile(r"^\s*needs_linux\b|^source .*/package\.sh|uname\)\"? != Linux", re.M)
EXPANSION = re.compile(r'(?<!\+)"\$\{(\w+)\[@\](?::[^}]*)?\}"')


def code(text):
    """The lines of a script without comments."""
    return [re.sub(r"(^|\s)#(?!!).*$", r"\1", line) for line in text.split("\n")]


def empty_arrays(text):
    """Arrays that begin empty: under `set -u`, bash 3.2 can't expand them."""
    return set(re.findall(r"(?<!\w)(\w+)=\(\)", text)) if re.search(r"^set -\w*u", text, re.M) else set()


def check_text(path, text):
    """A line for each feature that a Mac lacks."""
    lines, problems = code(text), []
    tools = {} if LINUX.search(text) else GNU
    empty = set() if LINUX.search(text) else empty_arrays("\n".join(lines))
    for number, line in enumerate(lines):
        for pattern, advice in BASH.items():
            if re.search(pattern, line):
                problems.append(f"{path}:{number + 1}: a later bash, {advice}")
        for pattern, advice in tools.items():
            if re.search(pattern, line):
                problems.append(f"{path}:{number + 1}: {advice}")
        for name in EXPANSION.findall(line):
            if name in empty:
                problems.append(f"{path}:{number + 1}: bash 3.2 can't expand an empty array under `set -u`: write "
                                f"${{{name}[@]+\"${{{name}[@]}}\"}}")
    return problems


if __name__ == "__main__":
    finish("portable", [problem for path in sys.argv[1:] for problem in check_text(path, read("", path))])
