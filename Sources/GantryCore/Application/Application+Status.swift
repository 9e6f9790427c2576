// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryLaunch
internal import GantrySupport
internal import Logging

extension Application {
  /// The status of an application and each of its modules at one moment.
  package struct Status: Sendable {
    /// The phase of the application's life.
    package let state: ApplicationReference.State
    /// The reasons why it isn't ready or has not stopped, one line each.
    package let waits: [String]
    /// Its modules, sorted by name; empty if nothing runs.
    package let modules: [Explanation]
    /// The health of the application and its modules.
    package let health: ApplicationHealth
  }

  /// The current status of the application; reading it takes locks, but waits for no task.
  package var status: Status {
    let health = health
    return Status(
      state: health.state, waits: holders, modules: current == nil ? [] : explanations(health),
      health: health)
  }

  /// The configuration keys that were read so far, sorted; they show no secret.
  package var settings: [ConfigurationSetting] { configuration.settings }

  private func explanations(_ health: ApplicationHealth) -> [Explanation] {
    let well = Set(health.modules.lazy.filter { $0.state == .launched(.good) }.map(\.name))
    return inventory.manifests.filter(\.hasHealth).map { manifest in
      let name = manifest.name
      // Each explanation reads its own report, so only the few modules that need one get it.
      return well.contains(name) && manifest.runs.isEmpty
        ? Explanation(name: name, state: .launched(.good), chain: []) : explain(name)
    }
  }
}

extension Application {
  /// The suffixes of the variables that an application reads; all begin with `GANTRY_`.
  private static let variables = ["MANIFEST", "ONLY", "REPORT", "SAFE_MODE", "SHUFFLE"]

  /// Warns of environment variables that have no effect: of those that only debug builds take, and
  /// of each name that nearly matches one that an application reads.
  func logVariables() {
    let process = ProcessInfo.processInfo.environment
    for name in LaunchOptions.debugVariables
    where launchOptions.environment[name] == nil && process[name]?.isEmpty == false {
      logger.warning(
        "\(name) is ignored: a debug build takes it, unless the app states its environment")
    }
    if safeMode == nil, launchOptions.environment["GANTRY_SAFE_MODE"]?.isEmpty == false {
      logger.warning("GANTRY_SAFE_MODE is ignored: the app has no safe mode")
    }
    let prefix = "GANTRY_"
    for name in launchOptions.environment.keys.sorted() where name.hasPrefix(prefix) {
      let end = String(name.dropFirst(prefix.count))
      guard !Self.variables.contains(end) else { continue }
      let near = NearNames.of(end, among: Self.variables).map { prefix + $0 }
      guard !near.isEmpty else { continue }
      logger.warning("nothing reads the environment variable \(name).\(Wording.near(near))")
    }
  }

  /// An empty variable counts as unset, as for all others.
  private var shuffleSeed: String? {
    launchOptions.environment["GANTRY_SHUFFLE"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The random order that was requested, if any.
  var shuffle: LaunchShuffle? {
    (launchOptions.shuffle ?? shuffleSeed.flatMap { UInt64($0) })
      .map { LaunchShuffle(seed: $0, longestDelay: launchOptions.longestShuffleDelay) }
  }

  /// Logs how to repeat a random order, before anything in it can hang. Warns of a text that isn't
  /// a seed.
  func logShuffle() {
    if let shuffle {
      logger.notice("launching in a random order; GANTRY_SHUFFLE=\(shuffle.seed) repeats it")
    } else if let shuffleSeed {
      logger.warning(
        "GANTRY_SHUFFLE is '\(shuffleSeed)', not a whole number: launching in the planned order")
    }
  }
}

extension Application {
  /// Launches the modules, and returns on the main thread when the app is ready.
  ///
  /// Use it in hosts that start in a synchronous call, such as
  /// `application(_:didFinishLaunchingWithOptions:)`. While it waits, this thread runs the tasks of
  /// the main lane, and the main run loop for all other work of the main actor. It sleeps when
  /// there is nothing to do. After-ready work goes on after it has returned.
  ///
  /// > Important: Call it on the main thread, outside of a task or a block of the main queue. If
  /// > ``Limits/launch`` is nil, the call gives up after 20 seconds. Set a lower limit in an app: iOS
  /// > terminates apps that don't finish launching in about that time.
  ///
  /// - Parameter willLaunch: Called when the listeners are known, before any module exists.
  /// - Returns: The report at ready; ``waitUntilIdle()`` returns the complete one.
  /// - Throws: ``ApplicationError/notBlockable`` when it would keep the main actor to itself;
  ///   ``ApplicationError/faults(_:)`` also for work that is ``RunReadiness/whenReported``; and the
  ///   errors of ``start(willLaunch:)``.
  @discardableResult
  @MainActor
  public func startBlocking(
    willLaunch: @escaping @MainActor @Sendable (EventBus) -> Void = { _ in }
  ) throws(ApplicationError) -> LaunchReport {
    let endless = inventory.manifests.compactMap { Fault.blockedReport(of: $0) }
    guard endless.isEmpty else { throw .faults(endless) }
    guard MainThread.canBlock() else { throw .notBlockable }
    let limit = limits.launch ?? .seconds(20)
    return try MainThread.block { [self] in
      await Result.awaiting { () async throws(ApplicationError) -> LaunchReport in
        try await start(within: limit, willLaunch)
      }
    }.get()
  }
}

extension Fault {
  /// The fault of a module whose report a launch that blocks the main thread would wait for; nil if
  /// it has none.
  ///
  /// What makes it ready, such as a connection, may take as long as it likes, and would hold up the
  /// screen.
  static func blockedReport(of manifest: ModuleManifest) -> Fault? {
    guard manifest.stage == .beforeReady,
      let run = manifest.runs.first(where: { $0.options.ready == .whenReported })
    else { return nil }
    return Fault(
      "blockedReport",
      """
      \(manifest.name).\(run.function) is `ready: .whenReported`, and `startBlocking` would hold \
      the main thread until then (\(run.declaredAt)). Leave `ready:` out, or start with \
      `await start()`.
      """, modules: [manifest.name], at: [run.declaredAt])
  }
}
