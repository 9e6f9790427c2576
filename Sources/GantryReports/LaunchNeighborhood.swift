// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch

/// The modules near one module: those that it waits for with theirs, and those that wait for it with
/// theirs, over a few steps.
///
/// A module that merely has a dependency in common with it isn't near: every module has one.
package struct LaunchNeighborhood {
  /// The name of the module in the middle.
  package let center: String
  /// The names of the modules, with the one in the middle.
  package let modules: Set<String>

  /// Finds the neighbours of a module.
  ///
  /// - Parameters:
  ///   - name: A module, or a task, whose module is meant.
  ///   - depth: How many steps; 0 is the module alone.
  ///   - tasks: Each task's name and module, and the modules of those it waits for.
  /// - Returns: Nil when there is neither a module nor a task of that name.
  /// - Complexity: O(V + E).
  package init?(
    of name: String, depth: Int, in tasks: [(name: String, module: String, needs: [String])]
  ) {
    if tasks.contains(where: { $0.module == name }) {
      center = name
    } else if let task = tasks.first(where: { $0.name == name }) {
      center = task.module
    } else {
      return nil
    }
    var needs: [String: Set<String>] = [:]
    var neededBy: [String: Set<String>] = [:]
    for task in tasks {
      let own = task.module
      for other in task.needs where other != own {
        needs[own, default: []].insert(other)
        neededBy[other, default: []].insert(own)
      }
    }
    self.modules = Self.reached(from: center, steps: depth, needs)
      .union(Self.reached(from: center, steps: depth, neededBy))
  }

  private static func reached(
    from center: String, steps: Int, _ near: [String: Set<String>]
  ) -> Set<String> {
    var found: Set = [center]
    var edge = found
    var steps = max(0, steps)
    // Not a `for` with a condition, which would count to the end.
    while steps > 0, !edge.isEmpty {
      steps -= 1
      edge = Set(edge.flatMap { near[$0] ?? [] }).subtracting(found)
      found.formUnion(edge)
    }
    return found
  }
}
