// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Gantry
import ServiceLifecycle

/// The scenarios of the fixture.
enum Scenario: String {
  case plain
  /// The whole program is `main`, without a notice handler; the log is on standard output.
  case whole
  /// Each sent event is printed before its handlers run.
  case tapped
  case untilInputEnds = "until-input-ends"
  /// A service of the program runs beside the modules.
  case beside
  /// A service of the program fails while the host still reports that the modules are ready.
  case failingService = "failing-service"
  /// A service fails as it stops, before the modules or after them.
  case lateServer = "late-server"
  case lateNeighbor = "late-neighbor"
  /// The task that runs the application is cancelled once that is ready.
  case cancelled
  /// The app drains until SIGUSR2, and prints its health; Walls may wait in its launch task.
  case draining
  case drainingLaunch = "draining-launch"
  /// Walls waits in its launch task.
  case slowLaunch = "slow-launch"
  /// Walls waits in its launch task for SIGUSR1; the log is on standard output.
  case waitingLaunch = "waiting-launch"
  /// Walls waits in its launch task and ignores cancellation.
  case stubbornLaunch = "stubborn-launch"
  /// The same, and stopping may take forever.
  case endlessLaunch = "endless-launch"
  /// Walls, which is essential, fails; the program prints the error.
  case broken
  /// Walls, which is essential, fails; the program doesn't catch the error.
  case uncaught
  /// The shutdown of Walls waits forever, without a limit.
  case endlessShutdown = "endless-shutdown"
  /// The shutdown of Walls waits forever, despite its limit.
  case lateShutdown = "late-shutdown"
  /// The URL handler of Walls never ends.
  case endlessHandler = "endless-handler"
  /// The URL handler of Walls blocks the main actor, in a closure that nothing knows of.
  case heldHandler = "held-handler"
  /// A module has routes that never end, that block their thread, and that block the main actor.
  case snare
  /// A module sends itself an event over and over.
  case chatter
  /// A module takes orders from URLs, which it handles later.
  case orders
  /// Clients keep that module busy until the last URL is opened.
  case busy
  /// A handler of `WillTerminate` blocks the main actor.
  case blockedEnd = "blocked-end"
  /// Modules block the threads that they are created on.
  case blockedInits = "blocked-inits"
  /// The same, with a limit for the launch.
  case boundedInits = "bounded-inits"
  /// Every thread that may run tasks is blocked once the app is ready.
  case blockedPool = "blocked-pool"
  /// A launch task holds the main actor once the app is ready.
  case heldMain = "held-main"
  /// An exit handler never returns.
  case heldExit = "held-exit"
  /// Services around the modules end only when they are cancelled, or never.
  case loopingServices = "looping-services"
  case deafServices = "deaf-services"
  /// A service returns at once.
  case returningService = "returning-service"
  /// The program goes on after its application has ended.
  case afterwards
  /// Each limit is the longest duration that can be written.
  case longestLimits = "longest-limits"
  /// The system creates no more threads.
  case noThreads = "no-threads"
  /// A server needs the modules.
  case server
  /// The host is one of several services in the program's own group.
  case group
  /// The same, with modules that have long-running work.
  case lasting
  /// Standard output is closed; lines go to standard error, too.
  case closedOutput = "closed-output"
  /// An application is started and stopped many times.
  case restarts
  /// Many replies are answered.
  case replies
  /// A module requests the stop: after ready, because of an error, and while it launches.
  case asking
  case askingFailed = "asking-failed"
  case askingEarly = "asking-early"
  /// The same because of an error, with services around the modules; or with failing work instead.
  case askingAmong = "asking-among"
  case failingAmong = "failing-among"
  /// A server stops the application itself.
  case stoppedInside = "stopped-inside"
  /// Another module has routes.
  case routes
  /// Modules crash as `FIXTURE_FATE` says, and safe mode is on.
  case fragile
  /// The whole program is `main`, in safe mode; an essential module fails unless it crashes.
  case wholeFragile = "whole-fragile"
  /// The health of a module changes.
  case sensor
  /// Walls waits in its launch task; errors go to standard output, too.
  case described
  /// The same in a program with its own handler of SIGUSR1.
  case ownSignal = "own-signal"
  /// The whole program is `main`: Walls, which is essential, fails or exceeds its limit.
  case wholeBroken = "whole-broken"
  case wholeLate = "whole-late"

  var isBroken: Bool { [.broken, .uncaught, .wholeBroken].contains(self) }

  /// Whether the program consists only of `main`.
  var isWhole: Bool {
    [.whole, .askingFailed, .wholeBroken, .wholeLate, .wholeFragile, .noThreads].contains(self)
  }

