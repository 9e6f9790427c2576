// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchMachine {
  /// The last event that a task waited for, after which it could run.
  enum Cause: Sendable, Hashable {
    case start
    case task(Int32)
    case ready
    case gap
    case idle
    case demand
    case milestone(Int32)
  }
}
