// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging

/// A log of JSON lines on standard error.
struct JSONLog: LogHandler {
  private struct Line: Encodable {
    let level: String
    let message: String
  }

  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info
  var metadataProvider: Logger.MetadataProvider?

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let line = Line(level: "\(event.level)", message: "\(event.message)")
    guard let data = try? JSONEncoder().encode(line) else { return }
    try? FileHandle.standardError.write(contentsOf: data + Data("\n".utf8))
  }
}
