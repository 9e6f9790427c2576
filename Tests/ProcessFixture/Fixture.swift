// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryProcess
import Logging
import ServiceLifecycle
import UnixSignals

/// A program whose modules print what happens to them, line by line.
///
/// `ProcessFixture SCENARIO [URL]…`: the scenario selects the misbehavior. The environment names
/// the configuration file in `FIXTURE_CONFIG` and the launch profile in `FIXTURE_PROFILE`, and the
/// way in which the application is run in `FIXTURE_FORM`.
@main
enum Fixture {
  /// The function that runs the application, and the function that calls it.
  enum Form: String {
    /// `main` of the program calls `main` of the application.
    case main
    /// A function that its own caller waits for calls it.
    case nestedMain
    /// The same for `run`.
    case run
    case nestedRun
    /// The program has its own service group.
    case group
  }

  static let scenario = Scenario(rawValue: CommandLine.arguments.dropFirst().first ?? "")

  static func main() async throws {
    if let raised = RaisedSignal(ProcessInfo.processInfo.environment["FIXTURE_RAISES"]) {
      HostMoment.reached.put { await raised.raise(at: $0) }
    }
    try await start()
  }

  private static func start() async throws {
    guard let scenario else { return say("no such scenario") }
    if scenario == .sensor { try sayDescriptors() }
    if scenario != .closedOutput { endWithReader() }
    if scenario == .restarts { return try await Restarts.run() }
    if scenario == .replies { return await Replies.run() }
    let modules = modules(of: scenario)
    if scenario == .noThreads { Hostile.takeAddressSpace() }
    if scenario == .described { dup2(STDOUT_FILENO, STDERR_FILENO) }
    if scenario == .ownSignal { signal(SIGUSR1) { _ in write(STDOUT_FILENO, "mine\n", 5) } }
    let environment = ProcessInfo.processInfo.environment
    let application = Application(
      modules: ModuleSelection(modules), schemes: ["fix"],
      configuration: environment["FIXTURE_CONFIG"].map { .required($0) },
      profile: environment["FIXTURE_PROFILE"].map { Application.Profile(file: $0) },
      safeMode: Fate.safeMode,
      limits: scenario.limits,
      logger: logger(of: scenario),
      clock: isDraining ? GatedClock() : ContinuousClock())
    if scenario == .draining { Health.follow(application) }
    if scenario.isWhole {
      await application.main(
        ProcessOptions(urls: Array(CommandLine.arguments.dropFirst(2)), stopsAtEndOfInput: true))
    }
    let options = options(scenario, application)
    let tap =
      scenario == .tapped ? application.events.observeAll { say("sent \($0.name)") } : nil
    defer { _ = tap }
    defer { Fate.tell(application) }
    if scenario == .heldExit { atexit { Hostile.block() } }
    if let form = environment["FIXTURE_FORM"].flatMap(Form.init) {
      return try await run(application, options, form)
    }
    if scenario == .uncaught {
      return try await application.run(options)
    }
    if [.group, .lasting].contains(scenario) { return try await runInGroup(application, options) }
    do {
      try await run(application, options, scenario)
    } catch {
      say("error: \(error)")
      exit(1)
    }
    say("end of main")
    if scenario == .afterwards { await Signpost.never.wait() }
  }

  /// Ends the program when nobody reads its output any longer, since a run of the tests that is killed stops nothing.
  private static func endWithReader() {
    Thread.detachNewThread {
      var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      while poll(&output, 1, -1) == -1, errno == EINTR {}
      if output.revents & Int16(POLLERR) != 0 { _exit(0) }
    }
  }

  private static func logger(of scenario: Scenario) -> Logger {
    if ProcessInfo.processInfo.environment["FIXTURE_LOG"] == "json" {
      return Logger(label: "gantry") { _ in JSONLog() }
    }
    if Fate.holdsSignals { return Logger(label: "gantry") { _ in HeldSignals() } }
    return [.whole, .waitingLaunch].contains(scenario)
      ? Logger(label: "gantry") { StreamLogHandler.standardOutput(label: $0) }
      : Logger(label: "gantry")
  }

  private static var isDraining: Bool {
    scenario.map { [.draining, .drainingLaunch].contains($0) } ?? false
  }

  private static func run(
    _ application: Application, _ options: ProcessOptions, _ scenario: Scenario
  ) async throws {
    let running = Task {
      try await application.run(
        options, beside: scenario.services, whenReady: scenario.servers(application))
    }
    if scenario == .cancelled {
      await Signpost.ready.wait()
      running.cancel()
    }
    try await running.value
  }

  private static func options(
    _ scenario: Scenario, _ application: Application
  ) -> ProcessOptions {
    ProcessOptions(
      urls: Array(CommandLine.arguments.dropFirst(2)), readsStandardInput: true,
      stopsAtEndOfInput: [
        .untilInputEnds, .orders, .routes, .server, .closedOutput, .afterwards,
      ].contains(scenario), drain: isDraining ? .seconds(60) : .zero
    ) { notice in
      if case .ready = notice, scenario == .failingService { Health.waitUntilStopping(application) }
      // Durations differ from run to run, so the table of the launch does not belong here.
      if case .ready = notice { say("ready") } else { say("\(notice)") }
      if case .ready = notice, Fate.isMet("Lamp.open") { application.events.send(Knock()) }
      if case .ready = notice, Fate.isMet("idle") {
        // No task is under way then, which would be a suspect.
        Task {
          _ = await application.waitUntilIdle()
          Fate.meet("idle")
        }
      }
      if case .ready = notice, scenario == .blockedPool { Hostile.blockPool() }
    }
  }

  private static func run(
    _ application: Application, _ options: ProcessOptions, _ form: Form
  ) async throws {
    switch form {
    case .main: await application.main(options)
    case .nestedMain: await nestedMain(application, options)
    case .run: try await application.run(options)
    case .nestedRun: try await nestedRun(application, options)
    case .group: try await runInGroup(application, options)
    }
    say("end of main")
  }

  private static func nestedMain(_ application: Application, _ options: ProcessOptions) async {
    await application.main(options)
  }

  private static func nestedRun(
    _ application: Application, _ options: ProcessOptions
  ) async throws {
    try await application.run(options)
    say("end of the call")
  }

  private static func modules(of scenario: Scenario) -> [any Module.Type] {
    var modules: [any Module.Type] = [RoofModule.self, WallsModule.self, GroundModule.self]
    if [.fragile, .wholeFragile].contains(scenario) { modules = [] }
    if scenario == .routes { modules.append(CellarModule.self) }
    if scenario == .lasting { modules = [TapModule.self, WaterModule.self] }
    return modules + Hostile.modules(of: scenario)
  }

  /// Prints the numbers of the descriptors that the program was started with.
  private static func sayDescriptors() throws {
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    say("started with \(open.joined(separator: " "))")
  }

  private static func runInGroup(
    _ application: Application, _ options: ProcessOptions
  ) async throws {
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [
          .init(
            service: ProcessHost(application, options),
            successTerminationBehavior: .gracefullyShutdownGroup)
        ],
        gracefulShutdownSignals: [.sigterm, .sigint], logger: Logger(label: "group")))
    try await group.run()
    say("end of main")
  }
}

/// Writes a line immediately: a pipe would otherwise keep it until the end.
func say(_ line: String) {
  let text = Data((line + "\n").utf8)
  // The reader may be gone.
  try? FileHandle.standardOutput.write(contentsOf: text)
  if Fixture.scenario == .closedOutput { try? FileHandle.standardError.write(contentsOf: text) }
}
