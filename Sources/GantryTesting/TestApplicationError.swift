// SPDX-License-Identifier: Apache-2.0

internal import GantryServices
internal import GantryText

/// An error of a test host.
@nonexhaustive
public enum TestApplicationError: Error, Sendable {
  /// The modules need things that the test didn't provide: all of them, with all other faults.
  case notGiven(
    services: [MissingService], modules: [MissingModule], otherFaults: [ApplicationFault])
  /// A task that the test makes fail or delays isn't in the plan.
  case unknownTask(name: ModuleName, near: [ModuleName])
  /// A text cannot be opened because it isn't a URL.
  case notAURL(String)
  /// The application itself could not start.
  case application(ApplicationError)

  /// A service that modules inject or tasks take, and that the test didn't provide.
  public struct MissingService: Sendable, Hashable {
    /// The type of the service.
    public let type: ServiceType
    /// The modules that inject it and the tasks that take it, and the source locations.
    public let requests: [ServiceRequest]
  }

  /// A module or task that an edge requires and that the test didn't provide.
  public struct MissingModule: Sendable, Hashable {
    /// The name of the module or task.
    public let name: ModuleName
    /// The module that requires it.
    public let requiredBy: ModuleName
    /// The source location of the requirement, as `file:line`.
    public let declaredAt: String
  }
}

extension TestApplicationError {
  /// Creates one error from all faults. Those that the test can fix by providing something come
  /// first.
  init(_ error: ApplicationError) {
    guard case .faults(let faults) = error else {
      self = .application(error)
      return
    }
    var services: [MissingService] = []
    var modules: [MissingModule] = []
    var others: [ApplicationFault] = []
    for fault in faults {
      switch fault {
      case .wiring(.missingProvider(let type, let requests, _)):
        services.append(MissingService(type: type, requests: requests))
      case .launch(.unknownTarget(let node, let edge, _)):
        modules.append(
          MissingModule(
            name: ModuleName(edge.target), requiredBy: ModuleName(node),
            declaredAt: edge.declaredAt))
      default: others.append(fault)
      }
    }
    self =
      services.isEmpty && modules.isEmpty
      ? .application(error)
      : .notGiven(services: services, modules: modules, otherFaults: others)
  }
}

extension TestApplicationError: CustomStringConvertible {
  /// The mistake, its source location, and how to fix it in the test.
  public var description: String {
    switch self {
    case .notGiven(let services, let modules, let others):
      let lines =
        services.map { "- \($0)" } + modules.map { "- \($0)" } + others.map { "- \($0)" }
      return (["the test does not provide everything that is required, so nothing ran:"] + lines)
        .joined(separator: "\n")
    case .unknownTask(let name, let near):
      return "\(name) is set to fail or be delayed, but no launch task has that name."
        + Wording.near(near.map(\.rawValue))
    case .notAURL(let text):
      return "'\(text)' cannot be opened, because it isn't a URL."
        + " Percent-encode special characters."
    case .application(let error): return error.description
    }
  }
}

extension TestApplicationError.MissingService: CustomStringConvertible {
  /// The missing service, the modules and tasks that need it, and how to provide it.
  public var description: String {
    let places = requests.map { "\($0.consumer) (\($0.declaredAt))" }.joined(separator: ", ")
    return "service \(type), injected by \(places): give a stub with "
      + "`providing: { $0.provide(…, as: \(type.metatype)) }`"
  }
}

extension TestApplicationError.MissingModule: CustomStringConvertible {
  /// The missing module, the module that requires it, and how to provide it.
  public var description: String {
    "module \(name), required by \(requiredBy) (\(declaredAt)): start it too, or give a "
      + "stub with `providing: { $0.module(\"\(name)\") }`"
  }
}
