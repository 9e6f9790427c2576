// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

extension StallWatch {
  /// The mark of the work that runs on the main actor now, unique to this run; zero when idle.
  package var mark: UInt64 { current.load(ordering: .acquiring) }

  /// The marks of the running work, outermost first; empty when the main actor is idle.
  package var chain: [UInt64] {
    state.withLock { state in
      // Nested work waits for this lock before it begins. So `outers` holds the work around the
      // mark, or one more: the mark itself, when an inner run is about to begin or has just ended.
      let mark = mark
      guard mark != 0 else { return [] }
      let place = mark >> Self.handlerBits
      return state.outers.filter { $0 >> Self.handlerBits < place } + [mark]
    }
  }

  /// The work behind a mark; nil when it is gone.
  package func holder(of mark: UInt64) -> LaneHolder? {
    let number = mark & Self.handlerMask
    let (holder, find) = state.withLock { ($0.holders[number], $0.find) }
    if let holder { return holder }
    return find(number).map { handler in
      LaneHolder(
        kind: "handler", module: handler.listener, name: handler.declaration.name,
        event: handler.declaration.event, declaredAt: handler.declaration.declaredAt)
    }
  }

  /// Notes that a run of work begins on the main actor; called there, and without a clock.
  ///
  /// - Parameter number: Its ``number(of:)``.
  /// - Returns: The value to pass to ``leave(_:)`` when it has ended.
  package func enter(_ number: UInt64) -> UInt64 {
    let outer = current.load(ordering: .relaxed)
    if outer != 0 { nest(in: outer) }
    current.store(nextSend() &<< Self.handlerBits | number, ordering: .releasing)
    return outer
  }

  /// Notes that the entered work has ended.
  package func leave(_ outer: UInt64) {
    current.store(outer, ordering: .relaxed)
    if outer != 0 { unnest() }
  }

  /// Keeps the outer run of one that begins; called before the inner one has its mark.
  @usableFromInline
  func nest(in outer: UInt64) { state.withLock { $0.outers.append(outer) } }

  /// Forgets the outer run of one that ended; called when the outer one has its mark back.
  @usableFromInline
  func unnest() { state.withLock { _ = $0.outers.popLast() } }

  /// The number of a holder that is known by a key, which is made once.
  package func number(for key: LaneKey, _ holder: () -> LaneHolder) -> UInt64 {
    if let number = state.withLock({ $0.keyed[key] }) { return number }
    let number = number(of: holder())
    state.withLock { $0.keyed[key] = number }
    return number
  }

  /// The number of a holder; made at its first use, and kept.
  package func number(of holder: LaneHolder) -> UInt64 {
    state.withLock { state in
      if let number = state.numbers[holder] { return number }
      // Handlers count up from one; other work counts down from the top.
      let number = Self.handlerMask - UInt64(state.numbers.count)
      state.numbers[holder] = number
      state.holders[number] = holder
      return number
    }
  }
}
