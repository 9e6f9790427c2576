// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

package import Foundation

/// Words for what is wrong with a file, as a clause without a full stop.
package enum FileProblem {
  /// Why a file could not be read.
  package static func unreadable(_ error: any Error) -> String {
    let error = error as NSError
    switch CocoaError.Code(rawValue: error.code) {
    case .fileReadNoSuchFile, .fileNoSuchFile: return "there is no such file"
    case .fileReadNoPermission: return "access is denied"
    default:
      let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error ?? error
      return clause(cause.localizedDescription)
    }
  }

  /// Why a file's text is not what it should be, with the line and the column where that is known.
  package static func malformed(_ error: any Error, _ data: Data) -> String {
    guard !data.isEmpty else { return "the file is empty" }
    let error = error as NSError
    let text = error.userInfo[NSDebugDescriptionErrorKey] as? String ?? error.localizedDescription
    guard let mark = text.range(of: " around character ", options: .backwards),
      let offset = Int(text[mark.upperBound...].prefix { $0.isNumber }), offset <= data.count
    else { return clause(text) }
    return "\(clause(String(text[..<mark.lowerBound]))) near \(place(offset, in: data))"
  }

  /// A sentence of somebody else's as part of one of ours.
  package static func clause(_ text: String) -> String {
    var text = text
    let opening = "The operation could not be completed. "
    if text.hasPrefix(opening) { text.removeFirst(opening.count) }
    while text.hasSuffix(".") { text.removeLast() }
    // An abbreviation that opens the sentence keeps its letters.
    guard let first = text.first, text.dropFirst().first?.isLowercase == true else { return text }
    return first.lowercased() + text.dropFirst()
  }

  private static func place(_ offset: Int, in data: Data) -> String {
    let before = data.prefix(offset)
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? before.startIndex
    let column = String(decoding: before[start...], as: UTF8.self).count + 1
    return "line \(line), column \(column)"
  }
}
