// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation

extension Manifest {
  /// The manifest of every module that is linked into this test, without starting anything.
  ///
  /// For an app that cannot run on the machine at hand: `try Manifest.linked.write(to: "app.json")`.
  public static var linked: Manifest { Application(launchOptions: .test).manifest }

  /// Writes the manifest as JSON into a file, replacing its content.
  ///
  /// - Parameter file: The file's path.
  /// - Throws: Errors of the encoder or the file system.
  public func write(to file: String) throws {
    try Data((try json() + "\n").utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
  }
}
