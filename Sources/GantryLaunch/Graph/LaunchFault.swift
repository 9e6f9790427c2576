// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Something that is wrong with a launch graph; nothing is started while there is one.
@nonexhaustive public enum LaunchFault: Error, Sendable, Hashable {
  /// A node requires, or is required by, something that does not exist.
  case unknownTarget(node: String, edge: LaunchEdge, near: [String])
  /// Nodes wait for each other: every step of the way around.
  case cycle([Step])
  /// Several nodes, or a node and a milestone, have one name.
  case duplicateName(String, declaredAt: [String])
  /// A node that *ready* depends on needs a milestone; the path leads from it to the edge's node.
  case blockingNeedsMilestone(path: [String], edge: LaunchEdge)
  /// A node that *ready* waits for requires an on-demand node; the path leads to that.
  case blockingRequiresOnDemand(path: [String], edge: LaunchEdge)
  /// A node names itself.
  case selfEdge(node: String, edge: LaunchEdge)
  /// A node wants to come before a milestone, which only the app reaches.
  case beforeMilestone(node: String, edge: LaunchEdge)
  /// A node before ready suspends on the main lane, in a launch that blocks the main thread.
  case suspendsOnMain(node: String, declaredAt: String)
}
