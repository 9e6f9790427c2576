// SPDX-License-Identifier: Apache-2.0

internal import GantryCore
internal import GantrySupport
internal import Logging
internal import ServiceLifecycle

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// Reports the app's state to the service manager that started the process, such as systemd.
///
/// There is a manager if `NOTIFY_SOCKET` names its socket. A manager that can't be reached is
/// logged once, and holds up nothing.
final class ServiceManager: Sendable {
  private struct State {
    var isLaunching = true
    var isStopping = false
    /// Whether the manager couldn't be reached, which is logged only once.
    var hasFailed = false
    /// Whether the application ends with an error.
    var isFailed = false
    var status = ""
  }

  /// The interval at which the manager is told how far the launch is.
  private static let statusInterval = Duration.seconds(1)
  /// The time that a launch asks for with each status: enough for a busy machine.
  private static let launchExtension = Duration.seconds(10)

  private let application: Application
  private let socket: NotifySocket
  /// Half of the manager's watchdog interval; nil if it expects no pings.
  private let pingInterval: Duration?
  private let state: Mutex<State>

  /// Looks for a service manager in the environment; nil if there is none.
  init?(_ application: Application) {
    let environment = application.launchOptions.environment
    guard let address = environment["NOTIFY_SOCKET"], !address.isEmpty else { return nil }
    self.application = application
    socket = NotifySocket(address)
    pingInterval = Self.pingInterval(environment, process: getpid())
    state = Mutex(State())
  }

  /// Returns half of `WATCHDOG_USEC`, if `WATCHDOG_PID` names this process or is absent.
  static func pingInterval(_ environment: [String: String], process: Int32) -> Duration? {
    guard let limit = environment["WATCHDOG_USEC"].flatMap(Int64.init), limit > 1 else {
      return nil
    }
    if let watched = environment["WATCHDOG_PID"], Int32(watched) != process { return nil }
    return .microseconds(limit / 2)
  }

  // MARK: While a task lasts

  /// Pings the manager as long as the main actor answers.
  func ping() async {
    guard let pingInterval else { return }
    repeat {
      let warning = Task { [application] in
        try await application.clock.sleep(for: pingInterval)
        application.logger.warning(
          """
          the main actor has not responded for \(pingInterval.text), and the service manager is not \
          pinged: \(application.holders.first ?? "no module is known to hold it")
          """)
      }
      await MainActor.run {}
      warning.cancel()
      send("WATCHDOG=1")
    } while (try? await application.clock.sleep(for: pingInterval)) != nil
  }

  /// Reports how far the launch is, and asks for more time as long as it goes on.
  func followLaunch() async {
    repeat {
      guard state.withLock(\.isLaunching) else { return }
      say(progress, application.holders)
      send(Self.extension(by: Self.launchExtension))
    } while (try? await application.clock.sleep(for: Self.statusInterval)) != nil
  }

  private var progress: String {
    guard let tasks = application.report?.tasks, !tasks.isEmpty else { return "launching" }
    let count = tasks.count { $0.outcome != nil }
    return "launching: \(count) of \(tasks.count.counted("task")) ended"
  }

  /// Reports the app's health when a module isn't well, and when all are well again.
  func followHealth() async {
    var isWell = true
    for await health in application.healthUpdates {
      let wasWell = isWell
      isWell = health.isReady && health.modules.allSatisfy { $0.state.problem == nil }
      let isDue = state.withLock { !$0.isLaunching && !$0.isStopping }
      guard isDue, !isWell || !wasWell else { continue }
      say("\(health)", [])
      // At most one state is sent per interval, the latest, even if work fails over and over.
      try? await application.clock.sleep(for: Self.statusInterval)
    }
  }

  // MARK: Once

  func ready(_ report: LaunchReport) {
    let time = report.timeToReady.map { " after \($0.text)" } ?? ""
    let names = report.failed.map(\.rawValue)
    let failed = names.isEmpty ? "" : "; failed: \(names.joined(separator: ", "))"
    // Those that have failed are in the report.
    let degraded = application.health.modules.filter { module in
      switch module.state {
      case .launched(.degraded), .leftOut: module.state.problem != nil
      default: false
      }
    }
    beReady((["ready\(time)\(failed)"] + degraded.map(\.description)).joined(separator: "; "))
  }

