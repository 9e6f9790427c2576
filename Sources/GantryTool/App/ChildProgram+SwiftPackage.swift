// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation

extension ChildProgram {
  /// Runs a command of SwiftPM, `swift package`, on the package in a folder.
  ///
  /// With a build folder of its own: SwiftPM locks that of the package, for as long as a build runs
  /// there, and for as long as this tool runs as its plug-in. It would wait forever then.
  static func swiftPackage(_ arguments: [String], in folder: URL) throws(ToolFailure) -> End {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "gantry-\(UUID())")
    defer { try? FileManager.default.removeItem(at: scratch) }
    let place = ["--package-path", folder.path, "--scratch-path", scratch.path]
    return try ChildProgram(program: "swift", arguments: ["package"] + place + arguments).run()
  }
}

extension ChildProgram.End {
  /// Its standard error as text.
  var complaint: String { String(decoding: errors, as: UTF8.self) }
}
