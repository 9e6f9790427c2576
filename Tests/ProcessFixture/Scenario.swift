// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import ServiceLifecycle

/// What goes on in one run of the fixture.
enum Scenario: String {
  case plain
  /// The whole program is `main`, without anybody to be told of it; the log is on standard output.
  case whole
  /// Each event that is sent is told, before anybody hears it.
  case tapped
  case untilInputEnds = "until-input-ends"
  /// A service of the program runs beside the modules.
  case beside
  /// A service of the program fails when the modules are ready.
  case failingService = "failing-service"
  /// Walls waits in its launch task.
  case slowLaunch = "slow-launch"
  /// Walls waits in its launch task and does not listen when it is cancelled.
  case stubbornLaunch = "stubborn-launch"
  /// The same, and what is stopped may take for ever.
  case endlessLaunch = "endless-launch"
  /// Walls, which is essential, fails; the program shows the error.
  case broken
  /// Walls, which is essential, fails; the program lets the error through.
  case uncaught
  /// The shutdown of Walls waits for ever, and may.
  case endlessShutdown = "endless-shutdown"
  /// The shutdown of Walls waits for ever, and may not.
  case lateShutdown = "late-shutdown"
  /// The URL handler of Walls never ends.
  case endlessHandler = "endless-handler"
  /// An application is started and stopped many times.
  case restarts
  /// Replies are answered, many of them.
  case replies
  /// Another module has routes.
  case routes

  var isBroken: Bool { self == .broken || self == .uncaught }

  var services: [any Service] {
    switch self {
    case .beside: [NeighbourService()]
    case .failingService: [FailingService()]
    default: []
    }
  }
}

/// A service that the program had before there were modules.
struct NeighbourService: Service {
  func run() async throws {
    say("neighbour runs")
    try await gracefulShutdown()
    say("neighbour stops")
  }
}

/// A service that fails as soon as the modules are ready.
struct FailingService: Service {
  struct Burst: Error, CustomStringConvertible { let description = "the pipe burst" }

  func run() async throws {
    await Signpost.ready.wait()
    throw Burst()
  }
}