  func reloading() {
    guard state.withLock({ !$0.isStopping }) else { return }
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let microseconds = Int(now.tv_sec) * 1_000_000 + Int(now.tv_nsec) / 1000
    send(
      "RELOADING=1", "MONOTONIC_USEC=\(microseconds)",
      Self.status("reading the configuration again"))
  }

  func reloaded(_ error: ApplicationError?) {
    beReady(error.map { "ready; \($0)" } ?? "ready; the configuration was read again")
  }

  /// Reports that the stop begins, and asks for the time that it may take; a second call does
  /// nothing.
  func stopping(within limit: Duration) {
    let isFirst = state.withLock { state in
      defer { (state.isLaunching, state.isStopping) = (false, true) }
      return !state.isStopping
    }
    guard isFirst else { return }
    // If the end is an error, its reason stays visible.
    let status = state.withLock(\.isFailed) ? [] : [Self.status("stopping")]
    send(["STOPPING=1"] + status + [Self.extension(by: limit + Self.statusInterval)])
  }

  func stopped(_ report: ShutdownReport) {
    say(
      "stopped \(report.modules.count.counted("module"))", report.problems)
  }

  func failed(_ error: any Error) {
    state.withLock { $0.isFailed = true }
    say("error: \(error)", [])
  }

  // MARK: -

  private func beReady(_ status: String) {
    let isDue = state.withLock { state in
      state.isLaunching = false
      return !state.isStopping
    }
    if isDue { send("READY=1", Self.status(status)) }
  }

  /// Sends a status if it differs from the last one.
  private func say(_ status: String, _ details: [String]) {
    let line = Self.status(([status] + details.prefix(1)).joined(separator: "; "))
    let isNew = state.withLock { state in
      defer { state.status = line }
      return state.status != line
    }
    if isNew { send(line) }
  }

  private func send(_ lines: String...) { send(lines) }

  private func send(_ lines: [String]) {
    do throws(NotifySocket.Failure) {
      try socket.send(lines.joined(separator: "\n"))
    } catch {
      let isFirst = state.withLock { state in
        defer { state.hasFailed = true }
        return !state.hasFailed
      }
      if isFirst { application.logger.warning("\(error)") }
    }
  }

  /// Asks the manager to wait at least this long from now on.
  private static func `extension`(by time: Duration) -> String {
    "EXTEND_TIMEOUT_USEC=\(Int64((min(time, .seconds(1 << 40)) / .microseconds(1)).rounded()))"
  }

  private static func status(_ text: String) -> String {
    "STATUS=" + text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

/// One call of a module's long-running work, in its own service group. A stop asks only this work
/// to shut down gracefully, so that work ends in reverse launch order, as modules do.
final class GracefulScope: RunScope {
  /// The work as the only service of its group; it reports when it has begun.
  private struct Work: Service {
    let begin: AsyncStream<Void>.Continuation
    let body: @concurrent @Sendable () async throws -> Void

    func run() async throws {
      begin.finish()
      try await body()
    }
  }

  private let (begun, begin) = AsyncStream.makeStream(of: Void.self)
  /// Set once, before the work begins.
  private let group = LockedBox<ServiceGroup>()

  func run(_ work: @escaping @concurrent @Sendable () async throws -> Void) async throws {
    let service = ServiceGroupConfiguration.ServiceConfiguration(
      service: Work(begin: begin, body: work),
      successTerminationBehavior: .gracefullyShutdownGroup,
      failureTerminationBehavior: .gracefullyShutdownGroup)
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [service], logger: Logger(label: "gantry.run") { _ in SwiftLogNoOpLogHandler() }))
    self.group.put(group)
    // If the group ends before the work begins, a stop must not wait for the work.
    defer { begin.finish() }
    try await group.run()
  }

  func end() async {
    // A group that isn't running yet would ignore the request.
    for await _ in begun {}
    await group.value?.triggerGracefulShutdown()
  }
}
