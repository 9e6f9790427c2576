// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

extension EventBus {
  /// Reserves space for a number of listeners.
  package func reserve(_ count: Int) {
    registry.withLock { registry in
      registry.listeners.reserveCapacity(count)
      registry.names.reserveCapacity(count)
    }
  }

  /// Declares a listener before it exists, so that its events are held and explained.
  ///
  /// - Parameters:
  ///   - name: The listener's name. A listener that is declared again keeps its held events if it
  ///     was never created, and otherwise starts afresh.
  ///   - order: Its position in the launch order.
  ///   - handlers: The handlers that it will have.
  ///   - run: The run that begins; calls for an earlier one change nothing from now on.
  package func declare(
    _ name: ModuleName, order: Int, handlers: [HandlerDeclaration], run: RunID? = nil
  ) {
    if declareAnew(name, order, handlers, run) { return }
    discard(name, reason: "was declared again")
    let old = registry.withLock { registry in
      guard !registry.isClosed else { return [HandlerRecord]() }
      let previous = registry.names.removeValue(forKey: name)
      let old = previous.map { registry.setHandlers([], of: $0) } ?? []
      if let previous { _ = registry.removeIfDone(previous) }
      let id = registry.addListener(name, rank: 0, order: order, phase: .declared)
      registry.listeners[id]?.run = run
      _ = registry.setHandlers(handlers.map { ($0, nil) }, of: id)
      return old
    }
    extendLifetime(old)
    changed()
  }

  /// Moves a listener that has only been declared; false when there is none.
  private func declareAnew(
    _ name: ModuleName, _ order: Int, _ handlers: [HandlerDeclaration], _ run: RunID?
  ) -> Bool {
    let old = registry.withLock { registry -> [HandlerRecord]? in
      guard let id = registry.names[name], registry.listeners[id]?.phase == .declared
      else { return nil }
      registry.setOrder(order, of: id)
      registry.listeners[id]?.run = run
      if registry.listeners[id]?.declares(handlers) == true { return [] }
      return registry.setHandlers(handlers.map { ($0, nil) }, of: id)
    }
    guard old != nil else { return false }
    changed()
    return true
  }

  /// Attaches the handlers of a listener that was created; it hears `.atCreation` events now.
  ///
  /// A listener that was discarded or detached stays silent until it is declared again.
  ///
  /// - Parameters:
  ///   - name: The listener's name; one that was not declared comes last.
  ///   - handlers: Its handlers, in place of the declared ones.
  ///   - run: The run that the handlers belong to.
  @MainActor
  package func attach(_ name: ModuleName, _ handlers: [EventHandler], run: RunID? = nil) {
    guard let id = replaceHandlers(of: name, by: handlers, run) else { return }
    release(id, becoming: .created)
  }

  /// Attaches a listener's handlers without the main actor, unless a held lifecycle event is due
  /// now.
  ///
  /// - Parameters:
  ///   - name: The listener's name.
  ///   - handlers: Its handlers, in place of the declared ones.
  ///   - run: The run that the handlers belong to.
  /// - Returns: False when one is due; ``attach(_:_:run:)`` then delivers it.
  package func attachAtOnce(
    _ name: ModuleName, _ handlers: [EventHandler], run: RunID? = nil
  ) -> Bool {
    guard let id = replaceHandlers(of: name, by: handlers, run) else { return true }
    return pass(id, becoming: .created)
  }

  /// Makes a listener live without the main actor, unless a lifecycle event is held for it.
  ///
  /// - Parameters:
  ///   - name: The listener that has launched.
  ///   - run: Its run.
  /// - Returns: False when one is held; ``activate(_:run:)`` then delivers it.
  package func activateAtOnce(_ name: ModuleName, run: RunID? = nil) -> Bool {
    guard let id = registry.withLock({ $0.listener(named: name, in: run) }) else { return true }
    return pass(id, becoming: .live)
  }

  private func pass(_ id: Int, becoming phase: Listener.Phase) -> Bool {
    let hasPassed = registry.withLock { registry in
      guard !registry.needsMainActor(id, becoming: phase) else { return false }
      _ = advance(id, to: phase, &registry)
      return true
    }
    if hasPassed { changed() }
    return hasPassed
  }

