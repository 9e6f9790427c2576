// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation

/// A Swift target of a build.
struct BuiltTarget: Equatable {
  /// The kind of product.
  enum Kind {
    case program
    case library
    case test
  }

  let name: String
  let kind: Kind
  /// The package, by the name that the compiler is told.
  let package: String
  /// Whether code for debug builds alone is compiled.
  let isDebug: Bool
  /// Its files, as absolute paths.
  let sources: [String]
  /// The object files of its sources.
  let objects: [String]
  /// The names of all that it depends on, also by others.
  let dependencies: [String]

  /// Whether its sources lie in a folder.
  func lies(in folder: URL) -> Bool {
    let prefix = folder.path.hasSuffix("/") ? folder.path : folder.path + "/"
    return sources.first?.hasPrefix(prefix) == true
  }
}
