// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// How long the calls of a route took that returned one type of page: plain data to be stored.
public struct RouteSummary: Sendable, Hashable, Codable {
  /// The name of the route: `orders/show`; empty for calls that no interceptor let through.
  public let route: String
  /// The module that handles it.
  public let module: String
  /// The text of its pattern.
  public let pattern: String
  /// The type of the returned value, with its module; nil for calls that failed.
  public let pageName: String?
  /// How many of the calls failed.
  public let failures: Int
  /// All of a call, until it returned or failed.
  public let total: TimeSummary
  /// Until all interceptors had let a call through.
  public let interceptors: TimeSummary
  /// From then on, until the module was there.
  public let waited: TimeSummary
  /// The time in the handler.
  public let handler: TimeSummary
  /// From the beginning of a call until its page had appeared; counts only pages that did.
  public let firstContent: TimeSummary
}
