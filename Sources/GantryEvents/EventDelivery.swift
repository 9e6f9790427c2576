// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Whether the modules that hear an ``Event`` wait for each other.
public enum EventDelivery: String, Sendable, Codable, CaseIterable {
  /// Every module hears it as soon as it is free.
  case concurrent
  /// A module hears it when the modules before it in launch order have handled it.
  case ordered
}
