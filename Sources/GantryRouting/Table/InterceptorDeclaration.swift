// SPDX-License-Identifier: Apache-2.0

package import GantrySupport

/// The declaration of an interceptor of a module, before the module exists; manifests in files have
/// it, too.
///
/// The router knows it from the start, so a path that it applies to waits for the module, and is
/// refused if the module can't answer.
package final class InterceptorDeclaration: Sendable, Codable {
  /// The owner and the function: `SignIn/check`; the owner alone, if that is a function.
  package let name: String
  /// The module or function that it belongs to.
  package let owner: ModuleName
  /// The texts of the patterns of the paths that it is asked about; none means all paths.
  package let paths: [String]
  /// Its priority among the interceptors that are declared and those that are added in code; the
  /// highest is asked first.
  package let priority: Priority
  /// Whether it asks a person.
  package let asksPerson: Bool
  /// Whether its answer takes time: it is async, or runs on an actor other than the main one.
  package let isAsync: Bool
  /// Where it was declared, as `file:line`.
  package let declaredAt: String

  private enum CodingKeys: String, CodingKey {
    case name, owner, paths, priority, asksPerson, isAsync, declaredAt
  }

  /// Declares an interceptor.
  package init(
    _ name: String, owner: ModuleName, paths: [String], _ options: InterceptorOptions,
    isAsync: Bool, declaredAt: String
  ) {
    self.name = name
    self.owner = owner
    self.paths = paths
    (priority, asksPerson) = (options.priority, options.asksPerson)
    self.isAsync = isAsync
    self.declaredAt = declaredAt
  }
}

extension InterceptorDeclaration {
  /// Its priority, and whether it asks a person.
  var options: InterceptorOptions { InterceptorOptions(priority: priority, asksPerson: asksPerson) }

  /// The paths that it is asked about, in words.
  package var subject: String { paths.isEmpty ? "all paths" : Wording.list(paths, "and") }
}

extension InterceptorDeclaration: Equatable {
  /// Whether both declare the same.
  package static func == (lhs: InterceptorDeclaration, rhs: InterceptorDeclaration) -> Bool {
    lhs.name == rhs.name && lhs.owner == rhs.owner && lhs.paths == rhs.paths
      && lhs.options == rhs.options && lhs.isAsync == rhs.isAsync
      && lhs.declaredAt == rhs.declaredAt
  }
}
