// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// How to treat a call whose owner has not attached its handlers yet.
package enum RouteWait: Sendable {
  /// It waits; the closure is called when the wait ends.
  case allowed(end: @Sendable () -> Void)
  /// It would wait forever; the reason follows the owner's name in the error.
  case endless(because: String)
}
