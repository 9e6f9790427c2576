// SPDX-License-Identifier: Apache-2.0

/// How long each instance of a service is shared.
public enum ServiceScope: String, Hashable, Sendable, Codable, CaseIterable {
  /// One instance for all consumers, for as long as its provider runs.
  case shared
  /// A new instance for each injection and each resolution.
  case unique
}
