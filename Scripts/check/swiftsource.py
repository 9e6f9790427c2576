# SPDX-License-Identifier: Apache-2.0
"""Code that the checks share: it finds files, and reads Swift text without its comments and strings."""
import os
import re
import sys

HEADER = "SPDX-License-Identifier: Apache-2.0"


def files(root, accept, under=("",)):
    """The files below `root` whose relative path `accept` accepts; hidden folders hold build products."""
    found = []
    for start in under:
        for folder, folders, names in os.walk(os.path.join(root, start)):
            folders[:] = sorted(f for f in folders if f == ".ci" or not f.startswith("."))
            for name in names:
                path = os.path.relpath(os.path.join(folder, name), root)
                if accept(path):
                    found.append(path)
    return sorted(set(found))


def read(root, path):
    """The text of a file."""
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


def is_test(path):
    """Whether a path belongs to the tests."""
    return any(part in ("Tests", "IntegrationTests") for part in path.split(os.sep))


def finish(rule, problems):
    """Prints the problems, and ends the program with a status that says whether there were any."""
    for problem in problems:
        print(f"{problem} [{rule}]")
    sys.exit(1 if problems else 0)


def mask(text):
    """The text with comments blanked out and literals masked with underscores; line numbers don't change."""
    out, at = list(text), 0
    while at < len(text):
        end, fill = _token(text, at)
        if fill is not None:
            for index in range(at, end):
                if not text[index].isspace():
                    out[index] = fill
        at = end
    return "".join(out)


def _token(text, at):
    """The end of the element that begins at `at`, and its replacement (None: it stays)."""
    if text.startswith("//", at):
        end = text.find("\n", at)
        return (len(text) if end < 0 else end), " "
    if text.startswith("/*", at):
        return _block_comment(text, at), " "
    literal = re.compile(r'(#*)("""|")|(#+)/').match(text, at)
    if literal and literal.group(2):
        return _string(text, literal.end(), literal.group(2), literal.group(1)), "_"
    if literal:
        end = text.find("/" + literal.group(3), literal.end())
        return (len(text) if end < 0 else end + 1 + len(literal.group(3))), "_"
    if text[at] == "`":
        end = text.find("`", at + 1)
        return (len(text) if end < 0 else end + 1), "_"
    return at + 1, None


def _block_comment(text, at):
    depth = 0
    for match in re.compile(r"/\*|\*/").finditer(text, at):
        depth += 1 if match.group() == "/*" else -1
        if depth == 0:
            return match.end()
    return len(text)


def _string(text, at, quote, pounds):
    """The end of a string literal whose content begins at `at`."""
    while at < len(text):
        if text.startswith(quote + pounds, at):
            return at + len(quote + pounds)
        if text.startswith("\\" + pounds + "(", at):
            at = _interpolation(text, at + len(pounds) + 2)
        elif text.startswith("\\" + pounds, at):
            at += len(pounds) + 2
        elif text[at] == "\n" and quote == '"':
            return at
        else:
            at += 1
    return at


def _interpolation(text, at):
    depth = 1
    while at < len(text) and depth > 0:
        end, fill = _token(text, at)
        if fill is None:
            depth += {"(": 1, ")": -1}.get(text[at], 0)
        at = end
    return at


def line_of(text, at):
    """The line number of a position."""
    return text.count("\n", 0, at) + 1


def closing(text, at):
    """The position of the brace that closes the one at `at`, in masked text."""
    depth = 0
    for match in re.compile(r"[{}]").finditer(text, at):
        depth += 1 if match.group() == "{" else -1
        if depth == 0:
            return match.start()
    return len(text)
