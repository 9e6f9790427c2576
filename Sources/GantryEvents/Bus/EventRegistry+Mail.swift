// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

extension EventRegistry {
  /// The changes outside the mailboxes that posting an event has made.
  struct Posting {
    /// The listeners to serve.
    var start: [Int] = []
    /// Superseded or dropped events; released after the lock.
    var replaced: [Listener.Held] = []
    var dropped: [Listener.Mail] = []
  }

  /// Puts an event into the mailboxes of all its listeners, at one point in the order of sending.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - key: The key of its handlers.
  ///   - stated: The backlog that its type states.
  ///   - policy: Its handling while a module launches.
  ///   - sentAt: The time at which it was sent.
  ///   - surroundings: The surroundings of its sender, for its handlers.
  ///   - bridge: The bridge whose listeners do not hear it.
  mutating func post<E: Event>(
    _ event: E, key: EventKey, _ stated: EventBacklog, _ policy: LaunchingPolicy,
    sentAt: Duration, in surroundings: (any EventSurroundings)? = nil, past bridge: BridgedName?
  ) -> Posting {
    var posting = Posting()
    var seen: Set<Int> = []
    for record in records(for: key) where !record.isUsed && seen.insert(record.listener).inserted {
      if let bridge, record.bridge == bridge { continue }
      let id = record.listener
      // No copy of the listener, with which each addition would copy its events.
      guard listeners[id]?.isSilenced == false,
        let backlog = listeners[id]?.backlog(of: key, stated)
      else { continue }
      let mail = Listener.Mail(
        key: key, event: event, sentAt: sentAt, isLimited: backlog != .unlimited,
        surroundings: surroundings)
      if backlog != .unlimited, !makeRoom(for: key, in: id, backlog, &posting) { continue }
      let held = Listener.Held(key: key, policy: policy, content: .mail(mail))
      if hold(held, for: id, replaced: &posting.replaced) { continue }
      append(mail, to: id)
      posting.start.append(id)
    }
    return posting
  }

  /// Puts a lifecycle event into one mailbox, for one handler; only a handler can limit it there.
  mutating func post(_ mail: Listener.Mail, to id: Int) -> Posting {
    var posting = Posting()
    guard listeners[id]?.isSilenced == false,
      let backlog = listeners[id]?.backlog(of: mail.key, .unlimited),
      makeRoom(for: mail.key, in: id, backlog, &posting)
    else { return posting }
    append(mail, to: id)
    posting.start.append(id)
    return posting
  }

  /// Creates room for one more event, where its backlog has a limit.
  ///
  /// - Returns: Whether the event is taken.
  mutating func makeRoom(
    for key: EventKey, in id: Int, _ backlog: EventBacklog, _ posting: inout Posting
  ) -> Bool {
    guard let limit = backlog.limit, let count = listeners[id]?.mailbox?.count(of: key),
      count >= limit
    else { return true }
    listeners[id]?.mailbox?.noteDropped()
    if case .oldest = backlog { return false }
    if let old = listeners[id]?.mailbox?.held.removeFirst(where: { $0.key == key }) {
      posting.replaced.append(old)
    } else if let old = listeners[id]?.mailbox?.mail.removeFirst(where: { $0.key == key }) {
      listeners[id]?.mailbox?.left(old)
      pending -= 1
      posting.dropped.append(old)
    }
    return true
  }

  /// Puts mail into one mailbox, whose listener still hears something.
  private mutating func append(_ mail: Listener.Mail, to id: Int) {
    listeners[id]?.openMailbox()
    listeners[id]?.mailbox?.add(mail)
    pending += 1
    noteBacklog(of: id, at: mail.sentAt)
  }

  /// Records a notice about a listener with too many waiting events.
  mutating func noteBacklog(of id: Int, at now: Duration) {
    guard let backlogThreshold, listeners[id]?.mailbox?.isToWarn(from: backlogThreshold) == true,
      let backlog = backlog(of: id, at: now)
    else { return }
    newBacklogs.append(backlog)
  }

  /// The waiting events and running handlers of a listener; nil when there are none.
  func backlog(of id: Int, at now: Duration) -> MailboxBacklog? {
    guard let listener = listeners[id], let mailbox = listener.mailbox else { return nil }
    let candidates =
      [mailbox.held.first.map { ($0.key, $0.sentAt) }]
      + [mailbox.mail.first.map { ($0.key, $0.sentAt) }]
      + [mailbox.running.min { $0.key < $1.key }.map { ($0.value.key, $0.value.sentAt) }]
    guard let first = candidates.compactMap(\.self).min(by: { $0.1 < $1.1 }) else { return nil }
    return MailboxBacklog(
      listener: listener.name, event: listener.eventName(of: first.0), count: mailbox.waiting,
      running: mailbox.running.count, age: now - first.1,
      handling: mailbox.current.map { listener.eventName(of: $0.key) },
      dropped: mailbox.dropped)
  }

  /// The next event of a listener and the handlers it is for; nil when nothing can be done now.
  mutating func nextMail(for id: Int) -> (mail: Listener.Mail, handlers: [HandlerRecord])? {
    guard let mail = listeners[id]?.mailbox?.mail.popFirst() else {
      listeners[id]?.mailbox?.server = nil
      if listeners[id]?.mailbox?.isEmpty == true { listeners[id]?.mailbox?.forgetWarning() }
      return nil
    }
    listeners[id]?.mailbox?.left(mail)
    listeners[id]?.mailbox?.current = mail
    let handlers = records(for: mail.key, of: id).filter {
      mail.handler == nil || mail.handler == $0.id
    }
    return (mail, handlers)
  }

