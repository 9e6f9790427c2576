// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// An input of a launch task: the result of the task that returns a value of the type.
public struct TaskInput: Sendable, Hashable {
  /// The type of the value.
  public let type: ServiceType
  /// Whether the task also runs when there is no such value.
  public let isOptional: Bool
}
