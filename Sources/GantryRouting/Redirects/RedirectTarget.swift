// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// The path that an entry of a redirect map leads to, and the query items that it adds.
package struct RedirectTarget: Sendable {
  /// The path, with captures of the entry's source.
  package let path: PathPattern
  /// The query items, in order.
  let items: [Item]

  /// One query item.
  struct Item: Sendable {
    let name: String
    let value: Value
  }

  /// The value of a query item.
  enum Value: Sendable {
    /// The decoded text; nil for a name without an equals sign.
    case constant(String?)
    /// A capture: one item for `:name`, and one for each segment of `*rest`.
    case capture(PathPattern.Segment)
  }

  /// The captures that it uses, as they are written.
  var captures: [String] {
    let values = items.compactMap { item in
      if case .capture(let segment) = item.value { segment } else { nil }
    }
    return (path.segments.filter { $0.rank < 3 } + values).map(\.description)
  }

  /// Fills the target.
  ///
  /// - Parameters:
  ///   - texts: The text of each capture by name, and the segments of the rest.
  ///   - rest: The segments of the rest.
  ///   - query: The query items of the URL that stay. Those with the name of an item of the target
  ///     are replaced by that item.
  /// - Throws: As ``PathPattern/path(filling:rest:)``.
  func fill(
    _ texts: [String: String], rest: [String], query: [RouteQueryItem]
  ) throws(RouteError) -> (path: RoutePath, query: [RouteQueryItem]) {
    let own = items.flatMap { item in
      switch item.value {
      case .constant(let text): [RouteQueryItem(item.name, text)]
      case .capture(.capture(let name, _)): [RouteQueryItem(item.name, texts[name])]
      case .capture: rest.map { RouteQueryItem(item.name, $0) }
      }
    }
    let others = query.filter { other in !items.contains { $0.name.hasBytes(of: other.name) } }
    return (try path.path(filling: texts, rest: rest), own + others)
  }
}

extension RedirectTarget: CustomStringConvertible {
  /// The target as it is written in a map.
  package var description: String {
    guard !items.isEmpty else { return "\(path)" }
    let texts = items.map { item in
      let name = PercentCoding.encode(item.name)
      return switch item.value {
      case .constant(nil): name
      case .constant(let text?): "\(name)=\(PercentCoding.encode(text))"
      case .capture(let segment): "\(name)=\(segment)"
      }
    }
    return "\(path)?\(texts.joined(separator: "&"))"
  }
}

extension RedirectTarget: Decodable {
  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    let bytes = Array(text.utf8)
    if bytes.contains(ASCII.hash) {
      throw decoder.refusal(
        "has a fragment, which no target can have; write %23 for #: \(Wording.quoted(text))")
    }
    let address = bytes.prefix { $0 != ASCII.question }
    path = try decoder.pattern(String(decoding: address, as: UTF8.self), of: text)
    items = try bytes[address.endIndex...].dropFirst().split(separator: ASCII.ampersand)
      .map { try Item($0, of: text, in: decoder) }
  }
}

extension RedirectTarget.Item {
  fileprivate init(_ part: ArraySlice<UInt8>, of text: String, in decoder: any Decoder) throws {
    let left = part.prefix { $0 != ASCII.equals }
    let right = part[left.endIndex...]
    if let first = left.first, first == ASCII.colon || first == ASCII.asterisk {
      let capture = String(decoding: left, as: UTF8.self)
      throw decoder.refusal(
        "has a query item without a name: write \(Wording.excerpt("\(capture.dropFirst())="))"
          + "\(Wording.excerpt(capture)): \(Wording.quoted(text))")
    }
    name = try Self.decode(left, of: text, in: decoder)
    guard !name.isEmpty else {
      throw decoder.refusal("has a query item without a name: \(Wording.quoted(text))")
    }
    let written = right.dropFirst()
    guard !right.isEmpty, written.contains(where: ForeignCapture.isForeign) else {
      value = .constant(
        right.isEmpty ? nil : try Self.decode(written, of: text, in: decoder))
      return
    }
    // As in a path, a capture is a whole value, and the characters themselves are escaped.
    let segments = try decoder.pattern(String(decoding: written, as: UTF8.self), of: text).segments
    guard let capture = segments.first, segments.count == 1, capture.rank < 3 else {
      throw decoder.refusal(
        "has a capture that is only a part of a value: \(Wording.quoted(text))")
    }
    value = .capture(capture)
  }

  private static func decode(
    _ part: ArraySlice<UInt8>, of text: String, in decoder: any Decoder
  ) throws -> String {
    do throws(URLFlaw) {
      let content = try PercentCoding.decode(part, plusIsSpace: true)
      guard !content.contains(where: ASCII.isControl) else {
        throw URLFlaw(.controlCharacter, at: part.startIndex)
      }
      return String(decoding: content, as: UTF8.self)
    } catch {
      throw decoder.refusal("has a wrong query: \(error.fault): \(Wording.quoted(text))")
    }
  }
}
