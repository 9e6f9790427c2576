// SPDX-License-Identifier: Apache-2.0

import GantryEvents
import Testing

@Suite struct NamedEventTests {
  @Test(
    arguments: [
      ("tea", .string("tea"), "tea"), ("", .string(""), ""), (7, .integer(7), "7"),
      (-7, .integer(-7), "-7"), (2.5, .double(2.5), "2.5"), (7.0, .double(7), "7.0"),
      (true, .bool(true), "true"), (false, .bool(false), "false"),
    ] as [(NamedEvent.Value, NamedEvent.Value, String)])
  func `a value is written as a literal and printed as text`(
    literal: NamedEvent.Value, value: NamedEvent.Value, text: String
  ) {
    #expect(literal == value)
    #expect(value.description == text)
  }

  @Test func `values with the same text differ if their types do`() {
    let values: Set<NamedEvent.Value> = [1, 1.0, true, "1", "true", "1.0"]
    #expect(values.count == 6)
  }

  @Test func `the payload is read by its keys`() {
    let event = NamedEvent("opened", ["id": 7, "title": "tea"])
    #expect(event.name == "opened")
    #expect(event["id"] == 7)
    #expect(event["title"] == "tea")
    #expect(event["ID"] == nil)
    #expect(NamedEvent("opened").payload == [:])
    #expect(NamedEvent("opened", ["id": 7, "title": "tea"]) == event)
    #expect(NamedEvent("closed", ["id": 7, "title": "tea"]) != event)
    #expect(NamedEvent("opened", ["id": 8, "title": "tea"]) != event)
  }
}
