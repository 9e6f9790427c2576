// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantrySupport

@Suite struct MemoTests {
  private struct Unreadable: Error {}

  @Test func `a value is created once for each key`() {
    let memo = Memo<String, Int>()
    var made: [String] = []
    let values = ["a", "bb", "a", "bb"].map { key in
      memo.value(of: key) {
        made.append(key)
        return key.count
      }
    }
    #expect(values == [1, 2, 1, 2])
    #expect(made == ["a", "bb"])
  }

  @Test func `an error is not kept`() throws {
    let memo = Memo<String, Int>()
    #expect(throws: Unreadable.self) {
      try memo.value(of: "a") { () throws(Unreadable) in throw Unreadable() }
    }
    #expect(memo.value(of: "a") { 1 } == 1)
  }
}
