// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GantryEvents

/// The order of an ordered event's listeners, as plain state.
@Suite struct EventTurnTests {
  @Test func `the next turn goes to the first listener that has not handled the event`() {
    var turn = EventRegistry.Turn([1, 2, 3, 4])
    #expect(turn.hasReached(0) && !turn.hasReached(1))
    #expect(turn.finish(3) == [])
    #expect(turn.finish(1) == [2])
    #expect(turn.finish(2) == [3, 4])
    #expect(turn.hasReached(3) && !turn.isOver)
    #expect(turn.finish(4) == [])
    #expect(turn.isOver)
  }

  @Test func `a late listener waits for those before it and holds up no other`() {
    var turn = EventRegistry.Turn([1, 2, 3])
    turn.add(9, at: 2)
    turn.add(8, at: 0)
    #expect(turn.finish(1) == [2])
    #expect(turn.finish(2) == [9, 3])
    #expect(turn.finish(3) == [])
    #expect(turn.isOver)
  }

  /// The processor time of this thread for an ordered event with so many listeners.
  private static func time(_ count: Int) -> Double {
    var registry = EventRegistry()
    for number in 0..<count {
      let id = registry.addListener(ModuleName("L\(number)"), rank: 0, order: number, phase: .live)
      let handler = HandlerDeclaration(InTurn.self, name: "hear")
      _ = registry.setHandlers([(handler, nil)], of: id)
    }
    let start = now
    var open = registry.post(
      InTurn(number: 1), key: EventKey(InTurn.self), sentAt: .zero, past: nil, cause: nil
    ).start
    var handled = 0
    while let id = open.popLast() {
      guard registry.nextMail(for: id) != nil else { continue }
      handled += 1
      open += registry.finishCurrent(of: id)
    }
    #expect(handled == count)
    #expect(registry.turns.isEmpty && registry.pending == 0)
    return now - start
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test func `an ordered event takes time linear in its listeners`() {
    _ = Self.time(10)
    let few = Self.time(400)
    #expect(Self.time(3_200) < 24 * few)
  }
}
