// SPDX-License-Identifier: Apache-2.0

package import GantrySupport

/// The declaration of an interceptor of a module, before the module exists.
///
/// The router knows it from the start, so a path that it applies to waits for the module, and is
/// refused if the module can't answer.
package final class InterceptorDeclaration: Sendable {
  /// The owner and the function: `SignIn/check`; the owner alone, if that is a function.
  package let name: String
  /// The module or function that it belongs to.
  package let owner: ModuleName
  /// The texts of the patterns of the paths that it is asked about; none means all paths.
  package let paths: [String]
  /// The order in which interceptors are asked, among those that are declared and those that are
  /// added in code.
  package let options: InterceptorOptions
  /// Whether its answer takes time: it is async, or runs on an actor other than the main one.
  package let isAsync: Bool
  /// Where it was declared, as `file:line`.
  package let declaredAt: String

  /// Declares an interceptor.
  package init(
    _ name: String, owner: ModuleName, paths: [String], _ options: InterceptorOptions,
    isAsync: Bool, declaredAt: String
  ) {
    self.name = name
    self.owner = owner
    self.paths = paths
    self.options = options
    self.isAsync = isAsync
    self.declaredAt = declaredAt
  }
}

/// The properties of a declared interceptor, for people and tools.
package struct InterceptorInfo: Hashable, Codable, Sendable {
  /// The owner and the function: `SignIn/check`.
  package let name: String
  /// The texts of the patterns of the paths that it is asked about; empty for all paths.
  package let paths: [String]
  /// Its priority; the highest is asked first.
  package let priority: Priority
  /// Whether its answer takes time.
  package let isAsync: Bool
  /// Whether it asks a person.
  package let asksPerson: Bool
  /// Where it was declared, as `file:line`.
  package let declaredAt: String

  /// Describes a declaration.
  package init(_ declaration: InterceptorDeclaration) {
    name = declaration.name
    paths = declaration.paths
    priority = declaration.options.priority
    isAsync = declaration.isAsync
    asksPerson = declaration.options.asksPerson
    declaredAt = declaration.declaredAt
  }
}

extension InterceptorInfo {
  /// The paths that it is asked about, in words.
  package var subject: String { paths.isEmpty ? "all paths" : Wording.list(paths, "and") }
}
