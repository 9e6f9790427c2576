// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryLaunch
import TestRounds

/// Random apps, repeatable with a seed.
struct RandomApp {
  /// The modules; each depends on any others, even in cycles, and sometimes on a missing one.
  let modules: [ModuleManifest]

  /// Creates an app.
  ///
  /// - Parameters:
  ///   - seed: The seed.
  ///   - hasCycles: Whether modules may also depend on later ones.
  init(seed: UInt64, hasCycles: Bool = true) {
    var random = SeededGenerator(seed: seed)
    let count = random.number(1...24)
    modules = (0..<count).map { number in
      var options = ModuleOptions(
        priority: Priority(rawValue: random.number(-1...1)), essential: random.chance(10))
      options.name = ModuleName("M\(number)")
      let kinds: [DependencyKind] = [.requires, .wants, .after]
      for _ in 0..<random.number(0...3) where hasCycles || number > 0 {
        let other = random.number(0...(hasCycles ? count - 1 : number - 1))
        let kind = kinds[random.number(0...2)]
        guard other != number else { continue }
        options.dependencies.append(ModuleDependency(kind, ModuleName("M\(other)")))
      }
      if hasCycles, random.chance(5) {
        options.dependencies.append(ModuleDependency(.requires, "Missing"))
      }
      let parts = (0..<3).map { _ in random.chance(30) }
      let target = "T\(random.number(0...4))"
      return ModuleManifest(of: Sample.self, options, fileID: "\(target)/M\(number).swift", line: 1)
      {
        module in
        let file = "\(target)/M\(number).swift"
        if parts[0] { module.launch("open", fileID: file, line: 2, body: .background { _, _ in }) }
        if parts[1] {
          module.on(SignedIn.self, "hear", fileID: file, line: 2, body: .background { _, _, _ in })
        }
        if parts[2] {
          module.route(
            "m\(number)/:id", "show", [RouteParameter("id", Int.self)], fileID: file, line: 2,
            body: .main { _, _, _ in "" })
        }
      }
    }
  }
}
