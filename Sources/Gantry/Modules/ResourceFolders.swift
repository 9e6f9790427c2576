// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation
internal import Synchronization

/// The resource folders beside the files of the program, each folder listed once.
///
/// One for the process, as its images are: what lies beside them does not change while it runs, and
/// an app of a thousand modules must not list its folder a thousand times.
final class ResourceFolders: Sendable {
  static let shared = ResourceFolders()

  /// Guards the resource folders by target, for each folder that was listed.
  private let known = Mutex<[String: [String: URL]]>([:])
  /// Guards the folder of each image.
  private static let places = Mutex<[String: URL]>([:])

  func bundle(of target: String, in folder: URL) -> URL? {
    known.withLock { known in
      let path = folder.path
      if let bundles = known[path] { return bundles[target] }
      let bundles = Self.bundles(in: folder)
      known[path] = bundles
      return bundles[target]
    }
  }

  /// The folder of an image, with symbolic links followed.
  static func folder(of image: String) -> URL {
    places.withLock { places in
      if let folder = places[image] { return folder }
      let folder = URL(filePath: image).resolvingSymlinksInPath().deletingLastPathComponent()
      places[image] = folder
      return folder
    }
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
