// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Gantry

/// A program with a synchronous entry, like a delegate method, that blocks until it is ready.
///
/// `BlockingFixture SCENARIO` prints what happens, line by line.
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
    case "in-a-block": startInBlock()
    case "in-a-timer": startInTimer()
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

  /// Prints how much of the time the process has really worked.
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

  @MainActor
  private static func startInBlock() {
    DispatchQueue.main.async {
      MainActor.assumeIsolated { start(Scenario.hops) }
      exit(0)
    }
    RunLoop.main.run()
  }

  /// The timer fires while a block waits in the main queue, which then goes first.
  @MainActor
  private static func startInTimer() {
    let timer = Timer(timeInterval: 0.01, repeats: false) { _ in
      DispatchQueue.main.async { say("block") }
      MainActor.assumeIsolated { start(Scenario.hops) }
      exit(0)
    }
    RunLoop.main.add(timer, forMode: .default)
    RunLoop.main.run()
  }
}
