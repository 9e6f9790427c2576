// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// The asynchronous handlers of some lifecycle events that run now.
///
/// A host keeps one for the events that it sends, so that it knows for how long it must ask the
/// system for time.
package final class RunningHandlers: Sendable {
  private struct State {
    /// The handlers by number, in the order in which they began; nil before a task is known.
    var running: [Int: Handler?] = [:]
    var lastNumber = 0
  }

  private struct Handler {
    let name: String
    let task: Task<Void, Never>
  }

  private let state = Mutex(State())
  private let change = Handover<@Sendable () -> Void>()

  /// Creates an empty list.
  package init() {}

  /// Sets the closure that is called on any thread when the first handler begins, and when the last
  /// one has ended.
  package func onChange(_ body: @escaping @Sendable () -> Void) { change.put(body) }

  /// Whether no handler runs.
  package var isEmpty: Bool { state.withLock(\.running.isEmpty) }

  /// Cancels the handlers that run.
  ///
  /// - Returns: The handlers with their modules, as `Orders.sync`, in the order in which they began.
  package func cancel() -> [String] {
    let running = state.withLock { state in
      state.running.sorted { $0.key < $1.key }.compactMap(\.value)
    }
    for handler in running { handler.task.cancel() }
    return running.map(\.name)
  }

  func hold() -> any ReplyHold {
    let (number, isFirst) = state.withLock { state in
      state.lastNumber += 1
      state.running.updateValue(nil, forKey: state.lastNumber)
      return (state.lastNumber, state.running.count == 1)
    }
    if isFirst { change.value?() }
    return Hold(self, number)
  }

  private func end(_ number: Int) {
    let (handler, isLast) = state.withLock { state in
      let handler = state.running.removeValue(forKey: number)
      return (handler, handler != nil && state.running.isEmpty)
    }
    extendLifetime(handler)
    if isLast { change.value?() }
  }

  /// Keeps one handler in the list until it has run, or its event was dropped.
  private final class Hold: ReplyHold {
    private let handlers: RunningHandlers
    private let number: Int

    init(_ handlers: RunningHandlers, _ number: Int) {
      self.handlers = handlers
      self.number = number
    }

    deinit { release() }

    func release() { handlers.end(number) }

    func run(_ name: String, _ body: @escaping @Sendable () async -> Void) async {
      // It has the priority and the task-local values of its caller, which waits for it.
      let task = Task { await body() }
      cancels(task, of: name)
      await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
    }

    func cancels(_ task: Task<Void, Never>, of name: String) {
      let number = number
      handlers.state.withLock { state in
        // It may have ended already.
        guard state.running.keys.contains(number) else { return }
        state.running.updateValue(Handler(name: name, task: task), forKey: number)
      }
    }
  }
}
