# SPDX-License-Identifier: Apache-2.0
"""The cases of `selftest.py` for pictures."""
import links
import pictures

PAGES = "\n".join(pictures.current("a folder without sources"))
CASES = [
    (links.check, {"README.md": '<source srcset="b.png">'}, "leads to no file"),
    (pictures.check, {"A.md": "<!-- run: a | cmp - Documentation/Reports/a.svg -->", "Documentation/Reports/a.svg": ""},
     None),
    (pictures.check, {"Documentation/Reports/a.svg": ""}, "no page compares it"),
    (pictures.check, {"Documentation/Reports/a.png": ""}, "no command makes it"),
    (pictures.check, {"Documentation/Reports/pages.png": "", "Documentation/Reports/pictures.txt": PAGES,
                      "A.md": "![](Reports/pages.png)"}, "not its dark form"),
    (pictures.check, {"Documentation/Reports/pages.png": "", "Documentation/Reports/pictures.txt": PAGES}, None),
    (pictures.check, {"Documentation/Reports/pages.png": "", "Documentation/Reports/pictures.txt": "pages 0"},
     "sources have changed"),
]


def verdicts(tree):
    """The case, the problems that were found, and those that must be."""
    for check, contents, expected in CASES:
        yield f"{check.__module__} {contents}", tree(check, contents), expected
