// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension RouteError {
  /// Why there is no answer, without anything that was in the URL: it may carry secrets.
  package var withoutURL: String {
    switch self {
    case .malformedURL: "it is malformed"
    case .undeclaredScheme: "the app does not declare its scheme"
    case .undeclaredHost: "the app does not claim its host"
    case .notFound: "no route answers its path"
    case .gone: "the redirect map says that what was at its path is gone"
    case .refused(_, let route): "\(route) is internal"
    case .missingArgument(let label, _, let route): "\(route) needs '\(label)'"
    case .wrongArgument(let label, let expected, _, let route):
      "what it gives \(route) as '\(label)' is not \(expected)"
    case .vetoed(let reason, let name, let route): "\(name) keeps it from \(route): \(reason)"
    case .redirectLoop: "interceptors lead it in a circle"
    case .nestedTooDeep(_, let limit): "routes call each other more than \(limit) calls deep"
    case .needsAwait(let route, let reason): "\(route) takes time: \(reason)"
    case .unavailable(let route, let owner, let reason): "\(owner), which has \(route), \(reason)"
    case .failed(let route, _): "\(route) failed"
    case .cancelled: "the caller was cancelled"
    default: "the router refuses it"
    }
  }
}
