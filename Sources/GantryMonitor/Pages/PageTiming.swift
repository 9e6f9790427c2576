// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch

/// How long one call of a page's phase took.
public struct PageTiming: Sendable {
  let page: PageClass
  /// The phase that was called.
  public let phase: PagePhase
  /// Nil for most calls: completed, and not inside another one.
  let circumstances: Circumstances?
  let startNanoseconds: Int64
  let elapsedNanoseconds: Int64
  let ownNanoseconds: Int64
  let waitedNanoseconds: Int64

  /// How the call ended.
  public var outcome: Outcome { circumstances?.outcome ?? .completed }

  /// The calls that this one was inside of, outermost first; empty when a host called the page.
  ///
  /// - Complexity: O(n) for n calls.
  public var chain: [PageCall] { circumstances?.outer?.chain ?? [] }

  /// The name of the page's dynamic type, with its module.
  public var pageName: String { page.name }

  /// The call itself, as the last link of its chain.
  public var call: PageCall { PageCall(page, phase) }

  /// When the call began, from the making of its monitor on.
  public var start: Duration { .nanoseconds(startNanoseconds) }

  /// From the beginning to the end of the call, including other work that ran in between.
  public var elapsed: Duration { .nanoseconds(elapsedNanoseconds) }

  /// The elapsed time without the pages that were called inside, and without ``inherited``.
  public var own: Duration { .nanoseconds(ownNanoseconds) }

  /// The time that the classes above the page's took, as its code called super.
  ///
  /// Zero where the host cannot tell it, as for every ``Page``: there it is part of ``own``.
  public var inherited: Duration { .nanoseconds(circumstances?.inheritedNanoseconds ?? 0) }

  /// How much of the elapsed time was spent in ``PageContext/waiting(_:)``, inner pages included.
  ///
  /// Zero for synchronous pages. Waits that a phase does not tell are not seen.
  public var waited: Duration { .nanoseconds(waitedNanoseconds) }

  /// Whether the page's dynamic type is a class; a subclass of it is another.
  ///
  /// - Parameter type: The class.
  public func isExactly(_ type: AnyClass) -> Bool { page.id == ObjectIdentifier(type) }
}

extension PageTiming {
  /// Everything but the numbers: a call without circumstances counts no reference.
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
    let path = (chain + [call]).map(\.description).joined(separator: " > ")
    var text = "\(path) took \(elapsed.text)"
    if own != elapsed { text += ", \(own.text) of it its own" }
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

    /// An error of a cancelled task is taken for the cancellation's, however it is called.
    init(_ error: any Error) {
      let isCancelled =
        error is CancellationError || withUnsafeCurrentTask { $0?.isCancelled } == true
      self = isCancelled ? .cancelled : .failed(error)
    }
  }
}

/// A part of a page's life that a ``PageHost`` calls.
public enum PagePhase: String, Sendable, Hashable, Codable, CaseIterable {
  /// A view controller makes its view; a ``Page`` has no such phase.
  case loadView
  /// The page gets its content.
  case load
  /// The page is about to be seen.
  case willAppear
  /// A view controller is in place and about to be seen; a ``Page`` has no such phase.
  case isAppearing
  /// The page is seen.
  case didAppear
  /// The page is about to be hidden.
  case willDisappear
  /// The page is hidden.
  case didDisappear
}

extension PagePhase {
  /// The place in a page's life.
  var order: Int {
    switch self {
    case .loadView: 0
    case .load: 1
    case .willAppear: 2
    case .isAppearing: 3
    case .didAppear: 4
    case .willDisappear: 5
    case .didDisappear: 6
    }
  }

  @inlinable
  func run<P: Page>(_ page: P, _ context: borrowing PageContext) throws {
    switch self {
    case .loadView, .isAppearing: break
    case .load: try page.load(context)
    case .willAppear: try page.willAppear(context)
    case .didAppear: try page.didAppear(context)
    case .willDisappear: try page.willDisappear(context)
    case .didDisappear: try page.didDisappear(context)
    }
  }

  @inlinable
  func run<P: AsyncPage>(_ page: P, _ context: borrowing PageContext) async throws {
    switch self {
    case .loadView, .isAppearing: break
    case .load: try await page.load(context)
    case .willAppear: try await page.willAppear(context)
    case .didAppear: try await page.didAppear(context)
    case .willDisappear: try await page.willDisappear(context)
    case .didDisappear: try await page.didDisappear(context)
    }
  }
}
