// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation
internal import GantryLaunch

/// A changed manifest that is ready to take the place of an app's.
struct EditedManifest {
  private let app: AppPackage
  private let original: Data
  private let copy: URL

  init(of app: AppPackage, from original: Data, copy: URL) {
    self.app = app
    self.original = original
    self.copy = copy
  }

  /// Puts it into its place in one step.
  ///
  /// - Throws: Why not; the old manifest is untouched then.
  func publish() throws(ToolFailure) {
    // Where it is a link, the file that it leads to.
    let manifest = app.manifest.resolvingSymlinksInPath()
    let name = "\(app.path)/Package.swift"
    do {
      guard try Data(contentsOf: manifest) == original else {
        throw ToolFailure("\(name) has just been changed. Nothing was written.", .cannotWrite)
      }
      let attributes = try FileManager.default.attributesOfItem(atPath: manifest.path)
      if let mode = attributes[.posixPermissions] {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: copy.path)
      }
      let code = FileMove.move(copy.path, over: manifest.path)
      if code != 0 { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
    } catch let error as ToolFailure {
      throw error
    } catch {
      throw ToolFailure(
        "\(name): cannot be written: \(DiskFile.reason(of: error)). Nothing was written.",
        .cannotWrite)
    }
  }
}
