// SPDX-License-Identifier: Apache-2.0

public import GantrySupport

extension EventBus {
  /// Sends a lifecycle event to its listeners, and returns their merged answer.
  ///
  /// Synchronous handlers run now, on the main actor, by priority and then in launch order, until
  /// the rule stops. `async` ones are enqueued in the same order and run beside each other, without
  /// an answer. An error is reported, and is no answer. A module that is still launching hears the
  /// event later, and the rule's `held` counts.
  ///
  /// Handlers that send events to each other without end are reported with their names, when 100
  /// calls are within each other. The event that goes deeper isn't sent.
  ///
  /// - Parameter event: The event.
  /// - Returns: The merged answer; the rule's `unanswered` when no handler gave one.
  @inlinable
  @MainActor
  @discardableResult
  public func send<EventType: LifecycleEvent>(_ event: EventType) -> EventType.Response {
    let slot = slot(for: EventType.self)
    if slot.isWatched { return sendWatched(event, slot) ?? slot.rule.unanswered }
    let entries = slot.entries.buffer
    // A handler may change the registry, which releases the slot.
    defer { extendLifetime(slot) }
    guard !entries.isEmpty else { return slot.rule.unanswered }
    let sentAt = version.load(ordering: .relaxed)
    let outer = watch.begin()
    if outer != 0, goesTooDeep(EventType.self) {
      watch.leave(outer)
      return slot.rule.unanswered
    }
    let mark = watch.nextMark()
    var answer: EventType.Response?
    for position in entries.indices {
      if version.load(ordering: .relaxed) != sentAt, !stillHears(slot, position) { continue }
      watch.current.store(mark | entries[position].number, ordering: .relaxed)
      let given: EventType.Response?
      do {
        switch entries[position].kind {
        case .silent:
          try entries[position].tell(event)
          continue
        case .answering:
          given = try entries[position].ask(event)
        case .slow:
          given = deliverSlowly(event, slot, position)
        }
      } catch {
        failed(error, slot, position)
        continue
      }
      if let given {
        // Not `map`: its closure would look up its actor for each answer.
        if let before = answer { answer = slot.rule.combine(before, given) } else { answer = given }
        if slot.rule.stopsAtFirst { break }
      }
    }
    watch.leave(outer)
    return answer ?? slot.rule.unanswered
  }

  /// Whether a send is within too many others, which is reported for the handler that sends it.
  @usableFromInline
  @MainActor
  func goesTooDeep<EventType: LifecycleEvent>(_ event: EventType.Type) -> Bool {
    guard watch.depth > Self.deepest else { return false }
    let chain = watch.chain
    guard let sender = chain.last else { return true }
    let round = chain.dropLast().lastIndex(of: sender).map { chain[$0...] }
    let names = (round ?? chain[...]).map { code in
      [code.module?.rawValue, code.name].compactMap(\.self).joined(separator: ".")
    }
    onFailure(
      HandlerFailure(
        listener: sender.module ?? "the app", handler: sender.name,
        event: sender.event ?? sender.name,
        message: "it would send \(EventType.self) within \(Self.deepest) other calls, in a circle:"
          + " \(names.joined(separator: " → "))"))
    return true
  }

  /// How many calls on the main actor may be around a life-cycle event.
  private static var deepest: Int { 100 }

  @inlinable
  @MainActor
  func slot<EventType: LifecycleEvent>(for event: EventType.Type) -> LifecycleSlot<EventType> {
    if table.version == version.load(ordering: .acquiring),
      let slot = table.slots[ObjectIdentifier(EventType.self)]
    {
      // Slots are filed under their event's type, and only `makeSlot` files them.
      return unsafeDowncast(slot, to: LifecycleSlot<EventType>.self)
    }
    return makeSlot(for: EventType.self)
  }

