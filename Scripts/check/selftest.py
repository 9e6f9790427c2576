#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A check that can't fail is worthless, so each check gets good and bad input here."""
import os
import re
import sys
import tempfile

for folder in ("..", "../apple"):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), folder))
import behaviors
import delegates
import documentation
import filenames
import foldercases
import portable
import methodcases
import privacycases
import readme
import sizes
import symbols
import words
from swiftsource import HEADER, finish, mask

HEAD = f"// {HEADER}\n"
LONG = "func long() {\n" + "  work()\n" * 56 + "}\n"
SHOWN = "<!-- code: Sources/A/A.swift#two -->\n```swift\nlet b = 2\n```\n"
INLINED = "{} enum B {{\n  case b\n  @inlinable\n  package init(_ a: Int) {{ self = .b }}\n}}\n"
MANY = "// a line\n" * 300 + "let x = 1\n" * 141


def tree(check, contents):
    """The check's result for a folder with these files."""
    with tempfile.TemporaryDirectory() as root:
        for path, text in contents.items():
            os.makedirs(os.path.dirname(os.path.join(root, path)) or root, exist_ok=True)
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write(text)
        return check(root)


def source(text):
    """A library source with the header."""
    return {"Sources/A/A.swift": HEAD + text}


def test(text):
    """A test source with the header."""
    return {"Tests/ATests/A.swift": HEAD + text}


def page(text, **more):
    """A README, and a source that it can name."""
    code = "// region: one\nlet a = 1\n// region: two\nlet b = 2\n// endregion\n// endregion\n"
    return {"README.md": text, **source(code), **more}


def central(root):
    """The check of sizes for a folder whose only source is a central type."""
    return sizes.check(root, {"Sources/A/A.swift"})


