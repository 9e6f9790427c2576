// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

extension PageMonitor {
  /// Times a call that is inside of no other.
  @usableFromInline
  func timed<P: Page>(_ phase: PagePhase, _ page: P) throws {
    let context = PageContext(phase, of: page, in: self, chain: [])
    do {
      try phase.run(page, context)
    } catch {
      context.finish(PageTiming.Outcome(error))
      throw error
    }
    context.finish(.completed)
  }

  /// Times a call that is inside of no other.
  @usableFromInline
  func timed<P: AsyncPage>(_ phase: PagePhase, _ page: P) async throws {
    let context = PageContext(phase, of: page, in: self, chain: [])
    do {
      try await phase.run(page, context)
    } catch {
      context.finish(PageTiming.Outcome(error))
      throw error
    }
    context.finish(.completed)
  }
}

extension PageContext {
  /// Times a call inside of this one.
  @usableFromInline
  borrowing func timed<P: Page>(_ phase: PagePhase, _ page: P) throws {
    let context = PageContext(phase, of: page, in: monitor, chain: innerChain)
    do {
      try phase.run(page, context)
    } catch {
      add(context.finish(PageTiming.Outcome(error)), context)
      throw error
    }
    add(context.finish(.completed), context)
  }

  /// Times a call inside of this one.
  @usableFromInline
  borrowing func timed<P: AsyncPage>(_ phase: PagePhase, _ page: P) async throws {
    let context = PageContext(phase, of: page, in: monitor, chain: innerChain)
    do {
      try await phase.run(page, context)
    } catch {
      add(context.finish(PageTiming.Outcome(error)), context)
      throw error
    }
    add(context.finish(.completed), context)
  }

  private var innerChain: [PageCall] {
    guard let watch else { return chain }
    return chain + [PageCall(watch.page, phase)]
  }

  private borrowing func add(_ elapsed: Int64, _ inner: borrowing PageContext) {
    nested.wrappingAdd(elapsed, ordering: .relaxed)
    waited.wrappingAdd(inner.waited.load(ordering: .relaxed), ordering: .relaxed)
  }

  /// Tells the observers how long the call took.
  ///
  /// - Returns: The elapsed nanoseconds.
  @discardableResult
  fileprivate borrowing func finish(_ outcome: PageTiming.Outcome) -> Int64 {
    let elapsed = monitor.stopwatch.nanoseconds - start
    guard let watch, let first = watch.first else { return elapsed }
    let timing = PageTiming(
      page: watch.page, phase: phase, outcome: outcome, chain: chain,
      startNanoseconds: start, elapsedNanoseconds: elapsed,
      ownNanoseconds: elapsed - nested.load(ordering: .relaxed),
      waitedNanoseconds: waited.load(ordering: .relaxed))
    first(timing)
    for observer in watch.others { observer.body(timing) }
    return elapsed
  }
}
