// SPDX-License-Identifier: Apache-2.0

import GantryRouting

#if PEERS
  @_spi(Internal) import Hummingbird
#endif

extension Benchmarks {
  /// From the text of a path to its route and captures: each of GitHub's paths once.
  static var routes: Benchmark {
    let patterns = GitHubRoutes.patterns
    return Benchmark(
      "route.match.github", operationsPerRepetition: patterns.count, allocations: 0,
      subject: .init("RouteTrie, from text") { try matching(patterns, among: patterns) },
      peers: [
        .init("RouteTrie, from a RoutePath") { try matchingPaths(patterns, among: patterns) }
      ] + otherTries(patterns, among: patterns),
      remark: "measured elsewhere, not in this run: URLNavigator 1.96 ms, httprouter (Go) 150 ns")
  }

  /// The same requests when there are 10,000 patterns of such shapes.
  static var manyRoutes: Benchmark {
    let patterns = GitHubRoutes.patterns
    let variants = (1...).lazy.flatMap { number in
      patterns.map { GitHubRoutes.variant(of: $0, number) }
    }
    let many = patterns + variants.prefix(10_000 - patterns.count)
    return Benchmark(
      "route.match.10000", operationsPerRepetition: patterns.count, allocations: 0,
      subject: .init("RouteTrie, 10,000 patterns") { try matching(patterns, among: many) },
      peers: [
        .init("RouteTrie, 146 patterns", aim: 1.5) { try matching(patterns, among: patterns) },
        .init("RouteTrie, any of 10,000") {
          var random = SystemRandomNumberGenerator()
          let some = many.shuffled(using: &random).prefix(patterns.count)
          return try matching(Array(some), among: many)
        },
      ] + otherTries(patterns, among: many))
  }

  private static func matching(
    _ requested: [String], among patterns: [String]
  ) throws -> Contender.Body {
    let trie = try checkedTrie(of: patterns)
    let requests = requested.map(GitHubRoutes.request)
    return { count in
      var sum = 0
      for _ in 0..<count {
        for request in requests {
          guard let path = try? RoutePath(parsing: request) else { continue }
          sum &+= trie.match(path)?.value ?? 0
        }
      }
      Sink.shared.sum &+= sum
    }
  }

  private static func matchingPaths(
    _ requested: [String], among patterns: [String]
  ) throws -> Contender.Body {
    let trie = try checkedTrie(of: patterns)
    let paths = try requested.map { try RoutePath(parsing: GitHubRoutes.request(for: $0)) }
    return { count in
      var sum = 0
      for _ in 0..<count {
        for path in paths { sum &+= trie.match(path)?.value ?? 0 }
      }
      Sink.shared.sum &+= sum
    }
  }

  /// A tree that finds for the request of each pattern the pattern's number.
  private static func checkedTrie(of patterns: [String]) throws -> RouteTrie<Int> {
    let trie = RouteTrie(
      try patterns.enumerated().map { number, text in
        .init(try PathPattern(text), number, declaredAt: "pattern \(number)")
      })
    for (number, text) in patterns.enumerated() {
      let request = GitHubRoutes.request(for: text)
      let found = trie.match(try RoutePath(parsing: request))?.value
      guard found == number else { throw MatchError(request: request, found: found) }
    }
    return trie
  }

  #if PEERS
    private static func otherTries(
      _ requested: [String], among patterns: [String]
    ) -> [Contender] {
      [
        .init("RouterTrie of Hummingbird", aim: 0.09) {
          let builder = RouterPathTrieBuilder<Int>()
          for (number, text) in patterns.enumerated() {
            let rest = text.firstIndex(of: "*")
            let pattern = rest.map { text[..<$0] + "**" } ?? text[...]
            builder.addEntry(RouterPath(String(pattern)), value: number)
          }
          let trie = builder.build()
          let requests = requested.map(GitHubRoutes.request)
          for request in requests where trie.resolve(request) == nil {
            throw MatchError(request: request, found: nil)
          }
          return { count in
            var sum = 0
            for _ in 0..<count {
              for request in requests { sum &+= trie.resolve(request)?.value ?? 0 }
            }
            Sink.shared.sum &+= sum
          }
        }
      ]
    }
  #else
    private static func otherTries(_: [String], among _: [String]) -> [Contender] { [] }
  #endif
}

/// A request found no route, or another one's.
struct MatchError: Error {
  let request: String
  let found: Int?
}
