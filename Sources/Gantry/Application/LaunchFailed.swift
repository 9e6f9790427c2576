// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Something essential failed and the launch was stopped. Produced by ``Application``, heard by
/// modules that had launched, before they are shut down.
public struct LaunchFailed: Event {
  /// The essential module or task.
  public let name: ModuleName
  /// The root cause, in words.
  public let reason: String

  /// Makes the event.
  public init(name: ModuleName, reason: String) {
    self.name = name
    self.reason = reason
  }
}
