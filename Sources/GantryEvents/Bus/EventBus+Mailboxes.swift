// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

extension EventBus {
  /// Starts a server for each of these listeners' mailboxes that has none. It is called under the
  /// lock, so that each mailbox has at most one server.
  func serve(_ ids: [Int], _ registry: inout EventRegistry) {
    for id in ids {
      guard registry.listeners[id]?.mailbox?.needsServer == true,
        let identity = registry.listeners[id]?.identity
      else { continue }
      // Detached: the sender's priority and task-local values must not leak into the handlers.
      let module = identity.rank == 0 ? identity.name : nil
      registry.listeners[id]?.mailbox?.server = Task.detached {
        await self.serve(id, of: module)
      }
    }
  }

  /// Sends a lifecycle event through a mailbox, for one handler.
  func post(_ event: any Sendable, to record: HandlerRecord, holding hold: (any ReplyHold)?) {
    var mail = Listener.Mail(
      key: record.declaration.key, event: event, sentAt: elapsed(), handler: record.id)
    mail.hold = hold
    mail.surroundings = surroundings()
    mail.isLimited = record.declaration.options.backlog != nil
    let (posting, notices) = registry.withLock { registry in
      let posting = registry.post(mail, to: record.listener)
      serve(posting.start, &registry)
      return (posting, registry.takeNotices())
    }
    extendLifetime(posting)
    tellAll(notices)
  }

  private func serve(_ id: Int, of module: ModuleName?) async {
    var known = version.load(ordering: .acquiring)
    var next = registry.withLock { $0.nextMail(for: id) }
    while let (mail, handlers) = next {
      await Inside.run(.handler(module: module), of: ObjectIdentifier(self)) {
        let (version, hold, event) = (known, mail.hold, mail.event)
        let run: @Sendable () async -> Void = {
          for handler in handlers { await self.run(handler, event, version) }
        }
        let name = handlers.first?.title ?? ""
        let body = { if let hold { await hold.run(name, run) } else { await run() } }
        if let surroundings = mail.surroundings {
          await surroundings.run(body)
        } else {
          await body()
        }
      }
      mail.hold?.release()
      known = version.load(ordering: .acquiring)
      let (rest, waiters) = registry.withLock { registry in
        // The event, its handlers and the listener are released after the lock.
        let rest = (registry.finishCurrent(of: id), registry.removeIfDone(id))
        let waiters = registry.takeWaiters(of: id)
        return ((rest, exchange(&next, with: registry.nextMail(for: id))), waiters)
      }
      extendLifetime(rest)
      waiters.forEach { $0.resolve() }
    }
  }

  /// Runs one handler of an event.
  ///
  /// - Parameters:
  ///   - record: The handler.
  ///   - event: The event.
  ///   - known: The version of the registry for which the handler is known to exist; nil looks for
  ///     it.
  func run(_ record: HandlerRecord, _ event: any Sendable, _ known: Int?) async {
    // A subscription may have ended while an earlier handler ran.
    guard let body = record.body,
      version.load(ordering: .acquiring) == known
        || registry.withLock({ $0.record(record.id, of: record.listener)?.body != nil }),
      record.once?.claim() != false
    else { return }
    let observers = observers
    switch body {
    case .main: break  // called by who sends; never in a mailbox
    case .mailedToMain(let body): await hold(record, observers) { try body(event) }
    case .startedOnMain(let body): await measure(record, observers) { try await body(event) }
    case .background(let body): await measure(record, observers) { try await body(event) }
    }
    if record.once != nil { forgetBody(of: record) }
  }

  private func measure(
    _ record: HandlerRecord, _ observers: [@Sendable (HandlerTiming) -> Void],
    _ body: () async throws -> Void
  ) async {
    let start = observers.isEmpty ? nil : elapsed()
    var hasFailed = false
    do {
      try await body()
    } catch {
      hasFailed = true
      report(error, record)
    }
    if let start {
      tell(observers, record, elapsed() - start, onMainActor: false, failed: hasFailed)
    }
  }

  /// Runs a handler on the main actor under its number, so that the watch over the main actor can
  /// name it.
  @MainActor
  private func hold(
    _ record: HandlerRecord, _ observers: [@Sendable (HandlerTiming) -> Void],
    _ body: @MainActor () throws -> Void
  ) {
    let outer = watch.enter(MainActorWatch.number(.handler, record.id))
    let start = observers.isEmpty ? nil : elapsed()
    var hasFailed = false
    do {
      try body()
    } catch {
      hasFailed = true
      report(error, record)
    }
    if let start {
      tell(observers, record, elapsed() - start, onMainActor: true, failed: hasFailed)
    }
    watch.leave(outer)
  }

  func forgetBody(of record: HandlerRecord) {
    let removed = registry.withLock { $0.forgetBody(of: record) }
    changed()
    if !removed.isEmpty { scheduleRelease() }
  }

  func tell(
    _ observers: [@Sendable (HandlerTiming) -> Void], _ record: HandlerRecord,
    _ duration: Duration, onMainActor: Bool, failed: Bool
  ) {
    let timing = HandlerTiming(
      listener: record.listenerName, handler: record.declaration.name,
      event: record.declaration.event, onMainActor: onMainActor, duration: duration,
      hasFailed: failed)
    for observer in observers { observer(timing) }
  }
}

/// Accepted events that a listener will not hear.
///
/// The count has the events in the mailbox, and those that are held in full. It leaves out a change
/// of state that was kept for a launching module: the next change would have superseded it.
package struct DroppedEvents: Hashable, Sendable, CustomStringConvertible {
  /// The listener that will not hear them.
  package let listener: ModuleName
  /// The reason, as the predicate of a sentence: `failed: …`, `was skipped: …`, `has stopped`.
  package let reason: String
  /// The number of events, by event name.
  package let events: [String: Int]

  /// The total number of events.
  package var count: Int { events.values.reduce(0, +) }

  /// The listener, the event and the reason.
  package var description: String {
    let names = events.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
    return "\(listener) will not receive \(names.joined(separator: ", ")): it \(reason)"
  }
}
