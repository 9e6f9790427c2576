// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import GantryText
import Testing

@Suite struct PromiseTests {
  @Test func `all that wait get the first value`() async {
    let promise = Promise<Int>()
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<20 { group.addTask { await promise.value() } }
      promise.resolve(1)
      promise.resolve(2)
      for await value in group { #expect(value == 1) }
    }
    #expect(await promise.value() == 1)
  }

  @Test func `a task that is cancelled may give the value itself`() async {
    let promise = Promise<Int?>()
    let waiting = Task { await promise.value { promise.resolve(nil) } }
    waiting.cancel()
    #expect(await waiting.value == nil)
  }

  @Test func `nothing is a value, too`() async {
    let promise = Promise<Int?>()
    promise.resolve(nil)
    promise.resolve(1)
    #expect(await promise.value() == nil)
  }
}
