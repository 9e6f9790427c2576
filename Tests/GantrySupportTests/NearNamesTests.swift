// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantrySupport

@Suite struct NearNamesTests {
  static let names = ["Account", "Orders", "Orders.open", "Order", "Storage", "AccountStorage"]

  @Test(arguments: [
    ("Ordesr", ["Order", "Orders"]), ("orders", ["Orders", "Order"]), ("Orders", ["Order"]),
    ("open", ["Orders.open"]), ("Storge", ["Storage"]), ("Push", []), ("", []),
    ("AcountStorage", ["AccountStorage"]),
  ])
  func `similar names differ in at most a third of their letters, closest first`(
    word: String, near: [String]
  ) {
    #expect(NearNames.of(word, among: Self.names) == near)
  }

  @Test func `at most three similar names are found, without duplicates, ties by name`() {
    #expect(
      NearNames.of("Cat", among: ["Rat", "Bat", "Hat", "Fat", "Bat"]) == ["Bat", "Fat", "Hat"])
  }

  @Test(arguments: [
    ("", "", 0), ("abc", "", 3), ("", "abc", 3), ("abc", "abc", 0), ("abcd", "acbd", 1),
    ("kitten", "sitting", 3), ("ab", "ba", 1), ("ca", "abc", 3),
  ])
  func `a swap of neighbors counts as one edit`(first: String, second: String, distance: Int) {
    #expect(NearNames.distance(Array(first.utf8), Array(second.utf8)) == distance)
    #expect(NearNames.distance(Array(second.utf8), Array(first.utf8)) == distance)
  }

  @Test func `a limit doesn't change distances within it`() {
    let words = ["storage", "stroage", "orders", "sto", "account", "acount", "rodesr"]
    for first in words {
      for second in words {
        let exact = NearNames.distance(Array(first.utf8), Array(second.utf8))
        let limited = NearNames.distance(Array(first.utf8), Array(second.utf8), limit: 2)
        #expect(exact <= 2 ? limited == exact : limited > 2)
      }
    }
  }

  @Test func `only the first of many words get similar names, each searched once`() {
    let names = (0..<3_000).map { "Module\($0)" }
    var search = NearNameSearch(names)
    for round in 0..<2 {
      for index in 0..<3_000 {
        let near = search.near("Modul\(index)")
        #expect(near.isEmpty == (index >= NearNameSearch.wordLimit), "\(round), \(index)")
      }
    }
    #expect(search.searches == NearNameSearch.wordLimit)
    #expect(search.near("Modul1", except: "Module1").contains("Module1") == false)
  }

  @Test func `a very long word is similar to nothing`() {
    let long = String(repeating: "a", count: 10_000)
    #expect(NearNames.of(long, among: [long + "b"]) == [])
    #expect(NearNames.of("a", among: [long]) == [])
  }

  @Test(
    arguments: [
      ([], "", ""), (["A"], "A", " Did you mean A?"),
      (["A", "B"], "A and B", " Did you mean A or B?"),
      (["A", "B", "C"], "A, B and C", " Did you mean A, B or C?"),
    ] as [([String], String, String)])
  func `lists and questions read as sentences`(items: [String], list: String, question: String) {
    #expect(Wording.list(items) == list)
    #expect(Wording.near(items) == question)
  }
}
