// SPDX-License-Identifier: Apache-2.0

import GantryRouting
import GantrySupport
import Testing

@Suite struct HostilePathTests {
  @Test func `a path that branches at every segment visits each node once`() throws {
    // Every mixture of literals and captures: without memory of visited nodes, the search would
    // try exponentially many paths.
    let depth = 11
    let texts = (0..<(1 << depth)).map { bits in
      (0..<depth).map { bits >> $0 & 1 == 0 ? "a" : ":c\($0)" }.joined(separator: "/") + "/end"
    }
    let trie = try RouteTrie(texts: texts)
    let astray = Array(repeating: "a", count: depth).joined(separator: "/")
    for _ in 0..<20 { #expect(try trie.text(astray + "/nowhere") == nil) }
    #expect(try trie.text(astray + "/end") == astray + "/end")
  }

  @Test func `a custom capture test is asked about each segment once`() throws {
    let asked = Mutex<[String]>([])
    let kind = CaptureKind.custom("Asked") { text in
      asked.withLock { $0.append(text) }
      return false
    }
    let trie = RouteTrie([
      .init(try PathPattern("a/:x", kinds: ["x": kind]), 1, declaredAt: "1"),
      .init(try PathPattern("a/:x/b", kinds: ["x": kind]), 2, declaredAt: "2"),
      .init(try PathPattern("a/:y/b"), 3, declaredAt: "3"),
      .init(try PathPattern("a/literal"), 4, declaredAt: "4"),
    ])
    #expect(trie.match(try RoutePath(parsing: "a/x%2Fy%25/b"))?.value == 3)
    #expect(asked.withLock(\.self) == ["x/y%"])
    #expect(trie.match(try RoutePath(parsing: "a/literal"))?.value == 4)
    #expect(trie.match(try RoutePath(parsing: "b/x"))?.value == nil)
    #expect(asked.withLock(\.self) == ["x/y%"])
  }

  @Test(arguments: [
    "a/b%2F..", "a/%2e%2e/b", "a/..;/b", "a/%c0%ae%c0%ae/b", "a/%252e%252e%252fb", "a/b\u{0}",
    "a/b%00.html", "\\\\host\\a", "//host/a", "a/%u002e", "javascript:alert(1)",
    "a/<script>alert(1)</script>", "a/' OR 1=1 --", "a/\u{202E}lmth", "a/%F0%9F", "a/%ff%fe",
  ])
  func `a hostile path is refused or is text like any other`(text: String) throws {
    let trie = try RouteTrie(texts: ["a/b", "a/:x", "a/*rest", "*all"])
    let path: RoutePath
    do throws(RouteError) {
      path = try RoutePath(parsing: text)
    } catch {
      guard case .malformedURL(text.escaped, _, let position) = error else { throw error }
      #expect(position < text.utf8.count)
      return
    }
    let captures = try #require(trie.match(path)).captures
    #expect(captures.allSatisfy { !$0.split(separator: "/").contains("..") })
  }

  @Test func `one tree serves many tasks concurrently`() async throws {
    let trie = try RouteTrie(texts: ["orders/:id<integer>", "orders/*rest"])
    let found = await withTaskGroup { group in
      for number in 0..<50 {
        group.addTask {
          (0..<200).allSatisfy { step in
            let text = step % 2 == 0 ? "orders/\(number)" : "orders/\(number)/x"
            return (try? trie.captures(text)) == [String(text.dropFirst(7))]
          }
        }
      }
      return await group.reduce(true) { $0 && $1 }
    }
    #expect(found)
  }
}
