// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Writes to standard output line by line, even if it isn't a terminal, and writes files for people
/// to look at.
enum Terminal {
  static func show(_ line: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
  }

  /// Writes a file, or says why it cannot; a launch doesn't fail for that.
  static func write(_ text: String, to path: String) {
    do {
      try Data(text.utf8).write(to: URL(filePath: path))
    } catch {
      show("The file '\(path)' cannot be written: \(error.localizedDescription)")
    }
  }
}
