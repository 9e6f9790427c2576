// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A JSON file of configuration, which has to be there or may be missing.
///
/// ```swift
/// Application(configFile: "shop.json")                // missing, it is an error
/// Application(configFile: .optional("shop.json"))     // missing, it is as if nothing stood in it
/// Application(configFile: .required(url.path))        // a path that is computed
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
