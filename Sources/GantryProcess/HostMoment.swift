// SPDX-License-Identifier: Apache-2.0

/// A moment in the start of a host, for tests that force the order of events.
package enum HostMoment: String, Sendable {
  /// The signals are caught, and there is no service group.
  case listening
  /// The service group exists, and doesn't run.
  case grouped

  /// Called at each moment; the start waits for it.
  @TaskLocal package static var reached: (@Sendable (HostMoment) async -> Void)?
}
