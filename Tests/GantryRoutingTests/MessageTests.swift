// SPDX-License-Identifier: Apache-2.0

import GantryRouting
import Testing

@Suite struct MessageTests {
  @Test(arguments: [
    (
      RouteError.malformedURL(text: "a/%", fault: .badEscape, position: 2),
      "\"a/%\" cannot be read as a URL: a percent sign needs two hexadecimal digits; write %25 for"
        + " the sign itself, at byte 2."
    ),
    (
      .undeclaredScheme("ftp", declared: ["bazaar", "shop"]),
      "URLs with the scheme ftp are not accepted. Declared schemes: bazaar, shop."
    ),
    (
      .undeclaredHost("evil.example", declared: []),
      "URLs with the host evil.example are not accepted. No hosts are declared: list them in"
        + " `hosts:` of the application or router to accept URLs from outside."
    ),
    (
      .unprintable(text: "..", fault: .dotSegment),
      "\"..\" cannot be part of a path: segments . and .. are not allowed. Put it in the query."
    ),
    (
      .malformedPattern(text: "a//b", reason: "a segment may not be empty", position: 2),
      "\"a//b\" isn't a pattern: a segment may not be empty, at byte 2."
    ),
    (
      .missingCapture(name: "id", pattern: "orders/:id"),
      "The pattern orders/:id cannot be filled in: there is no value for id."
    ),
    (
      .invalidRedirects(reason: "redirects[0].to is missing"),
      "The redirect map cannot be used: redirects[0].to is missing."
    ),
  ])
  func `an error says what is wrong and how to fix it`(error: RouteError, message: String) {
    #expect("\(error)" == message)
  }

  @Test(arguments: [
    (
      Fault.clash(
        pattern: "orders/:id", declaredAt: "Orders.swift:3", otherPattern: "orders/:name",
        otherDeclaredAt: "Names.swift:7"),
      "The patterns orders/:id (Orders.swift:3) and orders/:name (Names.swift:7) can match the same"
        + " path, and neither is more specific. Change a literal, or the type of a capture."
    ),
    (
      .malformedScheme("a b"),
      "\"a b\" cannot be declared as a scheme: an app's own scheme is a letter followed by"
        + " letters, digits, +, - and ., without ://, and isn't a web or system scheme. For https,"
        + " declare hosts."
    ),
    (
      .malformedHost("a/b"),
      "\"a/b\" cannot be declared as a host: a host is a name such as shop.example, without a"
        + " scheme or path, and with a port only if it isn't 443. Write letters beyond ASCII as URLs"
        + " do: xn--bcher-kva.example."
    ),
    (
      .doubledName("a/b", declaredAt: "A.swift:1", otherDeclaredAt: "B.swift:2"),
      "Two routes are named a/b (A.swift:1 and B.swift:2). Rename one of them."
    ),
    (
      .malformedPattern(
        route: "a/b", declaredAt: "A.swift:1",
        .malformedPattern(text: "a//b", reason: "a segment may not be empty", position: 2)),
      "The pattern of a/b (A.swift:1) cannot be read. \"a//b\" isn't a pattern: a segment may not be"
        + " empty, at byte 2."
    ),
    (
      .unansweredRedirect(keyPath: "redirects[0]", to: "ordres/:id"),
      "redirects[0] of the redirect map leads to ordres/:id, which no route answers. Correct the"
        + " target, or move the entry to gone."
    ),
    (
      .unfitCapture("id", type: "Int?", route: "a/b", declaredAt: "A.swift:1"),
      "The capture id of a/b (A.swift:1) cannot be Int?: a segment is one value without a"
        + " default, and a rest is an array."
    ),
  ])
  func `a fault says what is wrong and how to fix it`(fault: Fault, message: String) {
    #expect("\(fault)" == message)
  }

  @Test(arguments: [
    (RouteURLFault.tooLong(limit: 9), "it is longer than 9 bytes"),
    (.tooManySegments(limit: 9), "its path has more than 9 segments"),
    (.tooManyQueryItems(limit: 9), "its query has more than 9 items"),
    (.tooManyQueryItems(limit: 1), "its query has more than 1 item"),
    (
      .badScheme,
      "a scheme is a letter followed by letters, digits, +, - and .; write %3A for a colon in a path"
    ),
    (.missingSlashes, "a scheme is followed by //; write %3A for a colon in a path"),
    (.userInfo, "a user name is not allowed before a host"),
    (.badPort, "the port isn't a number, or isn't allowed"),
    (
      .badEscape,
      "a percent sign needs two hexadecimal digits; write %25 for the sign itself"
    ),
    (.notUTF8, "its escapes aren't UTF-8"),
    (.controlCharacter, "a control character is not allowed"),
    (.backslash, "a backslash is not allowed; write %5C for the character"),
    (.dotSegment, "segments . and .. are not allowed"),
    (.emptySegment, "a segment may not be empty"),
  ])
  func `a URL's fault reads as a clause`(fault: RouteURLFault, words: String) {
    #expect("\(fault)" == words)
  }

  @Test(arguments: [
    (PathPatternFault.tooLong(limit: 9), "it is longer than 9 bytes"),
    (.tooManySegments(limit: 9), "it has more than 9 segments"),
    (.tooManyCaptures(limit: 9), "it has more than 9 captures"),
    (.tooManyCaptures(limit: 1), "it has more than 1 capture"),
    (.emptySegment, "a segment may not be empty"),
    (
      .badName,
      "a capture's name consists of letters, digits and underscores, and doesn't begin with a digit"
    ),
    (
      .foreignCapture(
        "{id}", instead: ":id", advice: "for the character itself, write %7B"),
      "a capture is a whole segment, written :id, not {id}; for the character itself, write %7B"
    ),
    (.scheme, "a pattern is a path: leave the scheme and the host out"),
    (.repeatedName("id"), "two captures are named id"),
    (.restNotLast, "nothing may follow *rest"),
    (
      .query,
      "a pattern has no query: a query item is a parameter that the path doesn't capture; write %3F"
        + " and %23 for ? and #"
    ),
    (.literal(.dotSegment), "segments . and .. are not allowed"),
    (.unknownCapture("id"), "a kind is given for id, which isn't a :capture of the pattern"),
  ])
  func `a pattern's fault reads as a clause`(fault: PathPatternFault, words: String) {
    #expect("\(fault)" == words)
  }
}
