// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// The segments that a capture accepts: any segment, or only those that read as a type.
///
/// A kind that does not accept every segment is called typed. Typed captures win over untyped ones.
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

  /// Stored separately, so that the segments of very many patterns stay small.
  private final class Definition: Sendable {
    let name: String
    let check: CaptureCheck

    init(_ name: String, _ check: CaptureCheck) {
      self.name = name
      self.check = check
    }
  }

  private let definition: Definition

  /// The kind's name; two kinds with the same name are the same kind, except those of private types.
  package var name: String { Wording.stable(definition.name) }
  var check: CaptureCheck { definition.check }

  private init(_ name: String, _ check: CaptureCheck) { definition = Definition(name, check) }

  /// One of several texts, such as the raw values of an enum; they are compared byte by byte.
  package static func oneOf(_ name: String, _ values: some Sequence<String>) -> CaptureKind {
    CaptureKind(name, .values(CaptureTexts(values)))
  }

  /// A kind with its own test; `accepts` gets the decoded segment, and its answer never changes.
  public static func custom(
    _ name: String, _ accepts: @escaping @Sendable (String) -> Bool
  ) -> CaptureKind {
    CaptureKind(name, .custom(accepts))
  }

  /// Whether every segment is accepted.
  package var isAny: Bool {
    if case .any = check { true } else { false }
  }

  /// Returns whether a decoded segment is accepted.
  package func accepts(_ segment: String) -> Bool {
    var bytes: [UInt8] = []
    RoutePath.append(segment.utf8, to: &bytes)
    return bytes.withUnsafeBufferPointer { check.accepts($0.dropFirst()) }
  }

  /// Whether both kinds may accept the same segment; a kind with a closure may overlap with any
  /// other.
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

  /// Whether two kinds have the same name.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.definition.name == rhs.definition.name
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(definition.name) }

  /// The name.
  public var description: String { name }
}

/// The texts that a capture accepts, in the normal form of a path and sorted by their bytes. A
/// segment is found among them without becoming a string.
struct CaptureTexts: Sendable {
  private let forms: [[UInt8]]
  /// The texts that a path segment can hold; the others occur in queries only.
  let segments: [[UInt8]]

  init(_ texts: some Sequence<String>) {
    var forms: [[UInt8]] = []
    var segments: [[UInt8]] = []
    for text in texts {
      var form: [UInt8] = []
      RoutePath.append(text.utf8, to: &form)
      form.removeFirst()
      forms.append(form)
      if RoutePath.fault(of: text.utf8) == nil { segments.append(form) }
    }
    self.forms = forms.sorted { $0.lexicographicallyPrecedes($1) }
    self.segments = segments
  }

  /// Whether a segment in the normal form is one of the texts, byte by byte.
  ///
  /// - Complexity: O(log n) comparisons.
  func contains(_ segment: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var low = 0
    var high = forms.count
    while low < high {
      let middle = (low + high) / 2
      if forms[middle].lexicographicallyPrecedes(segment) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < forms.count && forms[low].elementsEqual(segment)
  }
}

/// The test of a segment for a kind, on its bytes and without allocation where possible.
enum CaptureCheck: Sendable {
  case any
  case integer
  case number
  case boolean
  case uuid
  case values(CaptureTexts)
  case custom(@Sendable (String) -> Bool)

  /// Tests the bytes of a segment in the normal form.
  ///
  /// A slash or percent sign is escaped there; the built-in kinds accept neither.
  func accepts(_ segment: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    switch self {
    case .any: true
    case .integer: Self.isInteger(segment)
    case .number: Self.isNumber(segment)
    case .boolean: segment.elementsEqual("true".utf8) || segment.elementsEqual("false".utf8)
    case .uuid: Self.isUUID(segment)
    case .values(let texts): texts.contains(segment)
    case .custom(let accepts): accepts(Self.text(segment))
    }
  }

  private static func text(_ segment: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    RoutePath.text(Substring(decoding: segment, as: UTF8.self))
  }

  private static func isInteger(_ segment: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var digits = segment
    let isNegative = digits.first == ASCII.minus
    if isNegative || digits.first == ASCII.plus { digits.removeFirst() }
    guard !digits.isEmpty else { return false }
    var magnitude: UInt64 = 0
    for byte in digits {
      guard ASCII.isDigit(byte) else { return false }
      let (tens, overflowsTens) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, overflows) = tens.addingReportingOverflow(UInt64(byte & 15))
      guard !overflowsTens, !overflows else { return false }
      magnitude = sum
    }
    return magnitude <= UInt64(Int64.max) + (isNegative ? 1 : 0)
  }

  private static func isNumber(_ segment: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var rest = segment
    if rest.first == ASCII.minus || rest.first == ASCII.plus { rest.removeFirst() }
    guard dropDigits(&rest) else { return false }
    if rest.first == ASCII.dot {
      rest.removeFirst()
      guard dropDigits(&rest) else { return false }
    }
    guard let exponent = rest.popFirst() else { return isFinite(segment) }
    guard exponent | 0x20 == UInt8(ascii: "e") else { return false }
    if rest.first == ASCII.minus || rest.first == ASCII.plus { rest.removeFirst() }
    return dropDigits(&rest) && rest.isEmpty && isFinite(segment)
  }

  /// Whether a number is within the range of `Double`; only a long number has to be read for that.
  private static func isFinite(_ number: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    // The largest number has 309 digits, and an exponent of two digits stays far below.
    let exponent = number.drop { $0 | 0x20 != UInt8(ascii: "e") }
    guard number.count > 200 || exponent.count > 3 else { return true }
    return Double(String(decoding: number, as: UTF8.self))?.isFinite ?? false
  }

  private static func dropDigits(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let count = rest.count
    while let byte = rest.first, ASCII.isDigit(byte) { rest.removeFirst() }
    return rest.count < count
  }

  private static func isUUID(_ segment: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard segment.count == 36 else { return false }
    for (offset, byte) in segment.enumerated() {
      let isHyphen = offset == 8 || offset == 13 || offset == 18 || offset == 23
      guard isHyphen ? byte == ASCII.minus : ASCII.hexValue(byte) != nil else { return false }
    }
    return true
  }
}
