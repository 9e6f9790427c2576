#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The English of comments, help texts and pages: concrete nouns as subjects, no worn phrases.

A line counts if it has one of the words of a rule. A share of such lines is allowed, in each file and in all
files. Headings, questions and code don't count.

In the guides (README.md and Documentation/*.md), a cell of a table is a value of at most 12 words, and a sentence
has no semicolon.
`prose.py PATH...` lists each line that counts in some files or folders.
"""
import os
import re
import sys
from collections import namedtuple

from swiftsource import HEADER, files, finish, is_test, line_of, read

Rule = namedtuple("Rule", "pattern percent advice")
WHAT = Rule(
    re.compile(r"\bwhat(ever)?\b", re.IGNORECASE), 1.0,
    "name the thing: 'the handler's result', not 'what the handler returns'",
)
WHO = Rule(
    re.compile(r"\b(who|whoever|nobody|somebody|anybody|everybody)\b", re.IGNORECASE), 0.5,
    "name the task, caller or module: 'no module provides it', not 'nobody provides it'",
)
CELL = 12
# This many lines are allowed for a rule if its share would allow fewer: in a file, and in all files.
IN_FILE, IN_ALL = 1, 10
# Never allowed anywhere, because a reader has to decode them.
PHRASES = (
    (r"(?:^|(?<=[.:;|] ))(?:What|Who)(?:ever)?\b(?!')", "begin with the noun: 'Tasks that …'"),
    (r"\bwhom\b", "name it: 'the task that waits', not 'for whom it waits'"),
    (r"\ban own\b", "write 'your own', 'its own' or 'a separate'"),
    (r"\bone's own\b", "write 'your own'"),
    (r"(?<![Tt]here )\b(?:is|are|was|were) no (?!(?:longer|more|less|nearer|other|reason)\b)\w+",
     "write \"isn't a …\""),
    (r"\bstands (?!for\b|in for\b|still\b)|\bstand (?:on|in|beside|behind|under|back)\b",
     "write 'is on', 'is in'"),
    (r"\b[Ll]ets? go of\b", "write 'releases' or 'drops'"),
    (r"\bso to speak\b", "say it plainly"),
    (r"(?i)\b\w*(?:behaviour|colour|centre|favour|licence|neighbour|(?:initial|normal|optim|recogn|summar)is[ei])\w*",
     "use American spelling, as Swift's own names do"),
)
# `gantry new` turns the last ones into users' files.
PAGES, CODE = (".md", ".md.template"), (".swift", ".swift.template")
COMMENT = re.compile(r"^(?:\s*|.*\S\s\s)///?(?: (.*)|)$")
HELP = re.compile(
    r"\b(?:abstract|discussion|help):\s*(?:ArgumentHelp\(\s*)?"
    r'(?:"""(?P<lines>.*?)"""|"(?P<line>(?:[^"\\\n]|\\.)*)")',
    re.DOTALL,
)


def unfenced(lines):
    """The lines outside fenced code, without code in backticks; headings and questions become empty."""
    fenced = False
    for number, text in lines:
        if text.strip().startswith("```"):
            fenced = not fenced
        elif not fenced:
            plain = re.sub(r"`[^`]*`", "``", text).strip()
            is_exempt = plain.startswith(("#", "<!--")) or "?" in plain
            yield number, "" if is_exempt else re.sub(r"^(?:[-*]|\d+\.) ", "", plain)


def comments(text):
    """The comments of Swift code without the header, as (line, text)."""
    for number, line in enumerate(text.split("\n"), 1):
        match = COMMENT.match(line)
        if match and match.group(1) != HEADER:
            yield number, match.group(1) or ""


def helps(text):
    """The help texts of commands and their arguments, as (line, text)."""
    for match in HELP.finditer(text):
        group = "lines" if match.group("lines") is not None else "line"
        first = line_of(text, match.start(group))
        for offset, line in enumerate(match.group(group).split("\n")):
            yield first + offset, line


def prose(root):
    """Each file with prose, and its lines that aren't empty, as (line, text)."""
    def is_prose(path):
        is_shown = path.startswith(("Sources/", "Examples/", "Guides/")) and not is_test(path)
        return path.endswith(PAGES) or path.endswith(CODE) and is_shown

    for path in files(root, is_prose):
        text = read(root, path)
        is_page = path.endswith(PAGES)
        lines = list(unfenced(enumerate(text.split("\n"), 1) if is_page else comments(text)))
        if path.startswith("Sources/GantryTool/"):
            lines += unfenced(helps(text))
        yield path, sorted((number, line) for number, line in lines if line)


def phrases(path, lines):
    """A problem for each phrase that isn't allowed anywhere."""
    for number, text in lines:
        for pattern, advice in PHRASES:
            match = re.search(pattern, text)
            if match:
                yield f"{path}:{number}: '{match.group()}': {advice}"


def guide(path):
    """Whether a page is read as a whole, and not looked up."""
    return path == "README.md" or re.fullmatch(r"Documentation/[^/]+\.md", path)


def cells(path, text):
    """A problem for each cell of a table that is a sentence, and for each semicolon."""
    fenced = False
    for number, line in enumerate(text.split("\n"), 1):
        fenced ^= line.startswith("```")
        line = re.sub(r"\]\([^)]*\)", "]", re.sub(r"`[^`]*`", "``", line))
        if fenced or line.startswith(("<!--", "#")):
            continue
        if ";" in line:
            yield f"{path}:{number}: a semicolon: write two sentences"
        if line.startswith("|"):
            long = next((cell for cell in line.split("|") if len(cell.split()) > CELL), None)
            if long:
                yield f"{path}:{number}: a cell has at most {CELL} words; write '{long.strip()[:40]}…' as text"


def check(root):
    """A line for each phrase, and for each file in which a rule's share is too large."""
    problems, found, total = [], {WHAT: 0, WHO: 0}, 0
    for path in files(root, guide):
        problems += cells(path, read(root, path))
    for path, lines in prose(root):
        problems += phrases(path, lines)
        total += len(lines)
        for rule in found:
            places = [number for number, text in lines if rule.pattern.search(text)]
            found[rule] += len(places)
            limit = max(IN_FILE, int(rule.percent * len(lines) / 100))
            if len(places) > limit:
                problems.append(
                    f"{path}:{places[0]}: {rule.advice} ({len(places)} of {len(lines)} lines, at "
                    f"most {limit}: {', '.join(map(str, places))})"
                )
    for rule, count in found.items():
        if count > max(IN_ALL, rule.percent * total / 100):
            problems.append(
                f"{count} of {total} lines in all, at most {rule.percent} %: {rule.advice}; "
                "`Scripts/check/prose.py .` lists them"
            )
    return problems


def listing(root, places):
    """Each line that counts in some files or folders, including folders that aren't rewritten yet."""
    for path, lines in prose(root):
        if any(place in (".", path) or path.startswith(place + "/") for place in places):
            yield from phrases(path, lines)
            for number, text in lines:
                if WHAT.pattern.search(text) or WHO.pattern.search(text):
                    yield f"{path}:{number}: {text}"


if __name__ == "__main__":
    if sys.argv[1:]:
        print("\n".join(listing(".", [os.path.relpath(place) for place in sys.argv[1:]])))
    else:
        finish("prose", check("."))