  /// Replaces the handlers of a listener; nil if it belongs to another run.
  private func replaceHandlers(
    of name: ModuleName, by handlers: [EventHandler], _ run: RunID?
  ) -> Int? {
    let (id, old) = registry.withLock { registry -> (Int?, [HandlerRecord]) in
      guard !registry.isClosed else { return (nil, []) }
      let known = registry.names[name]
      guard known == nil || registry.listener(named: name, in: run) != nil else {
        return (nil, [])
      }
      let id = known ?? registry.addListener(name, rank: 0, order: nil, phase: .declared)
      if case .removed? = registry.listeners[id]?.phase { return (id, []) }
      return (id, registry.setHandlers(handlers.map { ($0.declaration, $0.body) }, of: id))
    }
    extendLifetime(old)
    changed()
    return id
  }

  /// Delivers the events held for a listener, once and in the order sent; from then on it is live.
  ///
  /// - Parameters:
  ///   - name: The listener that has launched.
  ///   - run: Its run.
  @MainActor
  package func activate(_ name: ModuleName, run: RunID? = nil) {
    guard let id = registry.withLock({ $0.listener(named: name, in: run) }) else { return }
    release(id, becoming: .live)
  }

  /// Registers the closure that starts modules that launch on first use.
  ///
  /// An event with the policy ``LaunchingPolicy/hold`` counts as a use. A change of state doesn't,
  /// nor does an event that a module hears right after its creation: both wait until something else
  /// starts the module.
  ///
  /// - Parameter demand: Called once for each listener with held events, where they are sent, and
  ///   at once for listeners that already have some. It replaces the previous closure.
  package func onDemand(_ demand: @escaping @Sendable (ModuleName) -> Void) {
    let (old, demands) = registry.withLock { registry in
      let old = registry.demand
      if !registry.isClosed { registry.setDemand(demand) }
      return (old, registry.takeDemands())
    }
    extendLifetime(old)
    demands?()
  }

  /// Removes a listener that failed or was skipped, and drops the events held for it.
  ///
  /// - Parameters:
  ///   - name: The listener.
  ///   - reason: Why it hears nothing, as ``explain(_:)`` shows it.
  ///   - run: The run that ends.
  /// - Returns: The number of events that it will not hear.
  @discardableResult
  package func discard(_ name: ModuleName, reason: String, run: RunID? = nil) -> Int {
    guard let id = registry.withLock({ $0.listener(named: name, in: run) }) else { return 0 }
    return stopDelivery(id, reason, dropsMail: true)
  }

  /// Removes a listener that stops. It hears nothing new, and the events that its mailbox has
  /// accepted are handled before this returns. Held events are dropped.
  ///
  /// When a handler calls it, it returns at once. ``discard(_:reason:run:)`` ends the waiting and
  /// drops the rest of the mailbox. ``releaseRemoved()`` releases the values that its handlers hold.
  ///
  /// - Parameters:
  ///   - name: The listener.
  ///   - run: The run that ends.
  /// - Returns: The number of held events that it will not hear.
  @discardableResult
  package func detach(_ name: ModuleName, run: RunID? = nil) async -> Int {
    guard let id = registry.withLock({ $0.listener(named: name, in: run) }) else { return 0 }
    let dropped = stopDelivery(id, "stopped", dropsMail: false)
    if !isServing {
      let isDrained = Promise<Void>()
      let waits = registry.withLock { registry in
        guard registry.listeners[id]?.isIdle == false else { return false }
        registry.listeners[id]?.mailbox?.add(isDrained)
        return true
      }
      if waits { await isDrained.value() }
    }
    // Only the closures go: the declarations stay for the explanation.
    let removed = registry.withLock { $0.forgetBodies(of: id) }
    changed()
    extendLifetime(removed)
    return dropped
  }

  /// Removes a listener that stops, if its mailbox is empty; otherwise it only hears nothing new.
  /// Held events are dropped.
  ///
  /// - Returns: False if it still handles an event, or has accepted others: ``detach(_:run:)`` waits
  ///   for them.
  package func detachAtOnce(_ name: ModuleName, run: RunID) -> Bool {
    let (held, bodies, dropped, isIdle) = registry.withLock { registry in
      guard let id = registry.listener(named: name, in: run) else {
        return ([Listener.Held](), [HandlerRecord](), DroppedEvents?.none, true)
      }
      let (held, dropped) = registry.stopDelivery(id, "stopped", dropsMail: false)
      let isIdle = registry.listeners[id]?.isIdle ?? true
      return (held, isIdle ? registry.forgetBodies(of: id) : [], dropped, isIdle)
    }
    changed()
    extendLifetime((held, bodies))
    if let dropped { onDropped(dropped) }
    return isIdle
  }

