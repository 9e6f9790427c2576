// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// What ``Timed(_:)`` times of a type.
public enum TimedMembers: Sendable {
  /// All functions, initializers and deinitializers.
  case functions
}
