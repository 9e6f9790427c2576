#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every public symbol is documented, `- Throws:` lists each error with its cause, and importing a product brings each type
that one of its public signatures mentions: what has no name can't be stored, passed on or extended. No two functions
differ only in `async`: where one can await, Swift would always pick the asynchronous one.

Reads the symbol graphs from the products of the build step, and leaves them for `make site` and `make declarations`. With `--ios`, reads those
that the step `apple` has extracted. Inherited documentation counts. Codable's two
requirements need no `- Throws:`, because the coder throws their errors.
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys

from swiftsource import finish, read

# Here are the symbol graphs of two builds, on Linux and for iOS; the step `apple` extracts the second.
LINUX, IOS = ".build/graphs/linux", ".build/graphs/ios"
# The targets that have other declarations for iOS.
APPLE = ("GantryApple", "GantryAppleMonitor", "GantryApplePush")
TYPES = {f"swift.{kind}" for kind in ("struct", "class", "enum", "actor", "protocol", "typealias")}
CALLED = re.compile(r"\.(func|method|init|subscript)$")
CODER = ("init(from:)", "encode(to:)")
EXPORT = re.compile(r"@_exported public import (?:\w+ )?(\w+)(?:\.(\w+))?")


def declaration(symbol):
    """The declaration without the parts in parentheses, where only the types of parameters throw."""
    text = "".join(part["spelling"] for part in symbol.get("declarationFragments", ()))
    depth, out = 0, []
    for letter in text:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        out.append(letter if depth == 0 else " ")
    return "".join(out)


def throws(symbol):
    """Whether calling a symbol can throw."""
    if symbol["names"]["title"] in CODER or symbol["kind"]["identifier"].endswith("typealias"):
        return False
    # After the arrow, or a property's colon, follows a type: a closure there may also throw.
    signature = re.split(r"->|:", declaration(symbol))[0]
    accessors = re.search(r"\{([^}]*)\}\s*$", declaration(symbol))
    return bool(
        re.search(r"\bthrows\b", signature)
        or (accessors and re.search(r"\bthrows\b", accessors.group(1)))
    )


def place(symbol):
    """Where a symbol is declared."""
    location = symbol.get("location")
    if not location:
        return "?"
    path = os.path.relpath(location["uri"].removeprefix("file://"))
    return f"{path}:{location['position']['line'] + 1}"


def faults(graph):
    """A line for each symbol of a graph that lacks documentation."""
    problems = []
    for symbol in graph["symbols"]:
        is_own = symbol.get("accessLevel") in ("public", "open")
        written = symbol["kind"]["identifier"] != "swift.extension"
        if not is_own or not written or "::SYNTHESIZED::" in symbol["identifier"]["precise"]:
            continue
        lines = [line["text"] for line in symbol.get("docComment", {}).get("lines", ())]
        name = ".".join(symbol["pathComponents"])
        if not any(line.strip() for line in lines):
            problems.append(f"{place(symbol)}: '{name}' is not documented")
        elif throws(symbol) and not any(re.match(r"\s*- Throws:", line) for line in lines):
            problems.append(f"{place(symbol)}: '{name}' throws and has no '- Throws:'")
    return problems


def names(path):
    """The modules in the name of a graph's file: `A@B.symbols.json` has A's extensions of B's types."""
    module, _, extended = os.path.basename(path).removesuffix(".symbols.json").partition("@")
    return module, extended or module


def exported(root, target, found=None):
    """The names that importing a target brings in, for each of this package's targets; None means all."""
    found = {target: None} if found is None else found
    path = f"Sources/{target}/Exports.swift"
    if os.path.isfile(os.path.join(root, path)):
        for other, name in EXPORT.findall(read(root, path)):
            if not os.path.isdir(os.path.join(root, "Sources", other)) or found.get(other, 0) is None:
                continue
            if name:
                found.setdefault(other, set()).add(name)
            else:
                found[other] = None
                exported(root, other, found)
    return found


def unnamed(graphs, product, exported):
    """A line for each type that a signature of a product mentions, but that importing the product doesn't bring.

    `graphs` are (module, module of the types, graph); `exported` are the names of each module, None for all.
    """
    def brings(module, name):
        known = exported.get(module, ())
        return known is None or name in known

    homes, found = {}, {}
    for module, owner, graph in graphs:
        for symbol in graph["symbols"]:
            if module == owner and symbol["kind"]["identifier"] in TYPES:
                homes[symbol["identifier"]["precise"]] = (module, symbol["pathComponents"])
    for module, owner, graph in graphs:
        # Extensions are seen by those who import their module, and an import brings only some as a whole.
        extends = module != owner and exported.get(module, ()) is None
        for symbol in graph["symbols"]:
            path = symbol["pathComponents"]
            if "::SYNTHESIZED::" in symbol["identifier"]["precise"]:
                continue
            # A type alias gives a name to the type that it mentions.
            if not (extends or module == owner and brings(owner, path[0])) or symbol["kind"]["identifier"] == "swift.typealias":
                continue
            for part in symbol.get("declarationFragments", ()):
                home, name = homes.get(part.get("preciseIdentifier"), (None, [None]))
                if home and not brings(home, name[0]):
                    found.setdefault(f"{home}.{name[0]}", f"{place(symbol)}: '{'.'.join(path)}'")
    return [f"{user} mentions {name}, which `import {product}` does not bring: add it to Exports.swift, or leave it out"
            for name, user in sorted(found.items())]


