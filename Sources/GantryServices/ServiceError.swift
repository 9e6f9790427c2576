// SPDX-License-Identifier: Apache-2.0

public import GantrySupport

/// The reason why a service is not available.
@nonexhaustive
public enum ServiceError: Error, Hashable, Sendable {
  /// The service is missing: `declaredBy` has declared it but not provided it, and `near` are
  /// similar services that are provided.
  case missing(type: String, near: [String], declaredBy: [ModuleName])
  /// Several modules provide the service and none is chosen.
  case undecided(type: String, providers: [ModuleName])
  /// The service is no longer available: its providers have stopped.
  case stopped(type: String, providers: [ModuleName])
  /// Making an instance takes time, so the caller has to wait for it.
  case asynchronous(type: String, provider: ModuleName)
  /// The provider threw an error when it made an instance.
  case failed(type: String, provider: ModuleName, message: String)
  /// The service's module did not launch on demand. `chain` leads from that module to the module or
  /// task that is the cause, and `reason` says how the cause ended.
  case notStarted(type: String, provider: ModuleName, chain: [ModuleName], reason: String?)
  /// The service's module requires the module that waits for it, which is still launching.
  case cycle(type: String, path: [ModuleName])
  /// Making an instance requires another instance of the same service, along the path, without end.
  case madeOfItself(type: String, path: [String])
  /// A launch task has set a value of a type that its options don't declare.
  case undeclared(type: String, task: ModuleName)
  /// The task that waited for the service was cancelled.
  case cancelled(type: String)
}

extension ServiceError: CustomStringConvertible {
  /// The missing service, the reason, and the fix.
  public var description: String {
    switch self {
    case .missing(let type, let near, let declaredBy) where declaredBy.isEmpty:
      return "No module provides \(type)." + Wording.near(near)
        + " Link a module that provides it, or call `resolveIfPresent(…)`."
    case .missing(let type, _, let declaredBy):
      let verb = declaredBy.count == 1 ? "provides" : "provide"
      let have = declaredBy.count == 1 ? "has" : "have"
      return
        "\(type) is not available: \(Wording.list(declaredBy.map(\.rawValue))) \(verb) it but \(have)"
        + " not started. Inject it, so that the provider starts first; outside modules, call"
        + " `application.waitUntilReady()` first, or use `services.lazy(…)`, which waits."
    case .undecided(let type, let providers):
      return
        "\(type) is provided by \(Wording.list(providers.map(\.rawValue))), which are equal. Leave"
        + " the others out with a module list, or resolve all of them."
    case .stopped(let type, let providers):
      return
        "\(type) is no longer available: \(Wording.list(providers.map(\.rawValue))), which provided it,"
        + " \(providers.count == 1 ? "has" : "have") stopped."
    case .asynchronous(let type, let provider):
      return "\(provider) makes \(type) asynchronously. Write"
        + " `try await services.resolveWhenLaunched(…)`, or inject it."
    case .failed(let type, let provider, let message):
      return "\(provider) could not make \(type): \(message)"
    case .notStarted(let type, let provider, let chain, let reason):
      let steps = ([provider] + chain).map(\.rawValue) + (reason.map { [$0] } ?? [])
      return "\(type) is not available: \(steps.joined(separator: " ← "))."
    case .cycle(let type, let path):
      let steps = path.map(\.rawValue).joined(separator: " → ")
      return "Modules wait for \(type) in a circle: \(steps)."
        + " Use it after \(path.first ?? "the module") has launched."
    case .madeOfItself(let type, let path):
      return "\(type) depends on itself: \(path.joined(separator: " → "))."
        + " Create one of them without the other, and pass the other in later."
    case .undeclared(let type, let task):
      return
        "\(task) returns \(type) without declaring it. Add `.returning(\(type).self)` to the task's"
        + " options."
    case .cancelled(let type):
      return "The task that waited for \(type) was cancelled."
    }
  }
}
