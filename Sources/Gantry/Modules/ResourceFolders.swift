// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation
internal import Synchronization

/// The resource folders beside the files of the program, each folder listed once.
///
/// One for the process, as its images are: the folders beside them do not change while it runs, and
/// an app of a thousand modules must not list its folder a thousand times.
final class ResourceFolders: Sendable {
  static let shared = ResourceFolders()

  /// Guards the resource folders by target, for each folder that was listed.
  private let known = Mutex<[String: [String: URL]]>([:])
  /// Guards the folders of each image.
  private static let places = Mutex<[String: [URL]]>([:])

  func bundle(of target: String, in folder: URL) -> URL? {
    known.withLock { known in
      let path = folder.path
      if let bundles = known[path] { return bundles[target] }
      let bundles = Self.bundles(in: folder)
      known[path] = bundles
      return bundles[target]
    }
  }

  /// The bundle of a name; nil when there is none, and for a path.
  static func bundle(named name: String, in folder: URL) -> URL? {
    guard !name.isEmpty, !name.contains("/") else { return nil }
    return [".resources", ".bundle"].map { folder.appending(path: name + $0) }.first(
      where: isFolder)
  }

  /// Where the resource folders of an image may lie, with symbolic links followed.
  static func folders(ofImage image: String) -> [URL] {
    places.withLock { places in
      if let folders = places[image] { return folders }
      let folder = URL(filePath: image).resolvingSymlinksInPath().deletingLastPathComponent()
      let folders = [folder] + enclosing(folder)
      places[image] = folders
      return folders
    }
  }

  /// The folders that the bundle around an image adds to the image's own.
  ///
  /// - `Kit.framework/Versions/A/Kit`: `Resources` beside it.
  /// - `Tests.xctest/Contents/MacOS/Tests`: `Contents/Resources`, and the folder that holds the
  ///   bundle, where the package manager puts the resources of its products.
  private static func enclosing(_ folder: URL) -> [URL] {
    let parent = folder.deletingLastPathComponent()
    guard folder.lastPathComponent == "MacOS", parent.lastPathComponent == "Contents" else {
      let resources = folder.appending(path: "Resources")
      return isFolder(resources) ? [resources] : []
    }
    let bundle = parent.deletingLastPathComponent()
    return [parent.appending(path: "Resources"), bundle.deletingLastPathComponent()]
  }

  /// Where the files of a resource folder lie: a bundle that Xcode makes for macOS has them deeper.
  static func files(of bundle: URL) -> URL {
    let inner = bundle.appending(path: "Contents/Resources")
    return bundle.pathExtension == "bundle" && isFolder(inner) ? inner : bundle
  }

  private static func isFolder(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// Resource folders by target.
  ///
  /// `shop_App_Core` may be target `Core` of package `shop_App`, or `App_Core` of `shop`. Of several
  /// folders that a target's may be, it has the one whose package name has the fewest `_`; then the
  /// newest, as a target that moved to another package leaves its old folder in the build folder.
  static func bundles(in folder: URL) -> [String: URL] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    var found: [String: (underscores: Int, changed: Date, entry: String)] = [:]
    for entry in entries.sorted() {
      guard let suffix = [".resources", ".bundle"].first(where: entry.hasSuffix) else { continue }
      let name = entry.dropLast(suffix.count)
      let path = folder.appending(path: entry).path
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      let changed = attributes?[.modificationDate] as? Date ?? .distantPast
      let separators = name.indices.filter { name[$0] == "_" }
      for (underscores, separator) in separators.enumerated() {
        let target = String(name[name.index(after: separator)...])
        if let known = found[target],
          (known.underscores, changed) <= (underscores, known.changed)
        {
          continue
        }
        found[target] = (underscores, changed, entry)
      }
    }
    return found.mapValues { folder.appending(path: $0.entry) }
  }
}
