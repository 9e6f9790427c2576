// SPDX-License-Identifier: Apache-2.0

internal import Configuration
internal import Foundation
internal import GantryText

/// The configuration files of an application, as they were read at one time.
struct ConfigurationFiles: Sendable {
  /// A file that was read.
  struct File: Sendable {
    let path: String
    let provider: ConfigurationFileProvider
  }

  /// The file of the environment.
  private(set) var environment: File?
  /// The one file for all modules.
  private(set) var shared: File?
  /// The file of each module in the configuration folder.
  private(set) var modules: [ModuleName: File] = [:]
  /// The files that the modules' targets bring along.
  private(set) var defaults: [ModuleName: File] = [:]
  /// The one file for all modules, where it may be missing and is.
  private(set) var missing: String?
  /// Oddities that harm nothing.
  private(set) var warnings: [String] = []
  /// The contents of each file with types, by file and full key.
  private var contents: [String: String] = [:]

  /// Where to look.
  struct Places {
    let file: ConfigurationFile?
    let folder: String?
    /// The environment's name, which is part of a file's.
    let environment: String?
    /// Each module's defaults, where its target has any.
    let defaults: [ModuleName: String]
    let known: [ModuleName]
  }

  init() {}

  /// Reads every file that is there.
  ///
  /// - Throws: ``ApplicationError/configuration(file:reason:)`` for the first that cannot be used.
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
            "GANTRY_ENVIRONMENT is '\(name)', and no environment has a file beside \(file.path)")
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

  /// Reads the file that the target of one more module brings along.
  ///
  /// - Throws: ``ApplicationError/configuration(file:reason:)``.
  mutating func addDefaults(of name: ModuleName, _ path: String) throws(ApplicationError) {
    defaults[name] = try read(path, for: name)
  }

  /// Takes over the files that the targets of modules bring along, as another reading has them.
  ///
  /// - Parameters:
  ///   - other: The other reading.
  ///   - own: The modules that this reading has looked at itself.
  mutating func takeDefaults(from other: ConfigurationFiles, except own: Set<ModuleName> = []) {
    for (name, file) in other.defaults where !own.contains(name) {
      defaults[name] = file
      contents.merge(other.contents.filter { Self.isValue($0.key, of: name, in: file) }) { $1 }
    }
  }

  /// Forgets the file that the target of a module brings along.
  mutating func dropDefaults(of name: ModuleName) {
    guard let file = defaults.removeValue(forKey: name) else { return }
    contents = contents.filter { !Self.isValue($0.key, of: name, in: file) }
  }

  private static func isValue(_ entry: String, of name: ModuleName, in file: File) -> Bool {
    entry.hasPrefix("\(file.path)\n\(name).")
  }

  /// The full keys whose value in a file has changed, sorted.
  func changes(since earlier: ConfigurationFiles) -> [String] {
    let keys = Set(contents.keys).union(earlier.contents.keys)
    let changed = keys.filter { contents[$0] != earlier.contents[$0] }
    return Set(changed.map { String($0.drop { $0 != "\n" }.dropFirst()) }).sorted()
  }

  /// The values in the files of the app; not those that a module's target brings along.
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

  /// Reads a file once: the values in force and the compared ones are of the same bytes.
  private mutating func read(
    _ path: String, for module: ModuleName? = nil, among known: [ModuleName] = []
  ) throws(ApplicationError) -> File {
    let data: Data
    if let kind = FileProblem.specialKind(of: path) {
      throw .configuration(
        file: path, reason: "it is \(kind); configuration is read again at a reload, from a file")
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
      // To a reader, null is as if nothing were there.
      if !(value is NSNull) { contents[key] = Self.text(value) }
      return
    }
    for (name, value) in object {
      note(value, key.hasSuffix("\n") ? key + name : "\(key).\(name)")
    }
  }

  /// A value with its type: `5`, `5.0`, `"5"` and `true` are four.
  private static func text(_ value: Any) -> String {
    switch value {
    case let text as String: text.debugDescription
    case let array as [Any]: "[\(array.map(text).joined(separator: ", "))]"
    case let number as NSNumber: "\(String(cString: number.objCType)) \(number)"
    default: "\(value)"
    }
  }

  /// A module's part of a file for all is an object; no module reads another value there.
  /// So is a part that is nearly a module's, where that has none; others may be the app's own.
  private mutating func warn(
    ofSectionsIn root: Any, _ path: String, _ known: [ModuleName]
  ) {
    guard let object = root as? [String: Any] else { return }
    for name in known {
      guard let value = object[name.rawValue], !(value is NSNull), !(value is [String: Any])
      else { continue }
      warnings.append(
        "nobody reads \(name) in configuration file \(path): a module's part is an object")
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
        nobody reads \(name) in configuration file \(path): there is no module \(name); did you \
        mean \(near.joined(separator: " or "))?
        """)
    }
  }

  /// `shop.json` is `shop.production.json` in production; nil where no environment has a file.
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
      reason: "GANTRY_ENVIRONMENT asks for it, but there are files only of "
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

  /// No error: a debug module that is not linked in a release build may have its file.
  private mutating func warn(of name: ModuleName, _ path: String, near: [String]) {
    let hint = near.isEmpty ? "" : "; did you mean \(near.joined(separator: " or "))?"
    warnings.append("nobody reads configuration file \(path): there is no module \(name)\(hint)")
  }

  /// Looks at the text itself for its mistake; where there is none, the error says it.
  private static func reason(_ error: any Error, _ data: Data) -> String {
    do {
      _ = try JSONSerialization.jsonObject(with: data)
    } catch {
      return FileProblem.malformed(error, data)
    }
    return FileProblem.clause(String(describing: error))
  }
}

/// The places from which an application takes configuration, beside its command line and environment.
///
/// ```swift
/// Application(configuration: .file("shop.json"))
/// Application(configuration: ConfigurationSources(file: "shop.json", folder: "Config"))
/// ```
public struct ConfigurationSources: Sendable {
  /// A JSON file of configuration, by module name. With `GANTRY_ENVIRONMENT=production`,
  /// `shop.production.json` beside `shop.json` wins over it.
  public var file: ConfigurationFile?
  /// A folder with a JSON file for each module, `Orders.json`.
  public var folder: String?
  /// Configuration that wins over the command line, the environment and the files.
  public var providers: [any ConfigProvider]

  /// Names the places.
  ///
  /// - Parameters:
  ///   - file: A JSON file of configuration, by module name; nil is none.
  ///   - folder: A folder with a JSON file for each module; nil is none.
  ///   - providers: Configuration that wins over the command line, the environment and the files.
  public init(
    file: ConfigurationFile? = nil, folder: String? = nil, providers: [any ConfigProvider] = []
  ) {
    self.file = file
    self.folder = folder
    self.providers = providers
  }

  /// A JSON file of configuration, by module name.
  ///
  /// - Parameter file: The file; ``ConfigurationFile/optional(_:)`` where it may be missing.
  public static func file(_ file: ConfigurationFile) -> Self { Self(file: file) }
}

/// A JSON file of configuration, which has to be there or may be missing.
///
/// ```swift
/// Application(configuration: .file("shop.json"))              // missing, it is an error
/// Application(configuration: .file(.optional("shop.json")))   // missing, it is as if nothing stood in it
/// Application(configuration: .file(.required(url.path)))      // a path that is computed
/// ```
public struct ConfigurationFile: Sendable, Hashable {
  /// Where the file is; a relative path counts from the working directory.
  public let path: String
  /// Whether the file may be missing. One that is there and cannot be used is always an error.
  public let isOptional: Bool

  /// A file that has to be there.
  ///
  /// - Parameter path: Where it is.
  public static func required(_ path: String) -> Self { Self(path: path, isOptional: false) }

  /// A file that may be missing: a line at *debug* in the log says so then. It is looked for again
  /// when the configuration is read again.
  ///
  /// - Parameter path: Where it may be.
  public static func optional(_ path: String) -> Self { Self(path: path, isOptional: true) }
}

extension ConfigurationFile: ExpressibleByStringInterpolation {
  /// A file that has to be there.
  ///
  /// - Parameter value: Its path.
  public init(stringLiteral value: String) { self = .required(value) }
}
