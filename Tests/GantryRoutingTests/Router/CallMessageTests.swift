// SPDX-License-Identifier: Apache-2.0

import GantryRouting
import Testing

@Suite struct CallMessageTests {
  @Test(arguments: [
    (
      RouteError.otherRoute(path: "/a", pattern: "b/:id"),
      "/a does not match the pattern b/:id."
    ),
    (
      .missingArgument(label: "id", type: "Int", route: "orders/show"),
      "orders/show needs id: Int, which is missing."
    ),
    (
      .wrongArgument(label: "id", expected: "Int", text: "x", route: ""),
      "The route expects Int for id, not \"x\"."
    ),
    (
      .notFromURL(object: "draft", route: "orders/edit"),
      "orders/edit needs draft, which no URL carries: show it from code, or give draft a default."
    ),
    (
      .wrongLabels(route: "orders/show", expected: ["id", "tab"], optional: [], given: ["tba"]),
      "orders/show is called with tba; it takes id and tab. For tba, did you mean tab?"
    ),
    (
      .wrongLabels(route: "home/tab", expected: [], optional: [], given: ["a", "b"]),
      "home/tab is called with a and b; it takes no arguments."
    ),
    (
      .unknownName("orders/shw", near: ["orders/show"]),
      "There is no route named orders/shw. Did you mean orders/show?"
    ),
    (
      .wrongLabels(
        route: "a/b", expected: ["id", "title", "flag"], optional: ["flag"], given: ["id"]),
      "a/b is called with id; it takes id, title and flag, of which flag may be left out."
    ),
    (.notFound(path: "/a", near: []), "No route answers /a."),
    (
      .notFound(path: "/ordres/7", near: ["/orders/7"]),
      "No route answers /ordres/7. Did you mean /orders/7?"
    ),
    (.gone(path: "/a"), "/a is gone."),
    (
      .unhandled(type: "OrderPage", pattern: "orders/:id"),
      "No module handles OrderPage (orders/:id). Link the module that does, or declare a handler."
    ),
    (
      .refused(path: "/home", route: "home/tab"),
      "/home came from outside, and home/tab is internal. To open it, declare it with access:"
        + " .external."
    ),
    (
      .vetoed(reason: "closed", by: "door", route: "home/tab"),
      "door blocks home/tab: closed"
    ),
    (
      .redirectLoop(chain: ["/a", "/b", "/a"]),
      "A call is redirected in a circle: /a → /b → /a. Change the redirect map or the interceptor"
        + " that redirects it."
    ),
    (
      .redirectLoop(chain: ["/a", "/b", "/c"]),
      "A call is redirected more than 8 times: /a → /b → /c. Change the redirect map or the"
        + " interceptor that redirects it."
    ),
    (
      .nestedTooDeep(chain: ["home/tab", "home/search"], limit: 1),
      "Routes call each other more than 1 calls deep: home/tab → home/search."
    ),
    (
      .wrongOutput(route: "home/tab", expected: "Int", actual: "View"),
      "home/tab returns View, not Int."
    ),
    (
      .needsAwait(route: "home/tab", because: "its handler belongs to the main actor"),
      "home/tab cannot be called without await: its handler belongs to the main actor."
    ),
    (
      .unavailable(route: "home/tab", owner: "home", reason: "is switched off"),
      "home/tab cannot be called: home is switched off."
    ),
    (
      .interceptorUnavailable("door/check", owner: "door", reason: "has failed", route: "home/tab"),
      "home/tab cannot be called: its interceptor door/check cannot be asked, because door has"
        + " failed."
    ),
    (
      .undecided(by: "door/check", route: "home/tab"),
      "home/tab was not called: its interceptor door/check did not decide within the caller's limit."
    ),
    (.failed(route: "home/tab", .init(Broken())), "home/tab failed: out of order"),
    (.cancelled(route: "home/tab"), "The call to home/tab was cancelled."),
  ])
  func `a call's error says what is wrong and how to fix it`(error: RouteError, message: String) {
    #expect("\(error)" == message)
  }
}
