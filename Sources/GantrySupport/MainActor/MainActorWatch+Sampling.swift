// SPDX-License-Identifier: Apache-2.0

internal import Dispatch

extension MainActorWatch {
  /// Takes one sample, as the queue does.
  package func sample() { sample(at: now()) }

  /// Takes one sample at a given time, which must not be before that of the last sample.
  ///
  /// - Parameter now: The time of the sample, as ``now`` returns it.
  package func sample(at now: Duration) {
    guard let threshold else { return }
    let (chain, found, step, waiting) = state.withLock { state in
      state.look(current.load(ordering: .acquiring))
      return (
        state.chain, state.held.see(state.chain, at: now, over: threshold),
        state.answer.see(isHeld: !state.chain.isEmpty, at: now, over: threshold),
        state.answer.waiting
      )
    }
    if let found { report(chain.prefix(found.count), found.duration) }
    switch step {
    case .none: break
    case .ask: ask()
    case .report(let duration):
      let tasks = waiting.sorted().compactMap(code)
      state.withLock(\.tell)(MainActorHeld(from: tasks, for: duration))
    }
  }

  private func report(_ chain: ArraySlice<UInt64>, _ duration: Duration) {
    guard let mark = chain.last, let code = code(mark) else { return }
    let held = MainActorHeld(
      by: code, callers: chain.dropLast().compactMap(self.code), for: duration)
    state.withLock(\.tell)(held)
  }

  /// Asks the main actor for an answer. At most one question is pending, and it ends with the
  /// watch.
  private func ask() {
    let question = Task { @MainActor [weak self] in
      guard let self else { return }
      state.withLock { $0.answer.answered() }
    }
    state.withLock { $0.question = question }
  }

  /// Takes samples on the queue until the round is over.
  func run(_ round: Int, every threshold: Duration) {
    // A day is as good as forever here, and its nanoseconds don't overflow.
    let (seconds, attoseconds) = min(threshold, .seconds(86_400)).components
    let nanoseconds = max(1_000_000, (seconds * 1_000_000_000 + attoseconds / 1_000_000_000) / 2)
    // One block takes all samples: a timer would allocate for each, even on the main actor.
    queue.async { [weak self, bell] in
      var isTicking = true
      while true {
        _ = bell.wait(timeout: isTicking ? .now() + .nanoseconds(Int(nanoseconds)) : .distantFuture)
        guard let goesOn = self?.tick(round) else { return }
        isTicking = goesOn
      }
    }
  }

  /// Resumes sampling if the queue sleeps; called under the lock.
  func wake(_ state: inout State) {
    guard state.isStarted, !state.isTicking else { return }
    state.isTicking = true
    bell.signal()
  }

  /// Takes a sample, unless the queue sleeps.
  ///
  /// - Returns: Whether another sample follows; nil if the round is over.
  private func tick(_ round: Int) -> Bool? {
    let isTicking = state.withLock { $0.isStarted && $0.round == round ? $0.isTicking : nil }
    guard isTicking == true else { return isTicking }
    sample()
    return state.withLock { state in
      guard state.isStarted, state.round == round else { return nil }
      guard state.isTicking else { return false }
      let runs = runs.load(ordering: .relaxed)
      defer { state.lastRuns = runs }
      if runs == state.lastRuns, isIdle(state), state.parking == nil {
        state.parking = Task { @MainActor [weak self] in self?.park(round) }
      }
      return true
    }
  }

  private func isIdle(_ state: borrowing State) -> Bool {
    state.answer.waiting.isEmpty && current.load(ordering: .relaxed) <= Self.parked
  }

  /// Puts the queue to sleep until the next run or wait.
  ///
  /// This happens on the main actor, where runs begin, so that no run can begin unnoticed
  /// meanwhile.
  @MainActor private func park(_ round: Int) {
    let sleeps = state.withLock { state in
      state.parking = nil
      guard state.isTicking, state.round == round, isIdle(state) else { return false }
      current.store(Self.parked, ordering: .releasing)
      state.isTicking = false
      return true
    }
    if sleeps { bell.signal() }
  }
}
