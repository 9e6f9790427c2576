// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Why the body of a launch task could not read or give a result.
///
/// Only bodies that are registered by hand can cause one: `@Launch` writes what fits.
@nonexhaustive
public enum TaskResultError: Error, Sendable, Hashable {
  /// The options of the task do not say that it takes the type.
  case notTaken(type: String, task: ModuleName)
  /// The options of the task do not say that it returns the type.
  case notReturned(type: String, task: ModuleName)
  /// The task that returns the type has given no value.
  case missing(type: String, task: ModuleName)
}
