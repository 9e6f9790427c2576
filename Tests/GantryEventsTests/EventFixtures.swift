// SPDX-License-Identifier: Apache-2.0

import GantryEvents
import Synchronization

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

struct InTurn: Event {
  var number = 0
  static var delivery: EventDelivery { .ordered }
}

struct Oops: Error {}

/// What happened, in order, from any thread.
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
  /// A listener that is live at once.
  @MainActor
  func join(_ name: ModuleName, order: Int = 0, _ handlers: EventHandler...) {
    declare(name, order: order, handlers: handlers.map(\.declaration))
    attach(name, handlers)
    activate(name)
  }
}
