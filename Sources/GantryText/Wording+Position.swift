// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension Wording {
  /// A parser's message, with line and column in place of the character that it counts.
  ///
  /// - Parameters:
  ///   - message: For example `Invalid value around character 16.`
  ///   - text: The text that it has parsed, in UTF-8.
  /// - Returns: `Invalid value near line 3, column 7`; the message itself where it has no such place.
  package static func positioned(_ message: String, in text: some Collection<UInt8>) -> String {
    let mark = Array(" around character ")
    let letters = Array(message)
    guard let start = letters.indices.last(where: { letters[$0...].starts(with: mark) }),
      let offset = Int(String(letters[(start + mark.count)...].prefix { $0.isNumber })),
      offset <= text.count
    else { return message }
    let before = Array(text.prefix(offset))
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let column = String(decoding: before[lineStart...], as: UTF8.self).count + 1
    return "\(String(letters[..<start])) near line \(line), column \(column)"
  }
}
