// SPDX-License-Identifier: Apache-2.0

internal import GantryText
internal import Synchronization

extension EventBus {
  /// Sends an event as soon as the mailboxes of all its listeners have room for it.
  ///
  /// It waits only where an event or a handler has the backlog ``EventBacklog/suspending(_:)``.
  /// Senders that wait with the same type of event continue in the order in which they came. A
  /// module that is still launching has room for as many events as any other. A module that is
  /// stopping is not waited for.
  ///
  /// Two waits could last forever: a handler's for a mailbox that itself waits for the handler's
  /// module, and a launch task's for a module that has not launched. In both cases, the event is
  /// taken past the limit.
  ///
  /// ```swift
  /// for try await row in rows { try await events.sendWaiting(RowRead(row)) }
  /// ```
  ///
  /// - Parameter event: The event.
  /// - Throws: `CancellationError` when the task is cancelled while it waits; the event is then not
  ///   sent.
  public func sendWaiting<E: Event>(_ event: E) async throws(CancellationError) {
    let named = event as? NamedEvent
    let key = EventKey(E.self, name: named?.name)
    let (sentAt, cause) = (elapsed(), Consequences.current)
    let origin = EventRegistry.Wish.Origin(
      key: key, listener: isServing ? Self.servedListener : nil, isOfLaunch: isLaunching())
    let wish = EventRegistry.Wish(
      id: registry.withLock { $0.nextWaiter() }, origin: origin, backlog: E.backlog,
      policy: E.whileLaunching)
    let sender = EventRegistry.Sender(wish: wish, isSent: Promise()) { registry in
      registry.post(event, key: key, sentAt: sentAt, past: nil, cause: cause)
    }
    registry.withLock { $0.line(up: sender) }
    admitSenders()
    guard await sender.isSent.value(onCancel: { giveUp(wish) }) else { throw CancellationError() }
    tell(AnySentEvent(name: named?.name ?? "\(E.self)", event: event, isLifecycle: false))
  }

  /// Resumes the senders whose events now have room.
  func admitSenders() {
    let (admitted, notices) = registry.withLock { registry in
      let admitted = registry.admit()
      for (_, posting) in admitted { serve(posting.start, &registry) }
      return (admitted, registry.takeNotices())
    }
    tellAll(notices)
    for (sender, _) in admitted { sender.isSent.resolve(true) }
  }

  private func giveUp(_ wish: EventRegistry.Wish) {
    let sender = registry.withLock { $0.leave(wish) }
    guard let sender else { return }
    sender.isSent.resolve(false)
    // Senders behind it may have had to wait for it alone.
    admitSenders()
  }
}

extension EventRegistry {
  /// A sender's request for room for one more event.
  struct Wish: Sendable {
    /// The part that decides, together with the registry, whether a sender has to wait. All senders
    /// of one event in one handler share it.
    struct Origin: Hashable {
      let key: EventKey
      /// The listener whose handler sends, if one does.
      let listener: Int?
      /// Whether a launch task sends, which cannot wait for a module that has not launched.
      let isOfLaunch: Bool
    }

    let id: Int
    let origin: Origin
    let backlog: EventBacklog
    let policy: LaunchingPolicy

    var key: EventKey { origin.key }
  }

  /// A waiting sender, and the closure that posts its event.
  struct Sender: Sendable {
    let wish: Wish
    /// False when it was cancelled first.
    let isSent: Promise<Bool>
    let post: @Sendable (inout EventRegistry) -> Posting
  }

  /// The senders of handlers that have the same origin; all or none of them have to wait.
  struct Alike: Sendable {
    let wish: Wish
    var count = 0
  }

  /// Queues a sender behind all others that wait with the same event.
  mutating func line(up sender: Sender) {
    let wish = sender.wish
    senders[wish.key, default: Fifo()].append(sender)
    guard let listener = wish.origin.listener else { return }
    sendingHandlers[listener, default: [:]][wish.origin, default: Alike(wish: wish)].count += 1
  }

