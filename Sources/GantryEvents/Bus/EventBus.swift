// SPDX-License-Identifier: Apache-2.0

public import GantrySupport

/// Delivers events to every module and subscription that hears them; modules know it as `events`.
///
/// A ``LifecycleEvent`` is delivered at once on the main actor, in launch order, and answered. Its
/// `async` handlers run beside each other afterwards. An ``Event`` goes into the mailbox of each listener, which is served one event at a time in the
/// order sent. Sending is allowed from every handler and never blocks.
///
/// A module that is still launching hears an event later, as the event's ``LaunchingPolicy`` says.
public final class EventBus: Sendable {
  /// Names code that holds the main actor too long; it belongs to the application, if there is one.
  @usableFromInline package let watch: MainActorWatch

  // Invariant: `version` grows with each change of the registry that a slot could reflect.
  @usableFromInline let version = Atomic<Int>(0)
  @usableFromInline let table = LifecycleTable()
  // Invariant: all queues of all listeners change together, so that all listeners see events in the
  // same order.
  let registry = Mutex(EventRegistry())
  // Invariant: true from before the first observer is attached, so that without one a send takes no
  // lock to look for them.
  let isObserved = Atomic(false)
  let onFailure: @Sendable (HandlerFailure) -> Void
  let onBacklog: @Sendable (MailboxBacklog) -> Void
  let onDropped: @Sendable (DroppedEvents) -> Void
  let elapsed: @Sendable () -> Duration

  /// Whether this task is part of a handler that a mailbox of this bus serves; a wait for that bus
  /// from the task would never end.
  var isServing: Bool {
    Inside.all(of: ObjectIdentifier(self)).contains { kind in
      if case .handler = kind { true } else { false }
    }
  }

  /// Creates a bus for code outside of an application, such as a test of code that sends events.
  public convenience init() { self.init(watch: MainActorWatch()) }

  /// Creates a bus.
  ///
  /// - Parameters:
  ///   - watch: The watch over the main actor, which learns the bus's handlers.
  ///   - clock: The clock that times handlers while an observer is attached.
  ///   - backlogThreshold: The number of events, waiting or handled beside each other, at which
  ///     `onBacklog` is called for a listener, and again each time the number has doubled; nil never
  ///     calls it.
  ///   - onFailure: Called with each error that a handler throws, in the handler's context.
  ///   - onBacklog: Called with a listener that has too many waiting events, in the context of the
  ///     last sender.
  ///   - onDropped: Called with accepted events that a module will not hear.
  package init(
    watch: MainActorWatch = MainActorWatch(), clock: any Clock<Duration> = ContinuousClock(),
    backlogThreshold: Int? = 10_000,
    onFailure: @escaping @Sendable (HandlerFailure) -> Void = { _ in },
    onBacklog: @escaping @Sendable (MailboxBacklog) -> Void = { _ in },
    onDropped: @escaping @Sendable (DroppedEvents) -> Void = { _ in }
  ) {
    self.watch = watch
    self.onFailure = onFailure
    self.onBacklog = onBacklog
    self.onDropped = onDropped
    elapsed = clock.stopwatch()
    registry.withLock { $0.backlogThreshold = backlogThreshold.map { max(1, $0) } }
    watch.find(.handler) { [weak self] index in
      self?.registry.withLock { $0.handler(numbered: MainActorWatch.number(.handler, index)) }
    }
  }

  /// Sends an event to the mailboxes of all its listeners, and returns at once.
  ///
  /// Each listener hears events in the order sent, whichever task sends them. When too many wait
  /// for one listener, the event's ``Event/backlog`` may drop some. Sending neither waits nor fails
  /// when a mailbox is full.
  ///
  /// - Parameter event: The event.
  public func send<EventType: Event>(_ event: EventType) { send(event, past: nil) }

  /// Sends an event, skipping the listeners of a bridge that would post it again.
  func send<EventType: Event>(_ event: EventType, past bridge: BridgedName?) {
    let named = event as? NamedEvent
    let surroundings = tell(
      AnySentEvent(name: named?.name ?? "\(EventType.self)", event: event, isLifecycle: false))
    let key = EventKey(EventType.self, name: named?.name)
    // Before the lock, since a type may compute them.
    let (backlog, policy, sentAt) = (EventType.backlog, EventType.whileLaunching, elapsed())
    let (posting, notices) = registry.withLock { registry in
      let posting = registry.post(
        event, key: key, backlog, policy, sentAt: sentAt, in: surroundings, past: bridge)
      if !posting.start.isEmpty { serve(posting.start, &registry) }
      return (posting, registry.takeNotices())
    }
    extendLifetime(posting)
    tellAll(notices)
  }

