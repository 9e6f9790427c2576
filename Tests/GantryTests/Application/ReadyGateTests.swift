// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import Testing

import Gantry
@testable import GantryCore

/// The waits for *ready*, over several launches.
@Suite struct ReadyGateTests {
  private let gate = ReadyGate()
  private let report = LaunchReport(tasks: [], timeToReady: .zero, total: .zero)

  @Test func `the end of an earlier launch does not settle a later one`() async {
    let first = gate.close()
    let second = gate.close()
    async let waiting = gate.wait()
    gate.settle(.failure(.cancelled), of: first)
    #expect(!gate.isReady)
    gate.settle(.success(report), of: second)
    #expect(gate.isReady)
    if case .failure(let error) = await waiting { Issue.record("\(error)") }
  }

  @Test func `the first outcome of a launch stays until the launch ends`() {
    let launch = gate.close()
    gate.settle(.success(report), of: launch)
    gate.settle(.failure(.cancelled), of: launch)
    #expect(gate.isReady)
    gate.end()
    #expect(!gate.isReady)
    gate.settle(.success(report), of: launch)
    #expect(!gate.isReady)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a cancelled wait says so, and other waits continue`() async {
    let launch = gate.close()
    async let other = gate.wait()
    let waiting = Task { await gate.wait() }
    waiting.cancel()
    guard case .failure(.cancelled) = await waiting.value else {
      Issue.record("the wait was not cancelled")
      return
    }
    gate.settle(.success(report), of: launch)
    if case .failure(let error) = await other { Issue.record("\(error)") }
  }
}
