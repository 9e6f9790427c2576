// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation

/// A hidden folder beside the goal, in which a package is made; gone with its owner.
///
/// The package is moved to its place in one step, when it is complete.
final class Staging {
  private let place: NewPlace
  private let folder: URL
  private var change: EditedManifest?

  private static let prefix = ".gantry-new-"

  /// Makes the folder, and removes those of processes that were killed.
  init(for place: NewPlace) throws(ToolFailure) {
    self.place = place
    Self.removeLeftovers(in: place.root)
    let name = "\(Self.prefix)\(getpid())-\(UUID().uuidString.prefix(8))"
    folder = place.root.appending(path: name, directoryHint: .isDirectory)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    } catch {
      throw OutputFile.failure(place.path, error)
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private var staged: URL { folder.appending(path: "tree", directoryHint: .isDirectory) }

  /// Writes the files of the package.
  func write(_ tree: FileTree) throws(ToolFailure) {
    let package = staged.appending(path: place.pathInRoot, directoryHint: .isDirectory)
    for path in tree.paths {
      try Interruption.check()
      guard let file = tree.files[path] else { continue }
      do {
        let url = package.appending(path: path)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try file.data.write(to: url, options: .withoutOverwriting)
        if file.isExecutable { try Self.makeExecutable(url) }
      } catch {
        throw OutputFile.failure("\(place.path)/\(path)", error)
      }
    }
  }

  /// Prepares the manifest of an app: a changed copy, which takes its place at the end.
  func stage(_ edit: ManifestEdit, of app: AppPackage) throws(ToolFailure) {
    let copy = folder.appending(path: "app", directoryHint: .isDirectory)
    change = try edit.change(of: app, in: copy)
  }

  /// Moves everything to its place.
  ///
  /// - Throws: A file that is in the way; nothing has been moved then.
  func publish() throws(ToolFailure) {
    try Interruption.check()
    let moved = try moveIntoPlace()
    guard let change else { return }
    do throws(ToolFailure) {
      try change.publish()
    } catch {
      // This was put there just now, by this process alone.
      try? FileManager.default.moveItem(at: moved, to: folder.appending(path: "undone"))
      throw error
    }
  }

  /// Moves the package, with those of the folders above it that are not there yet.
  private func moveIntoPlace() throws(ToolFailure) -> URL {
    for count in min(place.existingSteps + 1, place.steps.count)...place.steps.count {
      let path = place.steps.prefix(count).joined(separator: "/")
      let goal = place.root.appending(path: path)
      let source = staged.appending(path: path)
      switch FileMove.move(source.path, to: goal.path) {
      case 0: return goal
      // Another process has made one of the folders above meanwhile.
      case EEXIST where count < place.steps.count: continue
      case EEXIST, ENOTEMPTY:
        throw ToolFailure("\(place.path) has just appeared. Nothing was written.", .cannotWrite)
      case let code:
        throw ToolFailure(
          "\(place.path): cannot be written: \(String(cString: strerror(code)))", .cannotWrite)
      }
    }
    throw ToolFailure("\(place.path) has just appeared. Nothing was written.", .cannotWrite)
  }

  /// Removes files whose names tell that they belong to a process which has ended.
  private static func removeLeftovers(in root: URL) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let parts = name.dropFirst(prefix.count).split(separator: "-")
      guard parts.count == 2, let id = pid_t(parts[0]), id > 0, kill(id, 0) == -1, errno == ESRCH
      else { continue }
      try? FileManager.default.removeItem(at: root.appending(path: name))
    }
  }

  private static func makeExecutable(_ url: URL) throws {
    let mode = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions]
    guard let mode = mode as? NSNumber else { return }
    // Every user that may read it may run it.
    let number = mode.intValue | (mode.intValue & 0o444) >> 2
    try FileManager.default.setAttributes([.posixPermissions: number], ofItemAtPath: url.path)
  }
}
