// SPDX-License-Identifier: Apache-2.0

/// An interceptor's decision about a call.
@nonexhaustive
public enum RouteDecision: Hashable, Sendable {
  /// The call continues, to the next interceptor or the handler.
  case allow
  /// The call fails with `RouteError.vetoed`.
  case veto(String)
  /// Another route is called instead, and all interceptors are asked again.
  ///
  /// It may be an internal one, such as a sign-in page, even if the call came from outside. So it must
  /// not be a text that came with the call. The new request has only the parameters that you write.
  /// It keeps the origin of the call, and its scene unless it names one. The first request is its
  /// ``RouteRequest/original``.
  case redirect(to: RouteRequest)
}
