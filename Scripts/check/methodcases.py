# SPDX-License-Identifier: Apache-2.0
"""The cases of `selftest.py` for the table of methods, and for the declarations generated from it."""
import bindings
import methodtable
import standins

OPEN = "application:openURL:options:"
# A changed row of the table of methods, and the problem that it causes.
ROWS = [
    ({}, None),
    ({"merge": "-"}, "events have a rule"),
    ({"merge": "some"}, "no such word"),
    ({"event": "-", "merge": "-", "shape": "-", "deprecated": "9.0"}, "no module can hear it"),
    ({"event": "-", "merge": "-", "shape": "-", "respond": "overridden"}, "nothing says why"),
    ({"protocol": "M", "event": "-", "merge": "-", "shape": "-", "respond": "overridden"}, "nothing says why"),
    ({"protocol": "M", "case": "openFile"}, "REASONS says why"),
    ({"encoding": "v40@0:8@16@24@32"}, "not called as asks3"),
    ({"respond": "overridden", "source": "A.bNotification"}, "not for modules"),
]
# An Objective-C type, and the same type in Swift.
TYPES = {
    "NSDictionary<UIApplicationOpenURLOptionsKey, id> *": "[UIApplication.OpenURLOptionsKey: Any]",
    "UIWindow * _Nullable": "UIWindow?",
    "void (^)(void)": "@escaping () -> Void",
    "void (^)(NSArray<id<NSUserActivityRestoring>> * _Nullable objects)":
        "@escaping ([any NSUserActivityRestoring]?) -> Void",
    "id<UICoordinateSpace>": "any UICoordinateSpace",
}
OPENS = ("func application(_ app: UIApplication, open url: URL, "
         "options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool")
# The table of methods with one row changed, for the comparison with bindings.
TABLE = bindings.table(f"{bindings.HERE}/methods.txt")
OPENED = ("M", "application:openURLs:")
NEWER = ("W", "supportedInterfaceOrientationsForWindowScene:")
BOUND = [
    (TABLE, None),
    ({**TABLE, OPENED: "B32@0:8@16@24"}, "B32@0:8@16@24 in the table, v32@0:8@16@24 in the bindings"),
    ({row: code for row, code in TABLE.items() if row != OPENED}, "not in the table"),
    ({**TABLE, ("M", "application:ends:"): "v24@0:8@16"}, "application:ends:: v24@0:8@16 in the table"),
    ({row: code for row, code in TABLE.items() if row != NEWER}, "ELSEWHERE names it no more"),
]


def verdicts():
    """Each case's problems, beside the expected ones."""
    opening = next(row for row in methodtable.rows() if row["selector"] == OPEN)
    for change, expected in ROWS:
        yield f"methods {change}", methodtable.mistakes([opening | change]), expected
    for kind, expected in TYPES.items():
        found = standins.swift_type(kind)
        yield f"types {kind}", [] if found == expected else [found], None
    found = standins.signature(opening)
    yield "signature", [] if found == OPENS else [found], None
    for table, expected in BOUND:
        yield "bindings", bindings.differences(table, bindings.table(f"{bindings.HERE}/bindings.txt")), expected
