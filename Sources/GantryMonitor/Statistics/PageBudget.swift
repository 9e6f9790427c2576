// SPDX-License-Identifier: Apache-2.0

/// The longest time that a phase of a page may take.
///
/// ```swift
/// let budgets = [PageBudget(OrdersPage.self, .load, limit: .milliseconds(50))]
/// #expect(PageBudget.check(budgets, in: statistics.summaries).isEmpty)
/// ```
///
/// While the app runs, ``PageMonitor/observeSlowPages(_:_:)`` reports each call that breaks a
/// budget.
public struct PageBudget: Sendable, Hashable, Codable {
  /// The name of the page's class, with its module.
  public let pageName: String
  /// The phase that is limited.
  public let phase: PagePhase
  private let limitNanoseconds: Int64

  /// The longest time that 95 % of the calls may take.
  public var limit: Duration { .nanoseconds(limitNanoseconds) }

  /// Creates a budget.
  ///
  /// - Parameters:
  ///   - page: The page's class; a subclass has its own budget.
  ///   - phase: The phase that is limited.
  ///   - limit: The longest time that it may take.
  public init(_ page: AnyClass, _ phase: PagePhase, limit: Duration) {
    self.init(pageName: PageClass(page).name, phase, limit: limit)
  }

  /// Creates a budget for a page that is known only by name.
  ///
  /// - Parameters:
  ///   - pageName: The name of the page's class, with its module: `Shop.OrdersPage`.
  ///   - phase: The phase that is limited.
  ///   - limit: The longest time that it may take.
  public init(pageName: String, _ phase: PagePhase, limit: Duration) {
    self.pageName = pageName
    self.phase = phase
    limitNanoseconds = limit.nanoseconds
  }

  /// Returns the budgets that were exceeded.
  ///
  /// The 95th percentile counts, so that one slow call among many breaks no budget. A budget for a
  /// phase that was never called is also a violation, because it could never fail.
  ///
  /// - Parameters:
  ///   - budgets: The budgets.
  ///   - summaries: The measured times, as ``PageStatistics/summaries``.
  /// - Returns: The violations, in the order of the budgets; empty when there are none.
  /// - Complexity: O(n) for each budget.
  public static func check(
    _ budgets: [PageBudget], in summaries: [PageSummary]
  ) -> [Violation] {
    budgets.compactMap { budget in
      let summary = summaries.first {
        $0.pageName == budget.pageName && $0.phase == budget.phase
      }
      if let summary, summary.times.percentile95Nanoseconds <= budget.limitNanoseconds {
        return nil
      }
      return Violation(budget: budget, summary: summary)
    }
  }
}

extension PageBudget {
  /// A budget that was exceeded.
  public struct Violation: Sendable, Hashable, Codable {
    /// The budget.
    public let budget: PageBudget
    /// The time that the phase took; nil when it was never called.
    public let summary: PageSummary?
  }
}

extension PageBudget.Violation: CustomStringConvertible {
  /// The page and phase that took too long, and the excess.
  public var description: String {
    let name = "\(budget.pageName).\(budget.phase.rawValue)"
    guard let summary else {
      return "\(name): it was never called, so its budget of \(budget.limit.text) means nothing"
    }
    let time = summary.times.percentile95
    let over = time - budget.limit
    return """
      \(name): \(time.text), \(over.text) over its budget of \(budget.limit.text) \
      (95th percentile, calls: \(summary.times.count))
      """
  }
}

extension PageMonitor {
  /// Reports each call that takes longer than its budget allows.
  ///
  /// A ``SlowPage`` is an event, so the closure can also send it to the modules.
  ///
  /// - Parameters:
  ///   - budgets: The budgets; the last one for a phase applies.
  ///   - body: Called with each slow call after it has ended, in the same context.
  /// - Returns: A token that keeps the observer alive; release it to end the observation.
  public func observeSlowPages(
    _ budgets: [PageBudget], _ body: @escaping @Sendable (SlowPage) -> Void
  ) -> PageObservation {
    let byPage = Dictionary(grouping: budgets, by: \.pageName)
    let least = budgets.map(\.limit).min()
    return observe { timing in
      // A call without a budget needs no name: building one costs more than everything else here.
      guard let least, timing.elapsed > least else { return }
      let budget = byPage[timing.pageName]?.last { $0.phase == timing.phase }
      if let budget, timing.elapsed > budget.limit { body(SlowPage(budget, timing)) }
    }
  }
}
