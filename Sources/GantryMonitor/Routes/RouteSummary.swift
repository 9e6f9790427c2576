// SPDX-License-Identifier: Apache-2.0

public import GantryRouting

/// The times of a route's calls that returned one type of page, as plain data that you can store.
public struct RouteSummary: Sendable, Hashable, Codable {
  /// The name of the route: `Orders/show`.
  public let route: String
  /// The module that handles it.
  public let module: ModuleName
  /// The text of its pattern.
  public let pattern: String
  /// The type of the returned value, with its module; nil for calls that failed.
  public let pageName: String?
  /// The number of calls that failed.
  public let failures: Int
  /// The number of calls, and their times until they returned or failed.
  public let times: TimeSummary
}