  @usableFromInline
  @MainActor
  func makeSlot<EventType: LifecycleEvent>(for event: EventType.Type) -> LifecycleSlot<EventType> {
    let current = version.load(ordering: .acquiring)
    if table.version != current {
      table.removeAll()
      table.version = current
    }
    table.isFilled.store(true, ordering: .sequentiallyConsistent)
    let policy = EventType.whileLaunching
    let (records, holding, isWatched) = registry.withLock { registry in
      let records = registry.records(for: EventKey(EventType.self)).filter {
        registry.listeners[$0.listener]?.isSilenced == false
      }
      let holding = records.filter {
        registry.listeners[$0.listener]?.holds(policy) == true
      }
      let isWatched = !registry.taps.isEmpty || !registry.observers.isEmpty
      return (records, Set(holding.map(\.listener)), isWatched)
    }
    let answering = Set(
      records.filter { $0.declaration.answers && !$0.isUsed }.map(\.listener))
    var details: [LifecycleSlot<EventType>.Detail] = []
    var seen: Set<Int> = []
    for record in records where !record.isUsed {
      if holding.contains(record.listener) {
        guard seen.insert(record.listener).inserted else { continue }
        let tasks = records.filter { $0.listener == record.listener && !$0.isUsed }
          .map(\.declaration.options.backgroundTasks)
        details.append(
          .init(
            record: record, isHolding: true, answers: answering.contains(record.listener),
            tasks: tasks.contains([]) ? [] : tasks.flatMap(\.self)))
      } else if record.body != nil {
        details.append(
          .init(
            record: record, isHolding: false, answers: record.declaration.answers,
            tasks: record.declaration.options.backgroundTasks))
      }
    }
    let slot = LifecycleSlot<EventType>(details: details, isWatched: isWatched)
    table.slots[ObjectIdentifier(EventType.self)] = slot
    return slot
  }

  @usableFromInline
  @MainActor
  func deliverSlowly<EventType: LifecycleEvent>(
    _ event: EventType, _ slot: LifecycleSlot<EventType>, _ position: Int
  ) -> EventType.Response? { deliver(event, slot, position, Answers()) }

  /// Delivers to a handler that needs more than a plain call: held, `.once`, in the background, or
  /// only for some background tasks.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - slot: The slot with the event's handlers.
  ///   - position: The handler's position in the slot.
  ///   - answers: Where later answers go.
  @MainActor
  private func deliver<EventType: LifecycleEvent>(
    _ event: EventType, _ slot: LifecycleSlot<EventType>, _ position: Int,
    _ answers: Answers<EventType.Response>
  ) -> EventType.Response? {
    let (record, mayAnswer) = (slot.details[position].record, slot.details[position].answers)
    let (listener, keep) = (record.listener, answers.keep)
    guard event.isFor(slot.details[position].tasks) else { return nil }
    guard slot.details[position].isHolding else { return call(record, event, keep) }
    let tell = answers.later?(record.listenerName, mayAnswer)
    let sentAt = elapsed()
    let held = Listener.Held(
      key: record.declaration.key, policy: EventType.whileLaunching,
      content: .lifecycle(sentAt: sentAt) { bus in
        let answer = bus.deliver(event, to: listener, keep)
        tell?(answer)
      })
    let (isHeld, replaced, notices) = registry.withLock { registry in
      var replaced: [Listener.Held] = []
      let isHeld = registry.hold(held, for: listener, replaced: &replaced)
      return (isHeld, replaced, registry.takeNotices())
    }
    extendLifetime(replaced)
    tellAll(notices)
    if isHeld { return mayAnswer && answers.later == nil ? EventType.merge.held : nil }
    // The listener was held when the slot was made, and has launched during this send.
    return deliver(event, to: listener, keep)
  }

  /// Whether a handler still exists; checked when something has changed during a send.
  @usableFromInline
  @MainActor
  func stillHears<EventType: LifecycleEvent>(
    _ slot: LifecycleSlot<EventType>, _ position: Int
  ) -> Bool {
    let record = slot.details[position].record
    return registry.withLock { registry in
      guard registry.listeners[record.listener]?.isSilenced == false else { return false }
      if slot.details[position].isHolding { return true }
      return registry.record(record.id, of: record.listener)?.isUsed == false
    }
  }

