// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Foundation
import Gantry

/// A program with a synchronous entry, as a delegate's method is, that blocks until it is ready.
///
/// `BlockingFixture SCENARIO` tells line by line what happens.
@main
enum BlockingFixture {
  @MainActor
  static func main() {
    switch CommandLine.arguments.dropFirst().first {
    case "hops": start(Scenario.hops)
    case "last-hop": start(Scenario.lastHop)
    case "idle": measure { start(Scenario.idle) }
    case "overdue": start(Scenario.overdue)
    case "broken": start(Scenario.broken)
    case "in-a-task": startInTask()
    default: say("no such scenario")
    }
  }

  @MainActor
  private static func start(_ application: Application) {
    do {
      let report = try application.startBlocking { _ in say("will launch") }
      say("ready, failed: \(report.failed)")
    } catch {
      say("error: \(error)")
    }
  }

  /// Says how much of the time the process has really worked.
  @MainActor
  private static func measure(_ body: () -> Void) {
    let before = clock()
    let elapsed = ContinuousClock().measure(body)
    let worked = Double(clock() - before) / Double(CLOCKS_PER_SEC)
    say("worked \(Int(100 * worked / (elapsed / .seconds(1)))) percent")
  }

  @MainActor
  private static func startInTask() {
    Task { @MainActor in
      start(Scenario.hops)
      exit(0)
    }
    RunLoop.main.run()
  }
}