  /// Reports, outside the lock, the consequences of a change to the registry.
  func tellAll(_ notices: (demand: (@Sendable () -> Void)?, backlogs: [MailboxBacklog])?) {
    guard let notices else { return }
    notices.demand?()
    notices.backlogs.forEach(onBacklog)
  }

  /// Returns when every mailbox is empty: all accepted events have been handled.
  ///
  /// It doesn't wait for events held for a listener that is still launching. It returns at once in
  /// a handler that a mailbox of this bus serves, and when the calling task is cancelled.
  public func waitUntilHandled() async {
    guard !isServing else { return }
    let isIdle = Promise<Void>()
    let id = registry.withLock { registry -> Int? in
      guard registry.pending > 0 else { return nil }
      let id = registry.nextWaiter()
      registry.idleWaiters[id] = isIdle
      return id
    }
    guard let id else { return }
    await isIdle.value {
      registry.withLock { $0.idleWaiters[id] = nil }
      isIdle.resolve()
    }
  }

  /// Closes the bus: listeners hear nothing more, and waiting events are dropped.
  ///
  /// A handler that is running is cancelled; ``waitUntilHandled()`` returns when it has ended. Streams
  /// end.
  @MainActor package func close() {
    table.removeAll()
    let (removed, waiters, servers) = registry.withLock { registry in
      let removed = registry
      for id in registry.listeners.ids { _ = registry.dropMail(of: id) }
      let servers = registry.listeners.all.flatMap { listener in
        [listener.mailbox?.server].compactMap(\.self)
          + (listener.mailbox?.running.values.map(\.task) ?? [])
      }
      for listener in removed.listeners.all {
        let id = listener.id
        _ = registry.setHandlers([], of: id)
        _ = registry.listeners[id]?.mailbox?.takeHeld()
        registry.listeners[id]?.phase = .removed("the event bus is closed")
        if listener.mailbox?.current == nil { registry.listeners[id]?.mailbox?.server = nil }
      }
      registry.taps = [:]
      registry.observers = [:]
      registry.carriers = [:]
      registry.endings = [:]
      registry.demand = nil
      registry.isClosed = true
      let waiters = removed.listeners.ids.flatMap { registry.takeWaiters(of: $0, givingUp: true) }
      return (removed, waiters + registry.takeWaiters(), servers)
    }
    changed()
    servers.forEach { $0.cancel() }
    removed.endings.values.forEach { $0() }
    waiters.forEach { $0.resolve() }
  }

  /// Whether the main actor may still keep the closures of removed handlers.
  package var keepsRemovedHandlers: Bool { table.isFilled.load(ordering: .sequentiallyConsistent) }

  /// Releases the closures of removed handlers, as the next lifecycle event would otherwise do.
  @MainActor
  package func releaseRemoved() {
    registry.withLock { $0.releasing = nil }
    // A send in progress keeps its own slot.
    if table.version != version.load(ordering: .acquiring) { table.removeAll() }
  }

  /// Schedules the release of removed handlers on the main actor.
  func scheduleRelease() {
    guard keepsRemovedHandlers else { return }
    registry.withLock { registry in
      guard registry.releasing == nil else { return }
      registry.releasing = Task.detached { @MainActor [weak self] in self?.releaseRemoved() }
    }
  }

  func changed() { version.wrappingAdd(1, ordering: .acquiringAndReleasing) }

  /// Tells the observers of all events of one, in its sender's context.
  ///
  /// - Returns: The surroundings that handlers in mailboxes run in.
  @discardableResult
  func tell(_ sent: @autoclosure () -> AnySentEvent) -> (any EventSurroundings)? {
    guard isObserved.load(ordering: .acquiring) else { return nil }
    let (taps, carriers) = registry.withLock { ($0.taps, $0.carriers) }
    if !taps.isEmpty {
      let sent = sent()
      for (_, tap) in taps.sorted(by: { $0.key < $1.key }) { tap(sent) }
    }
    return carriers.isEmpty ? nil : carriers.values.lazy.compactMap { $0() }.first
  }

  /// The surroundings that handlers in mailboxes run in if an event is sent here.
  func surroundings() -> (any EventSurroundings)? {
    guard isObserved.load(ordering: .acquiring) else { return nil }
    return registry.withLock(\.carriers).values.lazy.compactMap { $0() }.first
  }

  /// The closures that measure handlers.
  var observers: [@Sendable (HandlerTiming) -> Void] {
    isObserved.load(ordering: .acquiring) ? registry.withLock { Array($0.observers.values) } : []
  }

  func report(_ error: any Error, _ record: HandlerRecord) {
    onFailure(
      HandlerFailure(
        listener: record.listenerName, handler: record.declaration.name,
        event: record.declaration.event, message: Wording.text(of: error)))
  }
}
