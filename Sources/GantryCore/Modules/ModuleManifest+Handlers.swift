// SPDX-License-Identifier: Apache-2.0

internal import GantryEvents
internal import GantrySupport

extension HandlerDeclaration {
  /// Whether it hears an event of the launch, so that a crash in it may be one of the launch.
  var hearsLaunch: Bool {
    let launch: [Any.Type] = [
      WillFinishLaunching.self, DidFinishLaunching.self, DidBecomeActive.self, LaunchCompleted.self,
    ]
    return launch.contains { $0 == type }
  }
}

extension ModuleManifest {
  /// The after-ready tasks that the module's event handlers wait for.
  var tasksBeforeEvents: [LaunchTask] {
    guard kind == .module, options.events == .afterReadyTasks, !handlers.isEmpty else {
      return []
    }
    return deferredTasks
  }

  /// A warning that the module probably hears events too early; nil if not, or if it declares a
  /// start that has an effect.
  var eventWarning: String? {
    options.events == .afterReadyTasks ? uselessStart : missingStart
  }

  /// A warning that handlers wait for after-ready tasks that there aren't.
  private var uselessStart: String? {
    guard kind == .module, !handlers.isEmpty, deferredTasks.isEmpty else { return nil }
    let said = "\(name) (\(declaredAt)) says `events: .afterReadyTasks`"
    let waiting = tasks.filter { $0.options.milestone != nil && $0.options.stage == .afterReady }
    guard let last = waiting.last else {
      return """
        \(said), but has no after-ready task, so that it hears events as soon as it has launched. \
        Remove `events:`.
        """
    }
    let names = Wording.list(waiting.map(\.name.rawValue), "and")
    return """
      \(said), but \(names) \(waiting.count == 1 ? "waits for a milestone" : "wait for milestones"), \
      which holds no events. Move the handlers into a module of their own with \
      `@Module(stage: .afterReady, requires: "\(last.name)")`: it hears events once \(last.name) has \
      succeeded.
      """
  }

  private var missingStart: String? {
    guard kind == .module, options.events == nil, !deferredTasks.isEmpty,
      tasks.count == deferredTasks.count,
      let handler = handlers.first(where: \.hearsState)
    else { return nil }
    return """
      \(name) (\(declaredAt)) hears \(handler.event) before its after-ready tasks have run: \
      \(deferredTasks.map(\.name.rawValue).joined(separator: ", ")). Write \
      `@Module(events: .afterReadyTasks)` if they prepare the module, or `.afterLaunch` if not.
      """
  }

  /// A warning that the module may be needed although its condition left it out at the start; nil if
  /// not.
  var sourceWarning: String? {
    guard let condition = options.conditions.first(where: \.asksLaunchSource) else { return nil }
    let heard = handlers.first(where: \.hearsScene).map { "hears \($0.event)" }
    guard let use = routes.isEmpty ? heard : "answers routes" else { return nil }
    return """
      \(name) (\(declaredAt)) \(use), but runs only with \(condition), which is decided once: it stays \
      out if a push launches the app and a person opens it later. Let its tasks wait for the \
      milestone `.firstSceneConnected` instead.
      """
  }

  private var deferredTasks: [LaunchTask] {
    tasks.filter { $0.options.stage == .afterReady && $0.options.milestone == nil }
  }
}