# Check, files, and words that the only problem must contain (None: there must be no problem).
CASES = [
    (sizes.check, source(LONG.replace("  work()\n", "", 1)), None),
    (sizes.check, source(LONG.replace("work()", "// a comment")), None),
    (sizes.check, source(LONG), "56 lines of code"),
    (sizes.check, source('let a = "{"\nlet b = #"}"#\nlet `c {` = /* { */ 1\n' + LONG), "'func'"),
    (sizes.check, source(LONG.replace("func long()", "init(a: () -> Int = { 1 }) throws")), "'init'"),
    (sizes.check, source(LONG.replace("func long()", "var a: [Int]")), "'var'"),
    (sizes.check, source("protocol P {\n  func a()\n  init()\n}\nextension P {\n" + LONG + "}"),
     "'func'"),
    (sizes.check, source("protocol P {\n  func a()\n}\nstruct S {\n" + "  let a = 1\n" * 60 + "}"),
     None),
    (sizes.check, source(MANY), "a file has at most 350"),
    (sizes.check, test(MANY.replace("let x = 1\n", "", 10)), None),
    (sizes.check, test(MANY), "a file has at most 400"),
    (filenames.check, source("public struct A {\n  public enum B {}\n}\nstruct C {}\nextension D {\n  public struct E {}\n}\n"), None),
    (filenames.check, source("@frozen\npublic final class B {}\n"), "B.swift"),
    (filenames.check, source("#if os(Linux)\n  public protocol B {}\n#endif\n"), "'B' is public"),
    (words.check, source("// try! @unchecked fatalError(\nlet a = \"try! print(\\(b[\"x\"]))\"\n"), None),
    (words.check, source("let a = b != c && !d\nfunc print() {}\nx.print()\n"), None),
    *((words.check, source(text), f"rule {rule}") for rule, text in (
        ("unchecked", "extension A: @unchecked Sendable {}\n"), ("try!", "let a = try! b()\n"),
        ("as!", "let a = b as! C\n"), ("unwrap", "let a = b!\n"), ("unwrap", "let a = b[0]!.c\n"),
        ("print", "func a() { print(1) }\n"), ("kept", "let a = b()\nfunc c() {\n  _ = a\n}\n"),
        ("replaced", "defer { a.b[c] = d }\nreturn a.b[c]\n"), ("replaced", "defer { a = B() }\nreturn a.c\n"),
    )),
    *((words.check, source(text), expected) for text, expected in (
        (INLINED.format("public"), None), (INLINED.format("@usableFromInline package"), None),
        (INLINED.format("@frozen\n@usableFromInline\npackage"), None), (INLINED.format("package"), "in B,"),
        (INLINED.format("@frozen package"), "in B,"), (INLINED.format("final"), "in B,"),
        ("@inlinable package func a() {}\n", None), ("extension Array {\n  @inlinable func a() {}\n}\n", None),
        ("package struct B {}\nextension A.B {\n  @inlinable func a() {}\n}\n", "A.swift:4: '@inlinable'"),
        ("public struct A { struct B {\n  @inlinable init() {}\n} }\n", "in B,"),
        ("struct A { public struct B {\n  @inlinable init() {}\n} }\n", "in A,"),
        ("public struct A {\n  class func b() {}\n  @inlinable static func c() {}\n}\n", None),
    )),
    (words.check, source("_ = a()\n  _ = b.c\ndefer { a = b }\nreturn a != b\ndefer { a = b }\nreturn ab\n"), None),
    (words.check, source("nonisolated(unsafe) var a = 1\n"), "rule unsafe"),
    (words.check, {**source("nonisolated(unsafe) var a = 1\n"),
                   "Scripts/check/allowed-words": "unsafe Sources/A/ # a reason\n"}, None),
    (words.check, {**source("nonisolated(unsafe) var a = 1\n"),
                   "Scripts/check/allowed-words": "unsafe Sources/A/ #\n"}, "has no reason"),
    (words.check, {**source("let a = 1\n"),
                   "Scripts/check/allowed-words": "unsafe Sources/A/ # a reason\n"}, "needs no exception"),
    (words.check, test("let a = b!\n"), None),
    (words.check, source("fatalError(\"a\")\n"), "rule traps"),
    (words.check, source("fatalError(\"a\")\n" + "let a = 1\n" * 2000), None),
    (words.check, source("// swift-format-ignore\nlet a = 1\n"), "rule ignore"),
    (words.check, test("await clock.sleep(for: .seconds(1))\n"), None),
    (words.check, test("try await Task.sleep(for: .seconds(1))\n"), "rule sleep"),
    (words.check, test("usleep(10)\n"), "rule sleep"),
    (sizes.check, {"README.md": "a\n" * 500}, None),
    (central, source(MANY), None),
    (central, source(MANY * 2), "a file has at most 700"),
    (readme.check, page("<!-- code: Sources/A/A.swift#two -->\n```swift\nlet  b = 2\n```\n"), None),
    (readme.check, page("<!-- code: Sources/A/A.swift#one -->\n```swift\nlet a = 1\nlet b = 2\n```\n"),
     None),
    (readme.check, page("<!-- code: Sources/A/A.swift -->\n```swift\nlet a = 1\nlet b = 2\n```\n"),
     None),
    (readme.check, page("<!-- code: Sources/A/A.swift#two -->\n```swift\nlet b = 3\n```\n"), "not the code"),
    (readme.check, page("<!-- code: Sources/A/A.swift#six -->\n```swift\n```\n"), "0 regions"),
    (readme.check, page("<!-- code: Sources/B.swift -->\n```swift\n```\n"), "no file"),
    (readme.check, page("<!-- code: LICENSE -->\n```swift\n```\n", LICENSE=""), "compiles"),
    (readme.check, page("\n```swift\nlet b = 2\n```\n"), "must be <!-- code"),
    (readme.check, page("```swift\nlet b = 2\n```\n"), "not closed"),
    (readme.check, page("\n```c\nint b;\n```\n"), "must be <!-- code"),
    (readme.check, page("<!-- not compiled: a reason -->\n```swift\nlet b = 3\n```\n"), None),
    (readme.check, page("<!-- run: echo 'a   1.5 ms'; seq 9 -->\n```console\n$ x\na 2 s\n…\n9\n```\n"),
     None),
    (readme.check, page("<!-- run: echo run 12 done -->\n```console\nrun … done\n```\n"), None),
    (readme.check, page("<!-- run: echo b -->\n```console\na\n```\n"), "other output"),
    (readme.check, page("<!-- run: exit 3 -->\n```console\na\n```\n"), "status 3"),
    (readme.check, page("text\n```console\na\n```\n"), "must be <!-- run"),
    # A translation has the blocks of its page.
    (readme.check, page(f"text\n{SHOWN}", **{"README.zh-Hans.md": f"别的文字\n{SHOWN}"}), None),
    (readme.check, page(SHOWN, **{"README.zh-Hans.md": SHOWN.replace("= 2", "= 3")}), "differs from that of README.md"),
    (readme.check, page(SHOWN, **{"README.zh-Hans.md": SHOWN.replace("#two", "#one")}), "differs from that of README.md"),
    (readme.check, page(SHOWN, **{"README.zh-Hans.md": "文字\n"}), "has 0 blocks of code and output, and README.md has 1"),
    (readme.check, page("text\n", **{"Guide.zh.md": SHOWN}), "has 1 blocks of code and output, and Guide.md has 0"),
]


