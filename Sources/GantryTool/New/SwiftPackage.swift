// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation

/// Runs SwiftPM, `swift package`.
enum SwiftPackage {
  /// What it said.
  struct Answer {
    let output: Data
    let errors: String
    let status: Int32
  }

  /// Runs a command on the package in a folder.
  ///
  /// - Throws: That there is no SwiftPM.
  static func run(_ arguments: [String], in folder: URL) throws(ToolFailure) -> Answer {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swift", "package", "--package-path", folder.path] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    do {
      // A file, since a second pipe could fill up while the first one is read.
      let errors = try FileHandle.temporaryFile()
      process.standardError = errors
      try process.run()
      let data = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      try errors.seek(toOffset: 0)
      let text = String(decoding: try errors.readToEnd() ?? Data(), as: UTF8.self)
      return Answer(output: data, errors: text, status: process.terminationStatus)
    } catch {
      throw ToolFailure("swift package cannot be run: \(error.localizedDescription)", .noInput)
    }
  }
}

extension FileHandle {
  /// An open file without a name.
  fileprivate static func temporaryFile() throws -> FileHandle {
    let url = FileManager.default.temporaryDirectory.appending(path: "gantry-\(UUID().uuidString)")
    try Data().write(to: url, options: .withoutOverwriting)
    defer { try? FileManager.default.removeItem(at: url) }
    return try FileHandle(forUpdating: url)
  }
}
