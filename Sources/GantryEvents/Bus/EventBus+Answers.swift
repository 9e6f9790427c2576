// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

extension EventBus {
  /// Asks every listener a question: some now, the others once they have launched.
  ///
  /// - Parameter event: The question.
  /// - Returns: The merged answer of the launched listeners, and the answers still to come.
  @MainActor
  package func ask<E: LifecycleEvent>(
    _ event: E
  ) -> (answer: Bool, later: HeldAnswers) where E.Response == Bool {
    let (slot, later) = (slot(for: E.self), HeldAnswers())
    let handlers = HeldAnswers.Handlers(later)
    let answer = send(
      event, slot,
      Answers(later: { $1 ? later.ask($0) : nil }, keep: { [weak handlers] in handlers }))
    extendLifetime(handlers)
    return (answer ?? slot.rule.unanswered, later)
  }

  /// Sends an event that gathers its answers in a reply, and seals the reply.
  ///
  /// A handler that returns an answer has answered. The reply stays open for each handler that runs
  /// later, until it has run or its event was dropped. These are `async` handlers, and handlers of
  /// listeners that have not launched. The reply doesn't stay open for `.latest` events.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - reply: Where the answers go.
  /// - Returns: Whether any listener hears the event, now or once it has launched.
  @MainActor
  @discardableResult
  package func send<E: LifecycleEvent>(_ event: E, answering reply: Reply<E.Response>) -> Bool {
    let later: Answers<E.Response>.Later = { name, _ in
      let hold = reply.keepOpen()
      return { answer in
        if let answer { reply.answer(answer, from: name) }
        hold.release()
      }
    }
    let waits = E.whileLaunching != .latest
    let slot = slot(for: E.self)
    let heard = slot.details.filter { event.isFor($0.tasks) }
    reply.rank(heard.map(\.record.listenerName))
    send(
      event, slot, Answers(later: waits ? later : nil, note: reply.note, keep: reply.keepOpen))
    reply.seal()
    return !heard.isEmpty
  }

  /// Sends an event for which no answer is awaited, and lists its asynchronous handlers while they
  /// run. Those of a module that is still launching are listed when they begin.
  @MainActor
  package func send<EventType: LifecycleEvent>(
    _ event: EventType, listing handlers: RunningHandlers
  ) {
    send(event, slot(for: EventType.self), Answers(keep: { handlers.hold() }))
  }

  /// Sends an event, and returns each answer with its listener besides the merged one.
  @MainActor
  package func sendCounting<EventType: LifecycleEvent>(
    _ event: EventType
  ) -> (answer: EventType.Response, given: [(answer: EventType.Response, listener: ModuleName)]) {
    let slot = slot(for: EventType.self)
    var given: [(answer: EventType.Response, listener: ModuleName)] = []
    let answer = send(event, slot, Answers(note: { given.append((answer: $0, listener: $1)) }))
    return (answer ?? slot.rule.unanswered, given)
  }

  /// The destinations of answers that are not merged at once.
  struct Answers<Response: Sendable> {
    /// Returns the receiver for the answer of a listener that an event is held for, given its name
    /// and whether any of its handlers answers. With nil, the rule answers for the listener.
    typealias Later = (ModuleName, Bool) -> (@Sendable (Response?) -> Void)?

    var later: Later?
    /// Called with each answer and the listener that gave it.
    var note: ((Response, ModuleName) -> Void)?
    /// Keeps the reply open for a handler that runs in the background.
    var keep: (@Sendable () -> (any ReplyHold)?)?
  }
}
