// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import Testing

import Gantry
@testable import GantryCore

/// Changes to an application run one after the other.
@Suite(.timeLimit(.minutes(5))) struct TurnstileTests {
  let turnstile = Turnstile()
  let journal = Journal()

  /// A change that records when it is made and when its wait has ended.
  private func change(
    _ name: String, isInside: Bool = false, until gate: Gate? = nil
  ) async {
    await turnstile.run(isInside: isInside) { [journal] in
      journal.write("\(name) made")
    } wait: { [journal] _ in
      await gate?.wait()
      journal.write("\(name) over")
    }
  }

  @Test func `a change waits until the previous change is over`() async {
    let gate = Gate()
    async let first: Void = change("first", until: gate)
    while journal.lines.isEmpty { await Task.yield() }
    async let second: Void = change("second")
    for _ in 0..<20 { await Task.yield() }
    #expect(journal.lines == ["first made"])
    gate.open()
    _ = await (first, second)
    #expect(journal.lines == ["first made", "first over", "second made", "second over"])
  }

  @Test func `a change from inside a pending change goes first`() async {
    let gate = Gate()
    async let first: Void = change("first", until: gate)
    while journal.lines.isEmpty { await Task.yield() }
    async let second: Void = change("second")
    await change("inner", isInside: true)
    #expect(journal.lines == ["first made", "inner made", "inner over"])
    gate.open()
    _ = await (first, second)
    #expect(journal.lines.suffix(3) == ["first over", "second made", "second over"])
  }

  @Test func `the turnstile is idle when no change is pending`() async {
    let gate = Gate()
    await turnstile.idle()
    async let first: Void = change("first", until: gate)
    while journal.lines.isEmpty { await Task.yield() }
    async let idle: Void = turnstile.idle()
    gate.open()
    await idle
    #expect(journal.lines == ["first made", "first over"])
    await first
  }

  @Test func `a failed change is not waited for, and the next one proceeds`() async {
    await #expect(throws: Broken.self) {
      try await turnstile.attempt { () async throws(Broken) -> Int in
        throw Broken()
      } wait: { [journal] (number) throws(Broken) in
        journal.write("waited for \(number)")
      }
    }
    await change("second")
    #expect(journal.lines == ["second made", "second over"])
  }
}
