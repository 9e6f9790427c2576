// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
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

/// Listens to the signals for one host, and ends the process by force when it can't end otherwise.
///
/// It is the only owner of the fact that the process is asked to stop: the host reads it from
/// ``requests``, which remembers a request that came before the host was running.
///
/// A plain system thread holds the bounds (``WatchdogThread``). So a pool with only blocked
/// threads, a blocked main actor, or a task that never ends can't hold it up. Once a signal has
/// asked the process to end, the bound holds until the process is gone.
final class Watchdog: Sendable {
  struct State {
    var end: ForcedEnd
    var isLaunching = true
    /// Whether the host has ended, and the caller goes on.
    var isOver = false
    var shares: ServiceShares
    var sources: [any DispatchSourceSignal] = []
    /// The signals to release.
    var claimed: Set<Int32> = []
    /// The first signal that asked the process to end.
    var signal: Int32?
    /// The time that the app still serves after that signal.
    var drained = Duration.zero
    /// Whether there is an error to throw.
    var hasFailed = false
    /// The first request to stop; nil if there was none.
    var asked: (cause: StopCause, time: Duration)?
    /// The number of modules that were shut down; nil if the app was never ready.
    var stopped: Int?
  }

  /// Requests by SIGHUP; several at the same time count as one.
  let hangUps: AsyncStream<Void>
  /// Requests by SIGTSTP, which Control-Z sends.
  let suspensions: AsyncStream<Void>
  /// The first request to stop; it stays until the host reads it.
  let requests: AsyncStream<StopCause>
  /// The URL that is being opened, which may hold up the stop.
  let opening = LockedBox<Opening>()
  /// The service manager that started the process, if it wants to know the process's state.
  let manager: ServiceManager?
  /// The group that the host belongs to, if the host may shut it down.
  let group = LockedBox<ServiceGroup>()
  /// The first error, to throw when all services have ended.
  let failure = LockedBox<any Error>()
  /// How long the app still serves, although it isn't ready, after a signal that requests the stop.
  let drain: Duration

  let application: Application
  private let started = ContinuousClock.now
  /// Takes all signals but those that ask for a description.
  private let queue = DispatchQueue(label: "gantry.signals")
  private let hangUp: AsyncStream<Void>.Continuation
  private let suspension: AsyncStream<Void>.Continuation
  private let request: AsyncStream<StopCause>.Continuation
  /// Resolved when safe mode knows that the process was asked to end.
  private let recorded = Promise<Void>()
  /// Whether a crash is under way.
  private let crashes = CrashWatch()
  /// Whether the last words have been written.
  private let hasSpoken = Atomic(false)
  let state: Mutex<State>

  /// Starts the watch, without listening to signals.
  ///
  /// - Parameters:
  ///   - application: The application whose launch and stop are bounded.
  ///   - drain: How long the app still serves after a signal that requests the stop.
  ///   - shares: The services that have a share of the stop.
  /// - Throws: ``ProcessError/noThreads(reason:)``.
  init(
    _ application: Application, drain: Duration = .zero,
    _ shares: ServiceShares = ServiceShares()
  ) throws(ProcessError) {
    self.application = application
    self.drain = max(.zero, drain)
    manager = ServiceManager(application)
    (hangUps, hangUp) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    (suspensions, suspension) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    (requests, request) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    var end = ForcedEnd(stopLimit: application.limits.stop, terminate: SIGTERM)
    end.beginLaunch(within: application.limits.launch, at: .zero)
    state = Mutex(State(end: end, shares: shares))
    do {
      // Signals and tasks need threads of the usual size.
      try PlainThread.start(isSmall: false) {}
      try WatchdogThread.add(self)
    } catch {
      throw .noThreads(reason: error.reason)
    }
    Self.ignoreBrokenPipes()
  }

