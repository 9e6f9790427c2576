// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Gantry
internal import GantryLaunch

extension Manifest {
  /// Who provides a service to whoever injects it: those that are no fallback, else the fallbacks.
  ///
  /// There is more than one only where a list decides, or somebody injects all of the type.
  func providers(of type: String) -> [String] {
    let offers = modules.flatMap { entry in
      entry.provides.filter { $0.type == type }.map {
        (entry.name.rawValue, $0.isFallback ?? false)
      }
    }
    let first = offers.filter { !$0.1 }
    return (first.isEmpty ? offers : first).map(\.0)
  }

  /// The tasks that return a type, with their modules.
  func producers(of type: String) -> [(task: String, module: String)] {
    modules.flatMap { entry in
      entry.tasks.filter { $0.returns == type }.map { task in
        (entry.kind == .module ? task.name.rawValue : entry.name.rawValue, entry.name.rawValue)
      }
    }
  }
}

extension Manifest.Entry {
  /// When it is created: a module with tasks on demand alone, when one of them is asked for.
  var launchStage: LaunchStage {
    let isOnDemand = !tasks.isEmpty && tasks.allSatisfy { $0.stage == .onDemand }
    return isOnDemand ? .onDemand : stage
  }
}
