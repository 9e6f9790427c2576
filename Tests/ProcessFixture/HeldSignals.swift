// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Logging

/// A log that holds up the host's signals: from a line about SIGHUP until SIGUSR2.
///
/// The fixture hears SIGTERM on its own, so that a test knows when the service group has heard it.
struct HeldSignals: LogHandler {
  private static let release = DispatchSemaphore(value: 0)
  private static let queue = DispatchQueue(label: "fixture.signals")
  // Set once, before the application is made.
  nonisolated(unsafe) private static var sources: [any DispatchSourceSignal] = []

  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info
  var metadataProvider: Logger.MetadataProvider?

  init() {
    let term = DispatchSource.makeSignalSource(signal: SIGTERM, queue: Self.queue)
    term.setEventHandler { @Sendable in say("hears SIGTERM") }
    let user = DispatchSource.makeSignalSource(signal: SIGUSR2, queue: Self.queue)
    user.setEventHandler { @Sendable in Self.release.signal() }
    Self.sources = [term, user]
    for source in Self.sources { source.activate() }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    guard "\(event.message)".hasPrefix("SIGHUP during the launch") else { return }
    say("holds the signals")
    Self.release.wait()
  }
}
