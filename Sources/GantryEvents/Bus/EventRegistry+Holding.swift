// SPDX-License-Identifier: Apache-2.0

internal import GantryText

/// The events that are held for listeners that are not far enough for them.
extension EventRegistry {
  /// Keeps an event for a listener; false when it need not wait any more.
  mutating func hold(_ item: Listener.Held, for id: Int, replaced: inout [Listener.Held]) -> Bool {
    guard listeners[id]?.holds(item.policy) == true else { return false }
    if item.policy == .latest,
      let old = listeners[id]?.held.removeFirst(where: { $0.key == item.key })
    {
      replaced.append(old)
    }
    listeners[id]?.held.append(item)
    noteBacklog(of: id, at: item.sentAt)
    if item.policy == .hold, demand != nil { addDemand(for: id) }
    return true
  }

  private mutating func addDemand(for id: Int) {
    guard let listener = listeners[id], !listener.isDemanded else { return }
    listeners[id]?.isDemanded = true
    newDemands.append(listener.name)
  }

  /// Takes the demands for listeners with held events, to be reported after the lock.
  mutating func takeDemands() -> (@Sendable () -> Void)? {
    guard !newDemands.isEmpty, let demand else { return nil }
    let names = newDemands
    newDemands = []
    return { for name in names { demand(name) } }
  }

  /// Takes all that is to be told after the lock; nil when there is nothing.
  mutating func takeNotices() -> (demand: (@Sendable () -> Void)?, backlogs: [MailboxBacklog])? {
    guard !newDemands.isEmpty || !newBacklogs.isEmpty else { return nil }
    defer { newBacklogs = [] }
    return (takeDemands(), newBacklogs)
  }

  /// Replaces the demand closure, which is told of the listeners that already have held events.
  mutating func setDemand(_ demand: @escaping @Sendable (ModuleName) -> Void) {
    self.demand = demand
    let waiting = listeners.all.filter { $0.held.contains { $0.policy == .hold } }
    for listener in waiting.sorted(by: { $0.order < $1.order }) {
      listeners[listener.id]?.isDemanded = false
      addDemand(for: listener.id)
    }
  }

  /// Whether an event is held that a listener hears on the main actor when it gets into a phase.
  func needsMainActor(_ id: Int, becoming phase: Listener.Phase) -> Bool {
    listeners[id]?.held.contains { $0.isDue(in: phase) && $0.isForMainActor } == true
  }

  /// Moves held events into the mailbox, up to the first that the main actor has to deliver; moves
  /// the listener on when none is left.
  ///
  /// Both are one step, so that events sent meanwhile come behind, and cannot keep the listener from
  /// moving on.
  ///
  /// - Returns: The event for the main actor; nil when the listener has moved on, or hears nothing.
  /// - Complexity: O(n) in the events that are taken, and in those that are left before them.
  mutating func release(_ id: Int, becoming phase: Listener.Phase) -> Listener.Held? {
    guard listeners[id]?.isSilenced == false else { return nil }
    let due =
      listeners[id]?.takeHeld(
        where: { $0.isDue(in: phase) }, upTo: { $0.isForMainActor }) ?? []
    for item in due {
      guard case .mail(let mail) = item.content else { return item }
      _ = append(mail, to: id)
    }
    listeners[id]?.phase = phase
    return nil
  }
}

extension Listener.Held {
  fileprivate var isForMainActor: Bool { if case .lifecycle = content { true } else { false } }

  /// Whether a listener hears it when it gets into a phase.
  fileprivate func isDue(in phase: Listener.Phase) -> Bool {
    phase == .live || policy == .atCreation
  }
}
