// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation

extension ChildProgram {
  /// A command of SwiftPM, `swift package`, on the package in a folder.
  static func swiftPackage(_ arguments: [String], in folder: URL) -> ChildProgram {
    ChildProgram(
      program: "swift", arguments: ["package", "--package-path", folder.path] + arguments)
  }
}

extension ChildProgram.End {
  /// What it said on standard error.
  var complaint: String { String(decoding: errors, as: UTF8.self) }
}