  /// Removes a sender from its line; nil when it has already continued.
  mutating func leave(_ wish: Wish) -> Sender? { leave(wish.key) { $0.id == wish.id } }

  /// Removes the first sender of a line whose wish meets a condition.
  private mutating func leave(_ key: EventKey, where holds: (Wish) -> Bool) -> Sender? {
    guard let sender = senders[key]?.removeFirst(where: { holds($0.wish) }) else { return nil }
    if senders[key]?.count == 0 { senders[key] = nil }
    let origin = sender.wish.origin
    guard let listener = origin.listener else { return sender }
    sendingHandlers[listener]?[origin]?.count -= 1
    if sendingHandlers[listener]?[origin]?.count == 0 { sendingHandlers[listener]?[origin] = nil }
    if sendingHandlers[listener]?.isEmpty == true { sendingHandlers[listener] = nil }
    return sender
  }

  /// Posts the events that have room, in the order of each line.
  mutating func admit() -> [(sender: Sender, posting: Posting)] {
    var admitted: [(sender: Sender, posting: Posting)] = []
    var rooms = Rooms()
    let lines = senders.compactMap { key, line in line.first.map { (key, $0.wish.id) } }
    for (key, _) in lines.sorted(by: { $0.1 < $1.1 }) {
      while let sender = nextSender(of: key, &rooms) {
        admitted.append((sender, sender.post(&self)))
        rooms = Rooms()
      }
    }
    return admitted
  }

  /// Removes the first sender of a line that may continue; one that closes a circle need not be at
  /// the front.
  private mutating func nextSender(of key: EventKey, _ rooms: inout Rooms) -> Sender? {
    guard let first = senders[key]?.first?.wish else { return nil }
    if isClosed || full(for: first, &rooms).isEmpty { return leave(first) }
    var circling: Set<Wish.Origin> = []
    for handlers in sendingHandlers.values {
      for (origin, alike) in handlers where origin.key == key && closesCircle(alike.wish, &rooms) {
        circling.insert(origin)
      }
    }
    return circling.isEmpty ? nil : leave(key) { circling.contains($0.origin) }
  }

  /// The listeners without room in one state of the registry; each is looked up once.
  private struct Rooms {
    /// By the sender's origin; the listener itself makes no difference.
    var full: [Wish.Origin: Set<Int>] = [:]
  }

  /// The listeners that have no room for one more event and are waited for.
  private mutating func full(for wish: Wish, _ rooms: inout Rooms) -> Set<Int> {
    let origin = Wish.Origin(
      key: wish.key, listener: nil, isOfLaunch: wish.origin.isOfLaunch)
    if let full = rooms.full[origin] { return full }
    let full = full(for: wish)
    rooms.full[origin] = full
    return full
  }

  private mutating func full(for wish: Wish) -> Set<Int> {
    var full: Set<Int> = []
    for record in records(for: wish.key) where !record.isUsed && !full.contains(record.listener) {
      guard let listener = listeners[record.listener], !listener.isSilenced,
        case .suspending(let most) = listener.backlog(of: wish.key, wish.backlog),
        // It keeps one event only, however many are sent.
        !(wish.policy == .latest && listener.holds(.latest)),
        !(wish.origin.isOfLaunch && listener.holds(wish.policy))
      else { continue }
      if listener.count(of: wish.key) >= max(1, most) { full.insert(listener.id) }
    }
    return full
  }

  /// Whether a handler would wait for a mailbox that, in turn, waits for the handler's own
  /// listener.
  private mutating func closesCircle(_ wish: Wish, _ rooms: inout Rooms) -> Bool {
    guard let origin = wish.origin.listener else { return false }
    var open = full(for: wish, &rooms)
    var seen: Set<Int> = []
    while let listener = open.popFirst() {
      if listener == origin { return true }
      guard seen.insert(listener).inserted else { continue }
      for other in (sendingHandlers[listener] ?? [:]).values {
        open.formUnion(full(for: other.wish, &rooms))
      }
      open.formUnion(ahead(of: listener))
    }
    return false
  }
}
