// SPDX-License-Identifier: Apache-2.0

/// An interceptor's decision about a call.
@nonexhaustive
public enum RouteDecision: Hashable, Sendable {
  /// The call continues, to the next interceptor or the handler.
  case allow
  /// The call fails with `RouteError.vetoed`.
  case veto(String)
  /// The call goes to another URL or path instead, and all interceptors are asked again.
  case redirect(to: String)
}
