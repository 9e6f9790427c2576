// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
package import GantrySupport

/// A dependency that a module or task declares: its kind and its other end.
package struct ModuleDependency: Sendable, Hashable, Codable {
  /// The kind of the dependency: order only, wanted, or required; from this end or from the other.
  package let kind: DependencyKind
  /// The module, task or milestone at the other end.
  package let target: ModuleName
  /// The source location of the dependency, if it isn't that of its module or task.
  package let declaredAt: String?

  private enum CodingKeys: String, CodingKey { case kind, target, declaredAt }

  /// Creates a dependency.
  ///
  /// - Parameters:
  ///   - kind: The kind of the dependency.
  ///   - target: The module, task or milestone at the other end.
  ///   - declaredAt: The source location of the dependency; nil takes that of its module or task.
  package init(_ kind: DependencyKind, _ target: ModuleName, declaredAt: String? = nil) {
    self.kind = kind
    self.target = target
    self.declaredAt = declaredAt
  }

  /// Returns the same dependency with another end.
  func leading(to target: ModuleName) -> Self {
    Self(kind, target, declaredAt: declaredAt)
  }

  static func list(
    requires: [ModuleName], wants: [ModuleName], after: [ModuleName], before: [ModuleName],
    requiredBy: [ModuleName], wantedBy: [ModuleName]
  ) -> [ModuleDependency] {
    // Many modules declare none.
    guard
      !(requires.isEmpty && wants.isEmpty && after.isEmpty && before.isEmpty
        && requiredBy.isEmpty && wantedBy.isEmpty)
    else { return [] }
    let groups: [(DependencyKind, [ModuleName])] = [
      (.requires, requires), (.wants, wants), (.after, after), (.before, before),
      (.requiredBy, requiredBy), (.wantedBy, wantedBy),
    ]
    return groups.flatMap { kind, names in names.map { ModuleDependency(kind, $0) } }
  }
}
