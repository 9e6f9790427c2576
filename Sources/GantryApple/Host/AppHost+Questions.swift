// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import Gantry
internal import GantryText
internal import Logging

/// The modules' answer to whether the app may end, and whether the system waits for it.
@MainActor
private final class EndOfApp {
  var answer: Bool?
  var isLater = false
}

extension AppHost {
  /// The app's answer when it is asked to end.
  package enum Termination: Sendable, Hashable {
    case now
    case never
    /// It says so by the handler.
    case later
  }

  /// The orientations that all modules allow.
  ///
  /// - Returns: Nil where no module says anything, and where there is none that all allow: an empty
  ///   answer would end the app.
  package func orientations(in scene: SceneID?) -> InterfaceOrientations? {
    guard events.isHandled(SupportedOrientations.self) else { return nil }
    let allowed = events.send(SupportedOrientations(scene: scene))
    return allowed.isEmpty ? nil : allowed
  }

  /// Has modules perform a quick action; the handler is told whether one has.
  @discardableResult
  package func perform(
    _ action: PerformQuickAction, hasOwn: Bool = false,
    _ handler: @escaping @MainActor (Bool) -> Void
  ) -> Reply<Bool> { share(hasOwn, { _ in action }, handler: handler) }

  /// Asks whether the app may end; a veto that takes time is given by the handler.
  ///
  /// Where no module could give one any more, since the app was told to end in a task or in a block of the
  /// main queue, the answers that are known then count.
  ///
  /// - Parameter handler: Told once where the answer is `.later`.
  package func shouldTerminate(_ handler: @escaping @MainActor (Bool) -> Void) -> Termination {
    let end = EndOfApp()
    let (answer, reply) = begin({ ShouldTerminate(reply: $0) }) { answer in
      if end.isLater { handler(answer) } else { end.answer = answer }
    }
    if let answer { return answer ? .now : .never }
    // Asked only here, since it serves the main queue, by which modules may answer meanwhile.
    if !servesMain(), end.answer == nil {
      application.logger.error(
        """
        the app does not wait for modules that answer later whether it may end: it was told to end in a \
        task or in a block of the main queue, which keeps the main actor. Call terminate(_:) by \
        RunLoop.main.perform { … }
        """)
      reply.expire()
    }
    if let answer = end.answer { return answer ? .now : .never }
    end.isLater = true
    return .later
  }

  /// Work of a background session has ended: its handler is called when the session's module is done.
  ///
  /// A second handler for the same session calls the first.
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

  /// The key of the modules' state, among the app's own.
  package nonisolated static var stateKey: String { "gantry.state" }

  /// The saved state of all modules, as data to keep; nil where there is none.
  package func savedState() -> Data? {
    let state = events.send(SaveState())
    return state.modules.isEmpty ? nil : try? JSONEncoder().encode(state)
  }

  /// Gives modules their saved state; data that cannot be read is passed over with a warning.
  package func restoreState(_ data: Data) {
    do {
      let state = try JSONDecoder().decode(SavedState.self, from: data)
      events.send(RestoreState(state: state))
    } catch {
      warn("the saved state of the app cannot be read: \(error)")
    }
  }

  /// A dictionary of the system as JSON; values without JSON are left out.
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