def split(text):
    """The parts between the commas of a text that stand in no parentheses or brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def calls(symbol):
    """The ways to call a function, with and without the parameters that have defaults, and whether it is asynchronous."""
    parts = symbol.get("declarationFragments", ())
    named = [index for index, part in enumerate(parts)
             if part.get("kind") == "identifier" or part["spelling"] in ("init", "subscript")]
    if not CALLED.search(symbol["kind"]["identifier"]) or not named:
        return set(), False
    # The names of generic parameters and of parameters inside the function make no difference for a call.
    text = "".join(part["spelling"] for part in parts[named[0] + 1:] if part.get("kind") != "internalParam")
    for number, generic in enumerate(symbol.get("swiftGenerics", {}).get("parameters", ())):
        text = re.sub(rf"\b{generic['name']}\b", f"τ{number}", text)
    start, end, depth = text.find("("), 0, 0
    for end in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        if depth == 0:
            break
    effects, _, limits = text[end + 1:].partition(" where ")
    limits = (limits, json.dumps(symbol.get("swiftExtension", {}).get("constraints")))
    every = [re.sub(r"\s+", " ", part) for part in split(text[start + 1:end])]
    needed = [part for part in every if " = " not in part]
    shapes = {(*(part.split(" = ")[0] for part in some), limits) for some in (every, needed)}
    return shapes, bool(re.search(r"\basync\b", effects.split("->")[0]))


def twins(graphs):
    """A line for each two functions that differ only in `async`, and perhaps in their results."""
    seen, problems = {}, set()
    for _, _, graph in graphs:
        for symbol in graph["symbols"]:
            if symbol.get("accessLevel") not in ("public", "open") or "::SYNTHESIZED::" in symbol["identifier"]["precise"]:
                continue
            shapes, waits = calls(symbol)
            *outer, title = symbol["pathComponents"]
            for shape in shapes:
                key = (*outer, symbol["kind"]["identifier"], title.partition("(")[0], shape)
                seen.setdefault(key, {}).setdefault(waits, symbol)
                other = seen[key].get(not waits)
                if other:
                    problems.add(f"{place(symbol)}: '{'.'.join(symbol['pathComponents'])}' and the one in {place(other)} differ"
                                 " only in `async`: give the one that waits a name of its own")
    return sorted(problems)


def load(folder):
    """The graphs in a folder, as (module, module of the types, graph)."""
    for path in sorted(glob.glob(os.path.join(folder, "*.symbols.json"))):
        with open(path, encoding="utf-8") as file:
            yield *names(path), json.load(file)


def check(folder, targets):
    """The faults in the targets' symbol graphs, and the number of symbols in them."""
    problems, count = [], 0
    for path in sorted(glob.glob(os.path.join(folder, "*.symbols.json"))):
        # `A@B.symbols.json` contains A's extensions of B's types.
        if re.split(r"[@.]", os.path.basename(path))[0] not in targets:
            continue
        with open(path, encoding="utf-8") as file:
            graph = json.load(file)
        count += len(graph["symbols"])
        problems += faults(graph)
    return sorted(set(problems)), count


def symbol_graphs():
    """The folder, `LINUX`, with freshly extracted symbol graphs of all targets."""
    dump = subprocess.run(
        ["swift", "package", "--traits", "Extras", "-Xswiftc", "-warnings-as-errors",
         "dump-symbol-graph"],
        capture_output=True, text=True)
    folders = re.findall(r"^Files written to (.*)$", dump.stdout + dump.stderr, re.M)
    if dump.returncode != 0 or not folders:
        print(dump.stdout + dump.stderr)
        sys.exit("documentation: the symbol graphs could not be extracted")
    shutil.rmtree(LINUX, ignore_errors=True)
    shutil.copytree(folders[0], LINUX)
    return LINUX


def description():
    """The package, as SwiftPM describes it."""
    return json.loads(subprocess.check_output(["swift", "package", "describe", "--type", "json"], text=True))


def libraries(package):
    """The targets that users import. Each has the name of its product, which also lists what the target builds on."""
    swift = {target["name"] for target in package["targets"] if target["module_type"] == "SwiftTarget"}
    return sorted(product["name"] for product in package["products"] if product["name"] in swift)


def public_targets(package):
    """The targets whose public declarations users see."""
    return [target["name"] for target in package["targets"]
            if target["type"] == "library" and target["module_type"] == "SwiftTarget"
            and target["path"].startswith("Sources/")]


def ios():
    """Checks the symbol graphs of the build for iOS."""
    problems, count = check(IOS, APPLE)
    # The types of the other libraries are the same on Linux, where the last build left their graphs.
    graphs = [graph for graph in load(LINUX) if graph[0] not in APPLE] + list(load(IOS))
    for product in APPLE if os.path.isdir(LINUX) else ():
        problems += unnamed(graphs, product, exported(".", product))
    problems += twins(graph for graph in graphs if graph[0] in APPLE)
    print(f"{count} public symbols for iOS")
    # What the compiler adds inherits its documentation from the standard library, which this build doesn't have.
    problems = [problem for problem in problems if not problem.startswith("?:")]
    finish("documentation", problems if count else [f"there are no symbol graphs in {IOS}"])


def main():
    """Checks the symbol graphs of the products' targets."""
    package = description()
    public, folder = public_targets(package), symbol_graphs()
    missing = [name for name in public
               if not os.path.exists(os.path.join(folder, f"{name}.symbols.json"))]
    problems, count = check(folder, public)
    graphs = list(load(folder))
    for product in libraries(package):
        problems += unnamed(graphs, product, exported(".", product))
    problems += twins(graphs)
    problems += [f"there is no symbol graph of the target '{name}'" for name in missing]
    print(f"{count} public symbols in {len(public)} targets")
    finish("documentation", problems)


if __name__ == "__main__":
    ios() if sys.argv[1:] == ["--ios"] else main()
