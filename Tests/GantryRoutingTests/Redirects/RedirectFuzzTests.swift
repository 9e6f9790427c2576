// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryRouting
import TestRounds
import Testing

@Suite struct RedirectFuzzTests {
  @Test func `a damaged map is refused or accepted as a whole`() {
    print("seed \(FuzzBudget.seed)")
    var random = SeededGenerator(seed: FuzzBudget.seed)
    let sound = Array(RouteRedirectsTests.map.utf8)
    let bytes = Array(#"{}[]",:*/%0a\ÿ."#.utf8) + [0, 0xFF]
    var taken = 0
    for _ in 0..<FuzzBudget.inputs / 100 {
      var damaged = sound
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let place = Int.random(in: damaged.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: damaged.remove(at: place)
        case 1: damaged.insert(bytes.randomElement(using: &random) ?? 0, at: place)
        default: damaged[place] = bytes.randomElement(using: &random) ?? 0
        }
      }
      do throws(RouteError) {
        let redirects = try RouteRedirects(json: Data(damaged))
        taken += redirects.entries.isEmpty ? 0 : 1
      } catch {
        switch error {
        case .malformedRedirects(let reason): #expect(!reason.isEmpty)
        case .invalidRedirects(let faults): #expect(!faults.isEmpty)
        default: Issue.record("\(error)")
        }
      }
    }
    #expect(taken > 0)
  }

  @Test func `a map leads where trying every entry leads`() throws {
    print("seed \(FuzzBudget.seed)")
    var random = SeededGenerator(seed: FuzzBudget.seed)
    let redirects = try RouteRedirectsTests.redirects(RouteRedirectsTests.map)
    let words = [
      "old", "latest", "files", "users", "ann", "start", "shop", "sale", "documents", "secret", "7",
      "a/b", "%",
    ]
    for _ in 0..<FuzzBudget.inputs / 20 {
      let segments = (0..<Int.random(in: 0..<5, using: &random)).map { _ in
        words.randomElement(using: &random) ?? "old"
      }
      let found = try redirects.destination(of: RouteURL(path: RoutePath(segments: segments)))
      let expected = try Self.follow(redirects.entries, from: segments)
      guard found == expected else {
        Issue.record(
          "\(segments): \(String(describing: found)), not \(String(describing: expected))")
        return
      }
    }
  }

  private static func follow(
    _ entries: [RouteRedirects.Entry], from start: [String]
  ) throws -> RouteRedirects.Destination? {
    var path = start
    var hasMoved = false
    while let pattern = ReferenceMatcher.best(of: entries.map(\.from), in: path).first,
      let entry = entries.first(where: { $0.from == pattern })
    {
      guard let target = entry.to else { return .gone }
      path = fill(target, from: pattern, path)
      hasMoved = true
    }
    return hasMoved ? .moved(RouteURL(path: try RoutePath(segments: path))) : nil
  }

  /// The segments of a target, each taken from the position of its name in the source.
  private static func fill(
    _ target: PathPattern, from source: PathPattern, _ path: [String]
  ) -> [String] {
    target.segments.flatMap { segment -> [String] in
      if case .literal(let text) = segment { return [text] }
      guard let place = source.segments.firstIndex(of: segment) else { return [] }
      if case .rest = segment { return Array(path[place...]) }
      return [path[place]]
    }
  }
}
