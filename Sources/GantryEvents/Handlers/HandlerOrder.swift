// SPDX-License-Identifier: Apache-2.0

/// Whether an asynchronous handler of life-cycle events waits for the module's other handlers.
public enum HandlerOrder: String, Sendable, Codable, CaseIterable {
  /// It begins at once, and runs beside all others, and beside itself for an earlier event.
  case concurrent
  /// It goes through the module's mailbox: each event waits until those before it are handled.
  case serial
}
