// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Configuration
internal import Foundation
internal import GantryEvents
internal import GantryText
internal import SystemPackage

/// The configuration files of an application, as they were read at one time.
struct ConfigurationFiles: Sendable {
  typealias Provider = FileProvider<JSONSnapshot>

  /// A file that was read.
  struct File: Sendable {
    let path: String
    let provider: Provider
  }

  /// The file of the environment.
  private(set) var environment: File?
  /// The one file for all modules.
  private(set) var shared: File?
  /// The file of each module in the configuration folder.
  private(set) var modules: [ModuleName: File] = [:]
  /// What each module's target brings along.
  private(set) var defaults: [ModuleName: File] = [:]
  /// What is odd, but harms nothing.
  private(set) var warnings: [String] = []
  /// What stands in each file, by file and full key.
  private var contents: [String: String] = [:]

  /// Where to look.
  struct Places {
    let file: String?
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
  init(reading places: Places) async throws(ApplicationError) {
    if let file = places.file {
      shared = try await read(file)
      if let name = places.environment, let path = try Self.variant(name, of: file) {
        environment = try await read(path)
      }
    }
    if let folder = places.folder {
      for (name, path) in try Self.modules(in: folder) {
        modules[name] = try await read(path, for: name)
        if !places.known.contains(name) { warn(of: name, path, places.known) }
      }
    }
    for (name, path) in places.defaults.sorted(by: { $0.key < $1.key }) {
      defaults[name] = try await read(path, for: name)
    }
  }

  /// The full keys whose value in a file is not what it was, sorted.
  func changes(since earlier: ConfigurationFiles) -> [String] {
    let keys = Set(contents.keys).union(earlier.contents.keys)
    let changed = keys.filter { contents[$0] != earlier.contents[$0] }
    return Set(changed.map { String($0.drop { $0 != "\n" }.dropFirst()) }).sorted()
  }

  private mutating func read(
    _ path: String, for module: ModuleName? = nil
  ) async throws(ApplicationError) -> File {
    do {
      let provider = try await Provider(
        parsingOptions: JSONSnapshot.ParsingOptions(
          secretsSpecifier: .dynamic { key, _ in ConfigurationSecrets.isSecret(key) }),
        filePath: FilePath(path))
      let root = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path)))
      note(root, path + "\n" + (module?.rawValue ?? ""))
      return File(path: path, provider: provider)
    } catch {
      throw .configuration(file: path, reason: Self.reason(error, path))
    }
  }

  private mutating func note(_ value: Any, _ key: String) {
    guard let object = value as? [String: Any] else {
      contents[key] = "\(value)"
      return
    }
    for (name, value) in object {
      note(value, key.hasSuffix("\n") ? key + name : "\(key).\(name)")
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
  private mutating func warn(of name: ModuleName, _ path: String, _ known: [ModuleName]) {
    let near = NearNames.of(name.rawValue, among: known.map(\.rawValue))
    let hint = near.isEmpty ? "" : "; did you mean \(near.joined(separator: " or "))?"
    warnings.append("nobody reads configuration file \(path): there is no module \(name)\(hint)")
  }

  /// Looks at the file itself for what is wrong with it; where that is nothing, the error says it.
  private static func reason(_ error: any Error, _ file: String) -> String {
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: file))
    } catch {
      return FileProblem.unreadable(error)
    }
    do {
      _ = try JSONSerialization.jsonObject(with: data)
    } catch {
      return FileProblem.malformed(error, data)
    }
    return FileProblem.clause(String(describing: error))
  }
}
