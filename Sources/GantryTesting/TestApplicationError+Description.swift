// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText

extension TestApplicationError: CustomStringConvertible {
  /// The mistake, its place, and how to put it right in the test.
  public var description: String {
    switch self {
    case .notGiven(let services, let results, let modules, let others):
      let lines =
        services.map { "- \($0)" } + results.map { "- \($0)" } + modules.map { "- \($0)" }
        + others.map { "- \($0)" }
      return (["the test did not give everything that is required; nothing has run:"] + lines)
        .joined(separator: "\n")
    case .unknownTask(let name, let near):
      return "\(name) shall fail or be delayed, but no launch task has that name."
        + Wording.near(near.map(\.rawValue))
    case .notAURL(let text):
      return "'\(text)' cannot be opened, because it isn't a URL."
        + " Percent-encode special characters."
    case .application(let error): return error.description
    }
  }
}

extension TestApplicationError.MissingService: CustomStringConvertible {
  /// The missing service, the modules that inject it, and how to provide it.
  public var description: String {
    let places = requests.map { "\($0.consumer) (\($0.declaredAt))" }.joined(separator: ", ")
    return "service \(type), injected by \(places): give a stub with "
      + "`providing: { $0.provide(…, as: (any \(type)).self) }`"
  }
}

extension TestApplicationError.MissingResult: CustomStringConvertible {
  /// The missing result, the task that takes it, and how to provide it.
  public var description: String {
    let places = takers.map(\.description).joined(separator: ", ")
    return "\(type), taken by \(places): give a stub with "
      + "`providing: { $0.result(…, as: \(type).self) }`"
  }
}

extension TestApplicationError.MissingModule: CustomStringConvertible {
  /// The missing module, the module that requires it, and how to provide it.
  public var description: String {
    "module \(name), required by \(requiredBy) (\(declaredAt)): start it too, or give a "
      + "stub with `providing: { $0.module(\"\(name)\") }`"
  }
}
