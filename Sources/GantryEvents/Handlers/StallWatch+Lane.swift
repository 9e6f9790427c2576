// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

extension StallWatch {
  /// What is running on the main actor now, as a mark that no other run has; zero when idle.
  package var mark: UInt64 { current.load(ordering: .acquiring) }

  /// Who has a mark; nil for one who is gone.
  package func holder(of mark: UInt64) -> LaneHolder? {
    state.withLock { state in
      let number = mark & Self.handlerMask
      if let holder = state.holders[number] { return holder }
      return state.handlers[number].map { record in
        LaneHolder(
          kind: "handler", module: record.listenerName, name: record.declaration.name,
          event: record.declaration.event, declaredAt: record.declaration.declaredAt)
      }
    }
  }

  /// Notes that something begins to run on the main actor; called there, and without a clock.
  ///
  /// - Parameter number: Its ``number(of:)``.
  /// - Returns: What ``leave(_:)`` takes when it has ended.
  package func enter(_ number: UInt64) -> UInt64 {
    let outer = current.load(ordering: .relaxed)
    current.store(nextSend() &<< Self.handlerBits | number, ordering: .releasing)
    return outer
  }

  /// Notes that what was entered has ended.
  package func leave(_ outer: UInt64) { current.store(outer, ordering: .relaxed) }

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