  /// Starts listening to signals.
  ///
  /// - Parameter isAlone: Whether the caller makes the service group, which then catches no signal
  ///   itself. In a group of the program, only the signals that end the group count as requests to
  ///   stop.
  func listen(isAlone: Bool) async {
    let ends = isAlone ? [SIGTERM, SIGINT].filter { CaughtSignals.claim($0, yielding: false) } : []
    let own = [SIGHUP, SIGTSTP, SIGUSR1, SIGUSR2].filter { CaughtSignals.claim($0, yielding: true) }
    state.withLock { $0.claimed = Set(ends + own) }
    // A description may have to wait for a lock.
    let descriptions = DispatchQueue(label: "gantry.status")
    for number in own {
      await listen(to: number, on: number == SIGUSR1 ? descriptions : queue) { [self] in
        receive(number)
      }
    }
    let others =
      isAlone
      ? ends
      : [SIGTERM, SIGINT].filter { number in
        own.first.map { CaughtSignals.isHandledByDispatch(number, as: $0) } ?? false
      }
    for number in others { await listen(to: number, on: queue) { [self] in take(number) } }
  }

  private func listen(
    to number: Int32, on queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void
  ) async {
    let isListening = Promise<Void>()
    state.withLock { state in
      state.sources.append(CaughtSignals.source(number, on: queue, isListening, handler))
    }
    await isListening.value()
  }

  /// Waits until the signals that have arrived are taken and recorded.
  ///
  /// A service group of the program hears the same signals on its own, and may hear them first:
  /// Dispatch tells one listener after the other. Only then does it look for timers that are due.
  func takeSignals() async {
    await flush()
    if state.withLock({ $0.signal != nil }) { _ = await recorded.valueUnlessCancelled() }
  }

  private func flush() async {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    await withCheckedContinuation { continuation in
      timer.setEventHandler { @Sendable in continuation.resume() }
      timer.schedule(deadline: .now())
      timer.activate()
    }
    timer.cancel()
  }

  /// Requests the stop; the first cause counts, and is a line in the log.
  func ask(for cause: StopCause) {
    application.leave()
    let now = elapsed
    let isFirst = state.withLock { state in
      defer { state.asked = state.asked ?? (cause, now) }
      return state.asked == nil
    }
    guard isFirst else { return }
    // First, since a log whose reader hangs must not keep the modules from shutting down.
    request.yield(cause)
    logBegin(cause)
  }

  /// Records that the app is ready, or will not be.
  func endLaunch() {
    state.withLock { state in
      state.isLaunching = false
      state.end.endLaunch()
    }
    WatchdogThread.wake()
  }

  /// Records that the stop begins.
  ///
  /// - Returns: The time left, since a signal may have begun the stop earlier.
  @discardableResult
  func beginStop() -> Duration {
    application.leave()
    let now = elapsed
    let left = state.withLock { state in
      state.end.beginStop(at: now)
      return state.end.timeLeft(at: now)
    }
    manager?.stopping(within: left)
    WatchdogThread.wake()
    return left
  }

  /// Begins the stop if that hasn't happened, and returns the time that a service has in it.
  func beginStop(of service: HostedService) -> Duration {
    let left = beginStop()
    return state.withLock { $0.shares.begin(service, left: left, limits: application.limits) }
  }

  /// Records that a service has ended, or is left behind.
  func ended(_ service: HostedService) { state.withLock { $0.shares.end(service) } }

  /// The part of the time left that the modules may use.
  var modulesPart: Double { state.withLock(\.shares.modulesPart) }

  /// Ends the watch, unless a signal has asked the process to end.
  ///
  /// It waits for the main actor, since the caller may need that to go on.
  func end() async {
    await MainActor.run {
      let isAsked = state.withLock { state in
        state.isOver = true
        return state.end.isAsked
      }
      if !isAsked { disarm() }
    }
    // One that arrived too late for the host gets the action that it would have without a host.
    await flush()
    let late = state.withLock { $0.sources.isEmpty ? $0.signal : nil }
    if let late { kill(getpid(), late) }
  }

  /// Ends the watch, and restores the actions of signals.
  func disarm() {
    let (sources, claimed) = state.withLock { state in
      return (exchange(&state.sources, with: []), exchange(&state.claimed, with: []))
    }
    // First the actions: a signal that arrives between the two would be swallowed.
    for number in claimed { CaughtSignals.release(number) }
    for source in sources { source.cancel() }
    WatchdogThread.remove(self)
    hangUp.finish()
    suspension.finish()
    request.finish()
  }

