// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import GantryCore
internal import GantryText
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
  private struct State {
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
    /// Whether a thread has begun to record that signal.
    var isRecorded = false
    /// Whether something has requested the stop.
    var isRequested = false
  }

  /// Requests by SIGHUP; several at the same time count as one.
  let hangUps: AsyncStream<Void>
  /// Requests by SIGTSTP, which Control-Z sends.
  let suspensions: AsyncStream<Void>
  /// The first request to stop; it stays until the host reads it.
  let requests: AsyncStream<StopCause>
  /// The URL that is being opened, which may hold up the stop.
  let opening = Handover<Opening>()
  /// The service manager that started the process, if it wants to know the process's state.
  let manager: ServiceManager?
  /// The group that the host belongs to, if the host may shut it down.
  let group = Handover<ServiceGroup>()
  /// The error to throw when all services have ended.
  let failure = Handover<any Error>()

  let application: Application
  private let started = ContinuousClock.now
  /// Takes all signals but those that ask for a description.
  private let queue = DispatchQueue(label: "gantry.signals")
  private let hangUp: AsyncStream<Void>.Continuation
  private let suspension: AsyncStream<Void>.Continuation
  private let request: AsyncStream<StopCause>.Continuation
  /// Resolved when safe mode knows that the process was asked to end.
  private let recorded = Promise<Void>()
  private let state: Mutex<State>

  /// Starts the watch, without listening to signals.
  ///
  /// - Parameters:
  ///   - application: The application whose launch and stop are bounded.
  ///   - shares: The services that have a share of the stop.
  /// - Throws: ``ProcessError/noThreads(reason:)``.
  init(_ application: Application, _ shares: ServiceShares = ServiceShares()) throws(ProcessError) {
    self.application = application
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
    let own = [SIGHUP, SIGTSTP, SIGUSR1].filter { CaughtSignals.claim($0, yielding: true) }
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

  /// Requests the stop; the first cause counts.
  func ask(for cause: StopCause) {
    let isFirst = state.withLock { state in
      return !exchange(&state.isRequested, with: true)
    }
    if isFirst { request.yield(cause) }
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
    manager?.stopping()
    let now = elapsed
    let left = state.withLock { state in
      state.end.beginStop(at: now)
      return state.end.timeLeft(at: now)
    }
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
    recordSignal()
    let now = elapsed
    let (reason, next) = state.withLock { ($0.end.overdue(at: now), $0.end.next) }
    if let reason {
      if case .launch = reason { application.expectEnd(isOverdue: true) }
      end(because: reason)
    }
    return next.map { max(.zero, $0 - now) }
  }

  /// Records the signal that asked the process to end, and passes it on to the host.
  ///
  /// While the Swift runtime writes the backtrace of a crash, it suspends each thread that doesn't
  /// block signals. The queues of Dispatch do, and go on. So this thread reports the request, and
  /// one that comes during a backtrace neither hides the crash nor begins a stop.
  private func recordSignal() {
    let signal = state.withLock { state -> Int32? in
      guard let signal = state.signal, !state.isRecorded else { return nil }
      state.isRecorded = true
      return signal
    }
    guard let signal else { return }
    let record = { @Sendable [self] in
      // A manager that ends a launch has run out of patience; a person presses Control-C.
      application.expectEnd(isOverdue: signal == SIGTERM && manager != nil)
      recorded.resolve(())
      ask(for: .signal(signal))
    }
    // On another thread, since a disk that doesn't answer must not hold up this one.
    do { try PlainThread.start(record) } catch { record() }
  }

  private func end(because reason: ForcedEnd.Reason) {
    // The thread at fault may hold a lock, and a text at exit may find no reader. So a separate
    // thread writes it, with a short wait.
    let isHandedOver: Void? = try? PlainThread.start { [self] in
      if let text = reason.text(holders) { StandardError.write(text) }
      exit(reason.code.rawValue)
    }
    if isHandedOver == nil {
      if let text = reason.text(holders) { StandardError.write(text) }
    } else {
      let grace = state.withLock(\.end.grace) / .milliseconds(1)
      poll(nil, 0, Int32(min(300, grace)))
    }
    _exit(reason.code.rawValue)
  }

  // MARK: On the queues of the signals

  private func take(_ number: Int32) {
    let now = elapsed
    let reason = state.withLock { state in
      state.signal = state.signal ?? number
      return state.end.take(number, at: now)
    }
    if let reason { end(because: reason) }
    WatchdogThread.wake()
  }

  private func receive(_ number: Int32) {
    switch number {
    case SIGUSR1:
      StandardError.write(ProcessStatus(application, opening.value, after: elapsed).description)
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

  private var elapsed: Duration { started.duration(to: .now) }

  /// Makes a write to a closed pipe fail, instead of ending the process.
  private static func ignoreBrokenPipes() {
    guard CaughtSignals.claim(SIGPIPE, yielding: true) else { return }
    // Child programs would inherit that the signal is ignored, but not a handler.
    signal(SIGPIPE) { _ in }
  }
}

/// The thread that holds the bounds of all hosts.
enum WatchdogThread {
  private struct State {
    var isRunning = false
    var watchdogs: [Watchdog] = []
  }

  private static let state = Mutex(State())
  private static let bell = DispatchSemaphore(value: 0)
  /// The longest sleep; a check more or less costs nothing.
  private static let rest = Duration.seconds(3600)

  /// Adds a watchdog, and ends those that only wait for the end of the process: it goes on.
  ///
  /// - Throws: ``PlainThread/Failure`` if the system can't create a thread.
  static func add(_ watchdog: Watchdog) throws(PlainThread.Failure) {
    let isRunning = state.withLock { state in
      return exchange(&state.isRunning, with: true)
    }
    if !isRunning {
      do {
        try PlainThread.start { while true { run() } }
      } catch {
        state.withLock { $0.isRunning = false }
        throw error
      }
    }
    let old = state.withLock { state in
      defer { state.watchdogs.append(watchdog) }
      return state.watchdogs
    }
    for watchdog in old where watchdog.isOver { watchdog.disarm() }
    wake()
  }

  static func remove(_ watchdog: Watchdog) {
    state.withLock { $0.watchdogs.removeAll { $0 === watchdog } }
    wake()
  }

  /// Makes the thread check again, after a bound has changed.
  static func wake() { bell.signal() }

  private static func run() {
    // Dispatch blocks signals on threads that they reach. A signal whose action was restored needs
    // one thread to reach.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_UNBLOCK, &all, nil)
    let next = state.withLock(\.watchdogs).compactMap { $0.check() }.min() ?? rest
    // Rounded up, so that a bound has passed when the thread checks it.
    let milliseconds = (min(next, rest) / .milliseconds(1)).rounded(.up)
    _ = bell.wait(timeout: .now() + .milliseconds(Int(milliseconds)))
  }
}
