// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Gantry

/// A text file with one line per launch.
struct LaunchLog {
  let path: String

  /// Adds a line; the first one creates the file.
  func append(_ report: LaunchReport, at date: Date = Date()) throws {
    let line = "\(date.formatted(.iso8601)) \(report.summary)\n"
    if !FileManager.default.fileExists(atPath: path) {
      try Data().write(to: URL(filePath: path))
    }
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    defer { try? file.close() }
    try file.seekToEnd()
    try file.write(contentsOf: Data(line.utf8))
  }
}
