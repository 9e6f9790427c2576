// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryTool

@Suite struct FindingTests {
  @Test(
    arguments: [
      ("A requires B (Orders/A.swift:12), but", "A requires B (Orders/A.swift), but"),
      ("at A.swift:1:2 and list.json:3:4", "at A.swift and list.json"),
      ("two\n  lines: 3", "two lines: 3"), ("no place", "no place"),
    ])
  func `a fingerprint has no lines, so that moved code keeps it`(message: String, key: String) {
    #expect(Finding(kind: "cycle", message: message).fingerprint == "cycle: \(key)")
  }
}
