// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import Testing

@testable import GantryLaunch

/// How the driver tells that a run ends.
@Suite(.timeLimit(.minutes(5))) struct DriverEndTests {
  @Test func `an essential failure after ready is told although another body still runs`()
    async throws
  {
    struct Broken: Error {}
    let gate = Promise<Void>()
    let plan = try LaunchGraph(nodes: [
      LaunchNode("hangs", stage: .afterReady, isAsynchronous: true),
      LaunchNode("breaks", stage: .afterReady, isAsynchronous: true, isEssential: true),
    ]).plan()
    let (stops, stop) = AsyncStream.makeStream(of: Machine.Ending.self)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let told = Told(onAction: { if case .stop(let ending) = $0 { stop.yield(ending) } })
    let driver = Driver(
      plan,
      bodies: [
        "hangs": .background {
          begin.yield()
          await gate.value()
        },
        "breaks": .background {
          for await _ in begun { break }
          throw Broken()
        },
      ], effects: told)
    async let report = driver.run()
    try await driver.ready()
    for await ending in stops {
      #expect(ending == .essential(plan.position("breaks")))
      break
    }
    #expect(driver.read { $0.bodies } == 1)
    gate.resolve()
    #expect(await report.stoppedBy == "breaks")
  }
}
