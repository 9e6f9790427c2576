// SPDX-License-Identifier: Apache-2.0

internal import GantryEvents
internal import GantrySupport

/// Finds the mistakes of handlers that no compiler sees.
enum HandlerFaults {
  /// Finds handlers that name background tasks without hearing any, limits where no event waits and,
  /// in a debug build, tasks that several modules name.
  static func all(in manifests: [ModuleManifest]) -> [Fault] {
    let misplaced = manifests.flatMap { manifest in
      manifest.handlers.filter { !$0.options.backgroundTasks.isEmpty && !$0.hearsBackgroundTasks }
        .map { Fault.misplacedBackgroundTask(in: manifest.name, $0) }
    }
    let limited = manifests.flatMap { manifest in
      manifest.handlers.filter(\.hasUselessBacklog).map {
        Fault.uselessBacklog(in: manifest.name, $0)
      }
    }
    #if DEBUG
      let shared = performers(manifests).filter { Set($0.value.map(\.module)).count > 1 }
      return misplaced + limited
        + shared.sorted { $0.key < $1.key }.map { Fault.sharedBackgroundTask($0.key, $0.value) }
    #else
      return misplaced + limited
    #endif
  }

  /// The handlers of each background task.
  static func performers(_ manifests: [ModuleManifest]) -> [String: [TaskPerformer]] {
    var performers: [String: [TaskPerformer]] = [:]
    for manifest in manifests {
      for handler in manifest.handlers where handler.hearsBackgroundTasks {
        for task in handler.options.backgroundTasks {
          performers[task, default: []].append((manifest.name, handler))
        }
      }
    }
    return performers
  }
}

/// A handler of a background task, with its module.
typealias TaskPerformer = (module: ModuleName, handler: HandlerDeclaration)

extension ModuleManifest {
  /// The warnings that handlers hear all background tasks, and name none that the system could be
  /// asked for.
  var taskWarnings: [String] {
    handlers.filter { $0.hearsBackgroundTasks && $0.options.backgroundTasks.isEmpty }.map {
      """
      \($0.text(in: name)) hears every background task and names none, so the system starts none \
      for it. Name them: `@On(backgroundTask: "…")`, or `.backgroundTask = "…"` in C.
      """
    }
  }
}

extension Fault {
  /// A handler names background tasks, but hears another event.
  fileprivate static func misplacedBackgroundTask(
    in module: ModuleName, _ handler: HandlerDeclaration
  ) -> Fault {
    Fault(
      "misplacedBackgroundTask",
      """
      \(handler.text(in: module)) names the background task \(handler.options.backgroundTasks[0]), \
      but hears \(handler.event). Let it hear PerformBackgroundTask, or remove the identifier.
      """, modules: [module], at: [handler.declaredAt ?? ""])
  }

  /// A handler limits the waiting events where none waits.
  fileprivate static func uselessBacklog(
    in module: ModuleName, _ handler: HandlerDeclaration
  ) -> Fault {
    Fault(
      "uselessBacklog",
      """
      \(handler.text(in: module)) limits the waiting events of \(handler.event) with `backlog:`, but \
      handlers of life-cycle events don't wait. Add `order: .serial` to an `async` handler, or remove \
      `backlog:`.
      """, modules: [module], at: [handler.declaredAt ?? ""])
  }

  /// Several modules perform one background task.
  fileprivate static func sharedBackgroundTask(
    _ task: String, _ performers: [TaskPerformer]
  ) -> Fault {
    Fault(
      "sharedBackgroundTask",
      """
      the background task \(task) belongs to several modules: \
      \(Wording.list(performers.map { $0.handler.text(in: $0.module) }, "and")). Give each module an \
      identifier of its own.
      """, modules: performers.map(\.module), at: performers.map { $0.handler.declaredAt ?? "" })
  }
}

extension HandlerDeclaration {
  /// Whether it limits the waiting events, although none waits.
  fileprivate var hasUselessBacklog: Bool {
    hearsLifecycle && options.backlog != nil && options.order == .concurrent
  }

  /// The handler with its module and source location; a free function is its own only handler.
  fileprivate func text(in module: ModuleName) -> String {
    let place = declaredAt.map { " (\($0))" } ?? ""
    return "\(module.handler(name))\(place)"
  }
}
