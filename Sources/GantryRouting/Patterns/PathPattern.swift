// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// The shape of the paths that one route answers: `orders/:id`, `files/*rest`.
///
/// A segment is a literal, `:name` for one segment, or `*name` at the end for one or more segments.
/// Literals may have escapes: `%3Aid` is the text `:id`. The captures of other routers, such as
/// `{id}` and `user_:name`, are refused. A leading or trailing slash makes no difference. Captures
/// are untyped unless you give a kind:
///
/// ```swift
/// let pattern = try PathPattern("orders/:id", kinds: ["id": .integer])
/// ```
///
/// Of all patterns that match a path, the most specific wins. Segment by segment from the left, a
/// literal wins over a typed capture, a typed capture over an untyped one, and an untyped one over
/// `*rest`.
package struct PathPattern: Hashable, Sendable, CustomStringConvertible {
  static let longest = 2048
  /// Two bits of ``specificity`` for each.
  static let mostSegments = 32
  /// A match keeps its captures in as many lanes of a vector.
  static let mostCaptures = 16

  /// The segments; empty for the root.
  package let segments: [Segment]

  /// Reads a pattern.
  ///
  /// - Parameters:
  ///   - text: The pattern: at most 2,048 bytes, 32 segments and 16 captures.
  ///   - kinds: The kinds of typed captures by name.
  /// - Throws: `RouteError.malformedPattern` with the first fault and its position.
  package init(_ text: String, kinds: [String: CaptureKind] = [:]) throws(RouteError) {
    var reader = PatternReader(text, kinds: kinds)
    do {
      segments = try reader.read()
    } catch {
      throw .malformedPattern(
        text: Wording.excerpt(text), reason: "\(error.fault)", position: error.position)
    }
  }

  /// The names of the captures in order; the rest comes last.
  package var captureNames: [String] {
    segments.compactMap { segment in
      switch segment {
      case .literal: nil
      case .capture(let name, _), .rest(let name): name
      }
    }
  }

  /// The number of captures.
  var captureCount: Int { segments.count { $0.rank < 3 } }

  /// Fills the pattern.
  ///
  /// - Parameters:
  ///   - captures: The text for each capture, by name. Other names are ignored, and kinds are not
  ///     tested.
  ///   - rest: The segments for `*rest`.
  /// - Returns: A path, which the pattern matches if the texts are of their captures' kinds.
  /// - Throws: `RouteError.missingCapture` for a capture without text and a rest without segments,
  ///   `.unprintable` for a text that no path may hold.
  package func path(
    filling captures: [String: String] = [:], rest: [String] = []
  ) throws(RouteError) -> RoutePath {
    var texts: [String] = []
    for segment in segments {
      switch segment {
      case .literal(let text): texts.append(text)
      case .capture(let name, _):
        guard let text = captures[name] else {
          throw .missingCapture(name: name, pattern: description)
        }
        texts.append(text)
      case .rest(let name):
        guard !rest.isEmpty else { throw .missingCapture(name: name, pattern: description) }
        texts += rest
      }
    }
    return try RoutePath(segments: texts)
  }

  /// Whether both match some path if captures are untyped.
  func meets(_ other: PathPattern) -> Bool {
    for (segment, otherSegment) in zip(segments, other.segments) {
      switch (segment, otherSegment) {
      case (.rest, _), (_, .rest): return true
      case (.literal(let text), .literal(let otherText)):
        guard text.hasBytes(of: otherText) else { return false }
      default: continue
      }
    }
    return segments.count == other.segments.count
  }

  /// Whether both patterns may match some path for which neither is more specific.
  func clashes(with other: PathPattern) -> Bool {
    guard segments.count == other.segments.count else { return false }
    return zip(segments, other.segments).allSatisfy { segment, other in
      switch (segment, other) {
      case (.literal(let text), .literal(let otherText)): text.utf8.elementsEqual(otherText.utf8)
      case (.capture(_, let kind), .capture(_, let otherKind)):
        kind.isAny == otherKind.isAny && kind.overlaps(otherKind)
      case (.rest, .rest): true
      default: false
      }
    }
  }

  /// Larger for the more specific of two patterns that match the same path: two bits per segment.
  var specificity: UInt64 {
    var bits: UInt64 = 0
    for (index, segment) in segments.enumerated() {
      bits |= UInt64(segment.rank) << UInt64(62 - 2 * index)
    }
    return bits
  }

  /// The pattern as text, with slashes between segments and none in front; `/` for the root.
  package var description: String {
    segments.isEmpty ? "/" : segments.map(\.description).joined(separator: "/")
  }
}

extension PathPattern.Segment: CustomStringConvertible {
  /// The segment as it is written in a pattern, with the letters of all languages.
  package var description: String {
    switch self {
    case .literal(let text):
      text.unicodeScalars.map {
        $0.isASCII || !$0.properties.isIDContinue ? PercentCoding.encode("\($0)") : "\($0)"
      }.joined()
    case .capture(let name, _): ":\(name)"
    case .rest(let name): "*\(name)"
    }
  }

  /// Its specificity, from 0 for the rest to 3 for a literal.
  var rank: Int {
    switch self {
    case .literal: 3
    case .capture(_, let kind): kind.isAny ? 1 : 2
    case .rest: 0
    }
  }
}

extension PathPattern {
  /// One segment of a pattern; texts are compared byte by byte.
  package enum Segment: Hashable, Sendable {
    /// Exactly this text, decoded.
    case literal(String)
    /// One segment that the kind accepts.
    case capture(name: String, kind: CaptureKind)
    /// All remaining segments, at least one.
    case rest(name: String)

    /// Whether two segments accept the same texts under the same name.
    package static func == (lhs: Self, rhs: Self) -> Bool {
      switch (lhs, rhs) {
      case (.literal(let text), .literal(let other)): text.hasBytes(of: other)
      case (.capture(let name, let kind), .capture(let other, let otherKind)):
        kind == otherKind && name.hasBytes(of: other)
      case (.rest(let name), .rest(let other)): name.hasBytes(of: other)
      default: false
      }
    }
  }
}

extension PathPattern {
  /// Whether the last capture takes the rest of a path.
  var endsInRest: Bool {
    if case .rest = segments.last { true } else { false }
  }
}
