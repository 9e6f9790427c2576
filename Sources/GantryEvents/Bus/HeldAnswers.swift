// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// Collects the answers of modules that were still launching when the question was asked.
///
/// A module answers when it has launched and heard the event. A module that failed or was skipped
/// gives no answer, because its event is dropped.
package final class HeldAnswers: Sendable {
  private struct Waiter {
    /// The modules to wait for; nil waits for all.
    let names: Set<ModuleName>?
    let isDecided: Promise<Void>
  }

  private struct State {
    var lastNumber = 0
    /// The modules that have not answered, by the number of the ticket.
    var open: [Int: ModuleName] = [:]
    var acceptedBy: ModuleName?
    var waiters: [Int: Waiter] = [:]
    var onLateAcceptance: (@Sendable (ModuleName) -> Void)?
    var access: SystemAccess?

    mutating func number() -> Int {
      lastNumber += 1
      return lastNumber
    }

    func isDecided(_ names: Set<ModuleName>?) -> Bool {
      if acceptedBy != nil { return true }
      guard let names else { return open.isEmpty }
      return !open.values.contains(where: names.contains)
    }

    mutating func takeDecided() -> [Waiter] {
      let decided = waiters.filter { isDecided($0.value.names) }
      for number in decided.keys { waiters[number] = nil }
      return Array(decided.values)
    }
  }

  /// The handlers of a question that run in the background. Each keeps this object alive until it has
  /// returned, or its event was dropped.
  final class Handlers: ReplyHold {
    private let answers: HeldAnswers

    init(_ answers: HeldAnswers) { self.answers = answers }

    deinit { answers.handlersReturned.resolve() }

    func release() {}

    // Nothing ends them early, so they need no task of their own.
    func run(_ name: String, _ body: @escaping @Sendable () async -> Void) async { await body() }

    func cancels(_ task: Task<Void, Never>, of name: String) {}
  }

  /// Resolved when the handlers that run in the background have returned. A module that has not
  /// launched is not waited for.
  package let handlersReturned = Promise<Void>()

  // Invariant: a waiter whose question is decided is not kept.
  private let state = Mutex(State())

  init() {}

  /// The modules that have not answered.
  package var open: Set<ModuleName> { state.withLock { Set($0.open.values) } }

  /// The module that answered yes; nil while there is none.
  package var acceptedBy: ModuleName? { state.withLock(\.acceptedBy) }

  /// Returns when one module has answered yes, when all have answered, or when the calling task is
  /// cancelled.
  ///
  /// - Parameter names: The modules to wait for; nil waits for all.
  package func wait(for names: Set<ModuleName>? = nil) async {
    let isDecided = Promise<Void>()
    let number = state.withLock { state -> Int? in
      guard !state.isDecided(names) else { return nil }
      let number = state.number()
      state.waiters[number] = Waiter(names: names, isDecided: isDecided)
      return number
    }
    guard let number else { return }
    await isDecided.value {
      state.withLock { $0.waiters[number] = nil }
      isDecided.resolve()
    }
  }

  /// Keeps an object of the system readable until all modules have heard the question, or never will.
  package func keep(_ access: SystemAccess?) { state.withLock { $0.access = access } }

  /// Records that the question was decided without the modules that have not answered.
  ///
  /// - Parameter tell: Called with each module that answers yes after all, in that module's
  ///   context.
  package func proceed(onLateAcceptance tell: @escaping @Sendable (ModuleName) -> Void) {
    let former = state.withLock { state in
      return exchange(&state.onLateAcceptance, with: tell)
    }
    extendLifetime(former)
  }

  /// Creates the closure that receives one module's answer; if it is released unused, there is no
  /// answer.
  func ask(_ name: ModuleName) -> @Sendable (Bool?) -> Void {
    let number = state.withLock { state in
      let number = state.number()
      state.open[number] = name
      return number
    }
    let ticket = Ticket(answers: self, number: number)
    return { ticket.answers.settle(ticket.number, $0) }
  }

  private func settle(_ number: Int, _ answer: Bool?) {
    let (waiters, late) = state.withLock { state -> ([Waiter], (() -> Void)?) in
      guard let name = state.open.removeValue(forKey: number) else { return ([], nil) }
      var late: (() -> Void)?
      if answer == true {
        if let tell = state.onLateAcceptance { late = { tell(name) } }
        state.acceptedBy = state.acceptedBy ?? name
      }
      return (state.takeDecided(), late)
    }
    waiters.forEach { $0.isDecided.resolve() }
    late?()
  }

  /// Ends with the held event, however that ends.
  private final class Ticket: Sendable {
    let answers: HeldAnswers
    let number: Int

    init(answers: HeldAnswers, number: Int) {
      self.answers = answers
      self.number = number
    }

    deinit { answers.settle(number, nil) }
  }
}