def symbol(fragments, comment=None, access="public", title="a()"):
    """A symbol in the form of a symbol graph."""
    lines = {"docComment": {"lines": [{"text": text} for text in comment]}} if comment else {}
    return {"accessLevel": access, "kind": {"identifier": "swift.func"}, "pathComponents": [title],
            "identifier": {"precise": "s:a"}, "names": {"title": title},
            "declarationFragments": [{"spelling": text} for text in fragments], **lines}


SYMBOLS = [
    (symbol(["func a()"], ["Does it."]), None),
    (symbol(["func a()"]), "not documented"),
    (symbol(["func a()"], [" "]), "not documented"),
    (symbol(["func a()"], access="internal"), None),
    (symbol(["func", " a()", " throws", "(E)"], ["Does it."]), "- Throws:"),
    (symbol(["func a() async throws -> Int"], ["Does it.", "", "- Throws: E."]), None),
    (symbol(["func a(b: () throws -> Int)"], ["Does it."]), None),
    (symbol(["func a() -> (() throws -> Int)"], ["Does it."]), None),
    (symbol(["var a: Int { get throws }"], ["It."]), "- Throws:"),
    (symbol(["let a: () throws -> Int"], ["It."]), None),
    (symbol(["init(from: any Decoder) throws"], ["Reads."], title="init(from:)"), None),
]


def typed(name, mentions=()):
    """A public type, whose declaration mentions types of the module Low."""
    return {"accessLevel": "public", "kind": {"identifier": "swift.struct"}, "pathComponents": [name],
            "identifier": {"precise": f"s:{name}"}, "names": {"title": name},
            "declarationFragments": [{"spelling": other, "preciseIdentifier": f"s:{other}"} for other in mentions]}


LOW = ("Low", "Low", {"symbols": [typed("A"), typed("B")]})
# The types that a type of the module High mentions, the names that High brings of Low, and the problem.
UNNAMED = [(["A"], {"A"}, None), (["A", "B"], {"A"}, "mentions Low.B"), (["A", "B"], None, None), (["C"], set(), None)]


def called(declaration, generics=(), outer="R"):
    """A public method with a declaration in which `_ name:` is a parameter without a label."""
    parts = [{"spelling": spelling, "kind": "identifier" if spelling == "find" else "internalParam" if spelling[:2] == "in" else "text"}
             for spelling in re.split(r"(\bfind\b|\bin[A-Z]\w*)", declaration)]
    return {"accessLevel": "public", "kind": {"identifier": "swift.method"}, "pathComponents": [outer, "find(_:_:)"],
            "identifier": {"precise": f"s:{declaration}"}, "names": {"title": "find(_:_:)"}, "declarationFragments": parts,
            "swiftGenerics": {"parameters": [{"name": name} for name in generics]}}


