// SPDX-License-Identifier: Apache-2.0

import GantryEvents
import GantrySupport

struct Woke: LifecycleEvent {
  var number = 0
}

struct MayQuit: LifecycleEvent {
  static var merge: MergeRule<Bool> {
    MergeRule("all", unanswered: true, held: false) { $0 && $1 }
  }
  static var whileLaunching: LaunchingPolicy { .hold }
}

struct Opened: LifecycleEvent {
  static var merge: MergeRule<Int> {
    MergeRule("first", unanswered: -1, stopsAtFirst: true) { first, _ in first }
  }
}

struct WillFinish: LifecycleEvent {
  static var whileLaunching: LaunchingPolicy { .atCreation }
}

struct Placed: Event {
  var number = 0
}

struct Changed: Event {
  var number = 0
  static var whileLaunching: LaunchingPolicy { .latest }
}

struct Early: Event {
  static var whileLaunching: LaunchingPolicy { .atCreation }
}

struct Oops: Error {}

/// Records lines in order, from any thread.
final class Log: Sendable {
  private let state = Mutex<[String]>([])
  var lines: [String] { state.withLock(\.self) }
  func add(_ line: String) { state.withLock { $0.append(line) } }
}

/// A gate that a handler waits at until the test opens it.
final class Gate: Sendable {
  private let stream = AsyncStream<Void>.makeStream()
  func open() { stream.continuation.finish() }
  func pass() async { for await _ in stream.stream {} }
}

extension EventBus {
  /// A listener that is live immediately.
  @MainActor
  func join(_ name: ModuleName, order: Int = 0, _ handlers: EventHandler...) {
    declare(name, order: order, handlers: handlers.map(\.declaration))
    attach(name, handlers)
    activate(name)
  }
}

extension EventHandler {
  /// A handler of a lifecycle event that runs off the main actor, through the mailbox.
  static func background<E: LifecycleEvent>(
    _ event: E.Type, name: String, options: HandlerOptions = HandlerOptions(),
    _ body: @escaping @concurrent @Sendable (E) async throws -> Void
  ) -> Self {
    background(
      HandlerDeclaration(E.self, name: name, options: options),
      erased: { @concurrent event in
        if let event = event as? E { try await body(event) }
      })
  }

  /// A handler that runs on the main actor and is watched while it runs.
  static func main<E: Event>(
    _ event: E.Type, name: String, options: HandlerOptions = HandlerOptions(),
    site: DeclarationSite? = nil, _ body: @escaping @MainActor @Sendable (E) throws -> Void
  ) -> Self {
    mailedToMain(
      HandlerDeclaration(E.self, name: name, options: options, site: site),
      erased: { event in
        if let event = event as? E { try body(event) }
      })
  }
}
