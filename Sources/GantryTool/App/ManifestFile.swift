// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Gantry

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

  /// Whether a text is JSON with the keys of a manifest, of any version.
  static func isManifest(_ data: Data) -> Bool {
    guard let header = try? JSONDecoder().decode(Header.self, from: data) else { return false }
    return header.schemaVersion != nil && header.hasModules
  }

  /// Reads the manifest of a file.
  static func read(_ path: String) throws(ToolFailure) -> AppManifest {
    try decode(try InputFile.data(path), from: path)
  }

  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - data: JSON.
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
          \(AppManifest.currentSchemaVersion). Use the tool of the version of Gantry that the app is \
          built with.
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

/// The manifest of an app, and where it is from.
struct ManifestSource {
  /// Where a manifest is from.
  enum Origin {
    /// A file, at a path.
    case file(String)
    /// The program itself.
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
