// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The moment from which a module handles events; earlier ones are held as each event says.
public enum EventStart: String, Sendable, Codable, CaseIterable {
  /// When the module has launched: after-ready tasks may still run, or have not begun.
  case afterLaunch
  /// When its after-ready tasks have succeeded, too; tasks that wait for a milestone do not count.
  case afterDeferredTasks
}

extension ModuleManifest {
  /// The after-ready tasks that the module's event handlers wait for.
  var tasksBeforeEvents: [Task] {
    guard kind == .module, options.events == .afterDeferredTasks, !handlers.isEmpty else {
      return []
    }
    return deferredTasks
  }

  /// Why the module probably hears events too early; nil where it does not, or says when it does.
  var eventDoubt: String? {
    guard kind == .module, options.events == nil, !deferredTasks.isEmpty,
      tasks.count == deferredTasks.count,
      let handler = handlers.first(where: \.declaration.hearsState)
    else { return nil }
    return """
      \(name) (\(declaredAt)) hears \(handler.event) before its after-ready tasks have run: \
      \(deferredTasks.map(\.name.rawValue).joined(separator: ", ")). Write \
      `@Module(events: .afterDeferredTasks)` if they prepare the module, or `.afterLaunch` if not.
      """
  }

  private var deferredTasks: [Task] {
    tasks.filter { $0.options.stage == .afterReady && $0.options.milestone == nil }
  }
}
