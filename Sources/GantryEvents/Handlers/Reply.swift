// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// A completion handler that several listeners answer and that is called exactly once.
///
/// The sender puts it into an event. A listener that wants to answer calls ``expect(_:)`` while the
/// event is delivered, and ``answer(_:from:)`` later. Once the event is delivered, the sender calls
/// ``seal()``. From then on, the last answer or the deadline completes the call.
///
/// A module's `async` handler needs no ``expect(_:)``: the application waits until it has run,
/// within the deadline. Work that outlives the handler does need it, called in the handler.
public final class Reply<Answer: Sendable>: Sendable {
  private struct State {
    var expected: [ModuleName] = []
    var answers: [ModuleName: Answer] = [:]
    /// Answers that handlers returned while the event was delivered.
    var returned: [(answer: Answer, listener: ModuleName)] = []
    /// The position of each listener in the order of delivery.
    var positions: [ModuleName: Int] = [:]
    /// Whether the sender has finished asking.
    var isSealing = false
    /// Whether no other listener can be expected.
    var isSealed = false
    /// The number of holds that keep the reply open, besides the sender.
    var holds = 0
    var isComplete = false
    /// Whether its time is up.
    var isExpired = false
    /// The handlers that run, and what listeners do when the time is up.
    var running: [Int: Handler] = [:]
    /// Whether handlers that have not returned are cancelled.
    var isCancelled = false
    var onExpiration: [@Sendable () -> Void] = []
    var lastNumber = 0
    var timer: Task<Void, Never>?

    /// All answers in the order of delivery, which is launch order; answers expected earlier come
    /// first, answers of listeners that the event was not delivered to come last.
    var inOrder: [Answer] {
      let later = expected.compactMap { name in answers[name].map { (answer: $0, listener: name) } }
      let placed = (returned + later).enumerated().map { number, given in
        (position: positions[given.listener] ?? .max, number: number, answer: given.answer)
      }
      return placed.sorted { ($0.position, $0.number) < ($1.position, $1.number) }.map(\.answer)
    }
  }

  /// A handler that runs, with its module's name.
  private struct Handler {
    let name: String
    let task: Task<Void, Never>
  }

  /// What is left to do once a reply is complete.
  private typealias Outcome = (
    answers: [Answer], missing: [ModuleName], timer: Task<Void, Never>?,
    onExpiration: [@Sendable () -> Void]
  )

  // Invariant: the completion is called only by the caller that turns `isComplete` on.
  private let state = Mutex(State())
  private let rule: MergeRule<Answer>
  private let onWarning: @Sendable (ReplyWarning) -> Void
  private let completion: @Sendable (Answer) -> Void

  /// Creates a reply whose deadline runs from now.
  ///
  /// - Parameters:
  ///   - rule: How several answers become one, and the answer when no listener gives one.
  ///   - deadline: The longest wait for answers; nil for a reply that only ``expire()`` ends early.
  ///   - clock: The clock that measures the deadline.
  ///   - completion: Called exactly once with the merged answer.
  public convenience init(
    _ rule: MergeRule<Answer>, deadline: Duration?, clock: any Clock<Duration> = ContinuousClock(),
    completion: @escaping @Sendable (Answer) -> Void
  ) {
    self.init(
      rule, deadline: deadline, clock: clock, onWarning: { _ in }, completion: completion)
  }

  /// Creates a reply that reports duplicate, late and missing answers.
  package init(
    _ rule: MergeRule<Answer>, deadline: Duration?, clock: any Clock<Duration> = ContinuousClock(),
    onWarning: @escaping @Sendable (ReplyWarning) -> Void,
    completion: @escaping @Sendable (Answer) -> Void
  ) {
    self.rule = rule
    self.onWarning = onWarning
    self.completion = completion
    guard let deadline else { return }
    // Owned by the reply's state and cancelled when the call is complete; it keeps the reply
    // alive until then, since the caller must be answered.
    let timer = Task.detached {
      guard (try? await clock.wait(for: deadline)) != nil else { return }
      self.expire()
    }
    let isComplete = state.withLock { state in
      state.timer = timer
      return state.isComplete
    }
    if isComplete { timer.cancel() }
  }

