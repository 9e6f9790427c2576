// SPDX-License-Identifier: Apache-2.0

internal import Configuration
internal import Foundation
internal import GantryText

/// The configuration files of an application, as of one reading.
struct ConfigurationFiles: Sendable {
  /// A file that was read.
  struct File: Sendable {
    let path: String
    let provider: ConfigurationFileProvider
  }

  /// The file of the environment.
  private(set) var environment: File?
  /// The shared file for all modules.
  private(set) var shared: File?
  /// The file of each module in the configuration folder.
  private(set) var modules: [ModuleName: File] = [:]
  /// The files that come with the modules' targets.
  private(set) var defaults: [ModuleName: File] = [:]
  /// The path of the shared file, if it is optional and missing.
  private(set) var missing: String?
  /// Problems that don't prevent the use of the files.
  private(set) var warnings: [String] = []
  /// The value of each key, with its type, by file and full key.
  private var contents: [String: String] = [:]

  /// The paths to read from.
  struct Places {
    let file: ConfigurationFile?
    let folder: String?
    /// The environment's name, which is part of file names.
    let environment: String?
    /// The path of each module's defaults, if its target has any.
    let defaults: [ModuleName: String]
    let known: [ModuleName]
  }

  init() {}

  /// Reads every file that exists.
  ///
  /// - Throws: ``ApplicationError/configuration(file:reason:)`` for the first file that cannot be
  ///   used.
  init(reading places: Places) throws(ApplicationError) {
    if let file = places.file {
      if file.isOptional, FileProblem.isMissing(file.path) {
        missing = file.path
      } else {
        shared = try read(file.path, among: places.known)
      }
      if let name = places.environment {
        if let path = try Self.variant(name, of: file.path) {
          environment = try read(path, among: places.known)
        } else if shared != nil {
          warnings.append(
            "GANTRY_ENVIRONMENT is '\(name)', but no environment has a file beside \(file.path)")
        }
      }
    }
    if let folder = places.folder {
      let known = Set(places.known)
      var search = NearNameSearch(places.known.map(\.rawValue))
      for (name, path) in try Self.modules(in: folder) {
        modules[name] = try read(path, for: name)
        if !known.contains(name) { warn(of: name, path, near: search.near(name.rawValue)) }
      }
    }
    for (name, path) in places.defaults.sorted(by: { $0.key < $1.key }) {
      defaults[name] = try read(path, for: name)
    }
  }

  /// Returns the full keys whose value in a file has changed, sorted.
  func changes(since earlier: ConfigurationFiles) -> [String] {
    let keys = Set(contents.keys).union(earlier.contents.keys)
    let changed = keys.filter { contents[$0] != earlier.contents[$0] }
    return Set(changed.map { String($0.drop { $0 != "\n" }.dropFirst()) }).sorted()
  }

  /// The keys in the app's own files, without the files that come with modules' targets.
  var written: [UnreadKeys.Written] {
    let files = [environment, shared].compactMap { $0?.path } + modules.values.map(\.path)
    let own = Set(files)
    return contents.keys.compactMap { entry in
      guard let end = entry.firstIndex(of: "\n"), own.contains(String(entry[..<end])) else {
        return nil
      }
      return UnreadKeys.Written(
        file: String(entry[..<end]), key: String(entry[entry.index(after: end)...]))
    }
  }

