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

/// The parts of the JSON of `swift package dump-package` that the tool reads.
struct ManifestDump: Decodable {
  /// A target of the package.
  struct Target: Decodable {
    let name: String
    let type: String
    /// Where its files lie; nil is the usual place.
    let path: String?
  }

  /// A package that it depends on.
  struct Dependency: Decodable {
    let fileSystem: [Local]?
    let sourceControl: [Remote]?

    /// One in a folder.
    struct Local: Decodable {
      let identity: String
      let path: String
      let nameForTargetDependencyResolutionOnly: String?
    }

    /// One in a repository.
    struct Remote: Decodable {
      let identity: String
      let location: Location
      let requirement: Requirement
    }

    /// Where a repository is.
    struct Location: Decodable {
      /// A URL in a JSON object.
      struct URLText: Decodable { let urlString: String }

      let remote: [URLText]?
      let local: [String]?
    }

    /// Which versions are taken.
    struct Requirement: Decodable {
      /// A half-open range.
      struct Range: Decodable {
        let lowerBound: String
        let upperBound: String
      }

      let range: [Range]?
      let exact: [String]?
      let branch: [String]?
      let revision: [String]?
    }

    var identity: String { fileSystem?.first?.identity ?? sourceControl?.first?.identity ?? "" }

    var folder: URL? {
      fileSystem?.first.map { URL(filePath: $0.path, directoryHint: .isDirectory) }
    }
  }

  let name: String
  let targets: [Target]
  let dependencies: [Dependency]
}

extension GantrySource {
  /// Reads a dependency; nil when it is not Gantry.
  init?(_ dependency: ManifestDump.Dependency, for package: URL) {
    if let local = dependency.fileSystem?.first, let folder = dependency.folder {
      let names = [local.identity, local.nameForTargetDependencyResolutionOnly]
      guard names.contains("gantry") else { return nil }
      self = .folder(folder, for: package)
      return
    }
    guard let remote = dependency.sourceControl?.first, remote.identity == "gantry",
      let url = remote.location.remote?.first?.urlString ?? remote.location.local?.first,
      let versions = remote.requirement.text
    else { return nil }
    self = .repository(url, versions: versions)
  }
}

extension ManifestDump.Dependency.Requirement {
  /// As a manifest writes it. One version becomes the range from it: a module must not pin it.
  fileprivate var text: String? {
    if let range = range?.first { return "\"\(range.lowerBound)\"..<\"\(range.upperBound)\"" }
    if let exact = exact?.first { return "from: \"\(exact)\"" }
    if let branch = branch?.first { return "branch: \"\(branch)\"" }
    return revision?.first.map { "revision: \"\($0)\"" }
  }
}
