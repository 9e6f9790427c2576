// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// An event that the application sends when an essential module or task has failed.
///
/// The modules that had launched hear it before they are shut down.
public struct LaunchFailed: Event, Hashable {
  /// The essential module or task.
  public let name: ModuleName
  /// The root cause, in words.
  public let reason: String

  /// Creates the event.
  public init(name: ModuleName, reason: String) {
    self.name = name
    self.reason = reason
  }
}
