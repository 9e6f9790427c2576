// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// How long one instance of a service is handed out.
public enum ServiceScope: String, Hashable, Sendable, Codable, CaseIterable {
  /// One for all, for as long as its provider runs.
  case shared
  /// A new one for each injection and each resolution.
  case unique
  /// One for all as long as any user holds it, and a new one after that. Only for classes and
  /// actors.
  case weak
}
