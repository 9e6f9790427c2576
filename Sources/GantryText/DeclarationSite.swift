// SPDX-License-Identifier: Apache-2.0

/// Where something is declared: a file and a line, or a text that says both.
///
/// The parts are joined when somebody reads them: an app has thousands of handlers, and reads the
/// place of one when something is wrong with it.
package struct DeclarationSite: Sendable, ExpressibleByStringInterpolation {
  private let file: String
  /// Zero where the file's text says the line, too.
  private let line: Int32

  /// Keeps the parts of a place.
  ///
  /// - Parameters:
  ///   - fileID: The file, as `#fileID` gives it.
  ///   - line: The line, from 1.
  package init(_ fileID: String, line: Int) {
    file = fileID
    self.line = Int32(clamping: line)
  }

  /// Keeps a place that is written as `file:line`.
  package init(_ text: String) {
    file = text
    line = 0
  }

  /// Keeps a literal place.
  package init(stringLiteral value: String) { self.init(value) }

  /// The place as `file:line`.
  package var text: String { line == 0 ? file : "\(file):\(line)" }
}
