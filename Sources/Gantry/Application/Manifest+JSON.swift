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
  /// A program opts in before it starts anything:
  ///
  /// ```swift
  /// if let manifest = try application.requestedManifest() { return print(manifest) }
  /// ```
  ///
  /// - Returns: Nil when nobody asked.
  /// - Throws: What `JSONEncoder` throws.
  public func requestedManifest() throws -> String? {
    guard launchOptions.environment["GANTRY_MANIFEST"] == "json" else { return nil }
    return try manifest.json()
  }
}
