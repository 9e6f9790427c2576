// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension EventRegistry {
  /// Puts an event into the mailboxes of all who hear it, at one point of the order sent.
  ///
  /// - Returns: The listeners to be served, and what was superseded.
  mutating func post<E: Event>(
    _ event: E, key: EventKey
  ) -> (start: [Int], replaced: [Listener.Held]) {
    var replaced: [Listener.Held] = []
    var members: [Int] = []
    if E.delivery == .ordered { lastTurn += 1 }
    let turn = E.delivery == .ordered ? lastTurn : nil
    if let turn { turns[turn] = Turn() }
    var seen: Set<Int> = []
    for record in records(for: key) where !record.isUsed && seen.insert(record.listener).inserted {
      let id = record.listener
      var mail = Listener.Mail(key: key, event: event)
      if let turn {
        mail.turn = turn
        mail.predecessors = Set(members)
      }
      let held = Listener.Held(key: key, policy: E.whileLaunching, content: .mail(mail))
      if hold(held, for: id, replaced: &replaced) { continue }
      if append(mail, to: id) { members.append(id) }
    }
    if let turn {
      turns[turn]?.pending = Set(members)
      if members.isEmpty { turns[turn] = nil }
    }
    return (members, replaced)
  }

  /// Puts mail into one mailbox; false when its listener hears nothing any more.
  mutating func append(_ mail: Listener.Mail, to id: Int) -> Bool {
    guard listeners[id]?.isSilenced == false else { return false }
    listeners[id]?.mail.append(mail)
    if let turn = mail.turn { turns[turn]?.members.append(id) }
    pending += 1
    return true
  }

  /// The next event of a listener and the handlers it is for; nil when nothing can be done now.
  mutating func nextMail(for id: Int) -> (mail: Listener.Mail, handlers: [HandlerRecord])? {
    guard let mail = listeners[id]?.mail.first, isDue(mail) else {
      listeners[id]?.server = nil
      return nil
    }
    _ = listeners[id]?.mail.popFirst()
    listeners[id]?.current = mail
    let handlers = records(for: mail.key).filter {
      $0.listener == id && (mail.handler == nil || mail.handler == $0.id)
    }
    return (mail, handlers)
  }

  /// Whether everyone before has handled the event.
  func isDue(_ mail: Listener.Mail) -> Bool {
    guard let turn = mail.turn, let pending = turns[turn]?.pending else { return true }
    return pending.isDisjoint(with: mail.predecessors)
  }

  /// Notes the end of what a listener was handling.
  ///
  /// - Returns: The listeners that may go on now.
  mutating func finishCurrent(of id: Int) -> [Int] {
    guard let mail = listeners[id]?.current else { return [] }
    listeners[id]?.current = nil
    pending -= 1
    return leave(mail, id)
  }

  /// Forgets a listener that nobody can name any more, once it is idle.
  mutating func removeIfDone(_ id: Int) -> Listener? {
    guard let listener = listeners[id], listener.isSilenced, listener.current == nil,
      names[listener.name] != id
    else { return nil }
    return listeners.removeValue(forKey: id)
  }

  /// Drops what waits in one mailbox.
  mutating func dropMail(of id: Int) -> (dropped: [Listener.Mail], start: [Int]) {
    let dropped = listeners[id]?.mail.removeAll() ?? []
    pending -= dropped.count
    return (dropped, dropped.flatMap { leave($0, id) })
  }

  /// Takes all who wait for a state that has come, or that shall not be waited for any more.
  mutating func takeWaiters(
    of id: Int? = nil, givingUp: Bool = false
  ) -> [CheckedContinuation<Void, Never>] {
    var waiters: [CheckedContinuation<Void, Never>] = []
    if pending == 0 {
      waiters = Array(settleWaiters.values)
      settleWaiters = [:]
    }
    if let id, let listener = listeners[id],
      givingUp || (listener.current == nil && listener.mail.count == 0)
    {
      waiters += listener.drainWaiters
      listeners[id]?.drainWaiters = []
    }
    return waiters
  }

  private mutating func leave(_ mail: Listener.Mail, _ id: Int) -> [Int] {
    guard let number = mail.turn, var turn = turns[number] else { return [] }
    turn.pending.remove(id)
    turns[number] = turn.pending.isEmpty ? nil : turn
    return turn.members.filter { listeners[$0]?.mail.first?.turn == number }
  }
}
