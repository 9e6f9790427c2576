// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension RouteTable {
  /// Finds the entries of a redirect map that lead to where no route is.
  ///
  /// A map that is fetched can be looked at before it is put in force.
  ///
  /// - Parameter redirects: The map.
  /// - Returns: The faults in the order of the entries; empty when each target is answered by a route
  ///   for some path at least, or is redirected again.
  /// - Complexity: O(n · m) for n targets with captures and m routes.
  public func check(_ redirects: RouteRedirects) -> [RouteFault] {
    redirects.entries.indices.compactMap { index in
      let entry = redirects.entries[index]
      guard let target = entry.target, !isAnswered(target.path),
        redirects.successors(of: index).isEmpty
      else { return nil }
      return .unansweredRedirect(keyPath: entry.keyPath, to: RouteError.excerpt("\(target)"))
    }
  }

  private func isAnswered(_ target: PathPattern) -> Bool {
    guard target.captureNames.isEmpty else { return entries.contains { target.meets($0.pattern) } }
    return (try? target.path()).flatMap { match($0) } != nil
  }
}
