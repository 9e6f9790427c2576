// SPDX-License-Identifier: Apache-2.0

package import GantrySupport

/// The arguments of `@Intercept(…)` besides its paths.
public struct InterceptorOptions: Hashable, Sendable {
  /// Its priority; the highest is asked first.
  package var priority: Priority
  /// Whether it asks a person, so that a slow decision isn't worth a line in the log.
  package var asksPerson: Bool

  /// Creates options.
  ///
  /// - Parameters:
  ///   - priority: Its priority; the highest is asked first.
  ///   - asksPerson: Whether it asks a person, so that a slow decision isn't worth a line in the
  ///     log.
  public init(priority: Priority = 0, asksPerson: Bool = false) {
    self.priority = priority
    self.asksPerson = asksPerson
  }
}
