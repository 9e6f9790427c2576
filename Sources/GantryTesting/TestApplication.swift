// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
public import Logging

/// Runs chosen modules in a test, with stubs for everything else and a clock that stands still.
///
/// Nothing is discovered: only the modules that you name take part. If they require things that you
/// didn't provide, one error lists them all. Any number of hosts can run in one process at a time.
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
/// A host that you don't stop is released with everything it owns when the test that created it
/// ends.
public final class TestApplication: Sendable {
  /// The application under test, for everything that the host doesn't offer itself.
  public let application: Application
  /// The clock for timeouts, retries, delays and deadlines; it moves only when the test advances
  /// it.
  public let clock: TestClock

  let recorder: EventRecorder
  private let behavior: TaskBehavior
  private let recording: EventSubscription
  /// The names of the stubs.
  let stubNames: Set<ModuleName>

  /// Creates a host without starting it, to look at its plan or to start it later.
  ///
  /// Without a logger, its log is silent, and so is `context.logger`; the `log` of a module isn't.
  ///
  /// - Parameters:
  ///   - modules: The modules under test; `.linked` stands for every module that is linked into the
  ///     test.
  ///   - stubs: A closure that provides the services and results that the modules need from other
  ///     modules.
  ///   - failures: Launch tasks that fail instead of running, with their errors. The creation of a
  ///     module is named like `Orders.init`.
  ///   - delays: Launch tasks that sleep by the test clock before they run.
  ///   - configuration: Configuration values by full key, for example `["Orders.limit": 3]`.
  ///   - configFile: A JSON file of configuration; nil for none.
  ///   - milestones: The milestones that the test itself reaches.
  ///   - schemes: The schemes and hosts of the URLs that the application accepts.
  ///   - launchOptions: The options of the launch, such as its arguments and environment.
  ///   - limits: Bounds on launch and stop, by the test clock. The main actor is not watched.
  ///   - logger: The logger of the application and of `context.logger`, such as
  ///     `Logger(label: "test")`, which writes where the program's logs go; nil is silent.
  ///   - clock: The clock; pass one if the test needs it before the host exists.
  ///   - build: A closure that adds manifests, or closures of the app as tasks.
  public init(
    modules: ModuleSelection, providing stubs: (inout TestStubs) -> Void = { _ in },
    failing failures: [ModuleName: any Error] = [:], delaying delays: [ModuleName: Duration] = [:],
    configuration: [String: ConfigurationValue] = [:], configFile: ConfigurationFile? = nil,
    milestones: [Milestone] = [], schemes: RouteSchemes = .none,
    launchOptions: LaunchOptions = .test,
    limits: Application.Limits = Application.Limits(), logger: Logger? = nil,
    clock: TestClock = TestClock(), adding build: (inout ApplicationBuilder) -> Void = { _ in }
  ) {
    var given = TestStubs()
    stubs(&given)
    stubNames = Set(given.builder.manifests.map(\.name))
    var builder = given.builder
    build(&builder)
    let recorder = EventRecorder(clock: clock)
    let behavior = TaskBehavior(failures: failures, delays: delays, clock: clock)
    self.behavior = behavior
    self.clock = clock
    self.recorder = recorder
    // The launch warning would always sleep by the test clock, the leak check after each stop. The
    // main-actor watch would report code on a slow machine.
    var limits = limits
    limits.launchWarning = nil
    limits.mainActor = nil
    limits.leaks = nil
    var hooks = ApplicationHooks()
    hooks.replaceBody = { behavior.body(of: $0, $1) }
    hooks.remembersStopped = true
    hooks.onHandlerFailure = { recorder.record($0) }
    application = Application(
      modules: modules, added: builder.manifests, provided: builder.services,
      milestones: milestones, schemes: schemes, configuration: configFile,
      sources: [MemoryConfiguration(configuration)],
      launchOptions: launchOptions, limits: limits,
      logger: logger ?? Logger(label: "gantry.test") { _ in SwiftLogNoOpLogHandler() },
      clock: clock, hooks: hooks)
    recording = application.events.observeAll { recorder.record($0) }
  }

  /// Starts the modules under test, and returns when they are ready.
  ///
  /// - Parameters:
  ///   - modules: The modules under test.
  ///   - stubs: A closure that provides the services and results that the modules need from other
  ///     modules.
  ///   - failures: Launch tasks that fail instead of running, with their errors. The creation of a
  ///     module is named like `Orders.init`.
  ///   - delays: Launch tasks that sleep by the test clock before they run. For tasks that *ready*
  ///     waits for, pass a `clock` that the test advances meanwhile.
  ///   - configuration: Configuration values by full key, for example `["Orders.limit": 3]`.
  ///   - configFile: A JSON file of configuration; nil for none.
  ///   - milestones: The milestones that the test itself reaches.
  ///   - schemes: The schemes and hosts of the URLs that the application accepts.
  ///   - launchOptions: The options of the launch, such as its arguments and environment.
  ///   - limits: Bounds on launch and stop, by the test clock. The main actor is not watched.
  ///   - logger: The logger of the application and of `context.logger`, such as
  ///     `Logger(label: "test")`, which writes where the program's logs go; nil is silent.
  ///   - clock: The clock; pass one if the test needs it before the host exists.
  ///   - build: A closure that adds manifests, or closures of the app as tasks.
  /// - Returns: The host; stop it, or just release it.
  /// - Throws: ``TestApplicationError``, as ``start()`` does.
  public static func start(
    _ modules: any Module.Type..., providing stubs: (inout TestStubs) -> Void = { _ in },
    failing failures: [ModuleName: any Error] = [:], delaying delays: [ModuleName: Duration] = [:],
    configuration: [String: ConfigurationValue] = [:], configFile: ConfigurationFile? = nil,
    milestones: [Milestone] = [], schemes: RouteSchemes = .none,
    launchOptions: LaunchOptions = .test,
    limits: Application.Limits = Application.Limits(), logger: Logger? = nil,
    clock: TestClock = TestClock(), adding build: (inout ApplicationBuilder) -> Void = { _ in }
  ) async throws(TestApplicationError) -> TestApplication {
    let host = TestApplication(
      modules: ModuleSelection(modules), providing: stubs, failing: failures, delaying: delays,
      configuration: configuration, configFile: configFile, milestones: milestones,
      schemes: schemes, launchOptions: launchOptions, limits: limits, logger: logger, clock: clock,
      adding: build)
    try await host.start()
    return host
  }

  /// Finds all mistakes that the test has to fix, before anything runs.
  func check() async throws(TestApplicationError) {
    let plan: LaunchPlan
    do throws(ApplicationError) {
      // Conditions depend on the configuration, whose file is read only now.
      try await application.reloadConfiguration()
      let faults = application.check()
      guard faults.isEmpty else { throw ApplicationError.faults(faults) }
      plan = try application.plan()
    } catch {
      throw TestApplicationError(error)
    }
    if let (name, near) = behavior.unknownNames(in: plan).first {
      throw .unknownTask(name: name, near: near)
    }
  }
}
