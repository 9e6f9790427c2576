// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchFault {
  /// One step of a cycle: the waiting node, the node it waits for, and the one that declares it.
  public struct Step: Sendable, Hashable, CustomStringConvertible {
    /// The node that waits.
    public let waiting: String
    /// The node it waits for.
    public let waitsFor: String
    /// The node that declares the edge: one of the two.
    public let declaredBy: String
    /// The edge as it was declared.
    public let edge: LaunchEdge

    /// Makes a step.
    ///
    /// - Parameters:
    ///   - waiting: The node that waits.
    ///   - waitsFor: The node it waits for.
    ///   - declaredBy: The node that declares the edge.
    ///   - edge: The edge as it was declared.
    public init(waiting: String, waitsFor: String, declaredBy: String, edge: LaunchEdge) {
      self.waiting = waiting
      self.waitsFor = waitsFor
      self.declaredBy = declaredBy
      self.edge = edge
    }

    /// The step in one line, for example `Orders waits for Storage: Orders requires Storage (…)`.
    public var description: String {
      "\(waiting) waits for \(waitsFor): \(edge.sentence(of: declaredBy))"
    }
  }
}
