// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryMonitor
import MonitorFixture
import Testing

extension TimingTests {
  /// All declarations that the macro can mark; each is timed and behaves as before.
  @Suite struct TimedTests {
    let clock = ManualClock()

    init() { TimingTests.start(clock) }

    @Test func `functions of a type without values`() {
      timed {
        TimedFixture.plain()
        #expect(TimedFixture.implied(1) == 2)
        #expect(TimedFixture.branching(1) == "more")
        #expect(TimedFixture.returning(1) == "1")
        var numbers = [1]
        #expect(TimedFixture.counted(&numbers) == 1)
        #expect(numbers == [1, 1])
        #expect("\(TimedFixture.opaque())" == "3")
        #expect(TimedFixture.moved(OneToken(number: 5)).number == 5)
        #expect(TimedFixture.local() == 42)
      }
      #expect(
        counts == [
          "TimedFixture.branching(_:)": 1, "TimedFixture.counted(_:)": 1,
          "TimedFixture.implied(_:)": 1, "TimedFixture.local().inner(_:)": 1,
          "TimedFixture.moved(_:)": 1, "TimedFixture.opaque()": 1, "TimedFixture.plain()": 1,
          "TimedFixture.returning(_:)": 1,
        ])
    }

    @Test func `asynchronous and generic functions`() async {
      await TimedFixture.$clock.withValue(clock) {
        #expect(await TimedFixture.generic(4) == 4)
        #expect(await TimedFixture.generic("four") == "four")
        await TimedFixture.elsewhere()
      }
      #expect(counts == ["TimedFixture.elsewhere()": 1, "TimedFixture.generic(_:)": 2])
    }

    @Test func `functions that throw pass on their errors, which are counted`() throws {
      timed {
        #expect(throws: Never.self) { try TimedFixture.failing(nil) }
        #expect(throws: Broken.self) { try TimedFixture.failing(Broken()) }
        #expect(throws: CancellationError.self) { try TimedFixture.failing(CancellationError()) }
        #expect(throws: Never.self) { try TimedFixture.neverThrowing() }
      }
      let failing = try #require(summary("TimedFixture.failing(_:)"))
      #expect((failing.count, failing.failures, failing.cancellations) == (3, 1, 1))
      #expect(summary("TimedFixture.neverThrowing()")?.failures == 0)
    }

    @Test func `typed errors keep their types`() {
      do throws(Broken) {
        try TimedFixture.typed(false)
        try TimedFixture.typed(true)
      } catch {}
      #expect(TimedFixture.passing { 3 } == 3)
      #expect(throws: Broken.self) { try TimedFixture.passing { throw Broken() } }
      #expect(TimedFixture.rethrowing { 4 } == 4)
      #expect(throws: Broken.self) { try TimedFixture.rethrowing { throw Broken() } }
      #expect(
        counts == [
          "TimedFixture.passing(_:)": 2, "TimedFixture.rethrowing(_:)": 2,
          "TimedFixture.typed(_:)": 2,
        ])
      #expect(summary("TimedFixture.typed(_:)")?.failures == 1)
      #expect(summary("TimedFixture.passing(_:)")?.failures == 1)
    }

    @Test func `a cancelled task's function is counted as cancelled`() async throws {
      let task = Task { [clock] in
        withUnsafeCurrentTask { $0?.cancel() }
        try await TimedFixture.$clock.withValue(clock) { try await TimedFixture.waiting() }
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(summary("TimedFixture.waiting()")?.cancellations == 1)
    }

    @MainActor @Test func `a function on the main actor stays there`() {
      TimedFixture.onMain()
      #expect(counts == ["TimedFixture.onMain()": 1])
    }

    @Test func `overloads are timed separately`() {
      TimedFixture.overloaded(1)
      TimedFixture.overloaded("one")
      let both = Timing.functions.filter { $0.name.hasSuffix("TimedFixture.overloaded(_:)") }
      #expect(both.count == 2)
      #expect(Set(both.map(\.declaredAt)).count == 2)
      #expect(both.allSatisfy { $0.declaredAt.hasPrefix("GantryMonitorTests/TimedFixture.swift:") })
    }

    @Test func `a generic struct, as a whole`() {
      var box = TimedBox.make(3)
      box.replace(4)
      #expect(box.mapped { "\($0)" }.value == "4")
      #expect(box.doubled() == 8)
      box.untimed()
      #expect(!box.isTimed)
      #expect(
        counts == [
          "TimedBox.doubled()": 1, "TimedBox.init(_:)": 2, "TimedBox.make(_:)": 1,
          "TimedBox.mapped(_:)": 1, "TimedBox.replace(_:)": 1,
        ])
    }

    @Test func `an actor, as a whole`() async {
      await Self.useActor()
      #expect(
        counts == ["TimedActor.add()": 2, "TimedActor.deinit": 1, "TimedActor.name()": 1])
    }

    @Test func `an override, and what it calls on super`() {
      let parent: TimedParent = TimedChild()
      timed { parent.run() }
      #expect(counts == ["TimedChild.run()": 1, "TimedParent.run()": 1])
      #expect(summary("TimedChild.run()")?.longest == .milliseconds(3))
      #expect(summary("TimedParent.run()")?.longest == .milliseconds(1))
    }

    @Test func `a type of another module, and its subclass here`() {
      let work = { clock.advance(milliseconds: 1) }
      let other: OtherWork = OtherChild(work)
      other.run(work)
      #expect(other.pass(3, work) == 3)
      #expect(other.pass("three", work) == "three")
      #expect(
        callCounts(in: "MonitorFixture") == [
          "OtherWork.init(_:)": 1, "OtherWork.pass(_:_:)": 2, "OtherWork.run(_:)": 1,
        ])
      #expect(counts == [:])
    }

    private func timed(_ body: () throws -> Void) rethrows {
      try TimedFixture.$clock.withValue(clock, operation: body)
    }

    private static func useActor() async {
      let actor = TimedActor()
      #expect(await actor.add() == 1)
      #expect(await actor.add() == 2)
      #expect(actor.name() == "actor")
    }
  }
}
