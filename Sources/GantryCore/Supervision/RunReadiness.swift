// SPDX-License-Identifier: Apache-2.0

/// When long-running work counts as begun.
public enum RunReadiness: String, Sendable, Hashable, Codable, CaseIterable {
  /// When the module has launched, which is when the work begins. Nothing waits for it.
  case atOnce
  /// When the module calls `context.health.ready()`, such as a server that listens.
  ///
  /// *Ready* waits for that, unless the module launches after ready or on demand. Work that ends
  /// before, or that may not run again, is a failed launch of the module. Restarts count as
  /// attempts.
  case whenReported
}
