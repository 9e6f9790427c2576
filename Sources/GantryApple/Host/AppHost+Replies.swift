// SPDX-License-Identifier: Apache-2.0

internal import GantryCore
internal import GantryEvents
internal import Logging
package import GantrySupport

/// The completion handlers that the system waits for.
struct CompletionHandlers {
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

  /// Invariant: either the sender or the responder passes the answer on, never both.
  private let state = Mutex(State.asking)

  /// Records the answer; true if the sender no longer looks for it.
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
  /// The handler is called on the main thread. If all modules have answered by then, it is called
  /// before this method returns. Otherwise, it is called with the last answer, or at the deadline
  /// without the missing ones.
  ///
  /// - Parameters:
  ///   - make: Makes the event with the reply that modules answer.
  ///   - handler: The completion handler of the system.
  /// - Returns: The reply, which you can end early.
  @discardableResult
  package func ask<E: LifecycleEvent>(
    _ make: (Reply<E.Response>) -> E, handler: @escaping @MainActor (E.Response) -> Void
  ) -> Reply<E.Response> {
    let (answer, reply) = begin(within: options.replyDeadline, make, orLater: handler)
    if let answer { handler(answer) }
    return reply
  }

  /// Asks modules to handle a remote notification; its dictionary is readable meanwhile.
  ///
  /// - Parameters:
  ///   - payload: The notification's dictionary.
  ///   - hasOwn: Whether the app's own delegate has the method as well.
  ///   - handler: Called once, with the merged result.
  @discardableResult
  package func receive(
    _ payload: [AnyHashable: Any], hasOwn: Bool = false,
    _ handler: @escaping @MainActor (BackgroundFetchResult) -> Void
  ) -> Reply<BackgroundFetchResult> {
    let system = SystemReference(payload)
    let (json, access) = (AppHost.json(payload), system.beginAccess())
    return share(
      hasOwn,
      { (reply: Reply<BackgroundFetchResult>) in
        var event = DidReceiveRemoteNotification(payload: json, reply: reply)
        event.system = system
        return event
      },
      handler: { answer in
        handler(answer)
        extendLifetime(access)
      })
  }

  /// Asks modules, along with the method of the app's own delegate.
  ///
  /// - Parameters:
  ///   - hasOwn: Whether the delegate has the method, and so will answer.
  ///   - item: What the system hands over, if the modules are asked only when its window is there.
  ///   - make: Makes the event with the reply that modules answer.
  ///   - handler: The completion handler of the system, called once with all answers merged.
  /// - Returns: The reply, for the delegate's answer.
  @discardableResult
  package func share<E: LifecycleEvent>(
    _ hasOwn: Bool, for item: AskedItem? = nil, _ make: (Reply<E.Response>) -> E,
    handler: @escaping @MainActor (E.Response) -> Void
  ) -> Reply<E.Response> {
    let (answer, reply) = begin(
      within: options.replyDeadline, for: item,
      { (reply: Reply<E.Response>) -> E in
        if hasOwn { reply.expect(.delegate) }
        return make(reply)
      }, orLater: handler)
    if let answer { handler(answer) }
    return reply
  }

  /// Asks in the same way, but returns an immediate answer instead of calling the handler.
  ///
  /// - Parameters:
  ///   - deadline: The longest wait; with nil, the caller retains the reply and ends it.
  ///   - item: What the system hands over, if the modules are asked only when its window is there.
  ///   - make: Makes the event with the reply that modules answer.
  ///   - handler: Called with an answer that comes later.
  func begin<E: LifecycleEvent>(
    within deadline: Duration?, for item: AskedItem? = nil, _ make: (Reply<E.Response>) -> E,
    orLater handler: @escaping @MainActor (E.Response) -> Void
  ) -> (answer: E.Response?, reply: Reply<E.Response>) {
    let number = handlers.keep(handler)
    let outcome = Outcome<E.Response>()
    let reply = Reply<E.Response>(
      E.merge, deadline: deadline, clock: application.clock,
      onWarning: { [logger = application.logger] warning in
        logger.warning("\(warning)", metadata: ["gantry.event": "\(E.self)"])
      },
      // Strong: the system must be answered as long as there is a reply.
      completion: { [self] answer in
        guard outcome.settle(answer) else { return }
        surroundings.onMainByAnyWay { self.handlers.take(number)?(answer) }
      })
    let event = make(reply)
    if let item {
      deliver(asking(event, item.name, reply), to: item.target)
    } else {
      events.send(event, answering: reply)
    }
    let answer = outcome.leave()
    if answer != nil { _ = handlers.take(number) }
    return (answer, reply)
  }

  /// A question to the modules as an item; its reply stays open until they have heard it.
  private func asking<E: LifecycleEvent>(
    _ event: E, _ name: String, _ reply: Reply<E.Response>
  ) -> SystemItem {
    let hold = reply.keepOpen()
    return SystemItem(
      name: name,
      deliver: { [events] in
        events.send(event, answering: reply)
        hold.release()
      },
      refuse: {
        reply.seal()
        hold.release()
      })
  }
}

/// What the system hands over with a completion handler.
package struct AskedItem: Sendable {
  let name: String
  let target: SystemItem.Target
}

extension PerformQuickAction {
  /// Its name in the log.
  var itemName: String { "the quick action '\(type)'" }
}

extension ModuleName {
  /// The name under which the app's own delegate answers.
  package static let delegate: Self = "the delegate"
}
