// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import GantryCore
internal import GantrySupport
internal import Logging
internal import ServiceLifecycle

/// The requests of a stop, and their lines in the log.
extension Watchdog {
  func logBegin(_ cause: StopCause) {
    // The application has logged what it has decided itself, and its host writes the error.
    let isKnown = application.stopRequest != nil || application.essentialFailure != nil
    if cause == .launch || (cause == .application && isKnown) { return }
    let drain = drain(before: cause)
    let later = drain > .zero ? " in \(drain.text), and not ready from now on" : ""
    application.logger.notice("stopping\(later): \(cause.text)")
  }

  /// Requests the stop because of an error, which is thrown once all services have ended.
  func fail(_ error: any Error, because cause: StopCause) {
    let isFirst = state.withLock { state in
      return !exchange(&state.hasFailed, with: true)
    }
    if isFirst { failure.put(error) }
    ask(for: cause)
  }

  /// Whether something has requested the stop.
  var isAsked: Bool { state.withLock { $0.asked != nil } }

  /// The time until a stop begins for this reason: the drain, if the app serves and nothing is wrong.
  func drain(before cause: StopCause) -> Duration {
    guard case .signal = cause, state.withLock({ $0.drained > .zero }) else { return .zero }
    return drain
  }

  /// Records how many modules were shut down.
  func stopped(_ report: ShutdownReport) {
    state.withLock { $0.stopped = report.modules.count }
  }

  /// Logs that a requested stop has ended.
  func logEnd() {
    let (asked, count) = state.withLock { ($0.asked, $0.stopped) }
    guard let asked, asked.cause != .launch else { return }
    let modules = count.map { "stopped \($0.counted("module"))" } ?? "stopped the launch"
    application.logger.notice("\(modules) in \((elapsed - asked.time).text)")
  }
}
