// SPDX-License-Identifier: Apache-2.0

package import Gantry
internal import Logging
internal import Synchronization

/// The completion handlers that the system waits for.
struct HandlerBook {
  private var handlers: [Int: @MainActor (any Sendable) -> Void] = [:]
  private var lastNumber = 0

  mutating func keep<Answer: Sendable>(_ handler: @escaping @MainActor (Answer) -> Void) -> Int {
    lastNumber += 1
    handlers[lastNumber] = { answer in if let answer = answer as? Answer { handler(answer) } }
    return lastNumber
  }

  mutating func take(_ number: Int) -> (@MainActor (any Sendable) -> Void)? {
    handlers.removeValue(forKey: number)
  }

  var isEmpty: Bool { handlers.isEmpty }
}

/// The answer of a reply on its way to the handler.
private final class Outcome<Answer: Sendable>: Sendable {
  private enum State {
    case asking
    case waiting
    case answered(Answer)
  }

  /// Invariant: an answer is handed on by the sender, or by whoever gives it, never by both.
  private let state = Mutex(State.asking)

  /// Takes the answer; true where the sender no longer looks for it.
  func settle(_ answer: Answer) -> Bool {
    state.withLock { state in
      if case .waiting = state { return true }
      state = .answered(answer)
      return false
    }
  }

  /// The answer, if it came while the event was sent.
  func leave() -> Answer? {
    state.withLock { state in
      if case .answered(let answer) = state { return answer }
      state = .waiting
      return nil
    }
  }
}

extension AppHost {
  /// Asks modules on behalf of the system, and calls its completion handler once.
  ///
  /// It is called on the main thread: before this returns, where all have answered by then; else with
  /// the last answer, or at the deadline without those that are missing.
  ///
  /// - Parameters:
  ///   - make: Makes the event with the reply that modules answer.
  ///   - handler: The completion handler of the system.
  /// - Returns: The reply, to end it early.
  @discardableResult
  package func ask<E: LifecycleEvent>(
    _ make: (Reply<E.Response>) -> E, handler: @escaping @MainActor (E.Response) -> Void
  ) -> Reply<E.Response> {
    let (answer, reply) = begin(make, orLater: handler)
    if let answer { handler(answer) }
    return reply
  }

  /// Asks modules and, beside them, the method of a delegate that is not the host's.
  ///
  /// - Parameters:
  ///   - hasOwn: Whether the delegate has the method, and so will answer.
  ///   - make: Makes the event with the reply that modules answer.
  ///   - handler: The completion handler of the system: called once, with all answers merged.
  /// - Returns: The reply, for the delegate's answer.
  @discardableResult
  package func share<E: LifecycleEvent>(
    _ hasOwn: Bool, _ make: (Reply<E.Response>) -> E,
    handler: @escaping @MainActor (E.Response) -> Void
  ) -> Reply<E.Response> {
    ask(
      { (reply: Reply<E.Response>) -> E in
        if hasOwn { reply.expect(.delegate) }
        return make(reply)
      }, handler: handler)
  }

  /// Asks the same, and gives an answer that is there at once to the caller in place of the handler.
  ///
  /// - Parameters:
  ///   - deadline: The longest wait; that of the options where it is nil.
  ///   - make: Makes the event with the reply that modules answer.
  ///   - handler: Called with an answer that comes later.
  func begin<E: LifecycleEvent>(
    within deadline: Duration? = nil, _ make: (Reply<E.Response>) -> E,
    orLater handler: @escaping @MainActor (E.Response) -> Void
  ) -> (answer: E.Response?, reply: Reply<E.Response>) {
    let number = handlers.keep(handler)
    let outcome = Outcome<E.Response>()
    let reply = Reply<E.Response>(
      E.merge, deadline: deadline ?? options.replyDeadline, clock: application.clock,
      onWarning: { [logger = application.logger] warning in
        logger.warning("\(warning)", metadata: ["gantry.event": "\(E.self)"])
      },
      // Strong: the system must be answered as long as there is a reply.
      completion: { [self] answer in
        guard outcome.settle(answer) else { return }
        surroundings.onMainByAnyWay { self.handlers.take(number)?(answer) }
      })
    events.send(make(reply), answering: reply)
    let answer = outcome.leave()
    if answer != nil { _ = handlers.take(number) }
    return (answer, reply)
  }
}

extension ModuleName {
  /// The name by which a delegate that is not the host's answers.
  package static let delegate: Self = "the delegate"
}
