// SPDX-License-Identifier: Apache-2.0

/// How often a handler hears its event.
public enum HandlerRepetition: String, Sendable, Codable, CaseIterable {
  /// Each time it is sent.
  case every
  /// The first time only: exactly one delivery, even with concurrent sends and sends from handlers.
  case once
}
