// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// From where a route may be called.
public enum RouteAccess: String, Codable, Sendable {
  /// From inside the app only.
  case `internal`
  /// Also by URLs that come from outside, such as a link on a web page.
  case external
}
