// SPDX-License-Identifier: Apache-2.0

internal import GantryText
internal import Synchronization

extension EventBus {
  /// Sends an event as soon as the mailboxes of all its listeners have room for it.
  ///
  /// It waits where an event or a handler has the backlog ``EventBacklog/suspending(_:)``, and
  /// nowhere else. Senders that wait with one type of event go on in the order in which they came.
  /// A module that is still launching has room for as many events as any other; one that stops is
  /// not waited for. A handler that waits for a mailbox which itself waits for the handler's module
  /// would wait forever, and so could a launch task that waits for a module which has not launched:
  /// there the event is taken past the limit.
  ///
  /// ```swift
  /// for try await row in rows { try await events.sendWaiting(RowRead(row)) }
  /// ```
  ///
  /// - Parameter event: The event.
  /// - Throws: `CancellationError` when the task is cancelled while it waits; nothing was sent then.
  public func sendWaiting<E: Event>(_ event: E) async throws(CancellationError) {
    let named = event as? NamedEvent
    let key = EventKey(E.self, name: named?.name)
    let (sentAt, cause) = (elapsed(), Consequences.current)
    let id = registry.withLock { $0.nextID() }
    let wish = EventRegistry.Wish(
      id: id, key: key, backlog: E.backlog, policy: E.whileLaunching,
      listener: isServing ? Self.servedListener : nil, isOfLaunch: isLaunching())
    let sender = EventRegistry.Sender(wish: wish, isSent: Promise()) { registry in
      registry.post(event, key: key, sentAt: sentAt, past: nil, cause: cause)
    }
    registry.withLock { $0.line(up: sender) }
    admitSenders()
    guard await sender.isSent.value(onCancel: { giveUp(wish) }) else { throw CancellationError() }
    tell(AnySentEvent(name: named?.name ?? "\(E.self)", event: event, isLifecycle: false))
  }

  /// Lets those senders go on for whose events there is room now.
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
  /// A request of a sender: room for one more event.
  struct Wish: Sendable {
    let id: Int
    let key: EventKey
    let backlog: EventBacklog
    let policy: LaunchingPolicy
    /// The listener whose handler sends, if one does.
    let listener: Int?
    /// Whether a launch task sends, for which no module can be waited for that has not launched.
    let isOfLaunch: Bool
  }

  /// A waiting sender, and the closure that posts its event.
  struct Sender: Sendable {
    let wish: Wish
    /// False where it was cancelled first.
    let isSent: Promise<Bool>
    let post: @Sendable (inout EventRegistry) -> Posting
  }

  /// Queues a sender behind all others that wait with the same event.
  mutating func line(up sender: Sender) {
    senders[sender.wish.key, default: Fifo()].append(sender)
    if sender.wish.listener != nil { sendingHandlers += 1 }
  }

  /// Takes a sender out of its line; nil when it went on already.
  mutating func leave(_ wish: Wish) -> Sender? {
    let sender = senders[wish.key]?.removeFirst { $0.wish.id == wish.id }
    if senders[wish.key]?.count == 0 { senders[wish.key] = nil }
    if sender?.wish.listener != nil { sendingHandlers -= 1 }
    return sender
  }

  /// Whether a sender in a line has to stay there.
  mutating func mustWait(_ wish: Wish) -> Bool {
    guard !isClosed, !closesCircle(wish) else { return false }
    return senders[wish.key]?.first?.wish.id != wish.id || !full(for: wish).isEmpty
  }

  /// Posts the events for which there is room, each line in its order.
  mutating func admit() -> [(sender: Sender, posting: Posting)] {
    var admitted: [(sender: Sender, posting: Posting)] = []
    let lines = senders.compactMap { key, line in line.first.map { (key, $0.wish.id) } }
    for (key, _) in lines.sorted(by: { $0.1 < $1.1 }) {
      while let sender = nextSender(of: key) { admitted.append((sender, sender.post(&self))) }
    }
    return admitted
  }

  /// Takes out the first sender of a line that may go on; one that closes a circle does from within.
  private mutating func nextSender(of key: EventKey) -> Sender? {
    guard let first = senders[key]?.first else { return nil }
    if !mustWait(first.wish) { return leave(first.wish) }
    guard sendingHandlers > 0 else { return nil }
    let handlers = senders[key]?.elements.filter { $0.wish.listener != nil } ?? []
    for sender in handlers where !mustWait(sender.wish) { return leave(sender.wish) }
    return nil
  }

  /// The listeners that have no room for one more event and are waited for.
  private mutating func full(for wish: Wish) -> Set<Int> {
    var full: Set<Int> = []
    for record in records(for: wish.key) where !record.isUsed && !full.contains(record.listener) {
      guard let listener = listeners[record.listener], !listener.isSilenced,
        case .suspending(let most) = listener.backlog(of: wish.key, wish.backlog),
        // It keeps one event only, however many are sent.
        !(wish.policy == .latest && listener.holds(.latest)),
        !(wish.isOfLaunch && listener.holds(wish.policy))
      else { continue }
      if listener.count(of: wish.key) >= max(1, most) { full.insert(listener.id) }
    }
    return full
  }

  /// Whether a handler would wait for a mailbox that, in turn, waits for the handler's own
  /// listener.
  private mutating func closesCircle(_ wish: Wish) -> Bool {
    guard let origin = wish.listener else { return false }
    let waiting = senders.values.flatMap { $0.elements.map(\.wish) }
      .filter { $0.listener != nil && $0.id != wish.id }
    var open = full(for: wish)
    var seen: Set<Int> = []
    while let listener = open.popFirst() {
      if listener == origin { return true }
      guard seen.insert(listener).inserted else { continue }
      for other in waiting where other.listener == listener { open.formUnion(full(for: other)) }
      open.formUnion(ahead(of: listener))
    }
    return false
  }
}
