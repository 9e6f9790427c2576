// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText

extension ModuleList {
  /// The options of one module or task in the list; those that it leaves out are nil or empty.
  struct Entry: Sendable, Equatable {
    var name: ModuleName
    /// Its position, as `file:key path`.
    let place: String
    var isEnabled: Bool?
    /// Where it was enabled or disabled.
    var enabledAt: String
    var priority: Priority?
    var stage: LaunchStage?
    var edges: [LaunchEdge.Kind: [ModuleDependency]] = [:]

    init(_ name: ModuleName, at place: String) {
      self.name = name
      self.place = place
      enabledAt = place
    }

    /// Why it does not run; nil where it does.
    var exclusion: String? { isEnabled == false ? "disabled in the list (\(enabledAt))" : nil }

    /// Takes over the options of an environment's entry.
    mutating func override(with other: Entry) {
      if let isEnabled = other.isEnabled {
        self.isEnabled = isEnabled
        enabledAt = other.enabledAt
      }
      priority = other.priority ?? priority
      stage = other.stage ?? stage
      edges.merge(other.edges) { _, new in new }
    }

    func apply(to options: inout ModuleOptions, _ names: LinkedNames) {
      options.priority = priority ?? options.priority
      options.stage = stage ?? options.stage
      options.dependencies += dependencies(names)
    }

    func apply(to options: inout TaskOptions, _ names: LinkedNames) {
      options.priority = priority ?? options.priority
      options.stage = stage ?? options.stage
      options.dependencies += dependencies(names)
    }

    private func dependencies(_ names: LinkedNames) -> [ModuleDependency] {
      LaunchEdge.Kind.allCases.flatMap { edges[$0] ?? [] }.map { edge in
        ModuleDependency(
          edge.kind, names.name(of: edge.target) ?? edge.target, declaredAt: edge.declaredAt)
      }
    }
  }

  /// The provider of a service, and where it was chosen.
  struct Choice: Sendable, Equatable {
    let module: ModuleName
    let place: String
  }
}
