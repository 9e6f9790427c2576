// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Logging

/// Logs what handlers do wrong against their modules; the event has gone on to the others.
struct HandlerLog: Sendable {
  let logger: Logger

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
}
