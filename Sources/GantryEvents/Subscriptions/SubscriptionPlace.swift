// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Whether a handler from outside the modules hears an event before or after them.
public enum SubscriptionPlace: String, Sendable, Codable, CaseIterable {
  /// Before every module, independent of priority.
  case beforeModules
  /// After every module, independent of priority.
  case afterModules
}
