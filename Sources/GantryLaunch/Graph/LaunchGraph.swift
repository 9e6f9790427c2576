// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The nodes and milestones of a launch, as they were declared.
///
/// A graph is plain data. ``check()`` finds everything that is wrong with it, ``plan()`` brings it
/// to an order; nothing runs.
public struct LaunchGraph: Sendable {
  /// The nodes, in any order.
  public let nodes: [LaunchNode]
  /// The milestones that the app declares.
  public let milestones: [Milestone]

  /// Makes a graph.
  ///
  /// - Parameters:
  ///   - nodes: The nodes, in any order; the order means nothing.
  ///   - milestones: The milestones that the app declares.
  public init(nodes: [LaunchNode], milestones: [Milestone] = []) {
    self.nodes = nodes
    self.milestones = milestones
  }
}
