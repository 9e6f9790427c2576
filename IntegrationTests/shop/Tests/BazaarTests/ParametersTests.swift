// SPDX-License-Identifier: Apache-2.0

import BazaarKit
import Foundation
import PageKit
import Testing

@Suite struct ParametersTests {
  private func form(_ text: String) throws -> Parameters {
    try #require(Parameters(form: Data(text.utf8)))
  }

  @Test func `a form has fields, with spaces as browsers write them`() throws {
    let form = try form("item=rose+water&quantity=2&note=1%2B1+%26+more")
    #expect(try form.text("item") == "rose water")
    #expect(try form.number("quantity", in: 1...9) == 2)
    #expect(try form.text("note") == "1+1 & more")
  }

  @Test(arguments: [
    ("a=1", ParameterError.missing("name")),
    ("name", .missing("name")),
    ("name=", .missing("name")),
    ("name=%20+", .missing("name")),
    ("name=1&name=2", .repeated("name")),
    ("name=%FF", .unreadable("name")),
    ("name=%zz", .unreadable("name")),
    ("name=a%0Ab", .unreadable("name")),
    ("name=a%00b", .unreadable("name")),
    ("name=ten", .noNumber("name", value: "ten", range: 1...9)),
    ("name=10", .noNumber("name", value: "10", range: 1...9)),
    ("name=\(String(repeating: "n", count: 121))", .tooLong("name", most: 120)),
  ])
  func `a parameter that is not as it should be is named`(
    form text: String, error: ParameterError
  ) throws {
    let form = try form(text)
    #expect(throws: error) { try form.number("name", in: 1...9) }
  }

  @Test func `what is no form is refused`() {
    #expect(Parameters(form: Data([0xFF, 0x3D, 0x31])) == nil)
    #expect(Parameters(form: Data("%zz=1".utf8)) == nil)
    #expect(Parameters(form: Data((0...64).map { "f\($0)=1" }.joined(separator: "&").utf8)) == nil)
  }

  @Test(arguments: [
    (0, "0.00"), (7, "0.07"), (640, "6.40"), (99_999, "999.99"), (100_001, "1,000.01"),
    (123_400_506_078, "1,234,005,060.78"),
  ])
  func `money has two decimals, and commas after thousands`(cents: Int, text: String) {
    #expect("\(Money(cents: cents))" == text)
  }

  @Test(arguments: [(0, "1 January 1970"), (1_795_219_199, "20 November 2026")])
  func `a day is written out`(seconds: Int, text: String) {
    #expect("\(Day(Date(timeIntervalSince1970: TimeInterval(seconds))))" == text)
  }
}
