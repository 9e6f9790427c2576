// SPDX-License-Identifier: Apache-2.0

/// How scarce memory is.
public enum MemoryPressureLevel: String, Sendable, Codable, CaseIterable {
  /// No longer scarce.
  case normal
  /// Scarce: release caches and other data that you can recreate.
  case warning
  /// So scarce that the system may end the process.
  case critical
}
