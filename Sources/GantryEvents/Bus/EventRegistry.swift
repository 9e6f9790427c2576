// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// All listeners, handlers and mailboxes: plain state, changed under the bus's lock.
///
/// Removed values are returned, so that they are released after the lock: releasing a user's value
/// may run code that calls the bus.
struct EventRegistry: Sendable {
  var listeners = ListenerTable()
  var names: [ModuleName: Int] = [:]
  /// The listeners of an event, as numbers; only ``listeners`` has their handlers.
  private(set) var index: [EventKey: Set<Int>] = [:]
  /// The ordered handlers of an event, from the first request until one of them changes. A module
  /// that comes or goes must not touch the handlers of all others.
  private(set) var sorted: [EventKey: [HandlerRecord]] = [:]
  var taps: [Int: @Sendable (AnySentEvent) -> Void] = [:]
  var observers: [Int: @Sendable (HandlerTiming) -> Void] = [:]
  /// Each returns the surroundings in which handlers in mailboxes run, in the sender's context.
  var carriers: [Int: @Sendable () -> (any EventSurroundings)?] = [:]
  /// Whether any of the three is there.
  var isObserved: Bool { !taps.isEmpty || !observers.isEmpty || !carriers.isEmpty }
  var endings: [Int: @Sendable () -> Void] = [:]
  var idleWaiters: [Int: Promise<Void>] = [:]
  /// Releases the closures of removed handlers on the main actor; nil when no release is scheduled.
  var releasing: Task<Void, Never>?
  /// The amount of mail that is accepted and not yet handled.
  var pending = 0
  var isClosed = false
  /// Starts the modules that launch on first use.
  var demand: (@Sendable (ModuleName) -> Void)?
  /// The listeners for which an event was held, to demand when the lock is free.
  var newDemands: [ModuleName] = []
  /// The number of waiting events at which a listener is reported; nil reports none.
  var backlogThreshold: Int?
  /// The backlogs to report when the lock is free.
  var newBacklogs: [MailboxBacklog] = []
  private var lastID = 0
  private var lastWaiter = 0

