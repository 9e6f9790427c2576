// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import Testing

@Suite struct RetryPolicyTests {
  /// A policy, and the waits before its first retries in milliseconds.
  @Test(
    arguments: [
      (RetryPolicy.never, [0, 0]), (.immediately(2), [0, 0, 0]),
      (.backoff, [100, 200, 400, 800]),
      (RetryPolicy(count: 3, delay: .seconds(1), cap: .seconds(3)), [1000, 2000, 3000, 3000]),
      (RetryPolicy(count: 3, delay: .seconds(9), cap: .seconds(3)), [3000, 3000]),
      (RetryPolicy(count: 3, delay: .seconds(1), factor: 1), [1000, 1000, 1000]),
      (RetryPolicy(count: 3, delay: .seconds(1), factor: 0.5), [1000, 500, 250]),
      (RetryPolicy(count: 3, delay: .seconds(1), factor: 0), [1000, 0, 0]),
      (RetryPolicy(count: 3, delay: .seconds(1), factor: -2), [1000, 0]),
      (RetryPolicy(count: 3, delay: .seconds(-1)), [0, 0]),
      (RetryPolicy(count: 3, delay: .seconds(1), cap: .zero), [0, 0]),
      (RetryPolicy(count: 3, delay: .seconds(1), factor: .infinity), [1000, 30000, 30000]),
      (RetryPolicy(count: 3, delay: .seconds(1), factor: .nan), [1000, 30000, 30000]),
      (RetryPolicy(count: 3, factor: .infinity), [0, 0, 0]),
      (.backoff(12), [100, 200, 400, 800]), (.every(.seconds(2), times: 3), [2000, 2000, 2000]),
      (.every(.seconds(-2)), [0, 0]),
    ] as [(RetryPolicy, [Int])])
  func `waits grow by the factor, from the delay to the cap`(policy: RetryPolicy, waits: [Int]) {
    #expect(waits.indices.map { policy.wait(before: $0 + 1) } == waits.map { .milliseconds($0) })
  }

  @Test func `the cap limits the wait even after many attempts`() {
    let policy = RetryPolicy(count: 10_000, delay: .milliseconds(1), factor: 10)
    #expect(policy.wait(before: 10_000) == .seconds(30))
    #expect(policy.cap == .seconds(30) && policy.delay == .milliseconds(1))
  }

  @Test func `a retry count has an upper limit`() throws {
    #expect(RetryPolicy.immediately(.max).count == 2_147_483_647)
    #expect(RetryPolicy.unlimited.isUnlimited && RetryPolicy.every(.seconds(1)).isUnlimited)
    #expect(!RetryPolicy.backoff.isUnlimited)
    let text = String(decoding: try JSONEncoder().encode(RetryPolicy(count: 3)), as: UTF8.self)
    let more = text.replacing("\"count\":3", with: "\"count\":9000000000000000000")
    #expect(more != text)
    let read = try JSONDecoder().decode(RetryPolicy.self, from: Data(more.utf8))
    #expect(read.count == 2_147_483_647)
  }

  @Test func `a negative retry count means never`() {
    #expect(RetryPolicy(count: -3) == .never)
  }

  @Test func `a policy survives encoding`() throws {
    let policy = RetryPolicy(count: 2, delay: .milliseconds(7), factor: 1.5, cap: .seconds(1))
    let data = try JSONEncoder().encode(policy)
    #expect(try JSONDecoder().decode(RetryPolicy.self, from: data) == policy)
  }
}
