// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Random requests over real sockets: each is answered, and none breaks a page.
@Suite struct HostileRequestTests {
  /// SplitMix64: the same requests for the same seed.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  private static let pieces = [
    "hello", "typed", "7", "old", "sale", "..", ".", "%2e%2e", "%2F", "%5C", "\\", "%00", "%0d%0a",
    "%zz", "%", "%FF", "%C3%A9", "é", "//", "?", "&", "=", "#", "+", ";", "<script>", "'", "\"",
    "{{x}}", "bazaar:", "http://", "@", ":", "*", "-1", "99999999999999999999", "n", "form",
  ]

  private func target(_ dice: inout Dice) -> String {
    let count = Int.random(in: 0...8, using: &dice)
    let parts = (0..<count).compactMap { _ in
      Self.pieces.randomElement(using: &dice).map {
        Bool.random(using: &dice) ? "/" + $0 : $0
      }
    }
    // A space would end the target.
    return "/" + parts.joined()
  }

  @Test(arguments: [UInt64.random(in: 0...UInt64.max), 1])
  func `whatever is asked for has an answer`(seed: UInt64) async throws {
    print("seed of hostile requests: \(seed)")
    var dice = Dice(state: seed)
    let shop = try await WebShop.start()
    let expected: Set<Int> = [200, 301, 400, 403, 404, 405, 410, 414, 415, 503]
    for _ in 0..<150 {
      let method = ["GET", "GET", "HEAD", "POST", "TRACE"].randomElement(using: &dice) ?? "GET"
      let target = target(&dice)
      let body = method == "POST" ? self.target(&dice) : ""
      let answer = try await shop.request(method, target, body: body)
      #expect(expected.contains(answer.status), "\(method) \(target) with \(body), seed \(seed)")
      #expect(!answer.body.contains("<script"), "\(method) \(target), seed \(seed)")
    }
    #expect(shop.greeted.isEmpty)
    #expect(try await shop.get("/hello").status == 200)
    await shop.stop()
  }
}