  @usableFromInline
  @MainActor
  func failed<EventType: LifecycleEvent>(
    _ error: any Error, _ slot: LifecycleSlot<EventType>, _ position: Int
  ) {
    report(error, slot.details[position].record)
  }

  /// Sends an event that a bridge has received, skipping the listeners that would post it again.
  @MainActor
  func send<EventType: LifecycleEvent>(_ event: EventType, past bridge: BridgedName) {
    send(event, slot(for: EventType.self), past: bridge, Answers())
  }

  @usableFromInline
  @MainActor
  func sendWatched<EventType: LifecycleEvent>(
    _ event: EventType, _ slot: LifecycleSlot<EventType>
  ) -> EventType.Response? {
    send(event, slot, Answers())
  }

  /// The slower path of a send: while an observer is attached, or for uncommon handlers.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - slot: The slot with the event's handlers.
  ///   - bridge: The bridge whose listeners do not hear it.
  ///   - answers: Where each answer goes, in addition to the merged one.
  /// - Returns: The merged answer; nil when there was none.
  @MainActor
  @discardableResult
  func send<EventType: LifecycleEvent>(
    _ event: EventType, _ slot: LifecycleSlot<EventType>, past bridge: BridgedName? = nil,
    _ answers: Answers<EventType.Response>
  ) -> EventType.Response? {
    tell(AnySentEvent(name: "\(EventType.self)", event: event, isLifecycle: true))
    let outer = watch.begin()
    defer { watch.leave(outer) }
    if outer != 0, goesTooDeep(EventType.self) { return nil }
    let mark = watch.nextMark()
    var answer: EventType.Response?
    for position in slot.details.indices where stillHears(slot, position) {
      if let bridge, slot.details[position].record.bridge == bridge { continue }
      watch.current.store(mark | slot.entries.buffer[position].number, ordering: .relaxed)
      let given = deliver(event, slot, position, answers)
      guard let given else { continue }
      answers.note?(given, slot.details[position].record.listenerName)
      answer = answer.map { slot.rule.combine($0, given) } ?? given
      if slot.rule.stopsAtFirst { break }
    }
    return answer
  }

  /// Delivers a held event to all of a listener's handlers.
  @MainActor
  private func deliver<EventType: LifecycleEvent>(
    _ event: EventType, to listener: Int, _ keep: (@Sendable () -> (any ReplyHold)?)?
  ) -> EventType.Response? {
    let records = registry.withLock { $0.records(for: EventKey(EventType.self), of: listener) }
    let rule = EventType.merge
    var answer: EventType.Response?
    for record in records where record.declaration.hears(event) {
      guard let given = call(record, event, keep) else { continue }
      answer = answer.map { rule.combine($0, given) } ?? given
      if rule.stopsAtFirst { break }
    }
    return answer
  }

  @MainActor
  private func call<EventType: LifecycleEvent>(
    _ record: HandlerRecord, _ event: EventType, _ keep: (@Sendable () -> (any ReplyHold)?)?
  ) -> EventType.Response? {
    guard let body: MainBody<EventType> = record.mainBody() else {
      if record.suspends, !record.isUsed { start(record, event, holding: keep?()) }
      return nil
    }
    guard record.once?.claim() != false else { return nil }
    defer { if record.once != nil { forgetBody(of: record) } }
    let observers = observers
    let start = observers.isEmpty ? nil : elapsed()
    var failed = false
    defer {
      if let start { tell(observers, record, elapsed() - start, onMainActor: true, failed: failed) }
    }
    do {
      switch body {
      case .silent(let body):
        try body(event)
        return nil
      case .answering(let body): return try body(event)
      }
    } catch {
      failed = true
      report(error, record)
      return nil
    }
  }
}

extension HandlerRecord {
  /// Whether it runs after the send.
  fileprivate var suspends: Bool {
    switch body {
    case .startedOnMain?, .background?: true
    case .main?, .mailedToMain?, nil: false
    }
  }

  func mainBody<EventType: LifecycleEvent>() -> MainBody<EventType>? {
    guard case .main(let body)? = body else { return nil }
    return body as? MainBody<EventType>
  }
}