  /// Announces that a listener will answer; an answer before ``seal()`` counts even without it.
  ///
  /// - Parameter listener: The listener that will answer.
  public func expect(_ listener: ModuleName) {
    state.withLock { state in
      guard !state.isSealed, !state.expected.contains(listener) else { return }
      state.expected.append(listener)
    }
  }

  /// Gives a listener's answer.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - listener: The listener that answers.
  public func answer(_ answer: Answer, from listener: ModuleName) {
    let warning = state.withLock { state -> ReplyWarning? in
      if state.answers[listener] != nil { return .answeredTwice(by: listener) }
      guard !state.isComplete, state.expected.contains(listener) || !state.isSealed else {
        let isLate = state.isComplete && state.isExpired
        return isLate ? .answeredLate(by: listener) : .notExpected(from: listener)
      }
      if !state.expected.contains(listener) { state.expected.append(listener) }
      state.answers[listener] = answer
      return nil
    }
    if let warning { return onWarning(warning) }
    completeIfAnswered()
  }

  /// Ends the time in which listeners can announce answers; the reply completes when all have
  /// answered.
  public func seal() { close { $0.isSealing = true } }

  /// Keeps the reply open for listeners to come. The last of its holds seals it, or ``seal()`` if
  /// that comes later.
  package func keepOpen() -> Hold {
    let number = state.withLock { state in
      state.holds += 1
      state.lastNumber += 1
      return state.lastNumber
    }
    return Hold(reply: self, number: number)
  }

  /// Sets the order in which listeners hear the event and their answers are merged.
  func rank(_ listeners: [ModuleName]) {
    state.withLock { state in
      let names = state.expected + listeners
      state.positions = Dictionary(zip(names, names.indices)) { first, _ in first }
    }
  }

  /// Takes an answer that a handler has returned while the event is delivered.
  func note(_ answer: Answer, from listener: ModuleName) {
    let isLate = state.withLock { state in
      if !state.isComplete { state.returned.append((answer, listener)) }
      return state.isComplete
    }
    if isLate { onWarning(.answeredLate(by: listener)) }
  }

  private func close(_ change: (inout State) -> Void) {
    state.withLock { state in
      change(&state)
      if state.isSealing, state.holds == 0 { state.isSealed = true }
    }
    completeIfAnswered()
  }

  /// Keeps a reply open until it is released or goes away.
  package final class Hold: ReplyHold {
    private let reply: Reply
    private let number: Int
    private let isReleased = Atomic(false)

    init(reply: Reply, number: Int) {
      self.reply = reply
      self.number = number
    }

    deinit { release() }

    /// Releases the reply; a second call does nothing.
    package func release() {
      guard !isReleased.exchange(true, ordering: .relaxed) else { return }
      let number = number
      let handler = reply.state.withLock { $0.running.removeValue(forKey: number) }
      extendLifetime(handler)
      reply.close { $0.holds -= 1 }
    }

    func cancels(_ task: Task<Void, Never>, of name: String) {
      let number = number
      let handler = Handler(name: name, task: task)
      let isCancelled = reply.state.withLock { state in
        // It may have ended already.
        guard !isReleased.load(ordering: .relaxed) else { return false }
        state.running[number] = handler
        return state.isCancelled
      }
      if isCancelled { reply.cancel([handler]) }
    }
  }

  /// Completes now, without the listeners that have not answered, as the deadline does.
  ///
  /// Closures of ``onExpiration(_:)`` are called before, and may still answer.
  public func expire() { expire(cancelling: false) }

  /// Completes now, and cancels the handlers that have not returned.
  ///
  /// - Parameter cancels: Whether to cancel the handlers' tasks.
  package func expire(cancelling cancels: Bool) {
    let (running, bodies) = state.withLock {
      state -> ([Handler], [@Sendable () -> Void]) in
      guard !state.isComplete, !state.isExpired else { return ([], []) }
      state.isExpired = true
      state.isCancelled = cancels
      let running = state.running.sorted { $0.key < $1.key }.map(\.value)
      return (running, exchange(&state.onExpiration, with: []))
    }
    if cancels, !running.isEmpty { cancel(running) }
    for body in bodies { body() }
    complete { $0.isExpired }
  }