  /// Returns the handlers of a listener that handle events now, each once.
  package func handling(_ name: ModuleName, run: RunID) -> [MainActorHeld.Code] {
    let (handlers, event) = registry.withLock { registry in
      guard let id = registry.listener(named: name, in: run),
        let listener = registry.listeners[id], let mailbox = listener.mailbox
      else { return ([HandlerRecord](), "") }
      let running = Set(mailbox.running.values.map(\.handler))
      let handlers = listener.handlers.filter { handler in
        if running.contains(handler.id) { return true }
        guard let current = mailbox.current else { return false }
        return handler.declaration.key == current.key
          && (current.handler.map { $0 == handler.id } ?? true)
      }
      return (handlers, mailbox.current.map { listener.eventName(of: $0.key) } ?? "")
    }
    return handlers.map { handler in
      let declaration = handler.declaration
      return MainActorHeld.Code(
        .handler, module: name, name: declaration.name,
        event: declaration.key == .anyNamed ? event : declaration.event,
        declaredAt: declaration.declaredAt)
    }
  }

  @MainActor
  private func release(_ id: Int, becoming phase: Listener.Phase) {
    while let item = registry.withLock({ advance(id, to: phase, &$0) }) {
      if case .lifecycle(_, let deliver) = item.content { deliver(self) }
    }
    changed()
  }

  /// Moves held events on, and returns the first that the main actor has to deliver.
  private func advance(
    _ id: Int, to phase: Listener.Phase, _ registry: inout EventRegistry
  ) -> Listener.Held? {
    let item = registry.release(id, becoming: phase)
    serve([id], &registry)
    return item
  }

  private func stopDelivery(_ id: Int, _ reason: String, dropsMail: Bool) -> Int {
    let (held, mail, bodies, waiters, dropped) = registry.withLock { registry in
      let (held, dropped) = registry.stopDelivery(id, reason, dropsMail: dropsMail)
      guard dropsMail else {
        return (held, [Listener.Mail](), [HandlerRecord](), [Promise<Void>](), dropped)
      }
      let mail = registry.dropMail(of: id)
      let waiters = registry.takeWaiters(of: id, givingUp: true)
      return (held, mail, registry.forgetBodies(of: id), waiters, dropped)
    }
    changed()
    if !bodies.isEmpty { scheduleRelease() }
    waiters.forEach { $0.resolve() }
    if let dropped { onDropped(dropped) }
    return held.count + mail.count
  }
}

extension EventRegistry {
  /// Finds the listener of a module, unless it belongs to another run. Nil stands for any run.
  func listener(named name: ModuleName, in run: RunID?) -> Int? {
    guard let id = names[name] else { return nil }
    guard let run, let current = listeners[id]?.run else { return id }
    return current == run ? id : nil
  }

  /// Lets a listener hear nothing new.
  ///
  /// - Returns: The events held for it, and those that a module misses.
  fileprivate mutating func stopDelivery(
    _ id: Int, _ reason: String, dropsMail: Bool
  ) -> ([Listener.Held], DroppedEvents?) {
    let dropped = dropped(of: id, reason, withMail: dropsMail)
    let held = listeners[id]?.mailbox?.takeHeld() ?? []
    listeners[id]?.phase = .removed(reason)
    return (held, dropped)
  }

  /// The events that a module misses by going silent; nil when there are none.
  fileprivate func dropped(
    of id: Int, _ reason: String, withMail: Bool
  ) -> DroppedEvents? {
    guard let listener = listeners[id], listener.rank == 0 else { return nil }
    guard let mailbox = listener.mailbox else { return nil }
    var keys = mailbox.held.elements.filter { $0.policy == .hold }.map(\.key)
    if withMail { keys += mailbox.mail.elements.map(\.key) }
    guard !keys.isEmpty else { return nil }
    return DroppedEvents(
      listener: listener.name, reason: reason,
      events: Dictionary(keys.map { (listener.eventName(of: $0), 1) }, uniquingKeysWith: +))
  }
}
