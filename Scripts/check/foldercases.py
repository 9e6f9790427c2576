# SPDX-License-Identifier: Apache-2.0
"""The cases of `selftest.py` for the folders of a target."""
import os
import tempfile

import folders

# Folders, or files beside them, each with a text; and the use that closes the only cycle (None: there must be
# no cycle).
ROWS = [
    ({"Low": "struct L {}", "High": "struct H { let l: L }"}, None),
    ({"Low": "struct L { let h: H }", "High": "struct H { let l: L }"}, "Low uses H of High"),
    ({"Low": "struct L {}\nextension H {}", "High": "struct H { let l: L }"}, "Low uses H of High"),
    ({"Low": "struct L {}\nextension L: P {}", "High": "protocol P {}\nextension L {}"},
     "Low uses P of High"),
    ({"A": "struct A { let b: B }", "B": "enum B { case c(C) }", "C": "actor C { let a: A? }"},
     "C uses A of A"),
    ({"A": "struct A { let b: B }", "B": "struct B { let c: C }", "C": "struct C {}"}, None),
    # Not in comments, in literals or after a dot.
    ({"Low": "/// As H.\nstruct L { let a = \"H\" }", "High": "struct H { let l: L }"}, None),
    ({"Low": "struct L { let a: Int.H }", "High": "struct H { let l: L }"}, None),
    # Names that don't belong to exactly one folder.
    ({"Low": "struct L { let h: H }\nprivate struct H {}", "High": "struct H { let l: L }"}, None),
    ({"Low": "struct L {\n  struct H {}\n}", "High": "struct H { let l: L }"}, None),
    # Files beside the folders.
    ({"Low": "struct L { let r: R }", "R.swift": "struct R { let l: L }"}, "Low uses R of R.swift"),
    ({"Low": "struct L { let r: R }", "R.swift": "struct R {}", "S.swift": "struct S { let l: L }"},
     None),
    ({"P.swift": "struct P { let q: Q }", "Q.swift": "struct Q { let p: P? }"}, None),
]


def circles(texts):
    """The check's result for a target, beside another target that has a type of each name."""
    with tempfile.TemporaryDirectory() as root:
        texts = {f"T/{name}": text for name, text in texts.items()}
        for name, text in {**texts, "U/Low": "struct H {}\nstruct L {}"}.items():
            path = os.path.join(root, "Sources", name if name.endswith(".swift") else f"{name}/A.swift")
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text + "\n")
        return folders.check(root)


def verdicts():
    """Each case's problems, beside the expected ones."""
    for texts, expected in ROWS:
        yield f"folders {texts}", circles(texts), expected
