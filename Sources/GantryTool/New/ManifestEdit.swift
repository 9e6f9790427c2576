// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryLaunch
internal import GantryText

/// Packages and products that a target is to link, as commands of `swift package`.
struct ManifestEdit {
  private var commands: [[String]] = []
  /// The way to do the same by hand, for the case that SwiftPM cannot.
  private let instead: String

  /// - Parameters:
  ///   - package: The package, and its product of the same name.
  ///   - path: Where it is, seen from the app.
  ///   - target: The app's target.
  init(adding package: String, at path: String, to target: String) {
    instead = "Make the module without --into, and add it to the manifest by hand."
    add(path)
    link(package, to: target, of: package)
  }

  /// - Parameters:
  ///   - interfaces: The interfaces to use; without any, nothing changes.
  ///   - target: The target that uses them.
  ///   - folder: The folder of its package.
  ///   - known: The packages that its package depends on already, in lowercase letters.
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
  /// A copy, since each command is a step.
  ///
  /// - Parameters:
  ///   - manifest: The manifest.
  ///   - shown: Its path, for people.
  ///   - folder: Where the copy is made.
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

/// A changed manifest that is ready to take the place of another.
struct EditedManifest {
  fileprivate let original: Data
  fileprivate let place: URL
  fileprivate let shown: String
  fileprivate let copy: URL

  /// Puts it into its place in one step.
  ///
  /// - Throws: Why not; the old manifest is untouched then.
  func publish() throws(ToolFailure) {
    // Where it is a link, the file that it leads to.
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
