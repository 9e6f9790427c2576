// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Finds keys that occur twice in one object of a JSON text, since parsers keep one and drop the
/// other without a word.
package enum DuplicateKeys {
  private static let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))

  /// Returns the first key that repeats an earlier one of its object, as a clause.
  ///
  /// - Parameter json: A well-formed text.
  /// - Returns: For example `the key "from" occurs twice in one object, on line 3`; nil if each key
  ///   occurs once.
  /// - Complexity: O(n).
  package static func clause(in json: Data) -> String? {
    /// The keys of each open object; nil for an array.
    var open: [Set<String>?] = []
    var isKey = false
    var line = 1
    var index = json.startIndex
    while index < json.endIndex {
      let byte = json[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\n"): line += 1
      case UInt8(ascii: "{"):
        open.append([])
        isKey = true
      case UInt8(ascii: "["):
        open.append(nil)
        isKey = false
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
      case UInt8(ascii: ","): isKey = open.last != .some(nil)
      case UInt8(ascii: ":"): isKey = false
      case quote:
        let start = index
        while index < json.endIndex, json[index] != quote {
          index += json[index] == backslash ? 2 : 1
        }
        let end = min(index, json.endIndex)
        index = end + 1
        guard isKey, var keys = open.popLast() ?? nil else { continue }
        let key = text(json[start..<end])
        guard keys.insert(key).inserted else {
          let shown = Wording.quoted(key)
          return "the key \(shown) occurs twice in one object, on line \(line)"
        }
        open.append(keys)
      default: break
      }
    }
    return nil
  }

  private static func text(_ part: Data) -> String {
    let plain = String(decoding: part, as: UTF8.self)
    guard part.contains(backslash) else { return plain }
    return (try? JSONDecoder().decode(String.self, from: [quote] + part + [quote])) ?? plain
  }
}
