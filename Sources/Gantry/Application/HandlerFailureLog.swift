// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Logging

/// Logs a handler's error against its module; the event has gone on to the others.
struct HandlerFailureLog: Sendable {
  let logger: Logger

  func report(_ failure: HandlerFailure) {
    logger.warning(
      "handler failed: \(failure.message)",
      metadata: [
        "gantry.module": "\(failure.listener)", "gantry.event": "\(failure.event)",
        "gantry.handler": "\(failure.handler)",
      ])
  }
}
