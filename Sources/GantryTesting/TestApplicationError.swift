// SPDX-License-Identifier: Apache-2.0

public import GantrySupport

/// An error of a test host.
@nonexhaustive
public enum TestApplicationError: Error, Sendable {
  /// The modules need things that the test didn't provide: all of them, with all other faults.
  case notGiven([Fault])
  /// A task that the test makes fail or delays isn't in the plan.
  case unknownTask(name: ModuleName, near: [ModuleName])
  /// A text cannot be opened because it isn't a URL.
  case notAURL(String)
  /// The application itself could not start.
  case application(ApplicationError)
}

extension TestApplicationError {
  /// Creates an error from that of the application. Faults that the test can fix by providing
  /// something come first.
  init(_ error: ApplicationError) {
    guard case .faults(let faults) = error, faults.contains(where: { $0.stub != nil }) else {
      self = .application(error)
      return
    }
    self = .notGiven(faults.filter { $0.stub != nil } + faults.filter { $0.stub == nil })
  }
}

extension TestApplicationError: CustomStringConvertible {
  /// The mistake, its source location, and how to fix it in the test.
  public var description: String {
    switch self {
    case .notGiven(let faults):
      let lines = faults.map { fault in
        let advice = fault.stub.map { " In this test, write `providing: { \($0) }`." } ?? ""
        return "- \(fault)\(advice)"
      }
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
