// SPDX-License-Identifier: Apache-2.0

/// The times of one call of a page's phase.
public struct PageTiming: Sendable {
  let page: PageClass
  /// The phase that was called.
  public let phase: PagePhase
  /// Nil for most calls, which completed and were not inside another one.
  let circumstances: Circumstances?
  let startNanoseconds: Int64
  let elapsedNanoseconds: Int64
  let ownNanoseconds: Int64
  let waitedNanoseconds: Int64

  /// How the call ended.
  public var outcome: Outcome { circumstances?.outcome ?? .completed }

  /// The calls around this one, outermost first; empty when a host called the page.
  ///
  /// Each is the page and the phase, such as `Shop.OrdersPage.load`.
  ///
  /// - Complexity: O(n) for n calls.
  public var chain: [String] { calls.map(\.description) }

  /// The calls around this one, outermost first.
  package var calls: [PageCall] { circumstances?.outer?.chain ?? [] }

  /// The name of the page's dynamic type, with its module.
  public var pageName: String { page.name }

  /// The call itself, as the last link of its chain.
  package var call: PageCall { PageCall(page, phase) }

  /// The time at which the call began, counted from the creation of its monitor.
  public var start: Duration { .nanoseconds(startNanoseconds) }

  /// The time from the beginning to the end of the call, including other work that ran in between.
  public var elapsed: Duration { .nanoseconds(elapsedNanoseconds) }

  /// The elapsed time without the pages that were called inside the call, and without
  /// ``inherited``.
  public var own: Duration { .nanoseconds(ownNanoseconds) }

  /// The time that the superclasses took when the page's code called super.
  ///
  /// Zero when the host cannot measure it. This applies to every ``Page``, where it is part of
  /// ``own``.
  public var inherited: Duration { .nanoseconds(circumstances?.inheritedNanoseconds ?? 0) }

  /// The part of the elapsed time that was spent in ``PageContext/waiting(_:)``, including inner
  /// pages.
  ///
  /// Zero for synchronous pages. Waits that a phase doesn't mark are not counted.
  public var waited: Duration { .nanoseconds(waitedNanoseconds) }

  /// Returns whether the page's dynamic type is exactly a class, and not a subclass of it.
  ///
  /// - Parameter type: The class.
  package func isExactly(_ type: AnyClass) -> Bool { page.id == ObjectIdentifier(type) }
}

extension PageTiming {
  /// Everything but the numbers, so that a call without circumstances counts no reference.
  final class Circumstances: Sendable {
    let outcome: Outcome
    let outer: PageLink?
    let inheritedNanoseconds: Int64

    init(_ outcome: Outcome, inside outer: PageLink?, inherited: Int64 = 0) {
      self.outcome = outcome
      self.outer = outer
      inheritedNanoseconds = inherited
    }
  }
}

extension PageTiming: CustomStringConvertible {
  /// The chain, the times and the outcome on one line.
  public var description: String {
    let path = (chain + ["\(call)"]).joined(separator: " > ")
    var text = "\(path) took \(elapsed.text)"
    if own != elapsed { text += ", \(own.text) in itself" }
    if inherited > .zero { text += ", \(inherited.text) in super" }
    if waited > .zero { text += ", \(waited.text) waiting" }
    switch outcome {
    case .completed: return text
    case .failed(let error): return text + ", failed: \(error)"
    case .cancelled: return text + ", cancelled"
    }
  }
}

extension PageTiming {
  /// How a call of a phase ended.
  public enum Outcome: Sendable {
    /// The phase returned.
    case completed
    /// The phase threw an error.
    case failed(any Error)
    /// The phase threw because it was cancelled.
    case cancelled

    /// Any error of a cancelled task counts as its cancellation.
    init(_ error: any Error) {
      let isCancelled =
        error is CancellationError || withUnsafeCurrentTask { $0?.isCancelled } == true
      self = isCancelled ? .cancelled : .failed(error)
    }
  }
}
