// SPDX-License-Identifier: Apache-2.0

internal import Foundation
public import GantrySupport

/// The manifest of an application: its modules and functions, with their dependencies, tasks,
/// services and routes.
///
/// It is plain data, available without starting anything: read `application.manifest`. If the
/// program uses GantryProcess or calls ``Application/requestedManifest()``, `GANTRY_MANIFEST=json
/// ./app` prints it.
///
/// It isn't a list of ``ModuleManifest``: those hold types and closures, which exist only in the
/// program, and a file has their names.
public struct AppManifest: Sendable, Codable, Equatable {
  /// The version of the schema.
  package let schemaVersion: Int
  /// Modules, free functions and closures, sorted by name.
  package let modules: [Entry]
  /// The names of all modules, free functions and closures, sorted.
  public var names: [ModuleName] { modules.map(\.name) }
  /// Records that were found and ignored, each with its reason.
  package let rejectedRecords: [String]
  /// The faults and skipped parts that the application finds; nil if it didn't look.
  package var findings: Findings?
  /// The launch graph as the application assembled it.
  package let graph: Graph

  private enum CodingKeys: String, CodingKey {
    case schemaVersion, modules, rejectedRecords, findings, graph
  }

  init(_ manifests: [ModuleManifest], graph: Graph, rejectedRecords: [String]) {
    schemaVersion = Self.currentSchemaVersion
    modules = manifests.map(Entry.init)
    self.graph = graph
    self.rejectedRecords = rejectedRecords
  }

  /// Decodes a manifest.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: `DecodingError.dataCorrupted` if the manifest has a schema version other than this
  ///   library's, or any other `DecodingError` if it is damaged.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    schemaVersion = try values.decode(Int.self, forKey: .schemaVersion)
    guard schemaVersion == Self.currentSchemaVersion else {
      throw DecodingError.dataCorruptedError(
        forKey: .schemaVersion, in: values,
        debugDescription: """
          The manifest has schema version \(schemaVersion); this library reads version \
          \(Self.currentSchemaVersion). Read it with the library that wrote it, or write it again.
          """)
    }
    modules = try values.decode([Entry].self, forKey: .modules)
    rejectedRecords = try values.decode([String].self, forKey: .rejectedRecords)
    findings = try values.decodeIfPresent(Findings.self, forKey: .findings)
    graph = try values.decode(Graph.self, forKey: .graph)
  }
}

extension AppManifest {
  /// Returns the manifest as JSON with sorted keys, so that equal manifests give equal text.
  ///
  /// - Returns: UTF-8 text with line breaks.
  /// - Throws: The errors of `JSONEncoder`.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}

extension Application {
  /// Returns the manifest as JSON if `GANTRY_MANIFEST=json` is in the environment; starts nothing.
  ///
  /// `main` and `run` of GantryProcess call this themselves. A program without them calls it before
  /// it starts anything:
  ///
  /// ```swift
  /// if let manifest = try application.requestedManifest() { return print(manifest) }
  /// ```
  ///
  /// - Returns: The manifest; nil when the variable is missing or empty.
  /// - Throws: ``ApplicationError/unknownManifestFormat(_:)`` for a value other than `json`, and
  ///   the errors of `JSONEncoder`.
  public func requestedManifest() throws -> String? {
    switch launchOptions.environment["GANTRY_MANIFEST"] {
    case nil, "": return nil
    case "json": return try manifest.json()
    case .some(let format): throw ApplicationError.unknownManifestFormat(format)
    }
  }
}