  /// Notes that a listener's current event has been handled.
  ///
  /// - Returns: The event, to be released after the lock.
  mutating func finishCurrent(of id: Int) -> Listener.Mail? {
    guard let mail = listeners[id]?.mailbox?.current else { return nil }
    listeners[id]?.mailbox?.current = nil
    pending -= 1
    return mail
  }

  /// Removes a listener that nothing refers to, once it is idle.
  mutating func removeIfDone(_ id: Int) -> Listener? {
    guard listeners[id]?.isSilenced == true, let listener = listeners[id],
      listener.mailbox?.current == nil, listener.mailbox?.running.isEmpty != false,
      names[listener.name] != id
    else { return nil }
    return listeners.remove(id)
  }

  /// Drops the waiting events of one mailbox.
  mutating func dropMail(of id: Int) -> [Listener.Mail] {
    let dropped = listeners[id]?.mailbox?.takeMail() ?? []
    pending -= dropped.count
    return dropped
  }

  /// Removes and returns the callers to resume.
  mutating func takeWaiters(of id: Int? = nil, givingUp: Bool = false) -> [Promise<Void>] {
    var waiters: [Promise<Void>] = []
    if pending == 0 {
      waiters = Array(idleWaiters.values)
      idleWaiters = [:]
    }
    if let id, givingUp || listeners[id]?.isIdle == true {
      waiters += listeners[id]?.mailbox?.takeWaiters() ?? []
    }
    return waiters
  }
}

/// The events that are held for listeners that cannot hear them yet.
extension EventRegistry {
  /// Keeps an event for a listener; false when it no longer needs to wait.
  mutating func hold(_ item: Listener.Held, for id: Int, replaced: inout [Listener.Held]) -> Bool {
    guard listeners[id]?.holds(item.policy) == true else { return false }
    if item.policy == .latest,
      let old = listeners[id]?.mailbox?.held.removeFirst(where: { $0.key == item.key })
    {
      replaced.append(old)
    }
    listeners[id]?.openMailbox()
    listeners[id]?.mailbox?.held.append(item)
    noteBacklog(of: id, at: item.sentAt)
    if item.policy == .hold, demand != nil { addDemand(for: id) }
    return true
  }

  private mutating func addDemand(for id: Int) {
    guard let listener = listeners[id], listener.mailbox?.isDemanded == false else { return }
    listeners[id]?.mailbox?.isDemanded = true
    newDemands.append(listener.name)
  }

  /// Takes the demands for listeners with held events, to be reported after the lock.
  mutating func takeDemands() -> (@Sendable () -> Void)? {
    guard !newDemands.isEmpty, let demand else { return nil }
    let names = newDemands
    newDemands = []
    return { for name in names { demand(name) } }
  }

  /// Takes everything to report after the lock; nil when there is nothing.
  mutating func takeNotices() -> (demand: (@Sendable () -> Void)?, backlogs: [MailboxBacklog])? {
    guard !newDemands.isEmpty || !newBacklogs.isEmpty else { return nil }
    return (takeDemands(), exchange(&newBacklogs, with: []))
  }

  /// Replaces the demand closure, and calls it for listeners that already have held events.
  mutating func setDemand(_ demand: @escaping @Sendable (ModuleName) -> Void) {
    self.demand = demand
    let waiting = listeners.all.filter {
      $0.mailbox?.held.contains { $0.policy == .hold } == true
    }
    for listener in waiting.sorted(by: { $0.order < $1.order }) {
      listeners[listener.id]?.mailbox?.isDemanded = false
      addDemand(for: listener.id)
    }
  }

  /// Whether a listener has a held event that it hears on the main actor when it enters a phase.
  func needsMainActor(_ id: Int, becoming phase: Listener.Phase) -> Bool {
    listeners[id]?.mailbox?.held.contains { $0.isDue(in: phase) && $0.isForMainActor } == true
  }

  /// Moves held events into the mailbox, up to the first that the main actor has to deliver. When
  /// none is left, it moves the listener on.
  ///
  /// Both are one step, so that events sent meanwhile queue behind them, and cannot keep the
  /// listener from moving on.
  ///
  /// - Returns: The event for the main actor; nil when the listener has moved on, or hears nothing.
  /// - Complexity: O(n) in the events taken, and in the events left in front of them.
  mutating func release(_ id: Int, becoming phase: Listener.Phase) -> Listener.Held? {
    guard listeners[id]?.isSilenced == false else { return nil }
    let due =
      listeners[id]?.mailbox?.held.take(
        where: { $0.isDue(in: phase) }, upTo: { $0.isForMainActor }) ?? []
    for item in due {
      guard case .mail(let mail) = item.content else { return item }
      append(mail, to: id)
    }
    listeners[id]?.phase = phase
    return nil
  }
}

extension Listener.Held {
  fileprivate var isForMainActor: Bool { if case .lifecycle = content { true } else { false } }

  /// Whether a listener hears it when it enters a phase.
  fileprivate func isDue(in phase: Listener.Phase) -> Bool {
    phase == .live || policy == .atCreation
  }
}
