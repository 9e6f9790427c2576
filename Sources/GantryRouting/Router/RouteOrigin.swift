// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Where a call comes from.
public enum RouteOrigin: String, Codable, Sendable {
  /// From the app's own code.
  case `internal`
  /// From a URL made outside of the app: a link, a command line, the web.
  case external
}
