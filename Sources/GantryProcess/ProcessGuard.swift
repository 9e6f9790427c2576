// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
internal import Gantry
internal import GantryText
internal import Logging
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Catches the signals for one host, and ends the process by force when it can't end otherwise.
///
/// It decides on a plain system thread (``SignalDesk``). So a pool with only blocked threads, a
/// blocked main actor, a lack of threads, or a task that never ends can't hold it up.
final class ProcessGuard: SignalDesk.Clerk {
  private struct State {
    var resort: LastResort
    var isLaunching = true
    var isOver = false
    /// The number of requests for the state that have not been answered yet.
    var questions = 0
    var id: Int?
    /// Listens alongside a group that catches interrupts itself; nil if there is no such group.
    var interrupts: (any DispatchSourceSignal)?
  }

  /// Requests to stop, by a signal or by the host.
  let stops: AsyncStream<Void>
  /// Requests by SIGHUP; several at the same time count as one.
  let hangUps: AsyncStream<Void>
  /// Requests by SIGTSTP, which Control-Z sends.
  let suspensions: AsyncStream<Void>
  /// The URL that is being opened, which may hold up the stop.
  let opening = Handover<Opening>()
  /// The service manager that started the process, if it wants to know the process's state.
  let manager: ServiceManager?

  /// The error to throw when all services have ended.
  let failure = Handover<any Error>()

  private let application: Application
  private let signals: [Int32]
  private let started = ContinuousClock.now
  private let continuations: [Int32: AsyncStream<Void>.Continuation]
  private let state: Mutex<State>

  /// Starts catching the signals.
  ///
  /// - Parameters:
  ///   - application: The application whose launch and stop are bounded.
  ///   - isAlone: Whether the guard alone catches SIGTERM and SIGINT; otherwise a service group
  ///     catches them, and the guard also listens for interrupts.
  /// - Throws: ``ProcessError/noThreads(reason:)``.
  init(_ application: Application, isAlone: Bool) throws(ProcessError) {
    self.application = application
    signals = (isAlone ? [SIGTERM, SIGINT] : []) + [SIGHUP, SIGTSTP, SIGUSR1]
    manager = ServiceManager(application)
    let stops = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let hangUps = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let suspensions = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.stops = stops.stream
    self.hangUps = hangUps.stream
    self.suspensions = suspensions.stream
    continuations = [
      SIGTERM: stops.continuation, SIGINT: stops.continuation,
      SIGHUP: hangUps.continuation, SIGTSTP: suspensions.continuation,
    ]
    var resort = LastResort(stopLimit: application.limits.stop, terminate: SIGTERM)
    resort.beginLaunch(within: application.limits.launch, at: .zero)
    state = Mutex(State(resort: resort, interrupts: isAlone ? nil : Self.interrupts()))
    ignoreBrokenPipes()
    do {
      let id = try SignalDesk.shared.enter(self, catching: signals)
      state.withLock { $0.id = id }
    } catch {
      throw .noThreads(reason: error.reason)
    }
  }

  /// Requests a stop, as a signal does.
  func requestStop() { continuations[SIGTERM]?.yield() }

  /// Records that the app is ready, or will not be.
  func endLaunch() {
    state.withLock { $0.isLaunching = false }
    change { $0.endLaunch() }
  }

  /// Records that the stop begins.
  ///
  /// - Returns: The time left, since a signal may have begun the stop earlier.
  func beginStop() -> Duration {
    manager?.stopping()
    change { $0.beginStop(at: elapsed) }
    return state.withLock { $0.resort.timeLeft(at: elapsed) }
  }

  /// Stops catching signals, at the end of the application's life.
  func end() {
    let id = state.withLock { state in
      state.interrupts?.cancel()
      defer { (state.id, state.interrupts, state.isOver) = (nil, nil, true) }
      return state.id
    }
    if let id { SignalDesk.shared.leave(id, signals) }
    for continuation in continuations.values { continuation.finish() }
  }

