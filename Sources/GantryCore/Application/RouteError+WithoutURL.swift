// SPDX-License-Identifier: Apache-2.0

package import GantryRouting

extension RouteError {
  /// The reason why there is no answer, without any part of the URL, since it may carry secrets.
  package var withoutURL: String {
    switch self {
    case .malformedURL: "it is malformed"
    case .undeclaredScheme: "the app does not declare its scheme"
    case .undeclaredHost: "the app does not claim its host"
    case .notFound: "no route answers its path"
    case .gone: "the redirect map says that its path is gone"
    case .refused(_, let route): "\(route) is internal"
    case .missingArgument(let label, _, let route): "\(route) needs '\(label)'"
    case .wrongArgument(let label, let expected, _, let route):
      "its '\(label)' for \(route) is not \(expected)"
    case .vetoed(let reason, let name, let route): "\(name) blocks \(route): \(reason)"
    case .interceptorUnavailable(let name, let owner, let reason, let route):
      "\(name) has to be asked about \(route), and \(owner) \(reason)"
    case .undecided(let name, let route): "\(name) did not decide about \(route) in time"
    case .redirectLoop: "it is redirected in a circle or too often"
    case .nestedTooDeep(_, let limit): "routes call each other more than \(limit) calls deep"
    case .needsAwait(let route, let reason): "\(route) needs await: \(reason)"
    case .unavailable(let route, let owner, let reason):
      "\(route) belongs to \(owner), which \(reason)"
    case .failed(let route, _): "\(route) failed"
    case .cancelled: "the caller was cancelled"
    default: "the router refuses it"
    }
  }
}
