// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryLaunch
internal import GantryText

/// A change to a manifest: a target links packages and products, by commands of `swift package`.
struct ManifestEdit {
  private var commands: [[String]] = []
  /// The instructions for a change by hand, in case SwiftPM can't do it.
  private let instead: String

  /// Links a package to a target of the app.
  ///
  /// - Parameters:
  ///   - package: The name of the package, and of its product.
  ///   - path: The path of the package, relative to the app.
  ///   - target: The app's target.
  init(adding package: String, at path: String, to target: String) {
    instead = "Create the module without --into, and add it to the manifest by hand."
    add(path)
    link(package, to: target, of: package)
  }

  /// Adds interfaces to the dependencies of a target.
  ///
  /// - Parameters:
  ///   - interfaces: The interfaces to use; if empty, nothing changes.
  ///   - target: The target that uses them.
  ///   - folder: The folder of the target's package.
  ///   - known: The packages that it depends on already, in lowercase letters.
  init(
    using interfaces: [UsedInterface], in target: String, at folder: URL, besides known: Set<String>
  ) {
    let names = Wording.list(interfaces.map(\.name))
    instead = "Add \(names) to the dependencies of the target \(target) by hand."
    var known = known
    for interface in interfaces {
      let package = interface.package?.folder
      if let package, known.insert(package.lastPathComponent.lowercased()).inserted {
        add(GantrySource.path(to: package, from: folder))
      }
      link(interface.name, to: target, of: package?.lastPathComponent)
    }
  }

  private mutating func add(_ path: String) {
    commands.append(["add-dependency", path, "--type", "path"])
  }

  private mutating func link(_ product: String, to target: String, of package: String?) {
    commands.append(
      ["add-target-dependency", product, target] + (package.map { ["--package", $0] } ?? []))
  }

  /// Has SwiftPM change a copy of a manifest.
  ///
  /// It is a copy because every command is a separate step.
  ///
  /// - Parameters:
  ///   - manifest: The manifest.
  ///   - shown: The path of the manifest, for messages.
  ///   - folder: The folder for the copy.
  func change(
    of manifest: URL, shownAs shown: String, in folder: URL
  ) throws(ToolFailure) -> EditedManifest {
    let copy = folder.appending(path: "Package.swift")
    let original: Data
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      original = try Data(contentsOf: manifest)
      try original.write(to: copy)
    } catch {
      throw ToolFailure("\(shown): cannot be copied: \(DiskFile.reason(of: error))", .cannotWrite)
    }
    for command in commands { try run(command, shown, copy) }
    return EditedManifest(original: original, place: manifest, shown: shown, copy: copy)
  }

  private func run(
    _ arguments: [String], _ shown: String, _ copy: URL
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
      \(shown): 'swift package \(arguments.joined(separator: " "))' cannot edit it: \
      \(reason.trimmingCharacters(in: .whitespacesAndNewlines))
      Nothing was written. \(instead)
      """, .cannotWrite)
  }
}

/// A changed manifest that is ready to replace the original.
struct EditedManifest {
  fileprivate let original: Data
  fileprivate let place: URL
  fileprivate let shown: String
  fileprivate let copy: URL

  /// Replaces the original in one step.
  ///
  /// - Throws: The reason why it can't; the original stays untouched then.
  func publish() throws(ToolFailure) {
    // If the manifest is a link, the file it leads to is replaced.
    let manifest = place.resolvingSymlinksInPath()
    do {
      guard try Data(contentsOf: manifest) == original else {
        throw ToolFailure("\(shown) has just been changed. Nothing was written.", .cannotWrite)
      }
      let attributes = try FileManager.default.attributesOfItem(atPath: manifest.path)
      if let mode = attributes[.posixPermissions] {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: copy.path)
      }
      guard rename(copy.path, manifest.path) == 0 else {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
    } catch let error as ToolFailure {
      throw error
    } catch {
      throw ToolFailure(
        "\(shown): cannot be written: \(DiskFile.reason(of: error)). Nothing was written.",
        .cannotWrite)
    }
  }
}
