// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// An edge as a module or task declares it: its kind and its other end.
public struct ModuleDependency: Sendable, Hashable, Codable {
  /// The kind of the edge: order only, wanted, or required; from this end or from the other.
  public let kind: LaunchEdge.Kind
  /// The module, task or milestone at the other end.
  public let target: ModuleName
  /// Where the edge was declared, if that is not where its module or task is.
  public let declaredAt: String?

  /// Makes an edge.
  ///
  /// - Parameters:
  ///   - kind: The kind of the edge.
  ///   - target: The module, task or milestone at the other end.
  ///   - declaredAt: Where it was declared; nil is where its module or task is.
  public init(_ kind: LaunchEdge.Kind, _ target: ModuleName, declaredAt: String? = nil) {
    self.kind = kind
    self.target = target
    self.declaredAt = declaredAt
  }

  /// The same edge to another end.
  func leading(to target: ModuleName) -> Self {
    Self(kind, target, declaredAt: declaredAt)
  }

  static func list(
    requires: [ModuleName], wants: [ModuleName], after: [ModuleName], before: [ModuleName],
    requiredBy: [ModuleName], wantedBy: [ModuleName]
  ) -> [ModuleDependency] {
    let groups: [(LaunchEdge.Kind, [ModuleName])] = [
      (.requires, requires), (.wants, wants), (.after, after), (.before, before),
      (.requiredBy, requiredBy), (.wantedBy, wantedBy),
    ]
    return groups.flatMap { kind, names in names.map { ModuleDependency(kind, $0) } }
  }
}
