// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Standard output, line by line, also where it isn't a terminal; and files for people to look at.
enum Terminal {
  static func show(_ line: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
  }

  /// Writes a file, or says why not: that is no reason for a launch to fail.
  static func write(_ text: String, to path: String) {
    do {
      try Data(text.utf8).write(to: URL(filePath: path))
    } catch {
      show("The file '\(path)' cannot be written: \(error.localizedDescription)")
    }
  }
}
