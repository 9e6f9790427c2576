// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The members of a type that ``Timed(_:)`` times.
public enum TimedMembers: Sendable {
  /// All functions, initializers and deinitializers.
  case functions
}