  // MARK: On the threads of the desk

  func watch(_ signals: [Int32]) -> Duration? {
    let now = elapsed
    var reason = state.withLock { state -> LastResort.Reason? in
      guard !state.isOver else { return nil }
      for signal in signals where signal == SIGTERM || signal == SIGINT {
        application.expectEnd()
        if let reason = state.resort.take(signal, at: now) { return reason }
      }
      return state.resort.overdue(at: now)
    }
    if reason == nil, state.withLock({ $0.resort.isProbeDue(at: now) }) {
      // The probe's thread is as large as those of the system's pool.
      let isMade = (try? PlainThread.start(isSmall: false) {}) != nil
      // Counting takes time, and only matters if there is no thread.
      let progress = isMade ? 0 : application.settledTasks
      reason = state.withLock { $0.resort.probed(isMade, progress: progress, at: now) }
    }
    if let reason { end(because: reason) }
    return state.withLock { $0.isOver ? nil : $0.resort.next }.map { max(.zero, $0 - elapsed) }
  }

  func forward(_ signal: Int32) {
    if signal == SIGUSR1 { describe() }
    if signal == SIGHUP, state.withLock(\.isLaunching) {
      application.logger.notice(
        "SIGHUP during the launch: the configuration is read again when the app is ready")
    }
    continuations[signal]?.yield()
  }

  /// Writes the application's state to standard error, on a separate thread: the thread at fault
  /// may hold a lock.
  private func describe() {
    let isFirst = state.withLock { state in
      state.questions += 1
      return state.questions == 1 && !state.isOver
    }
    guard isFirst else { return }
    let isStarted: Void? = try? PlainThread.start { [self] in
      repeat {
        let status = ProcessStatus(application, opening.value, after: elapsed)
        StandardError.write(status.description)
      } while state.withLock { state in
        state.questions -= 1
        return state.questions > 0
      }
    }
    if isStarted == nil { state.withLock { $0.questions = 0 } }
  }

  private func end(because reason: LastResort.Reason) {
    let obituary = Obituary(reason)
    // The thread at fault may hold a lock, and a text at exit may find no reader. So a separate
    // thread writes it, with a short wait.
    let isHandedOver: Void? = try? PlainThread.start {
      if let text = obituary.text(self.holders) { StandardError.write(text) }
      exit(obituary.code.rawValue)
    }
    if isHandedOver == nil, let text = obituary.text(holders) { StandardError.write(text) }
    poll(nil, 0, isHandedOver == nil ? 0 : obituary.patience)
    _exit(obituary.code.rawValue)
  }

  // MARK: -

  private var holders: [String] {
    [opening.value?.line].compactMap(\.self) + application.holders
  }

  private var elapsed: Duration { started.duration(to: .now) }

  private func change(_ body: @Sendable (inout LastResort) -> Void) {
    state.withLock { body(&$0.resort) }
    SignalDesk.shared.ring()
  }

  /// Creates a second signal source. A group catches the signal with its own source, and only
  /// another source works alongside that.
  private static func interrupts() -> any DispatchSourceSignal {
    let source = DispatchSource.makeSignalSource(
      signal: SIGINT, queue: DispatchQueue(label: "gantry.interrupts"))
    // Without `@Sendable` the handler would inherit the caller's actor, and trap outside of it.
    source.setEventHandler { @Sendable in SignalDesk.shared.post(SIGINT) }
    source.activate()
    return source
  }

  /// Makes a write to a closed pipe fail, instead of ending the process.
  private func ignoreBrokenPipes() {
    let previous = signal(SIGPIPE) { _ in }
    // A program that handles the signal itself keeps its own action.
    if unsafeBitCast(previous, to: Int.self) != unsafeBitCast(SIG_DFL, to: Int.self) {
      signal(SIGPIPE, previous)
    }
  }
}
