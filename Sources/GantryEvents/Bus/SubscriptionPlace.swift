// SPDX-License-Identifier: Apache-2.0

/// Whether a handler from outside the modules hears a lifecycle event before or after them.
public enum SubscriptionPlace: String, Sendable, Codable, CaseIterable {
  /// Before every module, regardless of priority.
  case beforeModules
  /// After every module, regardless of priority.
  case afterModules
}
