// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation
internal import GantryLaunch

/// A package that a target of an app is to link.
struct ManifestEdit {
  let package: String
  let path: String
  let target: String

  /// - Parameters:
  ///   - package: The package, and its product of the same name.
  ///   - path: Where it is, seen from the app.
  ///   - target: The app's target.
  init(adding package: String, at path: String, to target: String) {
    self.package = package
    self.path = path
    self.target = target
  }

  /// Has SwiftPM change a copy of the manifest.
  ///
  /// A copy, since the two commands are two steps.
  func change(of app: AppPackage, in folder: URL) throws(ToolFailure) -> EditedManifest {
    let copy = folder.appending(path: "Package.swift")
    let original: Data
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      original = try Data(contentsOf: app.manifest)
      try original.write(to: copy)
    } catch {
      throw ToolFailure(
        "\(app.path)/Package.swift: cannot be copied: \(DiskFile.reason(of: error))", .cannotWrite)
    }
    try run(["add-dependency", path, "--type", "path"], app, copy)
    try run(["add-target-dependency", package, target, "--package", package], app, copy)
    return EditedManifest(of: app, from: original, copy: copy)
  }

  private func run(
    _ arguments: [String], _ app: AppPackage, _ copy: URL
  ) throws(ToolFailure) {
    try Interruption.check()
    let before = try? Data(contentsOf: copy)
    let answer = try ChildProgram.swiftPackage(arguments, in: copy.deletingLastPathComponent())
    try Interruption.check()
    let isChanged = (try? Data(contentsOf: copy)) != before
    guard answer.status != 0 || !isChanged else { return }
    let reason = answer.errors.isEmpty ? "it changes nothing" : answer.complaint
    throw ToolFailure(
      """
      \(app.path)/Package.swift: 'swift package \(arguments.joined(separator: " "))' cannot edit it: \
      \(reason.trimmingCharacters(in: .whitespacesAndNewlines))
      Nothing was written. Make the module without --into, and add it to the manifest by hand.
      """, .cannotWrite)
  }
}
