// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation

/// Any value of JSON.
enum RedirectValue: Decodable {
  case object([String: RedirectValue])
  case array([RedirectValue])
  case string(String)
  case number(Double)
  case bool(Bool)
  case null

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .string(text)
    } else if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .bool(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let items = try? container.decode([RedirectValue].self) {
      self = .array(items)
    } else if let keys = try? container.decode([String: RedirectValue].self) {
      self = .object(keys)
    } else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "There is a number that is too large.")
    }
  }

  /// What a message calls it; the text of a string is shown, but not all of a long one.
  var words: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string(let text): "the text \"\(RouteError.excerpt(text))\""
    case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    case .bool(let flag): "\(flag)"
    case .null: "null"
    }
  }

  /// What a decoder says of a text that is no JSON.
  static func reason(_ error: any Error) -> String {
    guard case DecodingError.dataCorrupted(let context) = error else { return "\(error)" }
    let underlying = context.underlyingError as? CocoaError
    return underlying?.userInfo[NSDebugDescriptionErrorKey] as? String ?? context.debugDescription
  }
}
