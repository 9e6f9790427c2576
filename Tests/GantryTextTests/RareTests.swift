// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryText
import Testing

@Suite struct RareTests {
  private struct Page: Codable, Hashable {
    let name: String
    @Rare var note: String?
  }

  @Test(arguments: [("{\"name\":\"a\"}", nil), ("{\"name\":\"a\",\"note\":\"b\"}", "b")])
  func `a rare value is encoded like an optional and read back`(json: String, note: String?) throws
  {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let page = Page(name: "a", note: note)
    #expect(try String(decoding: encoder.encode(page), as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(Page.self, from: Data(json.utf8)) == page)
  }

  @Test func `a null is read as nil`() throws {
    let page = try JSONDecoder().decode(Page.self, from: Data(#"{"name":"a","note":null}"#.utf8))
    #expect(page.note == nil)
  }

  @Test func `changing a copy leaves the original unchanged`() {
    let first = Page(name: "a", note: "b")
    var second = first
    second.note = "c"
    #expect(first.note == "b" && second.note == "c")
    second.note = nil
    #expect(second == Page(name: "a", note: nil) && first != second)
    #expect(Set([first, second, first]).count == 2)
  }

  @Test func `a rare value takes one word, whatever it holds`() {
    #expect(MemoryLayout<Rare<String>>.size == MemoryLayout<UInt>.size)
    #expect(MemoryLayout<Rare<[Duration]>>.size == MemoryLayout<UInt>.size)
  }
}
