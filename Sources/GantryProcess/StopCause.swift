// SPDX-License-Identifier: Apache-2.0

/// The reason why a host stops.
enum StopCause: Sendable, Equatable {
  case signal(Int32)
}
