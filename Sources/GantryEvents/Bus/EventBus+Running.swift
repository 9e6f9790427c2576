// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// Asynchronous handlers of lifecycle events, which run beside each other.
extension EventBus {
  /// Starts a handler that runs after the send: beside all others, or behind those in its mailbox.
  ///
  /// - Parameters:
  ///   - record: The handler.
  ///   - event: The event.
  ///   - hold: Keeps the event's reply open until the handler has run.
  func start(
    _ record: HandlerRecord, _ event: any Sendable, holding hold: (any ReplyHold)?
  ) {
    guard record.declaration.options.order == .concurrent else {
      return post(event, to: record, holding: hold)
    }
    let (surroundings, sentAt) = (surroundings(), elapsed())
    let (task, notices) = registry.withLock { registry in
      let task = registry.add(record, sentAt: sentAt) { number in
        // Under the lock, so that the task is filed before it ends.
        begin(number, record, event, hold, surroundings)
      }
      return (task, registry.takeNotices())
    }
    if let task { hold?.cancels(task, of: record.title) }
    tellAll(notices)
  }

  /// Begins a handler in a task of its own, which the registry keeps.
  private func begin(
    _ number: Int, _ record: HandlerRecord, _ event: any Sendable, _ hold: (any ReplyHold)?,
    _ surroundings: (any EventSurroundings)?
  ) -> Task<Void, Never> {
    // Detached: the sender's priority and task-local values must not leak into the handlers.
    guard case .startedOnMain? = record.body else {
      return Task.detached { await self.run(number, record, event, hold, surroundings) }
    }
    // Enqueued on the main actor at once: two that hop there later could run in the other order.
    let body: @MainActor @Sendable () async -> Void = {
      let module = record.rank == 0 ? record.listenerName : nil
      await Inside.runOnMain(.handler(module: module), of: ObjectIdentifier(self)) {
        if let surroundings {
          await surroundings.run { await self.run(record, event, nil) }
        } else {
          await self.run(record, event, nil)
        }
      }
      self.ended(number, record, hold)
    }
    return Task.detached(operation: body)
  }

  private func run(
    _ number: Int, _ record: HandlerRecord, _ event: any Sendable, _ hold: (any ReplyHold)?,
    _ surroundings: (any EventSurroundings)?
  ) async {
    let module = record.rank == 0 ? record.listenerName : nil
    await Inside.run(.handler(module: module), of: ObjectIdentifier(self)) {
      let body = { await self.run(record, event, nil) }
      if let surroundings { await surroundings.run(body) } else { await body() }
    }
    ended(number, record, hold)
  }

  private func ended(_ number: Int, _ record: HandlerRecord, _ hold: (any ReplyHold)?) {
    hold?.release()
    let (rest, waiters) = registry.withLock { registry in
      let ended = registry.end(number, of: record.listener)
      let removed = registry.removeIfDone(record.listener)
      return ((ended, removed), registry.takeWaiters(of: record.listener))
    }
    extendLifetime(rest)
    waiters.forEach { $0.resolve() }
  }
}

/// A handler that runs beside others.
struct RunningHandler: Sendable {
  let key: EventKey
  let handler: Int
  /// When its event was sent, by the clock of the bus.
  let sentAt: Duration
  let task: Task<Void, Never>
}

extension EventRegistry {
  /// Files a handler that begins now, unless its listener hears nothing any more.
  ///
  /// - Returns: The handler's task; nil if it doesn't begin.
  fileprivate mutating func add(
    _ record: HandlerRecord, sentAt: Duration, _ begin: (Int) -> Task<Void, Never>
  ) -> Task<Void, Never>? {
    let id = record.listener
    guard listeners[id]?.isSilenced == false else { return nil }
    listeners[id]?.openMailbox()
    let number = nextWaiter()
    pending += 1
    let task = begin(number)
    listeners[id]?.mailbox?.running[number] = RunningHandler(
      key: record.declaration.key, handler: record.id, sentAt: sentAt, task: task)
    noteBacklog(of: id, at: sentAt)
    return task
  }

  /// Notes that a handler has ended.
  ///
  /// - Returns: The handler, to be released after the lock.
  fileprivate mutating func end(_ number: Int, of id: Int) -> RunningHandler? {
    pending -= 1
    let ended = listeners[id]?.mailbox?.running.removeValue(forKey: number)
    if listeners[id]?.mailbox?.isEmpty == true { listeners[id]?.mailbox?.forgetWarning() }
    return ended
  }
}
