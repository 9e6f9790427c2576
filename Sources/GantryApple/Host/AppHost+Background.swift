// SPDX-License-Identifier: Apache-2.0

internal import GantryCore
internal import GantryEvents
internal import GantrySupport

/// A background task that the system has started.
package struct BackgroundTask: Sendable {
  /// A closure that runs a task.
  package typealias Handler = @MainActor @Sendable (BackgroundTask) -> Void

  /// Its identifier.
  package var identifier: String
  /// Sets the closure that the system calls when the task's time is up.
  package var onExpiration: @MainActor @Sendable (@escaping @Sendable () -> Void) -> Void
  /// Tells the system that the task has ended, and whether it succeeded.
  package var complete: @MainActor @Sendable (Bool) -> Void

  /// Creates a task from its parts.
  package init(
    identifier: String,
    onExpiration: @escaping @MainActor @Sendable (@escaping @Sendable () -> Void) -> Void,
    complete: @escaping @MainActor @Sendable (Bool) -> Void
  ) {
    self.identifier = identifier
    self.onExpiration = onExpiration
    self.complete = complete
  }
}

extension AppHost {
  /// Registers the background tasks that the linked modules name and Info.plist permits, once.
  ///
  /// Those of modules that don't run are registered as well: the system wants all handlers before
  /// its launch ends, and it isn't known by then which modules run. Registering a task that
  /// Info.plist doesn't permit would crash the app.
  func registerTasks() {
    let permitted = surroundings.bundle.backgroundTasks
    let named = application.backgroundTasks.keys.filter(permitted.contains).sorted()
    guard let registerTask, !hasRegisteredTasks, !surroundings.bundle.isExtension,
      startsModules(for: LaunchFacts().source(in: surroundings.environment))
    else { return }
    hasRegisteredTasks = true
    guard !systemHasLaunched || named.isEmpty else {
      let list = named.map { "'\($0)'" }.joined(separator: ", ")
      return warn(
        """
        the background tasks \(list) are not registered: the host was launched after the system's \
        launch had ended. Call `launch` in `application(_:didFinishLaunchingWithOptions:)`.
        """)
    }
    for identifier in named {
      let isRegistered = registerTask(identifier) { [weak self] task in
        if let self { self.perform(task) } else { task.complete(false) }
      }
      if !isRegistered {
        warn("the background task '\(identifier)' is not registered: another handler has it")
      }
    }
  }

  /// Asks the modules that name a background task to perform it.
  ///
  /// It ends when their handlers have answered. When the system says that its time is up, the
  /// handlers are cancelled, and the task has failed.
  private func perform(_ task: BackgroundTask) {
    let number = nextNumber()
    let (answer, reply) = begin(
      within: nil, { PerformBackgroundTask(identifier: task.identifier, reply: $0) }
    ) { answer in
      let reply = self.backgroundTasks.removeValue(forKey: number)
      let isInTime = reply?.isExpired == false
      task.complete(answer && isInTime && self.isPerformed(task.identifier))
    }
    if let answer { return task.complete(answer && isPerformed(task.identifier)) }
    backgroundTasks[number] = reply
    task.onExpiration { reply.expire(cancelling: true) }
  }

  /// Whether a module that has not failed, and has not been left out, names a background task.
  private func isPerformed(_ identifier: String) -> Bool {
    events.explain(PerformBackgroundTask.self).handlers.contains { handler in
      let tasks = handler.options.backgroundTasks
      guard tasks.isEmpty || tasks.contains(identifier) else { return false }
      if case .silent = handler.state { return false }
      return true
    }
  }

  /// The background tasks that the linked modules name and Info.plist doesn't permit.
  var unpermittedTasks: [Fault] {
    let permitted = surroundings.bundle.backgroundTasks
    return application.backgroundTasks.filter { !permitted.contains($0.key) }
      .sorted { $0.key < $1.key }.map { identifier, modules in
        Fault(
          "unpermittedTask",
          """
          the background task '\(identifier)' of \(Wording.list(modules.map(\.rawValue), "and")) is \
          not registered: \(BundleFacts.tasksKey) of Info.plist does not list it. Add it there.
          """, modules: modules)
      }
  }
}
