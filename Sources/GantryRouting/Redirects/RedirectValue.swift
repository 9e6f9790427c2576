// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryText

/// A JSON value, as deep as a map goes: anything deeper or in the wrong place is not read.
///
/// A map may come from outside, so the work on each value is bounded.
enum RedirectValue: Decodable {
  case object([String: RedirectValue])
  case array([RedirectValue])
  /// An array of more items than a map may have.
  case tooMany
  case string(String)
  case number(Double)
  case bool(Bool)
  case null

  /// The entries are in the arrays of one object.
  private static let depthOfEntries = 2

  init(from decoder: any Decoder) throws {
    let depth = decoder.codingPath.count
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .string(text)
    } else if let keys = try? decoder.container(keyedBy: Key.self) {
      self = .object(depth <= Self.depthOfEntries ? try Self.read(keys) : [:])
    } else if let items = try? decoder.unkeyedContainer() {
      self = try Self.read(items, at: depth)
    } else if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .bool(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: Self.tooLarge)
    }
  }

  private static func read(
    _ keys: KeyedDecodingContainer<Key>
  ) throws -> [String: RedirectValue] {
    var values: [String: RedirectValue] = [:]
    for key in keys.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
      if Key.known.contains(key.stringValue) {
        values[key.stringValue] = try keys.decode(RedirectValue.self, forKey: key)
      } else if values.count < Self.mostUnknown {
        values[key.stringValue] = .null
      }
    }
    return values
  }

  private static func read(
    _ items: any UnkeyedDecodingContainer, at depth: Int
  ) throws -> RedirectValue {
    var items = items
    guard depth == Self.depthOfEntries - 1 else { return .array([]) }
    guard items.count ?? 0 <= RouteRedirects.mostEntries else { return .tooMany }
    var values: [RedirectValue] = []
    while !items.isAtEnd { values.append(try items.decode(RedirectValue.self)) }
    return .array(values)
  }

  /// The number of unknown keys that are named for one object.
  private static let mostUnknown = 20

  private struct Key: CodingKey {
    static let known: Set = ["version", "redirects", "gone", "from", "to"]
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// The value as messages show it; a string with its text, shortened when it is long.
  var words: String {
    switch self {
    case .object: "an object"
    case .array, .tooMany: "an array"
    case .string(let text): "the text \"\(Wording.excerpt(text))\""
    case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    case .bool(let flag): "\(flag)"
    case .null: "null"
    }
  }

  private static let tooLarge = "A number in it is too large."

  /// The fault of a text that isn't JSON, and its position.
  static func reason(_ error: any Error, in json: Data) -> String {
    guard case DecodingError.dataCorrupted(let context) = error else { return "\(error)" }
    guard context.debugDescription != tooLarge else { return tooLarge }
    let underlying = context.underlyingError as? CocoaError
    let text = underlying?.userInfo[NSDebugDescriptionErrorKey] as? String ?? syntax(of: json)
    return text.map { Wording.positioned($0, in: json) } ?? context.debugDescription
  }

  /// The decoder's messages differ between platforms; this parser's do not.
  private static func syntax(of json: Data) -> String? {
    do {
      _ = try JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed)
      return nil
    } catch {
      return (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String
    }
  }
}

/// One `name=value` in a map: an item that a URL must have, or that it gets.
struct RedirectItem: Sendable {
  enum Value: Sendable {
    /// Exactly this text, decoded; nil without an equals sign.
    case text(String?)
    /// `:name`, a text that one segment of a path can hold.
    case capture(String)
  }

  let name: String
  let value: Value

  var capture: String? {
    if case .capture(let name) = value { name } else { nil }
  }

  /// Whether an item of a URL matches this one.
  func takes(_ item: RouteQueryItem) -> Bool {
    guard name.hasBytes(of: item.name) else { return false }
    switch value {
    case .text(let text): return RouteQueryItem(name, text) == item
    case .capture: return RoutePath.fault(of: (item.value ?? "").utf8) == nil
    }
  }

  /// Whether this item may match one that a redirect sets.
  func mayTake(_ set: RedirectItem) -> Bool {
    guard case .text(let text) = set.value else { return true }
    return takes(RouteQueryItem(name, text))
  }
}

extension RedirectItem: CustomStringConvertible {
  var description: String {
    let name = PercentCoding.encode(name)
    switch value {
    case .text(nil): return name
    case .text(let text?): return "\(name)=\(PercentCoding.encode(text))"
    case .capture(let capture): return "\(name)=:\(capture)"
    }
  }
}

extension PathPattern {
  /// Whether both match some path if captures are untyped.
  func meets(_ other: PathPattern) -> Bool {
    for (segment, otherSegment) in zip(segments, other.segments) {
      switch (segment, otherSegment) {
      case (.rest, _), (_, .rest): return true
      case (.literal(let text), .literal(let otherText)):
        guard text.utf8.elementsEqual(otherText.utf8) else { return false }
      default: continue
      }
    }
    return segments.count == other.segments.count
  }
}

extension RouteCaptures {
  /// The path of another pattern with the same captures.
  ///
  /// - Parameters:
  ///   - pattern: The pattern to fill; all its captures are among the names or the texts.
  ///   - names: The names of these captures.
  ///   - texts: Further texts that segments can hold, by name.
  func path(filling pattern: PathPattern, names: [String], texts: [String: String]) -> RoutePath {
    var bytes: [UInt8] = []
    for segment in pattern.segments {
      switch segment {
      case .literal(let text): RoutePath.append(text.utf8, to: &bytes)
      case .capture(let name, _), .rest(let name):
        if let index = names.firstIndex(of: name) {
          bytes.append(ASCII.slash)
          bytes += part(index).utf8
        } else if let text = texts[name] {
          RoutePath.append(text.utf8, to: &bytes)
        }
      }
    }
    return bytes.isEmpty ? .root : RoutePath(unchecked: String(decoding: bytes, as: UTF8.self))
  }
}