NOW = called("func find<S>(_ inType: S.Type, _ inKey: K? = nil) -> S?", ["S"])
# A function beside the one above, and the problem.
TWINS = [
    (called("func find<T>(_ inOther: T.Type, _ inKey: K? = nil) async throws(E) -> T", ["T"]), "differ only in `async`"),
    (called("func find<S>(_ inType: S.Type) async -> S?", ["S"]), "differ only in `async`"),
    (called("func find<S>(_ inType: S.Type, _ inKey: K?) async -> S?", ["S"]), "differ only in `async`"),
    (called("func find<S>(_ inType: S.Type, in inKey: K) async -> S?", ["S"]), None),
    (called("func find<S>(_ inType: S.Type) -> () async -> S?", ["S"]), None),
    (called("func find<S>(_ inType: S.Type, _ inBody: () async -> K) -> S?", ["S"]), None),
    (called("func find<S>(_ inType: S.Type) async -> S? where S : P", ["S"]), None),
    (called("func find<S>(_ inType: S.Type) async -> S?", ["S"], "Q"), None),
]


def compiled(change=lambda selector, encoding: (selector, encoding)):
    """The dump of the delegates' objects, after a change, with everything that the table requires."""
    lines = []
    for row in delegates.table_of(delegates.UIKIT):
        if delegates.is_push(row) or delegates.is_own(row):
            continue
        selector, encoding = change(row["selector"], row["encoding"])
        owner = delegates.CLASSES[row["protocol"]]
        lines += [f"name _TtC11GantryApple20{owner}", "baseMethods", f"   name l_.x {selector}"]
        lines += [f"   types l_.y {encoding}", "baseProtocols", f"   name l_.x protocol{selector}"]
    lines += ["superclass _OBJC_CLASS_$__TtC11GantryApple18ModularAppDelegate", "name l_.x GantryHost", "baseMethods"]
    lines += ["   name l_.x pageForPath:error:", "   types l_.y @32@0:8@16^@24"]
    for row in delegates.table_of(delegates.UIKIT):
        if row["protocol"] in "SW" and not delegates.is_notified(row):
            lines += [f"   name l_.x {row['selector']}", f"   types l_.y {row['encoding']}"]
    return "\n".join(lines)


def altered(name, selector=None, encoding=None):
    """The same dump with one method altered."""
    return compiled(lambda s, e: (selector or s, encoding or e) if s == name else (s, e))


OPEN = "application:openURL:options:"
PUSH = "application:didReceiveRemoteNotification:fetchCompletionHandler:"
DELEGATES = [
    (compiled(), None),
    (altered(OPEN, encoding="v40@0:8@16@24@32"), "in the table B40"),
    (altered("sceneDidDisconnect:", "sceneDidDisconect:"), "lacks sceneDidDisconnect:"),
    (altered("sceneDidDisconnect:", PUSH), "lacks sceneDidDisconnect:"),
    (
        compiled() + "\n_TtC11GantryApple18ModularAppDelegate\n"
        f"baseMethods\n   name l_.x {OPEN}x:\n   types l_.y v", "no line of the table",
    ),
    (
        f"_TtC11GantryApple18ModularAppDelegate\nbaseMethods\n   name l_.x {PUSH}\n   types l_.y v\n"
        + compiled(),
        "for itself or not at all",
    ),
]

# The sections of a program that names a method of remote notifications, in each of the three ways.
NAMED = [
    (compiled(), None),
    (f"baseProtocols\n   name l_.x {PUSH}", None),
    (f"instanceMethods\n   name l_.x {PUSH}", f"names {PUSH}"),
    (f"Contents of (__DATA,__objc_selrefs) section\n0 symbol:L_selector_data({PUSH})", f"names {PUSH}"),
    (f"Contents of (__TEXT,__cstring) section\n0000 {PUSH}", f"names {PUSH}"),
]

# A script, and words of the only problem.
SCRIPTS = [
    ("set -eu\na=(1)\nwait 3\nb=()\nf ${b[@]+\"${b[@]}\"} \"${a[@]}\" # mapfile\nsed -i.old x y; find . | head -n 1", None),
    ("set -eu\nb=()\nf \"${b[@]}\"", "empty array"),
    ("mapfile -t a < b", "4.0"), ("wait -n", "4.3"), ("x=${y^^}", "use `tr`"), ("a |& b", "4.0"), ("echo $BASHPID", "4.0"),
    ("local -A x", "associative"), ("sed -i s/a/b/ c", "suffix"), ("timeout 9 a", "alarm"), ("find . -quit", "head"),
    ("needs_linux x\ntimeout 9 a", None), ("source ../package.sh\nstat -c x y", None), ("needs_linux x\nwait -n", "4.3"),
]

