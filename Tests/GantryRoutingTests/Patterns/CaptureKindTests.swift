// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryRouting
import Testing

@Suite struct CaptureKindTests {
  private static let texts = [
    "7", "-7", "+7", "007", "0", "-0", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "-9223372036854775809", "99999999999999999999999", "", "-", "+", "--7",
    "7-", "1.5", "-0.5", "+1.5", ".5", "5.", "1e9", "1E-9", "1e", "1e+", "1.5e10", "1.e1", "1e5.5",
    "0x1p3", "0x10", "inf", "nan", "1_000", "٣", "7 ", " 7", "true", "false", "TRUE", "True", "1",
    "yes", "e", "a/b", "100%", "%25", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F",
    "e621e1f8-c36c-495a-93fc-0c247a3e6e5f", "E621E1F8C36C495A93FC0C247A3E6E5F",
    "E621E1F8-C36C-495A-93FC-0C247A3E6E5", "E621E1F8-C36C-495A-93FC-0C247A3E6E5G",
    "E621E1F8-C36C-495A-93FC-0C247A3E6E5FF", "E621E1F8C-36C-495A-93FC-0C247A3E6E5F",
  ]

  @Test(arguments: texts)
  func `a capture kind accepts the texts that its type reads`(text: String) {
    #expect(CaptureKind.integer.accepts(text) == (Int(text) != nil))
    #expect(CaptureKind.boolean.accepts(text) == (Bool(text) != nil))
    #expect(CaptureKind.uuid.accepts(text) == (UUID(uuidString: text) != nil))
    #expect(CaptureKind.any.accepts(text))
    if CaptureKind.number.accepts(text) { #expect(Double(text)?.isFinite == true) }
  }

  @Test(arguments: ["7", "-7", "+7", "0.5", "-0.5", "1e9", "1E-9", "1.5e+10", "007"])
  func `a number is decimal`(text: String) {
    #expect(CaptureKind.number.accepts(text))
  }

  @Test(arguments: [
    "", "-", ".5", "5.", "1e", "1e+", "1.e1", "0x10", "inf", "nan", "1,5", "7 ", "1e999", "1e5x",
    "1e5 ", "1e5.5", "1e5e1",
  ])
  func `other spellings are not numbers`(text: String) {
    #expect(!CaptureKind.number.accepts(text))
  }

  @Test func `a kind of given texts accepts only those`() {
    let kind = CaptureKind.oneOf("Color", ["red", "a/b", "100%"])
    for text in ["red", "a/b", "100%"] { #expect(kind.accepts(text)) }
    for text in ["Red", "re", "a%2Fb", ""] { #expect(!kind.accepts(text)) }
  }

  @Test func `texts are compared byte by byte`() {
    let kind = CaptureKind.oneOf("Accent", ["\u{E9}"])
    #expect(kind.accepts("\u{E9}"))
    #expect(!kind.accepts("e\u{301}"))
  }

  @Test(arguments: [
    (String(repeating: "9", count: 308), true), (String(repeating: "9", count: 310), false),
    ("1e308", true), ("-1e309", false), ("1e-999", true),
  ])
  func `a number is within the range of its type`(text: String, isNumber: Bool) {
    #expect(CaptureKind.number.accepts(text) == isNumber)
    #expect((Double(routeText: text) != nil) == isNumber)
  }

  @Test(arguments: [
    (["", ".", "a\u{0}", "a"], false), (["", "b"], true), (["..", "x/../y"], false),
  ])
  func `kinds clash only if a path can hold a text of both`(texts: [String], clash: Bool) {
    let other = CaptureKind.oneOf("Other", ["", "..", ".", "b", "x/../y", "a\u{0}"])
    let declarations = [CaptureKind.oneOf("One", texts), other].enumerated().map { index, kind in
      (try? PathPattern("p/:v", kinds: ["v": kind])).map {
        RouteTrie<Int>.Route($0, index, declaredAt: "\(index)")
      }
    }
    #expect(RouteTrie(declarations.compactMap(\.self)).clashes.isEmpty == !clash)
  }

  @Test func `a capture's closure gets the decoded segment`() {
    let kind = CaptureKind.custom("Ratio") { $0.hasSuffix("%") && $0.contains("/") }
    #expect(kind.accepts("1/2%"))
    #expect(!kind.accepts("1/2"))
  }

  @Test func `kinds with the same name are equal`() {
    #expect(CaptureKind.custom("A") { _ in true } == .custom("A") { _ in false })
    #expect(CaptureKind.integer != .number)
    #expect(Set([CaptureKind.any, .any, .uuid]).count == 2)
    #expect(CaptureKind.uuid.description == "uuid")
    #expect(CaptureKind.any.isAny)
    #expect(!CaptureKind.integer.isAny)
  }
}
