// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation

/// A form in which a launch is written down, for example where `GANTRY_REPORT` asks for it.
public enum LaunchReportForm: String, Sendable, CaseIterable {
  /// A summary, a timeline drawn with letters, and the critical path.
  case text
  /// A page for a browser.
  case html
  /// The report itself, for `gantry report` and for programs.
  case json
  /// A picture of the timeline.
  case svg
  /// A trace for Perfetto and other viewers of traces.
  case trace

  /// The form that a file's name asks for, in letters of either case.
  ///
  /// - Parameter path: The file; nil comes of a name that does not end in `.txt`, `.html`, `.json`,
  ///   `.svg` or `.trace.json`.
  package init?(file path: String) {
    let path = path.lowercased()
    let endings: [(String, Self)] = [
      (".trace.json", .trace), (".json", .json), (".txt", .text), (".html", .html), (".svg", .svg),
    ]
    guard let form = endings.first(where: { path.hasSuffix($0.0) }) else { return nil }
    self = form.1
  }
}

extension LaunchReport {
  /// Writes the launch in a form that needs no drawing; nil for all others.
  ///
  /// - Parameter form: The form.
  /// - Returns: A text that ends with a line break.
  /// - Throws: An error of `JSONEncoder`, for ``LaunchReportForm/json``.
  package func plainText(as form: LaunchReportForm) throws -> String? {
    switch form {
    case .text: "\(self)\n"
    case .json: try json() + "\n"
    case .html, .svg, .trace: nil
    }
  }

  /// The report as JSON, with sorted keys: equal reports give equal text.
  private func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
