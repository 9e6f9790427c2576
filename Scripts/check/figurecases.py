# SPDX-License-Identifier: Apache-2.0
"""The cases of `selftest.py` for figures that are counted or shown in tables, for budgets, and for public declarations."""
import costs
import declarations
import figures

FIGURES = [{"name": "launch.task.async", "value": 1234.5, "unit": "ns", "peers": {"B": 9e5, "A": 70}},
           {"name": "app.size", "value": 5312536, "unit": "bytes"},
           {"name": "module.compile", "value": 2.81, "unit": "ratio", "peers": {}}]
COSTS = """| | Gantry | others |
|---|---:|---|
| overhead of a launch task | 1.2 µs | A: 70 ns, B: 900 µs |
| a stripped release program with one module | 5.3 MB | – |
| a clean debug build of 51 modules | 2.8 × | – |
"""

# A graph of symbols with one that only a protocol gives it, and one that isn't public.
GRAPH = {
    "symbols": [
        {"identifier": {"precise": precise}, "kind": {"identifier": "swift.struct"}, "accessLevel": level,
         "pathComponents": ["A", name], "names": {"title": name},
         "declarationFragments": [{"spelling": "struct "}, {"spelling": name}]}
        for precise, level, name in [
            ("s:B", "public", "B"), ("s:C::SYNTHESIZED::s:B", "public", "C"), ("s:D", "internal", "D")]
    ],
    "relationships": [{"kind": "conformsTo", "source": "s:B", "target": "s:H", "targetFallback": "Swift.Hashable"}],
}
LINES = ["A.B: conforms to Swift.Hashable", "A.B: struct B"]

# A text, and the number of mutexes that it declares.
LOCKS = [
    ("let a = Mutex(0) // Mutex(1)", 1),
    ("let b: Mutex<Int?>\ninit() { b = Mutex(nil) }", 1),
    ("static let c = Mutex<[String: Int]>([:])", 1),
    ("let d: Mutex<Int> = Mutex(0)", 1),
    ('let text = "let e = Mutex(0)"\nfunc f(_ g: borrowing Mutex<Int>) {}', 0),
]


def verdicts():
    """The case, the problems that were found, and None, because there must be none."""
    table = costs.table(FIGURES)
    yield "the table of costs", [] if table == COSTS else [table], None
    found = sorted(declarations.lines(GRAPH))
    yield "public declarations", [] if found == LINES else found, None
    for text, count in LOCKS:
        found = figures.mutexes(text)
        yield f"figures {text}", [] if found == count else [f"{found} mutexes"], None
    row, budgets = {"code lines": 105, "public types": 2}, {"A": {"code lines": 100, "public types": 2}}
    for change, wanted in [({}, []), ({"code lines": 106}, ["106 of 100"]), ({"products": 1}, ["1 of 0"])]:
        found = [text for _, text in figures.over({"A": row | change}, budgets)]
        yield f"budgets {change}", [] if found == wanted else [f"{found}"], None
