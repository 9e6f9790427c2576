// SPDX-License-Identifier: Apache-2.0

import GantryMonitor
import MonitorFixture

/// Takes 10 ms in its own load.
class Plain: Page {
  let clock: ManualClock
  let calls = Calls()

  init(_ clock: ManualClock) { self.clock = clock }

  func load(_ context: borrowing PageContext) throws {
    calls.add("Plain")
    clock.advance(milliseconds: 10)
  }
}

/// Overrides without calling super.
class Replacing: Plain {
  override func load(_ context: borrowing PageContext) throws {
    calls.add("Replacing")
    clock.advance(milliseconds: 3)
  }
}

/// Overrides and calls super.
final class Adding: Plain {
  override func load(_ context: borrowing PageContext) throws {
    calls.add("Adding")
    clock.advance(milliseconds: 5)
    try super.load(context)
  }
}

final class Generic<Value>: Page {
  let clock: ManualClock
  init(_ clock: ManualClock) { self.clock = clock }
  func load(_ context: borrowing PageContext) throws { clock.advance(milliseconds: 7) }
}

/// A subclass of a page of another module.
final class Derived: OtherPage {
  override func load(_ context: borrowing PageContext) throws {
    calls.add("Derived.load")
    try super.load(context)
  }
}

struct Broken: Error {}

/// Takes 1 ms before and 2 ms after its inner page, and may fail.
final class Outer<Inner: Page>: Page {
  let clock: ManualClock
  let inner: Inner
  let fails: Bool

  init(_ clock: ManualClock, _ inner: Inner, fails: Bool = false) {
    self.clock = clock
    self.inner = inner
    self.fails = fails
  }

  func load(_ context: borrowing PageContext) throws {
    clock.advance(milliseconds: 1)
    try context.perform(.load, of: inner)
    clock.advance(milliseconds: 2)
    if fails { throw Broken() }
  }
}

/// Counts its phases.
final class Counting: Page {
  let calls = Calls()
  func load(_ context: borrowing PageContext) { calls.add("load") }
  func willAppear(_ context: borrowing PageContext) { calls.add("willAppear") }
  func didAppear(_ context: borrowing PageContext) { calls.add("didAppear") }
  func willDisappear(_ context: borrowing PageContext) { calls.add("willDisappear") }
  func didDisappear(_ context: borrowing PageContext) { calls.add("didDisappear") }
}

/// Works 4 ms, waits 20 ms, works 1 ms.
class Waiting: AsyncPage {
  let clock: ManualClock
  init(_ clock: ManualClock) { self.clock = clock }

  func load(_ context: borrowing PageContext) async throws {
    clock.advance(milliseconds: 4)
    await context.waiting {
      clock.advance(milliseconds: 20)
      await Task.yield()
    }
    clock.advance(milliseconds: 1)
    try Task.checkCancellation()
  }

  func didAppear(_ context: borrowing PageContext) async throws { throw Broken() }
}

final class WaitingMore: Waiting {
  override func load(_ context: borrowing PageContext) async throws {
    clock.advance(milliseconds: 100)
    try await super.load(context)
  }
}

final class AsyncOuter: AsyncPage {
  let inner: Waiting
  init(_ inner: Waiting) { self.inner = inner }
  func load(_ context: borrowing PageContext) async throws {
    inner.clock.advance(milliseconds: 2)
    try await context.perform(.load, of: inner)
  }
}

/// Waits for an inner page, in so many nested waits; works 2 ms.
final class WaitingAround: AsyncPage {
  let inner: Waiting
  let depth: Int

  init(_ inner: Waiting, depth: Int) {
    self.inner = inner
    self.depth = depth
  }

  func load(_ context: borrowing PageContext) async throws {
    try await wait(depth, context)
    inner.clock.advance(milliseconds: 2)
  }

  private func wait(_ depth: Int, _ context: borrowing PageContext) async throws {
    guard depth > 0 else { return try await context.perform(.load, of: inner) }
    try await context.waiting {
      inner.clock.advance(milliseconds: 3)
      try await wait(depth - 1, context)
    }
  }
}

/// Waits 7 ms for a failure, then performs a page, then works 1 ms.
final class WaitingAgain: AsyncPage {
  let inner: Waiting
  init(_ inner: Waiting) { self.inner = inner }

  func load(_ context: borrowing PageContext) async throws {
    try? await context.waiting {
      inner.clock.advance(milliseconds: 7)
      try await context.perform(.didAppear, of: inner)
    }
    try await context.perform(.load, of: inner)
    inner.clock.advance(milliseconds: 1)
  }
}

@MainActor final class MainPage: @MainActor AsyncPage {
  var isLoaded = false
  @MainActor func load(_ context: borrowing PageContext) async throws {
    await Task.yield()
    MainActor.assertIsolated()
    isLoaded = true
  }
}

@MainActor final class MainSyncPage: @MainActor Page {
  var isLoaded = false
  func load(_ context: borrowing PageContext) { isLoaded = true }
}

final class Empty: Page {}
final class AsyncEmpty: AsyncPage {}
protocol Refreshable {}
final class RefreshableA: Page, Refreshable {}
final class RefreshableB: Page, Refreshable {}

/// Takes as long as it is told.
final class Slow: Page {
  let clock: ManualClock
  var milliseconds: Int
  /// Called before and after each 10 ms.
  var onLoad = {}

  init(_ clock: ManualClock, milliseconds: Int) {
    self.clock = clock
    self.milliseconds = milliseconds
  }

  func load(_ context: borrowing PageContext) throws {
    onLoad()
    for _ in 0..<(milliseconds / 10) {
      clock.advance(milliseconds: 10)
      onLoad()
    }
    clock.advance(milliseconds: milliseconds % 10)
    if milliseconds == 0 { throw Broken() }
  }

  func didAppear(_ context: borrowing PageContext) throws { throw CancellationError() }
}

extension PagePhase {
  /// The phases that a `Page` has.
  static let ofPages = allCases.filter { $0 != .loadView && $0 != .isAppearing }
}
