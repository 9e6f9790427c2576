// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import GantryText

extension RouteError {
  /// The wording of errors in a call.
  var callDescription: String {
    switch self {
    case .otherRoute(let path, let pattern):
      "\(path) is not a path of the pattern \(pattern)."
    case .missingArgument(let label, let type, let route):
      "\(Self.subject(route)) needs \(label): \(type), which is not given."
    case .wrongArgument(let label, let expected, let text, let route):
      "\(Self.subject(route)) takes \(expected) for \(label), which \"\(text)\" is not."
    case .wrongLabels(let route, let expected, let optional, let given):
      "\(route) is called with \(Self.labels(given)); it takes \(Self.labels(expected))"
        + (optional.isEmpty ? "." : ", of which \(Wording.list(optional)) may be left out.")
        + Self.nearLabels(expected, given)
    case .unknownName(let name, let near):
      "There is no route named \(name)." + Wording.near(near)
    case .notFound(let path, let near): "No route answers \(path)." + Wording.near(near)
    case .gone(let path): "What was at \(path) is gone."
    case .unhandled(let type, let pattern):
      "No module handles \(type) (\(pattern)). Link the module that does, or declare a handler."
    case .refused(let path, let route):
      "\(path) came from outside, and \(route) is internal. To open it, declare it with access:"
        + " .external."
    case .redirectLoop(let chain):
      "Interceptors \(Self.course(of: chain)): \(chain.joined(separator: " → "))."
    default: outcomeDescription
    }
  }

  private var outcomeDescription: String {
    switch self {
    case .vetoed(let reason, let interceptor, let route):
      "\(interceptor) does not let \(route) be called: \(reason)"
    case .nestedTooDeep(let chain, let limit):
      "Routes call each other more than \(limit) calls deep: \(chain.joined(separator: " → "))."
    case .wrongOutput(let route, let expected, let actual):
      "\(route) returns \(actual), not \(expected)."
    case .needsAwait(let route, let because):
      "\(route) cannot be called without await: \(because)."
    case .unavailable(let route, let owner, let reason):
      "\(route) cannot be called: \(owner) \(reason)."
    case .failed(let route, let failure): "\(route) failed: \(failure)"
    case .cancelled(let route): "The call of \(route) was cancelled."
    default: "The route cannot be called."
    }
  }

  private static func subject(_ route: String) -> String { route.isEmpty ? "The route" : route }

  private static func course(of chain: [String]) -> String {
    let isCircle = chain.last.map(chain.dropLast().contains) ?? false
    return isCircle ? "lead in a circle" : "redirect a call more than \(Router.mostHops) times"
  }

  private static func labels(_ labels: [String]) -> String {
    labels.isEmpty ? "no arguments" : Wording.list(labels)
  }

  private static func nearLabels(_ expected: [String], _ given: [String]) -> String {
    given.filter { !expected.contains($0) }.map { label in
      let near = NearNames.of(label, among: expected)
      return near.isEmpty ? "" : " For \(label) did you mean \(Wording.list(near, "or"))?"
    }.joined()
  }
}
