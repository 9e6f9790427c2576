// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// How often a handler hears its event.
public enum HandlerRepetition: String, Sendable, Codable, CaseIterable {
  /// Each time it is sent.
  case every
  /// The first time only: exactly one delivery, also under concurrent sends and from handlers.
  case once
}
