// SPDX-License-Identifier: Apache-2.0

/// Keeps the last calls of one phase of each page, for a table or a chart.
///
/// ```swift
/// let history = PageHistory(of: monitor)
/// // … the app runs …
/// for page in history.pages { chart.add(page.pageName, page.calls.map(\.elapsed)) }
/// ```
public final class PageHistory: Sendable {
  /// The number of calls kept for each page.
  public let limit: Int
  /// The phase that is kept.
  public let phase: PagePhase
  /// At most `limit` calls of a page, in the order in which they ended.
  private let calls = Gathered<[PageClass: [PageHistory.Call]]>([:])

  /// Creates a history of all pages of a monitor, which grows until it goes away.
  ///
  /// - Parameters:
  ///   - monitor: The monitor that times the pages.
  ///   - phase: The phase to keep.
  ///   - limit: The number of calls to keep for each page; older ones are dropped.
  public init(of monitor: PageMonitor, _ phase: PagePhase = .load, keeping limit: Int = 50) {
    let limit = max(1, limit)
    self.limit = limit
    self.phase = phase
    calls.keep(
      monitor.observe { [weak calls] timing in
        guard timing.phase == phase else { return }
        calls?.update { Self.add(Call(timing), of: timing.page, to: &$0, keeping: limit) }
      })
  }

  /// The pages by name, each with its last calls. Encode them to show them in an app.
  ///
  /// - Complexity: O(n log n) for n types of pages.
  public var pages: [PageHistory.Page] {
    calls.value
      .map { PageHistory.Page(pageName: $0.name, phase: phase, calls: $1) }
      .sorted { $0.pageName < $1.pageName }
  }

  private static func add(
    _ call: Call, of page: PageClass, to calls: inout [PageClass: [Call]], keeping limit: Int
  ) {
    calls[page, default: []].append(call)
    let tooMany = (calls[page]?.count ?? 0) - limit
    if tooMany > 0 { calls[page]?.removeFirst(tooMany) }
  }
}

extension PageHistory {
  /// One call of a page's phase, as plain data in nanoseconds.
  public struct Call: Sendable, Hashable, Codable {
    /// The outcome of a call.
    public enum Outcome: String, Sendable, Codable {
      /// The phase returned.
      case completed
      /// The phase threw an error.
      case failed
      /// The phase threw because it was cancelled.
      case cancelled
    }

    /// The outcome.
    public let outcome: Outcome
    let startNanoseconds: Int64
    let elapsedNanoseconds: Int64
    let ownNanoseconds: Int64
    let waitedNanoseconds: Int64

    init(_ timing: PageTiming) {
      startNanoseconds = timing.startNanoseconds
      elapsedNanoseconds = timing.elapsedNanoseconds
      ownNanoseconds = timing.ownNanoseconds
      waitedNanoseconds = timing.waitedNanoseconds
      outcome =
        switch timing.outcome {
        case .completed: .completed
        case .failed: .failed
        case .cancelled: .cancelled
        }
    }

    /// When the call began, from the making of its monitor on.
    public var start: Duration { .nanoseconds(startNanoseconds) }

    /// From the beginning to the end of the call.
    public var elapsed: Duration { .nanoseconds(elapsedNanoseconds) }

    /// The elapsed time without the pages that were called inside.
    public var own: Duration { .nanoseconds(ownNanoseconds) }

    /// The part of the elapsed time that was spent waiting.
    public var waited: Duration { .nanoseconds(waitedNanoseconds) }
  }
}

extension PageHistory {
  /// The last calls of one type of page, as plain data.
  public struct Page: Sendable, Hashable, Codable {
    /// The name of the page's type, with its module.
    public let pageName: String
    /// The phase that was called.
    public let phase: PagePhase
    /// The last calls, in the order in which they ended; at least one.
    public let calls: [PageHistory.Call]
  }
}
