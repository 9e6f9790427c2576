// SPDX-License-Identifier: Apache-2.0

/// The identifier of one run of an application, unique within the process.
///
/// Each change that a run makes to the tables of events, routes and services carries it, so that
/// what is late changes nothing in a later run.
package struct RunID: Hashable, Sendable {
  private static let last = Atomic<UInt64>(0)

  private let number: UInt64

  /// Returns an identifier that no other caller gets.
  package static func next() -> RunID {
    RunID(number: last.wrappingAdd(1, ordering: .relaxed).newValue)
  }
}

/// The code of an application that the current task runs, or was started by.
///
/// A stop waits for this code. Called from within it, `stop()` would deadlock, so it returns at once.
/// A task that outlives the code in which it began is an ordinary caller.
package final class Inside: Sendable {
  /// The innermost code that the current task belongs to.
  @TaskLocal package static var current: Inside?

  /// The kinds of code.
  package enum Kind: Sendable, Equatable {
    /// The body of a node of the launch, in one of its attempts.
    case node(Int, attempt: Int32)
    /// A handler of a module, or of a subscription, that a mailbox serves.
    case handler(module: ModuleName?)
    /// Long-running work of a module.
    case work(module: ModuleName, function: String)
    /// The shutdown of a module.
    case shutdown(module: ModuleName)
  }

  package let kind: Kind
  /// The event bus of the application, which stands for it.
  private let application: ObjectIdentifier
  private let outer: Inside?
  private let isOver = Atomic(false)

  private init(_ kind: Kind, _ application: ObjectIdentifier) {
    self.kind = kind
    self.application = application
    outer = Self.current
  }

  /// Runs code, and marks everything in it with its kind.
  ///
  /// - Parameters:
  ///   - kind: The kind of code.
  ///   - application: The event bus of the application.
  ///   - body: The code.
  package static func run<R>(
    _ kind: Kind, of application: ObjectIdentifier, _ body: () async throws -> R
  ) async rethrows -> R {
    let inside = Inside(kind, application)
    defer { inside.isOver.store(true, ordering: .releasing) }
    return try await $current.withValue(inside, operation: body)
  }

  /// Runs code of the main actor without leaving it, and marks everything in it with its kind.
  ///
  /// - Parameters:
  ///   - kind: The kind of code.
  ///   - application: The event bus of the application.
  ///   - body: The code.
  @MainActor
  package static func runOnMain(
    _ kind: Kind, of application: ObjectIdentifier, _ body: @MainActor () async -> Void
  ) async {
    let inside = Inside(kind, application)
    defer { inside.isOver.store(true, ordering: .releasing) }
    // With the closure itself as the operation, the task would leave the actor and come back.
    await $current.withValue(inside) { @MainActor in await body() }
  }

  /// The code of an application that the current task belongs to and that is not over, from the
  /// inside outward.
  ///
  /// - Parameter application: The event bus of the application.
  package static func all(of application: ObjectIdentifier) -> [Kind] {
    var kinds: [Kind] = []
    var next = current
    while let inside = next {
      if inside.application == application, !inside.isOver.load(ordering: .acquiring) {
        kinds.append(inside.kind)
      }
      next = inside.outer
    }
    return kinds
  }
}
