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
      .notGiven(
        services: [], modules: [],
        otherFaults: [.unknownOnly(name: "Ordrs", near: ["Orders"])]),
      """
      the test does not provide everything that is required, so nothing ran:
      - Ordrs was asked for by `only:` or GANTRY_ONLY but is not linked. Did you mean Orders? Link \
      its target, or correct the name.
      """
    ),
  ]

}
