// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Logging
internal import Synchronization

/// The request of one run, and the closure that carries it out.
struct StopRequests: Sendable {
  var first: StopRequest?
  /// Nil lets the application stop itself.
  var handler: (@Sendable () -> Void)?
}

extension Application {
  /// The first request for a stop since the last start.
  package var stopRequest: StopRequest? { life.withLock(\.stopRequests.first) }

  /// Sets the closure that carries out a stop that a module asks for; one that was asked for already, at once.
  ///
  /// - Parameter handler: Begins the stop; nil lets the application stop itself.
  package func handleStopRequests(_ handler: (@Sendable () -> Void)?) {
    let isDue = life.withLock { life in
      life.stopRequests.handler = handler
      return life.stopRequests.first != nil
    }
    if isDue { handler?() }
  }

  func requestStop(_ request: StopRequest) {
    let (isFirst, handler) = life.withLock { life in
      guard case .running = life.phase, life.stopRequests.first == nil else {
        return (false, life.stopRequests.handler)
      }
      life.stopRequests.first = request
      return (true, life.stopRequests.handler)
    }
    guard isFirst else { return }
    logger.log(
      level: request.isFailure ? .error : .notice,
      "stopping, as \(request.module) asks for it: \(request.reason)",
      metadata: ["gantry.module": "\(request.module)"])
    guard let handler else {
      _ = stopping(nil, within: limits.stop)
      return
    }
    handler()
  }

  var lifeState: ApplicationReference.State {
    switch phase {
    case .idle: .stopped
    case .stopping: .stopping
    case .preparing: .launching
    case .running: readiness.isReady ? .ready : .launching
    }
  }
}
