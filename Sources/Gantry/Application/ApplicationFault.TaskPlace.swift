// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension ApplicationFault {
  /// A launch task, and where it is declared.
  public struct TaskPlace: Sendable, Hashable, CustomStringConvertible {
    /// The task's name.
    public let name: ModuleName
    /// Where it is declared, as `file:line`.
    public let declaredAt: String

    /// For example `Orders.load (Orders/OrdersModule.swift:12)`.
    public var description: String { "\(name) (\(declaredAt))" }
  }
}
