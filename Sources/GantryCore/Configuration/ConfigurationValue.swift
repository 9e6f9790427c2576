// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// A configuration value: a text, number, boolean or array.
///
/// A text also reads as a number (`80`), a boolean (`true`, `yes`, `1`; `false`, `no`, `0`) or an
/// array (`a,b`), as in the environment. Any other value reads only as its own type, and a whole
/// number also as a floating-point number.
public enum ConfigurationValue: Sendable, Hashable {
  /// A text.
  case string(String)
  /// A whole number.
  case int(Int)
  /// A floating-point number.
  case double(Double)
  /// A boolean.
  case bool(Bool)
  /// Several values.
  case array([ConfigurationValue])

  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  package var int: Int? {
    switch self {
    case .int(let number): number
    case .string(let text): Int(text)
    default: nil
    }
  }

  package var double: Double? {
    switch self {
    case .double(let number): number
    case .int(let number): Double(number)
    case .string(let text): Double(text)
    default: nil
    }
  }

  package var bool: Bool? {
    switch self {
    case .bool(let flag): flag
    case .string(let text):
      switch text.lowercased() {
      case "true", "yes", "1": true
      case "false", "no", "0": false
      default: nil
      }
    default: nil
    }
  }

  package var strings: [String]? {
    switch self {
    case .array(let items):
      let texts = items.compactMap(\.string)
      return texts.count == items.count ? texts : nil
    case .string(let text):
      return text.split(separator: ",").map { item in
        String(item.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
      }
    default: return nil
    }
  }

  /// The type, for a sentence.
  package var kind: String {
    switch self {
    case .string, .int, .double, .bool: "a \(noun)"
    case .array: "an \(noun)"
    }
  }

  private var noun: String {
    switch self {
    case .string: "text"
    case .int, .double: "number"
    case .bool: "boolean"
    case .array: "array"
    }
  }

  /// The value alone.
  var text: String {
    switch self {
    case .string(let text): text
    case .int(let number): "\(number)"
    case .double(let number): "\(number)"
    case .bool(let flag): "\(flag)"
    case .array(let items): items.map(\.text).joined(separator: ", ")
    }
  }

  /// The type and the value, for a sentence.
  var words: String {
    switch self {
    case .string(let text): "the text \(Wording.quoted(text))"
    case .array(let items): Self.words(of: items)
    case .int, .double, .bool: "the \(noun) \(text)"
    }
  }

  /// An array with the types of its items, each once, such as `an array of texts and numbers`.
  private static func words(of items: [Self]) -> String {
    var nouns: [String] = []
    for item in items where !nouns.contains(item.noun) { nouns.append(item.noun) }
    return nouns.isEmpty ? "an empty array" : "an array of \(Wording.list(nouns.map { "\($0)s" }))"
  }
}

extension ConfigurationValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  /// Creates a text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a whole number.
  public init(integerLiteral value: Int) { self = .int(value) }
  /// Creates a floating-point number.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// Creates a boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates an array.
  public init(arrayLiteral elements: ConfigurationValue...) { self = .array(elements) }
}
