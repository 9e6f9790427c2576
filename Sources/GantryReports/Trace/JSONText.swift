// SPDX-License-Identifier: Apache-2.0

/// A value of JSON, written without spaces; members keep their order.
package enum JSONText {
  case string(String)
  case integer(Int)
  /// A number that is already written as one.
  case number(String)
  case array([JSONText])
  case object([(String, JSONText)])

  /// The value as JSON.
  package var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .string(let value): Self.quote(value, to: &text)
    case .integer(let value): text += String(value)
    case .number(let value): text += value
    case .array(let values):
      text += "["
      for (position, value) in values.enumerated() {
        if position > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (position, member) in members.enumerated() {
        if position > 0 { text += "," }
        Self.quote(member.0, to: &text)
        text += ":"
        member.1.write(to: &text)
      }
      text += "}"
    }
  }

  /// Writes a string, and escapes the characters that RFC 8259 requires.
  private static func quote(_ value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\u{0}"..<" ":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