  /// Whether the host has ended, and only a signal keeps the watch.
  var isOver: Bool { state.withLock(\.isOver) }

  // MARK: On the thread of the watchdog

  /// Ends the process if a bound has passed.
  ///
  /// - Returns: How long nothing can change without a signal; nil means for ever.
  func check() -> Duration? {
    let now = elapsed
    let (reason, next) = state.withLock { ($0.end.overdue(at: now), $0.end.next) }
    if let reason {
      if case .launch = reason { application.expectEnd(isOverdue: true) }
      end(because: reason)
    }
    return next.map { max(.zero, $0 - now) }
  }

  /// Records the signal that asked the process to end, and passes it on to the host.
  private func record(_ signal: Int32) {
    let record = { @Sendable [self] in
      crashes.outlast()
      application.expectEnd(isOverdue: signal == SIGTERM && manager != nil && isLaunchSlow)
      ask(for: .signal(signal))
      recorded.resolve(())
    }
    // On another thread, since a disk or a log that doesn't answer must not hold up a second signal.
    do { try PlainThread.start(record) } catch { record() }
  }

  /// Whether the log has warned of the launch: a service manager that ends it now may have run out of
  /// patience. Sooner, it restarts the program.
  private var isLaunchSlow: Bool {
    let patience = application.limits.launchWarning ?? .zero
    return state.withLock { $0.end.hasLaunched(for: patience, at: elapsed) }
  }

  private func end(because reason: ForcedEnd.Reason) {
    // The thread at fault may hold a lock, and a text at exit may find no reader. So a separate
    // thread writes it, with a short wait.
    let isHandedOver: Void? = try? PlainThread.start { [self] in
      application.tell(reason.text(holders), at: .critical)
      hasSpoken.store(true, ordering: .releasing)
      exit(reason.code.rawValue)
    }
    if isHandedOver != nil {
      let grace = state.withLock(\.end.grace) / .milliseconds(1)
      poll(nil, 0, Int32(min(300, grace)))
    }
    // The log of the program may hang, too.
    if !hasSpoken.load(ordering: .acquiring) { StandardError.write(reason.text(holders)) }
    _exit(reason.code.rawValue)
  }

  // MARK: On the queues of the signals

  private func take(_ number: Int32) {
    application.leave()
    let now = elapsed
    let (isFirst, reason) = state.withLock { state in
      let isFirst = state.signal == nil
      if isFirst {
        state.signal = number
        state.drained = state.isLaunching ? .zero : drain
      }
      return (isFirst, state.end.take(number, at: now, drain: state.drained))
    }
    if isFirst { record(number) }
    if let reason { end(because: reason) }
    WatchdogThread.wake()
  }

  private func receive(_ number: Int32) {
    switch number {
    case SIGUSR1:
      let status = ProcessStatus(application, opening.value, after: elapsed)
      application.tell(status.description, at: .notice)
    case SIGUSR2:
      // By default, it would end the program, and some servers use it for their own purposes.
      application.logger.notice(
        "SIGUSR2 means nothing to this program; SIGUSR1 describes the state of its modules")
    case SIGTSTP: suspension.yield()
    default:
      if state.withLock(\.isLaunching) {
        application.logger.notice(
          "SIGHUP during the launch: the configuration is read again when the app is ready")
      }
      hangUp.yield()
    }
  }

  // MARK: -

  private var holders: [String] {
    [opening.value?.line].compactMap(\.self) + state.withLock { $0.shares.lines }
      + application.holders
  }

  var elapsed: Duration { started.duration(to: .now) }

  /// Makes a write to a closed pipe fail, instead of ending the process.
  private static func ignoreBrokenPipes() {
    guard CaughtSignals.claim(SIGPIPE, yielding: true) else { return }
    // Child programs would inherit that the signal is ignored, but not a handler.
    signal(SIGPIPE) { _ in }
  }
}