  private func cancel(_ handlers: [Handler]) {
    // First the line, since a handler that is cancelled may complete the reply.
    onWarning(.cancelled(handlers.map(\.name)))
    for handler in handlers { handler.task.cancel() }
  }

  /// Calls a closure if the time is up before all listeners have answered; at once if it is by now.
  ///
  /// A module whose work isn't the `async` handler itself ends that work here. It can still answer
  /// in the closure.
  ///
  /// - Parameter body: Called at most once, on any thread; released when the reply is complete.
  public func onExpiration(_ body: @escaping @Sendable () -> Void) {
    let isExpired = state.withLock { state in
      if !state.isComplete, !state.isExpired { state.onExpiration.append(body) }
      return state.isExpired
    }
    if isExpired { body() }
  }

  /// Whether the time was up before all listeners had answered.
  package var isExpired: Bool { state.withLock(\.isExpired) }

  private func completeIfAnswered() {
    complete { $0.isSealed && $0.answers.count == $0.expected.count }
  }

  private func complete(if isDue: (inout State) -> Bool) {
    let outcome = state.withLock { state -> Outcome? in
      guard !state.isComplete, isDue(&state) else { return nil }
      state.isComplete = true
      state.isSealed = true
      let missing = state.expected.filter { state.answers[$0] == nil }
      let bodies = exchange(&state.onExpiration, with: [])
      return (state.inOrder, missing, state.timer, bodies)
    }
    guard let (answers, missing, timer, bodies) = outcome else { return }
    extendLifetime(bodies)
    timer?.cancel()
    if !missing.isEmpty { onWarning(.missing(from: missing)) }
    // Without the lock, since a rule is code of the app.
    completion(answers.dropFirst().reduce(answers.first ?? rule.unanswered, rule.combine))
  }
}

/// Something that lasts until a handler in the background has run, such as an open reply.
protocol ReplyHold: AnyObject, Sendable {
  /// Records that the handler has run; a second call does nothing.
  func release()

  /// Runs the handler, so that it can be cancelled alone.
  ///
  /// - Parameter name: The handler with its module, as `Orders.sync`.
  func run(_ name: String, _ body: @escaping @Sendable () async -> Void) async

  /// Cancels the task of the handler when the handler is to end.
  ///
  /// - Parameter name: The handler with its module, as `Orders.sync`.
  func cancels(_ task: Task<Void, Never>, of name: String)
}

extension ReplyHold {
  func run(_ name: String, _ body: @escaping @Sendable () async -> Void) async {
    // It has the priority and the task-local values of its caller, which waits for it.
    let task = Task { await body() }
    cancels(task, of: name)
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }
}

/// A problem with the answers to a ``Reply``; the caller gets an answer nevertheless.
package enum ReplyWarning: Hashable, Sendable, CustomStringConvertible {
  /// A listener answered twice; the first answer counts.
  case answeredTwice(by: ModuleName)
  /// A listener answered after the deadline; the answer is ignored.
  case answeredLate(by: ModuleName)
  /// A listener answered unannounced, after all listeners had been asked. The answer is ignored.
  case notExpected(from: ModuleName)
  /// These listeners, by name, had not answered at the deadline; the other answers were merged.
  case missing(from: [ModuleName])
  /// The system said that its time is up, which cancelled these handlers.
  case cancelled([String])

  /// The listener, and the problem with its answer.
  package var description: String {
    switch self {
    case .answeredTwice(let name): "\(name) answered a second time, which was ignored"
    case .answeredLate(let name): "\(name) answered after the deadline, which was ignored"
    case .notExpected(let name):
      "\(name) answered after every listener had been asked, which was ignored; "
        + "call reply.expect(context.name) while it handles the event"
    case .missing(let names):
      "no answer before the deadline from \(names.map(\.rawValue).joined(separator: ", "))"
    case .cancelled(let handlers):
      "the time that the system gives is up: \(Wording.list(handlers, "and")) "
        + (handlers.count == 1 ? "was cancelled" : "were cancelled")
    }
  }
}
