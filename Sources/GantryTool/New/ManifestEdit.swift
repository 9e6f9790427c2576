// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryLaunch
internal import GantrySupport

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

  /// Has SwiftPM change a manifest, in a folder of its own.
  ///
  /// - Parameters:
  ///   - manifest: The contents of the manifest.
  ///   - shown: The path of the manifest, for messages.
  /// - Returns: The contents of the changed manifest.
  func changed(_ manifest: Data, shownAs shown: String) throws(ToolFailure) -> Data {
    let folder = FileManager.default.temporaryDirectory.appending(path: "gantry-\(UUID())")
    let copy = folder.appending(path: "Package.swift")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      try manifest.write(to: copy)
      var before = manifest
      for command in commands {
        let answer = try ChildProgram.swiftPackage(command, in: folder)
        let after = try Data(contentsOf: copy)
        guard answer.status == 0, after != before else { throw failure(command, answer, shown) }
        before = after
      }
      return before
    } catch let error as ToolFailure {
      throw error
    } catch {
      throw ToolFailure("\(shown): cannot be copied: \(DiskFile.reason(of: error))", .cannotWrite)
    }
  }

  private func failure(
    _ command: [String], _ answer: ChildProgram.End, _ shown: String
  ) -> ToolFailure {
    let reason = answer.errors.isEmpty ? "it changes nothing" : answer.complaint
    return ToolFailure(
      """
      \(shown): 'swift package \(command.joined(separator: " "))' cannot edit it: \
      \(reason.trimmingCharacters(in: .whitespacesAndNewlines))
      Nothing was written. \(instead)
      """, .cannotWrite)
  }
}

/// A changed manifest that is ready to replace the one of a package.
struct EditedManifest {
  private let original: Data
  private let changed: Data
  private let package: AppPackage

  /// Has SwiftPM change the manifest of a package; nothing is written yet.
  init(_ package: AppPackage, _ edit: ManifestEdit) throws(ToolFailure) {
    self.package = package
    original = try InputFile.data(package.manifest.path)
    changed = try edit.changed(original, shownAs: package.shownManifest)
  }

  /// Replaces the manifest in one step; if it is a link, the file it leads to.
  ///
  /// - Throws: The reason why it can't; the manifest stays untouched then.
  func write() throws(ToolFailure) {
    guard try InputFile.data(package.manifest.path) == original else {
      throw ToolFailure(
        "\(package.shownManifest) has just been changed. Nothing was written.", .cannotWrite)
    }
    do {
      let file = package.manifest.resolvingSymlinksInPath()
      let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
      try changed.write(to: file, options: .atomic)
      if let mode {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
      }
    } catch {
      throw OutputFile.failure(package.shownManifest, error)
    }
  }
}
