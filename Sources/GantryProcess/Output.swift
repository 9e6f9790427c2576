// SPDX-License-Identifier: Apache-2.0

internal import GantryCore
internal import GantrySupport
internal import Logging

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// The standard output of a program whose output is one text.
enum StandardOutput {
  /// An error: the text wasn't written, or not all of it.
  struct Failure: Error, CustomStringConvertible {
    let reason: String
    var description: String { "the manifest can't be written to standard output: \(reason)" }
  }

  /// Writes a text, and waits for a reader that is slow.
  static func write(_ text: String) throws(Failure) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        #if canImport(Darwin)
          Darwin.write(STDOUT_FILENO, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
          Musl.write(STDOUT_FILENO, bytes.baseAddress, bytes.count)
        #else
          Glibc.write(STDOUT_FILENO, bytes.baseAddress, bytes.count)
        #endif
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Failure(reason: String(cString: strerror(errno))) }
      rest = rest.dropFirst(count)
    }
  }
}

extension Application {
  /// Whether the log is plain text, among which other plain text is no surprise.
  private var logsPlainText: Bool {
    logger.handler is StreamLogHandler || logger.handler is SwiftLogNoOpLogHandler
  }

  /// Writes a text for the person who runs the program: to standard error, or to the log if the
  /// program has its own form of it, such as JSON lines.
  ///
  /// It doesn't return before the log handler does.
  func tell(_ text: String, at level: Logger.Level) {
    if logsPlainText { return StandardError.write(text.hasSuffix("\n") ? text : text + "\n") }
    var text = text
    while text.hasSuffix("\n") { text.removeLast() }
    logger.log(level: level, "\(text)")
  }
}
