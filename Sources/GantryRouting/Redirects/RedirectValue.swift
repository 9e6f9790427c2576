// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation
internal import GantryText

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
        in: container, debugDescription: Self.tooLarge)
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

  private static let tooLarge = "There is a number that is too large."

  /// What is wrong with a text that is no JSON, and where.
  static func reason(_ error: any Error, in json: Data) -> String {
    guard case DecodingError.dataCorrupted(let context) = error else { return "\(error)" }
    guard context.debugDescription != tooLarge else { return tooLarge }
    let underlying = context.underlyingError as? CocoaError
    let text = underlying?.userInfo[NSDebugDescriptionErrorKey] as? String ?? syntax(of: json)
    return text.map { Wording.positioned($0, in: json) } ?? context.debugDescription
  }

  /// The decoder does not say everywhere what this parser does.
  private static func syntax(of json: Data) -> String? {
    do {
      _ = try JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed)
      return nil
    } catch {
      return (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String
    }
  }
}