  /// Reads a file once, so that the provider and the comparison use the same bytes.
  private mutating func read(
    _ path: String, for module: ModuleName? = nil, among known: [ModuleName] = []
  ) throws(ApplicationError) -> File {
    let data: Data
    if let kind = FileProblem.specialKind(of: path) {
      throw .configuration(
        file: path,
        reason: "it is \(kind); a reload reads the configuration again, so it must be a file")
    }
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw .configuration(file: path, reason: FileProblem.unreadable(error))
    }
    do {
      let provider = try ConfigurationFileProvider(data)
      let root = try JSONSerialization.jsonObject(with: data)
      note(root, path + "\n" + (module?.rawValue ?? ""))
      warn(ofSectionsIn: root, path, known)
      return File(path: path, provider: provider)
    } catch {
      throw .configuration(file: path, reason: Self.reason(error, data))
    }
  }

  private mutating func note(_ value: Any, _ key: String) {
    guard let object = value as? [String: Any] else {
      // To a reader, null means no value.
      if !(value is NSNull) { contents[key] = Self.text(value) }
      return
    }
    for (name, value) in object {
      note(value, key.hasSuffix("\n") ? key + name : "\(key).\(name)")
    }
  }

  /// Describes a value with its type, so that `5`, `5.0`, `"5"` and `true` are all different.
  private static func text(_ value: Any) -> String {
    switch value {
    case let text as String: text.debugDescription
    case let array as [Any]: "[\(array.map(text).joined(separator: ", "))]"
    case let number as NSNumber: "\(String(cString: number.objCType)) \(number)"
    default: "\(value)"
    }
  }

  /// Warns of sections that no module reads.
  ///
  /// A module's section of the shared file must be an object. An object whose name nearly matches a
  /// module without a section is probably misspelled; others may be the app's own.
  private mutating func warn(
    ofSectionsIn root: Any, _ path: String, _ known: [ModuleName]
  ) {
    guard let object = root as? [String: Any] else { return }
    for name in known {
      guard let value = object[name.rawValue], !(value is NSNull), !(value is [String: Any])
      else { continue }
      warnings.append(
        "nothing reads \(name) in configuration file \(path): a module's part is an object")
    }
    let sections = Set(known.map(\.rawValue))
    let open = sections.filter { object[$0] == nil }
    var search = NearNameSearch(open.sorted())
    for (name, value) in object.sorted(by: { $0.key < $1.key })
    where value is [String: Any] && !sections.contains(name) {
      let near = search.near(name)
      guard !near.isEmpty else { continue }
      warnings.append(
        """
        nothing reads \(name) in configuration file \(path): there is no module \(name); did you \
        mean \(near.joined(separator: " or "))?
        """)
    }
  }

  /// Returns the file of an environment: `shop.production.json` for `shop.json` in production. It
  /// is nil if no environment has a file.
  private static func variant(
    _ environment: String, of file: String
  ) throws(ApplicationError) -> String? {
    let url = URL(filePath: file)
    let stem = url.deletingPathExtension().lastPathComponent
    let wanted = "\(stem).\(environment).\(url.pathExtension)"
    let folder = url.deletingLastPathComponent()
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    if entries.contains(wanted) { return folder.appending(path: wanted).path }
    let names = entries.compactMap { entry -> String? in
      guard entry.hasPrefix("\(stem)."), entry.hasSuffix(".\(url.pathExtension)"),
        entry.count
          > stem.count + url.pathExtension.count + 2
      else { return nil }
      return String(entry.dropFirst(stem.count + 1).dropLast(url.pathExtension.count + 1))
    }
    guard !names.isEmpty else { return nil }
    throw .configuration(
      file: folder.appending(path: wanted).path,
      reason: "GANTRY_ENVIRONMENT asks for it, but there are files only for "
        + names.sorted().joined(separator: ", "))
  }

  private static func modules(
    in folder: String
  ) throws(ApplicationError) -> [(ModuleName, String)] {
    let entries: [String]
    do {
      entries = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    } catch {
      throw .configuration(file: folder, reason: FileProblem.unreadable(error))
    }
    return entries.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.map { entry in
      (ModuleName(String(entry.dropLast(5))), URL(filePath: folder).appending(path: entry).path)
    }
  }

  /// Warns of a file without a module. It isn't an error, since a debug module that release builds
  /// don't link may have a file.
  private mutating func warn(of name: ModuleName, _ path: String, near: [String]) {
    let hint = near.isEmpty ? "" : "; did you mean \(near.joined(separator: " or "))?"
    warnings.append("nothing reads configuration file \(path): there is no module \(name)\(hint)")
  }

  /// Finds the mistake in the text itself; if there is none, uses the error's description.
  private static func reason(_ error: any Error, _ data: Data) -> String {
    do {
      _ = try JSONSerialization.jsonObject(with: data)
    } catch {
      return FileProblem.malformed(error, data)
    }
    return FileProblem.clause(String(describing: error))
  }
}

/// The sources of an application's configuration, in addition to its command line and environment.
///
/// ```swift
/// Application(configuration: .file("shop.json"))
/// Application(configuration: ConfigurationSources(file: "shop.json", folder: "Config"))
/// ```
public struct ConfigurationSources: Sendable {
  /// A JSON file of configuration, by module name.
  ///
  /// With `GANTRY_ENVIRONMENT=production`, `shop.production.json` in the same folder takes
  /// precedence over `shop.json`.
  public var file: ConfigurationFile?
  /// A folder with one JSON file per module, such as `Orders.json`.
  public var folder: String?
  /// Providers that take precedence over the command line, the environment and the files.
  public var providers: [any ConfigProvider]

  /// Creates sources of configuration.
  ///
  /// - Parameters:
  ///   - file: A JSON file of configuration, by module name; nil reads none.
  ///   - folder: A folder with one JSON file per module; nil reads none.
  ///   - providers: Providers that take precedence over the command line, the environment and the
  ///     files.
  public init(
    file: ConfigurationFile? = nil, folder: String? = nil, providers: [any ConfigProvider] = []
  ) {
    self.file = file
    self.folder = folder
    self.providers = providers
  }

  /// Reads a JSON file of configuration, by module name.
  ///
  /// - Parameter file: The file; use ``ConfigurationFile/optional(_:)`` if it may be missing.
  public static func file(_ file: ConfigurationFile) -> Self { Self(file: file) }
}

/// A JSON file of configuration, which is either required or optional.
///
/// ```swift
/// Application(configuration: .file("shop.json"))              // an error if it is missing
/// Application(configuration: .file(.optional("shop.json")))   // no values if it is missing
/// Application(configuration: .file(.required(url.path)))      // a computed path
/// ```
public struct ConfigurationFile: Sendable, Hashable {
  /// The path of the file; a relative path starts from the working directory.
  public let path: String
  /// Whether the file may be missing. A file that exists but cannot be used is always an error.
  public let isOptional: Bool

  /// A file that must exist.
  ///
  /// - Parameter path: The path of the file.
  public static func required(_ path: String) -> Self { Self(path: path, isOptional: false) }

  /// A file that may be missing; if it is, a message at *debug* level says so. Each reload of the
  /// configuration looks for it again.
  ///
  /// - Parameter path: The path of the file.
  public static func optional(_ path: String) -> Self { Self(path: path, isOptional: true) }
}

extension ConfigurationFile: ExpressibleByStringInterpolation {
  /// Creates a required file, which must exist.
  ///
  /// - Parameter value: The path of the file.
  public init(stringLiteral value: String) { self = .required(value) }
}
