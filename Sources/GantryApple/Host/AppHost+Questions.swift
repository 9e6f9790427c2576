// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import GantryCore
internal import GantryEvents
internal import GantrySupport
internal import Logging

/// The modules' answer to whether the app may terminate, and whether the system waits for it.
@MainActor
private final class EndOfApp {
  var answer: Bool?
  var isLater = false
}

extension AppHost {
  /// The app's answer when it is asked to terminate.
  package enum Termination: Sendable, Hashable {
    case now
    case never
    /// The handler gets the answer later.
    case later
  }

  /// The orientations that all modules allow.
  ///
  /// - Returns: Nil if no module answers, or if they have none in common; an empty answer would
  ///   crash the app.
  package func orientations(in scene: SceneID?) -> InterfaceOrientations? {
    guard events.isHandled(SupportedOrientations.self) else { return nil }
    let allowed = events.send(SupportedOrientations(scene: scene))
    return allowed.isEmpty ? nil : allowed
  }

  /// Asks a question for which one module should have the answer: the first that is not nil.
  ///
  /// A debug build warns of a second answer, which is ignored.
  ///
  /// - Parameters:
  ///   - event: The question.
  ///   - subject: What it is about, for the warning.
  func one<EventType: LifecycleEvent, Answer>(
    _ event: EventType, about subject: String
  ) -> Answer? where EventType.Response == Answer? {
    #if DEBUG
      let (answer, given) = events.sendCounting(event)
      let modules = given.filter { $0.answer != nil }.map(\.listener.rawValue)
      if modules.count > 1 {
        let ignored = Wording.list(Array(modules.dropFirst()), "and")
        warn(
          """
          \(modules[0]) and \(ignored) answer \(EventType.self) for \(subject), and the answer of \
          \(modules[0]) counts. Let the others return nil.
          """)
      }
      return answer
    #else
      return events.send(event)
    #endif
  }

  /// The same for a question that can't wait for modules that are still launching.
  ///
  /// - Parameter advice: What gives the answer without them.
  func oneNow<EventType: LifecycleEvent, Answer>(
    _ event: EventType, about subject: String, otherwise advice: String
  ) -> Answer? where EventType.Response == Answer? {
    let answer = one(event, about: subject)
    if answer == nil, isHeld(EventType.self) {
      warn(
        "modules that hear \(EventType.self) are still launching, too late for \(subject). \(advice)"
      )
    }
    return answer
  }

  /// Asks modules to perform a quick action; the handler gets whether one did.
  @discardableResult
  package func perform(
    _ action: PerformQuickAction, hasOwn: Bool = false,
    _ handler: @escaping @MainActor (Bool) -> Void
  ) -> Reply<Bool> {
    let item = AskedItem(name: action.itemName, target: .init(scene: action.scene))
    let access = action.system.beginAccess()
    return share(hasOwn, for: item, { action.answering($0) }) { answer in
      handler(answer)
      extendLifetime(access)
    }
  }

  /// Asks whether the app may terminate; an answer that takes time goes to the handler.
  ///
  /// If the app is told to terminate in a task or in a block of the main queue, no module can
  /// answer later. The answers known by then count.
  ///
  /// - Parameter handler: Called once if the answer is `.later`.
  package func shouldTerminate(_ handler: @escaping @MainActor (Bool) -> Void) -> Termination {
    let end = EndOfApp()
    let (answer, reply) = begin(
      within: options.replyDeadline, { ShouldTerminate(reply: $0) }
    ) { answer in
      if end.isLater { handler(answer) } else { end.answer = answer }
    }
    if let answer { return answer ? .now : .never }
    // Checked only here, since the check serves the main queue, on which modules may answer
    // meanwhile.
    if !servesMain(), end.answer == nil {
      application.logger.error(
        """
        the app does not wait for modules that answer later whether it may end: terminate(_:) was \
        called in a task or in a block of the main queue, which occupies the main actor. Call it \
        in RunLoop.main.perform { … }
        """)
      reply.expire()
    }
    if let answer = end.answer { return answer ? .now : .never }
    end.isLater = true
    return .later
  }

  /// Handles the end of a background session's work; the handler is called when its module is done.
  ///
  /// A second call for the same session calls the first handler.
  @discardableResult
  package func handleBackgroundURLSession(
    _ identifier: String, hasOwn: Bool = false, handler: @escaping @MainActor () -> Void
  ) -> Reply<Void> {
    sessions.removeValue(forKey: identifier)?.reply?.expire()
    let reply = share(
      hasOwn, { HandleBackgroundURLSession(identifier: identifier, reply: $0) },
      handler: { handler() })
    sessions[identifier] = OpenSession(reply: reply)
    return reply
  }

  /// The key of the modules' state in the system's coder.
  package nonisolated static var stateKey: String { "gantry.state" }

  /// The saved state of all modules, as data; nil if there is none.
  package func savedState() -> Data? {
    let state = events.send(SaveState())
    return state.modules.isEmpty ? nil : try? JSONEncoder().encode(state)
  }

  /// Restores the modules' saved state; unreadable data is skipped with a warning.
  package func restoreState(_ data: Data) {
    do {
      let state = try JSONDecoder().decode(SavedState.self, from: data)
      events.send(RestoreState(state: state))
    } catch {
      warn("the saved state of the app cannot be read: \(error)")
    }
  }

  /// A dictionary of the system as JSON, without the values that JSON cannot represent.
  package nonisolated static func json(_ dictionary: [AnyHashable: Any]) -> Data {
    let pairs = dictionary.compactMap { key, value -> (String, Any)? in
      guard let key = key as? String, JSONSerialization.isValidJSONObject([value]) else {
        return nil
      }
      return (key, value)
    }
    let object = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    return (try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])) ?? Data()
  }
}
