// SPDX-License-Identifier: Apache-2.0

import Gantry
import Testing

@testable import GantryInspector

@Suite struct InspectorRecorderTests {
  private struct Ping: Event {}

  private let application = Application(modules: [], reports: .never)
  private let recorder = InspectorRecorder()
  private let start = ContinuousClock.now

  private func entries(_ seconds: Int = 0) -> [InspectedEntry] {
    recorder.entries(since: 0, now: start + .seconds(seconds))
  }

  @Test func `nothing is recorded before the first look`() {
    application.events.send(Ping())
    #expect(!recorder.expire(now: start))
    _ = recorder.look(at: application, now: start)
    #expect(entries().isEmpty)
    application.events.send(Ping())
    #expect(entries().map(\.subject) == ["Ping"])
  }

  @Test func `it ends a minute after the last look, and forgets everything`() {
    #expect(recorder.look(at: application, now: start) == .zero)
    application.events.send(Ping())
    #expect(recorder.look(at: application, now: start + .seconds(40)) == .seconds(40))
    #expect(recorder.expire(now: start + .seconds(99)))
    #expect(!recorder.expire(now: start + .seconds(100)))
    application.events.send(Ping())
    #expect(entries().isEmpty)
    #expect(recorder.look(at: application, now: start + .seconds(110)) == .zero)
  }

  @Test func `an entry is kept for a minute`() {
    _ = recorder.look(at: application, now: start)
    application.events.send(Ping())
    #expect(entries(59).count == 1)
    #expect(entries(62).isEmpty)
  }

  @Test func `at most four thousand entries are kept, the latest`() {
    _ = recorder.look(at: application, now: start)
    for _ in 0..<9_600 { application.events.send(Ping()) }
    let numbers = entries().map(\.number)
    #expect(numbers.count <= 4_000 && numbers.count >= 3_000)
    #expect(numbers.last == 9_600)
    #expect(numbers == Array(numbers[0]...9_600))
  }
}
