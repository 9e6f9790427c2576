// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import Logging

/// A log of one line of JSON for each message, on standard error.
package struct JSONLines: LogHandler {
  private struct Line: Encodable {
    let time: String
    let level: String
    let label: String
    let message: String
    let error: String?
    let metadata: [String: String]?
  }

  package var logLevel: Logger.Level
  package var metadata: Logger.Metadata = [:]
  package var metadataProvider: Logger.MetadataProvider?
  private let label: String

  /// Creates the handler of one logger.
  ///
  /// - Parameters:
  ///   - label: The logger's label.
  ///   - level: The lowest level that is written.
  package init(label: String, level: Logger.Level) {
    self.label = label
    logLevel = level
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    let line = text(of: event, at: Date())
    // One write for each line, so that lines of several threads do not mix.
    try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8))
  }

  func text(of event: LogEvent, at date: Date) -> String {
    let all = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }
      .merging(event.metadata ?? [:]) { $1 }
    let line = Line(
      time: date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
      level: event.level.rawValue, label: label, message: "\(event.message)",
      error: event.error.map { "\($0)" },
      metadata: all.isEmpty ? nil : all.mapValues { "\($0)" })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(line)).map { String(decoding: $0, as: UTF8.self) } ?? line.message
  }
}
