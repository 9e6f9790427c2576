# SPDX-License-Identifier: Apache-2.0
"""Finds functions marked `@inlinable` that the compiler doesn't inline in other targets.

It exports the body of such a function only if all types around it are public or marked `@usableFromInline`, and says
nothing otherwise. Generic code is then not specialized in other targets, which can double its time.
"""
import re

from swiftsource import closing, line_of

ATTRIBUTE = r"@\w+(?:\([^()]*\))?"
MODIFIER = r"public|package|internal|open|final|indirect|nonisolated|fileprivate|private"
TYPE = re.compile(
    rf"((?:(?:{ATTRIBUTE}|{MODIFIER})\s+)*)\b(struct|class|enum|actor|protocol|extension)\s+"
    r"(?!func\b|var\b|let\b|subscript\b)([\w.]+)"
)
EXPORTED = re.compile(r"\b(?:public|open)\b|@usableFromInline\b")
INLINABLE = re.compile(r"@inlinable\b")


def types(text):
    """The types and extensions in masked text: (body's start, its end, whether it's an extension, name, exported)."""
    for match in TYPE.finditer(text):
        opening = text.find("{", match.end())
        if opening >= 0:
            is_extension = match.group(2) == "extension"
            exported = EXPORTED.search(match.group(1)) is not None
            yield opening, closing(text, opening), is_extension, match.group(3).split(".")[-1], exported


def without_effect(sources):
    """The lines of such functions in a target, as (path, line, name of the type).

    `sources` has the target's masked files by path. An extension of a type from another target can't be judged by
    the names of this one, and counts as exported.
    """
    found = {path: list(types(text)) for path, text in sources.items()}
    declared = {}
    for path in found:
        for _, _, is_extension, name, exported in found[path]:
            if not is_extension:
                declared[name] = declared.get(name, False) or exported
    for path, text in sources.items():
        for match in INLINABLE.finditer(text):
            for start, end, is_extension, name, exported in found[path]:
                if start < match.start() < end and not (declared.get(name, True) if is_extension else exported):
                    yield path, line_of(text, match.start()), name
                    break
