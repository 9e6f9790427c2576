// SPDX-License-Identifier: Apache-2.0

import Gantry
import Testing

@testable import GantryTool

/// Rules for a comparison of any two apps.
@Suite struct DiffPropertyTests {
  private static let seeds = 1...100 as ClosedRange<UInt64>

  private static func diff(_ old: [ModuleManifest], _ new: [ModuleManifest]) -> ManifestDiff {
    ManifestDiff(old: AppManifest.of(old), new: AppManifest.of(new))
  }

  private static func names(
    _ diff: ManifestDiff, _ subject: ManifestChange.Subject, is words: String
  ) -> [String] {
    diff.changes.filter { $0.subject == subject && $0.what.hasPrefix(words) }.map(\.name).sorted()
  }

  @Test(arguments: seeds)
  func `an app doesn't differ from itself in another order or on other lines`(seed: UInt64) {
    var random = RandomApp.Numbers(seed: seed)
    let app = RandomApp(seed: seed).modules
    let moved = RandomApp(seed: seed, line: 50).modules.shuffled(using: &random)
    let diff = Self.diff(app, moved)
    #expect(diff.changes.isEmpty && diff.notes.isEmpty, "seed \(seed): \(diff.changes)")
    #expect(!diff.isBreaking)
  }

  @Test(arguments: seeds)
  func `a change's additions are its reverse's removals`(seed: UInt64) {
    let (one, other) = (RandomApp(seed: seed).modules, RandomApp(seed: seed + 1_000).modules)
    let (there, back) = (Self.diff(one, other), Self.diff(other, one))
    for subject in [ManifestChange.Subject.module, .route, .task] {
      let pairs = [("is new", "is gone"), ("is gone", "is new")]
      for (words, opposite) in pairs where subject != .task || words == "is new" {
        let (first, second) = (
          Self.names(there, subject, is: words), Self.names(back, subject, is: opposite)
        )
        // A task that is removed with its module has no line of its own.
        let isSame = subject == .task ? Set(second).isSubset(of: first) : first == second
        #expect(isSame, "seed \(seed): \(subject) \(words): \(first), \(second)")
      }
    }
    let (old, new) = (Set(one.map(\.name.rawValue)), Set(other.map(\.name.rawValue)))
    #expect(
      Self.names(there, .module, is: "is new") == new.subtracting(old).sorted(), "seed \(seed)")
  }

  @Test(arguments: seeds)
  func `modules with breaks come first, once each, and each lists its breaks first`(seed: UInt64) {
    let diff = Self.diff(RandomApp(seed: seed).modules, RandomApp(seed: seed + 1_000).modules)
    var order: [String] = []
    for change in diff.changes where order.last != change.module { order.append(change.module) }
    #expect(Set(order).count == order.count, "seed \(seed)")
    let broken = order.map { module in
      diff.changes.contains { $0.module == module && $0.effect == .breaks }
    }
    #expect(broken == broken.sorted { $0 && !$1 }, "seed \(seed)")
    let effects = ManifestChange.Effect.allCases
    for module in order {
      let ranks = diff.changes.filter { $0.module == module }
        .compactMap { effects.firstIndex(of: $0.effect) }
      #expect(ranks == ranks.sorted(), "seed \(seed): \(module)")
    }
    #expect(diff.isBreaking == broken.contains(true), "seed \(seed)")
    for change in diff.changes {
      let concerned = change.concerns.map(\.module)
      #expect(concerned == Set(concerned).sorted(), "seed \(seed)")
      #expect(!concerned.contains(change.module), "seed \(seed)")
    }
  }

  @Test(arguments: [
    ("Int", "Int"), ("Swift.Int", "Int"), ("Swift.Array<OrdersAPI.Order>", "Array<Order>"),
    ("any Shop.Store", "any Store"), ("(Swift.Int, Shop.A.B)", "(Int, A.B)"),
    ("(Swift.Int) async throws -> Shop.Order", "(Int) async throws -> Order"),
    ("Swift.Dictionary<Swift.String, Shop.A_1>", "Dictionary<String, A_1>"),
    ("any Shop.Store[eu.west]", "any Store[eu.west]"), ("Shop.Größe", "Größe"),
    ("any Shop.A & Shop.B", "any A & B"), ("", ""),
  ])
  func `names of types are shown without the modules that declare them`(
    type: String, shown: String
  ) {
    #expect(type.withoutSwiftModules == shown)
  }
}