  var services: [any Service] {
    switch self {
    case .beside, .server, .askingAmong, .failingAmong, .stoppedInside, .lateServer, .cancelled,
      .draining:
      [NeighborService()]
    case .lateNeighbor: [NeighborService(), LateNeighbor()]
    case .failingService: [FailingService()]
    case .loopingServices: [LoopingService()]
    case .deafServices: [DeafService()]
    case .returningService: [ReturningService()]
    default: []
    }
  }
}

extension Scenario {
  /// Services that need the modules.
  func servers(_ application: Application) -> [any Service] {
    switch self {
    case .server, .asking, .askingAmong, .failingAmong, .draining:
      [ServerService(application: application)]
    case .lateServer: [LateServer()]
    case .stoppedInside: [ServerService(application: application, stopsApplication: true)]
    case .loopingServices: [LoopingService()]
    case .deafServices: [DeafService()]
    default: []
    }
  }

  /// Time limits that fit the misbehavior.
  var limits: Application.Limits {
    switch self {
    case .stubbornLaunch, .endlessHandler: Application.Limits(shutdown: .milliseconds(50))
    case .snare, .heldHandler, .blockedEnd, .blockedPool, .blockedInits, .heldMain, .heldExit,
      .loopingServices, .deafServices:
      Application.Limits(shutdown: .milliseconds(300), stop: .seconds(2))
    case .longestLimits:
      Application.Limits(
        launch: .seconds(Int64.max), shutdown: .seconds(Int64.max), stop: .seconds(Int64.max),
        mainActor: .seconds(Int64.max))
    case .wholeLate: Application.Limits(launch: .milliseconds(100))
    case .boundedInits:
      Application.Limits(
        launch: .milliseconds(500), shutdown: .milliseconds(300), stop: .seconds(1))
    case .fragile where Fate.limit != nil: Application.Limits(launch: Fate.limit)
    default:
      // A busy machine causes main-actor hangs by itself: the log has none.
      Application.Limits(
        launchWarning: Fate.warning ?? .seconds(10), shutdown: .seconds(3600),
        stop: .seconds(3600), mainActor: nil)
    }
  }
}

extension ShutdownOptions {
  /// The options of a module that ends at once. Where the application's limit is so short that a busy machine takes
  /// longer, it has another one.
  static var prompt: ShutdownOptions {
    let isShort = [.stubbornLaunch, .endlessHandler].contains(Fixture.scenario)
    return ShutdownOptions(timeout: isShort ? .seconds(3600) : nil)
  }
}

/// A service that prints whether the app was ready when it began.
struct ServerService: Service {
  let application: Application
  var stopsApplication = false

  func run() async throws {
    let isReady = application.report?.timeToReady != nil
    say("server listens, \(isReady ? "ready" : "too early")")
    Signpost.listening.reach()
    if stopsApplication { await application.stop() }
    try await gracefulShutdown()
    // The app isn't ready from the signal on, even without a drain: otherwise this has no end.
    while application.health.isReady { await Task.yield() }
    say("server stops")
  }
}

/// A service that sees only its cancellation.
struct LoopingService: Service {
  func run() async throws {
    defer { say("loop ends") }
    try await Signpost.cancellation()
  }
}

/// A service that never ends.
struct DeafService: Service {
  func run() async throws { await Signpost.never.wait() }
}

/// A service that ends too early.
struct ReturningService: Service {
  func run() async throws { await Signpost.ready.wait() }
}

/// A service that is independent of the modules.
struct NeighborService: Service {
  func run() async throws {
    say("neighbor runs")
    try await gracefulShutdown()
    say("neighbor stops")
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

/// A service that fails as it stops, before the modules.
struct LateServer: Service {
  func run() async throws {
    say("late server runs")
    try await gracefulShutdown()
    say("late server fails")
    throw AddressInUse()
  }
}

/// A service that fails as it stops, after the modules.
struct LateNeighbor: Service {
  func run() async throws {
    say("late neighbor runs")
    try await gracefulShutdown()
    say("late neighbor fails")
    throw AddressInUse()
  }
}

struct AddressInUse: Error, CustomStringConvertible { let description = "Address in use" }

/// The health of an application, as a program sees it.
enum Health {
  /// Returns when the application is going to stop; on a thread that may block.
  static func waitUntilStopping(_ application: Application) {
    let isStopping = DispatchSemaphore(value: 0)
    Task.detached {
      for await health in application.healthUpdates where health.state == .stopping { break }
      isStopping.signal()
    }
    isStopping.wait()
  }

  /// Prints the state whenever it changes.
  static func follow(_ application: Application) {
    Task.detached {
      var last: ApplicationReference.State?
      for await health in application.healthUpdates where health.state != last {
        last = health.state
        say("health \(health.state)")
      }
    }
  }
}
