// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import Synchronization

/// Logs the mistakes of handlers against their modules; the event has gone on to the others.
final class HandlerLog: Sendable {
  private let logger: Logger
  /// Guards the notes on the current run, by its losses and by its host, a sentence each.
  private let lost = Mutex<[String]>([])

  init(logger: Logger) { self.logger = logger }

  /// The notes on this run for its report: events that modules will not hear, and the host's.
  var notes: [String] { lost.withLock(\.self) }

  /// Forgets the lost events of an earlier run.
  func begin() { lost.withLock { $0 = [] } }

  /// Adds a sentence of the host.
  func note(_ sentence: String) { lost.withLock { $0.append(sentence) } }

  func report(_ failure: HandlerFailure) {
    logger.warning(
      "handler failed: \(failure.message)",
      metadata: [
        "gantry.module": "\(failure.listener)", "gantry.event": "\(failure.event)",
        "gantry.handler": "\(failure.handler)",
      ])
  }

  func report(_ held: MainActorHeld) {
    logger.warning("\(held)", metadata: held.metadata.mapValues { "\($0)" })
  }

  func report(_ backlog: MailboxBacklog) {
    logger.warning(
      """
      \(backlog). Handle them faster, or give the event a limit with `static var backlog`.
      """, metadata: ["gantry.module": "\(backlog.listener)", "gantry.event": "\(backlog.event)"])
  }

  func report(_ dropped: DroppedEvents) {
    lost.withLock { $0.append("\(dropped)") }
    logger.warning("\(dropped)", metadata: ["gantry.module": "\(dropped.listener)"])
  }
}

extension RouteError {
  /// Why there is no answer, without anything that was in the URL: it may carry secrets.
  package var withoutURL: String {
    switch self {
    case .malformedURL: "it is malformed"
    case .undeclaredScheme: "the app does not declare its scheme"
    case .undeclaredHost: "the app does not claim its host"
    case .notFound: "no route answers its path"
    case .gone: "the redirect map says that what was at its path is gone"
    case .refused(_, let route): "\(route) is internal"
    case .missingArgument(let label, _, let route): "\(route) needs '\(label)'"
    case .wrongArgument(let label, let expected, _, let route):
      "what it gives \(route) as '\(label)' is not \(expected)"
    case .vetoed(let reason, let name, let route): "\(name) keeps it from \(route): \(reason)"
    case .redirectLoop: "interceptors lead it in a circle"
    case .nestedTooDeep(_, let limit): "routes call each other more than \(limit) calls deep"
    case .needsAwait(let route, let reason): "\(route) takes time: \(reason)"
    case .unavailable(let route, let owner, let reason): "\(owner), which has \(route), \(reason)"
    case .failed(let route, _): "\(route) failed"
    case .cancelled: "the caller was cancelled"
    default: "the router refuses it"
    }
  }
}
