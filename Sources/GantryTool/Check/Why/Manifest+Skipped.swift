// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Gantry

extension Manifest {
  /// All that is skipped, with the reasons: modules, and tasks of modules that are not.
  var skips: [(name: String, chain: [String])] {
    let skipped = findings?.skipped ?? []
    let names = Set(skipped.map(\.name))
    let covered = Set(
      modules.filter { names.contains($0.name) }
        .flatMap { entry in entry.tasks.map(\.name).filter { $0 != entry.name } })
    return skipped.filter { !covered.contains($0.name) }.map { item in
      (item.name.rawValue, chain(of: item, askedFor: item.name.rawValue))
    }
  }

  /// Why something is skipped, from the nearest reason to the cause, with the place of a condition.
  ///
  /// - Parameters:
  ///   - skipped: The application's own record of it.
  ///   - name: The module or task that the question is about.
  func chain(of skipped: Skipped, askedFor name: String) -> [String] {
    // That the creation of a module is a step of its own is nothing that people wrote.
    var chain = skipped.chain.map { $0.replacing(/(\w)\.init\b/) { String($0.1) } }
      .filter { link in !modules.contains { link == "\($0.name) requires \($0.name)" } }
    let mark = "condition does not hold"
    guard let cause = chain.last, let range = cause.firstRange(of: mark) else { return chain }
    let owner = cause[..<range.lowerBound].split(separator: ":").first.map(String.init) ?? name
    guard let entry = modules.first(where: { $0.answers(to: owner) }) else { return chain }
    let place = entry.task(named: owner)?.declaredAt ?? entry.declaredAt
    chain[chain.count - 1] = "\(cause) (\(place))"
    return chain
  }
}
