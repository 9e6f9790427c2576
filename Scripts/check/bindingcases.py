# SPDX-License-Identifier: Apache-2.0
"""The cases of `selftest.py` for the comparison of the table of methods with bindings."""
import bindings

# The tables of methods and of bindings with one row changed, and a file in the form of the bindings.
TABLE = bindings.table(f"{bindings.HERE}/methods.txt")
BOUND = bindings.table(f"{bindings.HERE}/bindings.txt")
OPENS = ("M", "application:openURLs:")
NEWER = ("W", "supportedInterfaceOrientationsForWindowScene:")
WITHOUT = {row: code for row, code in TABLE.items() if row != OPENS}
ROWS = [
    (TABLE, None),
    ({**TABLE, OPENS: "B32@0:8@16@24"}, "B32@0:8@16@24 in the table, v32@0:8@16@24 in the bindings"),
    (WITHOUT, "not in the table"),
    ({**TABLE, ("M", "application:ends:"): "v24@0:8@16"}, "application:ends:: v24@0:8@16 in the table"),
    ({row: code for row, code in TABLE.items() if row != NEWER}, "ELSEWHERE names it no more"),
]
BOUND_FILE = """    pub unsafe trait NSOpener: NSObjectProtocol {
        /// Ends it. See #[unsafe(method(other:))]
        #[unsafe(method(opener:ends:withFlag:handler:))]
        fn ends(
            &self, a: &NSOpener, b: Option<&NSArray<NSURL>>, flag: bool,
            d: &block2::DynBlock<dyn Fn(*mut NSArray, Bool)>, mtm: MainThreadMarker,
        ) -> NSReply;
        #[unsafe(method(name))]
        fn name(&self) -> Option<Retained<NSString>>;
    }
"""
BOUND_METHODS = {"opener:ends:withFlag:handler:": "Q44@0:8@16@24B32@?36", "name": "@16@0:8"}


def verdicts():
    """Each case's problems, beside the expected ones."""
    for table, expected in ROWS:
        yield "bindings", bindings.differences(table, BOUND), expected
    found = bindings.methods(BOUND_FILE, "NSOpener", {"NSReply": "NSUInteger"})
    yield f"bindings {found}", [] if found == BOUND_METHODS else ["other methods"], None
