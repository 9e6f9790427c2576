// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryCore
internal import GantryLaunch
internal import GantrySupport

/// Reads files that the user names, and explains why a file can't be used.
enum InputFile {
  /// Returns the contents of a file, which may be a pipe; `-` means standard input.
  static func data(_ path: String) throws(ToolFailure) -> Data {
    do {
      return try path == "-" ? DiskFile.readStandardInput() : DiskFile.readToEnd(path)
    } catch {
      let reason = error.isMissing ? "there is no such file" : error.reason
      throw ToolFailure("\(path): \(reason).", .noInput)
    }
  }

  /// Decodes the JSON of a file.
  ///
  /// - Parameters:
  ///   - type: The type that the file should contain.
  ///   - path: The path of the file.
  ///   - noun: The kind of file, for messages: `a launch report`.
  static func json<Value: Decodable>(
    _ type: Value.Type, _ path: String, _ noun: String
  ) throws(ToolFailure) -> Value {
    let data = try data(path)
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch {
      throw ToolFailure("\(path): is not \(noun): \(reason(error, data)).", .faults)
    }
  }

  /// Returns the reason why JSON is malformed or has the wrong form, as a clause.
  static func reason(_ error: any Error, _ data: Data) -> String {
    let (context, missing) =
      switch error as? DecodingError {
      case .keyNotFound(let key, let context): (context, key.stringValue as String?)
      case .typeMismatch(_, let context), .valueNotFound(_, let context): (context, nil)
      case .dataCorrupted(let context):
        // If the text isn't JSON, the parser reports the position.
        context.codingPath.isEmpty ? (nil, nil) : (context, nil)
      default: (nil, nil)
      } as (DecodingError.Context?, String?)
    guard let context else {
      return syntax(of: data) ?? FileProblem.clause(error.localizedDescription)
    }
    let path = keyPath(context.codingPath)
    if let missing { return "'\(path.isEmpty ? "" : "\(path).")\(missing)' is missing" }
    let clause = FileProblem.clause(context.debugDescription)
    return path.isEmpty ? clause : "\(path): \(clause)"
  }

  /// Returns the syntax error of a JSON text with its position; nil if the text is well-formed.
  private static func syntax(of data: Data) -> String? {
    do {
      _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
      return nil
    } catch {
      return FileProblem.malformed(error, data)
    }
  }

  private static func keyPath(_ keys: [any CodingKey]) -> String {
    keys.reduce(into: "") { path, key in
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }
}

/// Writes files that the user names, and explains why a file can't be written.
enum OutputFile {
  /// Replaces the contents of a file with a text that ends in a line break.
  ///
  /// A link is kept, and the file it leads to is written. A pipe or a device receives the text.
  static func write(_ text: String, to path: String) throws(ToolFailure) {
    let data = Data((text.hasSuffix("\n") ? text : text + "\n").utf8)
    do {
      if path.hasPrefix("/dev/") || DiskFile.isStream(path) {
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        defer { try? file.close() }
        return try file.write(contentsOf: data)
      }
      try data.write(to: URL(filePath: path).resolvingSymlinksInPath(), options: .atomic)
    } catch {
      throw failure(path, error)
    }
  }

  /// Returns the failure of a file that can't be written, with its reason.
  static func failure(_ path: String, _ error: any Error) -> ToolFailure {
    let reason = DiskFile.reason(of: error)
    // Foundation gives some reasons as whole sentences.
    let clause = reason.hasSuffix(".") ? FileProblem.clause(reason) : reason
    return ToolFailure("\(path): cannot be written: \(clause).", .cannotWrite)
  }
}

/// Reads manifests.
enum ManifestFile {
  private struct Header: Decodable {
    let schemaVersion: Int?
    let hasModules: Bool

    private enum CodingKeys: String, CodingKey { case schemaVersion, modules }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      schemaVersion = try values.decodeIfPresent(Int.self, forKey: .schemaVersion)
      hasModules = values.contains(.modules)
    }
  }

  /// Returns whether a text is JSON with the keys of a manifest, of any version.
  static func isManifest(_ data: Data) -> Bool {
    guard let header = try? JSONDecoder().decode(Header.self, from: data) else { return false }
    return header.schemaVersion != nil && header.hasModules
  }

  /// Reads a manifest from a file.
  static func read(_ path: String) throws(ToolFailure) -> AppManifest {
    try decode(try InputFile.data(path), from: path)
  }

  /// Decodes a manifest.
  ///
  /// - Parameters:
  ///   - data: The manifest as JSON.
  ///   - source: The file or program, for messages.
  static func decode(_ data: Data, from source: String) throws(ToolFailure) -> AppManifest {
    let decoder = JSONDecoder()
    do {
      let header = try decoder.decode(Header.self, from: data)
      guard let version = header.schemaVersion else {
        throw ToolFailure(
          """
          \(source): no 'schemaVersion', so it isn't a manifest. An app writes one with \
          GANTRY_MANIFEST=json.
          """, .faults)
      }
      guard version == AppManifest.currentSchemaVersion else {
        throw ToolFailure(
          """
          \(source): the manifest has schema version \(version), and this tool reads version \
          \(AppManifest.currentSchemaVersion). Use the tool from the version of Gantry that the \
          app is built with.
          """, .faults)
      }
      return try decoder.decode(AppManifest.self, from: data)
    } catch let failure as ToolFailure {
      throw failure
    } catch {
      throw ToolFailure("\(source): isn't a manifest: \(InputFile.reason(error, data)).", .faults)
    }
  }
}

/// The manifest of an app, with its origin.
struct ManifestSource {
  /// The origin of a manifest.
  enum Origin {
    /// A file, by its path.
    case file(String)
    /// The app's program.
    case program(BuiltApp)
  }

  let manifest: AppManifest
  let origin: Origin

  init(_ manifest: AppManifest, _ origin: Origin) {
    self.manifest = manifest
    self.origin = origin
  }

  /// The app's name, for messages.
  var name: String {
    switch origin {
    case .file(let path): path
    case .program(let app): app.product
    }
  }
}
