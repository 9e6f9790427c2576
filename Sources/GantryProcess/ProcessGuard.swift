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

/// Catches the signals of one host, and ends the process when it has to end and cannot.
///
/// Its decisions are made on a thread of the system's own (``SignalDesk``): a pool whose threads are
/// all blocked, a blocked main actor and a system without threads hold it up as little as a task
/// that never ends.
final class ProcessGuard: SignalDesk.Clerk {
  private struct State {
    var resort: LastResort
    var isLaunching = true
    var isOver = false
    /// How often the state was asked for, and has not been said yet.
    var questions = 0
    var id: Int?
    /// Listens beside a group that catches interrupts itself; nil where there is none.
    var interrupts: (any DispatchSourceSignal)?
  }

  /// A request to the program: a stop, by a signal or by the host.
  let stops: AsyncStream<Void>
  /// SIGHUP; several that come together are one.
  let hangUps: AsyncStream<Void>
  /// SIGTSTP, which Control-Z sends.
  let suspensions: AsyncStream<Void>
  /// URLs that are being opened, which may hold the stop up.
  let openings: Openings
  /// The service manager that has started the process, where it wants to know its state.
  let manager: ServiceManager?

  /// The error to end with when all services have ended.
  let failure = Handover<any Error>()

  private let application: Application
  private let signals: [Int32]
  private let started = ContinuousClock.now
  private let continuations: [Int32: AsyncStream<Void>.Continuation]
  private let state: Mutex<State>

  /// Catches the signals from now on.
  ///
  /// - Parameters:
  ///   - application: Whose stop and launch are bounded.
  ///   - isAlone: Whether it catches SIGTERM and SIGINT alone; else a service group does,
  ///     and it listens to interrupts beside that.
  /// - Throws: ``ProcessError/noThreads(reason:)``.
  init(_ application: Application, isAlone: Bool) throws(ProcessError) {
    self.application = application
    signals = (isAlone ? [SIGTERM, SIGINT] : []) + [SIGHUP, SIGTSTP, SIGUSR1]
    manager = ServiceManager(application)
    openings = Openings(clock: application.clock)
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

  /// Asks for the stop as a signal does.
  func requestStop() { continuations[SIGTERM]?.yield() }

  /// Says that the app is ready, or not going to be.
  func endLaunch() {
    state.withLock { $0.isLaunching = false }
    change { $0.endLaunch() }
  }

  /// Says that the stop begins.
  ///
  /// - Returns: The time that is left: a signal may have begun the stop earlier.
  func beginStop() -> Duration {
    manager?.stopping()
    change { $0.beginStop(at: elapsed) }
    return state.withLock { $0.resort.timeLeft(at: elapsed) }
  }

  /// Catches no more signals: the life of the application is over.
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
      // As large as those of the system's pool.
      let isMade = (try? PlainThread.start(isSmall: false) {}) != nil
      // Counting takes time, and only says something where there is no thread.
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

  /// Writes how the application is to standard error, on a thread of its own: the thread that is
  /// looked for may keep a lock.
  private func describe() {
    let isFirst = state.withLock { state in
      state.questions += 1
      return state.questions == 1 && !state.isOver
    }
    guard isFirst else { return }
    let isStarted: Void? = try? PlainThread.start { [self] in
      repeat {
        let status = ProcessStatus(application, openings.lines, after: elapsed)
        StandardError.write(status.description)
      } while state.withLock { state in
        state.questions -= 1
        return state.questions > 0
      }
    }
    if isStarted == nil { state.withLock { $0.questions = 0 } }
  }

  private func end(because reason: LastResort.Reason) {
    let lines = { @Sendable [openings, application] in openings.lines + application.holders }
    let obituary = Obituary(reason)
    // The thread that is to be named may keep a lock, and a text at an exit may find no reader. So that
    // is done on a thread of its own, and waited for briefly.
    let isHandedOver: Void? = try? PlainThread.start {
      if let text = obituary.text(lines()) { StandardError.write(text) }
      exit(obituary.code.rawValue)
    }
    if isHandedOver == nil, let text = obituary.text(lines()) { StandardError.write(text) }
    poll(nil, 0, isHandedOver == nil ? 0 : obituary.patience)
    _exit(obituary.code.rawValue)
  }

  // MARK: -

  private var elapsed: Duration { started.duration(to: .now) }

  private func change(_ body: @Sendable (inout LastResort) -> Void) {
    state.withLock { body(&$0.resort) }
    SignalDesk.shared.ring()
  }

  /// A group catches the signal with a source of its own, beside which there can be another, but
  /// no other way to catch it.
  private static func interrupts() -> any DispatchSourceSignal {
    let source = DispatchSource.makeSignalSource(
      signal: SIGINT, queue: DispatchQueue(label: "gantry.interrupts"))
    // Without this annotation the handler inherits the caller's actor and traps off it.
    source.setEventHandler { @Sendable in SignalDesk.shared.post(SIGINT) }
    source.activate()
    return source
  }

  /// A write to a reader that has gone fails then, and doesn't end the process.
  private func ignoreBrokenPipes() {
    let previous = signal(SIGPIPE) { _ in }
    // A program that has its own way with it keeps that.
    if unsafeBitCast(previous, to: Int.self) != unsafeBitCast(SIG_DFL, to: Int.self) {
      signal(SIGPIPE, previous)
    }
  }
}
