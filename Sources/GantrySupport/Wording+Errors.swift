// SPDX-License-Identifier: Apache-2.0

internal import Foundation

extension Wording {
  /// Returns the text of an error for people.
  ///
  /// Errors of the system and of Foundation describe themselves as
  /// `Error Domain=NSPOSIXErrorDomain Code=98 …`. They get the system's words instead, with the file
  /// if they name one.
  package static func text(of error: any Error) -> String {
    plain(error) ?? stable("\(error)")
  }

  /// Returns a text, such as an error's, for a sentence that goes on: without the period at its end.
  package static func clause(_ text: String) -> String {
    text.hasSuffix(".") && !text.hasSuffix("..") ? String(text.dropLast()) : text
  }

  private static func plain(_ error: any Error) -> String? {
    switch error {
    case let error as POSIXError: words(of: error.code.rawValue)
    case let error as CocoaError: words(of: error as NSError)
    case let error as URLError: words(of: error as NSError)
    default: type(of: error) == NSError.self ? words(of: error as NSError) : nil
    }
  }

  private static func words(of error: NSError) -> String {
    if error.domain == NSPOSIXErrorDomain { return words(of: Int32(clamping: error.code)) }
    let file = error.userInfo[NSFilePathErrorKey] as? String
    let underlying = (error.userInfo[NSUnderlyingErrorKey] as? any Error).flatMap(plain)
    let reason = underlying ?? error.localizedFailureReason ?? error.localizedDescription
    return (file.map { "'\($0)': " } ?? "") + reason
  }

  private static func words(of code: Int32) -> String { String(cString: strerror(code)) }
}
