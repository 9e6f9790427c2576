// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import GantryText

/// A task of the launch graph, or a join that represents several of them.
///
/// ```swift
/// LaunchNode("Orders.openDatabase", edges: [LaunchEdge(.requires, "Storage")])
/// ```
public struct LaunchNode: Sendable, Hashable {
  /// The name, unique in its graph.
  public var name: String
  /// When it runs.
  public var stage: LaunchStage
  /// Where it runs.
  public var lane: LaunchLane
  /// Whether it suspends while it waits, and so takes no worker of its lane.
  public var isAsynchronous: Bool
  /// The tie-break between nodes that no edge orders: the highest first.
  public var priority: Priority
  /// The tie-break between nodes of the same priority, before the name: lower first.
  public var tieBreak: Int
  /// The edges it declares.
  public var edges: [LaunchEdge]
  /// Whether its failure stops the launch.
  public var isEssential: Bool
  /// The longest time that one attempt may take; nil means no limit.
  public var timeout: Duration?
  /// Whether and when it is tried again after a failure.
  public var retry: RetryPolicy
  /// Where it was declared, as `file:line`.
  public var declaredAt: String
  /// Whether it has no body: it succeeds, at no cost, once its requirements have succeeded.
  public var isJoin: Bool
  /// Why it is not enabled; nil where it is.
  ///
  /// Nodes that require it are skipped too. The edges that it declares itself are void.
  public var skipped: String?

  /// Makes a node.
  ///
  /// - Parameters:
  ///   - name: The name, unique in its graph.
  ///   - stage: When it runs.
  ///   - lane: Where it runs.
  ///   - isAsynchronous: Whether it suspends while it waits, and so takes no worker of its lane.
  ///   - priority: The tie-break, the highest first.
  ///   - tieBreak: The tie-break between equal priorities, lower first.
  ///   - edges: The edges it declares.
  ///   - isEssential: Whether its failure stops the launch.
  ///   - timeout: The longest time that one attempt may take; nil means no limit.
  ///   - retry: Whether and when it is tried again after a failure.
  ///   - declaredAt: Where it was declared, as `file:line`.
  ///   - isJoin: Whether it has no body.
  ///   - skipped: Why it is not enabled; nil where it is.
  public init(
    _ name: String, stage: LaunchStage = .beforeReady, lane: LaunchLane = .background,
    isAsynchronous: Bool = false, priority: Priority = 0, tieBreak: Int = 0,
    edges: [LaunchEdge] = [], isEssential: Bool = false, timeout: Duration? = nil,
    retry: RetryPolicy = .never, declaredAt: String = "", isJoin: Bool = false,
    skipped: String? = nil
  ) {
    self.name = name
    self.stage = stage
    self.lane = lane
    self.isAsynchronous = isAsynchronous
    self.priority = priority
    self.tieBreak = tieBreak
    self.edges = edges
    self.isEssential = isEssential
    self.timeout = timeout
    self.retry = retry
    self.declaredAt = declaredAt
    self.isJoin = isJoin
    self.skipped = skipped
  }
}
