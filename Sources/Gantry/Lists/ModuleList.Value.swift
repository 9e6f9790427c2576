// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation

extension ModuleList {
  /// A value of JSON or of a property list, with booleans and numbers told apart.
  enum Value: Sendable {
    case dictionary([String: Value])
    case array([Value])
    case string(String)
    case bool(Bool)
    case integer(Int)
    /// A value that a list has no use for, in words.
    case other(String)

    init(_ value: Any) {
      switch value {
      case let text as String: self = .string(text)
      case let number as NSNumber: self = Self.number(number)
      case let items as [Any]: self = .array(items.map(Value.init))
      case let items as [String: Any]: self = .dictionary(items.mapValues(Value.init))
      case is NSNull: self = .other("null")
      case is Date: self = .other("a date")
      case is Data: self = .other("data")
      default: self = .other("another type")
      }
    }

    private static func number(_ number: NSNumber) -> Value {
      // Numbers of both formats are wider than a character; only a boolean has that type.
      if number.objCType.pointee == CChar(UInt8(ascii: "c")) { return .bool(number.boolValue) }
      if let integer = Int(exactly: number.doubleValue) { return .integer(integer) }
      return .other("\(number.doubleValue)")
    }

    /// The value as a message shows it; long ones by their kind.
    var text: String {
      switch self {
      case .dictionary: "a dictionary"
      case .array: "an array"
      case .string(let text): "the text \"\(text)\""
      case .bool(let flag): "\(flag)"
      case .integer(let number): "\(number)"
      case .other(let words): words
      }
    }
  }
}
