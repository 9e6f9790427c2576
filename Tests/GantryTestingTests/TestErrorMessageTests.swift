// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryTesting
import Testing

@Suite struct TestErrorMessageTests {
  static let rows: [(TestApplicationError, String)] = [
    (
      .unknownTask(name: "Orders.opne", near: []),
      "Orders.opne is set to fail or be delayed, but no launch task has that name."
    ),
    (
      .unknownTask(name: "Orders.opne", near: ["Orders.open", "Orders.close"]),
      """
      Orders.opne is set to fail or be delayed, but no launch task has that name. Did you mean \
      Orders.open or Orders.close?
      """
    ),
    (
      .notAURL("two words"),
      "'two words' cannot be opened, because it isn't a URL. Percent-encode special characters."
    ),
    (.application(.cancelled), "the launch was cancelled before the app was ready."),
    (
      .notGiven([
        Fault("missingProvider", "No module provides Log.", stub: "$0.provide(…, as: Log.self)"),
        Fault("unknownOnly", "Ordrs is not linked."),
      ]),
      """
      the test does not provide everything that is required, so nothing ran:
      - No module provides Log. In this test, write `providing: { $0.provide(…, as: Log.self) }`.
      - Ordrs is not linked.
      """
    ),
  ]

}
