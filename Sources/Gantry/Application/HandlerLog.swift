// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Logging
internal import Synchronization

/// Logs what handlers do wrong against their modules; the event has gone on to the others.
final class HandlerLog: Sendable {
  private let logger: Logger
  /// Guards the notes on the current run, by its losses and by its host, a sentence each.
  private let lost = Mutex<[String]>([])

  init(logger: Logger) { self.logger = logger }

  /// The notes on this run for its report: events that modules will not hear, and the host's.
  var notes: [String] { lost.withLock(\.self) }

  /// Forgets what an earlier run lost.
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

  func report(_ stall: HandlerStall) {
    logger.warning(
      "\(stall)",
      metadata: [
        "gantry.module": "\(stall.listener)", "gantry.event": "\(stall.event)",
        "gantry.handler": "\(stall.handler)",
      ])
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
