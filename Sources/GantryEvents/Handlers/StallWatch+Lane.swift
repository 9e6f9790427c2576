// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

extension StallWatch {
  /// What is running on the main actor now, as a mark that no other run has; zero when idle.
  package var mark: UInt64 { current.load(ordering: .acquiring) }

  /// The marks of what is running, outermost first; empty when the main actor is idle.
  package var chain: [UInt64] {
    state.withLock { state in
      // What nests waits for this lock; so the outer ones are those of the mark, or one more: the
      // mark itself, which is about to be left for an inner one, or was just gone back to.
      let mark = mark
      guard mark != 0 else { return [] }
      let place = mark >> Self.handlerBits
      return state.outers.filter { $0 >> Self.handlerBits < place } + [mark]
    }
  }

  /// Who has a mark; nil for one who is gone.
  package func holder(of mark: UInt64) -> LaneHolder? {
    state.withLock { state in
      let number = mark & Self.handlerMask
      if let holder = state.holders[number] { return holder }
      return state.handlers[number].map { handler in
        LaneHolder(
          kind: "handler", module: handler.listener, name: handler.declaration.name,
          event: handler.declaration.event, declaredAt: handler.declaration.declaredAt)
      }
    }
  }

  /// Notes that something begins to run on the main actor; called there, and without a clock.
  ///
  /// - Parameter number: Its ``number(of:)``.
  /// - Returns: What ``leave(_:)`` takes when it has ended.
  package func enter(_ number: UInt64) -> UInt64 {
    let outer = current.load(ordering: .relaxed)
    if outer != 0 { nest(in: outer) }
    current.store(nextSend() &<< Self.handlerBits | number, ordering: .releasing)
    return outer
  }

  /// Notes that what was entered has ended.
  package func leave(_ outer: UInt64) {
    current.store(outer, ordering: .relaxed)
    if outer != 0 { unnest() }
  }

  /// Keeps what a run that begins is inside of; called before it has its mark.
  @usableFromInline
  func nest(in outer: UInt64) { state.withLock { $0.outers.append(outer) } }

  /// Forgets what a run was inside of; called when the mark of the outer one is back.
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
      // Handlers count from one; what is entered counts from the top.
      let number = Self.handlerMask - UInt64(state.numbers.count)
      state.numbers[holder] = number
      state.holders[number] = holder
      return number
    }
  }
}
