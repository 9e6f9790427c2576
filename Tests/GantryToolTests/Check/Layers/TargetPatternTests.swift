// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryTool

@Suite struct TargetPatternTests {
  @Test(
    arguments: [
      ("Orders", "Orders", true), ("Orders", "OrdersAPI", false), ("*API", "OrdersAPI", true),
      ("*API", "API", true), ("*API", "OrdersAPIs", false), ("*", "", true), ("", "", true),
      ("", "A", false), ("O*s", "Orders", true), ("O*s", "Order", false),
      ("?rders", "Orders", true),
      ("?", "", false), ("*a*b*", "xxaxxbxx", true), ("*a*b*", "xxbxxaxx", false),
      ("*aab", "aaaab", true), ("a?c*", "abcabc", true), ("**", "any", true),
    ])
  func `a pattern takes the names that it says`(pattern: String, name: String, fits: Bool) {
    #expect(TargetPattern(text: pattern, place: "").matches(name) == fits)
  }
}
