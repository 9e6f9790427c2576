// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation
internal import GantryLaunch

/// Writes files that people name, and says in words why one cannot be written.
enum OutputFile {
  /// Writes a text with a line break at its end, in place of the file's contents.
  static func write(_ text: String, to path: String) throws(ToolFailure) {
    let text = text.hasSuffix("\n") ? text : text + "\n"
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw failure(path, error)
    }
  }

  /// That a file cannot be written, and why.
  static func failure(_ path: String, _ error: any Error) -> ToolFailure {
    ToolFailure("\(path): cannot be written: \(DiskFile.reason(of: error)).", .cannotWrite)
  }
}
