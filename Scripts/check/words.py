#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Words that aren't allowed in the sources, outside comments and strings, and attributes without effect.

`allowed-words` beside this program lists the exceptions: a rule, the path (or the folder, with a closing
slash) that it doesn't apply to, and a reason.
"""
import os
import re

import inlining
from swiftsource import files, finish, is_test, line_of, mask, read

TRAPS_PER_THOUSAND = 0.5
TRAP = re.compile(r"(?<![\w.])(fatalError|precondition|preconditionFailure)\(")
SOURCES = {
    "unchecked": (r"@unchecked\b", "say what makes it Sendable instead, or list the file in allowed-words with the reason"),
    "unsafe": (r"\bnonisolated\s*\(\s*unsafe\s*\)", "only link-time records need it"),
    "try!": (r"\btry!", "throw, or handle the error"),
    "as!": (r"\bas!", "use `as?` and say what follows when it fails"),
    "unwrap": (r"[\w)\]}>]!(?!=)(?<!try!)(?<!as!)", "bind it, or make the absence an error"),
    # In a release build, a value is released after its last use, which may be while a lock is held.
    "kept": (r"(?m)^ +_ = [a-z]\w*$", "`extendLifetime` keeps a value until here"),
    # Swift 6.3.1 can release the value that is returned.
    "replaced": (
        r"defer \{ ([\w.]+(?:\[[^\]\n]*\])?) = [^\n]*\}\n\s*return \1(?!\w)(?![\w.]*\s*[!=]=)",
        "`exchange` replaces a value and returns the former one",
    ),
    "print": (r"(?<![\w.])(?<!func )(print|debugPrint|dump|NSLog)\(", "library code prints nothing"),
}
TESTS = {
    "sleep": (
        r"\b(Task|Thread)\s*\.\s*sleep\b|(?<![\w.])(?<!func )(u|nano)?sleep\(|\bClock\(\)\.sleep\b"
        r"|\b(Continuous|Suspending)Clock\(\)\.sleep\b",
        "inject a clock, or wait for what happens",
    ),
}
# These comments are searched for in the unmasked text, because masking removes all comments.
IGNORE = re.compile(r"//\s*(swift-format-ignore|swiftlint:disable|swiftformat:disable)")


def allowed(root):
    """The exceptions, as {(rule, path): reason}."""
    path = os.path.join(root, "Scripts/check/allowed-words")
    if not os.path.exists(path):
        return {}
    lines = [line.partition("#") for line in read(root, path).split("\n")]
    return {tuple(words.split()): reason.strip() for words, _, reason in lines if words.strip()}


def exception(exceptions, rule, path):
    """The exception by which a rule doesn't apply to a path; None if it applies."""
    for name, place in exceptions:
        if rule == name and (path == place or (place.endswith("/") and path.startswith(place))):
            return name, place
    return None


def check(root):
    """A line for each word in a place where it isn't allowed."""
    problems, exceptions, traps, lines, targets = [], allowed(root), [], 0, {}
    needed = set()
    for path in files(root, lambda path: path.endswith(".swift")):
        in_sources = path.startswith("Sources/")
        rules = SOURCES if in_sources else TESTS if is_test(path) else {}
        written = read(root, path)
        text = mask(written)
        for rule, (pattern, advice) in rules.items():
            if known := exception(exceptions, rule, path):
                if re.search(pattern, text):
                    needed.add(known)
                continue
            for match in re.finditer(pattern, text):
                at = line_of(text, match.start())
                problems.append(f"{path}:{at}: '{match.group()}': {advice} (rule {rule})")
        if in_sources:
            targets.setdefault(path.split("/")[1], {})[path] = text
            lines += written.count("\n")
            traps += [f"{path}:{line_of(text, m.start())}" for m in TRAP.finditer(text)]
            for match in IGNORE.finditer(written):
                at = line_of(written, match.start())
                problems.append(f"{path}:{at}: no ignore comments in Sources (rule ignore)")
    for rule, place in exceptions:
        if not exceptions[rule, place] or (rule, place) not in needed:
            problem = "needs no exception" if exceptions[rule, place] else "has no reason"
            problems.append(f"Scripts/check/allowed-words: {rule} {place}: {problem} (rule exceptions)")
    for sources in targets.values():
        for path, at, name in inlining.without_effect(sources):
            problems.append(
                f"{path}:{at}: '@inlinable' has no effect in {name}, which is neither public nor "
                "'@usableFromInline' (rule inlinable)"
            )
    if len(traps) * 1000 > TRAPS_PER_THOUSAND * lines:
        problems.append(
            f"{len(traps)} traps in {lines} lines, at most {TRAPS_PER_THOUSAND} in 1,000 (rule "
            f"traps): {', '.join(traps)}"
        )
    return problems


if __name__ == "__main__":
    finish("words", check("."))
