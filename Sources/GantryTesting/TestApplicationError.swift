// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A reason why a test host could not do its work.
@nonexhaustive
public enum TestApplicationError: Error, Sendable {
  /// The modules need things that the test did not give: all of them, with all other faults.
  case notGiven(
    services: [MissingService], results: [MissingResult], modules: [MissingModule],
    otherFaults: [ApplicationFault])
  /// A task that shall fail or be delayed is in no plan.
  case unknownTask(name: ModuleName, near: [ModuleName])
  /// A text cannot be opened, because it isn't a URL.
  case notAURL(String)
  /// The application itself could not start.
  case application(ApplicationError)

  /// A service that is injected and was not given.
  public struct MissingService: Sendable, Hashable {
    /// The type of the service.
    public let type: ServiceType
    /// The modules that inject it, and where.
    public let requests: [ServiceRequest]
  }

  /// A value that launch tasks take and that was not given.
  public struct MissingResult: Sendable, Hashable {
    /// The type of the value.
    public let type: ServiceType
    /// The tasks that take it, and where.
    public let takers: [ApplicationFault.TaskPlace]
  }

  /// A module or task that an edge requires and that was not given.
  public struct MissingModule: Sendable, Hashable {
    /// Its name.
    public let name: ModuleName
    /// The module that requires it.
    public let requiredBy: ModuleName
    /// Where that is declared, as `file:line`.
    public let declaredAt: String
  }
}

extension TestApplicationError {
  /// Makes one error of all faults; the ones that a test can cure by giving something come first.
  init(_ error: ApplicationError) {
    guard case .faults(let faults) = error else {
      self = .application(error)
      return
    }
    var services: [MissingService] = []
    var results: [MissingResult] = []
    var modules: [MissingModule] = []
    var others: [ApplicationFault] = []
    for fault in faults {
      switch fault {
      case .wiring(.missingProvider(let type, let requests, _)):
        services.append(MissingService(type: type, requests: requests))
      case .missingResult(let type, let takers, _, _):
        results.append(MissingResult(type: type, takers: takers))
      case .launch(.unknownTarget(let node, let edge, _)):
        modules.append(
          MissingModule(
            name: ModuleName(edge.target), requiredBy: ModuleName(node),
            declaredAt: edge.declaredAt))
      default: others.append(fault)
      }
    }
    self =
      services.isEmpty && results.isEmpty && modules.isEmpty
      ? .application(error)
      : .notGiven(services: services, results: results, modules: modules, otherFaults: others)
  }
}
