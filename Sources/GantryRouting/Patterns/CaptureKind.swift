// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The segments that a capture of a pattern takes: any, or only those that read as a type.
///
/// A kind that does not take every segment is called typed. Typed captures win over untyped ones.
public struct CaptureKind: Hashable, Sendable, CustomStringConvertible {
  /// Any segment: untyped.
  public static let any = CaptureKind("any", .any)
  /// The segments that `Int` reads: an optional sign and digits, within 64 bits.
  public static let integer = CaptureKind("integer", .integer)
  /// A decimal number such as `7`, `-0.5` and `1e9` that `Double` can hold; no infinity, no
  /// hexadecimal digits.
  public static let number = CaptureKind("number", .number)
  /// `true` or `false`.
  public static let boolean = CaptureKind("boolean", .boolean)
  /// 32 hexadecimal digits in the groups of a UUID.
  public static let uuid = CaptureKind("uuid", .uuid)

  /// Apart, so that the segments of very many patterns are small.
  private final class Definition: Sendable {
    let name: String
    let check: CaptureCheck

    init(_ name: String, _ check: CaptureCheck) {
      self.name = name
      self.check = check
    }
  }

  private let definition: Definition

  /// Its name; two kinds of one name are the same kind.
  public var name: String { definition.name }
  var check: CaptureCheck { definition.check }

  private init(_ name: String, _ check: CaptureCheck) { definition = Definition(name, check) }

  /// One of several texts, such as the raw values of an enum; they are compared byte by byte.
  public static func oneOf(_ name: String, _ values: some Sequence<String>) -> CaptureKind {
    CaptureKind(name, .values(CaptureTexts(values)))
  }

  /// A kind with its own test; `accepts` gets the decoded segment, and its answer never changes.
  public static func custom(
    _ name: String, _ accepts: @escaping @Sendable (String) -> Bool
  ) -> CaptureKind {
    CaptureKind(name, .custom(accepts))
  }

  /// Whether segments of every text are taken.
  public var isAny: Bool {
    if case .any = check { true } else { false }
  }

  /// Whether a decoded segment is taken.
  public func accepts(_ segment: String) -> Bool {
    var bytes: [UInt8] = []
    RoutePath.append(segment.utf8, to: &bytes)
    return bytes.withUnsafeBufferPointer { check.accepts($0.dropFirst()) }
  }

  /// Whether some segment may be taken by both; kinds with a closure may overlap with every other.
  func overlaps(_ other: CaptureKind) -> Bool {
    if self == other { return true }
    switch (check, other.check) {
    case (.any, _), (_, .any): return true
    case (.values(let texts), _): return other.takes(oneOf: texts.segments)
    case (_, .values(let texts)): return takes(oneOf: texts.segments)
    case (.custom, _), (_, .custom): return true
    case (.integer, .number), (.number, .integer): return true
    default: return false
    }
  }

  private func takes(oneOf segments: [[UInt8]]) -> Bool {
    segments.contains { $0.withUnsafeBufferPointer { check.accepts($0[...]) } }
  }

  /// Whether two kinds have one name.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The name.
  public var description: String { name }
}
