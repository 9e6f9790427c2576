// SPDX-License-Identifier: Apache-2.0

/// An edge of the launch graph as it was declared, seen from the node that declares it.
public struct LaunchEdge: Sendable, Hashable, Codable {
  /// The requirement of the edge.
  public let kind: Kind
  /// The name of the node, or of the milestone, at the other end.
  public let target: String
  /// Where the edge was declared, as `file:line`.
  public let declaredAt: String
  /// The reason for an edge that isn't written by hand; nil for one that is.
  public let reason: Reason?

  /// Makes an edge.
  ///
  /// - Parameters:
  ///   - kind: The requirement of the edge.
  ///   - target: The name of the node or milestone at the other end.
  ///   - declaredAt: Where it was declared, as `file:line`.
  ///   - reason: The reason for an edge that isn't written by hand.
  public init(_ kind: Kind, _ target: String, declaredAt: String = "", reason: Reason? = nil) {
    self.kind = kind
    self.target = target
    self.declaredAt = declaredAt
    self.reason = reason
  }

  /// The edge of a task that waits for a milestone.
  package static func milestone(_ milestone: Milestone, declaredAt: String) -> LaunchEdge {
    LaunchEdge(.requires, milestone.name, declaredAt: declaredAt, reason: .milestone)
  }
}

extension LaunchEdge {
  /// The requirement of an edge; the words are the labels that modules write.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// The target must exist and succeed first.
    case requires
    /// The target comes first if it is there; its failure is tolerated.
    case wants
    /// The target comes first, if both run.
    case after
    /// The target comes later, if both run.
    case before
    /// The target must exist and requires this node.
    case requiredBy
    /// The target, if it is there, wants this node.
    case wantedBy

    /// Whether the target waits for the node that declares the edge, not the other way round.
    package var isReversed: Bool {
      switch self {
      case .requires, .wants, .after: false
      case .before, .requiredBy, .wantedBy: true
      }
    }

    /// Whether the target has to exist.
    package var needsTarget: Bool { self == .requires || self == .requiredBy }

    /// How strongly the waiting end depends on the other one.
    package var dependency: LaunchDependency {
      switch self {
      case .requires, .requiredBy: .requires
      case .wants, .wantedBy: .wants
      case .after, .before: .order
      }
    }
  }
}
