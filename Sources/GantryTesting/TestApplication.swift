// SPDX-License-Identifier: Apache-2.0

public import Configuration
internal import Logging

/// Runs chosen modules in a test, with stubs for everything else and a clock that stands still.
///
/// Nothing is discovered: only the modules you name take part. Everything that they require and you
/// did not give is in one error. Any number of hosts may run in one process at a time.
///
/// ```swift
/// let host = try await TestApplication.start(OrdersModule.self, providing: {
///   $0.provide(MemoryStorage(), as: (any StorageService).self)
/// })
/// await host.send(SignedIn(userName: "Ada"))
/// try await host.open("bazaar://orders/place?item=tea")
/// #expect(host.sent(OrderPlaced.self).count == 1)
/// ```
///
/// A host that you don't stop ends with the test that made it, together with all that it owns.
public final class TestApplication: Sendable {
  /// The application under test, for everything that the host has no method for.
  public let application: Application
  /// The clock of timeouts, retries, delays and deadlines; it moves only when a test moves it.
  public let clock: TestClock

  let recorder: EventRecorder
  private let behaviour: TaskBehaviour
  private let recording: EventSubscription
  /// The names of the stubs.
  let stubNames: Set<ModuleName>

  /// Makes a host that has not started, to look at its plan or to start it later.
  ///
  /// - Parameters:
  ///   - modules: The modules under test; `.linked` takes every module that is linked into the test.
  ///   - stubs: Provides the services and results that the modules need from other modules.
  ///   - failures: Launch tasks that fail instead of running, with their errors. A module's
  ///     creation is `Orders.init`.
  ///   - delays: Launch tasks that first sleep by the test clock.
  ///   - configuration: Configuration values by full key, for example `["Orders.limit": 3]`.
  ///   - configFile: A JSON file of configuration; nil for none.
  ///   - milestones: The milestones that the test reaches itself.
  ///   - schemes: The schemes and hosts whose URLs are taken.
  ///   - launchOptions: How the app was started.
  ///   - limits: Bounds on launch and stop, by the test clock; the main actor is not watched.
  ///   - clock: The clock, where a test needs it before the host is there.
  ///   - build: Adds closures of the app as tasks, or manifests.
  public init(
    modules: ModuleSelection, providing stubs: (inout TestStubs) -> Void = { _ in },
    failing failures: [ModuleName: any Error] = [:], delaying delays: [ModuleName: Duration] = [:],
    configuration: [AbsoluteConfigKey: ConfigValue] = [:], configFile: ConfigurationFile? = nil,
    milestones: [Milestone] = [], schemes: RouteSchemes = .none,
    launchOptions: LaunchOptions = .test,
    limits: Application.Limits = Application.Limits(),
    clock: TestClock = TestClock(), adding build: (inout ApplicationBuilder) -> Void = { _ in }
  ) {
    var given = TestStubs()
    stubs(&given)
    var builder = ApplicationBuilder()
    build(&builder)
    let recorder = EventRecorder(clock: clock)
    let behaviour = TaskBehaviour(failures: failures, delays: delays, clock: clock)
    self.behaviour = behaviour
    self.clock = clock
    self.recorder = recorder
    stubNames = Set(given.manifests.map(\.name))
    // Two watches would sleep by the test clock, one always and one after each stop; the third names
    // whatever a slow machine holds up.
    var limits = limits
    limits.launchWarning = nil
    limits.mainActor = nil
    limits.leaks = nil
    var hooks = ApplicationHooks()
    hooks.replaceBody = { behaviour.body(of: $0, $1) }
    hooks.remembersStopped = true
    hooks.onHandlerFailure = { recorder.record($0) }
    application = Application(
      modules: modules, added: given.manifests + builder.manifests, provided: builder.services,
      milestones: milestones, schemes: schemes,
      configuration: ConfigurationSources(
        file: configFile, providers: [InMemoryProvider(values: configuration)]),
      launchOptions: launchOptions, limits: limits,
      logger: Logger(label: "gantry.test") { _ in SwiftLogNoOpLogHandler() }, clock: clock,
      hooks: hooks)
    recording = application.events.observeAll { recorder.record($0) }
  }

  /// Starts modules under test, and returns when they are ready.
  ///
  /// - Parameters:
  ///   - modules: The modules under test.
  ///   - stubs: Provides the services and results that the modules need from other modules.
  ///   - failures: Launch tasks that fail instead of running, with their errors. A module's
  ///     creation is `Orders.init`.
  ///   - delays: Launch tasks that first sleep by the test clock; tasks that ready waits for need a
  ///     `clock` that the test moves meanwhile.
  ///   - configuration: Configuration values by full key, for example `["Orders.limit": 3]`.
  ///   - configFile: A JSON file of configuration; nil for none.
  ///   - milestones: The milestones that the test reaches itself.
  ///   - schemes: The schemes and hosts whose URLs are taken.
  ///   - launchOptions: How the app was started.
  ///   - limits: Bounds on launch and stop, by the test clock; the main actor is not watched.
  ///   - clock: The clock, where a test needs it before the host is there.
  ///   - build: Adds closures of the app as tasks, or manifests.
  /// - Returns: The host; stop it, or let it go.
  /// - Throws: ``TestApplicationError``, as ``start()`` does.
  public static func start(
    _ modules: any Module.Type..., providing stubs: (inout TestStubs) -> Void = { _ in },
    failing failures: [ModuleName: any Error] = [:], delaying delays: [ModuleName: Duration] = [:],
    configuration: [AbsoluteConfigKey: ConfigValue] = [:], configFile: ConfigurationFile? = nil,
    milestones: [Milestone] = [], schemes: RouteSchemes = .none,
    launchOptions: LaunchOptions = .test,
    limits: Application.Limits = Application.Limits(),
    clock: TestClock = TestClock(), adding build: (inout ApplicationBuilder) -> Void = { _ in }
  ) async throws(TestApplicationError) -> TestApplication {
    let host = TestApplication(
      modules: ModuleSelection(modules), providing: stubs, failing: failures, delaying: delays,
      configuration: configuration, configFile: configFile, milestones: milestones,
      schemes: schemes, launchOptions: launchOptions, limits: limits, clock: clock, adding: build)
    try await host.start()
    return host
  }

  /// Finds everything that a test has to put right before anything runs.
  func check() async throws(TestApplicationError) {
    let plan: LaunchPlan
    do throws(ApplicationError) {
      // Conditions ask the configuration, whose file is read only now.
      try await application.reloadConfiguration()
      let faults = application.check()
      guard faults.isEmpty else { throw ApplicationError.faults(faults) }
      plan = try application.plan()
    } catch {
      throw TestApplicationError(error)
    }
    if let (name, near) = behaviour.unknownNames(in: plan).first {
      throw .unknownTask(name: name, near: near)
    }
  }
}
