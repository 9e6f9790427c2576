// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation

extension Manifest {
  /// The manifest as JSON, with sorted keys: equal manifests give equal text.
  ///
  /// - Returns: UTF-8 text with line breaks.
  /// - Throws: What `JSONEncoder` throws.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}

extension Application {
  /// The manifest as JSON when `GANTRY_MANIFEST=json` is in the environment; nothing is started.
  ///
  /// `main` and `run` of GantryProcess ask by themselves. A program without them asks before it
  /// starts anything:
  ///
  /// ```swift
  /// if let manifest = try application.requestedManifest() { return print(manifest) }
  /// ```
  ///
  /// - Returns: Nil when nobody asked: the variable is not there, or empty.
  /// - Throws: ``ApplicationError/unknownManifestFormat(_:)`` for another value than `json`, and
  ///   what `JSONEncoder` throws.
  public func requestedManifest() throws -> String? {
    switch launchOptions.environment["GANTRY_MANIFEST"] {
    case nil, "": return nil
    case "json": return try manifest.json()
    case .some(let format): throw ApplicationError.unknownManifestFormat(format)
    }
  }
}
