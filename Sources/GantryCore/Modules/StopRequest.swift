// SPDX-License-Identifier: Apache-2.0

internal import GantryEvents
internal import GantrySupport

/// A module's request to stop its application.
public struct StopRequest: Sendable, Hashable {
  /// The module that made the request.
  public let module: ModuleName
  /// Its reason.
  public let reason: String
  /// Whether the reason is an error.
  public let isFailure: Bool

  package init(module: ModuleName, reason: String, isFailure: Bool) {
    self.module = module
    self.reason = reason
    self.isFailure = isFailure
  }
}
