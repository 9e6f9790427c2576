// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// How a segment is tested for a kind, on its bytes and without allocation where that is possible.
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
  /// A slash or percent sign is escaped there; the built-in kinds take neither.
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

  /// Whether a number is within the range of `Double`; only a long one need be read for that.
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
