// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// The asynchronous handlers of some lifecycle events that run now.
///
/// A host keeps one for the events that it sends, so that it knows for how long it must ask the
/// system for time.
package final class RunningHandlers: Sendable {
  private struct State {
    /// The handlers by number, in the order in which their events were sent.
    var running: [Int: Entry] = [:]
    var lastNumber = 0
  }

  private struct Entry {
    /// Nil until the handler begins, since its module may be launching or handle another event.
    var handler: Handler?
    var isCancelled = false
  }

  private struct Handler {
    let name: String
    let task: Task<Void, Never>
  }

  private let state = Mutex(State())
  private let change = LockedBox<@Sendable () -> Void>()
  private let cancellation = LockedBox<@Sendable ([String]) -> Void>()

  /// Creates an empty list.
  package init() {}

  /// Sets the closure that is called on any thread when the first handler begins, and when the last
  /// one has ended.
  package func onChange(_ body: @escaping @Sendable () -> Void) { change.put(body) }

  /// Sets the closure that is called on any thread before handlers are cancelled, with their names and
  /// their modules', as `Orders.sync`.
  package func onCancel(_ body: @escaping @Sendable ([String]) -> Void) { cancellation.put(body) }

  /// Whether no handler runs.
  package var isEmpty: Bool { state.withLock(\.running.isEmpty) }

  /// Cancels the handlers that run, and the others of their events as they begin.
  package func cancel() {
    let running = state.withLock { state in
      for number in state.running.keys { state.running[number]?.isCancelled = true }
      return state.running.sorted { $0.key < $1.key }.compactMap(\.value.handler)
    }
    cancel(running)
  }

  /// Lets handlers that have not begun run as usual, although others were cancelled.
  package func resume() {
    state.withLock { state in
      for number in state.running.keys { state.running[number]?.isCancelled = false }
    }
  }

  private func cancel(_ handlers: [Handler]) {
    guard !handlers.isEmpty else { return }
    cancellation.value?(handlers.map(\.name))
    for handler in handlers { handler.task.cancel() }
  }

  func hold() -> any ReplyHold {
    let (number, isFirst) = state.withLock { state in
      state.lastNumber += 1
      state.running[state.lastNumber] = Entry()
      return (state.lastNumber, state.running.count == 1)
    }
    if isFirst { change.value?() }
    return Hold(self, number)
  }

  private func end(_ number: Int) {
    let (entry, isLast) = state.withLock { state in
      let entry = state.running.removeValue(forKey: number)
      return (entry, entry != nil && state.running.isEmpty)
    }
    extendLifetime(entry)
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

    func cancels(_ task: Task<Void, Never>, of name: String) {
      let handler = Handler(name: name, task: task)
      let isCancelled = handlers.state.withLock { state in
        // Nil if the handler has ended already.
        state.running[number]?.handler = handler
        return state.running[number]?.isCancelled == true
      }
      if isCancelled { handlers.cancel([handler]) }
    }
  }
}
