// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import Testing

@Suite struct PromiseTests {
  @Test func `all waiting tasks get the first value`() async {
    let promise = Promise<Int>()
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<20 { group.addTask { await promise.value() } }
      promise.resolve(1)
      promise.resolve(2)
      for await value in group { #expect(value == 1) }
    }
    #expect(await promise.value() == 1)
  }

  @Test func `a cancelled task can provide the value itself`() async {
    let promise = Promise<Int?>()
    let waiting = Task { await promise.value { promise.resolve(nil) } }
    waiting.cancel()
    #expect(await waiting.value == nil)
  }

  @Test func `nil is a value`() async {
    let promise = Promise<Int?>()
    promise.resolve(nil)
    promise.resolve(1)
    #expect(await promise.value() == nil)
  }

  @Test func `cancelling a waiting task ends only its own wait`() async {
    let promise = Promise<Int>()
    let cancelled = Task { await promise.valueUnlessCancelled() }
    let staying = Task { await promise.valueUnlessCancelled() }
    cancelled.cancel()
    #expect(await cancelled.value == nil)
    #expect(!promise.isResolved)
    #expect(promise.resolve(1))
    #expect(!promise.resolve(2))
    #expect(await staying.value == 1)
    #expect(promise.isResolved)
  }

  @Test func `a task that already waits learns of its cancellation`() async {
    let promise = Promise<Int>()
    // It runs immediately, until it waits.
    let cancelled = Task.immediate { await promise.valueUnlessCancelled() }
    let staying = Task.immediate { await promise.valueUnlessCancelled() }
    cancelled.cancel()
    #expect(await cancelled.value == nil)
    #expect(promise.resolve(1))
    #expect(await staying.value == 1)
  }

  @Test func `a task that is already cancelled does not wait`() async {
    let promise = Promise<Int>()
    let value = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await promise.valueUnlessCancelled()
    }.value
    #expect(value == nil)
    promise.resolve(1)
    let known = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await promise.valueUnlessCancelled()
    }.value
    #expect(known == 1)
  }
}
