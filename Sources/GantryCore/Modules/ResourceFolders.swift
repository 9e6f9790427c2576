// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantrySupport
internal import Logging

/// The resource folders beside the files of the program, each folder listed once.
///
/// They are looked for once in a process, as its images are: the folders beside them do not change while it runs, and
/// an app of a thousand modules must not list its folder a thousand times.
enum ResourceFolders {
  /// The resource folders by target, for each folder that was listed.
  private static let known = Memo<String, [String: [URL]]>()
  /// The targets whose folders were already warned about, with those folders.
  private static let warned = Memo<String, Bool>()
  /// The folders of each image.
  private static let places = Memo<String, [URL]>()

  static func bundle(of target: String, in folder: URL) -> URL? {
    let found = known.value(of: folder.path) { bundles(in: folder) }[target] ?? []
    if let warning = warning(of: target, found) {
      _ = warned.value(of: "\(folder.path)/\(target)") {
        Logger(label: "gantry.resources").warning("\(warning)")
        return true
      }
    }
    return found.first
  }

  /// Returns a warning about several folders of a target; nil for one.
  static func warning(of target: String, _ bundles: [URL]) -> String? {
    guard bundles.count > 1 else { return nil }
    let others = Wording.list(bundles.dropFirst().map(\.lastPathComponent))
    return """
      target '\(target)' has several resource folders in \
      \(bundles[0].deletingLastPathComponent().path): \(bundles[0].lastPathComponent), which is \
      used, because it is the newest, and \(others). Delete what belongs to another package.
      """
  }

  /// The names of the resource folders in a folder, without their endings.
  static func names(in folder: URL) -> [String] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return entries.sorted().compactMap { entry in
      [".resources", ".bundle"].first(where: entry.hasSuffix).map {
        String(entry.dropLast($0.count))
      }
    }
  }

  /// Returns the files in a folder whose paths are near one that isn't there.
  static func near(_ path: String, in folder: URL) -> [String] {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    let name = path.split(separator: "/").last ?? ""
    // The same name in another folder is nearer than any other.
    let moved = paths.filter { $0 == name || $0.hasSuffix("/\(name)") }.sorted()
    return moved.isEmpty ? NearNames.of(path, among: paths.sorted()) : Array(moved.prefix(3))
  }

  /// Returns the bundle with a name; nil when there is none, or for a path.
  static func bundle(named name: String, in folder: URL) -> URL? {
    guard !name.isEmpty, !name.contains("/") else { return nil }
    return [".resources", ".bundle"].map { folder.appending(path: name + $0) }.first(
      where: isFolder)
  }

  /// The folders that an image's resource folders may be in, with symbolic links followed.
  static func folders(ofImage image: String) -> [URL] {
    places.value(of: image) {
      let folder = URL(filePath: image).resolvingSymlinksInPath().deletingLastPathComponent()
      return [folder] + enclosing(folder)
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

  /// Returns the folder with the files of a bundle, which is deeper in one that Xcode makes for
  /// macOS.
  static func files(of bundle: URL) -> URL {
    let inner = bundle.appending(path: "Contents/Resources")
    return bundle.pathExtension == "bundle" && isFolder(inner) ? inner : bundle
  }

  private static func isFolder(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// Resource folders by target, best first.
  ///
  /// `shop_App_Core` may be target `Core` of package `shop_App`, or `App_Core` of `shop`. If
  /// several folders match a target, the one whose package name has the fewest `_` wins. After
  /// that, the newest wins, because a target that moved to another package leaves its old folder in
  /// the build folder.
  static func bundles(in folder: URL) -> [String: [URL]] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    var found: [String: [(underscores: Int, changed: Date, entry: String)]] = [:]
    for entry in entries.sorted() {
      guard let suffix = [".resources", ".bundle"].first(where: entry.hasSuffix) else { continue }
      let name = entry.dropLast(suffix.count)
      let path = folder.appending(path: entry).path
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      let changed = attributes?[.modificationDate] as? Date ?? .distantPast
      let separators = name.indices.filter { name[$0] == "_" }
      for (underscores, separator) in separators.enumerated() {
        let target = String(name[name.index(after: separator)...])
        found[target, default: []].append((underscores, changed, entry))
      }
    }
    return found.mapValues { bundles in
      let fewest = bundles.map(\.underscores).min()
      return bundles.filter { $0.underscores == fewest }
        .sorted { ($1.changed, $0.entry) < ($0.changed, $1.entry) }
        .map { folder.appending(path: $0.entry) }
    }
  }
}
