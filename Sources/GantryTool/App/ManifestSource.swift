// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Gantry

/// The manifest of an app, and where it is from.
struct ManifestSource {
  /// Where a manifest is from.
  enum Origin {
    /// A file, at a path.
    case file(String)
    /// The program itself.
    case program(BuiltApp)
  }

  let manifest: Manifest
  let origin: Origin

  init(_ manifest: Manifest, _ origin: Origin) {
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