  /// The number of a new listener or handler. The main-actor watch has few bits for these numbers, so
  /// only listeners and handlers take one.
  mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }

  /// The number of a waiting task or a watching closure.
  mutating func nextWaiter() -> Int {
    lastWaiter += 1
    return lastWaiter
  }

  // MARK: Handlers

  mutating func addListener(
    _ name: ModuleName, rank: Int, order: Int?, phase: Listener.Phase,
    bridge: BridgedName? = nil
  )
    -> Int
  {
    let id = nextID()
    let identity = Listener.Identity(id: id, name: name, rank: rank, bridge: bridge)
    listeners[id] = Listener(identity, order: order ?? id, phase: phase)
    if rank == 0 { names[name] = id }
    return id
  }

  /// Discards the order of an event's handlers; the next request rebuilds it.
  private mutating func unsort(_ declaration: HandlerDeclaration) {
    // While an app launches, hardly any event has been requested.
    if !sorted.isEmpty { sorted[declaration.key] = nil }
  }

  /// Moves a listener among the others.
  mutating func setOrder(_ order: Int, of id: Int) {
    guard let listener = listeners[id], listener.order != order else { return }
    listeners[id]?.order = order
    for handler in listener.handlers { unsort(handler.declaration) }
  }

  /// Replaces the handlers of a listener.
  ///
  /// - Returns: The previous handlers, to release after the lock.
  mutating func setHandlers(
    _ handlers: [(declaration: HandlerDeclaration, body: EventHandler.Body?)], of id: Int
  ) -> [HandlerRecord] {
    if listeners[id]?.bind(handlers) == true {
      for handler in handlers { unsort(handler.declaration) }
      return []
    }
    guard let listener = listeners[id] else { return [] }
    let records = handlers.map { declaration, body in
      HandlerRecord(
        id: nextID(), owner: listener.identity, declaration: declaration,
        once: declaration.options.repetition == .once ? OnceFlag() : nil, body: body)
    }
    for handler in listener.handlers {
      let key = handler.declaration.key
      unsort(handler.declaration)
      index[key]?.remove(id)
      if index[key]?.isEmpty == true { index[key] = nil }
    }
    for record in records {
      unsort(record.declaration)
      index[record.declaration.key, default: []].insert(id)
    }
    listeners[id]?.setHandlers(records)
    return listener.handlers
  }

  /// The handlers of an event in the order in which they hear it.
  mutating func records(for key: EventKey) -> [HandlerRecord] {
    let records = ownRecords(for: key)
    guard let wider = key.wider, index[wider] != nil else { return records }
    return inOrder(records + ownRecords(for: wider))
  }

  private mutating func ownRecords(for key: EventKey) -> [HandlerRecord] {
    if let records = sorted[key] { return records }
    guard let hearing = index[key] else { return [] }
    let records = inOrder(
      hearing.flatMap { id in
        listeners[id]?.handlers.filter { $0.declaration.key == key } ?? []
      })
    sorted[key] = records
    return records
  }

  /// Rank, then priority, then launch order, then the order of declaration.
  private func inOrder(_ records: [HandlerRecord]) -> [HandlerRecord] {
    records.map { (order: listeners[$0.listener]?.order ?? 0, record: $0) }
      .sorted { lhs, rhs in
        (lhs.record.rank, rhs.record.priority, lhs.order, lhs.record.id)
          < (rhs.record.rank, lhs.record.priority, rhs.order, rhs.record.id)
      }
      .map(\.record)
  }

  /// The handlers of one listener in that order, at the cost of its own handlers only.
  func records(for key: EventKey, of listener: Int) -> [HandlerRecord] {
    guard let handlers = listeners[listener]?.handlers else { return [] }
    return handlers.filter { $0.declaration.key == key || $0.declaration.key == key.wider }
      .sorted { ($1.priority, $0.id) < ($0.priority, $1.id) }
  }

  /// Finds a handler by its number in the watch over the main actor; nil for a handler that is
  /// gone.
  ///
  /// - Complexity: O(n) in all handlers; used only to name a handler that holds the main actor.
  func handler(numbered number: UInt64) -> MainActorHeld.Code? {
    for listener in listeners.all {
      for handler in listener.handlers where MainActorWatch.number(.handler, handler.id) == number {
        return MainActorHeld.Code(
          .handler, module: listener.name, name: handler.declaration.name,
          event: handler.declaration.event, declaredAt: handler.declaration.declaredAt)
      }
    }
    return nil
  }

  func record(_ id: Int, of listener: Int) -> HandlerRecord? {
    listeners[listener]?.handlers.first { $0.id == id }
  }

  /// Forgets the closure of a `.once` handler that was used.
  mutating func forgetBody(of record: HandlerRecord) -> [HandlerRecord] {
    var removed: [HandlerRecord] = []
    listeners[record.listener]?.handlers.forgetBody(record.id, &removed)
    unsort(record.declaration)
    return removed
  }

  /// Drops the closures of a listener's handlers and keeps their declarations.
  mutating func forgetBodies(of id: Int) -> [HandlerRecord] {
    guard let handlers = listeners[id]?.handlers, !handlers.isEmpty else { return [] }
    for position in handlers.indices { listeners[id]?.handlers[position].body = nil }
    for handler in handlers { unsort(handler.declaration) }
    return handlers
  }
}

extension [HandlerRecord] {
  fileprivate mutating func forgetBody(_ id: Int, _ removed: inout [HandlerRecord]) {
    guard let position = firstIndex(where: { $0.id == id }) else { return }
    removed.append(self[position])
    self[position].body = nil
    self[position].isUsed = true
  }
}

/// The listeners by number.
///
/// They are in an array, because a dictionary allocates memory for each change of a value in place.
struct ListenerTable: Sendable {
  private var positions: [Int: Int] = [:]
  private var slots: [Listener?] = []
  private var freePositions: [Int] = []

  /// The numbers of all listeners, in no particular order.
  var ids: [Int] { Array(positions.keys) }
  /// All listeners, in no particular order.
  var all: some Sequence<Listener> { slots.lazy.compactMap(\.self) }

  mutating func reserveCapacity(_ count: Int) {
    positions.reserveCapacity(count)
    slots.reserveCapacity(count)
  }

  mutating func remove(_ id: Int) -> Listener? {
    let listener = self[id]
    self[id] = nil
    return listener
  }

  subscript(id: Int) -> Listener? {
    @inline(__always) _read {
      if let position = positions[id] { yield slots[position] } else { yield nil }
    }
    @inline(__always) _modify {
      if let position = positions[id] {
        yield &slots[position]
        if slots[position] == nil { free(position, of: id) }
      } else {
        var added: Listener?
        yield &added
        if let added { add(added, as: id) }
      }
    }
  }

  private mutating func add(_ listener: Listener, as id: Int) {
    if let position = freePositions.popLast() {
      slots[position] = listener
      positions[id] = position
    } else {
      positions[id] = slots.count
      slots.append(listener)
    }
  }

  private mutating func free(_ position: Int, of id: Int) {
    positions[id] = nil
    freePositions.append(position)
  }
}
