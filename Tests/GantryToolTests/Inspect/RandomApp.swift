// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryLaunch

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
    var random = Numbers(seed: seed)
    let count = random.number(1...24)
    modules = (0..<count).map { number in
      var options = ModuleOptions(
        priority: Priority(rawValue: random.number(-1...1)), essential: random.chance(10))
      options.name = ModuleName("M\(number)")
      let kinds: [LaunchEdge.Kind] = [.requires, .wants, .after]
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
      return ModuleManifest(of: Sample.self, options, at: "\(target)/M\(number).swift:1") {
        module in
        let place = "\(target)/M\(number).swift:2"
        if parts[0] { module.launch("open", at: place, body: .background { _, _ in }) }
        if parts[1] {
          module.on(SignedIn.self, "hear", at: place, body: .background { _, _, _ in })
        }
        if parts[2] {
          module.route(
            "m\(number)/:id", "show", [RouteParameter("id", Int.self)], at: place,
            body: .main { _, _, _ in "" })
        }
      }
    }
  }

  /// Random numbers that can be repeated with a seed (S. Vigna's SplitMix64).
  struct Numbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var bits = state
      bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
      bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
      return bits ^ (bits >> 31)
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// True with this probability in percent.
    mutating func chance(_ percent: Int) -> Bool { number(0...99) < percent }
  }
}
