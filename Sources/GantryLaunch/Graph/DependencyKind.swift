// SPDX-License-Identifier: Apache-2.0

/// The kinds of dependencies, named like the labels in a module's declaration.
package enum DependencyKind: String, Sendable, Hashable, Codable, CaseIterable {
  /// The target must exist and succeed first.
  case requires
  /// The target comes first if it exists; its failure is tolerated.
  case wants
  /// The target comes first if both run.
  case after
  /// The target comes later if both run.
  case before
  /// The target must exist and requires this node.
  case requiredBy
  /// The target, if it exists, wants this node.
  case wantedBy

  /// Whether the target waits for the node that declares the edge, not the other way around.
  package var isReversed: Bool {
    switch self {
    case .requires, .wants, .after: false
    case .before, .requiredBy, .wantedBy: true
    }
  }

  /// Whether the target must exist.
  package var needsTarget: Bool { self == .requires || self == .requiredBy }

  /// The strength of the waiting node's dependency on the other node.
  package var dependency: LaunchDependency {
    switch self {
    case .requires, .requiredBy: .requires
    case .wants, .wantedBy: .wants
    case .after, .before: .order
    }
  }
}
