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
        guard case .invalidRedirects(let reason) = error, !reason.isEmpty else {
          Issue.record("\(error)")
          continue
        }
      }
    }
    #expect(taken > 0)
  }

  @Test func `a map leads where trying every entry leads`() throws {
    print("seed \(FuzzBudget.seed)")
    var random = SeededGenerator(seed: FuzzBudget.seed)
    let redirects = try RouteRedirectsTests.redirects(RouteRedirectsTests.map)
    // The others need a query or a scheme.
    let entries = redirects.entries[..<6] + redirects.entries[13..<15]
    let words = [
      "old", "latest", "files", "users", "ann", "start", "shop", "sale", "documents", "secret", "7",
      "a/b", "%",
    ]
    for _ in 0..<FuzzBudget.inputs / 20 {
      let segments = (0..<Int.random(in: 0..<5, using: &random)).map { _ in
        words.randomElement(using: &random) ?? "old"
      }
      let found = try redirects.destination(of: RouteURL(path: RoutePath(segments: segments)))
      let expected = try Self.follow(entries, from: segments)
      guard found == expected else {
        Issue.record(
          "\(segments): \(String(describing: found)), not \(String(describing: expected))")
        return
      }
    }
  }

  @Test func `a query item goes to the target or stays`() throws {
    print("seed \(FuzzBudget.seed)")
    var random = SeededGenerator(seed: FuzzBudget.seed)
    let redirects = try RouteRedirectsTests.redirects(RouteRedirectsTests.map)
    let (names, values) = (["id", "size", "a", ""], [nil, "", "7", "a/b", "..", "%"])
    for _ in 0..<FuzzBudget.inputs / 20 {
      let query = (0..<Int.random(in: 0..<6, using: &random)).map { _ in
        RouteQueryItem(names.randomElement(using: &random)!, values.randomElement(using: &random)!)
      }
      let url = RouteURL(path: try RoutePath(segments: ["photo", "summer"]), query: query)
      func text(_ name: String) -> String? {
        let text = url.query.first { $0.name == name }?.value ?? ""
        return text.isEmpty || text == ".." ? nil : text
      }
      var expected: RouteRedirects.Destination?
      if let id = text("id"), let size = text("size") {
        expected = .moved(
          RouteURL(
            path: try RoutePath(segments: [size, "summer", id]),
            query: url.query.filter { $0.name != "id" && $0.name != "size" }))
      }
      #expect(try redirects.destination(of: url) == expected, "\(url)")
    }
  }

  @Test func `following a map ends, at a URL without an entry or with the chain`() throws {
    print("seed \(FuzzBudget.seed)")
    var random = SeededGenerator(seed: FuzzBudget.seed)
    let targets = [
      "a/:x": ["b/:x", "c", "a/b", ":x/b"], "b/:x": ["a/:x", "c/:x", "a/b", ":x/c"],
      "c": ["a/b", "a", "c/d"], "a/b": ["b/c", "c"], "b/c": ["a/b", "c", "z"],
      "c/*x": ["d/*x", "*x", "c/d/*x"], "d/*x": ["c/*x", "*x"], "*x": ["a/*x", "z"],
      "e?x": ["a/:x", "b/:x", ":x"], "a/:y?x": ["b/:x", ":y/:x", "e/:y"],
    ]
    var ends: Set<String> = []
    for _ in 0..<FuzzBudget.inputs / 100 {
      let entries = targets.keys.sorted().shuffled(using: &random).prefix(5).map { from in
        (from: from, to: targets[from]?.randomElement(using: &random) ?? "z")
      }
      // Two of the patterns match the same paths.
      guard let redirects = try? RouteRedirectsTests.redirects(entries) else { continue }
      for text in ["a/b", "a/z?x=1", "b/c", "c", "c/d", "c/d/e", "a", "d/a/b", "z", "e?x=7"] {
        let url = try RouteURL(parsing: text)
        do throws(RouteError) {
          switch try redirects.destination(of: url) {
          case .moved(let end)?:
            ends.insert("moved")
            #expect(try redirects.destination(of: end) == nil, "\(entries): \(text) → \(end)")
          case nil: ends.insert("stays")
          default: Issue.record("\(entries): \(text)")
          }
        } catch {
          guard case .redirectLoop(let chain) = error, (2...10).contains(chain.count),
            chain.count == 10 || chain.dropLast().contains(chain.last ?? "")
          else {
            Issue.record("\(entries): \(text): \(error)")
            continue
          }
          ends.insert(chain.count == 10 ? "long" : "circle")
        }
      }
    }
    #expect(ends == ["moved", "stays", "circle", "long"])
  }

  private static func follow(
    _ entries: ArraySlice<RouteRedirects.Entry>, from start: [String]
  ) throws -> RouteRedirects.Destination? {
    var path = start
    var hasMoved = false
    while let pattern = ReferenceMatcher.best(of: entries.map(\.from.path), in: path).first,
      let entry = entries.first(where: { $0.from.path == pattern })
    {
      guard let target = entry.to else { return .gone }
      path = fill(target.path, from: pattern, path)
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
