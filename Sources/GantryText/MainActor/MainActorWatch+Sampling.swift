// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Dispatch
internal import Synchronization

extension MainActorWatch {
  /// Takes one sample, as the queue does.
  package func sample() { sample(at: now()) }

  /// Takes one sample at a time, which must not be before that of the last one.
  ///
  /// - Parameter now: The time of the sample, as ``now`` gives it.
  package func sample(at now: Duration) {
    guard let threshold else { return }
    let (chain, found, step, waiting) = state.withLock { state in
      let chain = state.chain(current.load(ordering: .acquiring))
      return (
        chain, state.held.see(chain, at: now, over: threshold),
        state.answer.see(isHeld: !chain.isEmpty, at: now, over: threshold), state.answer.waiting
      )
    }
    if let found { report(chain.prefix(found.count), found.duration, at: now) }
    switch step {
    case .none: break
    case .ask: ask()
    case .report(let duration):
      let tasks = waiting.sorted().compactMap(code)
      state.withLock(\.tell)(MainActorHeld(from: tasks, for: duration))
    }
  }

  private func report(_ chain: ArraySlice<UInt64>, _ duration: Duration, at now: Duration) {
    guard let mark = chain.last, let code = code(mark) else { return }
    let held = MainActorHeld(
      by: code, callers: chain.dropLast().compactMap(self.code), for: duration)
    let tell = state.withLock { state in
      state.held.keep(held, of: mark, at: now)
      return state.tell
    }
    tell(held)
  }

  /// Asks the main actor for an answer; at most one question is open, and ends with the watch.
  private func ask() {
    let question = Task { @MainActor [weak self] in
      guard let self else { return }
      state.withLock { $0.answer.answered() }
    }
    state.withLock { $0.question = question }
  }

  func schedule(_ round: Int) {
    let (seconds, attoseconds) = (threshold ?? .zero).components
    let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    let interval = DispatchTimeInterval.nanoseconds(Int(max(1_000_000, nanoseconds / 2)))
    queue.asyncAfter(deadline: .now() + interval) { [weak self] in
      guard let self, state.withLock({ $0.isTicking && $0.round == round }) else { return }
      sample()
      if goesOn(in: round) { schedule(round) }
    }
  }

  /// Whether there is something to look at; two samples without anything end the sampling.
  private func goesOn(in round: Int) -> Bool {
    state.withLock { state in
      guard state.isTicking, state.round == round else { return false }
      guard state.answer.waiting.isEmpty else { return true }
      // A run that begins now may not have seen that `current` was parked, and writes over it. So it
      // is looked at once more before nothing looks any longer.
      let (_, before) = current.compareExchange(
        expected: 0, desired: Self.parked, ordering: .acquiringAndReleasing)
      state.isTicking = before != Self.parked
      return state.isTicking
    }
  }
}
