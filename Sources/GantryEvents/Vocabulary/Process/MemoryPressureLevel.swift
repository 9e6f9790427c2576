// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// How scarce memory is.
public enum MemoryPressureLevel: String, Sendable, Codable, CaseIterable {
  /// Enough again.
  case normal
  /// Scarce: caches and other data that can be made anew should go.
  case warning
  /// So scarce that the process may be ended.
  case critical
}
