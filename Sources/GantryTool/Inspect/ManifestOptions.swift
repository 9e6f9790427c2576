// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import ArgumentParser
internal import Gantry

/// Where the manifest of an app comes from.
struct ManifestOptions: ParsableArguments {
  @Option(
    help: "The manifest of the app: a file that it wrote with GANTRY_MANIFEST=json.",
    completion: .file(extensions: ["json"]))
  var manifest: String

  /// Reads it.
  func read() throws(ToolFailure) -> Manifest { try ManifestFile.read(manifest) }
}
