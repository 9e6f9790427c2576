// SPDX-License-Identifier: Apache-2.0

internal import GantryCore

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
  /// Registers the background tasks that the options name and Info.plist permits. Registering any
  /// other would crash the app.
  func registerTasks() {
    guard let registerTask else { return }
    let permitted = options.backgroundTasks.intersection(surroundings.bundle.backgroundTasks)
    for identifier in permitted.sorted() {
      let isRegistered = registerTask(identifier) { [weak self] task in
        if let self { self.perform(task) } else { task.complete(false) }
      }
      if !isRegistered {
        warn("the background task '\(identifier)' is not registered: another handler has it")
      }
    }
  }

  /// Asks modules to perform a background task. When its time is up, it ends without late answers.
  private func perform(_ task: BackgroundTask) {
    let reply = ask({ PerformBackgroundTask(identifier: task.identifier, reply: $0) }) {
      task.complete($0)
    }
    task.onExpiration { reply.expire() }
  }
}
