// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// An interceptor's decision about a call.
@nonexhaustive
public enum RouteDecision: Sendable {
  /// It may go on, to the next interceptor or to the handler.
  case allow
  /// It fails with `RouteError.vetoed`.
  case veto(String)
  /// It goes to another URL or path instead, past all interceptors again.
  case redirect(to: String)
  /// It waits until the resumption is told how to go on; the closure is called at once.
  case suspend(@Sendable (RouteResumption) -> Void)
}
