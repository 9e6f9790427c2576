// SPDX-License-Identifier: Apache-2.0

internal import GantryEvents
internal import Logging
internal import GantrySupport

/// Logs the mistakes of handlers under their modules; the event has gone on to the others.
final class HandlerLog: Sendable {
  private struct Notes {
    var sentences: [String] = []
    /// The number of sentences beyond the limit.
    var rest = 0
  }

  /// The largest number of notes in a report.
  static let limit = 100

  private let logger: Logger
  /// Guards the notes on the current run, each a sentence, from lost events and from the host.
  private let lost = Mutex(Notes())

  init(logger: Logger) { self.logger = logger }

  /// The notes on this run for its report: events that modules will not hear, and notes of the
  /// host.
  var notes: [String] {
    let notes = lost.withLock(\.self)
    return notes.sentences + (notes.rest > 0 ? ["and \(notes.rest) more"] : [])
  }

  /// Forgets the lost events of an earlier run.
  func begin() { lost.withLock { $0 = Notes() } }

  /// Adds a sentence, such as one of the host.
  func note(_ sentence: String) {
    lost.withLock { notes in
      if notes.sentences.count < Self.limit {
        notes.sentences.append(sentence)
      } else {
        notes.rest += 1
      }
    }
  }

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
      \(backlog). Handle them faster, or give the event a limit with `static var backlog`, a \
      life-cycle event with `@On(order: .serial, backlog:)`.
      """, metadata: ["gantry.module": "\(backlog.listener)", "gantry.event": "\(backlog.event)"])
  }

  func report(_ dropped: DroppedEvents) {
    note("\(dropped)")
    logger.warning("\(dropped)", metadata: ["gantry.module": "\(dropped.listener)"])
  }
}
