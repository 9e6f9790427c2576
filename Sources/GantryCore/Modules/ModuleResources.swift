// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import GantryDiscovery
internal import GantrySupport

/// The resource files of a module's target, available from anywhere in the module.
///
/// SwiftPM puts the resources of a target into a folder `<Package>_<Target>.resources` (`.bundle`
/// on Apple systems). Gantry looks for it beside the library that holds the module's code, among
/// the resources of that library's framework or test bundle, and beside the running program. These
/// may have been moved anywhere. It never looks in the working folder, or at the path on the
/// machine that built it. If several folders match, as after a package was renamed, it takes the
/// newest, and logs a warning.
///
/// ```swift
/// let prices = try OrdersModule.resources.json("prices.json", as: [Price].self)
/// let title = try OrdersModule.resources.string("orders.title", languages: ["de-AT", "en"])
/// ```
public struct ModuleResources: Sendable {
  /// The Swift target whose files these are; or the name of the bundle, if it was requested by
  /// name.
  public let target: String
  /// The folder that holds the files; nil when the target has none, or they are missing.
  ///
  /// Inside of a bundle for macOS it is `Contents/Resources`.
  public let folder: URL?
  /// The bundle that was found; it is the folder itself, except on macOS.
  let bundle: URL?
  private let searched: [URL]
  let strings = StringTables()

  /// Finds the resources of the target that declares a type.
  ///
  /// - Parameter type: Any type of the target.
  public init(of type: Any.Type) {
    let target = Wording.target(of: type) ?? Wording.name(of: type)
    self.init(target: target, beside: ImagePath.of(type).map { [$0] } ?? [])
  }

  /// Finds a bundle with another name than the target's, in the same folders.
  ///
  /// It may be another target's bundle, or one that the package manager didn't make.
  ///
  /// ```swift
  /// @Module
  /// final class OrdersModule {
  ///   static let resources = ModuleResources(bundle: "ShopArt", of: OrdersModule.self)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The full name of the bundle, such as `Shop_Art` for the target `Art` of the package
  ///     `Shop`, without `.bundle` or `.resources`.
  ///   - type: Any type of the library that is beside the bundle.
  public init(bundle name: String, of type: Any.Type) {
    self.init(bundle: name, beside: ImagePath.of(type).map { [$0] } ?? [])
  }

  /// Finds a bundle by its name, beside files of the program and the program itself.
  init(bundle name: String, beside images: [String] = []) {
    self.init(target: name, searched: Self.places(beside: images)) { folder in
      ResourceFolders.bundle(named: name, in: folder)
    }
  }

  /// Finds the resources of a target by name, beside files of the program and the program itself.
  init(target: String, beside images: [String] = []) {
    self.init(target: target, searched: Self.places(beside: images)) { folder in
      ResourceFolders.bundle(of: target, in: folder)
    }
  }

  /// Finds the resources of a target by name.
  ///
  /// - Parameters:
  ///   - target: The target's name.
  ///   - folders: Where to look for the resource folder, in this order.
  package init(target: String, in folders: [URL]) {
    self.init(target: target, searched: folders) { folder in
      ResourceFolders.bundles(in: folder)[target]?.first
    }
  }

  private init(target: String, searched: [URL], find: (URL) -> URL?) {
    self.target = target
    self.searched = searched
    var found: URL?
    for place in searched where found == nil { found = find(place) }
    bundle = found
    folder = found.map(ResourceFolders.files(of:))
  }

  /// Returns the URL of a file.
  ///
  /// - Parameter path: The file's path inside the resources, with `/` between folders.
  /// - Returns: A file URL.
  /// - Throws: ``ResourceError/missing(path:target:searched:near:)``, also for a path that leads out of
  ///   the resources.
  public func url(_ path: String) throws(ResourceError) -> URL {
    let components = path.split(separator: "/")
    if let folder, !components.isEmpty, !components.contains("..") {
      let file = folder.appending(path: components.joined(separator: "/"))
      if FileManager.default.fileExists(atPath: file.path) { return file }
    }
    throw missing(path)
  }

  /// Returns the bytes of a file.
  ///
  /// - Parameter path: The file's path inside the resources.
  /// - Returns: The whole file.
  /// - Throws: ``ResourceError`` when it is missing or cannot be read.
  public func data(_ path: String) throws(ResourceError) -> Data {
    let url = try url(path)
    do {
      return try Data(contentsOf: url)
    } catch {
      throw .unreadable(path: url.path, reason: String(describing: error))
    }
  }

  /// Returns the text of a UTF-8 file.
  ///
  /// - Parameter path: The file's path inside the resources.
  /// - Returns: The whole text.
  /// - Throws: ``ResourceError`` when it is missing, cannot be read, or is not UTF-8.
  public func text(_ path: String) throws(ResourceError) -> String {
    guard let text = String(data: try data(path), encoding: .utf8) else {
      throw .unreadable(path: try url(path).path, reason: "the file is not UTF-8 text")
    }
    return text
  }

  /// Returns a value decoded from a JSON file.
  ///
  /// - Parameters:
  ///   - path: The file's path inside the resources.
  ///   - type: The type to decode.
  /// - Returns: The value.
  /// - Throws: ``ResourceError`` when the file is missing, cannot be read, has another shape, or has
  ///   a key twice in one object.
  public func json<Value: Decodable>(
    _ path: String, as type: Value.Type
  ) throws(ResourceError) -> Value {
    let data = try data(path)
    do throws(FileProblem.Clause) {
      return try FileProblem.decode(type, fromJSON: data)
    } catch {
      throw .unreadable(path: try url(path).path, reason: error.clause)
    }
  }

  func missing(_ path: String) -> ResourceError {
    let places = folder.map { [$0] } ?? searched
    return .missing(
      path: path, target: target, searched: places.map(\.path),
      near: folder.map { ResourceFolders.near(path, in: $0) }
        ?? NearNames.of(target, among: searched.flatMap(ResourceFolders.names(in:))))
  }

  /// The folders that bundles may be in, each once.
  private static func places(beside images: [String]) -> [URL] {
    var folders: [URL] = []
    for folder in images.flatMap(ResourceFolders.folders(ofImage:)) + standardFolders
    where !folders.contains(where: { $0.path == folder.path }) {
      folders.append(folder)
    }
    return folders
  }

  /// The program's resource folder, its own folder, and the folder of the program's file.
  private static let standardFolders: [URL] = {
    let main = Bundle.main
    let program = main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent()
    return [main.resourceURL, main.bundleURL, program].compactMap(\.self)
  }()
}
