// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

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