# A table of behaviors, the tags of tests, and the problem; the only file there contains "yes".
BEHAVIORS = [
    ("B1 | test | a\nB2 | stated F: yes | b", {1}, None),
    ("B1 | test | a", set(), "B1 is said to be tested"),
    ("B1 | missing F: no | a", set(), "F does not say 'no'"),
    ("B1 | comparison G: yes | a", set(), "G does not say"),
    ("B1 | stated F: yes | a", {1}, "the table does not say so"),
    ("B2 | test | a", {2}, "B1 is missing"),
    ("B1 | test | a\nB1 | test | b", {1}, "a second one"),
    ("B1 | somehow | a", set(), "no line of the table"),
    ("B1 | test | a", {1, 2}, "B2 is in no line"),
]

# The imports, the toolchain's exports, the list, and the problem. A symbol's demangled name is the symbol
# itself; a name from one of Foundation's parts is also found by its demangled name.
SYMBOLS_OF_MODULES = [
    ({"$sA", "$sB"}, {"$sA"}, {"$sB"}, None),
    ({"$sA", "$sB"}, {"$sA"}, set(), "not in the list: $sB"),
    ({"$sA"}, {"$sA"}, {"$sB"}, "not imported or exported now: $sB"),
    ({"$s.Foundation.x"}, {"$s.FoundationEssentials.x"}, set(), None),
    ({"$s.Foundation.y"}, {"$s.FoundationEssentials.x"}, set(), "not in the list: $s.Foundation.y"),
]

def verdicts():
    """Each case's problems, beside the expected ones."""
    for text, expected in DELEGATES:
        yield "delegates", delegates.problems(delegates.methods(text), delegates.table_of(delegates.UIKIT)), expected
    for table, tags, expected in BEHAVIORS:
        found = behaviors.problems(table, tags, {"F": "yes"}.get)
        yield f"behaviors {table}", found, expected
    for text, expected in SCRIPTS:
        yield f"portable {text}", portable.check_text("a", text), expected
    for text, expected in NAMED:
        yield "delegates", delegates.named(text, delegates.rows()), expected
    for imported, real, listed, expected in SYMBOLS_OF_MODULES:
        found = symbols.remainder(
            imported, real, lambda names: {name: symbols.cleaned(name) for name in names}
        )
        yield f"symbols {imported}", symbols.differences(set(found), listed), expected
    for check, contents, expected in CASES:
        yield f"{check.__module__} {contents}", tree(check, contents), expected
    for mentions, brought, expected in UNNAMED:
        high = ("High", "High", {"symbols": [typed("H", mentions)]})
        yield f"unnamed {mentions}", documentation.unnamed([LOW, high], "High", {"High": None, "Low": brought}), expected
    for other, expected in TWINS:
        graph = ("R", "R", {"symbols": [NOW, other]})
        yield f"twins {other}", documentation.twins([graph]), expected
    for given, expected in SYMBOLS:
        yield f"documentation {given}", documentation.faults({"symbols": [given]}), expected


def failures():
    """A line for each case that a check judged incorrectly."""
    text = 'a("\\(b("}")) {") /* /* { */ } */ c { #"\\("# } """\n{ "\n""" // {\n'
    if mask(text).count("{") != 1 or len(mask(text)) != len(text):
        yield f"mask reads {mask(text)!r}"
    for case, problems, expected in (*verdicts(), *foldercases.verdicts(),
                                     *methodcases.verdicts(), *privacycases.verdicts(tree)):
        if expected is None and problems:
            yield f"false alarm: {problems} for {case[:300]}"
        elif expected is not None and not (len(problems) == 1 and expected in problems[0]):
            yield f"expected one problem with '{expected}', got {problems} for {case[:300]}"


if __name__ == "__main__":
    finish("selftest", list(failures()))
