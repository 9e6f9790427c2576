#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Code shown in Markdown was compiled, and output shown was printed.

The line before a ```swift, ```c, ```cpp or ```objc block names the source that it repeats (except for white space):

    <!-- code: Examples/Bazaar/Sources/Orders/OrdersModule.swift#module -->

The file marks that region with `// region: module` and `// endregion`; without `#`, the source is the whole
file except for its header. The line before a ```console block gives the command, which a shell runs in the
root folder; its standard output must be equal to the block:

    <!-- run: make -s demo </dev/null -->

Lines that begin with `$ ` show what to type, and aren't compared. All durations count as equal. `…` stands for
any text in a line, and alone on a line for any number of lines. A block that can't be compiled or run states
the reason: `<!-- not compiled: … -->`, `<!-- not run: … -->`.

A translation, such as README.zh-Hans.md, has the blocks of the original in the same order. `readme.py --write` copies
them into it.
"""
import os
import re
import subprocess
import sys

from swiftsource import HEADER, files, finish, line_of, read

CODE = ("swift", "cpp", "c", "objc")
KINDS = "|".join(("console", *CODE))
BLOCK = re.compile(rf"^([^\n]*)\n```({KINDS})\b[^\n]*\n(.*?)^```[^\n]*$", re.M | re.S)
MARK = re.compile(r"<!--\s*(code|run|not compiled|not run):\s*(\S.*?)\s*-->")
COMPILED = re.compile(
    r"(Package\.swift|(Sources|Tests|Guides|Scripts/apple/samples)/.*\.(swift|c|cpp|m)"
    r"|(Examples/[^/]+|Benchmarks|IntegrationTests/.+?)/(Package\.swift|(App|Sources|Tests)/.*\.(swift|c|cpp|m)))"
)
TRANSLATION = re.compile(r"\.[a-z]{2,3}(-[A-Za-z]+)?\.md$")
DURATION = re.compile(r"\b\d+(\.\d+)?\s?(ns|µs|us|ms|s|seconds?)\b")


def region(root, reference):
    """The text that a reference names, or a problem as a second result if there is none."""
    path, _, name = reference.partition("#")
    if not COMPILED.fullmatch(path):
        return None, f"'{path}' is not a file that the gate compiles"
    if not os.path.isfile(os.path.join(root, path)):
        return None, f"there is no file '{path}'"
    lines = read(root, path).split("\n")
    if name:
        begins = [i for i, line in enumerate(lines) if line.strip() == f"// region: {name}"]
        if len(begins) != 1:
            return None, f"'{path}' has {len(begins)} regions named '{name}', not one"
        lines, depth = lines[begins[0] + 1 :], 1
        for index, line in enumerate(lines):
            depth += line.strip().startswith("// region:") - (line.strip() == "// endregion")
            if depth == 0:
                lines = lines[:index]
                break
        else:
            return None, f"the region '{name}' of '{path}' has no '// endregion'"
    marks = {f"// {HEADER}", "// endregion"}
    kept = [x for x in lines if x.strip() not in marks and not x.strip().startswith("// region:")]
    return "\n".join(kept), None


def matches(shown, came):
    """Whether output is equal to a block, except for durations and `…`."""
    pattern = ""
    for line in shown:
        line = DURATION.sub("<duration>", " ".join(line.split()))
        if line == "…":
            pattern += r"(?:[^\n]*\n)*?"
        else:
            pattern += "[^\n]*".join(re.escape(part) for part in line.split("…")) + "\n"
    came = [DURATION.sub("<duration>", " ".join(line.split())) for line in came]
    return re.fullmatch(pattern, "".join(line + "\n" for line in came)) is not None


def trimmed(text):
    """The lines of a text without empty lines at the beginning and the end."""
    return text.strip("\n").split("\n")


def compare_code(root, shown, reference):
    """The problem of a block of code; None if it's equal to compiled code."""
    code, problem = region(root, reference)
    if problem or " ".join(code.split()) == " ".join(shown.split()):
        return problem
    return f"the block is not the code of '{reference}'"


def compare_output(root, shown, command):
    """The problem of a block of output; None if the command prints it."""
    ran = subprocess.run(command, shell=True, cwd=root, text=True, stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=1800)
    if ran.returncode != 0:
        return f"'{command}' ended with status {ran.returncode}\n{ran.stdout}{ran.stderr}"
    expected = [line for line in trimmed(shown) if not line.startswith("$ ")]
    if matches(expected, trimmed(ran.stdout)):
        return None
    return f"'{command}' gives other output than the block shows:\n{ran.stdout}"


def originals(root):
    """Each translation, with its blocks and those of the page that it translates."""
    for path in files(root, lambda path: TRANSLATION.search(path)):
        original = TRANSLATION.sub(".md", path)
        exists = os.path.isfile(os.path.join(root, original))
        pages = read(root, path), read(root, original) if exists else ""
        yield path, original, *(list(BLOCK.finditer(text)) for text in pages)


def translations(root):
    """A line for each block of a translation that isn't the original's."""
    problems = []
    for path, original, blocks, wanted in originals(root):
        if len(blocks) != len(wanted):
            problems.append(f"{path}: has {len(blocks)} blocks of code and output, and {original} has {len(wanted)}")
        for block, other in zip(blocks, wanted):
            if block.group() != other.group():
                problems.append(f"{path}:{line_of(block.string, block.start()) + 1}: the block differs from that of "
                                f"{original}; `Scripts/check/readme.py --write` copies it")
    return problems


def write(root):
    """Copies the blocks of the originals into translations that have as many."""
    for path, _, blocks, wanted in originals(root):
        if blocks and len(blocks) == len(wanted):
            rest = iter(wanted)
            text = BLOCK.sub(lambda _: next(rest).group(), blocks[0].string)
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write(text)


def check(root):
    """A line for each block that doesn't match its source."""
    problems = translations(root)
    for path in files(root, lambda path: path.endswith(".md") and not TRANSLATION.search(path)):
        text = read(root, path)
        covered = 0
        for match in BLOCK.finditer(text):
            covered += 1
            before, language, shown = match.groups()
            mark = MARK.search(before)
            kind = mark.group(1) if mark else None
            problem = None
            if language in CODE and kind == "code":
                problem = compare_code(root, shown, mark.group(2))
            elif language == "console" and kind == "run":
                problem = compare_output(root, shown, mark.group(2))
            elif kind != ("not compiled" if language in CODE else "not run"):
                needed = "<!-- code: … -->" if language in CODE else "<!-- run: … -->"
                problem = f"the line before a {language} block must be {needed}"
            if problem:
                problems.append(f"{path}:{line_of(text, match.start()) + 1}: {problem}")
        if covered != len(re.findall(rf"^\s*```(?:{KINDS})\b", text, re.M)):
            problems.append(f"{path}: a block of code or output is indented, first or not closed")
    return problems


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        write(".")
    finish("readme", check("."))
