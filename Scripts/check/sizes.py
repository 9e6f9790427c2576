#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Files have at most 350 lines (tests 400; the central type of a target 700), function bodies at most 50 of code.

A tenth more passes, so that a fix doesn't begin with moving code. `make figures` names what is over its limit.
"""
import re

from swiftsource import closing, files, finish, is_test, line_of, mask, read

FILE_LINES, TEST_LINES, CENTRAL_LINES, BODY_LINES = 350, 400, 700, 50
SLACK = 1.1
# The one central type of a target, which reads from top to bottom.
CENTRAL = {"Sources/GantryLaunch/Machine/Machine.swift"}
DECLARATION = re.compile(r"(?<![\w.#])(func|init|deinit|subscript|var)\b")
NEXT = re.compile(r"[(\[{}\])=\n]|(?<![\w.])(?:func|var|let|case|init|deinit|subscript)\b")


def body(text, declaration):
    """The position where the body of a declaration in masked text opens; None if it has none."""
    depth, at = 0, declaration.end()
    while match := NEXT.search(text, at):
        token, at = match.group(), match.end()
        if token in "([":
            depth += 1
        elif token in ")]":
            depth -= 1
        elif depth == 0 and token == "{":
            return match.start()
        elif token == "{":
            at = closing(text, match.start()) + 1
        elif depth < 0 or (depth == 0 and ends(text, declaration, match)):
            return None
    return None


def ends(text, declaration, match):
    """Whether a declaration ends at a token: a signature can continue on the next line, a variable can't."""
    token, is_variable = match.group(), declaration.group() == "var"
    if token == "=":
        return is_variable
    if token == "\n":
        following = text[match.end() :].lstrip()
        return is_variable and not following.startswith("{")
    # `=` and `==` occur in the defaults and requirements of a signature, and in an operator's name.
    return True


def bodies(text):
    """The declarations that have a body, as (line, keyword, lines of code)."""
    for declaration in DECLARATION.finditer(text):
        opening = body(text, declaration)
        if opening is not None:
            inside = text[opening + 1 : closing(text, opening)]
            # The text of a multi-line literal isn't code: it was masked with underscores.
            count = sum(1 for line in inside.split("\n") if line.strip(" \t_"))
            yield line_of(text, declaration.start()), declaration.group(), count


def check(root, central=CENTRAL, slack=SLACK):
    """A line for each file or body that is too long, by more than the slack."""
    problems = []
    sources = (".swift", ".c", ".h", ".py", ".sh")
    scripts = lambda path: path.endswith(sources) or path.startswith("Scripts/")
    for path in files(root, scripts):
        text = read(root, path)
        limit = TEST_LINES if is_test(path) else CENTRAL_LINES if path in central else FILE_LINES
        count = text.count("\n")
        if count > limit * slack:
            problems.append(f"{path}:{limit + 1}: {count} lines; a file has at most {limit}")
        for line, keyword, lines in bodies(mask(text)) if path.endswith(".swift") else ():
            if lines > BODY_LINES * slack:
                problems.append(
                    f"{path}:{line}: the body of this '{keyword}' has {lines} lines of code; "
                    f"at most {BODY_LINES}, and over 30 a name is missing"
                )
    return problems


if __name__ == "__main__":
    finish("sizes", check("."))
